/// What a WebP says of its picture, for the gate (WebP Container Specification; RFC 6386, 9.1; RFC 9649, 3.4).
struct ExaminedWebP {
  typealias Chunk = ExaminedRIFF.Chunk

  /// Bits of the first byte of a `VP8X`; others are to be 0.
  enum Flag {
    static let animation: UInt8 = 0x02
    static let xmp: UInt8 = 0x04
    static let exif: UInt8 = 0x08
    static let alpha: UInt8 = 0x10
    static let profile: UInt8 = 0x20
  }

  let file: ExaminedRIFF
  /// The `VP8X` of a file of the extended form.
  let header: Chunk?
  /// The `VP8 ` or `VP8L` that viewers show.
  let picture: Chunk
  /// The `ALPH` that counts.
  let alpha: Chunk?
  /// The `ICCP` that counts.
  let profile: Chunk?
  /// The `EXIF` that counts.
  let exif: Chunk?
  let form: WebPForm
  /// Whether the code of one without loss says itself that it has an alpha.
  let codesAlpha: Bool

  /// - Throws: `FaceBlurError` where the file holds no picture that is read, or another one than it says.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) {
    guard let file = ExaminedRIFF(bytes) else { throw .damagedRender("it is no whole WebP") }
    try self.init(file)
  }

  init(_ file: ExaminedRIFF) throws(FaceBlurError) {
    self.file = file
    let (bytes, chunks) = (file.bytes, file.chunks)
    header = chunks.first.flatMap { $0.name == "VP8X" ? $0 : nil }
    // Of a file without that, only the first one counts.
    guard !file.isCrowded || header == nil else {
      throw .damagedRender("it has more parts than a photo needs")
    }
    guard let place = chunks.firstIndex(where: { $0.name == "VP8 " || $0.name == "VP8L" }) else {
      throw .damagedRender("it holds no picture")
    }
    picture = chunks[place]
    guard header != nil || place == 0 else { throw .damagedRender("something stands before its picture") }
    let before = chunks[..<place]
    guard !before.contains(where: { $0.name == "ANIM" || $0.name == "ANMF" }) else {
      throw .damagedRender("it is animated")
    }
    let isLossy = picture.name == "VP8 "
    // Readers go by the last one.
    alpha = isLossy ? before.last { $0.name == "ALPH" } : nil
    profile = before.first { $0.name == "ICCP" }
    exif = header == nil ? nil : chunks.first { $0.name == "EXIF" }
    let size: (width: Int, height: Int)
    if isLossy {
      guard let frame = ExaminedVP8(bytes, picture.content) else {
        throw .damagedRender("its picture does not begin as one with loss")
      }
      size = (frame.width, frame.height)
      codesAlpha = false
    } else {
      guard let start = Self.lossless(bytes[picture.content]) else {
        throw .damagedRender("its picture does not begin as one without loss")
      }
      size = (start.width, start.height)
      codesAlpha = start.hasAlpha
    }
    guard let header else {
      form = WebPForm(
        width: size.width, height: size.height, coding: isLossy ? .lossy : .lossless, hasAlpha: codesAlpha)
      return
    }
    guard header.content.count == 10 else { throw .damagedRender("its header is none") }
    let start = header.content.lowerBound
    let flags = bytes[start]
    guard flags & Flag.animation == 0 else { throw .damagedRender("it is animated") }
    guard ExaminedRIFF.number(bytes[start + 4..<start + 7]) + 1 == size.width,
      ExaminedRIFF.number(bytes[start + 7..<start + 10]) + 1 == size.height
    else { throw .damagedRender("its picture is of another size than it says") }
    form = WebPForm(
      width: size.width, height: size.height, coding: isLossy ? .lossy : .lossless,
      hasAlpha: isLossy ? alpha != nil : codesAlpha || flags & Flag.alpha != 0)
  }

  /// What a `VP8L` begins with (RFC 9649, 3.4).
  private static func lossless(
    _ content: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (width: Int, height: Int, hasAlpha: Bool)? {
    guard content.count >= 5, content.first == 0x2F else { return nil }
    let bits = ExaminedRIFF.number(content.dropFirst().prefix(4))
    // The highest three bits are the version.
    guard bits >> 29 == 0 else { return nil }
    let (width, height) = (bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
    guard width <= WebPForm.maxSide, height <= WebPForm.maxSide else { return nil }
    return (width, height, bits >> 28 & 1 == 1)
  }
}

extension ExaminedWebP {
  /// The chunks of the picture's code, in the order in which they are decoded.
  var codeChunks: [Chunk] { [alpha, picture].compactMap(\.self) }

  /// The picture's code as `WebPCodec` takes it, copied: what fills chunks up is 0, as decoders may read on in it.
  var code: [UInt8] {
    codeChunks.flatMap { CanonicalWebP.chunk($0.name, file.bytes[$0.content]) }
  }

  /// Of one with loss.
  var frame: ExaminedVP8? {
    form.coding == .lossy ? ExaminedVP8(file.bytes, picture.content) : nil
  }

  /// The first byte of the `VP8X`.
  var flags: UInt8? { header.map { file.bytes[$0.content.lowerBound] } }

  /// Where the TIFF block lies: some writers put the letters before it that JPEGs have there.
  var exifBlock: Range<Int>? {
    exif.map { chunk in
      let letters = "Exif\0\0"
      let count =
        HiddenText.starts(file.bytes, chunk.content, with: letters) ? letters.unicodeScalars.count : 0
      return chunk.content.lowerBound + count..<chunk.content.upperBound
    }
  }

  var pictureShape: PictureShape {
    PictureShape(
      orientation: exifBlock.flatMap { TIFFStructure(file.bytes, in: $0) }?.orientation ?? .up)
  }

  /// How a file's picture is shown; upright where that cannot be read.
  static func pictureShape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape {
    (try? ExaminedWebP(file))?.pictureShape ?? PictureShape()
  }
}

/// What a WebP file holds that its picture is shown by.
struct WebPFile: Sendable {
  let form: WebPForm
  /// How coarsely it is coded; nil for one without loss.
  let quantizer: WebPQuantizer?
  /// Nil for none, empty where it is longer than one ever is.
  let profile: [UInt8]?
  let exif: EXIFBlock
  /// The chunks of its code: of alpha, where that is coded apart, and of the picture.
  private let parts: [(type: WebPChunk.Kind, content: Range<Int>)]

  /// Reads some bytes of the file, all of them.
  typealias Read = (Range<Int>) throws(FaceBlurError) -> [UInt8]

  /// Bytes before the first chunk.
  static let headBytes = 12
  /// What of an extended file's first chunk says so (RFC 9649, 2.7.1).
  static let extendedBytes = 10
  private static let maxChunks = 1 << 16
  private static let animationFlag: UInt8 = 0x02
  private static let alphaFlag: UInt8 = 0x10

  /// - Parameter size: of the file, in bytes.
  /// - Throws: `FaceBlurError` where it is damaged or of a kind that is not read.
  init(size: Int, _ read: Read) throws(FaceBlurError) {
    guard size >= Self.headBytes else { throw .truncatedPhoto("it ends in its header") }
    let head = try read(0..<Self.headBytes)
    let length = LittleEndian.number(head[4..<8])
    guard head.starts(with: "RIFF".utf8), head[8...].elementsEqual("WEBP".utf8), length >= 12,
      length % 2 == 0
    else {
      throw .damagedPhoto("it does not begin as a WebP does")
    }
    guard length <= size - 8 else { throw .truncatedPhoto("it is shorter than it says") }
    let chunks = try Chunks(end: 8 + length, read)
    guard let picture = chunks.picture else { throw .damagedPhoto("it holds no picture") }

    let isLossless = picture.type == .lossless
    let first = try read(picture.content.prefix(isLossless ? VP8LHeader.count : VP8Header.maxBytes))
    let flags = chunks.extended?[0] ?? 0
    if isLossless {
      let header = try VP8LHeader(first)
      form = WebPForm(
        width: header.width, height: header.height, coding: .lossless,
        hasAlpha: header.hasAlpha || flags & Self.alphaFlag != 0)
      quantizer = nil
      parts = [(picture.type, picture.content)]
    } else {
      let header = try VP8Header(first, of: picture.content.count)
      form = WebPForm(
        width: header.width, height: header.height, coding: .lossy, hasAlpha: chunks.alpha != nil)
      quantizer = header.quantizer
      parts = [chunks.alpha, picture].compactMap(\.self).map { ($0.type, $0.content) }
    }
    if let extended = chunks.extended {
      let canvas = (LittleEndian.number(extended[4..<7]) + 1, LittleEndian.number(extended[7..<10]) + 1)
      guard canvas == (form.width, form.height) else {
        throw .damagedPhoto("its picture is of another size than it says")
      }
    }
    profile = try chunks.profile.map { (chunk) throws(FaceBlurError) in
      chunk.content.count <= ICCProfile.maxBytes ? try read(chunk.content) : []
    }
    var exif = EXIFBlock()
    if let chunk = chunks.exif {
      let block = try read(chunk.content)
      // Some programs write what leads it in a JPEG.
      exif = EXIFBlock(reading: block.starts(with: "Exif\0\0".utf8) ? block[6...] : block[...])
    }
    self.exif = exif
  }

  /// The picture's code as it stands in a file.
  func code(_ bytes: FileBytes) -> [UInt8] {
    parts.flatMap { WebPChunk.bytes($0.type, bytes.copy($0.content)) }
  }

  /// The chunks that count, wherever they stand.
  private struct Chunks {
    /// What the first chunk of an extended file says.
    var extended: [UInt8]?
    var picture: WebPChunk?
    var alpha: WebPChunk?
    var profile: WebPChunk?
    var exif: WebPChunk?

    /// - Parameter end: where the last chunk ends.
    init(end: Int, _ read: Read) throws(FaceBlurError) {
      var place = WebPFile.headBytes
      var count = 0
      while place < end {
        let chunk: WebPChunk
        do {
          chunk = try WebPChunk(at: place, before: end, read)
        } catch {
          // What stands behind the picture, nobody needs.
          guard picture == nil else { return }
          throw error
        }
        count += 1
        guard count <= WebPFile.maxChunks else {
          throw .damagedPhoto("it has more parts than a photo needs")
        }
        if place == WebPFile.headBytes { try takeFirst(chunk, read) }
        try take(chunk)
        // Of a file of the simple form, nothing else is read.
        if picture != nil, extended == nil { return }
        place = chunk.end
      }
    }

    private mutating func takeFirst(_ chunk: WebPChunk, _ read: Read) throws(FaceBlurError) {
      switch chunk.type {
      case .lossy, .lossless: return
      case .extended where chunk.content.count == WebPFile.extendedBytes:
        let fields = try read(chunk.content.prefix(WebPFile.extendedBytes))
        guard fields[0] & WebPFile.animationFlag == 0 else { throw .animatedWebP }
        extended = fields
      default: throw .damagedPhoto("it does not begin with a picture")
      }
    }

    private mutating func take(_ chunk: WebPChunk) throws(FaceBlurError) {
      switch chunk.type {
      case .lossy, .lossless:
        if picture == nil {
          picture = chunk
          // Beside a picture without loss it says nothing.
          if chunk.type == .lossless { alpha = nil }
        }
      case .animation, .frame: if picture == nil { throw .animatedWebP }
      case .alpha: if picture == nil { alpha = chunk }
      case .colorProfile: if picture == nil, profile == nil { profile = chunk }
      case .exif: if exif == nil { exif = chunk }
      default: break
      }
    }
  }
}

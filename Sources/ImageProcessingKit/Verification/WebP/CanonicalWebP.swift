/// The file that a render of a picture is, written by the gate itself: files are compared with it byte by byte, so that nothing stands
/// in one that is not foretold.
///
/// What the picture's code, the colour profile and the EXIF hold is judged apart from this.
struct CanonicalWebP {
  let bytes: [UInt8]

  /// - Parameter picture: of whose chunks the file is made that count.
  init(_ picture: ExaminedWebP) {
    let file = picture.file.bytes
    let profile = picture.profile.map { Self.chunk("ICCP", file[$0.content]) } ?? []
    let exif = picture.exifBlock.flatMap { $0.isEmpty ? nil : Self.chunk("EXIF", file[$0]) } ?? []
    let code = picture.codeChunks.flatMap { Self.chunk($0.name, file[$0.content]) }
    var header: [UInt8] = []
    if !profile.isEmpty || !exif.isEmpty || picture.alpha != nil {
      let flags =
        (profile.isEmpty ? 0 : ExaminedWebP.Flag.profile) | (exif.isEmpty ? 0 : ExaminedWebP.Flag.exif)
        | (picture.alpha != nil || picture.codesAlpha ? ExaminedWebP.Flag.alpha : 0)
      let sizes = Self.number(picture.form.width - 1, 3) + Self.number(picture.form.height - 1, 3)
      header = Self.chunk("VP8X", [flags, 0, 0, 0] + sizes)
    }
    bytes = Self.file(header + profile + code + exif)
  }

  /// Where a file begins to differ from a render that has its picture.
  /// - Returns: nil where it is one, byte by byte.
  static func difference(of picture: ExaminedWebP) -> Int? {
    let (expected, bytes) = (CanonicalWebP(picture).bytes, picture.file.bytes)
    if let place = zip(expected, bytes).enumerated().first(where: { $1.0 != $1.1 })?.offset { return place }
    return expected.count == bytes.count ? nil : min(expected.count, bytes.count)
  }

  /// A file of some chunks.
  static func file(_ chunks: [UInt8]) -> [UInt8] {
    ExaminedRIFF.Name("RIFF").bytes + number(chunks.count + 4, 4) + ExaminedRIFF.Name("WEBP").bytes + chunks
  }

  static func chunk(_ name: ExaminedRIFF.Name, _ content: some Collection<UInt8>) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: content.count % 2)
    return name.bytes + number(content.count, 4) + content + padding
  }

  /// The lowest byte first.
  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

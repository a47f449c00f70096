/// Writes WebPs: the simple form where there is nothing but a picture, else the extended one (RFC 9649, 2.5 to 2.7).
struct WebPWriter {
  let form: WebPForm
  /// Written by `ICCWriter`; nil for none.
  let colorProfile: [UInt8]?
  /// By `EXIFBlock`; empty for none.
  let exif: [UInt8]

  private static let profileFlag: UInt8 = 0x20
  private static let alphaFlag: UInt8 = 0x10
  private static let exifFlag: UInt8 = 0x08

  /// - Parameter code: of the picture, as `WebPCodec` makes it.
  func write(_ code: [UInt8], into sink: any ByteSink) {
    var before: [UInt8] = []
    var behind: [UInt8] = []
    if colorProfile != nil || !exif.isEmpty || isAlphaApart(code) {
      var flags = hasAlpha(code) ? Self.alphaFlag : 0
      if colorProfile != nil { flags |= Self.profileFlag }
      if !exif.isEmpty { flags |= Self.exifFlag }
      before = WebPChunk.bytes(
        .extended,
        [flags, 0, 0, 0] + LittleEndian.bytes(form.width - 1, 3) + LittleEndian.bytes(form.height - 1, 3))
    }
    if let colorProfile { before += WebPChunk.bytes(.colorProfile, colorProfile) }
    if !exif.isEmpty { behind = WebPChunk.bytes(.exif, exif) }
    let count = 4 + before.count + code.count + behind.count
    sink.append(Array("RIFF".utf8) + LittleEndian.bytes(count, 4) + Array("WEBP".utf8) + before)
    sink.append(code)
    sink.append(behind)
  }

  private func isAlphaApart(_ code: [UInt8]) -> Bool { code.starts(with: WebPChunk.Kind.alpha.letters) }

  /// Whether code has transparent pixels: only the encoder has looked.
  private func hasAlpha(_ code: [UInt8]) -> Bool {
    guard form.coding == .lossless else { return isAlphaApart(code) }
    return (try? VP8LHeader(Array(code.dropFirst(WebPChunk.headBytes).prefix(VP8LHeader.count))))?.hasAlpha
      ?? false
  }
}

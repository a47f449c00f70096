/// The configuration of AV1, `av1C` (AV1 Codec ISO Media File Format Binding, 2.3): four bytes, and mostly a sequence header behind them.
enum AV1Record {
  /// - Throws: `FaceBlurError` where it is cut short or not of version 1.
  static func form(_ record: [UInt8]) throws(FaceBlurError) -> CodedForm {
    var cursor = BoxCursor(record[...], of: "av1C")
    guard try cursor.number(1) == 0x81 else { throw .unsupportedFilm("its AV1 is described in a new way") }
    _ = try cursor.bytes(1)
    let packed = try cursor.number(1)
    let depth = packed & 0x40 == 0 ? 8 : packed & 0x20 == 0 ? 10 : 12
    let chroma: ChromaFormat =
      switch (packed & 0x10 != 0, packed & 0x08 != 0, packed & 0x04 != 0) {
      case (true, _, _): .gray
      case (_, true, true): .half
      case (_, true, false): .halfWidth
      case (_, false, _): .full
      }
    var form = try CodedForm(chroma: chroma.rawValue, depths: (depth, depth))
    if let colors = colors(in: Array(cursor.rest.dropFirst())) { form.colors = colors }
    return form
  }

  /// What a sequence header says of colours; nil where there is none that is understood.
  /// - Parameter code: with which it begins, of a configuration or of the first picture.
  static func colors(in code: [UInt8]) -> SampleColors? {
    OBU.firstSequenceHeader(in: code).flatMap { try? AV1SequenceHeader($0).colors }
  }
}

/// The configuration of VP9, `vpcC` (VP Codec ISO Media File Format Binding, version 1.0).
enum VP9Record {
  /// - Throws: `FaceBlurError` where it is cut short or not of version 1.
  static func form(_ record: [UInt8]) throws(FaceBlurError) -> CodedForm {
    var cursor = BoxCursor(record[...], of: "vpcC")
    guard try cursor.versionAndFlags().version == 1 else {
      throw .unsupportedFilm("its VP9 is described in an old or new way")
    }
    _ = try cursor.bytes(2)
    let packed = try cursor.number(1)
    // 4:2:0 in two positions, 4:2:2, 4:4:4.
    let formats: [ChromaFormat] = [.half, .half, .halfWidth, .full]
    guard packed >> 1 & 7 < formats.count else {
      throw .damagedFilm("it does not say what colours its pictures have")
    }
    let depth = packed >> 4
    var form = try CodedForm(chroma: formats[packed >> 1 & 7].rawValue, depths: (depth, depth))
    form.colors = SampleColors(
      primaries: try cursor.number(1), transfer: try cursor.number(1), matrix: try cursor.number(1),
      isFullRange: packed & 1 == 1)
    return form
  }
}

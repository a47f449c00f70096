/// The configuration of HEVC, `hvcC` (ISO/IEC 14496-15, 8.3.3.1).
enum HEVCRecord {
  private static let sequenceUnit = 33

  /// - Throws: `FaceBlurError` where it is cut short, or its parameter sets are not of one form.
  static func form(_ record: [UInt8]) throws(FaceBlurError) -> CodedForm {
    var cursor = BoxCursor(record[...], of: "hvcC")
    guard try cursor.number(1) == 1 else { throw .unsupportedFilm("its HEVC is described in a new way") }
    _ = try cursor.bytes(15)
    let chroma = try cursor.number(1) & 3
    let depths = (8 + (try cursor.number(1) & 7), 8 + (try cursor.number(1) & 7))
    let stated = try CodedForm(chroma: chroma, depths: depths)
    _ = try cursor.bytes(2)
    try ParameterUnits.checkLengthSize(try cursor.number(1))
    var forms: [CodedForm] = []
    for _ in 0..<(try cursor.number(1)) {
      let type = try cursor.number(1) & 63
      for _ in 0..<(try cursor.number(2)) {
        let unit = try cursor.bytes(try cursor.number(2))
        guard type == sequenceUnit else { continue }
        guard let head = unit.first, Int(head >> 1) & 63 == sequenceUnit, unit.count > 2 else {
          throw .damagedFilm("a parameter set of it is none")
        }
        // Those of other layers are other pictures.
        let layer = Int(head & 1) << 5 | Int(unit[unit.startIndex + 1] >> 3)
        guard layer == 0 else { throw .unsupportedFilm("it has several layers, and each may show a face") }
        forms.append(try sequence(ParameterUnits.payload(unit.dropFirst(2))))
      }
    }
    // Where the pictures themselves bring the parameter sets, their size is the track's.
    return forms.isEmpty ? stated : try ParameterUnits.onlyForm(forms)
  }

  /// A sequence parameter set (ITU-T H.265, 7.3.2.2.1), as far as it is about the form of pictures.
  private static func sequence(_ payload: [UInt8]) throws(FaceBlurError) -> CodedForm {
    var reader = BitReader(payload)
    _ = try reader.bits(4)
    let subLayers = try reader.bits(3)
    _ = try reader.flag()
    try skipProfile(&reader, subLayers: subLayers)
    _ = try reader.unsigned()
    let chroma = try reader.unsigned()
    if chroma == 3, try reader.flag() { throw .unsupportedFilm("its colours are coded apart") }
    let (width, height) = (try reader.unsigned(), try reader.unsigned())
    guard (1...FilmLimits.maxSide).contains(width), (1...FilmLimits.maxSide).contains(height) else {
      throw .filmTooLarge("its pictures are huge")
    }
    var margins = [0, 0, 0, 0]
    if try reader.flag() { for index in 0..<4 { margins[index] = try reader.unsigned() } }
    let (luma, other) = (try reader.unsigned(), try reader.unsigned())
    var form = try CodedForm(chroma: chroma, depths: (8 + min(luma, 8), 8 + min(other, 8)))
    form.size = try ParameterUnits.size(
      width: width, height: height, margins: margins, step: form.chroma.step)
    return form
  }

  /// profile_tier_level (7.3.3).
  private static func skipProfile(_ reader: inout BitReader, subLayers: Int) throws(FaceBlurError) {
    for _ in 0..<12 { _ = try reader.bits(8) }
    guard subLayers > 0 else { return }
    var isThere: [(profile: Bool, level: Bool)] = []
    for _ in 0..<subLayers { isThere.append((try reader.flag(), try reader.flag())) }
    _ = try reader.bits(2 * (8 - subLayers))
    for layer in isThere {
      if layer.profile { for _ in 0..<11 { _ = try reader.bits(8) } }
      if layer.level { _ = try reader.bits(8) }
    }
  }
}

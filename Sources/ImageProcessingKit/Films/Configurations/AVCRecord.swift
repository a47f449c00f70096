/// The configuration of H.264, `avcC` (ISO/IEC 14496-15, 5.3.3.1).
enum AVCRecord {
  private static let sequenceUnit = 7

  /// - Throws: `FaceBlurError` where it is cut short, or its parameter sets are not of one form.
  static func form(_ record: [UInt8]) throws(FaceBlurError) -> CodedForm {
    var cursor = BoxCursor(record[...], of: "avcC")
    guard try cursor.number(1) == 1 else { throw .unsupportedFilm("its H.264 is described in a new way") }
    _ = try cursor.bytes(3)
    try ParameterUnits.checkLengthSize(try cursor.number(1))
    var forms: [CodedForm] = []
    for _ in 0..<(try cursor.number(1) & 31) {
      let unit = try cursor.bytes(try cursor.number(2))
      guard let head = unit.first, Int(head) & 31 == sequenceUnit else {
        throw .damagedFilm("a parameter set of it is none")
      }
      forms.append(try AVCSequence.form(ParameterUnits.payload(unit.dropFirst())))
    }
    for _ in 0..<(try cursor.number(1)) { _ = try cursor.bytes(try cursor.number(2)) }
    return try ParameterUnits.onlyForm(forms)
  }
}

/// A sequence parameter set of H.264 (ITU-T H.264, 7.3.2.1.1 and E.1.1), as far as it is about how pictures look.
private enum AVCSequence {
  /// Profiles that say what colours they have; the others have 4:2:0 with 8 bits.
  private static let namingColors: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
  private static let maxBlocks = FilmLimits.maxSide / 16

  static func form(_ payload: [UInt8]) throws(FaceBlurError) -> CodedForm {
    var reader = BitReader(payload)
    let profile = try reader.bits(8)
    _ = try reader.bits(16)
    _ = try reader.unsigned()
    var form: CodedForm
    if namingColors.contains(profile) {
      let chroma = try reader.unsigned()
      if chroma == 3, try reader.flag() { throw .unsupportedFilm("its colours are coded apart") }
      let (luma, other) = (try reader.unsigned(), try reader.unsigned())
      form = try CodedForm(chroma: chroma, depths: (8 + min(luma, 8), 8 + min(other, 8)))
      _ = try reader.flag()
      if try reader.flag() { try skipScalingLists(&reader, count: chroma == 3 ? 12 : 8) }
    } else {
      form = try CodedForm(chroma: ChromaFormat.half.rawValue, depths: (8, 8))
    }
    _ = try reader.unsigned()
    try skipOrder(&reader)
    _ = try reader.unsigned()
    _ = try reader.flag()
    let (across, down) = (try reader.unsigned(), try reader.unsigned())
    guard across < maxBlocks, down < maxBlocks else { throw .filmTooLarge("its pictures are huge") }
    // Pictures of fields have half the rows.
    let fields = try reader.flag() ? 1 : 2
    if fields == 2 { _ = try reader.flag() }
    _ = try reader.flag()
    var margins = [0, 0, 0, 0]
    if try reader.flag() { for index in 0..<4 { margins[index] = try reader.unsigned() } }
    form.size = try ParameterUnits.size(
      width: 16 * (across + 1), height: 16 * (down + 1) * fields, margins: margins,
      step: (form.chroma.step.x, form.chroma.step.y * fields))
    if try reader.flag() { form.colors = try colors(&reader) }
    return form
  }

  /// scaling_list (7.3.2.1.1.1).
  private static func skipScalingLists(_ reader: inout BitReader, count: Int) throws(FaceBlurError) {
    for list in 0..<count where try reader.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try reader.signed())) & 255 }
        if next != 0 { last = next }
      }
    }
  }

  /// What tells the order of the pictures.
  private static func skipOrder(_ reader: inout BitReader) throws(FaceBlurError) {
    switch try reader.unsigned() {
    case 0: _ = try reader.unsigned()
    case 1:
      _ = try reader.flag()
      for _ in 0..<2 { _ = try reader.signed() }
      let count = try reader.unsigned()
      guard count <= 255 else { throw .damagedFilm("a parameter set has numbers that may not be") }
      for _ in 0..<count { _ = try reader.signed() }
    default: break
    }
  }

  /// What vui_parameters begin with.
  private static func colors(_ reader: inout BitReader) throws(FaceBlurError) -> SampleColors {
    var colors = SampleColors()
    if try reader.flag(), try reader.bits(8) == 255 { _ = try reader.bits(32) }
    if try reader.flag() { _ = try reader.flag() }
    guard try reader.flag() else { return colors }
    _ = try reader.bits(3)
    colors.isFullRange = try reader.flag()
    guard try reader.flag() else { return colors }
    colors.primaries = try reader.bits(8)
    colors.transfer = try reader.bits(8)
    colors.matrix = try reader.bits(8)
    return colors
  }
}

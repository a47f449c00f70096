/// A sequence parameter set of H.264 (ITU-T H.264, 7.3.2.1.1 and E.1), as far as it is about how pictures look and are told apart.
struct AVCSequence {
  /// `profile_idc`, the byte of constraints, and `level_idc`.
  let profile: Int
  let constraints: Int
  let level: Int
  /// `seq_parameter_set_id`.
  let number: Int
  let form: CodedForm
  /// Whether its pictures hold more than is shown.
  let hidesPart: Bool
  /// Whether all pictures are frames, and none is coded as two fields or of blocks of fields.
  let isProgressive: Bool
  /// How much of a picture parameter set's scaling lists there is for colours.
  let hasFullColors: Bool
  /// Whether it brings factors for the quantiser, and some for blocks of 8 × 8.
  let scaling: (hasLists: Bool, isForLargeBlocks: Bool)
  /// Whether nothing up to `showing` is longer than encoders write it.
  private let isShort: Bool
  /// Before what it says of how pictures are shown: `vui_parameters_present_flag`.
  private let showing: BitReader

  /// Profiles that say what colours they have; the others have 4:2:0 with 8 bits.
  private static let namingColors: Set<Int> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]
  private static let maxBlocks = FilmLimits.maxSide / 16
  private static let maxNumber = 31
  /// How the order of pictures follows from that of their code.
  private static let maxOrderBits = 64

  /// - Parameter unit: with its head.
  /// - Throws: `FaceBlurError` where it is cut short, says what may not be or is not read, or has pixels drawn out too far.
  init(_ unit: [UInt8]) throws(FaceBlurError) {
    var reader = BitReader(try ParameterUnits.payload(unit.dropFirst()))
    profile = try reader.bits(8)
    constraints = try reader.bits(8)
    level = try reader.bits(8)
    number = try reader.unsigned()
    guard number <= Self.maxNumber else { throw AVCPictureSet.wrongNumber }
    var form: CodedForm
    var scaling = (hasLists: false, isForLargeBlocks: false)
    if Self.namingColors.contains(profile) {
      let chroma = try reader.unsigned()
      if chroma == 3, try reader.flag() { throw .unsupportedFilm("its colours are coded apart") }
      let (luma, other) = (try reader.unsigned(), try reader.unsigned())
      form = try CodedForm(chroma: chroma, depths: (8 + min(luma, 8), 8 + min(other, 8)))
      _ = try reader.flag()
      scaling.hasLists = try reader.flag()
      if scaling.hasLists {
        scaling.isForLargeBlocks = try Self.skipScalingLists(&reader, count: chroma == 3 ? 12 : 8)
      }
    } else {
      form = try CodedForm(chroma: ChromaFormat.half.rawValue, depths: (8, 8))
    }
    self.scaling = scaling
    hasFullColors = form.chroma == .full
    // Two bits of the constraints mean nothing yet.
    var isShort = try reader.skipNumbers(1, within: SetLimits.number) && constraints & 3 == 0
    isShort = try Self.skipOrder(&reader) && isShort
    self.isShort = try reader.skipNumbers(1, within: SetLimits.number) && isShort
    _ = try reader.flag()
    let (across, down) = (try reader.unsigned(), try reader.unsigned())
    guard across < Self.maxBlocks, down < Self.maxBlocks else {
      throw .filmTooLarge("its pictures are huge")
    }
    // Pictures of fields have half the rows.
    isProgressive = try reader.flag()
    let fields = isProgressive ? 1 : 2
    if fields == 2 { _ = try reader.flag() }
    _ = try reader.flag()
    var margins = [0, 0, 0, 0]
    if try reader.flag() { for index in 0..<4 { margins[index] = try reader.unsigned() } }
    form.size = try ParameterUnits.size(
      width: 16 * (across + 1), height: 16 * (down + 1) * fields, margins: margins,
      step: (form.chroma.step.x, form.chroma.step.y * fields))
    hidesPart = ParameterUnits.hidesPart(
      margins: margins, step: (form.chroma.step.x, form.chroma.step.y * fields), block: (16, 16 * fields))
    showing = reader
    if try reader.flag() {
      let usability = try VideoUsability(&reader)
      guard !usability.stretch.hidesFaces else { throw .drawnOutFilm(usability.stretch) }
      form.colors = usability.colors
    }
    self.form = form
  }

  /// Whether it ends where it has said all, and says no more than encoders write of what players pass over.
  /// - Throws: `FaceBlurError` where it is cut short.
  var isPlain: Bool {
    get throws(FaceBlurError) {
      var reader = showing
      let isShowingShort = try reader.flag() ? try Self.skipShowing(&reader) : true
      return isShort && isShowingShort && reader.isAtStop
    }
  }

  /// scaling_list (7.3.2.1.1.1).
  /// - Returns: whether there are some for blocks of 8 × 8.
  @discardableResult
  static func skipScalingLists(_ reader: inout BitReader, count: Int) throws(FaceBlurError) -> Bool {
    var isForLargeBlocks = false
    for list in 0..<count where try reader.flag() {
      if list >= 6 { isForLargeBlocks = true }
      var (last, next) = (8, 8)
      for _ in 0..<(list < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try reader.signed())) & 255 }
        if next != 0 { last = next }
      }
    }
    return isForLargeBlocks
  }

  /// What tells the order of the pictures.
  /// - Returns: whether it is as short as encoders write it.
  private static func skipOrder(_ reader: inout BitReader) throws(FaceBlurError) -> Bool {
    let start = reader.position
    switch try reader.unsigned() {
    case 0: _ = try reader.unsigned()
    case 1:
      _ = try reader.flag()
      for _ in 0..<2 { _ = try reader.signed() }
      let count = try reader.unsigned()
      guard count <= 255 else { throw .damagedFilm("a parameter set has numbers that may not be") }
      for _ in 0..<count { _ = try reader.signed() }
    case 2: break
    default: return false
    }
    return reader.position - start <= maxOrderBits
  }

  /// All of vui_parameters (E.1.1).
  /// - Returns: whether they are as short as encoders write them.
  private static func skipShowing(_ reader: inout BitReader) throws(FaceBlurError) -> Bool {
    var isShort = true
    _ = try VideoUsability(&reader)
    if try reader.flag() { isShort = try reader.skipNumbers(2, within: SetLimits.chroma) }
    // Ticks of its times, which the container's replace.
    if try reader.flag() {
      for _ in 0..<2 { _ = try reader.bits(32) }
      _ = try reader.flag()
    }
    var hasBuffers = false
    for _ in 0..<2 where try reader.flag() {
      hasBuffers = true
      isShort = try skipBuffers(&reader) && isShort
    }
    if hasBuffers { _ = try reader.flag() }
    _ = try reader.flag()
    if try reader.flag() {
      _ = try reader.flag()
      isShort = try reader.skipNumbers(6, within: SetLimits.restrictions) && isShort
    }
    return isShort
  }

  /// hrd_parameters (E.1.2).
  /// - Returns: whether they are as short as encoders write them.
  private static func skipBuffers(_ reader: inout BitReader) throws(FaceBlurError) -> Bool {
    let start = reader.position
    let count = try reader.unsigned() + 1
    guard count <= 32 else { throw .damagedFilm("a parameter set has numbers that may not be") }
    _ = try reader.bits(8)
    for _ in 0..<count {
      for _ in 0..<2 { _ = try reader.unsigned() }
      _ = try reader.flag()
    }
    _ = try reader.bits(20)
    return reader.position - start <= SetLimits.film.buffers
  }
}

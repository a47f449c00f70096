/// A sequence parameter set of HEVC (ITU-T H.265, 7.3.2.2.1 and E.2.1).
struct HEVCSequence {
  /// `sps_video_parameter_set_id` and `sps_seq_parameter_set_id`.
  let video: Int
  let number: Int
  /// Profile, tier, constraints and level, as `hvcC` has them.
  let profile: [UInt8]
  /// Of its colours nothing is known where the rest is not understood.
  private(set) var form: CodedForm
  /// Whether its pictures hold more than is shown.
  let hidesPart: Bool
  /// Layers in time beside the lowest one.
  private let subLayers: Int
  /// Whether players pass over nothing that it says of its profile.
  private let hasPlainProfile: Bool
  /// Behind the depths of samples.
  private let further: BitReader

  private static let maxNumber = 15
  /// Encoders in hardware fill up to this, and most to less.
  private static let largestFilling = 32

  /// As far as it is about the form of pictures.
  /// - Parameter unit: with its head of two bytes.
  /// - Throws: `FaceBlurError` where it is cut short, says what may not be or is not read, or has pixels drawn out too far.
  init(_ unit: [UInt8]) throws(FaceBlurError) {
    var reader = BitReader(try ParameterUnits.payload(unit.dropFirst(2)))
    video = try reader.bits(4)
    subLayers = try reader.bits(3)
    _ = try reader.flag()
    var again = reader
    profile = try reader.profile(subLayers: subLayers)
    hasPlainProfile = subLayers <= 6 ? try again.skipPlainProfile(subLayers: subLayers) : false
    number = try reader.unsigned()
    let chroma = try reader.unsigned()
    if chroma == 3, try reader.flag() { throw .unsupportedFilm("its colours are coded apart") }
    let (width, height) = (try reader.unsigned(), try reader.unsigned())
    guard (1...FilmLimits.maxSide).contains(width), (1...FilmLimits.maxSide).contains(height) else {
      throw .filmTooLarge("its pictures are huge")
    }
    var margins = [0, 0, 0, 0]
    if try reader.flag() { for index in 0..<4 { margins[index] = try reader.unsigned() } }
    let (luma, other) = (try reader.unsigned(), try reader.unsigned())
    form = try CodedForm(chroma: chroma, depths: (8 + min(luma, 8), 8 + min(other, 8)))
    form.size = try ParameterUnits.size(
      width: width, height: height, margins: margins, step: form.chroma.step)
    hidesPart = ParameterUnits.hidesPart(
      margins: margins, step: form.chroma.step, block: (Self.largestFilling, Self.largestFilling))
    further = reader
    if let details = try? details() {
      guard !details.stretch.hidesFaces else { throw .drawnOutFilm(details.stretch) }
      form.colors = details.colors
    }
  }

  /// What it says behind the form.
  struct Details {
    /// How pixels are shown where the container says nothing.
    var stretch = PixelStretch.none
    var colors = SampleColors()
    /// Whether pictures are the fields of others.
    var hasFields = false
    /// Whether it ends where it has said all, and says no more than encoders write of what players pass over.
    var isPlain = false
    /// Whether it has factors for the quantiser, and brings some of its own.
    var hasScaling = false
    var hasScalingLists = false
    /// Bits of a picture's place in the order of presentation.
    var orderBits = 0
    /// Which pictures others may refer to.
    var references: [HEVCReferences] = []
    /// Of pictures that may be referred to for long: how many are listed; nil where there are none.
    var longTerm: Int?
  }

  /// - Throws: `FaceBlurError` where it is cut short or has numbers that may not be.
  func details() throws(FaceBlurError) -> Details {
    guard number <= Self.maxNumber, subLayers <= 6 else { throw BitReader.oddNumber }
    var details = Details()
    var reader = further
    details.orderBits = 4 + (try reader.count(upTo: 12))
    var isShort = try reader.skipShortOrders(subLayers: subLayers)
    isShort = try reader.skipNumbers(6, within: FilmSetLimits.blocks) && isShort
    details.hasScaling = try reader.flag()
    details.hasScalingLists = details.hasScaling ? try reader.flag() : false
    if details.hasScalingLists { try reader.skipScalingLists() }
    _ = try reader.bits(2)
    if try reader.flag() {
      _ = try reader.bits(8)
      isShort = try reader.skipNumbers(2, within: FilmSetLimits.number) && isShort
      _ = try reader.flag()
    }
    isShort = try Self.readReferences(&reader, into: &details) && isShort
    _ = try reader.bits(2)
    if try reader.flag() { isShort = try readShowing(&reader, into: &details) && isShort }
    if try reader.flag() {
      // Of the extensions only that for further formats of samples is known.
      let extensions = try reader.bits(8)
      if extensions & 0x7F != 0 { return details }
      if extensions != 0 { _ = try reader.bits(9) }
    }
    details.isPlain = isShort && hasPlainProfile && reader.isAtStop
    return details
  }

  /// Which pictures others may refer to (7.3.7).
  /// - Returns: whether no more is said of that than encoders write.
  private static func readReferences(
    _ reader: inout BitReader, into details: inout Details
  ) throws(FaceBlurError) -> Bool {
    let start = reader.position
    for _ in 0..<(try reader.count(upTo: 64)) {
      details.references.append(try HEVCReferences(&reader, behind: details.references))
    }
    let isShort = reader.position - start <= FilmSetLimits.references
    guard try reader.flag() else { return isShort }
    // Where pictures are shown that are referred to for long. Slices need not name any of them, so that they could be anything.
    let count = try reader.count(upTo: 32)
    for _ in 0..<count { _ = try reader.bits(details.orderBits + 1) }
    details.longTerm = count
    return isShort && count == 0
  }

  /// vui_parameters.
  /// - Returns: whether they are as short as encoders write them.
  private func readShowing(
    _ reader: inout BitReader, into details: inout Details
  ) throws(FaceBlurError) -> Bool {
    var isShort = true
    let usability = try VideoUsability(&reader)
    (details.stretch, details.colors) = (usability.stretch, usability.colors)
    if try reader.flag() { isShort = try reader.skipNumbers(2, within: FilmSetLimits.chroma) }
    _ = try reader.flag()
    details.hasFields = try reader.flag()
    _ = try reader.flag()
    if try reader.flag() { isShort = try reader.skipNumbers(4, within: FilmSetLimits.window) && isShort }
    let areTimesShort = try reader.skipShortTimes(subLayers: subLayers) {
      (reader) throws(FaceBlurError) in try reader.flag()
    }
    isShort = isShort && areTimesShort
    if try reader.flag() {
      _ = try reader.bits(3)
      isShort = try reader.skipNumbers(5, within: FilmSetLimits.restrictions) && isShort
    }
    return isShort
  }
}

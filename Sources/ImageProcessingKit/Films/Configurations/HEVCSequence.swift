/// A sequence parameter set of HEVC, of a film.
struct HEVCSequence {
  let set: HEVCSequenceSet
  /// Of its colours nothing is known where the rest is not understood.
  private(set) var form: CodedForm
  /// Whether its pictures hold more than is shown.
  let hidesPart: Bool

  /// Encoders in hardware fill up to this, and most to less.
  private static let largestFilling = 32

  /// As far as it is about the form of pictures.
  /// - Parameter unit: with its head of two bytes.
  /// - Throws: `FaceBlurError` where it is cut short, says what may not be or is not read, or has pixels drawn out too far.
  init(_ unit: [UInt8]) throws(FaceBlurError) {
    set = try HEVCSequenceSet(payload: ParameterUnits.payload(unit.dropFirst(2)))
    guard !set.hasColorsApart else { throw .unsupportedFilm("its colours are coded apart") }
    guard (1...FilmLimits.maxSide).contains(set.codedWidth),
      (1...FilmLimits.maxSide).contains(set.codedHeight)
    else { throw .filmTooLarge("its pictures are huge") }
    form = try CodedForm(
      chroma: set.chroma, depths: (min(set.depths.luma, 16), min(set.depths.chroma, 16)))
    form.size = try ParameterUnits.size(
      width: set.codedWidth, height: set.codedHeight, margins: set.margins, step: form.chroma.step)
    hidesPart = ParameterUnits.hidesPart(
      margins: set.margins, step: form.chroma.step, block: (Self.largestFilling, Self.largestFilling))
    if let usability = try? details().usability {
      guard !usability.stretch.hidesFaces else { throw .drawnOutFilm(usability.stretch) }
      form.colors = usability.colors
    }
  }

  /// What it says behind the form, read to its end.
  /// - Throws: `FaceBlurError` where it is cut short or has numbers that may not be.
  func details() throws(FaceBlurError) -> HEVCSequenceSet.Details {
    var details = try set.details(.film)
    try details.readToEnd()
    return details
  }
}

extension HEVCVideoSet {
  /// - Parameter unit: with its head of two bytes.
  /// - Throws: `FaceBlurError` where it is cut short.
  init(_ unit: [UInt8]) throws(FaceBlurError) {
    try self.init(payload: ParameterUnits.payload(unit.dropFirst(2)))
  }
}

extension HEVCPictureSet {
  /// - Parameter unit: with its head of two bytes.
  /// - Throws: `FaceBlurError` where it is cut short, or a number may not be.
  init(_ unit: [UInt8]) throws(FaceBlurError) {
    try self.init(payload: ParameterUnits.payload(unit.dropFirst(2)), .film)
  }
}

/// What is drawn of one face.
struct OverlayMark {
  let name: String
  /// Probability, 0…1, told where it is in doubt.
  var score: Double
  /// The face, in fractions of what viewers show.
  let rect: NormalizedRect
  /// Where it is obscured, likewise; nil where it is not.
  let hidden: NormalizedRect?
  /// Whether a person should look.
  var isDoubtful: Bool
  /// Whether the face was seen there. Where it was reckoned from other frames of a film, its line is thin.
  var isSeen = true

  /// - Parameters:
  ///   - region: of a plan.
  ///   - strength: the plan's.
  ///   - geometry: of the picture.
  init(_ region: PlannedRegion, _ strength: ObscuringStrength, of geometry: PhotoGeometry) {
    let frame = geometry.frame
    name = region.id
    score = region.score ?? 1
    rect = frame.visibleRect(of: region.rect)
    isDoubtful = region.isDoubtful
    let units = geometry.units(covering: region.rect.scaled(by: strength.reach))
    hidden =
      region.state == .applied ? frame.visibleRect(of: geometry.uprightRect(of: units)) : nil
  }

  var color: OverlayCanvas.Color { isDoubtful ? .doubtful : .face }
}

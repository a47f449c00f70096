internal import ImageProcessingKit

/// What came of a portrait in one format: what there is to be judged.
struct FormatTrial {
  /// What `blur` hid.
  var hidden: [PlannedRegion]
  /// What `verify` says of the render, given the portrait and the record.
  var render: PhotoVerifier.Verdict
  /// What it says of the render with a picture planted in it.
  var planted: PhotoVerifier.Verdict
  /// Where in that file the picture lies.
  var place: Range<Int>

  /// What does not work; nil where all does. A test that finds nothing wrong whatever it is shown would be worth nothing: that is why
  /// something is planted.
  var fault: String? {
    guard SelfTestPhoto.isFaceFound(in: hidden) else { return SelfTestPhoto.notFound }
    if let reason = render.unread { return "the render cannot be read: \(reason)" }
    if let problem = render.problems.first { return "the gate refuses the render: \(problem)" }
    if let stranger = render.blocks.first(where: { !$0.isAllowed }) {
      return "the render holds what it should not: \(stranger.name)"
    }
    let isFound = planted.blocks.contains { block in
      !block.isAllowed && block.mayShowFace == .yes && block.range.overlaps(place)
    }
    return isFound ? nil : "verify did not find a picture that was hidden in the render"
  }
}

/// Why a plan cannot be corrected as a person asked. Whoever knows the photo adds its name.
extension FaceBlurError {
  /// How many ids a message names.
  private static let namedIDs = 20

  /// - Parameters:
  ///   - known: the ids that there are.
  ///   - what: they are of.
  static func unknownRegion(
    _ id: String, known: [String], of what: String = "region"
  ) -> FaceBlurError {
    FaceBlurError(
      .unknownRegion, "there is no \(what) '\(id)'",
      advice: known.isEmpty
        ? "no face was found and none was drawn"
        : "there are \(known.prefix(namedIDs).joined(separator: ", "))\(known.count > namedIDs ? " and \(known.count - namedIDs) more" : "")"
    )
  }

  /// Two corrections of one region contradict each other, or of one track.
  static func conflictingCorrections(
    of id: String, _ first: Advice.Remedy, _ second: Advice.Remedy, of what: String = "region"
  ) -> FaceBlurError {
    FaceBlurError(
      .conflictingCorrections, "what is asked for \(what) \(id) contradicts itself",
      advice: first == second ? "leave one \(first) out" : "leave \(first) or \(second) out")
  }

  /// A box has no part in the upright picture of a size in pixels, or reaches absurdly far beyond it.
  static func boxOutside(_ box: RegionBox, width: Int, height: Int) -> FaceBlurError {
    FaceBlurError(
      .boxOutside,
      "the box \(box) is not in the picture, which stands upright \(width) × \(height) pixels large",
      advice: "name one that is")
  }

  /// A box has so small a part in the upright picture of a size in pixels that it would hide nothing.
  static func boxTooSmall(_ box: RegionBox, width: Int, height: Int) -> FaceBlurError {
    FaceBlurError(
      .boxOutside,
      "less than half a pixel of the box \(box) is in the picture, which stands upright \(width) × \(height) pixels large",
      advice: "name a larger one")
  }

  /// Times of a box are not those of a film.
  /// - Parameter duration: of the film, in seconds.
  static func timesOutside(_ times: ShownTimes, duration: Double) -> FaceBlurError {
    let end = (duration * 1000).rounded() / 1000
    return FaceBlurError(
      .timesOutside, "the time \(times) is not in the film, which is \(end) seconds long",
      advice: "name times from 0 to \(end)")
  }

  /// Nothing is shown at the times of a box: an edit list has a pause there.
  static func nothingShown(_ times: ShownTimes) -> FaceBlurError {
    FaceBlurError(.timesOutside, "no frame of the film is shown at \(times)", advice: "name other times")
  }

  static func tooManyRegions(_ count: Int) -> FaceBlurError {
    FaceBlurError(
      .tooManyRegions,
      "the edit would hold \(count) regions, more than the limit of \(RegionPlan.maxRegions)",
      advice: "draw fewer and larger ones")
  }

  static var strengthOutOfRange: FaceBlurError {
    FaceBlurError(
      .strengthOutOfRange,
      "cells go from \(ObscuringStrength.allowedCells.lowerBound) to \(ObscuringStrength.allowedCells.upperBound), those of"
        + " pixelate to \(ObscuringStrength.allowedMeans.upperBound), the margin from"
        + " \(ObscuringStrength.allowedMargins.lowerBound) to \(ObscuringStrength.allowedMargins.upperBound)")
  }

  /// The corrected plan would obscure nothing of what was found.
  /// - Parameter photo: whose edit could be taken back; nil where there is none yet.
  static func nothingLeft(_ photo: FilePath?) -> FaceBlurError {
    FaceBlurError(
      .nothingLeft, "nothing would be left obscured",
      advice: photo.map { photo -> Advice in "if that is right, \(.revert(photo))" }
        ?? "leave \(.exclusion) out")
  }

  /// Something is named that was found in what was here before, and bears another name, if any, in what is there now.
  /// - Parameter what: is named.
  static func namesOfAnother(_ what: String) -> FaceBlurError {
    FaceBlurError(
      .originalChanged,
      "the original has changed since, and no \(what) that was found in it has its name in what is there now",
      advice: "\(.rebase), and correct what is found then")
  }

  /// There is nothing to begin an edit with: no face was found and none was drawn.
  static var nothingFound: FaceBlurError {
    FaceBlurError(
      .nothingFound, "no face was found, so there is nothing to obscure", advice: "\(.drawRegion)")
  }

  /// The photo is the render of another one.
  package static func isRender(of original: FilePath) -> FaceBlurError {
    FaceBlurError(
      .isRender, "this is the render of \(original)", advice: "\(.takeOriginal(original)) instead")
  }

  /// The same of what was named as the original of a file.
  package static func isNoOriginal(_ render: FilePath, butRenderOf original: FilePath) -> FaceBlurError {
    FaceBlurError(
      .isRender, file: render, "this is the render of \(original)", advice: "\(.giveAsOriginal(original))")
  }
}

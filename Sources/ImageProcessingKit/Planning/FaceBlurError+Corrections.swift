/// Why a plan cannot be corrected as a person asked. Whoever knows the photo adds its name.
extension FaceBlurError {
  /// How many ids a message names.
  private static let namedIDs = 20

  /// - Parameter known: the ids that there are.
  static func unknownRegion(_ id: String, known: [String]) -> FaceBlurError {
    FaceBlurError(
      .unknownRegion, "there is no region '\(id)'",
      advice: known.isEmpty
        ? "no face was found and none was drawn"
        : "there are \(known.prefix(namedIDs).joined(separator: ", "))\(known.count > namedIDs ? " and \(known.count - namedIDs) more" : "")"
    )
  }

  /// Two corrections of one region contradict each other.
  static func conflictingCorrections(
    of id: String, _ first: Advice.Remedy, _ second: Advice.Remedy
  ) -> FaceBlurError {
    FaceBlurError(
      .conflictingCorrections, "what is asked for region \(id) contradicts itself",
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

  static var strengthOutOfRange: FaceBlurError {
    FaceBlurError(
      .strengthOutOfRange,
      "cells go from \(ObscuringStrength.allowedCells.lowerBound) to \(ObscuringStrength.allowedCells.upperBound), those of"
        + " pixelate to \(ObscuringStrength.allowedMeans.upperBound), the margin from"
        + " \(ObscuringStrength.allowedMargins.lowerBound) to \(ObscuringStrength.allowedMargins.upperBound)")
  }

  /// The corrected plan would obscure nothing of a photo that has been edited.
  static func nothingLeft(_ photo: FilePath) -> FaceBlurError {
    FaceBlurError(
      .nothingLeft, "nothing would be left obscured", advice: "if that is right, \(.revert(photo))")
  }

  /// There is nothing to begin an edit with: no face was found and none was drawn.
  static var nothingFound: FaceBlurError {
    FaceBlurError(
      .nothingFound, "no face was found, so there is nothing to obscure", advice: "\(.drawRegion)")
  }

  /// The photo is the render of another one.
  static func isRender(of original: FilePath) -> FaceBlurError {
    FaceBlurError(.isRender, "this is the render of \(original)", advice: "\(.edit(original)) instead")
  }
}

/// Why faces cannot be followed through a film. Whoever knows the film adds its name.
extension FaceBlurError {
  /// More faces in one frame than are followed.
  static func tooManyTracks(_ limit: Int) -> FaceBlurError {
    FaceBlurError(
      .tooManyFaces, "more than \(limit) places look like faces at the same time",
      advice: "\(.raiseThreshold)")
  }

  /// More faces for longer than memory holds.
  static func tooManyTrackBoxes(_ limit: Int) -> FaceBlurError {
    FaceBlurError(
      .tooManyFaces,
      "so many places look like faces for so long that there are more than \(limit) boxes in one scene",
      advice: "\(.raiseThreshold), or cut the film into shorter ones")
  }
}

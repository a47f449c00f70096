/// A place where a face should be in a frame, because it was seen there in one before or after.
struct ExpectedFace: Sendable, Hashable {
  /// Upright and normalised.
  var rect: NormalizedRect
  /// How far the picture was turned counterclockwise when it was seen, 0 to 359.
  var degrees = 0
  /// Whether it is looked for turned other ways, too, where it is not seen.
  var isLookedForTurned = false
}

/// A detector that can follow faces through the frames of a film: it looks at all of them quickly, at some in full, and closely where a
/// face should be. It tells what it is not sure of, too, because along a track that adds up.
///
/// As every detector it is used by one task at a time.
protocol FrameDetecting: FaceDetecting {
  /// What one quick look at a whole frame sees, each face once.
  /// - Parameter floor: the least probability that counts, 0…1.
  /// - Throws: `FaceBlurError` where the engine fails.
  func quickSightings(in picture: PixelBuffer, floor: Double) throws(FaceBlurError) -> [FaceSighting]

  /// What all looks of the detector's effort see, each face once.
  /// - Parameters:
  ///   - size: the frame's, upright, in pixels, which the picture may be smaller than.
  ///   - floor: the least probability that counts, 0…1.
  /// - Throws: `FaceBlurError` where the engine fails.
  func fullSightings(
    in picture: PixelBuffer, ofFrame size: (width: Int, height: Int), floor: Double
  ) throws(FaceBlurError) -> [FaceSighting]

  /// What close looks around some places see, each face once; faces beside them may be among it.
  /// - Parameter floor: the least probability that counts, 0…1.
  /// - Throws: `FaceBlurError` where the engine fails.
  func closeSightings(
    in picture: PixelBuffer, of expected: [ExpectedFace], floor: Double
  ) throws(FaceBlurError) -> [FaceSighting]
}

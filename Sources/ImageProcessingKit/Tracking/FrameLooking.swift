/// Who looks at the frames of a film. It is used by one task at a time.
protocol FrameLooking: AnyObject {
  /// The least probability that is believed of one frame alone, 0…1.
  var threshold: Double { get }
  /// The least probability that counts along a track, 0…1.
  var floor: Double { get }

  /// What one quick look at a whole frame sees.
  /// - Throws: `FaceBlurError` where the engine fails.
  func quickLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting]

  /// What all looks at a whole frame see.
  /// - Throws: `FaceBlurError` where the engine fails or the large picture cannot be made.
  func fullLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting]

  /// What is seen around some places of a frame; what stands beside them may be among it.
  /// - Throws: `FaceBlurError` where the engine fails.
  func closeLook(
    at frame: FilmFrame, for expected: [ExpectedFace]
  ) throws(FaceBlurError) -> [FaceSighting]
}

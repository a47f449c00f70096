/// The looks of a detector. One that knows nothing of films looks at every frame as at a photo, and nowhere closely.
final class DetectorLooks: FrameLooking {
  private let detector: any FaceDetecting

  /// How much less than in a single picture is enough along a track.
  private static let floorShare = 0.4

  init(_ detector: any FaceDetecting) { self.detector = detector }

  var threshold: Double { detector.identity.threshold }
  /// With the usual threshold it is 0.26, which YuNet says at a score of 0.34; what it says below 0.2 is never heard.
  var floor: Double { threshold * Self.floorShare }

  /// The long side in pixels of the largest picture that full looks make use of.
  var longestLook: Int { detector.longestLook }

  func quickLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] {
    guard let detector = detector as? any FrameDetecting else { return try sightings(in: frame.picture) }
    return try detector.quickSightings(in: frame.picture, floor: floor)
  }

  func fullLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] {
    let picture = try frame.large?() ?? frame.picture
    guard let detector = detector as? any FrameDetecting else { return try sightings(in: picture) }
    return try detector.fullSightings(in: picture, ofFrame: frame.size, floor: floor)
  }

  func closeLook(
    at frame: FilmFrame, for expected: [ExpectedFace]
  ) throws(FaceBlurError) -> [FaceSighting] {
    guard let detector = detector as? any FrameDetecting, !expected.isEmpty else { return [] }
    return try detector.closeSightings(in: frame.picture, of: expected, floor: floor)
  }

  private func sightings(in picture: PixelBuffer) throws(FaceBlurError) -> [FaceSighting] {
    try detector.faces(in: picture).checked(of: detector.identity).map {
      FaceSighting(rect: $0.rect, score: $0.score, kind: $0.kind)
    }
  }
}

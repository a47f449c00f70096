/// The looks of a detector at all views of a frame. One that knows nothing of films looks at every frame as at a photo, and nowhere closely.
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
    try look(at: frame) { (view) throws(FaceBlurError) in
      guard let detector = detector as? any FrameDetecting else { return try sightings(in: view.picture) }
      return try detector.quickSightings(in: view.picture, floor: floor)
    }
  }

  func fullLook(at frame: FilmFrame) throws(FaceBlurError) -> [FaceSighting] {
    try look(at: frame) { (view) throws(FaceBlurError) in
      let picture = try view.large?() ?? view.picture
      guard let detector = detector as? any FrameDetecting else { return try sightings(in: picture) }
      return try detector.fullSightings(in: picture, ofFrame: frame.size, floor: floor)
    }
  }

  func closeLook(
    at frame: FilmFrame, for expected: [ExpectedFace]
  ) throws(FaceBlurError) -> [FaceSighting] {
    guard let detector = detector as? any FrameDetecting, !expected.isEmpty else { return [] }
    return try look(at: frame) { (view) throws(FaceBlurError) in
      try detector.closeSightings(in: view.picture, of: expected, floor: floor)
    }
  }

  /// What is seen in any view of a frame, each face once.
  private func look(
    at frame: FilmFrame, _ see: (FrameView) throws(FaceBlurError) -> [FaceSighting]
  ) throws(FaceBlurError) -> [FaceSighting] {
    var seen: [FaceSighting] = []
    for view in frame.views { seen += try see(view) }
    return frame.views.count > 1 ? seen.joined() : seen
  }

  private func sightings(in picture: PixelBuffer) throws(FaceBlurError) -> [FaceSighting] {
    try detector.faces(in: picture).checked(of: detector.identity).map {
      FaceSighting(rect: $0.rect, score: $0.score, kind: $0.kind)
    }
  }
}

/// A look that was begun while the picture was still being made: the longest one, which needs its first rows first.
final class BegunLook: Sendable {
  /// The picture that is looked at.
  let picture: GrowingPicture
  /// As the effort lists it.
  let pass: DetectionEffort.Pass
  private let seen: Future<[FaceCandidate]?>

  /// - Parameters:
  ///   - pass: is not turned.
  ///   - photoSide: the long side of the photo in pixels.
  ///   - network: nobody else's.
  init(
    _ pass: DetectionEffort.Pass, at picture: GrowingPicture, ofPhoto photoSide: Int,
    _ effort: DetectionEffort,
    with network: FaceNetwork
  ) {
    // No other thread has the network.
    struct Lent: @unchecked Sendable { let network: FaceNetwork }
    let lent = Lent(network: network)
    self.picture = picture
    self.pass = pass
    seen = Future { () throws(FaceBlurError) in
      try picture.read { (place) throws(FaceBlurError) -> [FaceCandidate]? in
        let pictureSide = max(place.width, place.height)
        let settled = WholeLooks.settled(
          pass, degrees: 0, pictureSide: pictureSide, photoSide: photoSide, effort)
        // A smaller picture is made of all rows.
        guard settled.key.longSide >= pictureSide else { return nil }
        return try lent.network.candidates(
          in: picture, at: place, longSide: settled.key.longSide, floor: settled.floor)
      } ?? nil
    }
  }

  /// Waits for what is seen; around one face there are several boxes.
  /// - Returns: nil where the look was not taken.
  /// - Throws: `FaceBlurError` where it failed.
  func candidates() throws(FaceBlurError) -> [FaceCandidate]? { try seen.value() }

  /// Waits until the thread does nothing more.
  func wait() { _ = try? seen.value() }
}

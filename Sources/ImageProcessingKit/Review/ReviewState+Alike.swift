/// Questions that may be one and the same.
extension ReviewState {
  /// A region in a photo.
  struct Place: Sendable {
    let photo: Int
    let path: FilePath
    let region: PlannedRegion
  }

  /// How much of their union two boxes share at least that are at the same place.
  private static let samePlace = 0.8
  /// More pictures are not compared for one question.
  private static let mostCandidates = 200

  /// Open questions about a region at the same place of photos of the same size; the nearest ones in the list first.
  /// - Throws: `FaceBlurError` where there is no such region.
  func candidates(
    _ number: Int, _ id: String
  ) throws(FaceBlurError) -> (first: Place, others: [Place]) {
    let (recorded, current) = try item(number).reviewable()
    guard let region = current.plan.regions.first(where: { $0.id == id }) else {
      throw FaceBlurError.unknownRegion(id, known: current.plan.regions.map(\.id)).naming(items[number].name)
    }
    let first = Place(photo: number, path: recorded.path, region: region)
    var others: [Place] = []
    for (other, item) in items.enumerated() where other != number && item.failure == nil {
      guard let known = item.recorded, known.frame == recorded.frame, let plan = item.current?.plan,
        item.answers.looked == nil
      else { continue }
      for candidate in plan.applied
      where candidate.isDoubtful && candidate.kind == region.kind
        && candidate.rect.overlap(region.rect) > Self.samePlace
        && item.answers.answer(about: candidate) == nil
      {
        others.append(Place(photo: other, path: known.path, region: candidate))
      }
    }
    others.sort { (abs($0.photo - number), $0.photo) < (abs($1.photo - number), $1.photo) }
    return (first, Array(others.prefix(Self.mostCandidates)))
  }
}

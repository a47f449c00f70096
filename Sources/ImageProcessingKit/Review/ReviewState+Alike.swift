/// Questions that may be one and the same.
extension ReviewState {
  /// A region in a photo.
  struct Place: Sendable {
    let photo: Int
    let path: FilePath
    let region: PlannedRegion
    /// Of the photo.
    let basis: String
  }

  /// More pictures are not compared for one question.
  private static let mostCandidates = 200

  /// Open questions that may be the one about a region, by place alone; the nearest photos in the list first.
  /// - Throws: `FaceBlurError` where there is no such region.
  func candidates(
    _ number: Int, _ id: String
  ) throws(FaceBlurError) -> (first: Place, others: [Place]) {
    let (recorded, current) = try item(number).reviewable()
    guard let region = current.plan.regions.first(where: { $0.id == id }) else {
      throw FaceBlurError.unknownRegion(id, known: current.plan.regions.map(\.id)).naming(items[number].name)
    }
    let others = ReviewLikeness.candidates(for: id, of: number, among: items.map(\.reviewed))
      .sorted { (abs($0.photo - number), $0.photo) < (abs($1.photo - number), $1.photo) }
      .prefix(Self.mostCandidates)
      .compactMap { other in
        items[other.photo].recorded.map {
          Place(
            photo: other.photo, path: $0.path, region: other.region, basis: items[other.photo].basis)
        }
      }
    return (Place(photo: number, path: recorded.path, region: region, basis: items[number].basis), others)
  }
}

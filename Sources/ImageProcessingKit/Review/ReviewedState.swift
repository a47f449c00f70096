/// What of a photo decides which questions a person is asked about it.
package struct ReviewedState: Sendable, Hashable {
  /// With the person's changes; rectangles are fractions of the whole.
  package var regions: [PlannedRegion]
  /// Nil where the photo's size is not known: nothing is taken to be like anything in it.
  package var frame: PictureFrame?
  /// The ids of regions that a person has answered.
  package var looked: Set<String>
  /// Whether a person has answered for the photo as a whole.
  package var isLooked: Bool
  /// Whether its faces are known and it can be shown.
  package var isReviewable: Bool
  /// How many cells a region has where nothing was seen in it; nil where that is not known.
  package var cells: Int?
  /// The ids of regions that are in doubt whatever their scores.
  package var doubted: Set<String> = []

  package init(
    regions: [PlannedRegion] = [], frame: PictureFrame? = nil, looked: Set<String> = [],
    isLooked: Bool = false, isReviewable: Bool = true, cells: Int? = nil
  ) {
    self.regions = regions
    self.frame = frame
    self.looked = looked
    self.isLooked = isLooked
    self.isReviewable = isReviewable
    self.cells = cells
  }

  /// What a person is to be asked about a region; nil where that is answered or was never in question.
  func question(about region: PlannedRegion) -> ReviewQueue.Kind? {
    // What a person left open is theirs.
    guard region.state == .applied, !isLooked, !looked.contains(region.id) else { return nil }
    if region.isDoubtful || doubted.contains(region.id), !region.isDecided { return .doubtful }
    return wasSeenAgain(region) ? .seenAgain : nil
  }

  /// Whether the second look saw a face in what the region shows, so that it has fewer cells than others of its style.
  private func wasSeenAgain(_ region: PlannedRegion) -> Bool {
    guard let own = region.cells else { return false }
    return cells.map { own < $0 } ?? true
  }
}

extension ReviewedState {
  /// The questions about one photo: those about its regions in their order, or else the one about the photo.
  var questions: [(region: PlannedRegion?, kind: ReviewQueue.Kind)] {
    guard isReviewable, !isLooked else { return [] }
    var asked: [(region: PlannedRegion?, kind: ReviewQueue.Kind)] = []
    for region in regions {
      if let kind = question(about: region) { asked.append((region, kind)) }
    }
    if asked.isEmpty { asked.append((nil, regions.contains { $0.state == .applied } ? .rest : .noFace)) }
    return asked
  }
}

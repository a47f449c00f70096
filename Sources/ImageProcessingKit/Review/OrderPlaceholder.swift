// Stands in until the order of questions and the pictures are merged.

struct ReviewedState: Sendable {
  var regions: [PlannedRegion]
  var frame: PictureFrame?
  var looked: Set<String>
  var isLooked: Bool
  var isReviewable: Bool
}

struct ReviewOrder {
  static func questions(_ photos: [ReviewedState]) -> [ReviewQueue.Question] {
    var byKind: [[ReviewQueue.Question]] = [[], [], [], []]
    for (number, photo) in photos.enumerated() where photo.isReviewable && !photo.isLooked {
      let applied = photo.regions.filter { $0.state == .applied }
      let asked = applied.filter { $0.isDoubtful || $0.cells != nil }
      for region in asked where !photo.looked.contains(region.id) {
        let kind: ReviewQueue.Kind = region.isDoubtful ? .doubtful : .seenAgain
        byKind[region.isDoubtful ? 0 : 1].append(
          ReviewQueue.Question(photo: number, region: region.id, kind: kind, alike: 0))
      }
      guard asked.isEmpty else { continue }
      let isEmpty = applied.isEmpty
      byKind[isEmpty ? 2 : 3].append(
        ReviewQueue.Question(photo: number, region: nil, kind: isEmpty ? .noFace : .rest, alike: 0))
    }
    return byKind.flatMap(\.self)
  }
}

final class ReviewPictures: Sendable {
  private let reader: PhotoReader

  init(reader: PhotoReader) { self.reader = reader }

  func picture(
    _ key: Int, at path: FilePath, _ picture: ReviewPicture, plan: RegionPlan, filters: ToneFilters
  ) throws(FaceBlurError) -> [UInt8] {
    let photo = try OriginalPhoto.open(path, with: reader, locked: false).photo
    var side = 320
    if case .shown(let longSide) = picture { side = longSide }
    if case .original(let longSide) = picture { side = longSide }
    var shown = try photo.displayImage(fitting: side, at: path).pixels
    if case .shown = picture { shown.show(plan, filters, of: photo) }
    return try DisplayFile.encode(shown.visible(in: photo.geometry.frame))
  }

  func likeness(
    _ a: (key: Int, path: FilePath, region: PlannedRegion),
    _ b: (key: Int, path: FilePath, region: PlannedRegion)
  ) throws(FaceBlurError) -> Bool { false }
}

internal import FoundationEssentials
internal import ImageProcessingKit

/// A photo as it is now: `GET /api/photo/N`.
struct PhotoObject: Encodable {
  struct Step: Encodable {
    let number: Int
    let kind: String
    let time: String
    let enabled: Bool
  }

  private enum Key: CodingKey {
    case photo, version, basis, name, width, height, regions, looked, style, shape, cells, margin
    case sepia, vignette, hasTable, look, steps, changed, reverted, warnings, views, film
  }

  private let photo: ReviewedPhoto
  private let regions: [ReviewedRegionObject]

  /// - Parameter questions: those that are open, of whatever photo.
  init(_ photo: ReviewedPhoto, _ questions: [ReviewQueue.Question]) {
    self.photo = photo
    let seenAgain = Set(
      questions.lazy.filter { $0.photo == photo.number && $0.kind == .seenAgain }.compactMap(\.region))
    regions = photo.regions.map { region in
      ReviewedRegionObject(
        region: region, isSeenAgain: seenAgain.contains(region.id),
        isLooked: photo.looked.contains(region.id), times: photo.film?.tracks[region.id])
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(photo.number, forKey: .photo)
    try container.encode(photo.version, forKey: .version)
    try container.encode(photo.basis, forKey: .basis)
    try container.encode(photo.name.shown, forKey: .name)
    try container.encode(photo.width, forKey: .width)
    try container.encode(photo.height, forKey: .height)
    try container.encode(regions, forKey: .regions)
    try container.encode(photo.isLooked, forKey: .looked)
    try container.encode(photo.strength.style.rawValue, forKey: .style)
    try container.encode(photo.strength.shape.rawValue, forKey: .shape)
    try container.encode(photo.strength.cells, forKey: .cells)
    try container.encode(photo.strength.margin, forKey: .margin)
    try container.encode(photo.filters.sepia, forKey: .sepia)
    try container.encode(photo.filters.vignette, forKey: .vignette)
    try container.encode(photo.filters.lut != nil, forKey: .hasTable)
    try container.encode(photo.filters.tableName, forKey: .look)
    try container.encode(
      photo.steps.map {
        Step(
          number: $0.number, kind: $0.kind.rawValue, time: $0.madeAt.formatted(.iso8601),
          enabled: $0.isEnabled)
      }, forKey: .steps)
    try container.encode(photo.isChanged, forKey: .changed)
    try container.encode(photo.isReverted, forKey: .reverted)
    try container.encode(photo.warnings.map(PlainText.visible), forKey: .warnings)
    // In words, and by its place: the first is `view=1` of a picture. Absent where all viewers show the photo alike.
    try container.encodeIfPresent(photo.views.isEmpty ? nil : photo.views.map(\.words), forKey: .views)
    try container.encode(photo.film.map(FilmTimesObject.init), forKey: .film)
  }
}

/// A region in fractions of what viewers show.
struct ReviewedRegionObject: Encodable {
  private enum Key: CodingKey {
    case id, x, y, width, height, state, origin, kind, score, doubtful, seenAgain, looked, times
  }

  let region: PlannedRegion
  let isSeenAgain: Bool
  let isLooked: Bool
  /// Of a film's.
  let times: ReviewedTimes.Track?

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(region.id, forKey: .id)
    try container.encode(region.rect.x, forKey: .x)
    try container.encode(region.rect.y, forKey: .y)
    try container.encode(region.rect.width, forKey: .width)
    try container.encode(region.rect.height, forKey: .height)
    try container.encode(region.state, forKey: .state)
    try container.encode(region.origin, forKey: .origin)
    try container.encode(region.kind, forKey: .kind)
    try container.encode(region.score, forKey: .score)
    try container.encode(region.isDoubtful || times?.isDoubtful == true, forKey: .doubtful)
    try container.encode(isSeenAgain, forKey: .seenAgain)
    try container.encode(isLooked, forKey: .looked)
    try container.encodeIfPresent(times.map(TrackTimesObject.init), forKey: .times)
  }
}

/// What a change has made: `POST /api/photo/N`, `/api/undo`, `/api/redo`, `/api/alike`.
struct ChangedObject: Encodable {
  let photo: PhotoObject
  let queue: QueueStateObject
}

/// Something else was changed meanwhile, and nothing was done.
struct StaleObject: Encodable {
  let revision: Int
  /// `revision`: something in the review, whatever it is; `photo`: a photo or its edit, outside of the review; `decision`: what is decided
  /// about a photo; `basis`: nothing that is known, but the change does not say what it was decided on.
  let cause: String
  /// The photo that is meant; absent where that is none.
  let photo: Int?
  /// For people.
  let error: String
}

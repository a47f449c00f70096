/// What a photo is to be made of: all of it, whatever was decided before. Regions are fractions of the whole photo.
struct ReviewEdit: Sendable, Hashable, Codable {
  var plan: RegionPlan
  var filters: ToneFilters
  /// The recorded step, from 1, that a person has gone back to; nil for the newest one.
  var step: Int?
  /// Whether the recorded edit is to be taken back as a whole.
  var isReverted = false
  /// Of a film: from which time to which its regions are there that have one box for all of it, by their ids, in ticks; nil of photos.
  var spans: [String: ClosedRange<Int>]?

  init(plan: RegionPlan, filters: ToneFilters = ToneFilters()) {
    self.plan = plan
    self.filters = filters
  }

  /// - Throws: `FaceBlurError` where a value is out of range.
  init(_ state: EditState) throws(FaceBlurError) {
    self.init(plan: try state.plan(), filters: state.tone.filters)
  }

  /// As records have it.
  /// - Parameter detector: what found the regions.
  func state(foundBy detector: DetectorIdentity) -> EditState {
    var state = EditState()
    state.faceBlur = FaceBlurAdjustment(plan, foundBy: detector)
    state.tone = ToneAdjustment(filters)
    return state
  }

  /// Whether a render of one would be a render of the other: how many cells a second look left is no difference that a person made.
  func rendersLike(_ other: ReviewEdit) -> Bool {
    filters == other.filters && isReverted == other.isReverted && spans == other.spans
      && withoutCells == other.withoutCells
  }

  /// Whether it is another edit as it stands: nothing is to be rendered for it, and no step to be gone back to.
  func isSame(as start: ReviewEdit) -> Bool { step == start.step && rendersLike(start) }

  private var withoutCells: RegionPlan {
    var plan = plan
    for index in plan.regions.indices { plan.regions[index].cells = nil }
    // In what order they are listed is none, either.
    plan.regions.sort { $0.id < $1.id }
    return plan
  }

  /// Whether each region is where one of the same id is in another edit, as nearly as a render moves them.
  func hasPlaces(of other: ReviewEdit?) -> Bool {
    guard let others = other?.plan.regions, others.count == plan.regions.count else { return false }
    let places = Dictionary(others.map { ($0.id, $0.rect) }, uniquingKeysWith: { first, _ in first })
    return plan.regions.allSatisfy { region in
      places[region.id].map { $0.overlap(region.rect) > RegionPlan.sameFace } ?? false
    }
  }

  /// The edit with what a person had drawn in another one of the same photo or film and this one does not hide; nil where that is nothing.
  func adding(drawnIn other: ReviewEdit) -> ReviewEdit? {
    var next = self
    for region in other.plan.applied where region.origin == .manual {
      guard let span = other.spans?[region.id] else {
        // Of a photo; what of a film has no span of its own is recorded.
        if other.spans == nil, spans == nil {
          next.plan = next.plan.keeping(RegionPlan(regions: [region], strength: plan.strength))
        }
        continue
      }
      let isKnown = next.plan.applied.contains { $0.rect == region.rect && next.spans?[$0.id] == span }
      guard !isKnown else { continue }
      var drawn = region
      drawn.id = next.plan.freeIDs("m", count: 1)[0]
      next.plan.regions.append(drawn)
      next.spans = (next.spans ?? [:]).merging([drawn.id: span]) { $1 }
    }
    return next == self ? nil : next
  }

  /// Whether every face would be as visible as in the photo.
  var hidesNothing: Bool { plan.applied.isEmpty }
  /// Whether a render would be the photo itself.
  var changesNothing: Bool { hidesNothing && filters.isNeutral }
}

/// What a person has answered about a photo, in whatever review. An answer holds as long as what was shown is as it was then.
struct ReviewAnswers: Sendable, Hashable, Codable {
  enum Kind: String, Sendable, Codable {
    /// It stays hidden.
    case hidden
    /// It may be seen.
    case visible
    case drawn
    case moved
  }

  struct Answer: Sendable, Hashable, Codable {
    var kind: Kind
    /// Where the region was, in fractions of the whole photo.
    var rect: NormalizedRect
    /// Seconds since 1970.
    var time: Int
  }

  /// By the regions' ids.
  var regions: [String: Answer] = [:]
  /// When the photo as a whole was answered for, in seconds since 1970; nil where nobody has. See `isLooked`.
  var looked: Int?
  /// The hash of the output that lay in the target then; nil where there was none, and where an earlier version kept the answer.
  var lookedOutput: String?

  init() {}

  var isEmpty: Bool { regions.isEmpty && looked == nil }

  /// When anything was answered, in seconds since 1970.
  var times: [Int] { regions.values.map(\.time) + [looked].compactMap(\.self) }

  /// The answer about a region; nil where nobody has answered, or it is another one since.
  func answer(about region: PlannedRegion) -> Answer? {
    guard let answer = regions[region.id], answer.rect == region.rect,
      (answer.kind == .visible) == (region.state == .excluded)
    else { return nil }
    return answer
  }

  /// Whether a person has answered for the photo as a whole, with all that is in it now.
  func isLooked(_ plan: RegionPlan) -> Bool {
    looked != nil && plan.regions.allSatisfy { answer(about: $0) != nil }
  }

  /// The ids of those regions that a person has answered.
  func looked(in plan: RegionPlan) -> Set<String> {
    Set(plan.regions.lazy.filter { answer(about: $0) != nil }.map(\.id))
  }

  /// Takes an answer about each of some regions, as they are; what was drawn or moved stays called so.
  mutating func take(_ ids: some Sequence<String>, in plan: RegionPlan, at time: Int, as kind: Kind? = nil) {
    let ids = Set(ids)
    for region in plan.regions where ids.contains(region.id) {
      let known = regions[region.id].flatMap { $0.rect == region.rect && $0.kind != .visible ? $0.kind : nil }
      let usual: Kind = region.state == .excluded ? .visible : known ?? .hidden
      // Who says the same again says nothing new.
      if answer(about: region)?.kind == kind ?? usual { continue }
      regions[region.id] = Answer(kind: kind ?? usual, rect: region.rect, time: time)
    }
  }

  /// Forgets answers about what is not so. Where something is gone that was to stay hidden, the photo as a whole is to be looked at again.
  mutating func prune(to plan: RegionPlan) {
    let known = looked(in: plan)
    if regions.contains(where: { !known.contains($0.key) && $0.value.kind != .visible }) { looked = nil }
    regions = regions.filter { known.contains($0.key) }
  }
}

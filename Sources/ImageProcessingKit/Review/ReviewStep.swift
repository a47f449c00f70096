/// One decision about a photo, for taking it back and making it again: of what it has changed, how that was before and how it was after. What stays
/// as it is is not kept with it: a photo may have thousands of regions, and of each somebody decides.
struct ReviewStep: Sendable {
  let key: FilePath
  let before: Side
  let after: Side

  init(key: FilePath, before: Side, after: Side) {
    (self.key, self.before, self.after) = (key, before, after)
  }

  init(key: FilePath, from before: ReviewItem.Snapshot, to after: ReviewItem.Snapshot) {
    self.init(
      key: key, before: .part(Part(of: before, otherThan: after)),
      after: .part(Part(of: after, otherThan: before)))
  }

  /// How a photo is on one side of it.
  enum Side: Sendable, Hashable {
    case part(Part)
    /// All of the photo: so earlier versions kept it.
    case whole(ReviewItem.Snapshot)

    /// The photo on this side.
    /// - Parameter now: the photo as it is.
    /// - Returns: nil where no photo could be so.
    func applied(to now: ReviewItem.Snapshot) -> ReviewItem.Snapshot? {
      switch self {
      case .part(let part): part.applied(to: now)
      case .whole(let snapshot): snapshot
      }
    }

    /// Nil where it says nothing of them.
    var filters: ToneFilters? {
      switch self {
      case .part(let part): part.filters
      case .whole(let snapshot): snapshot.edit.filters
      }
    }

    /// When anything was answered, in seconds since 1970.
    var times: [Int] {
      switch self {
      case .part(let part): part.answers.values.compactMap { $0?.time } + [part.look?.time].compactMap(\.self)
      case .whole(let snapshot): snapshot.answers.times
      }
    }
  }

  /// What of a photo is other on one side than on the other one.
  struct Part: Sendable, Hashable {
    /// When the photo as a whole was answered for, and which output then; as `ReviewAnswers` has both.
    struct Look: Sendable, Hashable, Codable {
      var time: Int?
      var output: String?
    }

    /// As they are on this side.
    var regions: [PlannedRegion]
    /// The ids of those that there are on the other side alone.
    var gone: [String]
    var strength: ObscuringStrength?
    var filters: ToneFilters?
    var step: Int?
    var isReverted: Bool
    /// By the ids of regions, as `ReviewEdit` and `ReviewAnswers` have them; nil for what there is on the other side alone.
    var spans: [String: ClosedRange<Int>?]
    var answers: [String: ReviewAnswers.Answer?]
    var look: Look?

    init(of snapshot: ReviewItem.Snapshot, otherThan other: ReviewItem.Snapshot) {
      let (edit, otherEdit) = (snapshot.edit, other.edit)
      let (known, ids) = (Set(otherEdit.plan.regions), Set(edit.plan.regions.map(\.id)))
      regions = edit.plan.regions.filter { !known.contains($0) }
      gone = otherEdit.plan.regions.map(\.id).filter { !ids.contains($0) }
      strength = edit.plan.strength == otherEdit.plan.strength ? nil : edit.plan.strength
      filters = edit.filters == otherEdit.filters ? nil : edit.filters
      (step, isReverted) = (edit.step, edit.isReverted)
      spans = Self.others(of: edit.spans ?? [:], than: otherEdit.spans ?? [:])
      answers = Self.others(of: snapshot.answers.regions, than: other.answers.regions)
      let looks = [snapshot, other].map {
        Look(time: $0.answers.looked, output: $0.answers.lookedOutput)
      }
      look = looks[0] == looks[1] ? nil : looks[0]
    }

    private static func others<Value: Equatable>(
      of values: [String: Value], than other: [String: Value]
    ) -> [String: Value?] {
      var others: [String: Value?] = [:]
      for (id, value) in values where other[id] != value { others[id] = .some(value) }
      for id in other.keys where values[id] == nil { others[id] = .some(nil) }
      return others
    }

    fileprivate func applied(to now: ReviewItem.Snapshot) -> ReviewItem.Snapshot? {
      var next = now
      let ids = Set(gone + regions.map(\.id))
      next.edit.plan.regions = now.edit.plan.regions.filter { !ids.contains($0.id) } + regions
      guard RegionPlan.flaw(in: next.edit.plan.regions) == nil else { return nil }
      next.edit.plan.sortForReading()
      if let strength { next.edit.plan.strength = strength }
      if let filters { next.edit.filters = filters }
      (next.edit.step, next.edit.isReverted) = (step, isReverted)
      var spans = now.edit.spans ?? [:]
      for (id, span) in self.spans { spans[id] = span }
      next.edit.spans = spans.isEmpty ? nil : spans
      for (id, answer) in answers { next.answers.regions[id] = answer }
      if let look { (next.answers.looked, next.answers.lookedOutput) = (look.time, look.output) }
      return next
    }
  }
}

/// As the store has it.
extension ReviewStep.Side: Codable {
  private enum Key: CodingKey {
    /// Of a snapshot alone.
    case edit
  }

  init(from decoder: any Decoder) throws {
    let isWhole = try decoder.container(keyedBy: Key.self).contains(.edit)
    self =
      isWhole ? .whole(try ReviewItem.Snapshot(from: decoder)) : .part(try ReviewStep.Part(from: decoder))
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .part(let part): try part.encode(to: encoder)
    case .whole(let snapshot): try snapshot.encode(to: encoder)
    }
  }
}

extension ReviewStep.Part: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    regions = try container.decodeList(
      of: PlannedRegion.self, forKey: .regions, atMost: RegionPlan.maxRegions)
    if let flaw = RegionPlan.flaw(in: regions) { throw container.flaw(.regions, flaw) }
    gone = try container.decodeTexts(
      forKey: .gone, atMost: RegionPlan.maxRegions, bytes: PlannedRegion.maxIDBytes)
    strength = try container.decodeIfPresent(ObscuringStrength.self, forKey: .strength)
    filters = try container.decodeIfPresent(ToneFilters.self, forKey: .filters)
    step = try container.decodeIfPresent(Int.self, forKey: .step)
    isReverted = try container.decode(Bool.self, forKey: .isReverted)
    spans = try container.decode([String: ClosedRange<Int>?].self, forKey: .spans)
    answers = try container.decode([String: ReviewAnswers.Answer?].self, forKey: .answers)
    look = try container.decodeIfPresent(Look.self, forKey: .look)
  }
}

internal import FoundationEssentials

/// What a person has decided about an output of a collection, as the journal keeps it.
struct CollectionDecision: Sendable, Hashable {
  /// Of the source; its steps are what was done, its render is the output.
  var record: EditRecord
  /// What a run hides of its own accord: what the output goes back to where the decision is dropped.
  var found: FaceBlurAdjustment

  /// The same as the journal has it, which is a file that anybody may have written; of a film, what `FilmDecision` reads.
  struct Stored: Sendable, Hashable {
    /// The content of a record file.
    let record: [UInt8]
    /// JSON.
    let found: String
    /// Whether it was made about another file that had the same place in the target, and is still there; no journal says so.
    var isByPlace = false

    /// - Throws: `FaceBlurError` where it is damaged, too large or a newer version's.
    func read() throws(FaceBlurError) -> CollectionDecision {
      guard case .ours(let record, _) = try RecordFile.content(of: self.record), record.base == nil else {
        throw .damagedRecord("it is another program's")
      }
      guard let found = try? JSONDecoder().decode(FaceBlurAdjustment.self, from: Data(found.utf8)) else {
        throw .damagedRecord("what was found is not told")
      }
      try found.validate()
      return CollectionDecision(record: record, found: found)
    }
  }

  /// - Throws: `FaceBlurError` where it would not be read again, of kind `recordTooLarge` where it is too large to be kept.
  func stored(at time: Date) throws(FaceBlurError) -> Stored {
    var record = record
    let content = try record.fileContent(timestamp: time)
    try found.validate()
    guard let text = try? JSONEncoder().encode(found) else { throw .damagedRecord("it cannot be written") }
    guard text.count <= ReportedTracks.maxBytes else {
      throw .recordTooLarge(counted(text.count, "byte"))
    }
    return Stored(record: content, found: String(decoding: text, as: UTF8.self))
  }

  /// A decision that changes nothing yet: what a run hides is its first step.
  init(of source: EditRecord.Source, _ found: FaceBlurAdjustment, rendered: EditRecord.Render, at time: Date)
  {
    let steps = EditRecord.steps([], adding: [.faceBlur(found)], at: time)
    record = EditRecord(source: source, steps: steps, renders: [rendered])
    self.found = found
  }

  private init(record: EditRecord, found: FaceBlurAdjustment) {
    self.record = record
    self.found = found
  }

  /// The decision after its state was rendered.
  func after(_ state: EditState, _ render: EditRecord.Render, at time: Date) -> CollectionDecision {
    var next = self
    next.record.steps = EditRecord.steps(
      record.steps, adding: state.adjustments(since: record.state), at: time)
    next.record.renders = [render]
    return next
  }

  /// What it hides, as an entry has it, and the hash of its photo.
  var hidden: (regions: ReportedRegions, sha256: String) {
    (ReportedRegions(hiddenBy: record), record.source.sha256)
  }

  /// What stands in place of a render's hash where none is written yet, which no render has.
  static let hashOfNone = String(repeating: "0", count: 64)
  /// The same where the decision is dropped as soon as that render has its place, because a run does the same then without it.
  static let hashOfDropped = String(repeating: "f", count: 64)

  /// Whether it only says what a run hides of its own accord until a render of that has its place.
  var isDropped: Bool { record.renders.last?.sha256 == Self.hashOfDropped }

  /// The decision until it is dropped: where that is killed on the way, the next run hides the same, takes nothing that was drawn for
  /// found, and drops it.
  func dropped() -> CollectionDecision {
    var dropped = self
    for index in dropped.record.renders.indices {
      dropped.record.renders[index].sha256 = Self.hashOfDropped
    }
    return dropped
  }

  /// The decision as one that counts, also where the one that it goes on from was to be dropped.
  func held() -> CollectionDecision {
    var held = self
    for index in held.record.renders.indices where isDropped {
      held.record.renders[index].sha256 = Self.hashOfNone
    }
    return held
  }

  /// What a run is to do with the photo: what was decided, and what it found itself.
  /// - Parameters:
  ///   - faces: that the run sees.
  ///   - strength: that the run asks for; the default one asks for nothing.
  ///   - version: of the photo. Where it is another one than that of the decision, what was drawn stays hidden, and the rest is looked
  ///     at anew.
  ///   - isByPlace: whether the decision was made about another file that had the same place.
  /// - Throws: `FaceBlurError` of kind `damagedRecord` where a value is out of range, and of kind `originalChanged` where nobody can tell
  ///   where in the photo what was drawn lies.
  func state(
    among faces: [DetectedFace], _ strength: ObscuringStrength, in version: PhotoVersion, isByPlace: Bool,
    foundBy detector: DetectorIdentity
  ) throws(FaceBlurError) -> EditState {
    var state = record.state
    let recorded = try state.plan()
    var plan = recorded
    if !isOf(version.sha256) {
      plan = try Self.turning(isByPlace: isByPlace, recorded.drawn) { () throws(FaceBlurError) in
        try version.plan(recorded.drawn, of: record.source.sha256, record.shape)
      }
    }
    if strength != .default { plan.strength = strength }
    plan = plan.merged(with: faces)
    // That another detector sees the same is no new step.
    if plan != recorded { state.faceBlur = FaceBlurAdjustment(plan, foundBy: detector) }
    return state
  }

  /// Finds what was drawn in a version of a photo or film that has changed.
  /// - Parameters:
  ///   - isByPlace: whether the decision was made about another file that had the same place in the target. One of other proportions is taken
  ///     for another photo then, and what was drawn stays where it was, for all anybody knows.
  ///   - drawn: where it was.
  /// - Throws: what the closure throws; where nobody can tell where it lies, with what helps in a collection.
  static func turning<Plan>(
    isByPlace: Bool, _ drawn: @autoclosure () throws(FaceBlurError) -> Plan,
    _ find: () throws(FaceBlurError) -> Plan
  ) throws(FaceBlurError) -> Plan {
    do throws(FaceBlurError) { return try find() } catch {
      guard error.kind == .originalChanged else { throw error }
      guard !isByPlace else { return try drawn() }
      var known = error
      known.advice = .onChangedSource
      throw known
    }
  }

  /// What is decided as things are.
  var state: EditState { record.state }

  func isOf(_ sha256: String) -> Bool { record.source.sha256 == sha256 }

  /// What to tell a person where the photo is not the one that the decision was made about.
  var warningOfChange: String {
    let regions = record.state.faceBlur?.regions ?? []
    return Self.warningOfChange(
      drawn: regions.filter { $0.state == .applied && $0.origin == .manual }.map(\.id),
      excluded: regions.filter { $0.state == .excluded }.map(\.id))
  }

  /// How the warning about what a person has decided to show begins.
  static let shownByDecision = "as was decided, it shows "

  /// - Parameters:
  ///   - excluded: the names of what a person has excluded.
  ///   - found: of what a run hides of its own accord and the output shows, for example because a person has moved it.
  /// - Returns: no warning where both are nothing.
  static func warnings(ofShown excluded: [String], _ found: [String] = []) -> [String] {
    let names = excluded + found.filter { !excluded.contains($0) }
    return names.isEmpty ? [] : [shownByDecision + names.joined(separator: ", ")]
  }

  /// - Parameter shown: what is not hidden any more.
  static func warningOfLess(_ shown: String) -> String {
    "it has changed since an earlier run, and what that hid is open now (\(shown)): look at it"
  }

  /// - Parameters:
  ///   - drawn: names of what a person drew.
  ///   - excluded: names of what is not hidden.
  static func warningOfChange(drawn: [String], excluded: [String]) -> String {
    let parts = [
      drawn.isEmpty ? nil : "what was drawn by hand stays hidden (\(drawn.joined(separator: ", ")))",
      excluded.isEmpty
        ? nil : "what was excluded is hidden if a face is found there (\(excluded.joined(separator: ", ")))",
    ].compactMap(\.self)
    return "it has changed since it was edited" + (parts.isEmpty ? "" : ": " + parts.joined(separator: "; "))
  }
}

/// Between a run and its workers; a record as text, since a list of numbers takes three times as much.
extension CollectionDecision.Stored: Codable {
  private enum Key: CodingKey {
    case record, found, isByPlace
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    record = [UInt8](try container.decode(Data.self, forKey: .record))
    found = try container.decode(String.self, forKey: .found)
    isByPlace = try container.decode(Bool.self, forKey: .isByPlace)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Data(record), forKey: .record)
    try container.encode(found, forKey: .found)
    try container.encode(isByPlace, forKey: .isByPlace)
  }
}

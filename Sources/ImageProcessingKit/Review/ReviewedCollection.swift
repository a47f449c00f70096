internal import FoundationEssentials

/// The outputs of a collection as the photos of a review. The collection stays locked until this is closed.
final class ReviewedCollection: ReviewBackend {
  /// What is known of one output.
  struct Entry: Sendable {
    let listed: ScrubJournal.Listed
    let stored: CollectionDecision.Stored?
    let recipe: ScrubRecipe?
    /// What is hidden; nil where the journal does not say it.
    let regions: ReportedRegions?

    init(_ listed: ScrubJournal.Listed, _ stored: CollectionDecision.Stored?, _ recipe: ScrubRecipe?) {
      (self.listed, self.stored, self.recipe) = (listed, stored, recipe)
      regions = listed.boxes.flatMap(ReportedRegions.init)
    }
  }

  /// As it was named.
  private let target: FilePath
  let root: FilePath
  /// The folder of the journal.
  let state: FilePath
  private let opened: Monitor<OpenedCollection?>
  private let entries: Monitor<[FilePath: Entry]>
  /// Sources whose content this review has found to be as it was, by their hashes.
  private let sound = Monitor<[FilePath: FileFacts]>([:])
  /// What the system said of the sources and records of outputs that could not be read, before somebody tried to.
  private let tried: Monitor<[FilePath: [FileFacts?]]>
  let records: RecordPlace? = nil

  /// - Returns: the collection, and its photos.
  /// - Throws: `FaceBlurError` where it is in use, or its journal cannot be read.
  static func open(
    _ target: FilePath, _ options: ReviewSession.Options
  ) throws(FaceBlurError) -> (collection: ReviewedCollection, items: [ReviewItem]) {
    let opened = try OpenedCollection.named(
      target, state: options.state, force: options.force, wording: options.wording)
    let decisions = try opened.journal.decisions()
    let recipes = try opened.journal.recipes()
    let entries = try opened.journal.listed().map { listed in
      Entry(
        listed, decisions.bySource[listed.source] ?? decisions.byPlace[listed.place], recipes[listed.basis])
    }
    let (root, state) = (opened.root, opened.state)
    let found = entries.concurrentMap { entry in
      let ground = Self.ground(of: entry)
      return (item: Self.item(of: entry, in: root), ground: ground)
    }
    var tried: [FilePath: [FileFacts?]] = [:]
    for (item, ground) in found where item.failure != nil { tried[item.key] = ground }
    let collection = ReviewedCollection(target, root, state, opened, entries, tried)
    return (collection, found.map(\.item))
  }

  private init(
    _ target: FilePath, _ root: FilePath, _ state: FilePath, _ opened: sending OpenedCollection,
    _ entries: [Entry], _ tried: [FilePath: [FileFacts?]]
  ) {
    self.target = target
    self.root = root
    self.state = state
    self.opened = Monitor(opened)
    self.tried = Monitor(tried)
    self.entries = Monitor(Dictionary(uniqueKeysWithValues: entries.map { ($0.listed.place, $0) }))
  }

  private static func item(of entry: Entry, in root: FilePath) -> ReviewItem {
    let place = entry.listed.place
    let isFilm = entry.regions?.isOfFilm ?? false
    do {
      let recorded = try recorded(entry, in: root)
      return ReviewItem(key: place, name: place, try kept(entry, recorded) ?? recorded, isFilm: isFilm)
    } catch {
      return ReviewItem(
        key: place, name: place, failure: error.failure(of: place, entry.listed.source), isFilm: isFilm)
    }
  }

  /// Of a source and its record.
  private static func ground(of entry: Entry) -> [FileFacts?] {
    let record = entry.recipe?.recordFile(of: entry.listed.source, at: entry.listed.place)
    return [FileFacts(of: entry.listed.source), record.flatMap { FileFacts(of: $0) }]
  }

  func isOther(thanFailed item: ReviewItem) -> Bool {
    guard let tried = tried.update({ $0[item.key] }), let entry = entries.update({ $0[item.key] }) else {
      return false
    }
    return tried != Self.ground(of: entry)
  }

  /// What the journal says of an output.
  /// - Parameter root: the target.
  /// - Throws: `FaceBlurError` where it cannot be reviewed.
  static func recorded(_ entry: Entry, in root: FilePath) throws(FaceBlurError) -> RecordedPhoto {
    let listed = entry.listed
    guard listed.status.isSettled || listed.isAnnounced else {
      let reason = listed.status == .pending ? nil : listed.reason
      throw FaceBlurError(
        .notReadable, reason ?? OpenedCollection.unfinished, advice: reason == nil ? "\(.scrubAgain)" : nil)
    }
    guard let sha256 = listed.sourceSHA256, let recipe = entry.recipe,
      let regions = entry.regions, let frame = regions.frame
    else { throw unfinished }
    guard listed.source.exists else {
      throw FaceBlurError(
        .noSuchFile, "the source of this output, \(listed.source), is gone, and it is made anew from that",
        advice: "bring it back, or \(.scrubAgain)")
    }
    if let known = FilmDecision(of: listed.source, sha256: sha256, regions, recipe) {
      return try recorded(film: known, entry, frame)
    }
    let found = recipe.found(regions.regions)
    try found.validate()
    var recorded = RecordedPhoto(
      path: listed.source, frame: frame, sha256: sha256, start: ReviewEdit(plan: try found.plan()),
      detector: found.detector, output: output(of: listed), warnings: listed.warnings)
    recorded.outputSHA256 = listed.writtenSHA256
    recorded.orientation = regions.orientation ?? .up
    recorded.steps = EditRecord.steps(
      [], adding: [.faceBlur(found)], at: Date(timeIntervalSince1970: Double(listed.finished)))
    guard let decision = try entry.stored?.read(), decision.isOf(sha256) else {
      guard !listed.isAnnounced else { throw unfinished }
      return recorded
    }
    recorded.steps = decision.record.steps
    recorded.start = try ReviewEdit(decision.state)
    recorded.detector = decision.state.faceBlur?.detector ?? found.detector
    let undecided = try decision.found.plan()
    if !undecided.applied.isEmpty {
      recorded.reverted = ReviewEdit(plan: undecided)
      recorded.reverted?.isReverted = true
    }
    recorded.goOn(listed, isDropped: decision.isDropped)
    return recorded
  }

  static var unfinished: FaceBlurError {
    FaceBlurError(.notReadable, OpenedCollection.unfinished, advice: "\(.scrubAgain)")
  }

  static func output(of listed: ScrubJournal.Listed) -> RecordedPhoto.Output {
    switch listed.status {
    case .review: .ifLooked
    case .skipped: .ifHiding
    default: .there
    }
  }

  func look(
    at item: ReviewItem, _ memory: FoundMemory, _ watch: FilmWatch,
    _ makeDetector: () throws(FaceBlurError) -> any FaceDetecting
  ) throws(FaceBlurError) -> RecordedPhoto {
    let entry = try refreshed(item)
    let ground = Self.ground(of: entry)
    tried.update { $0[item.key] = ground }
    var recorded = try Self.recorded(entry, in: root)
    if let kept = try Self.kept(entry, recorded) { recorded = kept }
    return recorded
  }

  /// The entry as the journal has it now.
  private func refreshed(_ item: ReviewItem) throws(FaceBlurError) -> Entry {
    let key = item.key
    let read = opened.update { opened -> Result<Entry?, FaceBlurError> in
      do throws(FaceBlurError) {
        guard let journal = opened?.journal else { throw .reviewClosed(key) }
        guard let listed = try journal.listed(at: key).first else { return .success(nil) }
        return .success(
          Entry(
            listed, try journal.decision(on: listed.source, at: listed.place),
            try journal.recipes()[listed.basis]))
      } catch {
        return .failure(error)
      }
    }
    guard let entry = try read.get() else { throw .internalError("an output has left its journal") }
    entries.update { $0[key] = entry }
    return entry
  }

  /// What the record says that such a run keeps of a photo; nil where there is none.
  static func kept(
    _ entry: Entry, _ recorded: RecordedPhoto
  ) throws(FaceBlurError) -> RecordedPhoto? {
    guard let recipe = entry.recipe,
      let path = recipe.recordFile(of: entry.listed.source, at: entry.listed.place)
    else { return nil }
    if recorded.film != nil { return try Self.kept(film: recorded, entry, at: path) }
    var (kept, record) = try recorded.asRecorded(in: path, PhotoAsset(entry.listed.source))
    kept.outputSHA256 = record.renders.last?.sha256 ?? recorded.outputSHA256
    kept.reverted = nil
    // A run's own step is the first one.
    if record.currentStep > 1, let first = record.steps.first {
      var reverted = try naming(path, try ReviewEdit(EditState([first.adjustment])))
      reverted.step = 1
      if !reverted.hidesNothing { kept.reverted = reverted }
    }
    return kept
  }

  func news(of item: ReviewItem, trustingTimes trustsTimes: Bool) -> ReviewNews {
    guard let recorded = item.recorded, let entry = entries.update({ $0[item.key] }) else { return .none }
    do throws(FaceBlurError) {
      try checkSource(entry, trustingTimes: trustsTimes)
      var now = recorded
      if entry.recipe?.keepsRecords == true {
        let known = try Self.recorded(entry, in: root)
        now = try Self.kept(entry, known) ?? known
      }
      now.warnings = entry.listed.warnings + warnings(about: entry, now)
      return now.recordSHA256 == recorded.recordSHA256 && now.warnings == recorded.warnings
        ? .none : .recorded(now)
    } catch {
      return .failed(error.failure(of: item.key, entry.listed.source))
    }
  }

  /// Makes sure that the source is the photo that was scrubbed. A journal knows sizes and times alone, which two files may have in common: before
  /// somebody is shown anything, the hash is asked for once.
  /// - Returns: what the system says of it.
  /// - Throws: `FaceBlurError` where it is another one.
  @discardableResult
  private func checkSource(
    _ entry: Entry, trustingTimes trustsTimes: Bool
  ) throws(FaceBlurError) -> FileFacts {
    let source = entry.listed.source
    let facts = FileFacts(of: source)
    if let facts, facts == sound.update({ $0[source] }) || trustsTimes && facts.stamp == entry.listed.stamp {
      return facts
    }
    guard try FileHash.of(source) == entry.listed.sourceSHA256, let facts else {
      opened.update { opened -> Void in opened?.distrust(source) }
      throw .sourceChanged(source)
    }
    sound.update { $0[source] = facts }
    return facts
  }

  func knownFiles(of item: ReviewItem) -> [FileFacts?]? {
    guard let recorded = item.recorded, let entry = entries.update({ $0[item.key] }),
      let source = try? checkSource(entry, trustingTimes: false)
    else { return nil }
    guard let sha256 = recorded.pictureSHA256 else { return [source] }
    let picture = FileFacts(of: recorded.path)
    return (try? FileHash.of(recorded.path)) == sha256 ? [source, picture] : nil
  }

  /// What is wrong with an output.
  /// - Parameter recorded: what is shown of it.
  private func warnings(about entry: Entry, _ recorded: RecordedPhoto) -> [String] {
    if recorded.isUnfinished {
      return ["the program was ended while this was rendered, so it is rendered again"]
    }
    let path = root.appending(entry.listed.place)
    guard let due = recorded.outputSHA256, let written = entry.listed.writtenSHA256, path.exists else {
      return []
    }
    let sha256 = FileStamp(of: path) == entry.listed.written ? written : try? FileHash.of(path)
    if sha256 == due { return [] }
    return [
      sha256 == written
        ? "the output does not show yet what its record says, which is shown here; scrub the collection again"
        : "the output is not as it was scrubbed, and is not replaced"
    ]
  }

  func render(
    _ item: ReviewItem, lookingWith detector: any FaceDetecting, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> ReviewReport? {
    let (recorded, current) = try item.reviewable()
    let (key, path) = (item.key, target.appending(item.key))
    let report = opened.update { opened -> Result<ReviewReport, FaceBlurError> in
      do throws(FaceBlurError) {
        guard let opened else { throw .reviewClosed(path) }
        let output = try opened.output(at: key, called: path, goingOn: true)
        guard (output.recordFile == nil) == (recorded.recordSHA256 == nil) else {
          throw FaceBlurError(
            .refused, path, "its record was changed after this was decided",
            advice: "open the photo again, and decide anew")
        }
        if let film = recorded.film {
          let change: FilmChange =
            current.isReverted ? .drop : .become(film.plan(current), decidedUpon: recorded.recordSHA256)
          return .success(
            .film(
              try opened.change(film: output, change, FilmPipeline.Settings(), lookingWith: detector).report))
        }
        let wanted = WantedState(
          state: current.state(foundBy: recorded.detector), step: current.step,
          recordSHA256: recorded.recordSHA256)
        let change: OutputChange = current.isReverted ? .drop : .become(wanted)
        return .success(
          .photo(try opened.change(output, change, BlurPipeline.Settings(), lookingWith: detector).report))
      } catch {
        return .failure(error)
      }
    }
    return try report.get()
  }

  /// Outputs are guarded one by one.
  func makeGuard() -> OutputGuard { OutputGuard(originals: [], force: false) }

  /// The hashes of outputs that an earlier review has signed, by their places; a sign-off that cannot be read says nothing.
  var signed: [FilePath: String] {
    let photos = (try? SignOff.read(from: state))?.photos ?? []
    return Dictionary(
      photos.filter(\.isComplete).map { ($0.output, $0.sha256) }, uniquingKeysWith: { first, _ in first })
  }

  func signOff(_ items: [(item: ReviewItem, isComplete: Bool)]) throws(FaceBlurError) -> FilePath? {
    let listed = opened.update { opened -> Result<[ScrubJournal.Listed], FaceBlurError> in
      do throws(FaceBlurError) {
        guard let opened else { throw .reviewClosed("review") }
        return .success(try opened.journal.listed())
      } catch {
        return .failure(error)
      }
    }
    // What cannot be read says nothing.
    let earlier = try? SignOff.read(from: state)
    return try SignOff(of: root, try listed.get(), items, after: earlier).write(to: state)
  }

  func report() throws(FaceBlurError) {
    let failure = opened.update { opened -> FaceBlurError? in
      do throws(FaceBlurError) {
        try opened?.report()
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  func close() { opened.update { $0 = nil } }
}

extension RecordedPhoto {
  /// Takes up what a program was about to render when it was ended.
  /// - Parameter isDropped: whether that was what a run hides of its own accord, in place of what a person had decided.
  mutating func goOn(_ listed: ScrubJournal.Listed, isDropped: Bool) {
    isUnfinished = listed.isAnnounced
    guard isUnfinished, isDropped else { return }
    start.isReverted = true
    reverted = start
  }
}

/// The target of a collection with its journal, opened for what people decide about its outputs.
///
/// While this value lives, no run over the collection begins, and no other process edits it. Reports say what was changed only after
/// `report`.
final class OpenedCollection {
  /// The target, without links and dots.
  var root: FilePath { target.root }
  /// The folder of the journal and the reports.
  var state: FilePath { target.state.path }
  let journal: ScrubJournal
  /// Whether nothing can be written beside the journal, which is read as it lies there.
  let isReadOnly: Bool
  private let settings: ScrubSettings
  /// It holds the lock.
  private let target: TargetFolder
  private let folder: HeldFolder

  /// - Parameters:
  ///   - root: the target, without links and dots.
  ///   - state: the folder of the journal, where it lies elsewhere than beside the target.
  ///   - force: whether a file that faceblur did not write gives way.
  ///   - wording: how the reports say what a person does the client's way.
  ///   - use: nothing is written to the target for a look, and nothing to the folder of the journal where that cannot be.
  /// - Throws: `FaceBlurError` where a run is going on, or the journal cannot be read.
  init(
    of root: FilePath, state: FilePath?, force: Bool,
    wording: @escaping @Sendable (Advice.Remedy) -> String = \.description, for use: TargetFolder.Use = .run
  ) throws(FaceBlurError) {
    var settings = ScrubSettings(target: root)
    settings.state = state
    settings.force = force
    settings.wording = wording
    let target = try TargetFolder(settings, CollectionScrub.Input(sources: []), for: use)
    guard let folder = target.folder else { throw .reading(root) }
    self.settings = settings
    self.target = target
    self.folder = folder
    isReadOnly = use == .look && !Folder.isWritable(target.state.path)
    let path = target.state.journal
    journal =
      isReadOnly
      ? try ScrubJournal.open(reading: path) : try ScrubJournal.open(path, of: root, isOwn: false).journal
    try journal.takeUpLastRun()
  }

  /// Opens the collection that a person names.
  /// - Throws: as above; also where no run has written to the target.
  static func named(
    _ target: FilePath, state: FilePath?, force: Bool,
    wording: @escaping @Sendable (Advice.Remedy) -> String = \.description, for use: TargetFolder.Use = .run
  ) throws(FaceBlurError) -> OpenedCollection {
    guard let root = target.resolved else { throw .reading(target) }
    if let state {
      guard try self.target(of: state, around: root) == root else {
        let owned = try self.target(of: state)
        throw FaceBlurError(
          .refused, target, "\(state) holds the journal of \(owned)",
          advice: .onJournal(in: state, of: owned, for: target))
      }
      return try OpenedCollection(of: root, state: state, force: force, wording: wording, for: use)
    }
    let isKnown = [StateFolder.beside(root), root.appending(StateFolder.inner)].contains {
      $0.appending(StateFolder.journalName).exists
    }
    guard isKnown else {
      throw FaceBlurError(
        .refused, target, "no collection was scrubbed into it, as far as \(StateFolder.beside(root)) tells",
        advice: "\(.nameStateFolder), where the journal is elsewhere")
    }
    return try OpenedCollection(of: root, state: nil, force: force, wording: wording, for: use)
  }

  /// The target that a folder is or lies in, by the journals beside it and those above it; nil where it is in none.
  /// - Parameter folder: without links and dots.
  static func root(above folder: FilePath) -> FilePath? {
    var root = folder
    while root != "/" {
      if StateFolder.beside(root).appending(StateFolder.journalName).exists { return root }
      root = root.folder
    }
    return nil
  }

  /// The target that the journal in a folder was made for.
  static func target(of state: FilePath) throws(FaceBlurError) -> FilePath {
    if let target = try journal(in: state).target() { return target }
    throw FaceBlurError(
      .notReadable, state.appending(StateFolder.journalName), "it does not say which target it is of",
      advice: "\(.nameStateFolder)")
  }

  /// The target of the journal in a folder, where another folder is that or lies in it: the one that the journal was made for, or the one that it
  /// belongs to by its place, because both were moved.
  /// - Parameter folder: without links and dots.
  static func target(of state: FilePath, around folder: FilePath) throws(FaceBlurError) -> FilePath? {
    [try target(of: state), state.resolved.flatMap(StateFolder.target)].compactMap(\.self)
      .filter(folder.isInside).max { $0.bytes.count < $1.bytes.count }
  }

  private static func journal(in state: FilePath) throws(FaceBlurError) -> ScrubJournal {
    let path = state.appending(StateFolder.journalName)
    guard path.exists, let folder = state.resolved else { throw .reading(path) }
    try StateFolder.refuseStrangers(folder, state)
    return Folder.isWritable(folder)
      ? try ScrubJournal.open(path, of: state, isOwn: false).journal : try ScrubJournal.open(reading: path)
  }

  /// Where the target of the journal in a folder may have been moved to: the folder above a file in which the file would be an output by that
  /// journal; nil where there is none.
  /// - Parameter file: without links and dots.
  static func movedTarget(of state: FilePath, around file: FilePath) -> FilePath? {
    guard let journal = try? journal(in: state) else { return nil }
    var moved: FilePath?
    var (root, place) = (file.folder, file.name)
    // The longest name tells most.
    while root != "/" {
      if (try? journal.done(at: place)) != nil { moved = root }
      (root, place) = (root.folder, root.name.appending(place))
    }
    return moved
  }

  /// - Parameters:
  ///   - place: below the target.
  ///   - path: what people call the output.
  ///   - goesOn: whether a change that came to an end on the way is gone on with.
  /// - Throws: `FaceBlurError` where it is no output, or one that cannot be made anew.
  func output(
    at place: FilePath, called path: FilePath, goingOn goesOn: Bool = false
  ) throws(FaceBlurError) -> KnownOutput {
    guard let done = try journal.done(at: place), place.isBelow else {
      throw FaceBlurError(
        .refused, path,
        "it is no output of the collection in \(root), by the journal in \(state)",
        advice: "nothing is edited in a target but what a run put there")
    }
    guard done.status.isSettled || goesOn && done.isAnnounced, done.sourceSHA256 != nil,
      let recipe = done.recipe
    else {
      // A run would refuse it, too.
      if done.job.writtenSHA256 != nil, done.recipe?.recordFile(of: done.job.source, at: place) == nil,
        done.job.isStranger(at: root.appending(place))
      {
        throw .notOfLastRun(path)
      }
      throw FaceBlurError(.notReadable, path, Self.unfinished, advice: "\(.scrubAgain)")
    }
    var settings = settings
    recipe.apply(to: &settings)
    return KnownOutput(
      path: path, done: done, recipe: recipe, settings: settings, root: root, state: state)
  }

  static let unfinished = "the last run did not finish it, or was one of an earlier version"

  /// Changes what is decided about a photo, and makes it anew from the source.
  /// - Parameters:
  ///   - change: what is to be decided otherwise.
  ///   - detector: looks for faces where that is asked for, and at what was obscured.
  ///   - pictures: what else is to be drawn, and whether anything is written at all.
  /// - Returns: what was done, and whether anything was written.
  /// - Throws: `FaceBlurError`; the output and what was decided are then as they were.
  func change(
    _ output: KnownOutput, _ change: OutputChange, _ pictures: BlurPipeline.Settings,
    lookingWith detector: any FaceDetecting
  ) throws(FaceBlurError) -> (report: PhotoReport, isWritten: Bool) {
    var isAnnounced = false
    let scrubber = scrubber(for: output, pictures, lookingWith: detector) { [journal] job, sha256 in
      isAnnounced = true
      return (try? journal.announce(job, sha256: sha256)) != nil
    }
    if case .become(let wanted) = change, output.recordFile != nil {
      // The record says what counts, also where the journal fails.
      let known = try output.decision()
      let edited = try scrubber.become(wanted, output.done.job, known.found, output: output.path)
      return (edited.report, try record(edited.outcome, of: output))
    }
    try output.refuseRecord()
    try output.refuseStranger()
    let known = try output.decision()
    return try changing(output, wasAnnounced: { isAnnounced }) { () throws(FaceBlurError) in
      let edited = try scrubber.edit(output.done.job, known, change, output: output.path)
      return (edited.report, edited.outcome)
    }
  }

  /// What makes an output anew.
  /// - Parameter announce: is asked before it gets its place.
  func scrubber(
    for output: KnownOutput, _ pictures: BlurPipeline.Settings = BlurPipeline.Settings(),
    lookingWith detector: any FaceDetecting, announce: @escaping PhotoScrubber.Announce
  ) -> PhotoScrubber {
    PhotoScrubber(
      output.settings, target: folder, detector: detector,
      budget: MemoryBudget(limit: MemoryBudget.defaultLimit), announce: announce, edits: pictures)
  }

  /// Changes an output, and the journal with it, or neither.
  /// - Parameters:
  ///   - wasAnnounced: whether the journal has been told of a render that was to get the output's place.
  ///   - change: gives no outcome where nothing was written.
  func changing<Report>(
    _ output: KnownOutput, wasAnnounced: () -> Bool,
    _ change: () throws(FaceBlurError) -> (report: Report, outcome: ScrubOutcome?)
  ) throws(FaceBlurError) -> (report: Report, isWritten: Bool) {
    try journal.beginChange()
    do {
      let changed = try change()
      guard var outcome = changed.outcome else {
        try journal.rollBack()
        return (changed.report, false)
      }
      outcome.edit = output.done.edit
      try journal.record(outcome, basis: output.done.basis)
      try journal.endRun()
      return (changed.report, true)
    } catch {
      try? takeBack(output.done, announced: wasAnnounced())
      if error.cue == .sourceChanged { distrust(output.source) }
      throw error
    }
  }

  /// Has the next run look whether a source is still what it was.
  func distrust(_ source: FilePath) {
    // It only makes that run's work less.
    guard !isReadOnly, (try? journal.beginChange()) != nil else { return }
    do {
      try journal.distrust(source)
      try journal.endRun()
    } catch {
      try? journal.rollBack()
    }
  }

  /// Writes down what has become of an output.
  /// - Returns: whether anything was written.
  func record(_ outcome: ScrubOutcome?, of output: KnownOutput) throws(FaceBlurError) -> Bool {
    guard let outcome else { return false }
    try journal.beginChange()
    do {
      try journal.record(outcome, basis: output.done.basis)
      try journal.endRun()
    } catch {
      try? journal.rollBack()
      throw error
    }
    return true
  }

  /// Makes the journal what it was before a change that failed.
  private func takeBack(_ done: ScrubJournal.Done, announced: Bool) throws(FaceBlurError) {
    try journal.rollBack()
    guard announced else { return }
    try journal.beginChange()
    try journal.takeBack(done)
    try journal.endRun()
  }

  /// Writes the reports of the last run anew: they say what can be seen in the target.
  func report() throws(FaceBlurError) {
    var summary = ScrubSummary()
    try journal.add(to: &summary)
    summary.isInterrupted = summary.count(.pending) > 0
    try ScrubReport(journal, summary, settings, root: root, folder: state).write()
  }
}

extension ScrubRecipe {
  /// Has outputs made as such a run made them.
  fileprivate func apply(to settings: inout ScrubSettings) {
    settings.strength = strength
    settings.renderOptions = renderOptions
    settings.reader.limits.maxPixels = maxPixels
    if keepsRecords { settings.records = recordFolder.map { .folder($0) } ?? .beside }
  }
}

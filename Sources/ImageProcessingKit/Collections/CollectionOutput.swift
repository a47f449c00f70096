internal import FoundationEssentials

/// A photo that a run over a collection has put into its target, where a person corrects it. What is decided about it is kept
/// in the collection's journal, and every later run holds it; nothing is written beside the source.
///
/// While this value lives, no run and no other edit of the collection begins.
package final class CollectionOutput {
  /// As it was named.
  package let path: FilePath
  private let settings: ScrubSettings
  /// It holds the lock.
  private let target: TargetFolder
  private let folder: HeldFolder
  private let journal: ScrubJournal
  private let done: ScrubJournal.Done
  private let recipe: ScrubRecipe

  /// What the photo was made from.
  package var source: FilePath { done.job.source }

  /// Finds the collection that a photo is an output of: by the journal beside the photo's folder or one of those above it.
  /// - Parameters:
  ///   - path: a photo in a target.
  ///   - state: the folder of the journal, where it lies elsewhere.
  ///   - force: whether an output that somebody has changed gives way.
  /// - Returns: nil where the photo lies in no collection's target.
  /// - Throws: `FaceBlurError` where it lies in one and is no output, a run is going on, or the journal cannot be read.
  package static func find(
    _ path: FilePath, state: FilePath? = nil, force: Bool = false
  ) throws(FaceBlurError) -> CollectionOutput? {
    guard let folder = path.folder.resolvedWhereItExists else { return nil }
    if let state {
      let root = try target(of: state)
      guard folder.isInside(root) else {
        throw FaceBlurError(.refused, path, "it is not in \(root), which \(state) holds the journal of")
      }
      return try CollectionOutput(path, in: folder, of: root, state: state, force: force)
    }
    var root = folder
    while root != "/" {
      if StateFolder.beside(root).appending(StateFolder.journalName).exists {
        return try CollectionOutput(path, in: folder, of: root, state: nil, force: force)
      }
      root = root.folder
    }
    return nil
  }

  /// The target that the journal in a folder was made for.
  private static func target(of state: FilePath) throws(FaceBlurError) -> FilePath {
    let path = state.appending(StateFolder.journalName)
    guard path.exists, let folder = state.resolved else { throw .reading(path) }
    try StateFolder.refuseStrangers(folder, state)
    let journal = try ScrubJournal.open(path, of: state, isOwn: false).journal
    if let target = try journal.target() { return target }
    throw FaceBlurError(
      .notReadable, path, "it does not say which target it is of", advice: "\(.nameStateFolder)")
  }

  private init(
    _ path: FilePath, in folder: FilePath, of root: FilePath, state: FilePath?, force: Bool
  ) throws(FaceBlurError) {
    var settings = ScrubSettings(target: root)
    settings.state = state
    settings.force = force
    let target = try TargetFolder(settings, CollectionScrub.Input(sources: []), isMade: true)
    let journal = try ScrubJournal.open(target.state.journal, of: root, isOwn: false).journal
    let place = FilePath(
      bytes: folder.appending(path.name).bytes.dropFirst(root.appending(".").bytes.count - 1))
    guard let done = try journal.done(at: place), place.isBelow, let held = target.folder else {
      throw FaceBlurError(
        .refused, path,
        "it is no output of the collection in \(root), by the journal in \(target.state.path)",
        advice: "nothing is edited in a target but what a run put there")
    }
    guard done.status.isSettled, done.sourceSHA256 != nil, let recipe = done.recipe else {
      throw FaceBlurError(
        .notReadable, path,
        "the last run did not finish it, or was one of an earlier version", advice: "\(.scrubAgain)")
    }
    settings.strength = recipe.strength
    settings.renderOptions = recipe.renderOptions
    settings.reader.limits.maxPixels = recipe.maxPixels
    self.path = path
    self.settings = settings
    self.target = target
    self.folder = held
    self.journal = journal
    self.done = done
    self.recipe = recipe
  }

  /// What was found in the photo and decided about it.
  /// - Throws: `FaceBlurError` where the journal's entry cannot be read.
  package func listing() throws(FaceBlurError) -> RecordListing {
    if let record = recordFile {
      var listing = try RecordListing.read(of: source, at: recordPlace)
      listing.source = record.exists ? source : nil
      return listing
    }
    let decision = try decision()
    let time =
      done.job.decision == nil
      ? Date(timeIntervalSince1970: Double(done.finished)) : decision.record.steps.last?.madeAt
    return RecordListing(
      path: target.state.journal,
      owner: RecordOwner(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: "\(decision.record.writtenVersion)",
        timestamp: time),
      content: .ours(decision.record), renders: done.job.writtenSHA256 == nil ? [] : [path], source: source,
      beneath: nil)
  }

  /// Changes what is decided about the photo, and makes it anew from the source.
  /// - Parameters:
  ///   - change: what is to be decided otherwise.
  ///   - detector: looks for faces where that is asked for, and at what was obscured.
  ///   - pictures: what else is to be drawn, and whether anything is written at all.
  /// - Throws: `FaceBlurError`; the output and what was decided are then as they were.
  package func change(
    _ change: OutputChange, _ pictures: BlurPipeline.Settings, lookingWith detector: any FaceDetecting
  ) throws(FaceBlurError) -> PhotoReport {
    try refuseRecord()
    try refuseStranger()
    let known = try decision()
    var isAnnounced = false
    let scrubber = PhotoScrubber(
      settings, target: folder, detector: detector, budget: MemoryBudget(limit: MemoryBudget.defaultLimit),
      announce: { [journal] job, sha256 in
        isAnnounced = true
        return (try? journal.announce(job, sha256: sha256)) != nil
      },
      edits: pictures)
    try journal.beginChange()
    do {
      let edited = try scrubber.edit(done.job, known, change, output: path)
      guard var outcome = edited.outcome else {
        try journal.rollBack()
        return edited.report
      }
      outcome.edit = done.edit
      try journal.record(outcome, basis: done.basis)
      try report()
      return edited.report
    } catch {
      try? takeBack(announced: isAnnounced)
      throw error
    }
  }

  /// Makes the journal what it was before a change that failed.
  private func takeBack(announced: Bool) throws(FaceBlurError) {
    try journal.rollBack()
    guard announced else { return }
    try journal.beginChange()
    try journal.takeBack(done)
    try journal.endRun()
  }

  /// Writes the reports of the last run anew: they say what can be seen in the target.
  private func report() throws(FaceBlurError) {
    var summary = ScrubSummary()
    try journal.endRun()
    try journal.add(to: &summary)
    summary.isInterrupted = summary.count(.pending) > 0
    try ScrubReport(
      journal, summary, settings.reader, root: target.root, folder: target.state.path
    ).write()
  }

  private func decision() throws(FaceBlurError) -> CollectionDecision {
    if let stored = done.job.decision {
      return try naming(target.state.journal, try stored.read())
    }
    let regions = done.regions
    let source = EditRecord.Source(
      fileName: source.name, byteCount: done.job.stamp?.size ?? 0, sha256: done.sourceSHA256 ?? "",
      width: regions.width ?? 0, height: regions.height ?? 0, orientation: regions.orientation ?? .up,
      visible: regions.frame == nil ? nil : regions.visible)
    let options = settings.renderOptions
    // Where nothing is in the target yet, nothing has the hash that stands for it.
    let render = EditRecord.Render(
      path: target.root.appending(done.job.target),
      sha256: done.job.writtenSHA256 ?? String(repeating: "0", count: 64), foldersMade: 0,
      metadata: options.metadata, hasThumbnail: options.hasThumbnail,
      keepsProgressive: options.keepsProgressive, tiles: options.recordedTiles,
      format: options.recordedFormat)
    return CollectionDecision(
      of: source, recipe.found(regions.regions), rendered: render,
      at: Date(timeIntervalSince1970: Double(done.finished)))
  }

  /// The record that the run keeps elsewhere; nil where there is none.
  private var recordFile: FilePath? {
    guard recipe.keepsRecords else { return nil }
    let record = PhotoAsset(source, recordFolder: recordPlace.folder).record
    return record.exists ? record : nil
  }

  private var recordPlace: RecordPlace {
    recipe.recordFolder.map { .folder($0.appending(done.job.target.folder)) } ?? .beside
  }

  private func refuseRecord() throws(FaceBlurError) {
    guard let record = recordFile else { return }
    throw FaceBlurError(
      .refused, path, "its edit record is \(record)",
      advice: "\(.edit(source, recordFolder: recordPlace.folder, renders: target.root)) instead")
  }

  /// What somebody has put there is not replaced, unless that was allowed.
  private func refuseStranger() throws(FaceBlurError) {
    guard !settings.force, path.exists, !(FileHash.of(path).map(done.job.isOurs) ?? false) else { return }
    throw FaceBlurError(
      .refused, path, "it is not as it was scrubbed",
      advice: "move it away and \(.scrubAgain), or \(.replace)")
  }
}

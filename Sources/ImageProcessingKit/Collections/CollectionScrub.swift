internal import Glibc

/// Scrubs whole collections: every file is listed in a journal, and scrubbed copies go to the target.
///
/// First the walk writes every file into the journal, then workers take them from there. So memory does not grow with
/// the collection, the work that is left is known, and a run that is ended in any way is taken up by the next one.
public struct CollectionScrub {
  let settings: ScrubSettings
  let makeDetector: ScrubWorkerPool.MakeDetector
  let workers: ScrubWorkers

  /// - Parameters:
  ///   - settings: what to do with each file, and where it goes.
  ///   - makeDetector: makes a detector; each worker has one.
  ///   - workers: threads or processes.
  public init(
    settings: ScrubSettings, workers: ScrubWorkers = .threads,
    makeDetector: @escaping @Sendable () throws(FaceBlurError) -> any FaceDetecting
  ) {
    self.settings = settings
    self.workers = workers
    self.makeDetector = makeDetector
  }

  /// With one of the library's detectors.
  /// - Parameters:
  ///   - settings: what to do with each file, and where it goes.
  ///   - workers: threads or processes.
  ///   - detector: what looks for faces.
  ///   - effort: how often it looks at a photo.
  public init(
    settings: ScrubSettings, workers: ScrubWorkers = .threads, detector: DetectorChoice = .networks,
    effort: DetectionEffort = .normal
  ) {
    self.init(settings: settings, workers: workers) { () throws(FaceBlurError) in
      try detector.makeDetector(effort: effort, threads: 1)
    }
  }

  /// What the collection consists of.
  public struct Input: Sendable {
    public var sources: [CollectionSource]
    /// Where more names are read from; nil for nowhere.
    public var list: List?

    public enum List: Sendable, Hashable {
      case standardInput
      case file(FilePath)
    }

    public init(sources: [CollectionSource], list: List? = nil) {
      self.sources = sources
      self.list = list
    }

    /// The permissions of the target, where it is made: nobody may read the copies who may not read the photos.
    var targetMode: UInt32 {
      guard list == nil, sources.count == 1, sources[0].place == nil else { return 0o777 }
      return Folder.mode(of: sources[0].root)
    }

    /// The folders that what is met may lie in; a list may name anything. A photo's record lies beside it.
    var folders: [FilePath] {
      list != nil ? ["/"] : sources.map { $0.root.isFolder ? $0.root : $0.root.folder }
    }

    /// Whether a file may have been met; a list may name any.
    func mayHold(_ source: FilePath) -> Bool {
      list != nil || sources.contains { source.isInside($0.root) }
    }
  }

  /// Takes up what an earlier run left, does the rest and writes the reports.
  /// - Parameters:
  ///   - input: the collection.
  ///   - isStopping: asked several times a second; once it returns true, photos in progress are finished and no further one is begun.
  ///   - tell: is given each event, on the calling thread.
  /// - Throws: `FaceBlurError` where the run cannot begin, or the journal fails; the next run goes on from there.
  public func run(
    _ input: Input, isStopping: () -> Bool, tell: (ScrubEvent) -> Void
  ) throws(FaceBlurError) -> ScrubSummary {
    let detector = try makeDetector()
    let identity = detector.identity
    let basis = ScrubJournal.Basis(settings, identity)
    let target = try TargetFolder(settings, input, for: .run)
    // It holds the lock to the end.
    defer { withExtendedLifetime(target) {} }
    try refuseLostJournal(target)
    let journal = try open(target.state.journal, of: target, tell)
    // It may have been moved aside only now.
    try refuseLostJournal(target)
    try journal.beginRun()
    try journal.belong(to: target.root)
    try journal.note(ScrubRecipe(settings, identity), basis: basis)
    var summary = ScrubSummary(reportFolder: settings.stateFolder, notes: settings.notes)
    let walked = try walk(
      input, target, journal, basis, isStopping, withdrawingFrom: target.folder
    ) { (_, _, met) throws(FaceBlurError) in
      guard met % 1000 == 0 else { return }
      try journal.checkpoint()
      tell(.walking(met))
    }
    try journal.checkpoint()
    summary.unchanged = walked.verdicts[.settled] ?? 0
    if case .folder(let records) = settings.records, !isStopping() {
      let folder = records.resolvedWhereItExists ?? records
      summary.unchanged -= try journal.findStrayRecords(in: folder, target.root)
      try journal.checkpoint()
    }
    summary.unfitted = walked.unfitted
    summary.leftOut = walked.leftOut
    if walked.withdrawn > 0 {
      tell(
        .warning(
          "\(counted(walked.withdrawn, "output")) of earlier runs taken away: what was made there has another place in the target now"
        ))
    }
    guard let folder = target.folder else { throw .reading(target.root, code: ENOENT) }
    try withdrawListed(folder, journal, basis)
    // Files and folders that the walk could not read.
    try journal.forEach(.failed) { line in tell(.finished(line)) }
    if isStopping() {
      summary.isInterrupted = true
      if !settings.trustsTimes {
        summary.unchanged -= try journal.reopenSettled(after: 0)
      }
    } else {
      let looks = try LookFolders(in: target.state.looks)
      let stop = WorkStop()
      let makeWorker = try makeWorker(
        for: input, folder, basis, longestLook: detector.longestLook, looks: looks, stop)
      try work(input, makeWorker, folder, journal, basis, &summary, stop, isStopping, tell)
      if !summary.hasEnded { looks.removeAll() }
      // Also where the run ends early: half of what it did may have failed.
      try withdrawHalves(of: journal, folder, basis, tell)
    }
    summary.error = summary.fatal?.described(settings.wording)
    do {
      try end(journal, target, &summary)
    } catch {
      // On a full disk the reports fail, too; the error that stopped the run is the one to report.
      if summary.fatal == nil { throw error }
    }
    tell(.ended(summary))
    return summary
  }

  private func end(
    _ journal: ScrubJournal, _ target: TargetFolder, _ summary: inout ScrubSummary
  ) throws(FaceBlurError) {
    try journal.endRun()
    try journal.add(to: &summary)
    let report = ScrubReport(
      journal, summary, settings, root: target.root, folder: target.state.path)
    summary.telling = try report.write()
  }

  /// Says of each file what a run would do with it, as far as that can be told without looking for faces, and changes
  /// nothing.
  /// - Returns: what the run would come to; of faces nothing is known.
  /// - Throws: `FaceBlurError` where a run could not begin.
  public func dryRun(
    _ input: Input, isStopping: () -> Bool, tell: (ScrubEvent) -> Void
  ) throws(FaceBlurError) -> ScrubSummary {
    let detector = try makeDetector()
    let basis = ScrubJournal.Basis(settings, detector.identity)
    let target = try TargetFolder(settings, input, for: .forecast)
    try refuseLostJournal(target)
    let known = target.state.journal
    let journal = try ScrubJournal.copy(known.exists ? known : nil, of: target.root)
    if known.exists { try refuseOther(journal, known, of: target) }
    try journal.beginRun()
    var summary = ScrubSummary(isForecast: true, notes: settings.notes)
    let dryRun = ScrubDryRun(settings, target.folder, detector: detector)
    let walked = try walk(input, target, journal, basis, isStopping) {
      (entry, verdict, met) throws(FaceBlurError) in
      tell(.walking(met))
      let forecast = try dryRun.forecast(entry, verdict, journal, basis)
      guard let forecast else { return }
      summary.counts[forecast.status, default: 0] += 1
      if forecast.isUnchanged { summary.unchanged += 1 }
      tell(.planned(forecast))
    }
    summary.unfitted = walked.unfitted
    summary.leftOut = walked.leftOut
    summary.isInterrupted = isStopping()
    try journal.rollBack()
    tell(.ended(summary))
    return summary
  }

  /// - Throws: `FaceBlurError` where outputs would be replaced of which a damaged journal knew what they hide.
  private func refuseLostJournal(_ target: TargetFolder) throws(FaceBlurError) {
    if settings.force, !settings.forgets { try target.state.refuseLostJournal() }
  }

  private func open(
    _ path: FilePath, of target: TargetFolder, _ tell: (ScrubEvent) -> Void
  ) throws(FaceBlurError) -> ScrubJournal {
    let opened = try ScrubJournal.open(path, of: target.root, isOwn: target.state.isOwn)
    if let warning = opened.warning { tell(.warning(warning)) }
    try refuseOther(opened.journal, path, of: target)
    return opened.journal
  }

  /// - Parameter path: of the journal.
  /// - Throws: `FaceBlurError` where a journal that lies anywhere is another target's.
  private func refuseOther(
    _ journal: ScrubJournal, _ path: FilePath, of target: TargetFolder
  ) throws(FaceBlurError) {
    guard let owner = try journal.target(), owner != target.root, !target.state.isOwn else { return }
    throw FaceBlurError(
      .refused, path, "it is the journal of \(owner)",
      advice: .onJournal(in: settings.state ?? target.state.path, of: owner, for: settings.target))
  }

  /// Writes every file of the input into the journal.
  /// - Parameters:
  ///   - folder: where an output is taken back whose file has another place or name in it now; nil for nowhere.
  ///   - take: takes each file, what is to be done with it, and how many were met.
  private func walk(
    _ input: Input, _ target: TargetFolder, _ journal: ScrubJournal, _ basis: ScrubJournal.Basis,
    _ isStopping: () -> Bool, withdrawingFrom folder: HeldFolder? = nil,
    _ take: (CollectionEntry, ScrubJournal.Verdict, Int) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) -> Walked {
    let walker = CollectionWalker(
      filter: settings.filter, avoided: target.avoided, roots: input.sources.map(\.root))
    let root = target.root
    let names = TargetNames(settings)
    var walked = Walked()
    var met = 0
    let visit = { (found: CollectionEntry) throws(WalkEnd) in
      // One folder may hold a million entries.
      if isStopping() { throw .stopped }
      let entry = names.named(found)
      do throws(FaceBlurError) {
        let verdict = try journal.register(entry, in: root, basis: basis) { earlier in
          guard let folder else { return false }
          let isThere = earlier.outputSize(in: folder) > 0
          if earlier.withdraw(from: folder)?.isOurs == true { return true }
          // With another format its name is another one, which was asked for.
          if isThere, earlier.outputSize(in: folder) == 0,
            !names.isName(earlier.target, ofOutputAt: found.target)
          {
            walked.withdrawn += 1
          }
          return false
        }
        walked.verdicts[verdict, default: 0] += 1
        met += 1
        try take(entry, verdict, met)
      } catch {
        throw .failed(error)
      }
    }
    do throws(WalkEnd) {
      for source in input.sources where !isStopping() {
        if walker.isLeftOut(source) { walked.leftOut.append(source.path) }
        try walker.walk(source, visit)
      }
      if let list = input.list { try walk(list, walker, isStopping, visit) }
      // Of a walk that did not come to its end, nobody knows.
      if !isStopping() { walked.unfitted = walker.filter.unfitted }
    } catch {
      if case .failed(let error) = error { throw error }
    }
    return walked
  }

  /// What a walk has come to.
  private struct Walked {
    /// Files by what is to be done with them.
    var verdicts: [ScrubJournal.Verdict: Int] = [:]
    /// Outputs that were taken back because their photos have other places in the target now.
    var withdrawn = 0
    /// The patterns that fitted nothing.
    var unfitted = NameFilter()
    /// Folders among the sources that were left out by patterns.
    var leftOut: [FilePath] = []
  }

  /// Why a walk ends before everything was met.
  private enum WalkEnd: Error {
    case stopped
    case failed(FaceBlurError)
  }

  private func walk(
    _ list: Input.List, _ walker: CollectionWalker, _ isStopping: () -> Bool,
    _ visit: (CollectionEntry) throws(WalkEnd) -> Void
  ) throws(WalkEnd) {
    var names: PathList
    do {
      switch list {
      case .standardInput: names = try PathList(nil)
      case .file(let path): names = try PathList(path)
      }
    } catch {
      throw .failed(error)
    }
    while true {
      let name: FilePath?
      do { name = try names.next(unless: isStopping) } catch { throw .failed(error) }
      guard let name else { return }
      try walker.walk(.listed(name), visit)
    }
  }

  /// Takes back what earlier runs made of files that the walk itself has put on the list.
  private func withdrawListed(
    _ folder: HeldFolder, _ journal: ScrubJournal, _ basis: ScrubJournal.Basis
  ) throws(FaceBlurError) {
    var last = 0
    while true {
      let jobs = try journal.withdrawals(after: last, count: 100, basis: basis)
      guard let end = jobs.last?.id else { return }
      last = end
      for job in jobs {
        try journal.noteWithdrawn(job, leaving: job.withdraw(from: folder))
      }
      try journal.checkpoint()
    }
  }
}

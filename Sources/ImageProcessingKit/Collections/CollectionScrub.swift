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
  ///   - makeDetector: makes a detector; each worker has one.
  ///   - workers: threads or processes.
  public init(
    settings: ScrubSettings, workers: ScrubWorkers = .threads,
    makeDetector: @escaping @Sendable () throws(DetectionError) -> any FaceDetecting
  ) {
    self.settings = settings
    self.workers = workers
    self.makeDetector = makeDetector
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
  ///   - isStopping: asked several times a second; once it returns true, photos in progress are finished and no further one is begun.
  ///   - tell: is given each event, on the calling thread.
  /// - Throws: `ScrubError` where the run cannot begin, or the journal fails; the next run goes on from there.
  public func run(
    _ input: Input, isStopping: () -> Bool, tell: (ScrubEvent) -> Void
  ) throws(ScrubError) -> ScrubSummary {
    let detector = try detector()
    let identity = detector.identity
    let basis = ScrubJournal.Basis(settings, identity)
    let target = try filing { () throws(FileError) in try TargetFolder(settings, input, isMade: true) }
    // It holds the lock to the end.
    defer { withExtendedLifetime(target) {} }
    let journal = try open(target.state.journal, of: target, tell)
    try journaling { () throws(DatabaseError) in
      try journal.beginRun()
      try journal.note(ScrubRecipe(settings, identity), basis: basis)
    }
    var summary = ScrubSummary(reportFolder: settings.stateFolder)
    let verdicts = try walk(input, target, journal, basis, isStopping) { (_, _, met) throws(ScrubError) in
      guard met % 1000 == 0 else { return }
      try journaling { () throws(DatabaseError) in try journal.checkpoint() }
      tell(.walking(met))
    }
    try journaling { () throws(DatabaseError) in try journal.checkpoint() }
    summary.unchanged = verdicts[.settled] ?? 0
    guard let folder = target.folder else { throw .file(.reading(target.root, code: ENOENT)) }
    try withdrawListed(folder, journal, basis)
    // Files and folders that the walk could not read.
    try journal.forEach(.failed, wrap: { ScrubError.file(FileError($0, of: settings.journal)) }) {
      (line: ScrubLine) throws(ScrubError) in tell(.finished(line))
    }
    if isStopping() {
      summary.isInterrupted = true
      if !settings.trustsTimes {
        summary.unchanged -= try journaling { () throws(DatabaseError) in try journal.reopenSettled(after: 0)
        }
      }
    } else {
      let makeWorker = try makeWorker(for: input, folder, basis, longestLook: detector.longestLook)
      try work(input, makeWorker, folder, journal, basis, &summary, isStopping, tell)
    }
    do throws(ScrubError) {
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
  ) throws(ScrubError) {
    try journaling { () throws(DatabaseError) in
      try journal.endRun()
      try journal.add(to: &summary)
    }
    let report = ScrubReport(
      journal, summary, settings.reader, root: target.root, folder: target.state.path)
    try filing { () throws(FileError) in try report.write() }
  }

  /// Says of each file what a run would do with it, as far as that can be told without looking for faces, and changes
  /// nothing.
  /// - Returns: what the run would come to; of faces nothing is known.
  /// - Throws: `ScrubError` where a run could not begin.
  public func dryRun(
    _ input: Input, isStopping: () -> Bool, tell: (ScrubEvent) -> Void
  ) throws(ScrubError) -> ScrubSummary {
    let detector = try detector()
    let basis = ScrubJournal.Basis(settings, detector.identity)
    let target = try filing { () throws(FileError) in try TargetFolder(settings, input, isMade: false) }
    let known = target.state.journal
    let journal = try open(known.exists ? known : nil, of: target, tell, mayMoveAside: false)
    try journaling { () throws(DatabaseError) in try journal.beginRun() }
    var summary = ScrubSummary(isForecast: true)
    let dryRun = ScrubDryRun(settings, target.folder, detector: detector)
    _ = try walk(input, target, journal, basis, isStopping) { (entry, verdict, met) throws(ScrubError) in
      tell(.walking(met))
      let forecast = try journaling { () throws(DatabaseError) in
        try dryRun.forecast(entry, verdict, journal, basis)
      }
      guard let forecast else { return }
      summary.counts[forecast.status, default: 0] += 1
      if forecast.isUnchanged { summary.unchanged += 1 }
      tell(.planned(forecast))
    }
    summary.isInterrupted = isStopping()
    try journaling { () throws(DatabaseError) in try journal.rollBack() }
    tell(.ended(summary))
    return summary
  }

  private func detector() throws(ScrubError) -> any FaceDetecting {
    do throws(DetectionError) { return try makeDetector() } catch { throw .detection(error) }
  }

  private func open(
    _ path: FilePath?, of target: TargetFolder, _ tell: (ScrubEvent) -> Void, mayMoveAside: Bool = true
  ) throws(ScrubError) -> ScrubJournal {
    let opened = try filing { () throws(FileError) in
      try ScrubJournal.open(path, of: target.root, isOwn: target.state.isOwn && mayMoveAside)
    }
    if let warning = opened.warning { tell(.warning(warning)) }
    let owner = try journaling { () throws(DatabaseError) in try opened.journal.target() }
    if let path, let owner, owner != target.root, !target.state.isOwn {
      throw .file(
        FileError(.refused, path, "it is the journal of \(owner); name another folder with --state"))
    }
    return opened.journal
  }

  /// Writes every file of the input into the journal.
  /// - Parameter take: takes each file, what is to be done with it, and how many were met.
  /// - Returns: files by what is to be done with them.
  private func walk(
    _ input: Input, _ target: TargetFolder, _ journal: ScrubJournal, _ basis: ScrubJournal.Basis,
    _ isStopping: () -> Bool,
    _ take: (CollectionEntry, ScrubJournal.Verdict, Int) throws(ScrubError) -> Void
  ) throws(ScrubError) -> [ScrubJournal.Verdict: Int] {
    let walker = CollectionWalker(
      filter: settings.filter, avoided: target.avoided, roots: input.sources.map(\.root))
    let root = target.root
    var verdicts: [ScrubJournal.Verdict: Int] = [:]
    var met = 0
    let visit = { (entry: CollectionEntry) throws(WalkEnd) in
      // One folder may hold a million entries.
      if isStopping() { throw .stopped }
      do throws(ScrubError) {
        let verdict = try journaling { () throws(DatabaseError) in
          try journal.register(entry, in: root, basis: basis)
        }
        verdicts[verdict, default: 0] += 1
        met += 1
        try take(entry, verdict, met)
      } catch {
        throw .failed(error)
      }
    }
    do throws(WalkEnd) {
      for source in input.sources where !isStopping() { try walker.walk(source, visit) }
      if let list = input.list { try walk(list, walker, isStopping, visit) }
    } catch {
      if case .failed(let error) = error { throw error }
    }
    return verdicts
  }

  /// Why a walk ends before everything was met.
  private enum WalkEnd: Error {
    case stopped
    case failed(ScrubError)
  }

  private func walk(
    _ list: Input.List, _ walker: CollectionWalker, _ isStopping: () -> Bool,
    _ visit: (CollectionEntry) throws(WalkEnd) -> Void
  ) throws(WalkEnd) {
    var names: PathList
    do throws(FileError) {
      switch list {
      case .standardInput: names = try PathList(nil)
      case .file(let path): names = try PathList(path)
      }
    } catch {
      throw .failed(.file(error))
    }
    while true {
      let name: FilePath?
      do throws(FileError) { name = try names.next(unless: isStopping) } catch { throw .failed(.file(error)) }
      guard let name else { return }
      try walker.walk(.listed(name), visit)
    }
  }

  /// Takes back what earlier runs made of files that the walk itself has put on the list.
  private func withdrawListed(
    _ folder: HeldFolder, _ journal: ScrubJournal, _ basis: ScrubJournal.Basis
  ) throws(ScrubError) {
    var last = 0
    while true {
      let jobs = try journaling { () throws(DatabaseError) in
        try journal.withdrawals(after: last, count: 100, basis: basis)
      }
      guard let end = jobs.last?.id else { return }
      last = end
      for job in jobs {
        let remaining = job.withdraw(from: folder)
        try journaling { () throws(DatabaseError) in try journal.noteWithdrawn(job, remaining: remaining) }
      }
      try journaling { () throws(DatabaseError) in try journal.checkpoint() }
    }
  }

  func filing<Value: ~Copyable>(_ stage: () throws(FileError) -> Value) throws(ScrubError) -> Value {
    do throws(FileError) { return try stage() } catch { throw .file(error) }
  }

  func journaling<Value>(_ stage: () throws(DatabaseError) -> Value) throws(ScrubError) -> Value {
    do throws(DatabaseError) { return try stage() } catch {
      throw .file(FileError(error, of: settings.journal))
    }
  }
}

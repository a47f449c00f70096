/// What is known of each file of a collection, on disk, so that a run can go on where another one ended.
///
/// A row is the only thing that counts as done, and it is written after its output has its name. Everything that the
/// journal says is checked against the files before it is believed.
final class ScrubJournal {
  let database: Database
  let path: FilePath?
  /// This run; rows of files that it did not meet bear another number.
  var run = 0
  /// How the outputs of runs were made, once that was asked for.
  var knownRecipes: [Basis: ScrubRecipe]?
  /// What files of one content hide, by its hash, as far as it was asked for.
  var knownContents: [String: KnownContent] = [:]
  /// Whether more was hidden in contents later, as far as it was asked for: copies ask the same.
  var knownLater: [LaterContent: Bool] = [:]
  /// Whether any content was under more than one name, once that was asked for.
  var knownToShare: Bool?
  /// What a decision hides that is about to be rendered, as the table of contents has it.
  var announced: [DatabaseValue]?
  /// As this run has found them.
  var strays = StrayRecords()
  /// The entries of files that are gone whose outputs jobs may replace, by the jobs' own entries, until their outcome is known.
  var leftOutputs: [Int: [Int]] = [:]
  /// When the sources of jobs were changed last, by the jobs' entries, in nanoseconds since 1970, from before they are read until their outcome is known.
  var sourceChanges: [Int: Int] = [:]
  /// The entries of files that were passed over in this run because other processes are editing them.
  var busy: Set<Int> = []

  init(_ database: Database, at path: FilePath?) {
    self.database = database
    self.path = path
  }

  /// Settings and models that rows were made with; others do not count.
  struct Basis: Sendable, Hashable {
    let settings: String
    let model: String
    /// Whether what earlier runs found is to be forgotten, so that nothing they did counts. No row says so.
    var isForgetting = false

    init(settings: String, model: String) {
      self.settings = settings
      self.model = model
    }

    init(_ settings: ScrubSettings, _ detector: DetectorIdentity) {
      self.init(settings: settings.digest(detector), model: detector.modelSHA256)
      isForgetting = settings.forgets
    }
  }

  /// Begins a run, in a transaction.
  func beginRun() throws(FaceBlurError) {
    try takeUpLastRun()
    run += 1
    try database.execute("BEGIN IMMEDIATE")
  }

  /// Makes what was written since the last time lasting, and begins anew.
  func checkpoint() throws(FaceBlurError) {
    // As long as one reads, SQLite's log grows beside the file and is never taken into it.
    database.endQueries()
    try database.execute("COMMIT; BEGIN IMMEDIATE")
  }

  func endRun() throws(FaceBlurError) {
    try database.execute("COMMIT")
  }

  /// Forgets what was written since the last checkpoint.
  func rollBack() throws(FaceBlurError) {
    try database.execute("ROLLBACK")
  }

  /// What is to be done with a file that was met, and why.
  enum Verdict: String, Sendable {
    case new = "new"
    case changed = "the photo has changed"
    case otherSettings = "the settings or models have changed"
    case editChanged = "its edit record has changed"
    case hiddenLater = "more of it was hidden under another name"
    case outputChanged = "what was in the target is gone or was changed"
    case failed = "it failed before"
    case unfinished = "it was not finished"
    /// Nothing, and so are the next two.
    case settled = "done before"
    case listed = "on the list as it is"
    case again = "named twice"
  }

  /// What an earlier run left of a file.
  private struct Known {
    let id: Int
    let run: Int
    let status: ScrubStatus?
    let target: FilePath?
    let stamp: FileStamp?
    /// Of the content that was read; nil where nobody has.
    let contentSHA256: String?
    /// What is hidden in it, as the journal has it.
    let boxes: String
    let basis: Basis
    /// Of its records, as `EditStamps` has it.
    let edit: String
    let written: FileStamp?
    /// Of what was written.
    let sha256: String?
    /// Of what was about to be written.
    let intended: String?

    /// What of ours may be at a place; what was written elsewhere tells nothing about it.
    func hashes(at place: FilePath) -> (written: String?, intended: String?) {
      target == place ? (sha256, intended) : (nil, nil)
    }
  }

  /// Registers a file that the walk came to.
  /// - Parameters:
  ///   - folder: the target.
  ///   - withdraw: is given what an earlier run did with a file whose output was at another place, before that is forgotten, and says whether
  ///     anything of it is left there.
  func register(
    _ entry: CollectionEntry, in folder: FilePath, basis: Basis, withdraw: (ScrubJob) -> Bool = { _ in false }
  ) throws(FaceBlurError) -> Verdict {
    let known = try known(entry.source)
    // The same file by another way: once is enough.
    if let known, known.run == run { return .again }
    if let known, let earlier = try outputElsewhere(known, entry, basis), withdraw(earlier) {
      // It stays known, and is taken back by the next run where this one cannot.
      return try list(
        CollectionEntry(source: entry.source, target: earlier.target, kind: entry.kind), .failed,
        "its place in the target is \(entry.target) now", known)
    }
    if let conflict = try conflict(of: entry) {
      return try list(
        entry, .failed, "\(conflict) has the same name in the target; scrub one of them elsewhere", known)
    }
    switch entry.kind {
    case .problem(let reason): return try list(entry, .failed, reason, known)
    case .aside(let reason): return try list(entry, .other, reason, known)
    case .file(let stamp):
      guard let known else {
        try insert(entry, .pending, stamp)
        return .new
      }
      var verdict = try verdict(on: known, entry, stamp, folder, basis)
      if !basis.isForgetting, let sha256 = known.contentSHA256, let size = known.stamp?.size,
        try isHiddenLater(LaterContent(sha256: sha256, size: size, run: known.run, boxes: known.boxes))
      {
        if verdict == .settled { verdict = .hiddenLater }
        // Also where it was only touched: what its output hides is not all.
        try database.run("UPDATE entries SET settings = NULL WHERE id = ?", [DatabaseValue(known.id)])
      }
      let status = verdict == .settled ? known.status ?? .pending : .pending
      try meet(entry, status, known)
      return verdict
    }
  }

  /// What an earlier run did with a file whose output was at another place than it has now; nil where that is another file's.
  private func outputElsewhere(
    _ known: Known, _ entry: CollectionEntry, _ basis: Basis
  ) throws(FaceBlurError) -> ScrubJob? {
    guard let place = known.target, place.isBelow, place != entry.target else { return nil }
    try keepRecords(of: entry.source, at: place, butFor: entry.target, basis)
    let isOfAnother = try database.rows(
      "SELECT 1 FROM entries WHERE target = ? AND id != ? AND out_sha256 = ?",
      [DatabaseValue(place), DatabaseValue(known.id), DatabaseValue(known.sha256)]
    ).step()
    if isOfAnother { return nil }
    var jobs = [
      ScrubJob(
        id: known.id, source: entry.source, target: place, stamp: known.stamp, writtenSHA256: known.sha256,
        settledSHA256: nil, intendedSHA256: known.intended)
    ]
    try noteRecords(of: &jobs, basis)
    return jobs.first
  }

  private func known(_ source: FilePath) throws(FaceBlurError) -> Known? {
    let row = try database.rows(
      """
      SELECT id, run, status, target, size, modified, settings, model, out_size, out_modified, out_sha256, edit,
        intended_sha256, sha256, boxes
      FROM entries WHERE source = ?
      """, [DatabaseValue(source)])
    guard try row.step(), let id = row.integer(0), let run = row.integer(1) else { return nil }
    return Known(
      id: id, run: run, status: row.text(2).flatMap(ScrubStatus.init), target: row.path(3),
      stamp: row.stamp(4), contentSHA256: row.text(13), boxes: row.text(14) ?? "",
      basis: Basis(settings: row.text(6) ?? "", model: row.text(7) ?? ""),
      edit: row.text(11) ?? "", written: row.stamp(8), sha256: row.text(10), intended: row.text(12))
  }

  /// Another file of this run that goes to the same place.
  private func conflict(of entry: CollectionEntry) throws(FaceBlurError) -> FilePath? {
    let conflicts = try database.rows(
      "SELECT source FROM entries WHERE target = ? AND run = ? AND +status != 'failed' LIMIT 1",
      [DatabaseValue(entry.target), DatabaseValue(run)])
    return try conflicts.step() ? conflicts.path(0) : nil
  }

  private func verdict(
    on known: Known, _ entry: CollectionEntry, _ stamp: FileStamp, _ folder: FilePath, _ basis: Basis
  ) throws(FaceBlurError) -> Verdict {
    guard let status = known.status, status.isSettled, known.target == entry.target else {
      return known.status == .failed ? .failed : .unfinished
    }
    guard known.stamp == stamp else { return .changed }
    guard known.basis == basis else { return .otherSettings }
    guard try isEditUnchanged(known.edit, of: entry.source, at: entry.target, basis) else {
      return .editChanged
    }
    let target = folder.appending(entry.target)
    guard status == .done else {
      guard !target.exists else { return .outputChanged }
      return try isSound(known.id, entry.source, known.contentSHA256) ? .settled : .changed
    }
    guard let written = known.written, FileStamp(of: target) == written else { return .outputChanged }
    return .settled
  }

  /// Puts a file on the list as it is. What was hidden in it, and in which content of which size, stays for the run that can read it again, and
  /// for one that meets it under another name.
  private func list(
    _ entry: CollectionEntry, _ status: ScrubStatus, _ reason: String, _ known: Known?
  ) throws(FaceBlurError) -> Verdict {
    guard let known else {
      try insert(entry, status, nil, reason)
      return .listed
    }
    try meet(entry, status, known)
    try database.run(
      """
      UPDATE entries SET modified = NULL, edit = NULL, settings = NULL, model = NULL,
        out_size = NULL, out_modified = NULL, faces = NULL, doubtful = NULL, way = NULL, reason = ?,
        warnings = NULL, seconds = NULL, finished = NULL
      WHERE id = ?
      """, [.text(reason), DatabaseValue(known.id)])
    return .listed
  }

  /// Writes down that this run has met a file which an earlier one knew, and what of ours is where it goes now.
  private func meet(
    _ entry: CollectionEntry, _ status: ScrubStatus, _ known: Known
  ) throws(FaceBlurError) {
    let left = known.hashes(at: entry.target)
    try database.run(
      "UPDATE entries SET target = ?, run = ?, status = ?, out_sha256 = ?, intended_sha256 = ? WHERE id = ?",
      [
        DatabaseValue(entry.target), DatabaseValue(run), .text(status.rawValue), DatabaseValue(left.written),
        DatabaseValue(left.intended), DatabaseValue(known.id),
      ])
  }

  private func insert(
    _ entry: CollectionEntry, _ status: ScrubStatus, _ stamp: FileStamp?, _ reason: String? = nil
  ) throws(FaceBlurError) {
    try database.run(
      """
      INSERT INTO entries (source, target, run, status, size, modified, reason) VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        DatabaseValue(entry.source), DatabaseValue(entry.target), DatabaseValue(run), .text(status.rawValue),
        DatabaseValue(stamp?.size), DatabaseValue(stamp?.modified), DatabaseValue(reason),
      ])
  }
}

extension Database.Statement {
  /// A path below the target.
  /// - Throws: `FaceBlurError` where it is another one: no walk has written it.
  func place(_ column: Int) throws(FaceBlurError) -> FilePath? {
    guard let path = path(column) else { return nil }
    guard path.isBelow else { throw damage("\(path) is no place in the target") }
    return path
  }

  /// Size and time in a column and the one behind it.
  func stamp(_ column: Int) -> FileStamp? {
    guard let size = integer(column), let modified = integer(column + 1) else { return nil }
    return FileStamp(size: size, modified: modified)
  }
}

/// What people have decided about outputs, and what is needed to make one anew.
extension ScrubJournal {
  /// Writes down how the outputs of this run are made.
  func note(_ recipe: ScrubRecipe, basis: Basis) throws(FaceBlurError) {
    knownRecipes = nil
    try database.run(
      "INSERT OR REPLACE INTO recipes (settings, model, recipe) VALUES (?, ?, ?)",
      [.text(basis.settings), .text(basis.model), DatabaseValue(recipe.text)])
  }

  /// Decisions on files that this run has met, where that is another one than the one in question: of two files that go to one place, one
  /// is not done, and what was decided about it is not about the other one.
  private static let areOfOthers = "source != ? AND source IN (SELECT source FROM entries WHERE run = ?)"

  /// What was decided about a photo, or about the place in the target that it has now: collections are moved, and what a person
  /// drew is not lost by that.
  func decision(on source: FilePath, at place: FilePath) throws(FaceBlurError) -> CollectionDecision.Stored? {
    for (column, path) in [("source", source), ("target", place)] {
      let rows = try database.rows(
        "SELECT record, found, source FROM decisions WHERE \(column) = ? AND NOT (\(Self.areOfOthers))",
        [DatabaseValue(path), DatabaseValue(source), DatabaseValue(run)])
      guard try rows.step() else { continue }
      guard case .blob(let record) = rows[0], let found = rows.text(1) else {
        throw rows.damage("a decision cannot be one of faceblur's")
      }
      var stored = CollectionDecision.Stored(record: record, found: found)
      // Where that is gone, this may well be it under another name.
      stored.isByPlace = column == "target" && rows.path(2)?.exists == true
      return stored
    }
    return nil
  }

  /// Writes down what was decided about a photo in place of what was decided before; nil for nothing.
  func keep(
    _ decision: CollectionDecision.Stored?, on source: FilePath, at place: FilePath
  ) throws(FaceBlurError) {
    // Of no place, which no source is called by, until the other one has its own again.
    try database.run(
      "UPDATE decisions SET target = source WHERE target = ? AND \(Self.areOfOthers)",
      [DatabaseValue(place), DatabaseValue(source), DatabaseValue(run)])
    try database.run(
      "DELETE FROM decisions WHERE source = ? OR target = ?", [DatabaseValue(source), DatabaseValue(place)])
    guard let decision else { return }
    try database.run(
      "INSERT INTO decisions (source, target, record, found) VALUES (?, ?, ?, ?)",
      [DatabaseValue(source), DatabaseValue(place), .blob(decision.record), .text(decision.found)])
  }

  /// A photo that a run has done, with what is needed to make its output anew.
  struct Done {
    /// As the run that did it would be given it.
    var job: ScrubJob
    let status: ScrubStatus
    /// See `ScrubJournal.isAnnounced`.
    let isAnnounced: Bool
    /// Of the source that was read; nil where nobody has.
    let sourceSHA256: String?
    let regions: ReportedRegions
    let basis: Basis
    /// Nil where a version before has done it.
    let recipe: ScrubRecipe?
    /// Of its records, as `EditStamps` has it.
    let edit: String
    /// Seconds since 1970.
    let finished: Int
    let warnings: [String]
  }

  /// Of what runs have found.
  static let untold = "what is hidden in it is not told"

  /// The photo whose output is at a place of the target: the newest, where there were several.
  /// - Throws: `FaceBlurError` also where what was hidden in it cannot be read.
  func done(at place: FilePath) throws(FaceBlurError) -> Done? {
    let rows = try database.rows(
      """
      SELECT source, status, sha256, boxes, settings, model, edit, finished, warnings, \(Self.isAnnounced)
      FROM entries
      WHERE target = ? ORDER BY run DESC, out_sha256 IS NULL, status = 'failed', id LIMIT 1
      """, [DatabaseValue(place)])
    guard try rows.step(), let source = rows.path(0), let status = rows.text(1).flatMap(ScrubStatus.init)
    else { return nil }
    let basis = Basis(settings: rows.text(4) ?? "", model: rows.text(5) ?? "")
    let (sha256, boxes) = (rows.text(2), rows.text(3))
    let regions = boxes.flatMap(ReportedRegions.init)
    // Whoever makes the output anew would show what was found.
    guard boxes == nil || regions != nil else { throw rows.damage(Self.untold) }
    let (edit, finished) = (rows.text(6) ?? "", rows.integer(7) ?? 0)
    let warnings = Self.texts(rows.text(8))
    let isAnnounced = rows.integer(9) == 1
    let known = try database.rows(
      "SELECT recipe FROM recipes WHERE settings = ? AND model = ?",
      [.text(basis.settings), .text(basis.model)])
    let recipe = try known.step() ? known.text(0).flatMap(ScrubRecipe.init) : nil
    guard let job = try job(of: source, basis: basis) else { return nil }
    return Done(
      job: job, status: status, isAnnounced: isAnnounced && job.decision != nil, sourceSHA256: sha256,
      regions: regions ?? ReportedRegions(), basis: basis,
      recipe: recipe, edit: edit, finished: finished, warnings: warnings)
  }

  /// Takes the last run for this one: what is asked for is what that met.
  func takeUpLastRun() throws(FaceBlurError) {
    if case .integer(let last) = try database.value("SELECT max(run) FROM entries") { run = Int(last) }
  }

  /// Begins a change of single entries, in a transaction, as of the last run.
  func beginChange() throws(FaceBlurError) {
    try takeUpLastRun()
    try database.execute("BEGIN IMMEDIATE")
  }

  /// Writes down that an output is about to be replaced because a person has decided so: where it comes to an end there, the next
  /// run does the photo anew, and holds the decision; under another name, too.
  func announce(_ job: ScrubJob, sha256: String) throws(FaceBlurError) {
    try keep(job.decision, on: job.source, at: job.target)
    try keepAnnounced(job)
    try reopen(job.id)
    try note(ScrubWorkerPool.PendingOutput(id: job.id, sha256: sha256))
    try checkpoint()
  }

  /// Whether an output was to be replaced because a person has decided so, and that came to an end on the way: all that it takes to do it again is
  /// in the journal. Of what a run has left undone, in SQL, this does not hold: it may have found more than its entry tells.
  static let isAnnounced = """
    status = 'pending' AND intended_sha256 IS NOT NULL AND EXISTS (SELECT 1 FROM contents
      WHERE contents.size IS entries.size AND contents.sha256 = entries.sha256 AND contents.run = entries.run)
    """

  /// Keeps what a decision hides until its entry tells of it.
  private func keepAnnounced(_ job: ScrubJob) throws(FaceBlurError) {
    guard let stored = job.decision else { return }
    let hidden: (regions: ReportedRegions, sha256: String)
    if let film = RecordedTracks.hidden(by: stored) {
      hidden = film
    } else {
      hidden = try stored.read().hidden
    }
    let values: [DatabaseValue] = [.text(hidden.sha256), .text(try hidden.regions.text())]
    try database.run(
      "INSERT INTO contents SELECT iif(sha256 = ?1, size, NULL), ?1, ?2, run FROM entries WHERE id = ?3",
      values + [DatabaseValue(job.id)])
    announced = values
  }

  /// Its entry tells of it, or nothing came of it.
  func forgetAnnounced() throws(FaceBlurError) {
    guard let announced else { return }
    try database.run("DELETE FROM contents WHERE sha256 = ? AND boxes = ?", announced)
    self.announced = nil
  }

  /// Makes an entry what it was before something was announced. What the render that did not get its place would have been stays
  /// known: whether it got there may be uncertain.
  func takeBack(_ done: Done) throws(FaceBlurError) {
    // What was announced before this one stays so.
    if done.isAnnounced { announced = nil } else { try forgetAnnounced() }
    try keep(done.job.decision, on: done.job.source, at: done.job.target)
    try database.run(
      "UPDATE entries SET status = ? WHERE id = ?",
      [.text(done.status.rawValue), DatabaseValue(done.job.id)])
  }
}

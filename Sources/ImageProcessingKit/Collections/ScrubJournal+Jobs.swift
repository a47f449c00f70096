internal import FoundationEssentials
internal import Glibc

/// Jobs for workers, and their outcomes.
extension ScrubJournal {
  /// What `jobs` reads of a row, by these places.
  private static let jobColumns =
    "id, source, target, size, modified, out_sha256, sha256, settings, model, intended_sha256, edit, boxes"

  /// The next files to scrub, in the order they were met.
  func jobs(after id: Int, count: Int, basis: Basis) throws(FaceBlurError) -> [ScrubJob] {
    let rows = try database.rows(
      """
      SELECT \(Self.jobColumns)
      FROM entries WHERE run = ? AND status = 'pending' AND id > ? ORDER BY id LIMIT ?
      """, [DatabaseValue(run), DatabaseValue(id), DatabaseValue(count)])
    var jobs = try jobs(rows, basis)
    for job in jobs { sourceChanges[job.id] = FileStamp.changed(at: job.source) }
    try noteEarlierRuns(in: &jobs, basis)
    return jobs
  }

  /// The next files that the walk itself put on the list, of which an earlier run may have left something.
  func withdrawals(after id: Int, count: Int, basis: Basis) throws(FaceBlurError) -> [ScrubJob] {
    let rows = try database.rows(
      """
      SELECT \(Self.jobColumns)
      FROM entries WHERE run = ?1 AND status IN ('failed', 'other') AND id > ?2
        AND (coalesce(out_sha256, intended_sha256) IS NOT NULL OR EXISTS (SELECT 1 FROM entries AS earlier
          WHERE earlier.target = entries.target AND earlier.run != ?1
            AND coalesce(earlier.out_sha256, earlier.intended_sha256) IS NOT NULL))
      ORDER BY id LIMIT ?3
      """, [DatabaseValue(run), DatabaseValue(id), DatabaseValue(count)])
    var jobs = try jobs(rows, basis)
    for index in jobs.indices { try noteLeftOutputs(in: &jobs[index], basis) }
    try noteRecords(of: &jobs, basis)
    return jobs
  }

  /// The next files that are as an earlier run left them, as far as size and time tell.
  func settled(after id: Int, count: Int, basis: Basis) throws(FaceBlurError) -> [ScrubJob] {
    let rows = try database.rows(
      """
      SELECT \(Self.jobColumns)
      FROM entries WHERE run = ? AND status = 'done' AND id > ? ORDER BY id LIMIT ?
      """, [DatabaseValue(run), DatabaseValue(id), DatabaseValue(count)])
    var jobs = try jobs(rows, basis)
    for index in jobs.indices {
      jobs[index].isCheck = true
      try noteChange(of: &jobs[index])
    }
    return jobs
  }

  /// The next files that failed in this run.
  func failures(after id: Int, count: Int, basis: Basis) throws(FaceBlurError) -> [ScrubJob] {
    let rows = try database.rows(
      """
      SELECT \(Self.jobColumns)
      FROM entries WHERE run = ? AND status = 'failed' AND id > ? ORDER BY id LIMIT ?
      """, [DatabaseValue(run), DatabaseValue(id), DatabaseValue(count)])
    return try jobs(rows, basis)
  }

  /// A file that is done in this run, or was before; nil where it is not.
  func doneJob(of source: FilePath, basis: Basis) throws(FaceBlurError) -> ScrubJob? {
    let rows = try database.rows(
      """
      SELECT \(Self.jobColumns)
      FROM entries WHERE source = ? AND run = ? AND status = 'done'
      """, [DatabaseValue(source), DatabaseValue(run)])
    return try jobs(rows, basis).first
  }

  /// What there is to do for a file that was met.
  func job(of source: FilePath, basis: Basis) throws(FaceBlurError) -> ScrubJob? {
    let rows = try database.rows(
      """
      SELECT \(Self.jobColumns)
      FROM entries WHERE source = ?
      """, [DatabaseValue(source)])
    return try jobs(rows, basis).first
  }

  /// Has a file done anew that was taken for done.
  func reopen(_ id: Int) throws(FaceBlurError) {
    try database.run("UPDATE entries SET status = 'pending' WHERE id = ?", [DatabaseValue(id)])
  }

  /// Has all files done anew that are taken for done, from an entry on.
  /// - Returns: how many.
  func reopenSettled(after id: Int) throws(FaceBlurError) -> Int {
    try database.run(
      "UPDATE entries SET status = 'pending' WHERE run = ? AND status = 'done' AND id > ?",
      [DatabaseValue(run), DatabaseValue(id)])
    guard case .integer(let count) = try database.value("SELECT changes()") else { return 0 }
    return Int(count)
  }

  private func jobs(_ rows: Database.Statement, _ basis: Basis) throws(FaceBlurError) -> [ScrubJob] {
    var jobs: [ScrubJob] = []
    while try rows.step() {
      guard let id = rows.integer(0), let source = rows.path(1), let target = try rows.place(2) else {
        continue
      }
      var isOfBasis =
        !basis.isForgetting && rows.text(7) == basis.settings && rows.text(8) == basis.model
      if isOfBasis {
        isOfBasis = try isEditUnchanged(rows.text(10) ?? "", of: source, at: target, basis)
      }
      var job = ScrubJob(
        id: id, source: source, target: target, stamp: rows.stamp(3), writtenSHA256: rows.text(5),
        settledSHA256: isOfBasis ? rows.text(6) : nil, intendedSHA256: rows.text(9))
      job.otherRecords = try otherRecords(of: source, at: target, basis)
      job.decision = try decision(on: source, at: target)
      let made = Basis(settings: rows.text(7) ?? "", model: rows.text(8) ?? "")
      try noteHidden(in: &job, rows.text(6), rows.text(11), madeWith: made, basis)
      jobs.append(job)
    }
    return jobs
  }

  /// Tells a job what an earlier run hides in its file, by the content and the regions of an entry.
  func noteHidden(
    in job: inout ScrubJob, _ sha256: String?, _ boxes: String?, madeWith made: Basis, _ basis: Basis
  ) throws(FaceBlurError) {
    guard let sha256, let boxes else { return }
    guard let hidden = ReportedRegions(boxes) else {
      if !basis.isForgetting { job.isHiddenUntold = true }
      return
    }
    job.hidden = ScrubJob.Hidden(sha256: sha256, regions: hidden.regions, film: hidden.film)
    job.hidden?.reach = try recipes()[made]?.strength.reach
  }

  /// Writes down what is about to be written for a file.
  func note(_ pending: ScrubWorkerPool.PendingOutput) throws(FaceBlurError) {
    try database.run(
      "UPDATE entries SET intended_sha256 = ? WHERE id = ?",
      [.text(pending.sha256), DatabaseValue(pending.id)])
  }

  /// Writes down what is left of a file that was taken out of the target.
  func noteWithdrawn(_ job: ScrubJob, leaving left: ScrubJob.Left?) throws(FaceBlurError) {
    let addition = left.map { "; " + $0.reason } ?? ""
    try database.run(
      "UPDATE entries SET out_sha256 = ?, intended_sha256 = NULL, reason = reason || ? WHERE id = ?",
      [DatabaseValue(left?.sha256), .text(addition), DatabaseValue(job.id)])
    try forgetLeftOutputs(of: job.id, at: job.target, isWritten: false)
  }

  /// Writes down what came of a file.
  func record(_ outcome: ScrubOutcome, basis: Basis) throws(FaceBlurError) {
    guard !outcome.isBusy else { return try passOver(outcome) }
    try forgetLeftOutputs(of: outcome.id, at: outcome.place, isWritten: outcome.written != nil)
    try noteSound(outcome.id)
    if outcome.isAsBefore {
      return try database.run(
        """
        UPDATE entries SET status = ?, size = ?, modified = ?, out_size = ?, out_modified = ?,
          intended_sha256 = NULL WHERE id = ?
        """,
        [
          .text(outcome.status.rawValue), DatabaseValue(outcome.stamp?.size),
          DatabaseValue(outcome.stamp?.modified),
          DatabaseValue(outcome.written?.stamp.size), DatabaseValue(outcome.written?.stamp.modified),
          DatabaseValue(outcome.id),
        ])
    }
    let warnings = (try? JSONEncoder().encode(outcome.warnings)).map { String(decoding: $0, as: UTF8.self) }
    let head: [DatabaseValue] = [
      .text(outcome.status.rawValue), DatabaseValue(outcome.stamp?.size),
      DatabaseValue(outcome.stamp?.modified),
      DatabaseValue(outcome.sha256), .text(outcome.edit), .text(basis.settings), .text(basis.model),
    ]
    let output: [DatabaseValue] = [
      DatabaseValue(outcome.written?.stamp.size), DatabaseValue(outcome.written?.stamp.modified),
      DatabaseValue(outcome.written?.sha256 ?? outcome.remainingSHA256),
    ]
    let findings: [DatabaseValue] = [
      DatabaseValue(outcome.faces), DatabaseValue(outcome.doubtful),
      .text(try outcome.regions.text()),
      DatabaseValue(outcome.way?.rawValue), DatabaseValue(outcome.reason),
      DatabaseValue(warnings),
      .real(outcome.seconds), DatabaseValue(time(nil)), DatabaseValue(outcome.id),
    ]
    // The size is the content's, by which it is found under another name.
    let isKept = outcome.status.knowsNothing ? "boxes IS NOT NULL" : "0"
    if !outcome.status.knowsNothing { try keepContent(before: outcome, basis) }
    try database.run(
      """
      UPDATE entries SET status = ?, size = iif(\(isKept), size, ?), modified = iif(\(isKept), NULL, ?),
        sha256 = iif(\(isKept), sha256, ?), edit = ?, settings = ?, model = ?,
        out_size = ?, out_modified = ?, out_sha256 = ?, intended_sha256 = NULL, faces = ?, doubtful = ?,
        boxes = iif(\(isKept), boxes, ?), way = ?, reason = ?, warnings = ?, seconds = ?, finished = ?
      WHERE id = ?
      """, head + output + findings)
    if case .keep(let decision) = outcome.decision {
      try keep(decision, on: outcome.source, at: outcome.place)
    }
    try forgetAnnounced()
  }

  /// Puts a file that another process is editing on the list. What earlier runs wrote and hid there stays, for the next run to take up as this one
  /// would have.
  private func passOver(_ outcome: ScrubOutcome) throws(FaceBlurError) {
    busy.insert(outcome.id)
    leftOutputs[outcome.id] = nil
    sourceChanges[outcome.id] = nil
    try database.run(
      """
      UPDATE entries SET status = ?, faces = NULL, doubtful = NULL, way = NULL, reason = ?, warnings = NULL,
        seconds = ?, finished = ?
      WHERE id = ?
      """,
      [
        .text(outcome.status.rawValue), DatabaseValue(outcome.reason), .real(outcome.seconds),
        DatabaseValue(time(nil)), DatabaseValue(outcome.id),
      ])
  }
}

/// Outputs of files that a run has not met, at places where files of it go: a folder of photos has another name, or is mounted elsewhere.
extension ScrubJournal {
  /// Tells a job what earlier runs have left at its place. What was made of a file that is gone, or of the same content, is its own to replace and
  /// to take back, with what is hidden there. What was made of another file that is still where it was stays;
  /// so does what a person has decided about, until the job's file is known again as the same picture.
  ///
  /// Without a decision, what was made of a file that is gone gives way to a new photo of its name: a target has under a name what the sources have
  /// there. Whoever took the photo away may have done so because it is not to be published any more, and nobody would look for its output behind
  /// the new one. Nothing that a person did is lost: where the photo is back, a run makes the same of it.
  /// - Parameter isContent: whether the job's file has a size and hash.
  func noteLeftOutputs(
    in job: inout ScrubJob, _ basis: Basis,
    _ isContent: (_ size: Int, _ sha256: String) -> Bool = { _, _ in false }
  ) throws(FaceBlurError) {
    leftOutputs[job.id] = nil
    // Of two files of a run that go to one place, the one that is not done takes nothing away from the other one.
    let rows = try database.rows(
      """
      SELECT id, source, size, modified, sha256, boxes, settings, model, out_sha256, intended_sha256
      FROM entries WHERE target = ?1 AND run != ?2 AND coalesce(out_sha256, intended_sha256) IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM entries WHERE target = ?1 AND run = ?2 AND id != ?3 AND +status != 'failed')
      ORDER BY run DESC, id
      """, [DatabaseValue(job.target), DatabaseValue(run), DatabaseValue(job.id)])
    while try rows.step() {
      guard let id = rows.integer(0), id != job.id, let source = rows.path(1) else { continue }
      let hashes = [rows.text(8), rows.text(9)].compactMap(\.self)
      let (size, sha256) = (rows.integer(2), rows.text(4))
      let isSame = if let size, let sha256 { isContent(size, sha256) } else { false }
      guard isSame || !Self.isThere(source, rows.stamp(2), size, sha256) else {
        for hash in hashes { job.otherSources[hash] = source }
        continue
      }
      if !isSame, try isDecided(source) {
        for hash in hashes { job.decidedSources[hash] = source }
      } else {
        job.furtherSHA256s.formUnion(hashes)
        leftOutputs[job.id, default: []].append(id)
      }
      guard job.hidden == nil else { continue }
      let made = Basis(settings: rows.text(6) ?? "", model: rows.text(7) ?? "")
      try noteHidden(in: &job, sha256, rows.text(5), madeWith: made, basis)
      // By its picture the file may be known again.
      if job.hidden != nil { job.writtenSHA256 = job.writtenSHA256 ?? rows.text(8) }
    }
  }

  /// Whether a person has decided about the output of a file.
  private func isDecided(_ source: FilePath) throws(FaceBlurError) -> Bool {
    try database.rows("SELECT 1 FROM decisions WHERE source = ?", [DatabaseValue(source)]).step()
  }

  /// Whether a file is still where an entry says, with what that says of it.
  private static func isThere(
    _ source: FilePath, _ stamp: FileStamp?, _ size: Int?, _ sha256: String?
  ) -> Bool {
    guard let now = FileStamp(of: source) else { return false }
    if now == stamp { return true }
    // It may only have been touched.
    guard let sha256, now.size == size else { return false }
    return (try? FileHash.of(source)) == sha256
  }

  /// Forgets what earlier runs have left at the place of a file, after this one has done with that.
  /// - Parameter isWritten: whether the file's own output is there now, and so nothing else.
  func forgetLeftOutputs(of id: Int, at place: FilePath, isWritten: Bool) throws(FaceBlurError) {
    let left = leftOutputs.removeValue(forKey: id) ?? []
    let forgetting =
      "UPDATE entries SET out_size = NULL, out_modified = NULL, out_sha256 = NULL, intended_sha256 = NULL"
    guard !isWritten else {
      return try database.run(
        """
        \(forgetting)
        WHERE target = ? AND id != ? AND coalesce(out_sha256, intended_sha256) IS NOT NULL
        """, [DatabaseValue(place), DatabaseValue(id)])
    }
    for entry in left { try database.run("\(forgetting) WHERE id = ?", [DatabaseValue(entry)]) }
  }
}

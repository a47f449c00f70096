/// When sources were changed last, as far as their file systems note that: a file may get its size and time back, as programs that write into photos
/// can be told to see to, but not that. Where it is another one than when the file was read, the file is hashed, and taken for what it was where
/// its content is: copied collections are not done anew.
extension ScrubJournal {
  /// Has a job that reads an output read the source, too, where that may have changed.
  func noteChange(of job: inout ScrubJob) throws(FaceBlurError) {
    let changed = FileStamp.changed(at: job.source)
    let before = try whenChanged(job.id)
    guard changed == nil || changed != before else { return }
    job.checksSource = true
    sourceChanges[job.id] = changed
  }

  /// When the source of an entry had been changed last when it was read; nil where nobody knows.
  func whenChanged(_ id: Int) throws(FaceBlurError) -> Int? {
    let rows = try database.rows("SELECT changed FROM source_changes WHERE entry = ?", [DatabaseValue(id)])
    return try rows.step() ? rows.integer(0) : nil
  }

  /// Writes down that a source had the content that its entry tells of after it was changed last.
  func noteSound(_ id: Int) throws(FaceBlurError) {
    guard let changed = sourceChanges.removeValue(forKey: id) else { return }
    try database.run(
      "INSERT OR REPLACE INTO source_changes (entry, changed) VALUES (?, ?)",
      [DatabaseValue(id), DatabaseValue(changed)])
  }

  /// Whether a source of the size and time that it had has the content that it had. It is hashed where it may have changed.
  func isSound(_ id: Int, _ source: FilePath, _ sha256: String?) throws(FaceBlurError) -> Bool {
    let changed = FileStamp.changed(at: source)
    if let changed, try changed == whenChanged(id) { return true }
    guard let sha256, (try? FileHash.of(source)) == sha256 else { return false }
    sourceChanges[id] = changed
    try noteSound(id)
    return true
  }

  /// Has the next run hash a source, in which somebody has found another content.
  func distrust(_ source: FilePath) throws(FaceBlurError) {
    try database.run(
      "DELETE FROM source_changes WHERE entry IN (SELECT id FROM entries WHERE source = ?)",
      [DatabaseValue(source)])
  }
}

/// What records hide in contents that are under other names now: an edit may have been rendered into the target without a word to the journal,
/// and its photo renamed or exchanged with another one before the next run.
extension ScrubJournal {
  /// What a record hides, and in what.
  private struct LeftRecord {
    let sha256: String
    let size: Int
    let hidden: ReportedRegions

    /// As the journal keeps it.
    func text() throws(FaceBlurError) -> String {
      let text = try hidden.text()
      // What nobody can be told makes the file fail.
      return text.utf8.count <= ReportedTracks.maxBytes ? text : ""
    }
  }

  /// Adds what the records of the files say that have had a content.
  func addRecords(
    to known: inout KnownContent, of sha256: String, _ size: Int
  ) throws(FaceBlurError) {
    let rows = try database.rows(
      """
      SELECT id, target, source, size, modified FROM entries WHERE size = ?1 AND sha256 = ?2 AND boxes IS NOT NULL
      UNION ALL SELECT id, target, source, size, modified FROM entries
        WHERE size IS NULL AND sha256 = ?2 AND boxes IS NOT NULL
      """, [DatabaseValue(size), .text(sha256)])
    while !known.isUntold, try rows.step() {
      // One that no walk has written tells nothing.
      guard let id = rows.integer(0), let place = rows.path(1), place.isBelow, let source = rows.path(2)
      else { continue }
      let isGone = Self.isGone(rows)
      for path in try recordPlaces(of: source, at: place) {
        do throws(FaceBlurError) {
          guard let record = try Self.leftRecord(at: path), record.sha256 == sha256 else { continue }
          known.add(try record.text(), of: sha256, id, isGone: isGone)
        } catch {
          known.addUnreadRecord(of: id)
        }
      }
    }
  }

  /// Keeps what the records of a file hide in contents that are not at its place any more: this run may replace these records.
  func keepLeftRecords(
    of job: ScrubJob, _ file: inout AskedFile, _ basis: Basis
  ) throws(FaceBlurError) {
    guard !basis.isForgetting else { return }
    for path in try recordPlaces(of: job.source, at: job.target) {
      // One that cannot be read is not replaced either.
      guard let record = try? Self.leftRecord(at: path), try !isAsRead(job, record.sha256),
        let content = (try? file.sha256()) ?? nil, record.sha256 != content
      else { continue }
      try keep(record)
    }
  }

  /// Keeps what records of a file hide that lie where runs kept them while its output had another place: they are looked for by the place.
  /// - Parameter now: its place now.
  func keepRecords(
    of source: FilePath, at place: FilePath, butFor now: FilePath, _ basis: Basis
  ) throws(FaceBlurError) {
    guard !basis.isForgetting else { return }
    let found = try recordPlaces(of: source, at: now)
    for path in try recordPlaces(of: source, at: place) where !found.contains(path) {
      if let record = try? Self.leftRecord(at: path) { try keep(record) }
    }
  }

  /// Whether a file is still the one with a hash that an earlier run has read, as far as its times tell.
  private func isAsRead(_ job: ScrubJob, _ sha256: String) throws(FaceBlurError) -> Bool {
    guard let hidden = job.hidden, hidden.sha256 == sha256, let facts = FileFacts(of: job.source) else {
      return false
    }
    guard facts.stamp == job.stamp else { return false }
    return try facts.changed == whenChanged(job.id)
  }

  private func keep(_ record: LeftRecord) throws(FaceBlurError) {
    let values = [
      DatabaseValue(record.size), .text(record.sha256), .text(try record.text()), DatabaseValue(run),
    ]
    try database.run(
      """
      INSERT INTO contents SELECT ?1, ?2, ?3, ?4
      WHERE NOT EXISTS (SELECT 1 FROM contents WHERE size = ?1 AND sha256 = ?2 AND boxes = ?3)
      """, values)
    knownContents[record.sha256] = nil
  }

  /// Where records of a file may be, each once.
  private func recordPlaces(of source: FilePath, at place: FilePath) throws(FaceBlurError) -> [FilePath] {
    var places: [FilePath] = []
    for folder in [source.folder] + (try recordFolders(at: place)) {
      for path in RecordedRegions.places(beside: folder.appending(source.name)) where !places.contains(path) {
        places.append(path)
      }
    }
    return places
  }

  /// What a record of ours hides; nil where there is none, it hides nothing, or that is in another program's picture, where nobody can tell which
  /// part of the original it is.
  /// - Throws: `FaceBlurError` where it cannot be read.
  private static func leftRecord(at path: FilePath) throws(FaceBlurError) -> LeftRecord? {
    guard let content = try RecordFile.bytes(ifThereAt: path, within: .film) else {
      // Too large for any.
      if path.exists { throw .noRecord }
      return nil
    }
    do throws(FaceBlurError) {
      guard case .ours(let record, _) = try RecordFile.content(of: content), record.base == nil,
        !record.appliedRegions.isEmpty
      else { return nil }
      let source = record.source
      return LeftRecord(
        sha256: source.sha256, size: source.byteCount, hidden: ReportedRegions(hiddenBy: record))
    } catch {
      guard RecordedTracks.areRecorded(in: content) else { throw error }
      return RecordedTracks.hidden(recordedIn: content).map {
        LeftRecord(sha256: $0.sha256, size: $0.size, hidden: $0.hidden)
      }
    }
  }
}

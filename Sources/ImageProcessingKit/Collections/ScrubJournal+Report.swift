internal import FoundationEssentials

extension ScrubJournal {
  /// How many files this run met, and how many of them are through.
  func progress() throws(FaceBlurError) -> ScrubProgress {
    var progress = ScrubProgress()
    for (status, count) in try counts() {
      if status == .failed { progress.failures = count }
      progress.total += count
      if status != .pending { progress.through += count }
    }
    return progress
  }

  private func counts() throws(FaceBlurError) -> [ScrubStatus: Int] {
    let rows = try database.rows(
      "SELECT status, count(*) FROM entries WHERE run = ? GROUP BY status", [DatabaseValue(run)])
    var counts: [ScrubStatus: Int] = [:]
    while try rows.step() {
      if let status = rows.text(0).flatMap(ScrubStatus.init), let count = rows.integer(1) {
        counts[status] = count
      }
    }
    return counts
  }

  /// What all files of this run come to.
  func add(to summary: inout ScrubSummary) throws(FaceBlurError) {
    summary.counts = try counts()
    let sums = try database.rows(
      """
      SELECT coalesce(sum(faces), 0), count(CASE WHEN doubtful > 0 THEN 1 END), count(CASE WHEN faces = 0 THEN 1 END),
        count(CASE WHEN warnings LIKE ? THEN 1 END)
      FROM entries
      WHERE run = ? AND status = 'done'
      """, [.text("%\"\(CollectionDecision.shownByDecision)%"), DatabaseValue(run)])
    if try sums.step() {
      summary.faces = sums.integer(0) ?? 0
      summary.doubtful = sums.integer(1) ?? 0
      summary.faceless = sums.integer(2) ?? 0
      summary.showing = sums.integer(3) ?? 0
    }
    let others = try database.rows(
      """
      SELECT count(DISTINCT target) FROM entries WHERE run != ?1 AND out_sha256 IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM entries AS own WHERE own.target = entries.target AND own.run = ?1
          AND (own.out_sha256 IS NOT NULL OR own.status = 'pending'))
      """, [DatabaseValue(run)])
    if try others.step() { summary.leftOver = others.integer(0) ?? 0 }
  }

  /// The line of a file that was met.
  func line(of source: FilePath) throws(FaceBlurError) -> ScrubLine? {
    let rows = try database.rows(
      "SELECT \(Self.lineColumns) FROM entries WHERE source = ?", [DatabaseValue(source)])
    return try rows.step() ? try ScrubLine(rows) : nil
  }

  private static let lineColumns =
    "source, target, status, faces, doubtful, boxes, way, reason, warnings, seconds, sha256, out_sha256"

  /// Which files of a run, for a part of a report.
  enum Selection: String {
    case all = "1"
    case failed = "+status = 'failed'"
    case review = "+status = 'review'"
    case doubtful = "+status = 'done' AND doubtful > 0"
    case clear = "+status = 'done' AND doubtful = 0"
    case rest = "+status NOT IN ('failed', 'review', 'done')"
  }

  /// Lends the files of this run one by one, by the bytes of their names, whatever order they were done in.
  /// - Parameter most: no more than so many.
  func forEach(
    _ selection: Selection, atMost most: Int = .max, _ body: (ScrubLine) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    // The plus signs keep SQLite to the index by source: there is nothing to sort then, however many there are.
    let rows = try database.rows(
      """
      SELECT \(Self.lineColumns)
      FROM entries WHERE +run = ? AND \(selection.rawValue) ORDER BY source LIMIT ?
      """, [DatabaseValue(run), DatabaseValue(most)])
    while try rows.step() {
      if let line = try ScrubLine(rows) { try body(line) }
    }
  }
}

extension ScrubLine {
  /// A row as `forEach` selects it.
  fileprivate init?(_ row: Database.Statement) throws(FaceBlurError) {
    guard let source = row.path(0), let status = row.text(2).flatMap(ScrubStatus.init) else { return nil }
    // Nearly all have none.
    let warnings = row.text(8).flatMap { $0 == "[]" ? nil : $0 }
    // Of what an earlier run hid, and in which photo, this one says nothing.
    let isOfEarlierRun = status.knowsNothing && row.text(5) != nil
    self.init(
      source: source, target: status == .done ? try row.place(1) : nil, status: status,
      faces: row.integer(3) ?? 0,
      doubtful: row.integer(4) ?? 0,
      regions: isOfEarlierRun
        ? ReportedRegions() : row.text(5).flatMap(ReportedRegions.init) ?? ReportedRegions(),
      way: row.text(6), reason: row.text(7),
      warnings: warnings.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? [],
      seconds: row.real(9),
      sourceSHA256: isOfEarlierRun ? nil : row.text(10), targetSHA256: row.text(11))
  }
}

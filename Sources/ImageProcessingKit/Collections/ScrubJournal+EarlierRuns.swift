/// What earlier runs hide in files that are to be scrubbed: by their own entries, under other names, in contents that were under a name before,
/// and by records that this run does not keep.
extension ScrubJournal {
  /// What is known of files of one content. It is read once, however many copies there are.
  struct KnownContent {
    /// Each once, with the entries that say so.
    private var entries: [Set<PlannedRegion>: (hidden: ScrubJob.Hidden, ids: Set<Int>)] = [:]
    private var films: [ReportedTracks: (hidden: ScrubJob.Hidden, ids: Set<Int>)] = [:]
    private var length = 0
    /// Whether there is more than a worker can be told, or something that cannot be read.
    private(set) var isUntold = false
    /// Entries that have a record which cannot be read.
    private var unread: Set<Int> = []

    /// How long what the journal has of them may be.
    private static let maxBytes = 4 << 20

    mutating func add(_ text: String, of sha256: String, _ id: Int, isGone: Bool) {
      guard let read = ReportedRegions(text) else { return isUntold = true }
      let hidden = ScrubJob.Hidden(sha256: sha256, regions: read.regions, film: read.film)
      if let film = read.film {
        if films[film] == nil { length += text.utf8.count }
        films[film, default: (hidden, [])].ids.insert(id)
        if isGone { films[film]?.hidden.isGone = true }
      } else {
        let places = Set(read.regions.map(\.anonymous))
        if entries[places] == nil { length += text.utf8.count }
        entries[places, default: (hidden, [])].ids.insert(id)
        if isGone { entries[places]?.hidden.isGone = true }
      }
      if length > Self.maxBytes { isUntold = true }
    }

    mutating func addUnreadRecord(of id: Int) { unread.insert(id) }

    /// Whether another entry than one has a record that cannot be read.
    fileprivate func hasUnreadRecord(besides id: Int) -> Bool { unread.contains { $0 != id } }

    /// What other entries than one have.
    fileprivate func hidden(besides id: Int) -> [ScrubJob.Hidden] {
      (Array(entries.values) + Array(films.values)).filter { $0.ids != [id] }.map(\.hidden)
        // In an order that is the same in every run.
        .sorted { ($0.regions.count, $0.regions.description) < ($1.regions.count, $1.regions.description) }
    }
  }

  /// Contents that are remembered at most.
  private static let maxKnownContents = 64

  /// Tells jobs what is hidden in the same content under other names, and what records of earlier runs say.
  func noteEarlierRuns(in jobs: inout [ScrubJob], _ basis: Basis) throws(FaceBlurError) {
    var files = jobs.map { AskedFile($0.source) }
    for index in jobs.indices { try keepLeftRecords(of: jobs[index], &files[index], basis) }
    for index in jobs.indices { try noteHiddenElsewhere(&jobs[index], &files[index], basis) }
    for index in jobs.indices { noteStrayRecord(in: &jobs[index], &files[index]) }
    for index in jobs.indices {
      try noteLeftOutputs(in: &jobs[index], basis) { size, sha256 in
        files[index].stamp.size == size && (try? files[index].sha256()) == sha256
      }
    }
    try noteRecords(of: &jobs, basis)
  }

  /// The hash of a file is computed only where a content of its size is known. That is its size now: the entry has that of an earlier run.
  private func noteHiddenElsewhere(
    _ job: inout ScrubJob, _ file: inout AskedFile, _ basis: Basis
  ) throws(FaceBlurError) {
    job.askedOf = file.stamp
    guard try knows(file.stamp.size, besides: job.id) else { return }
    let content: String?
    do throws(FaceBlurError) {
      content = try file.sha256()
    } catch {
      // Whoever can read it later would not know what is hidden in it.
      if !basis.isForgetting { job.isHiddenUntold = true }
      return
    }
    guard let sha256 = content else { return }
    let known = try known(sha256, file.stamp.size)
    // Also where it is to be forgotten: then it says what became of the sound.
    job.hiddenElsewhere = known.hidden(besides: job.id)
    if known.isUntold, !basis.isForgetting { job.isHiddenUntold = true }
    if known.hasUnreadRecord(besides: job.id), !basis.isForgetting { job.isHiddenUntold = true }
  }

  /// Whether a content of a size is known, or one of which the size is not. Each part of the question goes by an index.
  private func knows(_ size: Int, besides id: Int) throws(FaceBlurError) -> Bool {
    try database.rows(
      """
      SELECT 1 FROM entries WHERE size = ?1 AND boxes IS NOT NULL AND id != ?2
      UNION ALL SELECT 1 FROM entries WHERE size IS NULL AND boxes IS NOT NULL AND id != ?2
      UNION ALL SELECT 1 FROM contents WHERE size = ?1
      UNION ALL SELECT 1 FROM contents WHERE size IS NULL
      LIMIT 1
      """, [DatabaseValue(size), DatabaseValue(id)]
    ).step()
  }

  private func known(_ sha256: String, _ size: Int) throws(FaceBlurError) -> KnownContent {
    if let known = knownContents[sha256] { return known }
    var known = KnownContent()
    let rows = try database.rows(
      """
      SELECT id, boxes, source, size, modified FROM entries WHERE size = ?1 AND sha256 = ?2 AND boxes IS NOT NULL
      UNION ALL SELECT id, boxes, source, size, modified FROM entries
        WHERE size IS NULL AND sha256 = ?2 AND boxes IS NOT NULL
      UNION ALL SELECT 0, boxes, NULL, NULL, NULL FROM contents WHERE size = ?1 AND sha256 = ?2
      UNION ALL SELECT 0, boxes, NULL, NULL, NULL FROM contents WHERE size IS NULL AND sha256 = ?2
      """, [DatabaseValue(size), .text(sha256)])
    while !known.isUntold, try rows.step() {
      guard let id = rows.integer(0), let text = rows.text(1) else { continue }
      known.add(text, of: sha256, id, isGone: Self.isGone(rows))
    }
    try addRecords(to: &known, of: sha256, size)
    if knownContents.count >= Self.maxKnownContents { knownContents = [:] }
    knownContents[sha256] = known
    return known
  }

  /// Whether the file of an entry is no more what the entry tells of: source, size and time in the columns from the third one on.
  static func isGone(_ rows: Database.Statement) -> Bool {
    guard let source = rows.path(2), let stamp = rows.stamp(3) else { return true }
    return FileStamp(of: source) != stamp
  }

  /// A content as a run has met it under one name.
  struct LaterContent: Hashable {
    let sha256: String
    /// In bytes.
    let size: Int
    /// The last run that has.
    let run: Int
    /// What is hidden in it there, as the journal has it.
    let boxes: String
  }

  /// Whether something else was hidden in a content under another name, of which nothing is left, after a run had met it under this one.
  func isHiddenLater(_ content: LaterContent) throws(FaceBlurError) -> Bool {
    guard try hasSharedContents() else { return false }
    if let known = knownLater[content] { return known }
    let rows = try database.rows(
      """
      SELECT id, 0, source, size, modified FROM entries
        WHERE size = ?1 AND sha256 = ?2 AND boxes IS NOT NULL AND run > ?3 AND boxes != ?4
      UNION ALL SELECT 0, 0, NULL, NULL, NULL FROM contents
        WHERE size = ?1 AND sha256 = ?2 AND run > ?3 AND boxes != ?4
      """,
      [DatabaseValue(content.size), .text(content.sha256), DatabaseValue(content.run), .text(content.boxes)])
    var isLater = false
    while !isLater, try rows.step() { isLater = Self.isGone(rows) }
    if knownLater.count >= Self.maxKnownContents { knownLater = [:] }
    knownLater[content] = isLater
    return isLater
  }

  /// Whether any content was under more than one name: most collections have none, and are not asked file by file.
  private func hasSharedContents() throws(FaceBlurError) -> Bool {
    if let knownToShare { return knownToShare }
    let shares = try database.rows(
      """
      SELECT 1 FROM contents UNION ALL
      SELECT 1 FROM (SELECT 1 FROM entries WHERE boxes IS NOT NULL AND sha256 IS NOT NULL
        GROUP BY size, sha256 HAVING count(*) > 1) LIMIT 1
      """, []
    ).step()
    knownToShare = shares
    return shares
  }

  /// Keeps what was hidden in the content that an entry has had, before it tells of another one. What was kept of that one is in the entry from
  /// now on: its job was told.
  /// - Parameter outcome: of what is under the name now.
  func keepContent(before outcome: ScrubOutcome, _ basis: Basis) throws(FaceBlurError) {
    guard let sha256 = outcome.sha256 else { return }
    let values = [DatabaseValue(outcome.id), .text(sha256)]
    let isKnown = try database.rows("SELECT 1 FROM entries WHERE id = ? AND sha256 = ?", values).step()
    guard !isKnown || basis.isForgetting else { return }
    try database.run(
      """
      INSERT INTO contents SELECT size, sha256, boxes, run FROM entries
      WHERE id = ? AND sha256 != ? AND boxes IS NOT NULL
      """, values)
    let size = DatabaseValue(outcome.stamp?.size)
    try database.run("DELETE FROM contents WHERE size = ? AND sha256 = ?", [size, .text(sha256)])
    try database.run("DELETE FROM contents WHERE size IS NULL AND sha256 = ?", [.text(sha256)])
  }

  /// Tells jobs what is known of the records that earlier runs kept of their files: an edit may have been rendered into the target since,
  /// without a word to the journal.
  /// - Parameter basis: of this run, whose own records say for themselves what they hide.
  func noteRecords(of jobs: inout [ScrubJob], _ basis: Basis) throws(FaceBlurError) {
    let recipes = try recipes()
    // One for each place.
    let keeping = Dictionary(
      recipes.values.filter(\.keepsRecords).map { ($0.recordFolder, $0) },
      uniquingKeysWith: { first, _ in first })
    guard !keeping.isEmpty else { return }
    let own = recipes[Basis(settings: basis.settings, model: basis.model)]
    for index in jobs.indices {
      let (source, place) = (jobs[index].source, jobs[index].target)
      let ownRecord = own?.recordFile(of: source, at: place)
      for (folder, recipe) in keeping {
        guard let path = recipe.recordFile(of: source, at: place) else { continue }
        let content = try? RecordFile.bytes(of: path, within: .film)
        if let render = content.flatMap(Self.newestRender) { jobs[index].furtherSHA256s.insert(render) }
        // What lies beside the file is read with it.
        guard folder != nil, path != ownRecord, !basis.isForgetting else { continue }
        if let content {
          jobs[index].records.append(KeptRecord(path, content: content))
        } else {
          jobs[index].isHiddenUntold = true
        }
      }
    }
  }

  /// The hash of the newest render that a record of a photo or film tells of; nil where it is none of ours.
  static func newestRender(in content: [UInt8]) -> String? {
    if case .ours(let record, _)? = try? RecordFile.content(of: content) {
      return record.renders.last?.sha256
    }
    return RecordedTracks.newestRender(in: content)
  }
}

/// A file as it is when the journal is asked about it, whose hash is computed where it is wanted, and once.
struct AskedFile {
  /// Without links.
  private let path: FilePath
  /// Of before the hash.
  let stamp: FileStamp
  private var hash: Result<String?, FaceBlurError>?

  init(_ source: FilePath) {
    path = source.resolved ?? source
    stamp = FileStamp(of: path) ?? .ofNone
  }

  /// Nil where there is no regular file.
  /// - Throws: `FaceBlurError` where it cannot be read.
  mutating func sha256() throws(FaceBlurError) -> String? {
    if let hash { return try hash.get() }
    let computed = Result { () throws(FaceBlurError) in try FileHash.of(path) }
    hash = computed
    return try computed.get()
  }
}

extension PlannedRegion {
  /// What is hidden where and how, whatever it is called and whoever saw it.
  fileprivate var anonymous: PlannedRegion {
    var region = self
    region.id = ""
    region.score = nil
    region.seenBy = nil
    return region
  }
}

extension ScrubJournal {
  /// "FBsj". The first version had no decisions and no recipes, the second one did not look for content under other names, the third one forgot
  /// what was hidden in a content when another one came under its name, and the fourth one believed sizes and times of sources.
  private static let form = DatabaseForm(
    applicationID: 0x4642_736A,
    schema: [
      """
      CREATE TABLE entries (
        id INTEGER PRIMARY KEY, source BLOB NOT NULL UNIQUE, target BLOB NOT NULL, run INTEGER NOT NULL,
        status TEXT NOT NULL, size INTEGER, modified INTEGER, sha256 TEXT, edit TEXT,
        settings TEXT, model TEXT, out_size INTEGER, out_modified INTEGER, out_sha256 TEXT,
        intended_sha256 TEXT,
        faces INTEGER, doubtful INTEGER, boxes TEXT, way TEXT, reason TEXT, warnings TEXT, seconds REAL,
        finished INTEGER)
      """,
      "CREATE INDEX entries_by_target ON entries (target, run)",
      "CREATE INDEX entries_by_status ON entries (run, status, id)",
      "CREATE TABLE collection (target BLOB NOT NULL)",
      """
      CREATE TABLE decisions (
        source BLOB NOT NULL UNIQUE, target BLOB NOT NULL UNIQUE, record BLOB NOT NULL, found TEXT NOT NULL)
      """,
      "CREATE TABLE recipes (settings TEXT NOT NULL, model TEXT NOT NULL, recipe TEXT, UNIQUE (settings, model))",
      "CREATE INDEX entries_by_content ON entries (size, sha256) WHERE boxes IS NOT NULL",
      "CREATE TABLE contents (size INTEGER, sha256 TEXT NOT NULL, boxes TEXT NOT NULL, run INTEGER NOT NULL)",
      "CREATE INDEX contents_by_content ON contents (size, sha256)",
      "CREATE TABLE source_changes (entry INTEGER PRIMARY KEY, changed INTEGER NOT NULL)",
    ], earlier: [4, 6, 7, 9], readable: 4,
    cells: [
      "entries": [
        (.path, ["source", "target"]), (.hash, ["sha256", "out_sha256", "intended_sha256"]),
        (.count, ["id", "run", "size", "out_size", "faces", "doubtful", "finished"]),
        (.time, ["modified", "out_modified"]), (.seconds, ["seconds"]),
        (.word, ["status", "edit", "settings", "model", "way"]), (.text, ["boxes", "reason", "warnings"]),
      ],
      "decisions": [(.path, ["source", "target"]), (.record, ["record"]), (.text, ["found"])],
      "recipes": [(.word, ["settings", "model"]), (.text, ["recipe"])],
      "contents": [(.count, ["size", "run"]), (.hash, ["sha256"]), (.text, ["boxes"])],
      "source_changes": [(.count, ["entry"]), (.time, ["changed"])],
    ])

  /// Opens the journal of a target, or makes one; no other process opens it while this value lives.
  /// - Parameters:
  ///   - path: the journal's.
  ///   - target: the folder that the collection goes to.
  ///   - isOwn: whether the journal lies where faceblur alone writes, so that a damaged one may be moved aside.
  /// - Returns: the journal, and a warning where it had to be begun anew.
  /// - Throws: `FaceBlurError` where it is in use, another program's, a newer version's, another target's or damaged.
  static func open(
    _ path: FilePath, of target: FilePath, isOwn: Bool
  ) throws(FaceBlurError) -> (journal: ScrubJournal, warning: String?) {
    do {
      return (try prepare(path, target), nil)
    } catch {
      guard error.kind == .damagedJournal, isOwn else { throw error.naming(path) }
      let aside = try moveAside(path)
      do {
        let journal = try prepare(path, target)
        return (
          journal,
          "\(path): \(error.reason); it was moved to \(aside) and every photo is done anew:"
            + " what people decided about outputs is not known any more"
        )
      } catch {
        throw error.naming(path)
      }
    }
  }

  private static func prepare(_ path: FilePath, _ target: FilePath) throws(FaceBlurError) -> ScrubJournal {
    try refuseEmptied(path, target)
    return try prepare(Database(path, called: path), at: path, target)
  }

  /// Opens a copy of the journal of a target, for a forecast: whatever becomes of it, the journal is as it was, also where an earlier version wrote
  /// it and where nothing can be written.
  /// - Parameter path: the journal's; nil where there is none yet.
  /// - Throws: `FaceBlurError` as `open`.
  static func copy(_ path: FilePath?, of target: FilePath) throws(FaceBlurError) -> ScrubJournal {
    do {
      guard let path else { return try prepare(Database(nil, called: target), at: nil, target) }
      try refuseEmptied(path, target)
      return try prepare(Database(copying: path), at: nil, target)
    } catch {
      throw error.naming(path ?? target)
    }
  }

  /// - Parameter path: of the database; nil for a temporary one.
  private static func prepare(
    _ database: Database, at path: FilePath?, _ target: FilePath
  ) throws(FaceBlurError) -> ScrubJournal {
    try form.prepare(database, at: path) { (database) throws(FaceBlurError) in
      try database.run("INSERT INTO collection VALUES (?)", [DatabaseValue(target)])
    }
    return ScrubJournal(database, at: path)
  }

  /// - Throws: `FaceBlurError` where a journal has nothing in it: SQLite would make tables there as in a new one. So it should where a first run
  ///   ended before it had written anything.
  private static func refuseEmptied(_ path: FilePath, _ target: FilePath) throws(FaceBlurError) {
    if FileStamp(of: path)?.size == 0, !isFirst(path, target) { throw .damagedJournal("it is empty") }
  }

  /// Opens the journal of a target where nothing can be written, for what is asked of it alone; no run may write to it meanwhile.
  /// - Throws: `FaceBlurError` where that cannot be, or it is another program's, another version's or damaged.
  static func open(reading path: FilePath) throws(FaceBlurError) -> ScrubJournal {
    try StateFolder.refuseFolder(path)
    let database = try Database(reading: path)
    try naming(path, try form.check(database, at: path))
    return ScrubJournal(database, at: path)
  }

  /// Whether no run has left anything but its journal's name.
  private static func isFirst(_ path: FilePath, _ target: FilePath) -> Bool {
    func isEmpty(_ folder: FilePath, but known: [FilePath]) -> Bool {
      do throws(FaceBlurError) {
        let stream = try FolderStream(folder)
        while let name = try stream.next() {
          if !known.contains(name) { return false }
        }
        return true
      } catch {
        return false
      }
    }
    let known = ["", "-wal", "-shm", "-journal"].map { path.name.suffixed($0) }
    return isEmpty(path.folder, but: known) && isEmpty(target, but: [])
  }

  /// The target that the journal was made for.
  func target() throws(FaceBlurError) -> FilePath? {
    let known = try database.rows("SELECT target FROM collection")
    return try known.step() ? known.path(0) : nil
  }

  /// Makes it the journal of a target that was moved with it.
  func belong(to target: FilePath) throws(FaceBlurError) {
    try database.run("UPDATE collection SET target = ?1 WHERE target != ?1", [DatabaseValue(target)])
  }

  /// Gives a damaged journal, and what SQLite keeps beside it, other names.
  private static func moveAside(_ path: FilePath) throws(FaceBlurError) -> FilePath {
    func aside(_ number: Int) -> FilePath { path.suffixed("\(StateFolder.damagedEnding)\(number)") }
    let aside = aside((1...9999).first { !aside($0).exists } ?? 1)
    try FileStep.rename(path, to: aside, replaces: true).perform()
    for ending in ["-wal", "-shm"] where path.suffixed(ending).exists {
      try FileStep.rename(path.suffixed(ending), to: aside.suffixed(ending), replaces: true).perform()
    }
    return aside
  }
}

internal import Glibc

extension ScrubJournal {
  /// Marks an SQLite file as a journal of this program: "FBsj".
  private static let applicationID = 0x4642_736A
  private static let version = 2
  /// The statements by which SQLite keeps them, in this very wording: a file whose schema says anything else is none of
  /// ours.
  private static let schema = [
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
  ]
  /// How much of it the first version had; the rest was added since.
  private static let firstSchema = schema.prefix(4)

  /// What a cell may hold, in SQL, with the column's name for `#`.
  private enum Cell: String {
    case path = "typeof(#) = 'blob' AND length(#) BETWEEN 1 AND 65536"
    case hash = "# IS NULL OR typeof(#) = 'text' AND length(#) = 64 AND # NOT GLOB '*[^0-9a-f]*'"
    /// Numbers that stay numbers when some are added.
    case count = "# IS NULL OR typeof(#) = 'integer' AND # BETWEEN 0 AND 4503599627370496"
    case time = "# IS NULL OR typeof(#) = 'integer'"
    case seconds = "# IS NULL OR typeof(#) = 'real' AND # BETWEEN 0 AND 1e12"
    case word = "# IS NULL OR typeof(#) = 'text' AND length(#) <= 1000"
    case record = "typeof(#) = 'blob' AND length(#) BETWEEN 1 AND 1048576"
    case text = "# IS NULL OR typeof(#) = 'text' AND length(#) <= 8000000"
  }

  private static let cells: [String: [(kind: Cell, columns: [String])]] = [
    "entries": entryCells,
    "decisions": [(.path, ["source", "target"]), (.record, ["record"]), (.text, ["found"])],
    "recipes": [(.word, ["settings", "model"]), (.text, ["recipe"])],
  ]

  private static let entryCells: [(kind: Cell, columns: [String])] = [
    (.path, ["source", "target"]), (.hash, ["sha256", "out_sha256", "intended_sha256"]),
    (.count, ["id", "run", "size", "out_size", "faces", "doubtful", "finished"]),
    (.time, ["modified", "out_modified"]), (.seconds, ["seconds"]),
    (.word, ["status", "edit", "settings", "model", "way"]), (.text, ["boxes", "reason", "warnings"]),
  ]

  /// Opens the journal of a target, or makes one; no other process opens it while this value lives.
  /// - Parameters:
  ///   - path: the journal's; nil for a temporary one, which a dry run of a new target needs.
  ///   - target: the folder that the collection goes to.
  ///   - isOwn: whether the journal lies where faceblur alone writes, so that a damaged one may be moved aside.
  /// - Returns: the journal, and a warning where it had to be begun anew.
  /// - Throws: `FaceBlurError` where it is in use, another program's, a newer version's, another target's or damaged.
  static func open(
    _ path: FilePath?, of target: FilePath, isOwn: Bool
  ) throws(FaceBlurError) -> (journal: ScrubJournal, warning: String?) {
    do {
      return (try prepare(path, target), nil)
    } catch {
      guard let path, error.kind == .damagedJournal, isOwn else { throw error.naming(path ?? target) }
      let aside = try moveAside(path)
      do {
        let journal = try prepare(path, target)
        return (
          journal,
          "\(path): \(error.reason); it was moved to \(aside) and every photo is done anew"
        )
      } catch {
        throw error.naming(path)
      }
    }
  }

  private static func prepare(_ path: FilePath?, _ target: FilePath) throws(FaceBlurError) -> ScrubJournal {
    let database = try Database(path, called: path ?? target)
    // Exclusive: the second run on a journal is refused. A power cut may lose the last commits and nothing else; the
    // photos in them are done again.
    try database.execute("PRAGMA locking_mode = EXCLUSIVE")
    let isNew = try database.value("SELECT count(*) FROM sqlite_schema") == .integer(0)
    // Before anything is changed: it may be somebody's.
    let known = isNew ? version : try checkOwner(of: database)
    // It names the originals and says where their faces are. SQLite's log gets the permissions that the file has now.
    if isNew, let path { _ = path.withCString { chmod($0, 0o600) } }
    try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE")
    if isNew {
      try database.execute(
        "\(schema.joined(separator: ";")); PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version)"
      )
      try database.run("INSERT INTO collection VALUES (?)", [DatabaseValue(target)])
    } else {
      let known = known < version ? Array(firstSchema) : schema
      try checkContent(of: database, known)
      let missing = schema.dropFirst(known.count)
      if !missing.isEmpty {
        try database.execute("\(missing.joined(separator: ";")); PRAGMA user_version = \(version)")
      }
    }
    try database.execute("COMMIT")
    return ScrubJournal(database, at: path)
  }

  /// - Returns: the version that wrote it.
  private static func checkOwner(of database: Database) throws(FaceBlurError) -> Int {
    guard try database.value("PRAGMA application_id") == .integer(Int64(applicationID)) else {
      throw .foreignJournal("it is another program's", advice: "\(.nameStateFolder)")
    }
    guard case .integer(let known) = try database.value("PRAGMA user_version"),
      (1...version).contains(Int(known))
    else {
      throw .foreignJournal("another version of faceblur wrote it", advice: "use that one")
    }
    return Int(known)
  }

  /// - Throws: `FaceBlurError` where the file holds anything that this program does not write there: it may be
  ///   forged to have files written, replaced or removed.
  private static func checkContent(of database: Database, _ schema: [String]) throws(FaceBlurError) {
    // What SQLite makes of its own accord, such as the index of a unique column, has no text.
    let objects = try database.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    var texts: [String?] = []
    while texts.count <= schema.count, try objects.step() { texts.append(objects.text(0)) }
    guard texts == schema else { throw .damagedJournal("its tables are not those that faceblur makes") }
    // Also whether the indexes say what the table says.
    guard try database.value("PRAGMA integrity_check(1)") == .text("ok") else {
      throw .damagedJournal("its pages do not fit together")
    }
    for (table, cells) in cells where schema.contains(where: { $0.hasPrefix("CREATE TABLE \(table) ") }) {
      let conditions = cells.flatMap { cell in
        cell.columns.map { "(\(cell.kind.rawValue.replacing("#", with: $0)))" }
      }
      let odd = "SELECT 1 FROM \(table) WHERE NOT (\(conditions.joined(separator: " AND "))) LIMIT 1"
      guard try database.value(odd) == .null else {
        throw .damagedJournal("an entry cannot be one of faceblur's")
      }
    }
  }

  /// The target that the journal was made for.
  func target() throws(FaceBlurError) -> FilePath? {
    let known = try database.rows("SELECT target FROM collection")
    return try known.step() ? known.path(0) : nil
  }

  /// Gives a damaged journal, and what SQLite keeps beside it, other names.
  private static func moveAside(_ path: FilePath) throws(FaceBlurError) -> FilePath {
    let number = (1...9999).first { !path.suffixed(".damaged-\($0)").exists } ?? 1
    let aside = path.suffixed(".damaged-\(number)")
    try FileStep.rename(path, to: aside, replaces: true).perform()
    for ending in ["-wal", "-shm"] where path.suffixed(ending).exists {
      try FileStep.rename(path.suffixed(ending), to: aside.suffixed(ending), replaces: true).perform()
    }
    return aside
  }
}

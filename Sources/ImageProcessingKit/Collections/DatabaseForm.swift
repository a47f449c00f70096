internal import Glibc

/// What an SQLite file of this program holds, to the letter: one that says anything else is none of ours.
struct DatabaseForm: Sendable {
  /// What a cell may hold, in SQL, with the column's name for `#`.
  enum Cell: String, Sendable {
    case path = "typeof(#) = 'blob' AND length(#) BETWEEN 1 AND 65536"
    case hash = "# IS NULL OR typeof(#) = 'text' AND length(#) = 64 AND # NOT GLOB '*[^0-9a-f]*'"
    /// Numbers that stay numbers when some are added.
    case count = "# IS NULL OR typeof(#) = 'integer' AND # BETWEEN 0 AND 4503599627370496"
    case time = "# IS NULL OR typeof(#) = 'integer'"
    case seconds = "# IS NULL OR typeof(#) = 'real' AND # BETWEEN 0 AND 1e12"
    case word = "# IS NULL OR typeof(#) = 'text' AND length(#) <= 1000"
    /// Of a photo or a film.
    case record = "typeof(#) = 'blob' AND length(#) BETWEEN 1 AND 4194304"
    case text = "# IS NULL OR typeof(#) = 'text' AND length(#) <= 8000000"
  }

  /// Marks the file as one of this kind.
  let applicationID: Int
  /// The statements by which SQLite keeps the tables, in this very wording.
  let schema: [String]
  /// How many of them each earlier version had; the rest was added since. Where that is nothing, what is in them was written otherwise.
  var earlier: [Int] = []
  /// The first version that had all that is read where nothing can be written; nil for this one.
  var readable: Int?
  /// By table.
  let cells: [String: [(kind: Cell, columns: [String])]]

  private var version: Int { earlier.count + 1 }

  /// Makes the tables where the file is new, adds those that it lacks, and checks every one that is there. No other process opens
  /// the file from then on.
  /// - Parameters:
  ///   - path: of the file; nil for a temporary one.
  ///   - begin: fills new tables.
  /// - Throws: `FaceBlurError` where the file is in use, another program's, a newer version's or damaged.
  func prepare(
    _ database: Database, at path: FilePath?,
    beginningWith begin: (Database) throws(FaceBlurError) -> Void = { _ in }
  ) throws(FaceBlurError) {
    // Exclusive: the second process is refused. A power cut may lose the last commits and nothing else.
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
      try begin(database)
    } else {
      let tables = known < version ? Array(schema.prefix(earlier[known - 1])) : schema
      try checkContent(of: database, tables, at: path)
      if known < version {
        let missing = schema.dropFirst(tables.count) + ["PRAGMA user_version = \(version)"]
        try database.execute(missing.joined(separator: ";"))
      }
    }
    try database.execute("COMMIT")
  }

  /// Checks a file that is only read: nothing is added where an earlier version has written it.
  /// - Throws: `FaceBlurError` as above, also where something is missing in it then.
  func check(_ database: Database, at path: FilePath) throws(FaceBlurError) {
    let known = try checkOwner(of: database)
    let count = known == version ? schema.count : earlier[known - 1]
    guard known >= readable ?? version || count == schema.count else {
      throw .foreignJournal(
        "an earlier version of faceblur wrote it, and it cannot be brought up to date where nothing can be written",
        advice: .copyToWritable)
    }
    try checkContent(of: database, Array(schema.prefix(count)), at: path)
  }

  /// - Returns: the version that wrote it.
  private func checkOwner(of database: Database) throws(FaceBlurError) -> Int {
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

  private func isSound(_ database: Database) throws(FaceBlurError) -> Bool {
    try database.value("PRAGMA integrity_check(1)") == .text("ok")
  }

  /// - Throws: `FaceBlurError` where the file holds anything that this program does not write there: it may be
  ///   forged to have files written, replaced or removed.
  private func checkContent(
    of database: Database, _ schema: [String], at path: FilePath?
  ) throws(FaceBlurError) {
    // What SQLite makes of its own accord, such as the index of a unique column, has no text.
    let objects = try database.rows("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    var texts: [String?] = []
    while texts.count <= schema.count, try objects.step() { texts.append(objects.text(0)) }
    guard texts == schema else { throw .damagedJournal("its tables are not those that faceblur makes") }
    // Also whether the indexes say what the table says.
    if try !isSound(database) {
      // SQLite says of a page that it could not read what it says of one that is damaged.
      if let path { try InputFile.refuseUnreadable(path) }
      guard try isSound(database) else { throw .damagedJournal("its pages do not fit together") }
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
}

internal import CSQLite
internal import Glibc

/// A value in a cell of a table.
enum DatabaseValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// A path, whatever its bytes.
  init(_ path: FilePath?) { self = path.map { .blob($0.bytes) } ?? .null }
  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
}

/// A connection to an SQLite file, used by one thread at a time. The file is untrusted: nothing in it is executed.
final class Database {
  private let handle: OpaquePointer
  /// Names the file in errors.
  private let name: FilePath
  /// Far more than an entry of a journal takes, and less than what the memory would notice.
  private static let limits: [(kind: Int32, most: Int32)] = [
    (SQLITE_LIMIT_LENGTH, 1 << 24), (SQLITE_LIMIT_SQL_LENGTH, 1 << 16), (SQLITE_LIMIT_COLUMN, 64),
    (SQLITE_LIMIT_EXPR_DEPTH, 100), (SQLITE_LIMIT_COMPOUND_SELECT, 8), (SQLITE_LIMIT_VDBE_OP, 10_000),
    (SQLITE_LIMIT_FUNCTION_ARG, 8), (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
    (SQLITE_LIMIT_VARIABLE_NUMBER, 64), (SQLITE_LIMIT_TRIGGER_DEPTH, 1), (SQLITE_LIMIT_WORKER_THREADS, 0),
  ]

  /// By their text.
  private var statements: [String: Statement] = [:]

  /// Opens the file, and makes it where it is missing.
  /// - Parameters:
  ///   - path: nil for a temporary file that is gone with the connection.
  ///   - name: names the file in errors.
  convenience init(_ path: FilePath?, called name: FilePath) throws(FaceBlurError) {
    // A bare name of any bytes, never a URI.
    try self.init(path?.bytes ?? [], SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, called: name)
  }

  /// Opens a file where nothing can be written, as it lies there: nobody may write to it meanwhile.
  /// - Throws: `FaceBlurError` also where SQLite has left something beside it that is still to be taken up, for which it would have to be written.
  convenience init(reading path: FilePath) throws(FaceBlurError) {
    for ending in ["-wal", "-journal"] where FileStamp(of: path.suffixed(ending))?.size ?? 0 > 0 {
      throw FaceBlurError(
        .notWritable, path,
        "what was written last is still to be taken up from \(path.name.suffixed(ending)), and nothing can be written there",
        advice: .copyToWritable)
    }
    // Else SQLite would keep a log beside the file. Every byte is told by its number, so that none means anything else.
    let name = path.bytes.map { "%" + String(0x100 | UInt16($0), radix: 16).dropFirst() }.joined()
    try self.init(
      Array("file:\(name)?immutable=1".utf8), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, called: path)
  }

  /// Opens a copy of a file, which is gone with the connection: what is written to it changes nothing of the file.
  /// - Throws: `FaceBlurError` also where another process has opened the file, or, where nothing can be written beside it, as above.
  convenience init(copying path: FilePath) throws(FaceBlurError) {
    let file: Database
    if Folder.isWritable(path.folder) {
      file = try Database(path, called: path)
      // What was written last, and by nobody meanwhile.
      try file.execute("PRAGMA locking_mode = EXCLUSIVE")
    } else {
      file = try Database(reading: path)
    }
    try self.init(nil, called: path)
    try takeAll(of: file)
  }

  private func takeAll(of other: Database) throws(FaceBlurError) {
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else {
      throw Self.error(sqlite3_errcode(handle), of: handle, name)
    }
    let copied = sqlite3_backup_step(backup, -1)
    let ended = sqlite3_backup_finish(backup)
    let code = copied == SQLITE_DONE ? ended : copied
    guard code == SQLITE_OK else { throw Self.error(code, String(cString: sqlite3_errstr(code)), name) }
  }

  /// - Parameter address: a name or a URI, without NUL.
  private init(_ address: [UInt8], _ access: Int32, called name: FilePath) throws(FaceBlurError) {
    var opened: OpaquePointer?
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW
    let code = (address.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer {
      sqlite3_open_v2($0.baseAddress, &opened, flags, nil)
    }
    guard code == SQLITE_OK, let opened else {
      let error = opened.map { Self.error(code, of: $0, name) } ?? Self.error(code, "out of memory", name)
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    self.name = name
    for limit in Self.limits { sqlite3_limit(opened, limit.kind, limit.most) }
    try Self.check(faceblur_sqlite_distrust(opened), opened, name)
    // Pages are read, not mapped: a file that shrinks meanwhile is an error and no signal.
    try execute("PRAGMA mmap_size = 0; PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF")
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// Runs statements that return nothing.
  func execute(_ sql: String) throws(FaceBlurError) {
    try Self.check(sqlite3_exec(handle, sql, nil, nil, nil), handle, name)
  }

  /// Runs a statement that returns nothing.
  func run(_ sql: String, _ values: [DatabaseValue]) throws(FaceBlurError) {
    let statement = try rows(sql, values)
    while try statement.step() {}
  }

  /// Begins a query, and ends an earlier run of the same one.
  func rows(_ sql: String, _ values: [DatabaseValue] = []) throws(FaceBlurError) -> Statement {
    let statement: Statement
    if let known = statements[sql] { statement = known } else { statement = try prepare(sql) }
    statements[sql] = statement
    try statement.bind(values)
    return statement
  }

  /// Ends every query, whether its rows were read or not.
  func endQueries() {
    for statement in statements.values { statement.reset() }
  }

  /// The first column of the first row; null where there is none.
  func value(_ sql: String) throws(FaceBlurError) -> DatabaseValue {
    let statement = try prepare(sql)
    return try statement.step() ? statement[0] : .null
  }

  private func prepare(_ sql: String) throws(FaceBlurError) -> Statement {
    var prepared: OpaquePointer?
    try Self.check(
      sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil), handle, name)
    guard let prepared else { throw Self.error(SQLITE_MISUSE, "an empty statement", name) }
    return Statement(owning: prepared, of: handle, name)
  }

  private static func check(
    _ code: Int32, _ handle: OpaquePointer, _ name: FilePath
  ) throws(FaceBlurError) {
    guard code != SQLITE_OK, code != SQLITE_ROW, code != SQLITE_DONE else { return }
    throw error(code, of: handle, name)
  }

  /// The error of the last call, with what the system says of it.
  private static func error(_ code: Int32, of handle: OpaquePointer, _ name: FilePath) -> FaceBlurError {
    let message = String(cString: sqlite3_errmsg(handle))
    // An earlier call's is kept.
    let number = [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF) ? sqlite3_system_errno(handle) : 0
    if [ENOSPC, EDQUOT].contains(number) { return error(SQLITE_FULL, message, name) }
    return error(code, number == 0 ? message : "\(message): \(SystemError.text(of: number))", name)
  }

  private static func error(_ code: Int32, _ message: String, _ name: FilePath) -> FaceBlurError {
    var error = FaceBlurError.sqlite(code & 0xFF, message)
    error.file = name
    return error
  }

  /// A prepared statement, for as many runs as are wanted.
  final class Statement {
    private let handle: OpaquePointer
    /// Outlives its `Database` where statements do.
    private let connection: OpaquePointer
    private let name: FilePath

    fileprivate init(owning handle: OpaquePointer, of connection: OpaquePointer, _ name: FilePath) {
      self.handle = handle
      self.connection = connection
      self.name = name
    }

    deinit {
      sqlite3_finalize(handle)
    }

    /// Begins a run with values for the statement's placeholders, in their order.
    fileprivate func bind(_ values: [DatabaseValue]) throws(FaceBlurError) {
      sqlite3_reset(handle)
      // SQLITE_TRANSIENT, which the importer leaves out: the value is copied.
      let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      for (index, value) in values.enumerated() {
        let place = Int32(index + 1)
        let code =
          switch value {
          case .null: sqlite3_bind_null(handle, place)
          case .integer(let number): sqlite3_bind_int64(handle, place, number)
          case .real(let number): sqlite3_bind_double(handle, place, number)
          case .text(let text): sqlite3_bind_text(handle, place, text, Int32(text.utf8.count), copied)
          case .blob(let bytes): sqlite3_bind_blob(handle, place, bytes, Int32(bytes.count), copied)
          }
        try Database.check(code, connection, name)
      }
    }

    fileprivate func reset() { sqlite3_reset(handle) }

    /// Goes to the next row.
    /// - Returns: whether there is one.
    func step() throws(FaceBlurError) -> Bool {
      let code = sqlite3_step(handle)
      try Database.check(code, connection, name)
      if code == SQLITE_DONE { sqlite3_reset(handle) }
      return code == SQLITE_ROW
    }

    /// A cell of the current row.
    subscript(_ column: Int) -> DatabaseValue {
      let column = Int32(column)
      let count = Int(sqlite3_column_bytes(handle, column))
      switch sqlite3_column_type(handle, column) {
      case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
      case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
      case SQLITE_TEXT:
        let bytes = sqlite3_column_text(handle, column).map { UnsafeBufferPointer(start: $0, count: count) }
        return .text(bytes.map { String(decoding: $0, as: UTF8.self) } ?? "")
      case SQLITE_BLOB:
        return .blob(
          sqlite3_column_blob(handle, column).map {
            Array(UnsafeRawBufferPointer(start: $0, count: count))
          } ?? [])
      default: return .null
      }
    }

    /// The error of a row that this program does not write.
    func damage(_ reason: String) -> FaceBlurError {
      var error = FaceBlurError.damagedJournal(reason)
      error.file = name
      return error
    }

    func integer(_ column: Int) -> Int? {
      if case .integer(let number) = self[column] { Int(number) } else { nil }
    }

    func real(_ column: Int) -> Double? {
      if case .real(let number) = self[column] { number } else { nil }
    }

    func text(_ column: Int) -> String? {
      if case .text(let text) = self[column] { text } else { nil }
    }

    func path(_ column: Int) -> FilePath? {
      if case .blob(let bytes) = self[column], !bytes.isEmpty { FilePath(bytes: bytes) } else { nil }
    }
  }
}

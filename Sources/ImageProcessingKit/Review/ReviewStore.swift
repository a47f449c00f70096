internal import FoundationEssentials

/// What a person has decided and not rendered yet, every step on the way, and what was looked at: on disk at once, so that the next
/// review goes on there.
///
/// It is read like anything that lies on a disk. What cannot be one of its entries ends the review before it begins.
final class ReviewStore {
  private let database: Database
  private let path: FilePath

  /// What is kept of a photo.
  struct Kept: Sendable {
    /// What the decisions build on; see `RecordedPhoto`.
    var basis: String
    var edit: ReviewEdit?
    /// Of the original that was looked at.
    var sha256: String
    var answers = ReviewAnswers()
  }

  /// Beside the journal of a collection.
  static let name: FilePath = "review.sqlite"
  private static let collection = "collection"

  /// The store of a collection.
  /// - Parameter state: the folder of its journal.
  static func ofCollection(in state: FilePath) throws(FaceBlurError) -> ReviewStore {
    try ReviewStore(state.appending(name), of: collection)
  }

  /// The store of photos that belong to no collection.
  /// - Parameter folder: is made where it is missing, for its owner alone.
  static func of(_ subjects: [FilePath], in folder: FilePath) throws(FaceBlurError) -> ReviewStore {
    try Folder.make(folder, mode: 0o700)
    try StateFolder.refuseShared(folder)
    let names = subjects.map { ($0.resolvedWhereItExists ?? $0).bytes }
      .sorted { $0.lexicographicallyPrecedes($1) }
    let subject = SHA256.hexDigest(of: Array(names.joined(separator: [0])))
    return try ReviewStore(folder.appending(FilePath("\(subject).sqlite")), of: subject)
  }

  /// "FBrv". The first version kept all of a photo with each step.
  private static let form = DatabaseForm(
    applicationID: 0x4642_7276,
    schema: [
      "CREATE TABLE review (subject TEXT NOT NULL)",
      """
      CREATE TABLE photos (
        photo BLOB NOT NULL UNIQUE, basis TEXT NOT NULL, sha256 TEXT, edit TEXT, answers TEXT, found TEXT)
      """,
      """
      CREATE TABLE steps (
        id INTEGER PRIMARY KEY, photo BLOB NOT NULL, undone INTEGER NOT NULL, change INTEGER NOT NULL,
        before TEXT NOT NULL, after TEXT NOT NULL)
      """,
      "CREATE INDEX steps_by_change ON steps (change)",
      "CREATE INDEX steps_undone ON steps (undone, change)",
      "CREATE INDEX steps_by_photo ON steps (photo)",
    ], earlier: [6],
    cells: [
      "review": [(.word, ["subject"])],
      "photos": [
        (.path, ["photo"]), (.word, ["basis"]), (.hash, ["sha256"]), (.text, ["edit", "answers", "found"]),
      ],
      "steps": [(.path, ["photo"]), (.text, ["before", "after"]), (.count, ["id", "undone", "change"])],
    ])

  /// Opens the file, or makes it; no other process opens it while this value lives.
  /// - Parameter subject: what is reviewed.
  /// - Throws: `FaceBlurError` where it is in use, of something else, another program's, a newer version's or damaged.
  convenience init(_ path: FilePath, of subject: String) throws(FaceBlurError) {
    try Self.refuseShared(path)
    let database = try Database(path, called: path)
    do {
      try Self.form.prepare(database, at: path) { (database) throws(FaceBlurError) in
        try database.run("INSERT INTO review VALUES (?)", [.text(subject)])
      }
    } catch {
      throw error.naming(path)
    }
    try self.init(database, at: path, of: subject)
    try forgetLooseSteps()
  }

  /// Opens the store of a collection where nothing can be written, for what is asked of it alone; nobody may write to it meanwhile.
  /// - Throws: `FaceBlurError` as above.
  convenience init(reading path: FilePath) throws(FaceBlurError) {
    try Self.refuseShared(path)
    let database = try Database(reading: path)
    try naming(path, try Self.form.check(database, at: path))
    try self.init(database, at: path, of: Self.collection)
  }

  private init(_ database: Database, at path: FilePath, of subject: String) throws(FaceBlurError) {
    guard try database.value("SELECT subject FROM review") == .text(subject) else {
      throw FaceBlurError(.refused, path, "it is of other photos", advice: "move it away")
    }
    (self.database, self.path) = (database, path)
  }

  private static func refuseShared(_ path: FilePath) throws(FaceBlurError) {
    for ending in ["", "-wal", "-shm", "-journal"] where path.suffixed(ending).exists {
      try StateFolder.refuseShared(path.suffixed(ending))
    }
  }

  /// All that is kept of photos.
  func photos() throws(FaceBlurError) -> [FilePath: Kept] {
    let rows = try database.rows("SELECT photo, basis, edit, sha256, answers FROM photos")
    var photos: [FilePath: Kept] = [:]
    while try rows.step() {
      guard let key = rows.path(0), let basis = rows.text(1) else { throw rows.damage("a photo has no name") }
      var kept = Kept(basis: basis, sha256: rows.text(3) ?? "")
      kept.edit = try rows.value(2, as: ReviewEdit.self)
      kept.answers = try rows.value(4, as: ReviewAnswers.self) ?? ReviewAnswers()
      try rows.check(kept.edit?.filters, kept.answers.times)
      photos[key] = kept
    }
    return photos
  }

  func keep(_ kept: Kept, of key: FilePath) throws(FaceBlurError) {
    try database.run(
      """
      INSERT INTO photos (photo, basis, sha256, edit, answers) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (photo) DO UPDATE SET basis = excluded.basis, sha256 = excluded.sha256, edit = excluded.edit,
        answers = excluded.answers
      """,
      [
        DatabaseValue(key), .text(kept.basis), kept.sha256.isEmpty ? .null : .text(kept.sha256),
        DatabaseValue(try kept.edit.map(Self.text)), .text(try Self.text(kept.answers)),
      ])
  }

  /// What was found in a photo, so that nobody looks twice.
  /// - Parameter sha256: of the photo.
  func found(in key: FilePath, sha256: String) throws(FaceBlurError) -> FaceBlurAdjustment? {
    let rows = try database.rows("SELECT sha256, found FROM photos WHERE photo = ?", [DatabaseValue(key)])
    guard try rows.step(), rows.text(0) == sha256,
      let found = try rows.value(1, as: FaceBlurAdjustment.self)
    else { return nil }
    try found.validate()
    return found
  }

  /// What was found in a film, likewise.
  func tracks(in key: FilePath, sha256: String) throws(FaceBlurError) -> FoundTracks? {
    let rows = try database.rows("SELECT sha256, found FROM photos WHERE photo = ?", [DatabaseValue(key)])
    guard try rows.step(), rows.text(0) == sha256, let found = try rows.value(1, as: FoundTracks.self) else {
      return nil
    }
    try found.validate()
    return found
  }

  /// Keeps that. What was decided about another photo that was there before is forgotten.
  func note(_ found: some Encodable, in key: FilePath, sha256: String) throws(FaceBlurError) {
    try database.run(
      "DELETE FROM photos WHERE photo = ? AND sha256 IS NOT ?", [DatabaseValue(key), .text(sha256)])
    try database.run(
      """
      INSERT INTO photos (photo, basis, sha256, found) VALUES (?, '', ?, ?)
      ON CONFLICT (photo) DO UPDATE SET found = excluded.found
      """, [DatabaseValue(key), .text(sha256), .text(try Self.text(found))])
    try database.run(
      "DELETE FROM steps WHERE photo = ? AND photo NOT IN (SELECT photo FROM photos WHERE photo = ? AND basis != '')",
      [DatabaseValue(key), DatabaseValue(key)])
  }

  /// Does several things, or none of them.
  func whole(_ body: () throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    database.endQueries()
    try database.execute("BEGIN IMMEDIATE")
    do {
      try body()
      try database.execute("COMMIT")
    } catch {
      database.endQueries()
      try? database.execute("ROLLBACK")
      throw error
    }
  }

  static func text(_ value: some Encodable) throws(FaceBlurError) -> String {
    guard let json = try? JSONEncoder().encode(value), json.count <= 8_000_000 else {
      throw FaceBlurError(.notWritable, "what was decided is too large to be kept")
    }
    return String(decoding: json, as: UTF8.self)
  }
}

/// Taking back.
extension ReviewStore {
  var canUndo: Bool { (try? database.value("SELECT 1 FROM steps WHERE undone = 0 LIMIT 1")) == .integer(1) }
  var canRedo: Bool { (try? database.value("SELECT 1 FROM steps WHERE undone = 1 LIMIT 1")) == .integer(1) }

  /// Writes down a change of one photo or several. What was taken back before cannot be done again then.
  func add(_ steps: [ReviewStep]) throws(FaceBlurError) {
    try database.execute("DELETE FROM steps WHERE undone = 1")
    guard case .integer(let last) = try database.value("SELECT coalesce(max(change), 0) FROM steps") else {
      return
    }
    for step in steps {
      try database.run(
        "INSERT INTO steps (photo, before, after, undone, change) VALUES (?, ?, ?, 0, ?)",
        [
          DatabaseValue(step.key), .text(try Self.text(step.before)), .text(try Self.text(step.after)),
          .integer(last + 1),
        ])
    }
  }

  /// The steps of the change that is taken back next, or done again; empty where there is none.
  /// - Parameter passed: a change that is passed over, and with it all that would come before it; nil for none.
  func next(undoing: Bool, behind passed: Int?) throws(FaceBlurError) -> (change: Int, steps: [ReviewStep]) {
    let change =
      undoing
      ? "SELECT max(change) FROM steps WHERE undone = 0 AND change < ?"
      : "SELECT min(change) FROM steps WHERE undone = 1 AND change > ?"
    let end = try database.rows(change, [DatabaseValue(passed ?? (undoing ? Int.max : Int.min))])
    guard try end.step(), let number = end.integer(0) else { return (0, []) }
    let rows = try database.rows(
      "SELECT photo, before, after FROM steps WHERE change = ? AND undone = ? ORDER BY id",
      [DatabaseValue(number), .integer(undoing ? 0 : 1)])
    var steps: [ReviewStep] = []
    while try rows.step() {
      guard let key = rows.path(0), let before = try rows.value(1, as: ReviewStep.Side.self),
        let after = try rows.value(2, as: ReviewStep.Side.self)
      else { throw rows.damage("a step is of no photo") }
      for side in [before, after] { try rows.check(side.filters, side.times) }
      steps.append(ReviewStep(key: key, before: before, after: after))
    }
    return (number, steps)
  }

  /// The error of steps that lead to what no photo could be.
  var damagedSteps: FaceBlurError { .damagedJournal("a step leads nowhere").naming(path) }

  func mark(_ change: Int, of key: FilePath, undone: Bool) throws(FaceBlurError) {
    try database.run(
      "UPDATE steps SET undone = ? WHERE change = ? AND photo = ?",
      [.integer(undone ? 1 : 0), DatabaseValue(change), DatabaseValue(key)])
  }

  /// Forgets steps that begin from nothing that is known: they would be taken back in another photo, or in other faces.
  private func forgetLooseSteps() throws(FaceBlurError) {
    try database.execute(
      "DELETE FROM steps WHERE photo NOT IN (SELECT photo FROM photos WHERE basis != '')")
  }

  /// Forgets the steps of a photo, which lead from something that is not so any more.
  func forgetSteps(of key: FilePath) throws(FaceBlurError) {
    try database.run("DELETE FROM steps WHERE photo = ?", [DatabaseValue(key)])
  }

  func forgetSteps() throws(FaceBlurError) { try database.execute("DELETE FROM steps") }
}

extension Database.Statement {
  /// A value in the form of JSON; nil where the cell is empty.
  fileprivate func value<Value: Decodable>(
    _ column: Int, as type: Value.Type
  ) throws(FaceBlurError) -> Value? {
    guard let text = text(column) else { return nil }
    guard let value = try? JSONDecoder().decode(type, from: Data(text.utf8)) else { throw unreadable }
    return value
  }

  /// - Throws: `FaceBlurError` where a filter is out of range, or a time is one that no sign-off can hold: what reading by type lets pass.
  fileprivate func check(_ filters: ToneFilters?, _ times: [Int]) throws(FaceBlurError) {
    do { try filters?.validate() } catch { throw unreadable }
    guard times.allSatisfy(SignOff.times.contains) else { throw unreadable }
  }

  private var unreadable: FaceBlurError { damage("what was decided about a photo cannot be read") }
}

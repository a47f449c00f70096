internal import FoundationEssentials

/// The photos of a collection for a person who goes through them.
extension ScrubJournal {
  /// A photo that the last run met, or whose output an earlier one left in the target.
  struct Listed: Sendable {
    let source: FilePath
    /// Below the target.
    let place: FilePath
    let status: ScrubStatus
    /// Of the source when it was scrubbed, and of its content; nil where nobody has read it.
    let stamp: FileStamp?
    let sourceSHA256: String?
    /// Of what was written; nil where nothing of it is in the target.
    let written: FileStamp?
    let writtenSHA256: String?
    /// As `ReportedRegions` reads it.
    let boxes: String?
    let basis: Basis
    let reason: String?
    let warnings: [String]
    /// Seconds since 1970.
    let finished: Int
    /// See `ScrubJournal.isAnnounced`.
    let isAnnounced: Bool
    var isInTarget: Bool { writtenSHA256 != nil }
  }

  /// All of them by their places, each place once.
  /// - Parameter place: below the target; nil for all.
  func listed(at place: FilePath? = nil) throws(FaceBlurError) -> [Listed] {
    let rows = try database.rows(
      """
      SELECT source, target, status, size, modified, sha256, out_size, out_modified, out_sha256, boxes, settings,
        model, reason, finished, warnings, \(Self.isAnnounced)
      FROM entries WHERE target \(place == nil ? "IS NOT ?" : "= ?")
        AND (run = ? AND status != 'other' OR out_sha256 IS NOT NULL)
      ORDER BY target, run DESC, out_sha256 IS NULL, status = 'failed', id
      """, [place.map { DatabaseValue($0) } ?? .null, DatabaseValue(run)])
    var listed: [Listed] = []
    while try rows.step() {
      guard let source = rows.path(0), let place = try rows.place(1),
        let status = rows.text(2).flatMap(ScrubStatus.init)
      else { throw rows.damage("an entry says neither what it is of nor what became of it") }
      guard listed.last?.place != place else { continue }
      listed.append(
        Listed(
          source: source, place: place, status: status, stamp: rows.stamp(3), sourceSHA256: rows.text(5),
          written: rows.stamp(6), writtenSHA256: rows.text(8), boxes: rows.text(9),
          basis: Basis(settings: rows.text(10) ?? "", model: rows.text(11) ?? ""), reason: rows.text(12),
          warnings: Self.texts(rows.text(14)),
          finished: rows.integer(13) ?? 0, isAnnounced: rows.integer(15) == 1))
    }
    return listed
  }

  static func texts(_ json: String?) -> [String] {
    guard let json, json != "[]" else { return [] }
    return (try? JSONDecoder().decode([String].self, from: Data(json.utf8))) ?? []
  }

  /// Everything that was decided, by sources and by places, of which one decision has both.
  func decisions() throws(FaceBlurError) -> (
    bySource: [FilePath: CollectionDecision.Stored], byPlace: [FilePath: CollectionDecision.Stored]
  ) {
    let rows = try database.rows("SELECT source, target, record, found FROM decisions")
    var bySource: [FilePath: CollectionDecision.Stored] = [:]
    var byPlace: [FilePath: CollectionDecision.Stored] = [:]
    while try rows.step() {
      guard let source = rows.path(0), let place = rows.path(1), case .blob(let record) = rows[2],
        let found = rows.text(3)
      else { throw rows.damage("a decision cannot be one of faceblur's") }
      let stored = CollectionDecision.Stored(record: record, found: found)
      (bySource[source], byPlace[place]) = (stored, stored)
    }
    return (bySource, byPlace)
  }

  /// How runs made their outputs; of versions before nothing is known.
  func recipes() throws(FaceBlurError) -> [Basis: ScrubRecipe] {
    // Every batch of jobs asks, and only a run that begins adds one.
    if let knownRecipes { return knownRecipes }
    let rows = try database.rows("SELECT settings, model, recipe FROM recipes")
    var recipes: [Basis: ScrubRecipe] = [:]
    while try rows.step() {
      let basis = Basis(settings: rows.text(0) ?? "", model: rows.text(1) ?? "")
      recipes[basis] = rows.text(2).flatMap(ScrubRecipe.init)
    }
    knownRecipes = recipes
    return recipes
  }
}

extension PhotoAsset {
  /// A film's record as `owning` has it of a photo's.
  /// - Throws: as that.
  func owning(_ record: FilmRecord) throws(FaceBlurError) -> FilmRecord {
    var owned = record
    try own(&owned.renders, \.path, \.sha256, recordedOf: record.source.fileName, record.source.sha256)
    return owned
  }

  /// The original film that a file belongs to, because it is the untouched render of its edit; by the name of the one and the record of the
  /// other, or what a crash has left of that. Nil for any other film.
  ///
  /// A second `blur *.mp4` must not blur what the first one made.
  package static func original(ofFilmRender render: FilePath) -> FilePath? {
    owner(ofFilmRender: render)?.original
  }

  /// Nothing is recorded of a film: of a render, because the record is its original's.
  var noFilmRecord: FaceBlurError {
    guard let owner = Self.original(ofFilmRender: original) else { return noRecord }
    return FaceBlurError.isRender(of: owner).naming(original)
  }

  /// The original of a film's render, and the render's SHA-256 in lower-case hexadecimal: a film is read once, and only where a record names it.
  static func owner(ofFilmRender render: FilePath) -> (original: FilePath, sha256: String)? {
    let names = originalNames(of: render.name).flatMap { [$0] + otherNames(ofFilmRenderedTo: $0) }
    var sha256: String?
    for original in names.map(render.folder.appending) where original.exists {
      let asset = PhotoAsset(original)
      for path in [asset.record] + asset.unsettledRecords {
        // Where nobody can tell, it is taken for a film of its own, and whoever goes on with that reads it anew.
        let record = (try? FilmRecord.ours(at: path)).flatMap { try? asset.owning($0) }
        let made = record?.renders.filter { $0.path == render.name } ?? []
        guard !made.isEmpty else { continue }
        sha256 = sha256 ?? (try? FileHash.of(render))
        if let sha256, made.contains(where: { $0.sha256 == sha256 }) { return (original, sha256) }
      }
    }
    return nil
  }
}

extension PhotoAsset {
  /// The original film that a file belongs to, because it is the untouched render of its edit; by the name of the one and the record of the
  /// other, or what a crash has left of that. Nil for any other film.
  ///
  /// A second `blur *.mp4` must not blur what the first one made.
  package static func original(ofFilmRender render: FilePath) -> FilePath? {
    let names = originalNames(of: render.name).flatMap { [$0] + otherNames(ofFilmRenderedTo: $0) }
    return names.map(render.folder.appending).first { original in
      guard original.exists else { return false }
      let asset = PhotoAsset(original)
      return ([asset.record] + asset.unsettledRecords).contains { path in
        FilmRecord.ours(at: path)?.renders.contains { made in
          made.path == render.name && FileHash.of(render) == made.sha256
        } ?? false
      }
    }
  }
}

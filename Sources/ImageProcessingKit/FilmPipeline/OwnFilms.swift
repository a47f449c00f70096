/// Films in a folder that faceblur made itself, which nobody wants done again.
package enum OwnFilms {
  /// What a film is, if it is one of them; for the list, where a person sees what was left out.
  ///
  /// A render counts where its film lies beside it and has the same pictures by number, size and times, so that no forged record keeps a
  /// film from being looked at; a preview or an overlay, where nobody has changed it.
  package static func kind(of path: FilePath) -> String? {
    if let original = original(ofRender: path) {
      return "the render of \(original), which is taken itself"
    }
    if FilmPictureMark.isWhole(path, .preview) { return "a preview that faceblur made" }
    if FilmPictureMark.isWhole(path, .overlay) { return "an overlay that faceblur made" }
    return nil
  }

  private static func original(ofRender path: FilePath) -> FilePath? {
    guard let (original, sha256) = PhotoAsset.owner(ofFilmRender: path), let file = try? FilmFile(original),
      let film = try? FilmPipeline.reader(file)
    else { return nil }
    let asset = PhotoAsset(original)
    let records = ([asset.record] + asset.unsettledRecords).compactMap { try? FilmRecord.ours(at: $0) }
    let isOwn = records.contains { record in
      FilmFiles(
        asset: asset, record: record, original: film, reach: RenderReach(), reader: FilmPipeline.reader
      ).isOwnRender(at: path, sha256: sha256)
    }
    return isOwn ? original : nil
  }
}

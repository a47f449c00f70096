/// Other programs' edits, which no edit of a film goes on with.
extension PhotoAsset {
  /// Which other program's edit shows less than a film does: one that is recorded beside it, or beside the photo that it is half of a Live Photo
  /// with. Whoever cuts that off or covers it there has the program do the same to the film.
  /// - Throws: `FaceBlurError` of kind `foreignRecord` where there is one, wherever ours is recorded: what a person has cut off or covered would be
  ///   open. Also where a record cannot be read.
  static func refuseForeignRecord(besideFilm film: FilePath) throws(FaceBlurError) {
    let photo = LivePhoto(of: film)
    // Also where the photo itself is gone.
    let named = [LivePhotoFolder.stemOfPhoto(ofFilm: film)].compactMap(\.self).map(film.folder.appending)
    // That a film is played slowly shows no more of it.
    let records = try foreignRecords(beside: [film] + (photo?.stills ?? []) + named) {
      $0.formatIdentifier == slowMotion
    }
    guard let record = records.first else { return }
    let asset = PhotoAsset(film)
    let way: Advice =
      asset.foreignFilm.map { "take \($0), which that program has made of it, in place of \(film.name)" }
      ?? "export the edited film under another name, and take that in place of \(film.name)"
    var advice: Advice = "\(way), which you move to another folder"
    if photo == nil, let name = asset.nameOfAnother(sharing: record) {
      advice = "\(advice), or call the record \(name) if it is of that one alone"
    }
    throw foreignEdit(record, advice)
  }

  /// The same of this film and of the one that it is a link to.
  func refuseForeignFilmRecords() throws(FaceBlurError) {
    try Self.refuseForeignRecord(besideFilm: original)
    guard original.isLink, let end = original.resolved else { return }
    try Self.refuseForeignRecord(besideFilm: end)
  }

  /// Apple Photos' records of films that are played slowly.
  private static let slowMotion = "com.apple.video.slomo"

  /// What another program has made of this film, under the name that Apple's programs give it; nil where nothing is there, or our own render.
  var foreignFilm: FilePath? {
    defaultRender.exists && Self.owner(ofFilmRender: defaultRender) == nil ? defaultRender : nil
  }
}

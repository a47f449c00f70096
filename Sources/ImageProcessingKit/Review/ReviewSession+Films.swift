/// Films of a review, beside what they have in common with photos.
extension ReviewSession {
  /// Looks for faces next where somebody wants to see a photo or film, and says so where that takes long: while a film is looked at.
  /// - Throws: `FaceBlurError` of kind `busy` then; whoever waits in `photo` waits until the film is through.
  package func refuseLongWait(_ number: Int) throws(FaceBlurError) {
    try core.update { (state) throws(FaceBlurError) in
      let item = try state.item(number)
      guard item.isWaiting, item.isFilm || state.looking != nil else { return }
      state.wanted = number
      _ = try item.reviewable()
    }
  }

  /// The file of a film, as it was looked at; a client may play it, and keeps none of it.
  /// - Throws: `FaceBlurError` where there is no such number, it is no film, or it cannot be reviewed.
  package func film(_ number: Int) throws(FaceBlurError) -> FilePath {
    _ = try core.unchanged(number)
    return try subject(number).path
  }

  /// A frame of a film and when it is shown.
  /// - Throws: `FaceBlurError` also where there is no such frame.
  package func moment(_ number: Int, _ place: ReviewedMoment.Place) throws(FaceBlurError) -> ReviewedMoment {
    try films.moment(try subject(number), place)
  }

  /// From one frame of a film to another, both counted from 0, as `ReviewChange.span` takes times.
  /// - Throws: `FaceBlurError` also where there are no such frames, or the last one comes first.
  package func ticks(
    _ number: Int, from first: Int, to last: Int
  ) throws(FaceBlurError) -> ClosedRange<Int> {
    try films.ticks(try subject(number), from: first, to: last)
  }

  private func subject(_ number: Int) throws(FaceBlurError) -> ReviewFilms.Subject {
    let item = try core.update { (state) throws(FaceBlurError) in try state.item(number) }
    guard let film = try item.film(number) else {
      throw FaceBlurError(.unsupportedPhoto, item.name, "it is no film")
    }
    return film
  }
}

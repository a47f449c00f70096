/// What a report shows of a film in the target: one picture, and the boxes of what is hidden in it.
struct FilmThumbnail {
  let picture: PixelBuffer
  let regions: [PlannedRegion]
  let doubtful: Set<String>

  /// - Parameters:
  ///   - opened: the film in the target.
  ///   - sha256: of the film that passed the checks.
  ///   - film: what is hidden in it.
  ///   - longSide: of the picture in pixels, at most.
  /// - Returns: nil where it is not the very film that passed the checks, since anything else might show a face, or it cannot be read.
  init?(_ opened: OpenFilm, sha256: String, _ film: ReportedTracks, fitting longSide: Int) {
    guard let known = try? opened.file.sha256(), known == sha256, let movie = try? opened.movie else {
      return nil
    }
    // What a person should look at first, in the middle of its time.
    let track = film.tracks.first { film.doubtful.contains($0.id) } ?? film.tracks.first
    let time = track?.span.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 }
    let seeker = FrameSeeker(movie)
    let frame = seeker.frame(at: Double(time ?? movie.film.video.samples.presentationRange.lowerBound))
    let picture = try? seeker.picture(of: frame, fitting: longSide, whileWanted: { true })
    guard let picture else { return nil }
    self.picture = picture
    regions = film.plan(.default).frame(at: seeker.time(of: frame)).regions
    doubtful = Set(film.doubtful)
  }
}

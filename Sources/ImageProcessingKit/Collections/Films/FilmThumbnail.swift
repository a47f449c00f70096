/// What a report shows of a film in the target: one picture, and the boxes of what is hidden in it.
struct FilmThumbnail {
  let picture: PixelBuffer
  let regions: [PlannedRegion]
  let doubtful: Set<String>

  /// - Parameters:
  ///   - path: of the film in the target.
  ///   - sha256: of the film that passed the checks.
  ///   - film: what is hidden in it.
  ///   - longSide: of the picture in pixels, at most.
  /// - Returns: nil where it is not the very film that passed the checks, since anything else might show a face, or it cannot be read.
  init?(_ path: FilePath, sha256: String, _ film: ReportedTracks, fitting longSide: Int) {
    guard FileHash.of(path) == sha256, let file = try? FilmFile(path),
      let movie = try? FilmContainers.open(file)
    else {
      return nil
    }
    // What a person should look at first, in the middle of its time.
    let track = film.tracks.first { film.doubtful.contains($0.id) } ?? film.tracks.first
    let time = track?.span.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) / 2 }
    let (seeker, video) = (FrameSeeker(movie), movie.film.video)
    let frame = seeker.frame(at: Double(time ?? video.samples.presentationRange.lowerBound))
    let showing = ShownFrame.Showing(video.shape, video.colors, video.orientation)
    var picture: PixelBuffer?
    do throws(FaceBlurError) {
      try seeker.decode([frame], isWanted: { true }) { (_, decoded) throws(FaceBlurError) in
        picture = ShownFrame(stored: decoded, showing: showing).picture(fitting: longSide)
      }
    } catch {
      return nil
    }
    guard let picture else { return nil }
    self.picture = picture
    regions = film.plan(.default).frame(at: seeker.time(of: frame)).regions
    doubtful = Set(film.doubtful)
  }
}

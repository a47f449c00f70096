/// Tracks that hide nothing: their times are those of another film, or their boxes lie beside the picture.
extension FilmPlan {
  /// Whether a render would show every picture of a film as it is.
  func hidesNothing(in film: Film) -> Bool { idleTracks(in: film).count == applied.count }

  /// What people should know of tracks that hide no picture of a film, although others hide some; nil where all hide one.
  func idleCaution(in film: Film) -> String? {
    let idle = idleTracks(in: film)
    return idle.isEmpty ? nil : Self.caution(idle)
  }

  /// The same, of a film that is to be rendered.
  /// - Parameter path: of the film.
  /// - Throws: `FaceBlurError` of kind `nothingLeft` where there are tracks, and not one of them hides a picture.
  func refuseIdle(in film: Film, _ path: FilePath) throws(FaceBlurError) -> String? {
    let idle = idleTracks(in: film)
    guard applied.isEmpty || idle.count < applied.count else {
      throw FaceBlurError(
        .nothingLeft, "nothing would be left obscured: " + Self.caution(idle),
        advice: "draw what is to be hidden where it is now, or if nothing is, \(.revert(path))"
      ).naming(path)
    }
    return idle.isEmpty ? nil : Self.caution(idle)
  }

  private static func caution(_ names: [String]) -> String {
    "no picture of this film is hidden by \(names.joined(separator: ", "))"
  }

  /// The names of the tracks that hide nothing of any picture in the file.
  private func idleTracks(in film: Film) -> [String] {
    let times = PictureTimes(film).times
    return applied.filter { track in
      guard let span = track.span else { return true }
      var index = times.firstIndex(notBelow: span.lowerBound, by: \.self)
      while index < times.count, times[index] <= span.upperBound {
        if let rect = track.rect(at: times[index]), rect.scaled(by: strength.reach).isValid { return false }
        index += 1
      }
      return true
    }.map(\.id)
  }
}

/// Which times of a track are shown, and when (ISO/IEC 14496-12, 8.6.6). What it hides stays in the file, and anybody can see it.
struct EditList: Sendable, Hashable {
  struct Edit: Sendable, Hashable {
    /// The presentation time that it begins with, in ticks of the track; nil where nothing is shown.
    let mediaStart: Int?
    /// In ticks of the film.
    let duration: Int
  }

  /// In their order; none where all is shown from the first picture on.
  let edits: [Edit]
  /// Ticks of a second in `duration`, from 1.
  let timescale: Int

  /// - Throws: `FaceBlurError` where the whole is longer than may be.
  init(_ edits: [Edit], timescale: Int) throws(FaceBlurError) {
    var sum = 0
    for edit in edits {
      let (next, overflows) = sum.addingReportingOverflow(edit.duration)
      guard !overflows, next <= FilmLimits.maxTicks else { throw .damagedFilm("its edit list has no end") }
      sum = next
    }
    self.edits = edits
    self.timescale = timescale
    ticks = sum
  }

  /// Of all, in ticks of the film.
  let ticks: Int

  /// Whether a picture is shown at some time or other.
  /// - Parameters:
  ///   - range: when it would be shown without the list, in ticks of the track.
  ///   - mediaScale: ticks of a second there.
  func shows(_ range: Range<Int>, timescale mediaScale: Int) -> Bool {
    guard !edits.isEmpty else { return true }
    return edits.contains { edit in
      guard let start = edit.mediaStart else { return false }
      // Compared as fractions: whole ticks of one scale are none of the other.
      let end = Double(start) + Double(edit.duration) / Double(timescale) * Double(mediaScale)
      return range.upperBound > start && Double(range.lowerBound) < end
    }
  }
}

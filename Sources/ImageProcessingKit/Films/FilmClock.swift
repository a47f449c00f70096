/// When a player shows the pictures of a film, in seconds from its beginning.
struct FilmClock: Sendable {
  private let edits: EditList
  private let timescale: Double
  /// What counts as the beginning where no edit list says it, in ticks of the track.
  private let start: Int

  init(_ track: VideoTrack) {
    self.init(
      track.edits, timescale: track.timescale, start: track.samples.presentationRange.lowerBound)
  }

  /// - Parameters:
  ///   - edits: what is shown, and when.
  ///   - timescale: ticks of a second of the track.
  ///   - start: the first picture's time, in such ticks.
  init(_ edits: EditList, timescale: Int, start: Int) {
    self.edits = edits
    self.timescale = Double(timescale)
    self.start = start
  }

  /// - Parameter time: of a picture, in ticks of the track.
  /// - Returns: of one that an edit list hides, when it would be shown if the first part of the film that is shown were longer: below 0,
  ///   or together with others.
  func seconds(at time: Int) -> Double {
    var passed = 0.0
    var first: (media: Int, passed: Double)?
    for edit in edits.edits {
      let length = Double(edit.duration) / Double(edits.timescale)
      if let media = edit.mediaStart {
        let into = Double(time - media) / timescale
        if into >= 0, into < length { return passed + into }
        first = first ?? (media, passed)
      }
      passed += length
    }
    let origin = first ?? (start, passed)
    return origin.passed + Double(time - origin.media) / timescale
  }

  /// What is shown at a time: the inverse of `seconds(at:)` as far as there is one.
  /// - Parameter seconds: from the film's beginning; before and behind what is shown count as its first and its last moment.
  /// - Returns: in ticks of the track and parts of them.
  func ticks(at seconds: Double) -> Double {
    var passed = 0.0
    var last: Double?
    for edit in edits.edits {
      let length = Double(edit.duration) / Double(edits.timescale)
      if let media = edit.mediaStart {
        let into = min(max(seconds - passed, 0), length)
        if seconds < passed, let last { return last }
        last = Double(media) + into * timescale
        if seconds < passed + length { return last ?? 0 }
      }
      passed += length
    }
    if let last { return last }
    return Double(start) + (seconds - passed) * timescale
  }
}

/// When the pictures of a film are presented, in ticks of its tracks, and what players show of them.
struct PictureTimes: TrackClock, Sendable, Hashable {
  let timescale: Int
  let start: Int
  /// Of all pictures, ascending.
  let times: [Int]
  /// The first and the last picture that are shown.
  let shown: ClosedRange<Int>
  /// As shown, in seconds.
  let duration: Double

  init(_ film: Film) {
    let track = film.video
    (timescale, duration) = (track.timescale, film.duration)
    start = FilmRecord.Source.start(of: track)
    times = (0..<track.samples.count).map(track.samples.presentationTime).sorted()
    // The latest one that begins when the film does or before; the film may begin with nothing.
    let first = times[..<times.firstIndex(notBelow: start + 1, by: \.self)].last ?? times.first ?? 0
    let end = Double(start) + film.duration * Double(track.timescale)
    let last = times[..<times.firstIndex(notBelow: end, by: { Double($0) })].last ?? times.last ?? 0
    shown = first...max(first, last)
  }

  /// How much longer one of two versions of a film may be, in seconds: containers round times, and some count the last picture's differently.
  static let ease = 0.1
  /// By how many seconds the same time may differ that containers have rounded.
  private static let rounding = 0.0015

  /// How long a picture is shown, in seconds, as a rule.
  fileprivate var pictureSeconds: Double { duration / Double(max(times.count, 1)) }

  /// Whether another film has as many pictures that follow each other as these do: then each is that one's of the same number, whenever the two
  /// films begin.
  func areThose(of other: PictureTimes) -> Bool {
    guard times.count == other.times.count, let first = times.first, let others = other.times.first else {
      return false
    }
    let most = Self.rounding + 1 / Double(timescale) + 1 / Double(other.timescale)
    return zip(times, other.times).allSatisfy { own, theirs in
      let (passed, passedThere) = (Double(own - first), Double(theirs - others))
      return abs(passed / Double(timescale) - passedThere / Double(other.timescale)) <= most
    }
  }

  /// What a time is in a film with pictures of the same numbers.
  /// - Parameter time: in ticks of these and parts of them.
  fileprivate func time(_ time: Double, in other: PictureTimes) -> Double {
    guard let first = times.first, let last = times.last, let otherFirst = other.times.first,
      let otherLast = other.times.last
    else { return time }
    let scale = Double(other.timescale) / Double(timescale)
    let index = times.firstIndex(notBelow: time) { Double($0) }
    guard index < times.count else { return Double(otherLast) + max(time - Double(last) - 1, 0) * scale }
    guard index > 0 else { return Double(otherFirst) - max(Double(first) - time - 1, 0) * scale }
    let (from, to) = (Double(times[index - 1]), Double(times[index]))
    let (otherFrom, otherTo) = (Double(other.times[index - 1]), Double(other.times[index]))
    // Where times were rounded on the way, a picture's is near it.
    if time - from <= (to - from) / 4 { return otherFrom }
    if to - time <= (to - from) / 4 { return otherTo }
    return otherFrom + (time - from) / (to - from) * (otherTo - otherFrom)
  }
}

/// What is known of a film in which an earlier version is known again.
struct FilmTurns: Sendable {
  /// In which ways that may have been turned to become this one; none where it may be another film.
  var orientations: [Orientation] = []
  /// When its pictures were shown, where this one has the very same; nil where only its length is about the same.
  var pictures: PictureTimes?

  var isEmpty: Bool { orientations.isEmpty }
}

extension MovedTimes {
  /// At the same times as shown, and nothing more.
  init(secondsOf earlier: some TrackClock, in later: some TrackClock) {
    self.init(ticks: { Double(later.start) + earlier.seconds(at: $0) * Double(later.timescale) })
  }

  /// With the same pictures, where both versions are known to have them; else at about the same times.
  /// - Parameters:
  ///   - earlier: whose times tracks have.
  ///   - later: of the version in which they are to be hidden.
  ///   - turns: in which that is known again.
  init(_ earlier: some TrackClock, to later: PictureTimes, _ turns: FilmTurns) {
    guard let pictures = turns.pictures else {
      self.init(about: earlier, lasting: nil, to: later, within: 0...0)
      return
    }
    self.init(ticks: { time in
      let ticks = Double(pictures.start) + earlier.seconds(at: time) * Double(pictures.timescale)
      return pictures.time(ticks, in: later)
    })
  }

  /// At about the same times, of versions of which only the record tells; at the very same where all that it tells of times is the same.
  init(_ earlier: FilmRecord.Source, to later: PictureTimes) {
    let isAsLong = earlier.pictures == later.times.count
    if isAsLong, earlier.timescale == later.timescale, earlier.start == later.start,
      earlier.duration == later.duration
    {
      self.init(secondsOf: earlier, in: later)
      return
    }
    // With as many pictures, one that is longer may begin later, and one that is shorter earlier.
    let longer = isAsLong ? later.duration - earlier.duration : 0
    self.init(about: earlier, lasting: earlier.duration, to: later, within: min(longer, 0)...max(longer, 0))
  }

  /// - Parameters:
  ///   - duration: of the earlier version, in seconds; nil where it is about that of the later one.
  ///   - shift: how much later all may be shown, in seconds.
  private init(
    about earlier: some TrackClock, lasting duration: Double?, to later: PictureTimes,
    within shift: ClosedRange<Double>
  ) {
    self.init(secondsOf: earlier, in: later)
    let doubt = PictureTimes.ease + later.pictureSeconds
    let scale = Double(later.timescale)
    self.doubt = ((shift.lowerBound - doubt) * scale)...((shift.upperBound + doubt) * scale)
    span = { times, moved in
      let begins = earlier.seconds(at: times.lowerBound) <= doubt
      let ends = duration.map { earlier.seconds(at: times.upperBound) + doubt >= $0 } ?? false
      return later.span(moved, fromBeginning: begins, toEnd: ends)
    }
  }
}

extension PictureTimes {
  /// From the picture that is shown when a stretch begins to the one that follows it. With the first picture that is shown go those that are
  /// hidden before it, with the last one those behind.
  fileprivate func span(
    _ moved: ClosedRange<Double>, fromBeginning: Bool, toEnd: Bool
  ) -> ClosedRange<Double> {
    guard let first = times.first, let last = times.last else { return moved }
    let before = times.firstIndex(notBelow: moved.lowerBound.nextUp) { Double($0) } - 1
    let behind = times.firstIndex(notBelow: moved.upperBound) { Double($0) }
    // What begins behind the end of the film is in no picture of it.
    let isBehind = moved.lowerBound >= max(Double(start) + duration * Double(timescale), Double(last) + 1)
    var from = before >= 0 && !isBehind ? Double(times[before]) : moved.lowerBound
    var to = behind < times.count ? Double(times[behind]) : moved.upperBound
    if fromBeginning || from <= Double(shown.lowerBound) { from = min(from, Double(first)) }
    if toEnd || to >= Double(shown.upperBound) { to = max(to, Double(last)) }
    return min(from, to)...max(from, to)
  }
}

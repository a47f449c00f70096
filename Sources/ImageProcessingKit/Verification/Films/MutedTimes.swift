/// When the sound of a render must be silent, and when it may be: seconds of a track of sound.
struct MutedTimes {
  /// Moments of both tracks that are shown and heard together, for a while.
  private struct Meeting {
    let picture: Double
    let sound: Double
    let length: Double
  }

  /// Must be silent; ascending by their beginning.
  private(set) var spans: [ClosedRange<Double>] = []

  private static let mostSpans = 1 << 21

  /// - Parameters:
  ///   - plan: what is hidden, in ticks of the pictures.
  ///   - pictures: the original's track of them.
  ///   - sound: of the original.
  ///   - filmScale: ticks of a second of edit lists.
  /// - Throws: `FaceBlurError` of kind `leak` where there are more than any film has.
  init(
    _ plan: FilmPlan, _ pictures: ExaminedTrack, _ sound: ExaminedTrack, filmScale: Int
  ) throws(FaceBlurError) {
    let scale = Double(pictures.display.timescale)
    guard scale > 0, sound.display.timescale > 0, filmScale > 0, let samples = pictures.samples,
      samples.count <= ExaminedFilm.maxPictures
    else {
      throw .damagedRender("its times have no scale, or it has too many pictures")
    }
    let hidden = Self.hidden(plan, samples).map { (from: Double($0) / scale, to: Double($1) / scale) }
    let meetings = Self.meetings(pictures, sound, Double(filmScale))
    // What is cut out belongs together as what is shown and heard first.
    let first = Self.parts(pictures, Double(filmScale))[0]
    let firstHeard = Self.parts(sound, Double(filmScale))[0]
    let shift = (first.start - first.media) - (firstHeard.start - firstHeard.media)
    for span in hidden {
      spans.append(span.from + shift...span.to + shift)
      for meeting in meetings {
        let from = max(span.from - meeting.picture, 0)
        let to = min(span.to - meeting.picture, meeting.length)
        if from < to { spans.append(meeting.sound + from...meeting.sound + to) }
      }
      guard spans.count <= Self.mostSpans else { throw .damagedRender("its times have too many parts") }
    }
    spans.sort { $0.lowerBound < $1.lowerBound }
  }

  /// From the first picture of a track of the plan until something else than its last one is shown.
  private static func hidden(_ plan: FilmPlan, _ samples: ExaminedSamples) -> [(Int, Int)] {
    var times = samples.decodeTimes
    var place = 0
    for run in samples.shifts {
      for index in place..<min(place + run.count, times.count) { times[index] += run.value }
      place += run.count
    }
    let end = zip(times, samples.runsOfDurations).reduce(Int.min) { max($0, $1.0 + $1.1) }
    times.sort()
    return plan.tracks.filter { $0.state == .applied }.compactMap { track in
      guard let first = track.points.first?.time, let last = track.points.last?.time else { return nil }
      var (low, high) = (0, times.count)
      while low < high {
        let middle = (low + high) / 2
        if times[middle] > last { high = middle } else { low = middle + 1 }
      }
      return (first, low < times.count ? times[low] : max(end, last))
    }
  }

  /// What is shown of a track in one go: when, for how long, and from which of its times on; in seconds. Never empty.
  private static func parts(
    _ track: ExaminedTrack, _ filmScale: Double
  ) -> [(start: Double, length: Double, media: Double)] {
    var parts: [(start: Double, length: Double, media: Double)] = []
    var start = 0.0
    for (index, edit) in track.display.edits.enumerated() {
      // The last one may say that it lasts as long as there is something.
      let isOpen = edit.duration == 0 && index == track.display.edits.count - 1
      let length = isOpen ? Double.infinity : Double(edit.duration) / filmScale
      if edit.mediaTime >= 0 {
        parts.append((start, length, Double(edit.mediaTime) / Double(track.display.timescale)))
      }
      start += length
    }
    return parts.isEmpty ? [(0, track.display.edits.isEmpty ? .infinity : 0, 0)] : parts
  }

  private static func meetings(
    _ pictures: ExaminedTrack, _ sound: ExaminedTrack, _ filmScale: Double
  ) -> [Meeting] {
    var meetings: [Meeting] = []
    var (shown, heard) = (parts(pictures, filmScale)[...], parts(sound, filmScale)[...])
    while let picture = shown.first, let noise = heard.first {
      let start = max(picture.start, noise.start)
      let (end, otherEnd) = (picture.start + picture.length, noise.start + noise.length)
      if start < min(end, otherEnd) {
        meetings.append(
          Meeting(
            picture: picture.media + (start - picture.start), sound: noise.media + (start - noise.start),
            length: min(end, otherEnd) - start))
      }
      if end < otherEnd { shown = shown.dropFirst() } else { heard = heard.dropFirst() }
    }
    return meetings
  }
}

extension ExaminedSamples {
  /// By sample, how long it lasts.
  fileprivate var runsOfDurations: [Int] {
    durations.flatMap { [Int](repeating: $0.value, count: $0.count) }
  }
}

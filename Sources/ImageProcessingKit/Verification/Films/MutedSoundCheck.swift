/// Whether the sound of a render is silent as long as somebody is hidden, and else the original's bit for bit.
///
/// Times are sums of fractions, and packets overlap: next to a time that must be silent, some that may be are.
struct MutedSoundCheck {
  private let before: (track: ExaminedTrack, film: ExaminedFilm)
  private let after: (track: ExaminedTrack, film: ExaminedFilm)
  private let times: MutedTimes
  private let scale: Double

  /// In seconds beside what must be silent.
  private static let ease = 0.05

  /// - Throws: `FaceBlurError` of kind `leak` where the times of one of them cannot be told.
  init(
    _ before: ExaminedTrack, of original: ExaminedFilm, _ after: ExaminedTrack, of render: ExaminedFilm,
    _ plan: FilmPlan, _ pictures: ExaminedTrack
  ) throws(FaceBlurError) {
    self.before = (before, original)
    self.after = (after, render)
    times = try MutedTimes(plan, pictures, before, filmScale: original.timescale)
    scale = Double(before.display.timescale)
  }

  /// - Throws: `FaceBlurError` of kind `leak(.sound)` where it is not.
  func check() throws(FaceBlurError) {
    guard let entry = before.track.sound, let first = before.track.samples, let second = after.track.samples,
      first.count == second.count, first.shifts.isEmpty, second.shifts.isEmpty
    else { throw .otherSound }
    if ExaminedSoundEntry.isUncompressed(entry.type) {
      let frames = entry.frames(of: first.commonSize)
      guard (first.sizes + second.sizes).allSatisfy({ Int($0) == frames.bytes }) else { throw .otherSound }
      try checkFrames(first, frames)
    } else {
      try checkPackets(first, second, try SilentPacketCheck(entry))
    }
  }

  /// Samples of a track by their numbers: of those that are heard at some times, and so many more on each side.
  private func numbers(
    _ count: Int, margin: Int, ease: Double, memory: Double, startingAt time: (Int) -> Double
  ) -> [Range<Int>] {
    func firstIndex(_ holds: (Int) -> Bool) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if holds(middle) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    return times.spans.compactMap { span in
      let (from, to) = ((span.lowerBound - ease) * scale, (span.upperBound + ease + memory) * scale)
      let first = firstIndex { time($0 + 1) > from }
      let end = firstIndex { time($0) >= to }
      return first < end ? max(first - margin, 0)..<min(end + margin, count) : nil
    }
  }

  private func checkPackets(
    _ first: ExaminedSamples, _ second: ExaminedSamples, _ silence: SilentPacketCheck
  ) throws(FaceBlurError) {
    guard first.count <= ExaminedFilm.maxPictures else { throw .damagedRender("it has too much sound") }
    // Where all samples have one size, it is that of each.
    for (track, samples) in [(before.track, first), (after.track, second)] where samples.sizes.isEmpty {
      let frames = track.sound?.frames(of: samples.commonSize)
      guard frames?.samples == 1, frames?.bytes == samples.commonSize else { throw .otherSound }
    }
    var starts = first.decodeTimes
    starts.append(first.duration ?? .max)
    func marks(margin: Int, ease: Double) -> [Bool] {
      var marks = [Int](repeating: 0, count: first.count + 1)
      for part in numbers(
        first.count, margin: margin, ease: ease, memory: silence.memory, startingAt: { Double(starts[$0]) })
      {
        marks[part.lowerBound] += 1
        marks[part.upperBound] -= 1
      }
      var depth = 0
      return marks.dropLast().map { change in
        depth += change
        return depth > 0
      }
    }
    let (mustBeSilent, mayBeSilent) = (marks(margin: 1, ease: 0), marks(margin: 2, ease: Self.ease))
    let (places, others) = (first.places, second.places)
    for index in 0..<first.count {
      guard places[index].count <= Self.mostBytes, others[index].count <= Self.mostBytes else {
        throw .otherSound
      }
      let one = try before.film.bytes(places[index])
      let other = try after.film.bytes(others[index])
      if !mustBeSilent[index], one == other { continue }
      guard mayBeSilent[index], silence.isSilent(other, inPlaceOf: one) else { throw .otherSound }
    }
  }

  private static let mostBytes = 1 << 24

  private func checkFrames(
    _ samples: ExaminedSamples, _ frames: ExaminedSoundEntry.Frames
  ) throws(FaceBlurError) {
    guard frames.samples == 1, frames.bytes > 0, samples.durations.count == 1,
      let run = samples.durations.first,
      run.value > 0, let extents = before.track.extents, let others = after.track.extents
    else { throw .otherSound }
    func limits(ease: Double) -> [Range<Int>] {
      numbers(samples.count, margin: 0, ease: ease, memory: 0, startingAt: { Double($0) * Double(run.value) })
        .map {
          $0.lowerBound * frames.bytes..<$0.upperBound * frames.bytes
        }
    }
    var (must, may) = (SilentPlaces(limits(ease: 0)), SilentPlaces(limits(ease: Self.ease)))
    var (one, other) = (ExaminedStream(before.film, extents), ExaminedStream(after.film, others))
    guard one.rest == other.rest else { throw .otherSound }
    var place = 0
    while one.rest > 0 {
      let count = min(one.room, other.room, must.room(from: place), may.room(from: place))
      let (original, render) = (try one.take(count), try other.take(count))
      if must.holds(place) {
        guard render.allSatisfy({ $0 == 0 }) else { throw .otherSound }
      } else if may.holds(place) {
        guard zip(original, render).allSatisfy({ $1 == 0 || $1 == $0 }) else { throw .otherSound }
      } else {
        guard original == render else { throw .otherSound }
      }
      place += count
    }
  }
}

/// Ranges of bytes that are asked for in their order.
private struct SilentPlaces {
  private var ranges: ArraySlice<Range<Int>>

  /// - Parameter ranges: ascending by their beginning.
  init(_ ranges: [Range<Int>]) { self.ranges = ranges[...] }

  /// How many bytes from a place on are alike.
  mutating func room(from place: Int) -> Int {
    while let range = ranges.first, range.upperBound <= place { ranges = ranges.dropFirst() }
    guard let range = ranges.first else { return .max }
    return (range.lowerBound > place ? range.lowerBound : range.upperBound) - place
  }

  /// Of the place that was asked for last.
  func holds(_ place: Int) -> Bool { ranges.first.map { $0.contains(place) } ?? false }
}

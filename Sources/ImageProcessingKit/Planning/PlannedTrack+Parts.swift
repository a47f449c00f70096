/// Parts of a track in time, and comparing it with others.
///
/// Between two points of theirs two tracks both go straight on, so what holds of their boxes at both ends of such a stretch holds all along
/// it, where it is a matter of sides alone.
extension PlannedTrack {
  /// From the first frame to the last; nil without a point, which no sound track is.
  var span: ClosedRange<Int>? {
    guard let first = points.first?.time, let last = points.last?.time, first <= last else { return nil }
    return first...last
  }

  /// The part of the track between two times, both of them within it, with a point at each.
  func part(_ range: ClosedRange<Int>) -> PlannedTrack {
    let ends = [range.lowerBound, range.upperBound].compactMap { time in
      rect(at: time).map { TrackPoint(time: time, rect: $0) }
    }
    let inner = points.filter { $0.time > range.lowerBound && $0.time < range.upperBound }
    var part = self
    part.points = ends.prefix(1) + inner + (range.count > 1 ? ends.suffix(1) : [])
    return part
  }

  /// What is left of the track's time.
  /// - Parameter ranges: in any order, within the track.
  /// - Returns: stretches that begin and end where one of the others does, ascending; empty where nothing is left. The very span where nothing
  ///   is taken away.
  func times(without ranges: [ClosedRange<Int>]) -> [ClosedRange<Int>] {
    guard let span else { return [] }
    // A single time takes nothing away from more than that.
    let taken = ranges.filter { $0.count > 1 || span.count == 1 }
    var left: [ClosedRange<Int>] = []
    var place = span.lowerBound
    var isStart = true
    for range in taken.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      // Times are whole numbers: between two that follow each other is none.
      if range.lowerBound > (isStart ? place : place + 1) { left.append(place...range.lowerBound) }
      place = max(place, range.upperBound)
      isStart = false
    }
    if isStart || place < span.upperBound { left.append(place...span.upperBound) }
    return left
  }

  /// When something is so of both tracks.
  /// - Parameters:
  ///   - other: which may be there at other times.
  ///   - holds: of this track's box and the other's.
  /// - Returns: stretches at whose ends, and at all points between them, it holds; a single time where one of the tracks has no other.
  func times(with other: PlannedTrack, _ holds: (NormalizedRect, NormalizedRect) -> Bool) -> [ClosedRange<
    Int
  >] {
    guard let common = commonSpan(with: other) else { return [] }
    let times = pointTimes(with: other, in: common)
    let isSo = times.map { time in
      guard let one = rect(at: time), let two = other.rect(at: time) else { return false }
      return holds(one, two)
    }
    guard times.count > 1 else { return isSo == [true] ? [common] : [] }
    var found: [ClosedRange<Int>] = []
    for index in 1..<times.count where isSo[index - 1] && isSo[index] {
      if let last = found.last, last.upperBound == times[index - 1] {
        found[found.count - 1] = last.lowerBound...times[index]
      } else {
        found.append(times[index - 1]...times[index])
      }
    }
    return found
  }

  /// When both tracks are there.
  func commonSpan(with other: PlannedTrack) -> ClosedRange<Int>? {
    guard let span, let others = other.span, span.overlaps(others) else { return nil }
    return span.clamped(to: others)
  }

  /// The ends of a stretch and the times of both tracks' points in it, ascending, each once.
  private func pointTimes(with other: PlannedTrack, in range: ClosedRange<Int>) -> [Int] {
    let inner = [points, other.points].flatMap { points in
      points[PlannedTrack.firstIndex(in: points, from: range.lowerBound)...].lazy.map(\.time)
        .prefix { $0 < range.upperBound }
    }
    var times: [Int] = []
    for time in ([range.lowerBound] + inner + [range.upperBound]).sorted() where times.last != time {
      times.append(time)
    }
    return times
  }

  /// The index of the first point that is not before a time.
  private static func firstIndex(in points: [TrackPoint], from time: Int) -> Int {
    var (low, high) = (0, points.count)
    while low < high {
      let middle = (low + high) / 2
      if points[middle].time < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

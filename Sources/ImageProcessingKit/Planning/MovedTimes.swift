/// What times of tracks are in another version of their film.
struct MovedTimes {
  /// A time in ticks of the other version and parts of them; a later one is no earlier there.
  var ticks: (Int) -> Double
  /// How much earlier, below 0, or later what is at a time may be shown than `ticks` says, in such ticks.
  var doubt: ClosedRange<Double> = 0...0
  /// From when to when something is hidden that was hidden during the first, and lies in the second as `ticks` and `doubt` say.
  var span: (ClosedRange<Int>, ClosedRange<Double>) -> ClosedRange<Double> = { $1 }
}

extension PlannedTrack {
  /// What of a track is there at other times, so that nothing of it is open: each box is hidden for as long as it may be there, and the whole
  /// of them no shorter than before.
  static func points(_ points: [TrackPoint], at times: MovedTimes) -> [TrackPoint] {
    let moved = points.map { MovedPoint(time: times.ticks($0.time), rect: $0.rect) }
    let held = MovedPoint.holding(moved, within: times.doubt)
    guard let first = points.first, let last = points.last, first.time <= last.time,
      let from = held.first, let to = held.last, from.time <= to.time
    else { return [] }
    let span = times.span(first.time...last.time, from.time...to.time)
    var kept: [TrackPoint] = []
    func add(_ time: Double, _ rule: FloatingPointRoundingRule, _ rect: NormalizedRect) {
      let tick = MovedPoint.tick(time, rule)
      guard let newest = kept.last, tick <= newest.time else {
        return kept.append(TrackPoint(time: tick, rect: rect))
      }
      kept[kept.count - 1] = TrackPoint(time: newest.time, rect: newest.rect.holding(rect))
    }
    add(min(span.lowerBound, from.time), .down, from.rect)
    add(from.time, .down, from.rect)
    for point in held.dropFirst().dropLast() { add(point.time, .toNearestOrEven, point.rect) }
    add(to.time, .up, to.rect)
    add(max(span.upperBound, to.time), .up, to.rect)
    return kept.indices.filter { index in
      // In the middle of what stays where it is a point says nothing.
      let isInner = index > 0 && index + 1 < kept.count
      return !isInner || kept[index - 1].rect != kept[index].rect || kept[index].rect != kept[index + 1].rect
    }.map { kept[$0] }
  }
}

/// A point of a track at a time between two ticks.
private struct MovedPoint {
  let time: Double
  let rect: NormalizedRect

  /// What is further away than this no film has, and no sum of it overflows.
  private static let farthest = Double(1 << 53)

  static func tick(_ time: Double, _ rule: FloatingPointRoundingRule) -> Int {
    Int(min(max(time, -farthest), farthest).rounded(rule))
  }

  /// Points between which a box holds at every time all the boxes that may be there then.
  ///
  /// A stretch between two of the new times has the same old points in reach all along, and the boxes at both ends of the reach go straight on:
  /// what holds all of that at both ends holds it in between.
  /// - Parameter doubt: how much earlier or later than its time each box may be there.
  static func holding(_ points: [MovedPoint], within doubt: ClosedRange<Double>) -> [MovedPoint] {
    guard doubt != 0...0, let first = points.first, let last = points.last else { return points }
    let times = points.flatMap { [$0.time + doubt.lowerBound, $0.time + doubt.upperBound] }.sorted()
    return times.map { time in
      let from = min(max(time - doubt.upperBound, first.time), last.time)
      let to = min(max(time - doubt.lowerBound, first.time), last.time)
      var held = rect(of: points, at: from).holding(rect(of: points, at: to))
      var index = points.firstIndex(notBelow: from, by: \.time)
      while index < points.count, points[index].time <= to {
        held = held.holding(points[index].rect)
        index += 1
      }
      return MovedPoint(time: time, rect: held)
    }
  }

  /// Where the points have their box at one of their times or between them.
  private static func rect(of points: [MovedPoint], at time: Double) -> NormalizedRect {
    let index = min(points.firstIndex(notBelow: time, by: \.time), points.count - 1)
    let after = points[index]
    guard index > 0, after.time > time, points[index - 1].rect != after.rect else { return after.rect }
    let before = points[index - 1]
    let part = (time - before.time) / (after.time - before.time)
    func mix(_ value: (NormalizedRect) -> Double) -> Double {
      value(before.rect) * (1 - part) + value(after.rect) * part
    }
    return NormalizedRect(x: mix(\.x), y: mix(\.y), width: mix(\.width), height: mix(\.height))
  }
}

extension NormalizedRect {
  /// One that holds both; the very same where they are, to the last digit.
  fileprivate func holding(_ other: NormalizedRect) -> NormalizedRect { self == other ? self : union(other) }
}

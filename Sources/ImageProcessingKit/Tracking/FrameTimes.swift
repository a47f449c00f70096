/// When frames are shown, of as many as are still of use.
struct FrameTimes {
  private let timescale: Double
  /// The first frame that is kept.
  private var start = 0
  private var kept: [(time: Int, moment: Double)] = []

  /// Frames of a hostile film may follow each other in no time, or in less.
  private static let shortest = 0.001
  /// So many are forgotten at once, so that work stays in proportion to the frames.
  private static let piece = 512

  /// - Parameter timescale: ticks in a second.
  init(timescale: Int) { self.timescale = Double(max(timescale, 1)) }

  /// Frames so far.
  var count: Int { start + kept.count }

  mutating func append(_ time: Int) {
    let moment =
      kept.last.map { last in
        last.moment + max((Double(time) - Double(last.time)) / timescale, Self.shortest)
      } ?? 0
    kept.append((time, moment))
  }

  /// In ticks, as the film says.
  func time(of frame: Int) -> Int { kept[frame - start].time }

  /// In seconds, and always later than that of the frame before.
  func moment(of frame: Int) -> Double { kept[frame - start].moment }

  /// Whether one frame is within a span of another.
  func isWithin(_ span: FilmSpan, _ frame: Int, of other: Int) -> Bool {
    span.covers(frames: abs(frame - other), seconds: abs(moment(of: frame) - moment(of: other)))
  }

  /// Forgets frames that nobody will ask for. The last one stays.
  mutating func forget(before frame: Int) {
    let count = min(frame - start, kept.count - 1)
    guard count >= Self.piece else { return }
    kept.removeFirst(count)
    start += count
  }
}

/// From the times of blocks to those of samples as they are written: times stay what they are, and where order of decoding is another than
/// that of showing, when each is decoded is made up.
struct MatroskaClock {
  /// Ticks of a second that say every time of the segment exactly.
  let timescale: Int
  /// Of these in one of the segment's.
  private let factor: Int
  /// Nanoseconds of a tick of the segment.
  let tick: Int

  private static let second = 1_000_000_000

  /// - Parameter tick: in nanoseconds, up to a second.
  init(tick: Int) {
    self.tick = tick
    var (divisor, rest) = (Self.second, tick)
    while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
    timescale = Self.second / divisor
    factor = tick / divisor
  }

  /// Of nanoseconds, rounded to ticks of the segment.
  func ticks(nanoseconds: Int) -> Int { (nanoseconds + tick / 2) / tick }

  /// Pictures: decoded in the order of the file, as late as they may be shown when they say, and the first at 0.
  /// - Parameters:
  ///   - blocks: of the track; at least one.
  ///   - duration: of the last one, in ticks of the segment; nil for as long as the one before.
  /// - Returns: the columns, in ticks of `timescale`; when the first picture is shown, by the film's clock and by these columns' own.
  /// - Throws: `FaceBlurError` where a picture is shown for too long, or long before or after it is decoded.
  func pictures(
    _ blocks: MatroskaBlocks, lasting duration: Int?
  ) throws(FaceBlurError) -> (columns: SampleTable.Columns, start: Int, mediaStart: Int) {
    let sorted = blocks.times.sorted()
    let before = sorted.count > 1 ? sorted[sorted.count - 1] - sorted[sorted.count - 2] : 0
    let delay = zip(sorted, blocks.times).reduce(0) { max($0, $1.0 - $1.1) }
    let first = sorted[0]
    var columns = SampleTable.Columns()
    columns.decodeTimes = sorted.map { ($0 - first) * factor }
    columns.endTime = (sorted[sorted.count - 1] - first + max(duration ?? before, 1)) * factor
    var shifts: [Int32] = []
    shifts.reserveCapacity(sorted.count)
    for (decoded, shown) in zip(sorted, blocks.times) {
      guard let shift = Int32(exactly: (shown - decoded + delay) * factor) else {
        throw .unsupportedFilm("a picture is shown long after it is decoded")
      }
      shifts.append(shift)
    }
    columns.shifts = shifts.allSatisfy { $0 == 0 } ? [] : shifts
    try Self.finish(&columns, blocks, "one of its pictures is shown for too long")
    return (columns, first * factor, delay * factor)
  }

  /// Packets of sound.
  /// - Parameters:
  ///   - blocks: of the track; at least one.
  ///   - duration: of the last one, in ticks of the segment.
  ///   - rate: ticks of a second that their times are to have: the samples of a second.
  /// - Returns: the columns; when the first packet begins, in ticks of `timescale`.
  /// - Throws: `FaceBlurError` where they are in another order, or one lasts too long.
  func sound(
    _ blocks: MatroskaBlocks, lasting duration: Int, rate: Int
  ) throws(FaceBlurError) -> (columns: SampleTable.Columns, start: Int) {
    var columns = SampleTable.Columns()
    let first = ticks(blocks.times[0], of: rate)
    columns.decodeTimes = blocks.times.map { ticks($0, of: rate) - first }
    columns.endTime = ticks(blocks.times[blocks.count - 1] + duration, of: rate) - first
    let ends = columns.decodeTimes.dropFirst() + [columns.endTime]
    guard zip(columns.decodeTimes, ends).allSatisfy({ $0 <= $1 }) else {
      throw .unsupportedAudio("its packets are in another order")
    }
    try Self.finish(&columns, blocks, "a packet of its sound lasts too long")
    return (columns, blocks.times[0] * factor)
  }

  /// A time of the segment, rounded to ticks of a scale.
  private func ticks(_ time: Int, of scale: Int) -> Int { Self.ticks(nanoseconds: time * tick, of: scale) }

  /// Nanoseconds, rounded to ticks of a scale.
  static func ticks(nanoseconds: Int, of scale: Int) -> Int {
    let (seconds, rest) = (nanoseconds / second, nanoseconds % second)
    return seconds * scale + (rest * scale + second / 2) / second
  }

  private static func finish(
    _ columns: inout SampleTable.Columns, _ blocks: MatroskaBlocks, _ objection: String
  ) throws(FaceBlurError) {
    let ends = columns.decodeTimes.dropFirst() + [columns.endTime]
    guard zip(columns.decodeTimes, ends).allSatisfy({ $1 - $0 <= Int(UInt32.max) }) else {
      throw .unsupportedFilm(objection)
    }
    columns.offsets = blocks.offsets
    columns.sizes = blocks.sizes
    columns.syncs = blocks.areAllSync ? nil : blocks.syncs
  }
}

/// Where the samples of one track lie and when they begin, as its blocks say it: columns in the order of the file.
struct MatroskaBlocks {
  private(set) var offsets: [Int] = []
  private(set) var sizes: [UInt32] = []
  /// In ticks of the segment. Those that lie together in one block have its time until `finish`.
  private(set) var times: [Int] = []
  /// A bit for each, the lowest of a number first.
  private(set) var syncs: [UInt64] = []
  private(set) var areAllSync = true
  /// Blocks in which several lie together.
  private var shared: [Range<Int>] = []
  var areShared: Bool { !shared.isEmpty }
  /// How long the samples of the last block last, in ticks of the segment; nil where it does not say.
  private(set) var lastDuration: Int?
  /// Of what the last block ends with, how much is not heard, in nanoseconds.
  private(set) var discarded = 0
  /// The samples of the last block.
  private(set) var last = 0..<0

  var count: Int { offsets.count }

  /// What is said of a block beside its samples.
  struct Traits {
    var isSync = true
    var duration: Int?
    var discarded = 0
  }

  /// - Parameters:
  ///   - samples: where they lie, one behind the other; not empty.
  ///   - time: of the first, in ticks of the segment.
  mutating func append(_ samples: [Range<Int>], at time: Int, _ traits: Traits) {
    last = count..<(count + samples.count)
    if samples.count > 1 { shared.append(last) }
    for sample in samples {
      if count & 63 == 0 { syncs.append(0) }
      if traits.isSync { syncs[count >> 6] |= 1 << UInt64(count & 63) } else { areAllSync = false }
      offsets.append(sample.lowerBound)
      sizes.append(UInt32(truncatingIfNeeded: min(sample.count, Int(UInt32.max))))
      times.append(time)
    }
    lastDuration = traits.duration
    discarded = traits.discarded
  }

  /// After the last block: gives samples that lie together their times. Each begins as much behind the one before as a sample of the track
  /// lasts, and where the next block comes earlier, they are evenly spread up to it. Up to one that comes later is a pause, in which nothing is heard.
  /// - Parameters:
  ///   - duration: of a sample as the track says it, in nanoseconds; nil where it does not say it, and the nearest ones tell.
  ///   - tick: of the segment, in nanoseconds.
  /// - Returns: how long the last sample lasts.
  mutating func finish(lasting duration: Int?, tick: Int) -> Int {
    guard let begin = times.last else { return 0 }
    let usual = duration == nil ? shortest : nil
    for block in shared where block != last {
      spread(block, until: times[block.upperBound], duration, tick: tick, usual)
    }
    var before = last.lowerBound > 0 ? max(begin - times[last.lowerBound - 1], 0) : 0
    if let usual { before = min(before, (usual.time + usual.count - 1) / usual.count) }
    // What a file states may be 2⁵³ for each sample; its product with a place in a block is to fit.
    let whole = min(lastDuration ?? (duration.map { ($0 + tick / 2) / tick } ?? before) * last.count, 1 << 53)
    if last.count > 1 { spread(last, until: begin + whole, duration, tick: tick, usual) }
    return begin + whole - (times.last ?? begin)
  }

  /// Of blocks in which several lie together, the one whose samples follow each other nearest.
  private var shortest: (time: Int, count: Int)? {
    var shortest: (time: Int, count: Int)?
    for block in shared where block != last {
      let time = times[block.upperBound] - times[block.lowerBound]
      guard time > 0 else { continue }
      // Both are below 2⁵³ and 2⁹.
      if let known = shortest, known.time * block.count <= time * known.count { continue }
      shortest = (time, block.count)
    }
    return shortest
  }

  private mutating func spread(
    _ block: Range<Int>, until time: Int, _ duration: Int?, tick: Int, _ usual: (time: Int, count: Int)?
  ) {
    let begin = times[block.lowerBound]
    for (place, index) in block.enumerated() {
      var step = (time - begin) * place / block.count
      if let duration {
        step = min(step, (duration * place + tick / 2) / tick)
      } else if let usual {
        step = min(step, usual.time * place / usual.count)
      }
      times[index] = begin + step
    }
  }
}

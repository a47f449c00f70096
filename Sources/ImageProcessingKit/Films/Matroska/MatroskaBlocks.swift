/// Where the samples of one track lie and when they begin, as its blocks say it: columns in the order of the file.
struct MatroskaBlocks {
  private(set) var offsets: [Int] = []
  private(set) var sizes: [UInt32] = []
  /// In ticks of the segment. Those that lie together in one block are evenly spread up to the next one.
  private(set) var times: [Int] = []
  /// A bit for each, the lowest of a number first.
  private(set) var syncs: [UInt64] = []
  private(set) var areAllSync = true
  /// Whether several lie together in one block.
  private(set) var areShared = false
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
    spreadLast(until: time)
    last = count..<(count + samples.count)
    if samples.count > 1 { areShared = true }
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

  /// After the last block.
  /// - Parameter duration: of a sample as the track says it, in ticks of the segment; nil where it does not say it.
  /// - Returns: of the last sample.
  mutating func finish(lasting duration: Int?) -> Int {
    guard let begin = times.last else { return 0 }
    let before = last.lowerBound > 0 ? max(begin - times[last.lowerBound - 1], 0) : 0
    let whole = lastDuration ?? (duration ?? before) * last.count
    spreadLast(until: begin + whole)
    return begin + whole - (times.last ?? begin)
  }

  private mutating func spreadLast(until time: Int) {
    guard last.count > 1 else { return }
    let begin = times[last.lowerBound]
    for (place, index) in last.enumerated() { times[index] = begin + (time - begin) * place / last.count }
  }
}

/// The samples of one track of Matroska as its blocks have them (RFC 9559, 10).
struct ExaminedBlocks {
  private(set) var places: [Range<Int>] = []
  /// In ticks of the segment. Those of one block have its own until they are settled.
  private(set) var times: [Int] = []
  /// Those that decoding can begin with.
  private(set) var syncs: [Int] = []
  /// How many of the last block.
  private var open = 0
  /// The first of blocks with several, and how many those are.
  private var laces: [(first: Int, count: Int)] = []
  /// Of the last block: what it says that its samples last, in ticks of the segment, and what of that nobody hears, in nanoseconds.
  private(set) var stated: Int?
  private(set) var unheard = 0

  /// What is said beside a block.
  struct Group {
    var isSync = true
    var duration: Int?
    var unheard = 0
  }

  mutating func add(_ samples: [Range<Int>], at time: Int, _ group: Group) {
    open = samples.count
    if open > 1 { laces.append((places.count, open)) }
    for sample in samples {
      if group.isSync { syncs.append(places.count) }
      places.append(sample)
      times.append(time)
    }
    (stated, unheard) = (group.duration, group.unheard)
  }

  /// Settles when samples of a block begin that has several, and how long the last ones last: as long as is usual, and no longer than until
  /// something else begins.
  /// - Parameters:
  ///   - usual: what a sample of the track lasts, in nanoseconds; nil where nobody says it, and then it is what the tightest block says.
  ///   - tick: likewise.
  /// - Returns: when the last one ends.
  mutating func settle(usual: Int?, tick: Int) -> Int {
    guard let begin = times.last else { return 0 }
    let first = times.count - open
    var tightest: (span: Int, count: Int)?
    if usual == nil {
      for lace in laces where lace.first < first {
        let span = times[lace.first + lace.count] - times[lace.first]
        if span > 0, tightest.map({ span * $0.count < $0.span * lace.count }) ?? true {
          tightest = (span, lace.count)
        }
      }
    }
    func settle(_ lace: (first: Int, count: Int), to end: Int) {
      let start = times[lace.first]
      for step in 1..<lace.count {
        var length = (end - start) * step / lace.count
        if let usual { length = min(length, (usual * step + tick / 2) / tick) }
        if let tightest { length = min(length, tightest.span * step / tightest.count) }
        times[lace.first + step] = start + length
      }
    }
    for lace in laces where lace.first < first { settle(lace, to: times[lace.first + lace.count]) }
    var before = first > 0 ? max(begin - times[first - 1], 0) : 0
    if let tightest { before = min(before, (tightest.span + tightest.count - 1) / tightest.count) }
    // Times a place in a block it must not overflow, whatever is stated.
    let end = begin + min(stated ?? (usual.map { ($0 + tick / 2) / tick } ?? before) * open, 1 << 53)
    if open > 1 { settle((first, open), to: end) }
    return end
  }

  /// The samples of a block, by how they are laced; nil where it does not hold what it says.
  /// - Parameters:
  ///   - body: what follows the block's head, in the file.
  ///   - flags: of the head.
  ///   - bytes: the first of the body.
  static func samples(_ body: Range<Int>, flags: Int, _ bytes: [UInt8]) -> [Range<Int>]? {
    let kind = flags >> 1 & 3
    guard kind != 0 else { return body.isEmpty ? nil : [body] }
    guard let head = bytes.first else { return nil }
    let others = Int(head)
    var place = 1
    var sizes: [Int] = []
    if kind == 2 {
      guard (body.count - 1) % (others + 1) == 0 else { return nil }
      sizes = [Int](repeating: (body.count - 1) / (others + 1), count: others)
    }
    while sizes.count < others {
      var size = 0
      if kind == 1 {
        var last = 255
        while last == 255 {
          guard place < bytes.count else { return nil }
          last = Int(bytes[place])
          size += last
          place += 1
        }
      } else {
        guard place < bytes.count, bytes[place] > 0 else { return nil }
        let length = bytes[place].leadingZeroBitCount + 1
        guard length <= bytes.count - place else { return nil }
        var value = Int(bytes[place]) & (0xFF >> length)
        for index in 1..<max(length, 1) { value = value << 8 | Int(bytes[place + index]) }
        place += length
        size = value
        if let before = sizes.last { size = before + value - ((1 << (7 * length - 1)) - 1) }
      }
      guard size > 0, size <= body.count else { return nil }
      sizes.append(size)
    }
    let used = place + sizes.reduce(0, +)
    guard used < body.count, sizes.allSatisfy({ $0 > 0 }) else { return nil }
    var ranges: [Range<Int>] = []
    var start = body.lowerBound + place
    for size in sizes + [body.count - used] {
      ranges.append(start..<start + size)
      start += size
    }
    return ranges
  }
}

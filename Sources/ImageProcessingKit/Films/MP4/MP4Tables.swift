/// Where samples that are written lie: runs of them side by side.
struct MP4Chunks {
  private var offsets: [Int] = []
  private var counts: [Int] = []

  mutating func begin(at place: Int) {
    offsets.append(place)
    counts.append(0)
  }

  mutating func append(_ count: Int) { counts[counts.count - 1] += count }

  /// `stsc`, and `stco` or `co64` (ISO/IEC 14496-12, 8.7.4 and 8.7.5).
  var boxes: [UInt8] {
    var runs = MP4Table()
    for (index, count) in counts.enumerated() where index == 0 || counts[index - 1] != count {
      runs.append([index + 1, count, 1])
    }
    let isLong = offsets.contains { $0 > Int(UInt32.max) }
    var places = MP4Table()
    for offset in offsets { places.append(isLong ? [offset >> 32, offset] : [offset]) }
    return runs.box("stsc") + places.box(isLong ? "co64" : "stco")
  }
}

/// Entries of 4-byte numbers, before which their count stands.
struct MP4Table {
  private var bytes: [UInt8] = []
  private var count = 0

  /// - Parameter entry: of each number the lowest 4 bytes.
  mutating func append(_ entry: [Int]) {
    for number in entry {
      bytes.append(UInt8(truncatingIfNeeded: number >> 24))
      bytes.append(UInt8(truncatingIfNeeded: number >> 16))
      bytes.append(UInt8(truncatingIfNeeded: number >> 8))
      bytes.append(UInt8(truncatingIfNeeded: number))
    }
    count += 1
  }

  /// - Parameter head: what stands before the count.
  func box(_ type: FourCC, version: Int = 0, behind head: [UInt8] = []) -> [UInt8] {
    BoxWriter.fullBox(type, version: version, head + BigEndian.bytes(count, 4) + bytes)
  }

  /// Entries of how many values one after the other are the same, and which.
  init(runsOf values: some Sequence<Int>) {
    var run: (length: Int, value: Int)?
    for value in values {
      if let last = run, last.value == value {
        run = (last.length + 1, value)
      } else {
        if let last = run { append([last.length, last.value]) }
        run = (1, value)
      }
    }
    if let run { append([run.length, run.value]) }
  }

  init() {}

  /// `stsz` (ISO/IEC 14496-12, 8.7.3.2), which has no entries where all sizes are the same.
  static func sizes(_ count: Int, _ size: (Int) -> Int) -> [UInt8] {
    let first = count > 0 ? size(0) : 0
    if (0..<count).allSatisfy({ size($0) == first }) {
      return BoxWriter.fullBox("stsz", BigEndian.bytes(first, 4) + BigEndian.bytes(count, 4))
    }
    var table = MP4Table()
    for index in 0..<count { table.append([size(index)]) }
    return table.box("stsz", behind: [0, 0, 0, 0])
  }

  /// `stss` (8.6.2); nothing where decoding can begin with all.
  static func syncs(_ count: Int, _ isSync: (Int) -> Bool) -> [UInt8] {
    guard !(0..<count).allSatisfy(isSync) else { return [] }
    var table = MP4Table()
    for index in 0..<count where isSync(index) { table.append([index + 1]) }
    return table.box("stss")
  }
}

/// What is told of pictures that are written.
struct MP4PictureTable {
  var chunks = MP4Chunks()
  private var sizes: [UInt32] = []
  /// By how much each is shown later than it is decoded.
  private var shifts: [Int32] = []
  private var syncs: [Bool] = []

  var count: Int { sizes.count }

  mutating func append(size: Int, shift: Int32, isSync: Bool) {
    sizes.append(UInt32(size))
    shifts.append(shift)
    syncs.append(isSync)
    chunks.append(1)
  }

  /// - Parameter durations: of each, up to the next one's decode time.
  func boxes(durations: some Sequence<Int>) -> [UInt8] {
    var shown: [UInt8] = []
    if shifts.contains(where: { $0 != 0 }) {
      // Numbers below 0 are known to version 1 alone.
      shown = MP4Table(runsOf: shifts.lazy.map(Int.init))
        .box("ctts", version: shifts.contains { $0 < 0 } ? 1 : 0)
    }
    return MP4Table(runsOf: durations).box("stts") + shown + MP4Table.syncs(count) { syncs[$0] }
      + MP4Table.sizes(count) { Int(sizes[$0]) } + chunks.boxes
  }
}

extension AudioSamples {
  /// Boxes of times and sizes, without those of places.
  /// - Parameter silence: what is replaced; nil for nothing.
  func boxes(with silence: SilentParts?) -> [UInt8] {
    switch self {
    case .packets(let table):
      return MP4Table(runsOf: (0..<table.count).lazy.map { table[$0].duration }).box("stts")
        + MP4Table.syncs(table.count, table.isSync)
        + MP4Table.sizes(table.count) { silence?.packet($0)?.count ?? table[$0].size }
    case .frames(let frames):
      var times = MP4Table()
      times.append([frames.count, frames.delta])
      return times.box("stts")
        + BoxWriter.fullBox(
          "stsz", BigEndian.bytes(frames.statedSize, 4) + BigEndian.bytes(frames.count, 4))
    }
  }
}

/// Where the samples of a track lie and when they are (ISO/IEC 14496-12, 8.6 and 8.7), as far as they are said in runs.
struct ExaminedSamples {
  /// Samples that lie one behind the other.
  struct Chunk: Hashable {
    let offset: Int
    let first: Int
    let count: Int
  }

  struct Run: Hashable {
    var count: Int
    /// In ticks of the track.
    let value: Int
  }

  private(set) var count = 0
  /// Of each sample; empty where all have `commonSize`.
  private(set) var sizes: [UInt32] = []
  private(set) var commonSize = 0
  private(set) var chunks: [Chunk] = []
  /// How long samples last, and by how much they are shown later: each other than the one before.
  private(set) var durations: [Run] = []
  private(set) var shifts: [Run] = []
  /// The samples that decoding can begin with, ascending; nil for all.
  private(set) var syncs: [Int]?
  private let fileSize: Int

  static let boxes: Set<BoxType> = ["stsd", "stts", "ctts", "stss", "stsc", "stsz", "stco", "co64"]

  /// As another container says them, each by itself.
  /// - Parameters:
  ///   - decodeTimes: of each, in ticks of the track, from 0.
  ///   - end: of the last, likewise.
  ///   - shifts: by how much each is shown later; empty where none is.
  ///   - syncs: the samples that decoding can begin with.
  init(
    places: [Range<Int>], decodeTimes: [Int], end: Int, shifts: [Int], syncs: [Int], fileSize: Int
  ) {
    self.fileSize = fileSize
    count = places.count
    sizes = places.map { UInt32(truncatingIfNeeded: $0.count) }
    self.syncs = syncs.count == count ? nil : syncs
    for (index, place) in places.enumerated() {
      if let last = chunks.last, index > 0, places[index - 1].upperBound == place.lowerBound {
        chunks[chunks.count - 1] = Chunk(offset: last.offset, first: last.first, count: last.count + 1)
      } else {
        chunks.append(Chunk(offset: place.lowerBound, first: index, count: 1))
      }
    }
    durations = Self.runs(of: zip(decodeTimes, decodeTimes.dropFirst() + [end]).map { $1 - $0 })
    if shifts.contains(where: { $0 != 0 }) { self.shifts = Self.runs(of: shifts) }
  }

  private static func runs(of values: [Int]) -> [Run] {
    var runs: [Run] = []
    for value in values {
      if let last = runs.indices.last, runs[last].value == value {
        runs[last].count += 1
      } else {
        runs.append(Run(count: 1, value: value))
      }
    }
    return runs
  }

  /// - Throws: `FaceBlurError` where the tables do not fit each other.
  init(
    _ scope: FilmScope, _ tables: [BoxType: [ExaminedBox]], fileSize: Int
  ) throws(FaceBlurError) {
    self.fileSize = fileSize
    try readSizes(scope, tables["stsz"]?.first)
    durations = try Self.runs(scope, tables["stts"]?.first, isSigned: false)
    shifts = try Self.runs(scope, tables["ctts"]?.first, isSigned: true)
    let total = durations.reduce(0) { $0 + $1.count }
    guard total == count, shifts.isEmpty || shifts.reduce(0, { $0 + $1.count }) == count else {
      throw .damagedRender("its times are not as many as its samples")
    }
    if shifts.count == 1, shifts[0].value == 0 { shifts = [] }
    if let box = tables["stss"]?.first {
      var fields = FilmFields(scope, box)
      _ = fields.version(most: 0)
      var syncs: [Int] = []
      for _ in 0..<Self.entries(&fields, bytes: 4) {
        let number = fields.number(4) - 1
        guard number > syncs.last ?? -1, number < count else {
          throw .damagedRender("its samples to begin with are not in order")
        }
        syncs.append(number)
      }
      fields.end()
      self.syncs = syncs
    }
    try readChunks(scope, tables)
  }

  /// How many entries there are, and no more than there is room for.
  private static func entries(_ fields: inout FilmFields, bytes: Int) -> Int {
    min(fields.number(4), fields.rest.count / bytes + 1)
  }

  private mutating func readSizes(_ scope: FilmScope, _ box: ExaminedBox?) throws(FaceBlurError) {
    guard let box else { throw .damagedRender("it does not say how large its samples are") }
    var fields = FilmFields(scope, box)
    _ = fields.version(most: 0)
    commonSize = fields.number(4)
    if commonSize > 0 {
      count = fields.number(4)
    } else {
      let entries = fields.number(4)
      guard entries <= fields.rest.count / 4 else { throw .damagedRender("its samples' sizes are cut short") }
      count = entries
      sizes.reserveCapacity(count)
      for _ in 0..<count { sizes.append(UInt32(truncatingIfNeeded: fields.number(4))) }
    }
    fields.end()
  }

  private static func runs(
    _ scope: FilmScope, _ box: ExaminedBox?, isSigned: Bool
  ) throws(FaceBlurError) -> [Run] {
    guard let box else { return [] }
    var fields = FilmFields(scope, box)
    _ = fields.version(most: isSigned ? 1 : 0)
    var runs: [Run] = []
    let number = entries(&fields, bytes: 8)
    var isPlain = true
    for _ in 0..<number {
      let count = fields.number(4)
      // Negative shifts stand in boxes of version 0, too.
      let value = isSigned ? fields.signed(4) : fields.number(4)
      guard !fields.isBroken else { throw .damagedRender("its times are cut short") }
      // A track without samples says how long none of them lasts.
      if count == 0, isSigned || number > 1 { isPlain = false }
      if let last = runs.indices.last, runs[last].value == value {
        isPlain = false
        runs[last].count += count
      } else if count > 0 {
        runs.append(Run(count: count, value: value))
      }
    }
    if !isPlain {
      scope.object(
        .headerBytes, box.range, "it tells times of no samples, or the same time again for the next ones")
    }
    fields.end()
    return runs
  }

  private mutating func readChunks(
    _ scope: FilmScope, _ tables: [BoxType: [ExaminedBox]]
  ) throws(FaceBlurError) {
    let isLong = tables["stco"] == nil
    guard let offsetBox = (tables["stco"] ?? tables["co64"])?.first, let map = tables["stsc"]?.first else {
      throw .damagedRender("it does not say where its samples are")
    }
    if !isLong, let other = tables["co64"]?.first {
      scope.object(.furtherBox, other.range, "it says twice where samples are")
    }
    var fields = FilmFields(scope, offsetBox)
    _ = fields.version(most: 0)
    let width = isLong ? 8 : 4
    let chunkCount = fields.number(4)
    guard chunkCount <= fields.rest.count / width else { throw .damagedRender("its chunks are cut short") }
    var parts = FilmFields(scope, map)
    _ = parts.version(most: 0)
    let partCount = parts.number(4)
    guard partCount <= parts.rest.count / 12 else { throw .damagedRender("its chunks are cut short") }
    var (first, perChunk, next, partsRead) = (0, 0, 1, 0)
    var start = partCount > 0 ? parts.number(4) : 0
    chunks.reserveCapacity(chunkCount)
    guard chunkCount == 0 || start == 1 else { throw .damagedRender("its chunks are not in order") }
    while next <= chunkCount {
      if partsRead < partCount, start == next {
        perChunk = parts.number(4)
        parts.expect(4, 1, else: "samples are described in a second way")
        partsRead += 1
        if partsRead < partCount {
          start = parts.number(4)
          guard start > next else { throw .damagedRender("its chunks are not in order") }
        }
      }
      let offset = fields.number(width)
      guard perChunk > 0, perChunk <= count - first, offset <= fileSize else {
        throw .damagedRender("its chunks lie beyond the file, or hold more samples than there are")
      }
      chunks.append(Chunk(offset: offset, first: first, count: perChunk))
      first += perChunk
      next += 1
    }
    guard first == count, partsRead == partCount else {
      throw .damagedRender("its chunks hold other samples than there are")
    }
    parts.end()
    fields.end()
  }

  /// In ticks; nil where no number holds it.
  var duration: Int? {
    durations.reduce(Int?(0)) { sum, run in
      let (ticks, overflows) = run.count.multipliedReportingOverflow(by: run.value)
      return overflows
        ? nil
        : sum.flatMap {
          let (next, no) = $0.addingReportingOverflow(ticks); return no ? nil : next
        }
    }
  }

  /// By sample, decode times; of tracks with few enough.
  var decodeTimes: [Int] {
    var times: [Int] = []
    times.reserveCapacity(count)
    var time = 0
    for run in durations {
      for _ in 0..<run.count {
        times.append(time)
        time += run.value
      }
    }
    return times
  }

  /// By sample, where it lies in the file.
  var places: [Range<Int>] {
    var places: [Range<Int>] = []
    places.reserveCapacity(count)
    for chunk in chunks {
      var place = chunk.offset
      for sample in chunk.first..<chunk.first + chunk.count {
        let size = sizes.isEmpty ? commonSize : Int(sizes[sample])
        places.append(place..<place + size)
        place += size
      }
    }
    return places
  }
}

/// Makes columns of what the boxes of `stbl` say in runs (ISO/IEC 14496-12, 8.6 and 8.7). A run costs as much as the samples that there are:
/// its length is compared with their number first.
struct MP4Samples {
  /// What the box `stbl` holds.
  private let table: MP4Boxes
  /// In bytes.
  private let fileSize: Int
  private let kind: SampleTable.Kind
  /// How many there may be.
  private let limit: Int

  /// - Parameters:
  ///   - table: what the box `stbl` holds.
  ///   - fileSize: in bytes.
  ///   - kind: what its samples are.
  ///   - limit: how many there may be.
  init(
    _ table: MP4Boxes, fileSize: Int, of kind: SampleTable.Kind = .pictures,
    limit: Int = FilmLimits.maxSamples
  ) {
    self.table = table
    self.fileSize = fileSize
    self.kind = kind
    self.limit = limit
  }

  /// - Throws: `FaceBlurError` where the boxes do not agree, or say more than may be.
  var columns: SampleTable.Columns {
    get throws(FaceBlurError) {
      var columns = SampleTable.Columns()
      columns.sizes = try sizes
      let count = columns.sizes.count
      try addTimes(table.needed("stts"), count: count, to: &columns)
      if let box = try table.one("ctts") { columns.shifts = try shifts(box, count: count) }
      columns.offsets = try offsets(sizes: columns.sizes)
      if let box = try table.one("stss") { columns.syncs = try syncs(box, count: count) }
      return columns
    }
  }

  /// Of sound that is not compressed: samples are not told apart, for there is one for every moment.
  /// - Parameter frameSize: bytes of a moment.
  /// - Throws: `FaceBlurError` where the boxes do not agree, or say more than may be.
  func frames(of frameSize: Int) throws(FaceBlurError) -> PCMFrames {
    var cursor = BoxCursor(try table.needed("stsz"))
    _ = try cursor.versionAndFlags()
    let (size, count) = (try cursor.number(4), try cursor.number(4))
    // QuickTime says 1 of whatever size they are.
    guard size == 1 || size == frameSize else {
      throw .unsupportedAudio("its samples have \(size) bytes in place of \(frameSize)")
    }
    guard count > 0 else { throw .damagedFilm("its track of sound has none") }
    guard count <= fileSize / frameSize else {
      throw .truncatedFilm("its \(count) samples of sound are more than the file")
    }
    let times = try table.needed("stts")
    let runs = try MP4Entries(times, width: 8)
    var timed = 0
    let delta = runs.count > 0 ? runs.number(0, at: 4) : 0
    for index in 0..<runs.count {
      let length = runs.number(index)
      guard length <= count - timed else { throw mismatch(times) }
      timed += length
      guard runs.number(index, at: 4) == delta, delta > 0 else {
        throw .unsupportedAudio("its samples do not follow each other evenly")
      }
    }
    guard timed == count else { throw mismatch(times) }
    guard delta <= FilmLimits.maxTicks / count else { throw .damagedFilm("it has a time that may not be") }
    var frames = PCMFrames(count: count, frameSize: frameSize, statedSize: size, delta: delta)
    var before = 0
    try eachChunk(of: count) { (place, length) throws(FaceBlurError) in
      guard place <= fileSize, length * frameSize <= fileSize - place else {
        throw .truncatedFilm("its sound lies beyond the end of the file")
      }
      frames.append(offset: place, first: before)
      before += length
    }
    return frames
  }

  private func checkCount(_ count: Int) throws(FaceBlurError) {
    guard count > 0 else { throw .damagedFilm("its track of \(kind.track) has none") }
    guard count <= limit else { throw .filmTooLarge("it has more than \(limit) \(kind.many)") }
  }

  private var sizes: [UInt32] {
    get throws(FaceBlurError) {
      if let box = try table.one("stz2") {
        guard !table.has("stsz") else { throw .damagedFilm("it says twice how large its \(kind.many) are") }
        return try shortSizes(box)
      }
      return try longSizes
    }
  }

  private var longSizes: [UInt32] {
    get throws(FaceBlurError) {
      let box = try table.needed("stsz")
      var cursor = BoxCursor(box)
      _ = try cursor.versionAndFlags()
      let (size, count) = (try cursor.number(4), try cursor.number(4))
      try checkCount(count)
      guard size == 0 else {
        guard count <= fileSize / size else {
          throw .truncatedFilm("its \(count) \(kind.many) of \(size) bytes each are more than the file")
        }
        return [UInt32](repeating: UInt32(size), count: count)
      }
      let entries = try MP4Entries(cursor, count: count, width: 4, of: box.type)
      return (0..<count).map { UInt32(truncatingIfNeeded: entries.number($0)) }
    }
  }

  /// Sizes of 4, 8 or 16 bits.
  private func shortSizes(_ box: Box) throws(FaceBlurError) -> [UInt32] {
    var cursor = BoxCursor(box)
    _ = try cursor.bytes(7)
    let (bits, count) = (try cursor.number(1), try cursor.number(4))
    try checkCount(count)
    switch bits {
    case 4:
      let entries = try MP4Entries(cursor, count: (count + 1) / 2, width: 1, of: box.type)
      return (0..<count).map { UInt32(entries.byte($0 / 2) >> ($0 & 1 == 0 ? 4 : 0) & 15) }
    case 8:
      let entries = try MP4Entries(cursor, count: count, width: 1, of: box.type)
      return (0..<count).map { UInt32(entries.byte($0)) }
    case 16:
      let entries = try MP4Entries(cursor, count: 2 * count, width: 1, of: box.type)
      return (0..<count).map { UInt32(entries.byte(2 * $0) << 8 | entries.byte(2 * $0 + 1)) }
    default: throw .damagedFilm("the sizes of its \(kind.many) have \(bits) bits")
    }
  }

  /// Decode times, and when the last one ends.
  private func addTimes(
    _ box: Box, count: Int, to columns: inout SampleTable.Columns
  ) throws(FaceBlurError) {
    let runs = try MP4Entries(box, width: 8)
    columns.decodeTimes.reserveCapacity(count)
    var time = 0
    for index in 0..<runs.count {
      let (length, delta) = (runs.number(index), runs.number(index, at: 4))
      guard length <= count - columns.decodeTimes.count else { throw mismatch(box) }
      // Both are small enough for their product.
      guard length * delta <= FilmLimits.maxTicks - time else {
        throw .damagedFilm("it has a time that may not be")
      }
      for _ in 0..<length {
        columns.decodeTimes.append(time)
        time += delta
      }
    }
    guard columns.decodeTimes.count == count else { throw mismatch(box) }
    columns.endTime = time
  }

  /// By how much each is shown later. Also in version 0, where they may not be, numbers below 0 are meant as such: QuickTime writes them.
  private func shifts(_ box: Box, count: Int) throws(FaceBlurError) -> [Int32] {
    let runs = try MP4Entries(box, width: 8)
    var shifts: [Int32] = []
    shifts.reserveCapacity(count)
    for index in 0..<runs.count {
      let length = runs.number(index)
      guard length <= count - shifts.count else { throw mismatch(box) }
      let shift = Int32(truncatingIfNeeded: runs.number(index, at: 4))
      for _ in 0..<length { shifts.append(shift) }
    }
    guard shifts.count == count else { throw mismatch(box) }
    return shifts.allSatisfy { $0 == 0 } ? [] : shifts
  }

  /// Where each sample lies: one behind the other in chunks.
  private func offsets(sizes: [UInt32]) throws(FaceBlurError) -> [Int] {
    var offsets: [Int] = []
    offsets.reserveCapacity(sizes.count)
    try eachChunk(of: sizes.count) { (start, length) throws(FaceBlurError) in
      var place = start
      for _ in 0..<length {
        let (next, overflows) = place.addingReportingOverflow(Int(sizes[offsets.count]))
        guard !overflows else { throw .damagedFilm("it has a place that may not be") }
        offsets.append(place)
        place = next
      }
    }
    return offsets
  }

  /// Tells of each chunk where it begins and how many samples are in it.
  /// - Parameter count: of samples that there are.
  /// - Throws: `FaceBlurError` where there are more or fewer in all chunks.
  private func eachChunk(
    of count: Int, _ body: (Int, Int) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    let long = try table.one("co64")
    guard long == nil || !table.has("stco") else {
      throw .damagedFilm("it says twice where its \(kind.many) are")
    }
    let isLong = long != nil
    let chunks: MP4Entries
    if let long {
      chunks = try MP4Entries(long, width: 8)
    } else {
      chunks = try MP4Entries(table.needed("stco"), width: 4)
    }
    let box = try table.needed("stsc")
    let runs = try MP4Entries(box, width: 12)
    var rest = count
    var chunk = 0
    for index in 0..<runs.count {
      let end = index + 1 < runs.count ? runs.number(index + 1) - 1 : chunks.count
      let length = runs.number(index, at: 4)
      guard runs.number(index) - 1 == chunk, end > chunk, end <= chunks.count, length > 0 else {
        throw mismatch(box)
      }
      guard runs.number(index, at: 8) == 1 else {
        throw .damagedFilm("some of its \(kind.many) are coded in a way that it does not say")
      }
      while chunk < end {
        guard length <= rest else { throw mismatch(box) }
        let high = isLong ? chunks.number(chunk) : 0
        guard high < 1 << 31 else { throw .damagedFilm("it has a place that may not be") }
        try body(high << 32 | chunks.number(chunk, at: isLong ? 4 : 0), length)
        rest -= length
        chunk += 1
      }
    }
    guard rest == 0, chunk == chunks.count else { throw mismatch(box) }
  }

  /// A bit for each, the lowest of a number first.
  private func syncs(_ box: Box, count: Int) throws(FaceBlurError) -> [UInt64] {
    let entries = try MP4Entries(box, width: 4)
    var bits = [UInt64](repeating: 0, count: (count + 63) / 64)
    var before = 0
    for index in 0..<entries.count {
      let number = entries.number(index)
      guard number > before, number <= count else { throw mismatch(box) }
      bits[(number - 1) >> 6] |= 1 << UInt64((number - 1) & 63)
      before = number
    }
    return bits
  }

  private func mismatch(_ box: Box) -> FaceBlurError {
    .damagedFilm("its box \(box.type.name) is about another number of \(kind.many)")
  }
}

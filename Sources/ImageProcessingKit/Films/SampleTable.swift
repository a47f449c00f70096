/// Where each coded picture of a track lies, and when it is decoded and shown: columns of numbers, in the order of decoding. The same for
/// packets of sound.
///
/// What the columns say is checked once: every picture lies in the file and in no other one, and no two are shown at once.
struct SampleTable: Sendable {
  /// One picture; times are in ticks of the track.
  struct Sample: Sendable, Hashable {
    /// In the file.
    let offset: Int
    /// In bytes, from 1.
    let size: Int
    /// From 0, in no case before that of the picture before.
    let decodeTime: Int
    /// May be below 0, and is no other picture's.
    let presentationTime: Int
    /// Up to the next one's decode time, as the container says; may be 0.
    let duration: Int
    /// Whether the container says that decoding can begin with it.
    let isSync: Bool
  }

  /// What a picture takes of memory: 8 bytes of offset and of decode time, 4 of size and of what the presentation comes later by,
  /// and a bit. `FilmLimits.maxSamples` are made with that in mind.
  static let bytesPerSample = 24

  /// What the samples are, for messages.
  enum Kind: Sendable, Hashable {
    case pictures, packets

    var one: String { self == .pictures ? "picture" : "packet of sound" }
    var many: String { self == .pictures ? "pictures" : "packets of sound" }
    var track: String { self == .pictures ? "pictures" : "sound" }
  }

  let count: Int
  private let columns: Columns
  private let kind: Kind

  /// As a container says them.
  struct Columns: Sendable {
    var offsets: [Int] = []
    var sizes: [UInt32] = []
    var decodeTimes: [Int] = []
    /// By how much the presentation comes later; empty where it never does.
    var shifts: [Int32] = []
    /// A bit for each, the lowest of a number first; nil where decoding can begin with any.
    var syncs: [UInt64]?
    /// When the last one ends.
    var endTime = 0
  }

  /// - Parameters:
  ///   - columns: of one length; decode times ascend.
  ///   - fileSize: in bytes.
  ///   - header: what describes the tracks, where no picture may lie.
  ///   - kind: what the samples are.
  /// - Throws: `FaceBlurError` where pictures lie beyond the file or in each other, or two are shown at once.
  init(
    _ columns: Columns, fileSize: Int, header: Range<Int>, of kind: Kind = .pictures
  ) throws(FaceBlurError) {
    self.kind = kind
    count = columns.offsets.count
    self.columns = columns
    precondition(columns.sizes.count == count && columns.decodeTimes.count == count)
    try checkPlaces(fileSize: fileSize, header: header)
    // Where sound is said to last for no time, nothing is seen of it.
    if kind == .pictures { try checkTimes() }
  }

  subscript(index: Int) -> Sample {
    let decodeTime = columns.decodeTimes[index]
    let end = index + 1 < count ? columns.decodeTimes[index + 1] : columns.endTime
    return Sample(
      offset: columns.offsets[index], size: Int(columns.sizes[index]), decodeTime: decodeTime,
      presentationTime: presentationTime(index), duration: end - decodeTime, isSync: isSync(index))
  }

  func presentationTime(_ index: Int) -> Int {
    columns.decodeTimes[index] + (columns.shifts.isEmpty ? 0 : Int(columns.shifts[index]))
  }

  func isSync(_ index: Int) -> Bool {
    guard let syncs = columns.syncs else { return true }
    return syncs[index >> 6] >> UInt64(index & 63) & 1 == 1
  }

  /// From the first picture that is shown to the end of the last; empty where there is none.
  var presentationRange: Range<Int> {
    var start = Int.max
    var end = Int.min
    for index in 0..<count {
      let time = presentationTime(index)
      start = min(start, time)
      end = max(end, time + self[index].duration)
    }
    return start < end ? start..<end : 0..<0
  }

  /// When the last one ends, in order of decoding.
  var endTime: Int { columns.endTime }

  /// The pieces of the file that samples which follow each other lie in, side by side.
  var places: [Range<Int>] {
    var places: [Range<Int>] = []
    for index in 0..<count {
      let (start, end) = (columns.offsets[index], end(index))
      if let last = places.last, last.upperBound == start {
        places[places.count - 1] = last.lowerBound..<end
      } else {
        places.append(start..<end)
      }
    }
    return places
  }

  private func end(_ index: Int) -> Int { columns.offsets[index] + Int(columns.sizes[index]) }

  private func checkPlaces(fileSize: Int, header: Range<Int>) throws(FaceBlurError) {
    var isAscending = true
    for index in 0..<count {
      let (offset, size) = (columns.offsets[index], Int(columns.sizes[index]))
      guard size > 0 else { throw .damagedFilm("its \(kind.one) \(index + 1) has no bytes") }
      guard size <= FilmLimits.maxSampleBytes else {
        throw .filmTooLarge("its \(kind.one) \(index + 1) has more than \(FilmLimits.maxSampleBytes) bytes")
      }
      guard offset >= 0, offset <= fileSize, size <= fileSize - offset else {
        throw .truncatedFilm("its \(kind.one) \(index + 1) lies beyond the end of the file")
      }
      guard offset >= header.upperBound || offset + size <= header.lowerBound else {
        throw .damagedFilm("its \(kind.one) \(index + 1) lies in what describes the tracks")
      }
      if index > 0, offset < end(index - 1) { isAscending = false }
    }
    guard !isAscending else { return }
    // Only films that were put together of parts are in another order.
    let order = (0..<count).sorted { columns.offsets[$0] < columns.offsets[$1] }
    for (one, other) in zip(order, order.dropFirst()) where end(one) > columns.offsets[other] {
      throw .damagedFilm("its \(kind.many) \(one + 1) and \(other + 1) lie in the same place")
    }
  }

  private func checkTimes() throws(FaceBlurError) {
    var times = [Int](unsafeUninitializedCapacity: count) { buffer, filled in
      for index in 0..<count { buffer.initializeElement(at: index, to: presentationTime(index)) }
      filled = count
    }
    // They are nearly in order, and are then sorted in one go.
    times.sort()
    for (one, other) in zip(times, times.dropFirst()) where one == other {
      throw .damagedFilm("two of its pictures are shown at the same time")
    }
  }
}

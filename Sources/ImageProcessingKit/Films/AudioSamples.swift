/// Where the sound of a track lies, and when it is heard.
enum AudioSamples: Sendable {
  /// Compressed.
  case packets(SampleTable)
  /// Not compressed.
  case frames(PCMFrames)

  var count: Int {
    switch self {
    case .packets(let table): table.count
    case .frames(let frames): frames.count
    }
  }

  /// When the last one ends, in ticks of the track.
  var endTime: Int {
    switch self {
    case .packets(let table): table.endTime
    case .frames(let frames): frames.count * frames.delta
    }
  }

  /// The pieces of the file that it lies in.
  var places: [Range<Int>] {
    switch self {
    case .packets(let table): table.places
    case .frames(let frames): frames.places
    }
  }

  /// When a sample begins, in ticks of the track.
  func time(_ index: Int) -> Int {
    switch self {
    case .packets(let table): table[index].decodeTime
    case .frames(let frames): index * frames.delta
    }
  }

  /// Samples that lie side by side in the file.
  /// - Parameters:
  ///   - index: of the first.
  ///   - time: before which they begin, in ticks of the track; that of the first is not asked.
  ///   - most: bytes of all of them, as long as it is not only one.
  ///   - limit: below which their numbers are.
  func run(
    from index: Int, until time: Int, most: Int, below limit: Int
  ) -> (place: Range<Int>, count: Int) {
    switch self {
    case .packets(let table):
      let first = table[index]
      var (end, next) = (first.offset + first.size, index + 1)
      while next < min(table.count, limit) {
        let sample = table[next]
        guard sample.offset == end, sample.decodeTime < time, end + sample.size - first.offset <= most else {
          break
        }
        end += sample.size
        next += 1
      }
      return (first.offset..<end, next - index)
    case .frames(let frames):
      let (offset, room) = frames.run(from: index)
      let early = (max(time, 0) + frames.delta - 1) / frames.delta - index
      let count = max(1, min(room, early, most / frames.frameSize, limit - index))
      return (offset..<(offset + count * frames.frameSize), count)
    }
  }
}

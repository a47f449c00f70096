/// Where sound lies that is not compressed: so many frames, one for every moment, that only the chunks are told apart that they lie in.
struct PCMFrames: Sendable {
  let count: Int
  /// Bytes of a frame: of one sample of each channel.
  let frameSize: Int
  /// What the container says in its place, which may be 1.
  let statedSize: Int
  /// Ticks from one to the next, from 1.
  let delta: Int
  /// Of each chunk, where it begins in the file, and which frame is its first.
  private var offsets: [Int] = []
  private var firsts: [Int] = []

  init(count: Int, frameSize: Int, statedSize: Int, delta: Int) {
    self.count = count
    self.frameSize = frameSize
    self.statedSize = statedSize
    self.delta = delta
  }

  mutating func append(offset: Int, first: Int) {
    offsets.append(offset)
    firsts.append(first)
  }

  /// Frames from one on that lie side by side.
  /// - Parameter index: of the first.
  /// - Returns: where it is in the file, and how many there are up to the end of its chunk.
  func run(from index: Int) -> (offset: Int, count: Int) {
    var (low, high) = (0, firsts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if firsts[middle] <= index { low = middle } else { high = middle }
    }
    let end = low + 1 < firsts.count ? firsts[low + 1] : count
    return (offsets[low] + (index - firsts[low]) * frameSize, end - index)
  }

  /// Those of the chunks.
  var places: [Range<Int>] {
    offsets.indices.map { chunk in
      let end = chunk + 1 < firsts.count ? firsts[chunk + 1] : count
      return offsets[chunk]..<(offsets[chunk] + (end - firsts[chunk]) * frameSize)
    }
  }
}

/// Where the segments and the entropy-coded data of a JPEG stream lie, as far as a damaged one still tells.
///
/// Apart from the code under test, and forgiving: it is there to aim damage at a part, not to judge.
struct StreamLayout {
  struct Segment {
    let marker: UInt8
    /// From the 0xFF on.
    let whole: Range<Int>
    /// Behind the length.
    let content: Range<Int>
  }

  private(set) var segments: [Segment] = []
  /// One range for each scan, restart markers included.
  private(set) var entropy: [Range<Int>] = []
  /// The offsets of the restart markers' 0xFF.
  private(set) var restarts: [Int] = []

  init(_ bytes: [UInt8]) {
    var place = 2
    while place + 4 <= bytes.count {
      guard bytes[place] == 0xFF, bytes[place + 1] != 0xFF else {
        place += 1
        continue
      }
      let marker = bytes[place + 1]
      guard marker != 0xD9 else { return }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else {
        place += 2
        continue
      }
      segments.append(Segment(marker: marker, whole: place..<end, content: (place + 4)..<end))
      place = end
      if marker == 0xDA { place = skipEntropy(of: bytes, from: end) }
    }
  }

  /// Returns where the data ends: at a marker that is neither stuffing nor a restart.
  private mutating func skipEntropy(of bytes: [UInt8], from start: Int) -> Int {
    var place = start
    while place + 1 < bytes.count {
      if bytes[place] == 0xFF, bytes[place + 1] != 0 {
        guard (0xD0...0xD7).contains(bytes[place + 1]) else { break }
        restarts.append(place)
        place += 2
      } else {
        place += 1
      }
    }
    entropy.append(start..<place)
    return place
  }

  /// The segments with one of some markers.
  func segments(_ markers: ClosedRange<UInt8>) -> [Segment] {
    segments.filter { markers.contains($0.marker) }
  }
}

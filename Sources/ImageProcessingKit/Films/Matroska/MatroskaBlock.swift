/// A block of a cluster: samples of one track that lie one behind the other (RFC 9559, 10).
struct MatroskaBlock {
  /// The track's number.
  let track: Int
  /// From the cluster's time on, in ticks of the segment.
  let time: Int
  let flags: UInt8
  /// Where what follows the head lies.
  let content: Range<Int>

  var isSync: Bool { flags & 0x80 != 0 }
  var isHidden: Bool { flags & 0x08 != 0 }
  var lacing: UInt8 { flags & 0x06 }

  private static let headBytes = 11
  /// What says how long samples are that lie together: 255 of them, and of Xiph's kind a byte for each 255 bytes.
  private static let maxLaceBytes = 1 << 16

  /// - Throws: `FaceBlurError` where it is cut short.
  init(_ range: Range<Int>, in window: inout MatroskaWindow) throws(FaceBlurError) {
    let head = try window.bytes(at: range.lowerBound, most: min(Self.headBytes, range.count))
    guard let number = EBMLNumber(head, most: 8), head.count >= number.length + 3 else {
      throw .damagedFilm("a block of it is cut short")
    }
    let rest = head.dropFirst(number.length)
    track = number.value
    time = Int(Int16(truncatingIfNeeded: BigEndian.number(rest.prefix(2))))
    flags = rest[rest.startIndex + 2]
    content = (range.lowerBound + number.length + 3)..<range.upperBound
  }

  /// Where its samples lie, in order; none of them is empty.
  /// - Throws: `FaceBlurError` where they do not fill it.
  func samples(in file: any FilmBytes) throws(FaceBlurError) -> [Range<Int>] {
    guard lacing != 0 else {
      guard !content.isEmpty else { throw Self.empty }
      return [content]
    }
    let bytes = try file.bytes(content.prefix(Self.maxLaceBytes))
    guard let first = bytes.first else { throw Self.empty }
    let count = Int(first) + 1
    var (place, sizes): (Int, [Int]) = (1, [])
    switch lacing {
    case 0x02:
      while sizes.count < count - 1 {
        var size = 0
        while true {
          guard place < bytes.count else { throw Self.overfull }
          size += Int(bytes[place])
          place += 1
          if bytes[place - 1] != 255 { break }
        }
        sizes.append(size)
      }
    case 0x06:
      while sizes.count < count - 1 {
        guard let number = EBMLNumber(bytes[place...], most: 8) else { throw Self.overfull }
        place += number.length
        // Each but the first as how much it is longer than the one before; both are below 2⁵⁷.
        let size = sizes.last.map { $0 + number.signed } ?? number.value
        guard (1...content.count).contains(size) else { throw Self.overfull }
        sizes.append(size)
      }
    default:
      let all = content.count - 1
      guard all % count == 0 else { throw Self.overfull }
      sizes = [Int](repeating: all / count, count: count - 1)
    }
    var samples: [Range<Int>] = []
    var start = content.lowerBound + place
    for size in sizes {
      guard size > 0, size <= content.upperBound - start else { throw Self.overfull }
      samples.append(start..<(start + size))
      start += size
    }
    guard start < content.upperBound else { throw Self.overfull }
    return samples + [start..<content.upperBound]
  }

  private static let empty = FaceBlurError.damagedFilm("a block of it holds nothing")
  private static let overfull = FaceBlurError.damagedFilm("a block of it holds less than it says")
}

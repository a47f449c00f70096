/// Walks the marker segments of a JPEG stream up to the first scan: one pass, every length checked.
struct JPEGMarkers: Sequence, IteratorProtocol {
  /// A marker and where the content of its segment lies; empty for markers without one.
  struct Segment {
    let marker: UInt8
    let content: Range<Int>
  }

  static let startOfScan: UInt8 = 0xDA
  static let endOfImage: UInt8 = 0xD9

  private let bytes: FileBytes
  private var position = 2
  private var isDone = false

  init(_ bytes: FileBytes) {
    self.bytes = bytes
  }

  /// The next segment; the scan header is the last one. Nil after it, at the end of the image, and where the
  /// stream breaks the rules.
  mutating func next() -> Segment? {
    guard !isDone else { return nil }
    while position < bytes.count, bytes[position] != 0xFF { position += 1 }
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { return nil }
    let marker = bytes[position]
    position += 1
    switch marker {
    case 0x00, 0x01, 0xD0...0xD8:
      // Stuffing and markers without a length.
      return Segment(marker: marker, content: position..<position)
    case Self.endOfImage:
      return nil
    default:
      guard position + 2 <= bytes.count else { return nil }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2, position + length <= bytes.count else { return nil }
      let content = (position + 2)..<(position + length)
      position += length
      isDone = marker == Self.startOfScan
      return Segment(marker: marker, content: content)
    }
  }
}

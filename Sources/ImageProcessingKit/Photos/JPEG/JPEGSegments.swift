/// The segments of a JPEG stream that decide how it is shown, found by walking its markers.
///
/// Reads the headers up to the first scan, one pass, without recursion: 200,000 empty comments cost nothing.
struct JPEGSegments {
  /// From the first EXIF segment; `.up` where there is none that can be read.
  private(set) var orientation = Orientation.up
  /// The ICC profile put together from its parts; nil where there is none or it is broken.
  private(set) var colorProfile: [UInt8]?

  init(_ bytes: [UInt8]) {
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var expectedParts: Int?
    var profileIsBroken = false
    var sawEXIF = false

    bytes.withUnsafeBufferPointer { buffer in
      var position = 2
      while let segment = Self.nextSegment(in: buffer, from: &position) {
        let content = bytes[segment.content]
        switch segment.marker {
        case 0xE1 where !sawEXIF && content.starts(with: EXIFOrientation.signature):
          sawEXIF = true
          orientation = EXIFOrientation.read(content.dropFirst(EXIFOrientation.signature.count)) ?? .up
        case 0xE2 where content.starts(with: ICCProfile.signature):
          let part = content.dropFirst(ICCProfile.signature.count)
          guard let number = part.first, let count = part.dropFirst().first,
            number >= 1, number <= count, expectedParts ?? Int(count) == Int(count),
            parts.updateValue(part.dropFirst(2), forKey: Int(number)) == nil
          else {
            profileIsBroken = true
            continue
          }
          expectedParts = Int(count)
        default:
          continue
        }
      }
    }

    guard let expectedParts, !profileIsBroken, parts.count == expectedParts else { return }
    let profile = (1...expectedParts).flatMap { parts[$0] ?? [] }
    colorProfile = ICCProfile.isWellFormed(profile) ? profile : nil
  }

  private struct Segment {
    let marker: UInt8
    let content: Range<Int>
  }

  /// The next marker segment, or nil at the first scan, at the end, and where the stream breaks the rules.
  private static func nextSegment(in bytes: UnsafeBufferPointer<UInt8>, from position: inout Int) -> Segment?
  {
    while position < bytes.count, bytes[position] != 0xFF { position += 1 }
    while position < bytes.count, bytes[position] == 0xFF { position += 1 }
    guard position < bytes.count else { return nil }
    let marker = bytes[position]
    position += 1
    switch marker {
    case 0x00, 0x01, 0xD0...0xD8:
      // Stuffing and markers without a length.
      return Segment(marker: marker, content: position..<position)
    case 0xD9, 0xDA:
      return nil
    default:
      guard position + 2 <= bytes.count else { return nil }
      let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
      guard length >= 2, position + length <= bytes.count else { return nil }
      let content = (position + 2)..<(position + length)
      position += length
      return Segment(marker: marker, content: content)
    }
  }
}

/// The segments of a JPEG stream that decide how it is shown.
struct JPEGSegments {
  /// What may be kept of the first EXIF segment; empty where there is none that can be read.
  private(set) var exif = EXIFBlock()
  /// The ICC profile as its parts make it up; nil where there is none, empty where they make none.
  private(set) var profile: [UInt8]?

  init(_ bytes: FileBytes) {
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var expectedParts: Int?
    var profileIsBroken = false
    var sawEXIF = false

    for segment in JPEGMarkers(bytes) {
      let content = bytes.copy(segment.content)[...]
      switch segment.marker {
      case 0xE1 where !sawEXIF && content.starts(with: JPEGSegmentSignature.exif):
        sawEXIF = true
        exif = EXIFBlock(reading: content.dropFirst(JPEGSegmentSignature.exif.count))
      case 0xE2 where content.starts(with: JPEGSegmentSignature.colorProfile):
        let part = content.dropFirst(JPEGSegmentSignature.colorProfile.count)
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

    guard expectedParts != nil || profileIsBroken else { return }
    profile = []
    guard let expectedParts, !profileIsBroken, parts.count == expectedParts,
      parts.values.reduce(0, { $0 + $1.count }) <= ICCProfile.maxBytes
    else { return }
    profile = (1...expectedParts).flatMap { parts[$0] ?? [] }
  }
}

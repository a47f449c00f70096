/// The segments of a JPEG stream that decide how it is shown.
struct JPEGSegments {
  /// What may be kept of the first EXIF segment; empty where there is none that can be read.
  private(set) var exif = EXIFBlock()
  /// The ICC profile as its parts make it up; nil where there is none or it is broken.
  private var profile: [UInt8]?
  /// The same put together anew, as most renders carry it.
  private var namedProfile: [UInt8]?

  /// What the reader of the photo should know: that a colour profile was there and is not carried over.
  private(set) var warnings: [String] = []

  init(_ bytes: [UInt8]) {
    var parts: [Int: ArraySlice<UInt8>] = [:]
    var expectedParts: Int?
    var profileIsBroken = false
    var sawEXIF = false

    for segment in JPEGMarkers(bytes) {
      let content = bytes[segment.content]
      switch segment.marker {
      case 0xE1 where !sawEXIF && content.starts(with: EXIFBlock.signature):
        sawEXIF = true
        exif = EXIFBlock(reading: content.dropFirst(EXIFBlock.signature.count))
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

    guard expectedParts != nil || profileIsBroken else { return }
    if let expectedParts, !profileIsBroken, parts.count == expectedParts {
      let joined = (1...expectedParts).flatMap { parts[$0] ?? [] }
      profile = joined
      namedProfile = ICCProfile.rebuilt(from: joined, keepsNames: true)
    }
    if namedProfile == nil {
      warnings.append("its colour profile is broken and was dropped")
    }
  }

  /// The profile as a render carries it; nil where there is none or it is broken.
  func colorProfile(keepsNames: Bool) -> [UInt8]? {
    keepsNames ? namedProfile : profile.flatMap { ICCProfile.rebuilt(from: $0, keepsNames: false) }
  }
}

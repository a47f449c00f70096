/// Judges a colour profile by whether it is one that a render may carry: one of some known spaces', byte for byte, or a matrix
/// and short rising curves in a frame whose every byte is foretold.
///
/// Written for the gate alone, from ICC.1:2010: where a number may stand that is not foretold, it is checked by itself.
enum ICCInspection {
  /// SHA-256 of the profiles of known spaces, in lower-case hexadecimal.
  static let known: Set<String> = [
    "2950e76d883b5722e2f8287ca34c7e073d4f34bfb257e6c5a54eef775e1015ed",  // sRGB
    "2ae79dce91eac8a4273a88d1d3422c15f7ffee98ac45a77bde3b7f5c1b92ad95",  // Display P3
    "b7226238b1564df8aacfdb33eb9e356c6b0d59147feaa45009c8b22d41689f02",  // Adobe RGB (1998)
    "35b781d887c68618c04d73d87139b77d7e30bac2b5506f2215ba3f1a94b6bcd9",  // ROMM RGB
    "00c9f5d14eb305283d3e97c976d361a228df521a7a985ab82dd09ffefbd5b7af",  // grey with the curve of sRGB
    "24016fdf1603534862d10c1d329ae632282aa3d9265dbf6107a2f9b84eaea9a6",  // grey with gamma 2.2
    "f3e1ae614406209b1a3675280e13e8b8a8f40bc71d92f41728f891c56d22c2a4",  // grey with gamma 1.8
  ]

  /// What speaks against a profile; nil where it is one of a render's.
  static func objection(to profile: [UInt8]) -> String? {
    guard profile.count <= maxBytes else { return "it is no profile that renders carry" }
    if known.contains(SHA256.hexDigest(of: profile)) { return nil }
    for isGray in [false, true] where isFramed(profile, isGray: isGray) {
      return hasSoundNumbers(profile, isGray: isGray) ? nil : "its numbers are those of no colour space"
    }
    return "it is no profile that renders carry"
  }

  private static let maxBytes = 1024
  private static let entries = 64

  /// What a tag holds: bytes that are foretold, or as many numbers of some bytes each.
  private enum Content {
    case fixed([UInt8])
    case numbers(before: [UInt8], count: Int, bytes: Int)

    var bytes: [UInt8] {
      switch self {
      case .fixed(let bytes): bytes
      case .numbers(let before, let count, let size): before + [UInt8](repeating: 0, count: count * size)
      }
    }
  }

  private static func word(_ value: Int) -> [UInt8] {
    [UInt8(value >> 24 & 255), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  private static let d50: [UInt8] = [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D]

  /// A text of one language, two bytes a letter.
  private static func text(_ letters: String) -> [UInt8] {
    var text = Array("mluc".utf8) + word(0) + word(1) + word(12)
    text += Array("enUS".utf8)
    text += word(2 * letters.utf8.count)
    text += word(28)
    for letter in letters.utf8 { text += [0, letter] }
    return text
  }

  private static func tags(isGray: Bool) -> [(name: String, content: Content)] {
    let curve = Content.numbers(
      before: Array("curv".utf8) + word(0) + word(entries), count: entries, bytes: 2)
    let point = Array("XYZ ".utf8) + word(0)
    var tags: [(name: String, content: Content)] = [
      ("desc", .fixed(text(isGray ? "Gray" : "RGB"))), ("cprt", .fixed(text("CC0"))),
      ("wtpt", .fixed(point + d50)),
    ]
    guard !isGray else { return tags + [("kTRC", curve)] }
    for name in ["rXYZ", "gXYZ", "bXYZ"] { tags.append((name, .numbers(before: point, count: 3, bytes: 4))) }
    for name in ["rTRC", "gTRC", "bTRC"] { tags.append((name, curve)) }
    return tags
  }

  /// The profile with nothing for numbers, and where those are.
  private static func frame(isGray: Bool) -> (bytes: [UInt8], points: [Range<Int>], curves: [Range<Int>]) {
    let tags = tags(isGray: isGray)
    var table = word(tags.count)
    var data: [UInt8] = []
    var points: [Range<Int>] = []
    var curves: [Range<Int>] = []
    let start = 128 + 4 + 12 * tags.count
    for (name, content) in tags {
      let bytes = content.bytes
      let place = start + data.count
      table += Array(name.utf8) + word(place) + word(bytes.count)
      if case .numbers(let before, _, let size) = content {
        let numbers = (place + before.count)..<(place + bytes.count)
        if size == 4 { points.append(numbers) } else { curves.append(numbers) }
      }
      data += bytes
      while data.count % 4 != 0 { data.append(0) }
    }
    var header = word(start + data.count) + word(0) + [4, 0x20, 0, 0]
    header += Array("mntr".utf8) + Array((isGray ? "GRAY" : "RGB ").utf8) + Array("XYZ ".utf8)
    header += [7, 0xD0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0] + Array("acsp".utf8)
    header += [UInt8](repeating: 0, count: 28) + d50 + [UInt8](repeating: 0, count: 48)
    return (header + table + data, points, curves)
  }

  /// Whether every byte but those of numbers is foretold.
  private static func isFramed(_ profile: [UInt8], isGray: Bool) -> Bool {
    var frame = frame(isGray: isGray)
    guard frame.bytes.count == profile.count else { return false }
    for numbers in frame.points + frame.curves {
      frame.bytes.replaceSubrange(numbers, with: profile[numbers])
    }
    return frame.bytes == profile
  }

  /// Whether curves rise, and red, green and blue lie where those of colour spaces do.
  private static func hasSoundNumbers(_ profile: [UInt8], isGray: Bool) -> Bool {
    let frame = frame(isGray: isGray)
    for curve in frame.curves {
      var last = 0
      for place in stride(from: curve.lowerBound, to: curve.upperBound, by: 2) {
        let value = Int(profile[place]) << 8 | Int(profile[place + 1])
        guard value >= last else { return false }
        last = value
      }
    }
    var sums = [0, 0, 0]
    for point in frame.points {
      for axis in 0..<3 {
        let place = point.lowerBound + 4 * axis
        let number = profile[place..<(place + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let value = Int(Int32(bitPattern: number))
        // A quarter below nothing to five quarters, in sixteen fractional bits.
        guard (-0x4000...0x1_4000).contains(value) else { return false }
        sums[axis] += value
      }
    }
    return isGray || sums.allSatisfy { (0x8000...0x1_8000).contains($0) }
  }
}

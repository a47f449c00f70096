/// Judges a colour profile (ICC.1:2010, clause 7) by the parts that a render's may have.
enum ICCInspection {
  private static let headerBytes = 128
  private static let mostTags = 100

  /// What speaks against a profile; nil where every byte of it belongs to a known part.
  static func objection(to profile: [UInt8]) -> String? {
    func word(_ place: Int) -> Int {
      place + 4 <= profile.count ? profile[place..<(place + 4)].reduce(0) { $0 * 256 + Int($1) } : -1
    }
    func name(_ place: Int) -> String { String(decoding: profile[place..<(place + 4)], as: UTF8.self) }
    let count = word(headerBytes)
    let tableEnd = headerBytes + 4 + 12 * max(count, 0)
    guard word(0) == profile.count, (0...mostTags).contains(count), tableEnd <= profile.count,
      name(36) == "acsp"
    else { return "it is broken" }

    guard profile[84..<headerBytes].allSatisfy({ $0 == 0 }) else { return "it holds bytes that mean nothing" }
    var parts: [Range<Int>] = []
    for entry in stride(from: headerBytes + 4, to: tableEnd, by: 12) {
      let start = word(entry + 4)
      let size = word(entry + 8)
      guard start >= tableEnd, size >= 8, start <= profile.count - size else { return "it is broken" }
      guard ICCPart.kept(name(entry), profile[start..<(start + size)])?.count == size else {
        return "it holds a part that colours do not need"
      }
      parts.append(start..<(start + size))
    }
    // What lies between the parts may be the padding to a multiple of four, and nothing else.
    var reached = tableEnd
    for part in parts.sorted(by: { $0.lowerBound < $1.lowerBound }) + [profile.count..<profile.count] {
      if part.lowerBound > reached {
        let gap = profile[reached..<part.lowerBound]
        guard gap.count < 4, gap.allSatisfy({ $0 == 0 }) else {
          return "it holds bytes that belong to no part"
        }
      }
      reached = max(reached, part.upperBound)
    }
    return nil
  }
}

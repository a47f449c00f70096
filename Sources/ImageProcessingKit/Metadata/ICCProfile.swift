/// A colour profile that is carried over: taken apart and put together from known parts (ICC.1:2010, clause 7).
///
/// A profile is a container with a table of contents, so a whole picture fits into one unseen.
enum ICCProfile {
  /// What a JPEG segment with a part of a profile begins with.
  static let signature: [UInt8] = Array("ICC_PROFILE".utf8) + [0]

  /// The largest profiles in use, multi-ink printer tables, stay below this.
  private static let maxBytes = 4 << 20
  private static let headerBytes = 128
  private static let maxTags = 100
  /// The profile with its known tags alone and nothing between or behind them; nil where it is broken.
  static func rebuilt(from profile: [UInt8]) -> [UInt8]? {
    func number(at offset: Int) -> Int { profile[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
    func name(at offset: Int) -> String { String(decoding: profile[offset..<(offset + 4)], as: UTF8.self) }
    guard profile.count >= headerBytes + 4, profile.count <= maxBytes, number(at: 0) == profile.count,
      name(at: 36) == "acsp"
    else { return nil }
    let count = number(at: headerBytes)
    guard count <= maxTags, headerBytes + 4 + 12 * count <= profile.count else { return nil }

    var kept: [(name: ArraySlice<UInt8>, data: Range<Int>)] = []
    for index in 0..<count {
      let entry = headerBytes + 4 + 12 * index
      let offset = number(at: entry + 4)
      let size = number(at: entry + 8)
      guard offset >= headerBytes, size >= 8, offset <= profile.count, size <= profile.count - offset else {
        return nil
      }
      let data = offset..<(offset + size)
      guard ICCPart.mayBeKept(name(at: entry), profile[data]) else { continue }
      guard !holdsPicture(profile[data]) else { return nil }
      kept.append((profile[entry..<(entry + 4)], data))
    }
    return assembled(profile, kept)
  }

  /// Whether a JPEG or PNG stream begins somewhere in the data. A curve may rise through FFD8 and FFE0, too, but
  /// what follows is no length then that leads to a further marker.
  private static func holdsPicture(_ data: ArraySlice<UInt8>) -> Bool {
    func isJPEG(at place: Int) -> Bool {
      guard place + 6 <= data.endIndex, data[place...].starts(with: [0xFF, 0xD8, 0xFF]) else { return false }
      let next = place + 4 + Int(data[place + 4]) << 8 + Int(data[place + 5])
      return next < data.endIndex && data[next] == 0xFF
    }
    return data.indices.contains { place in
      data[place] == 0xFF && isJPEG(at: place)
        || data[place] == 0x89 && data[place...].starts(with: [0x89, 0x50, 0x4E, 0x47])
    }
  }

  /// Header, table and data, each piece of data once: tags may share one.
  private static func assembled(
    _ profile: [UInt8], _ tags: [(name: ArraySlice<UInt8>, data: Range<Int>)]
  ) -> [UInt8] {
    func bytes(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    var table = bytes(tags.count)
    var data: [UInt8] = []
    var places: [Range<Int>: Int] = [:]
    let dataStart = headerBytes + 4 + 12 * tags.count
    for tag in tags {
      let place = places[tag.data] ?? dataStart + data.count
      if places.updateValue(place, forKey: tag.data) == nil {
        data += profile[tag.data]
        data += [UInt8](repeating: 0, count: -data.count & 3)
      }
      table += tag.name + bytes(place) + bytes(tag.data.count)
    }
    // The identifier is a checksum of the old bytes, and what follows it is reserved: both become zero.
    let header = profile[0..<84] + [UInt8](repeating: 0, count: headerBytes - 84)
    let result = header + table + data
    return bytes(result.count) + result.dropFirst(4)
  }
}

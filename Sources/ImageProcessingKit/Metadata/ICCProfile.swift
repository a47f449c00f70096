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
  /// - Parameter keepsNames: whether it may tell who made it, for what device, and when.
  static func rebuilt(from profile: [UInt8], keepsNames: Bool) -> [UInt8]? {
    func number(at offset: Int) -> Int { profile[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
    func name(at offset: Int) -> [UInt8] { Array(profile[offset..<(offset + 4)]) }
    guard profile.count >= headerBytes + 4, profile.count <= maxBytes, number(at: 0) == profile.count,
      name(at: 36) == Array("acsp".utf8)
    else { return nil }
    let count = number(at: headerBytes)
    guard count <= maxTags, headerBytes + 4 + 12 * count <= profile.count else { return nil }

    var kept: [(name: [UInt8], data: ArraySlice<UInt8>)] = []
    for index in 0..<count {
      let entry = headerBytes + 4 + 12 * index
      let offset = number(at: entry + 4)
      let size = number(at: entry + 8)
      guard offset >= headerBytes, size >= 8, offset <= profile.count, size <= profile.count - offset else {
        return nil
      }
      let name = name(at: entry)
      guard !kept.contains(where: { $0.name == name }) else { continue }
      let tag = String(decoding: name, as: UTF8.self)
      let part = ICCPart.kept(tag, profile[offset..<(offset + size)])
      if let part, keepsNames || !ICCPart.isText(tag) {
        kept.append((name, part))
      } else if let neutral = ICCPart.neutralText(tag, version: profile[8]) {
        kept.append((name, neutral[...]))
      }
    }
    guard let result = assembled(header(of: profile, keepsNames: keepsNames), kept) else { return nil }
    return holdsPicture(result[...]) ? nil : result
  }

  /// The header (7.2) without the identifier, which is a checksum of the old bytes, and without what is reserved.
  private static func header(of profile: [UInt8], keepsNames: Bool) -> [UInt8] {
    var header = Array(profile[0..<84]) + [UInt8](repeating: 0, count: headerBytes - 84)
    if !keepsNames {
      // Who made it, when, for what device.
      for field in [4..<8, 24..<36, 48..<56, 80..<84] {
        header.replaceSubrange(field, with: [UInt8](repeating: 0, count: field.count))
      }
    }
    return header
  }

  /// Whether a picture begins somewhere in the data, as it is or in base64. A curve may rise through FFD8 and FFE0,
  /// too, but what follows is no length then that leads to a further marker.
  private static func holdsPicture(_ data: ArraySlice<UInt8>) -> Bool {
    func isJPEG(at place: Int) -> Bool {
      guard place + 6 <= data.endIndex, data[place...].starts(with: [0xFF, 0xD8, 0xFF]) else { return false }
      let next = place + 4 + Int(data[place + 4]) << 8 + Int(data[place + 5])
      return next < data.endIndex && data[next] == 0xFF
    }
    func text(_ text: StaticString, at place: Int) -> Bool {
      place + text.utf8CodeUnitCount <= data.endIndex
        && (0..<text.utf8CodeUnitCount).allSatisfy { data[place + $0] == text.utf8Start[$0] }
    }
    return data.indices.contains { place in
      switch data[place] {
      case 0xFF: isJPEG(at: place)
      case 0x89: text("PNG", at: place + 1)
      case UInt8(ascii: "R"): text("RIFF", at: place) && text("WEBP", at: place + 8)
      case UInt8(ascii: "f"): text("ftyp", at: place)
      case UInt8(ascii: "/"): text("/9j/", at: place)
      case UInt8(ascii: "i"): text("iVBORw0KGgo", at: place)
      default: false
      }
    }
  }

  /// Header, table and data, each piece of data once: tags may share one. Nil where it would be too large, which
  /// overlapping pieces can make it.
  private static func assembled(
    _ header: [UInt8], _ tags: [(name: [UInt8], data: ArraySlice<UInt8>)]
  ) -> [UInt8]? {
    func bytes(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    var table = bytes(tags.count)
    var data: [UInt8] = []
    var places: [Range<Int>: Int] = [:]
    let dataStart = headerBytes + 4 + 12 * tags.count
    for tag in tags {
      // Texts of ours begin at 0, where no part of a profile does, and are not shared.
      let shared = tag.data.startIndex > 0 ? places[tag.data.indices] : nil
      let place = shared ?? dataStart + data.count
      if shared == nil {
        places[tag.data.indices] = place
        guard dataStart + data.count + tag.data.count <= maxBytes else { return nil }
        data += tag.data
        data += [UInt8](repeating: 0, count: -data.count & 3)
      }
      table += tag.name + bytes(place) + bytes(tag.data.count)
    }
    let result = header + table + data
    return bytes(result.count) + result.dropFirst(4)
  }
}

/// An untrusted colour profile, taken apart into the parts that decide colours (ICC.1:2010, clause 7).
///
/// A profile is a container with a table of contents, so a whole picture fits into one unseen: nothing of it is carried
/// over as it lies.
struct ICCProfile {
  /// The largest profiles in use, multi-ink printer tables, stay below this.
  static let maxBytes = 4 << 20
  static let headerBytes = 128
  private static let maxTags = 100

  /// What the samples are that it is made for.
  enum Space: String, Hashable {
    case gray = "GRAY"
    case rgb = "RGB "
    case cmyk = "CMYK"
  }

  let space: Space
  /// What its numbers lead to: `XYZ ` or `Lab `.
  let connection: String
  /// Whether it has tables from its colours to others, also of kinds that are not read here.
  let hasTables: Bool
  /// By tag, data that is exactly as long as it says.
  private let parts: [String: [UInt8]]
  private let header: [UInt8]

  /// Tags that lead from a profile's colours to others by tables or programs.
  private static let tables: Set<String> = [
    "A2B0", "A2B1", "A2B2", "A2B3", "D2B0", "D2B1", "D2B2", "D2B3",
  ]

  /// Nil where it is broken, or no profile that a photo can have.
  init?(_ bytes: [UInt8]) {
    func number(at offset: Int) -> Int { bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) } }
    func name(at offset: Int) -> String { String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self) }
    guard (Self.headerBytes + 4...Self.maxBytes).contains(bytes.count), name(at: 36) == "acsp",
      (Self.headerBytes + 4...bytes.count).contains(number(at: 0)),
      // A device's; not a link between two, an effect, or a list of named colours.
      ["scnr", "mntr", "prtr", "spac"].contains(name(at: 12)), let space = Space(rawValue: name(at: 16)),
      ["XYZ ", "Lab "].contains(name(at: 20))
    else { return nil }
    let end = number(at: 0)
    let count = number(at: Self.headerBytes)
    guard count <= Self.maxTags, Self.headerBytes + 4 + 12 * count <= end else { return nil }

    var seen: Set<String> = []
    var parts: [String: [UInt8]] = [:]
    for entry in stride(from: Self.headerBytes + 4, to: Self.headerBytes + 4 + 12 * count, by: 12) {
      let name = name(at: entry)
      let (offset, size) = (number(at: entry + 4), number(at: entry + 8))
      guard seen.insert(name).inserted, offset >= Self.headerBytes, size >= 8, offset <= end,
        size <= end - offset
      else { continue }
      parts[name] = ICCPart.read(name, bytes[offset..<(offset + size)]).map(Array.init)
    }
    self.space = space
    self.parts = parts
    connection = name(at: 20)
    hasTables = !seen.isDisjoint(with: Self.tables)
    header = Array(bytes[..<Self.headerBytes])
  }

  /// Where a colorant lies: three numbers with sixteen fractional bits; nil where there is none.
  func point(_ tag: String) -> [Int32]? {
    guard let data = parts[tag], data.count == 20 else { return nil }
    return stride(from: 8, to: 20, by: 4).map { place in
      Int32(bitPattern: data[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32($1) })
    }
  }

  /// A curve; nil where there is none.
  func curve(_ tag: String) -> ICCCurve? { parts[tag].flatMap(ICCCurve.init) }

  /// The profile for Little CMS: the header's fields on its kind, and known parts alone.
  ///
  /// Nil where they are more than a profile holds, which parts that overlap can be.
  var forColorManagement: [UInt8]? {
    var header = self.header
    for field in [4..<8, 24..<36, 40..<64, 80..<Self.headerBytes] {
      header.replaceSubrange(field, with: [UInt8](repeating: 0, count: field.count))
    }
    return Self.assembled(header, parts.sorted { $0.key < $1.key })
  }

  /// Header, table and data. The header's length is filled in.
  static func assembled(_ header: [UInt8], _ tags: [(key: String, value: [UInt8])]) -> [UInt8]? {
    func bytes(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 255) } }
    var table = bytes(tags.count)
    var data: [UInt8] = []
    let dataStart = headerBytes + 4 + 12 * tags.count
    for tag in tags {
      guard dataStart + data.count + tag.value.count <= maxBytes else { return nil }
      table += Array(tag.key.utf8) + bytes(dataStart + data.count) + bytes(tag.value.count)
      data += tag.value
      data += [UInt8](repeating: 0, count: -data.count & 3)
    }
    return bytes(dataStart + data.count) + header[4...] + table + data
  }
}

/// A box of a file in the ISO base media format (ISO/IEC 14496-12, 4.2), by where it lies.
public struct TestBox: Sendable, Hashable, CustomStringConvertible {
  /// Four characters, of what is no ASCII each byte by itself.
  public let type: String
  /// From its size to its end.
  public let range: Range<Int>
  /// What it holds, behind size and type.
  public let content: Range<Int>

  public var description: String { "\(type) \(range)" }

  /// The boxes that lie one behind the other; ends where there is none any more.
  public static func list(_ bytes: [UInt8], in range: Range<Int>? = nil) -> [TestBox] {
    let range = range ?? 0..<bytes.count
    var boxes: [TestBox] = []
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      var size = number(bytes, place, 4)
      var header = 8
      if size == 1, place + 16 <= range.upperBound {
        size = number(bytes, place + 8, 8)
        header = 16
      } else if size == 0 {
        size = range.upperBound - place
      }
      guard size >= header, size <= range.upperBound - place else { break }
      let type = String(bytes[(place + 4)..<(place + 8)].map { Character(Unicode.Scalar($0)) })
      boxes.append(
        TestBox(type: type, range: place..<(place + size), content: (place + header)..<(place + size)))
      place += size
    }
    return boxes
  }

  /// How many bytes of a box stand before the boxes in it; nil where there are none in it.
  private static let prefixes = ["meta": 4, "iprp": 0, "ipco": 0, "iref": 4, "dinf": 0, "grpl": 0]

  /// The boxes in it, where it is one of those that hold some.
  public func children(_ bytes: [UInt8]) -> [TestBox] {
    guard let prefix = Self.prefixes[type], content.count >= prefix else { return [] }
    return Self.list(bytes, in: content.dropFirst(prefix))
  }

  /// The first box at a path: `meta/iprp/ipco`.
  public static func find(_ path: String, in bytes: [UInt8]) -> TestBox? {
    var boxes = list(bytes)
    var found: TestBox?
    for name in path.split(separator: "/") {
      guard let box = boxes.first(where: { $0.type == name }) else { return nil }
      found = box
      boxes = box.children(bytes)
    }
    return found
  }

  /// A box with a content.
  public static func bytes(_ type: String, _ content: [UInt8]) -> [UInt8] {
    ByteOrder.bigEndian.number(content.count + 8, 4) + name(type) + content
  }

  /// A box with a version and flags before its content.
  public static func bytes(_ type: String, version: Int, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
    bytes(type, [UInt8(version)] + ByteOrder.bigEndian.number(flags, 3) + content)
  }

  static func name(_ type: String) -> [UInt8] {
    let bytes = type.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return Array((bytes + [0x20, 0x20, 0x20, 0x20]).prefix(4))
  }

  static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
  }
}

/// A record file that is made to exhaust whoever reads it: deep nesting for the stack, shared parts for the time.
public struct HostileRecord: Sendable, CustomStringConvertible {
  public let name: String
  public let bytes: [UInt8]

  public var description: String { name }

  /// More than any thread's stack has room for where each level is a call or two.
  private static let depth = 15_000

  public static let all = nested + [otherNotation] + payloads + binary

  /// Nested elements, plain and with ends in places where they end nothing.
  private static let nested: [HostileRecord] = [
    nesting("Nested lists", "<plist>"),
    nesting("Nested arrays", "<array>"),
    nesting("Nested arrays between lists", "<plist><array>"),
    nesting("Ends in comments", "<dict><key>a</key><!--</dict>-->"),
    nesting("Ends in CDATA", "<array><string><![CDATA[</array>]]></string>"),
    nesting("Ends in processing instructions", "<array><?a </array>?>"),
    nesting("Ends in attributes", "<array a=\"</array>\">"),
  ]

  private static func nesting(_ name: String, _ element: String) -> HostileRecord {
    let elements = String(repeating: element, count: depth)
    return HostileRecord(name: name, bytes: list("<key>a</key>" + elements))
  }

  /// The notation of property lists from before XML, which Foundation reads, too.
  private static let otherNotation = HostileRecord(
    name: "Nested lists in NeXT's notation",
    bytes: Array(("{a = " + String(repeating: "(", count: depth)).utf8))

  private static func list(_ content: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0"><dict>\(content)</dict></plist>
      """.utf8)
  }

  /// Sound lists of ours with JSON that is nested.
  private static let payloads: [HostileRecord] = [
    HostileRecord(name: "Nested arrays in JSON", payload: String(repeating: "[", count: 100_000)),
    HostileRecord(
      name: "Nested objects in JSON", payload: String(repeating: "{\"adjustments\":", count: 20_000)),
  ]

  private init(name: String, payload: String) {
    let data = Self.base64(Self.stored(Array(payload.utf8)))
    let keys = ["EditorBundleID", "FormatIdentifier"].map {
      "<key>adjustment\($0)</key><string>org.faceblur.FaceBlur</string>"
    }
    self.init(
      name: name,
      bytes: Self.list(
        keys.joined() + "<key>adjustmentFormatVersion</key><string>1.3.0</string>"
          + "<key>adjustmentData</key><data>\(data)</data>"))
  }

  private init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// DEFLATE that stores and does not compress (RFC 1951, 3.2.4).
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 60_000) {
      let block = bytes[start..<min(start + 60_000, bytes.count)]
      result.append(start + block.count == bytes.count ? 1 : 0)
      result += ByteOrder.littleEndian.number(block.count, 2) + ByteOrder.littleEndian.number(~block.count, 2)
      result += block
    }
    return result
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      let bits = (part + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
      for index in 0..<4 {
        text.append(index <= part.count ? digits[bits >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }

  // MARK: Binary lists

  private static let binary: [HostileRecord] = [
    // Each array holds the next.
    HostileRecord(
      name: "Nested arrays in binary",
      objects: [dictionary([(1, 2)]), text("adjustmentData")]
        + (0..<depth).map { [0xA1] + ByteOrder.bigEndian.number($0 + 3, 2) } + [[0xA0]]),
    HostileRecord(
      name: "Array in itself in binary",
      objects: [dictionary([(1, 2)]), text("adjustmentData"), [0xA1, 0, 2]]),
    HostileRecord(
      name: "List in itself in binary", objects: [dictionary([(1, 0)]), text("adjustmentTimestamp")]),
    // 20,000 keys that are the same 300,000 letters.
    HostileRecord(
      name: "Keys that are all one in binary",
      objects: [
        dictionary([(Int, Int)](repeating: (1, 2), count: 20_000)),
        text(String(repeating: "a", count: 300_000)), [0x09],
      ]),
  ]

  /// - Parameter entries: the numbers of keys and values.
  private static func dictionary(_ entries: [(Int, Int)]) -> [UInt8] {
    head(0xD0, entries.count)
      + (entries.map(\.0) + entries.map(\.1)).flatMap { ByteOrder.bigEndian.number($0, 2) }
  }

  private static func text(_ text: String) -> [UInt8] { head(0x50, text.utf8.count) + Array(text.utf8) }

  private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind | UInt8(count)] : [kind | 15, 0x12] + ByteOrder.bigEndian.number(count, 4)
  }

  /// A binary list whose first object is the list; objects refer to each other by numbers of two bytes.
  private init(name: String, objects: [[UInt8]]) {
    func number(_ value: Int, _ size: Int) -> [UInt8] { ByteOrder.bigEndian.number(value, size) }
    var bytes = Array("bplist00".utf8)
    var places: [Int] = []
    for object in objects {
      places.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    bytes += places.flatMap { number($0, 4) } + [0, 0, 0, 0, 0, 0, 4, 2]
    bytes += number(objects.count, 8) + number(0, 8) + number(table, 8)
    self.init(name: name, bytes: bytes)
  }
}

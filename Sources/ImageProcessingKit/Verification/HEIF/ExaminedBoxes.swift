/// The four letters that name a box, an item or a brand (ISO/IEC 14496-12, 4.2).
struct BoxType: Hashable, ExpressibleByStringLiteral {
  let rawValue: UInt32

  init(_ rawValue: UInt32) { self.rawValue = rawValue }

  init(stringLiteral text: StaticString) {
    rawValue = text.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// For people, who get a question mark for what is no letter.
  var text: String {
    String(
      decoding: [24, 16, 8, 0].map { shift -> UInt8 in
        let byte = UInt8(truncatingIfNeeded: rawValue >> shift)
        return (0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?")
      }, as: UTF8.self)
  }
}

/// A box of a file.
struct ExaminedBox: Hashable {
  let type: BoxType
  /// The 16 bytes of a type that has no letters, where there are as many; nil where the type has letters.
  let userType: [UInt8]?
  let range: Range<Int>
  /// What follows the header.
  let content: Range<Int>

  static let lettersOfUserType: BoxType = "uuid"

  /// Types without letters that are known.
  enum UserType {
    /// Of C2PA 2.1, A.5.1.
    static let credential: [UInt8] = [
      0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ]
    /// Of XMP specification part 3, 1.2.7.
    static let xmp: [UInt8] = [
      0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
    ]
  }
}

/// Takes a part of a file apart into boxes that follow each other (ISO/IEC 14496-12, 4.2).
///
/// Every byte belongs to a box or to what follows them. It looks at headers alone, and into no box.
struct ExaminedBoxes: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position: Int
  private let end: Int

  /// - Parameters:
  ///   - bytes: valid while the boxes are used.
  ///   - range: of whole boxes.
  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  /// What has not been taken apart: once there is no further box, the bytes that are none.
  var rest: Range<Int> { position..<end }

  mutating func next() -> ExaminedBox? {
    var fields = ExaminedFields(bytes, in: position..<end)
    guard let size = fields.number(bytes: 4), let letters = fields.number(bytes: 4) else { return nil }
    let type = BoxType(UInt32(truncatingIfNeeded: letters))
    var length: Int?
    switch size {
    case 0: length = end - position
    case 1: length = fields.number(bytes: 8)
    default: length = size
    }
    var userType: [UInt8]?
    if type == ExaminedBox.lettersOfUserType {
      guard let range = fields.take(16) else { return nil }
      userType = Array(bytes[range])
    }
    guard let length, length >= fields.position - position, length <= end - position else { return nil }
    defer { position += length }
    return ExaminedBox(
      type: type, userType: userType, range: position..<position + length,
      content: fields.position..<position + length)
  }
}

/// Reads big-endian fields of a part of a file, one behind the other; nothing stands behind its end.
struct ExaminedFields {
  private let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  private let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  var rest: Range<Int> { position..<end }

  /// An unsigned number of 0 to 8 bytes.
  /// - Returns: nil where it is cut off, or no integer holds it.
  mutating func number(bytes count: Int) -> Int? {
    guard let range = take(count), count < 8 || bytes[range.lowerBound] < 0x80 else { return nil }
    return bytes[range].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Some bytes; nil where there are fewer.
  mutating func take(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= end - position else { return nil }
    defer { position += count }
    return position..<position + count
  }

  /// A text up to its zero byte, which is taken, too; nil where it has none.
  mutating func text() -> Range<Int>? {
    guard let zero = bytes[position..<end].firstIndex(of: 0) else { return nil }
    defer { position = zero + 1 }
    return position..<zero
  }

  /// The version and the flags that a full box begins with (ISO/IEC 14496-12, 4.2).
  mutating func versionAndFlags() -> (version: Int, flags: Int)? {
    guard let version = number(bytes: 1), let flags = number(bytes: 3) else { return nil }
    return (version, flags)
  }
}

/// Four characters that name a box, an item's type, a property or a brand (ISO/IEC 14496-12).
struct FourCC: Sendable, Hashable, ExpressibleByStringLiteral {
  let value: UInt32

  init(_ value: UInt32) { self.value = value }

  init(stringLiteral name: StaticString) {
    precondition(name.utf8CodeUnitCount == 4, "a name has four characters")
    value = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// - Parameter bytes: four.
  init(_ bytes: some Sequence<UInt8>) { value = UInt32(truncatingIfNeeded: BigEndian.number(bytes)) }

  /// Those that a file says it is of (ISO/IEC 14496-12, 4.3): the major one, behind whose version stand the compatible ones.
  /// - Parameter content: of `ftyp`, or its beginning; four bytes at least.
  static func brands(_ content: ArraySlice<UInt8>) -> [FourCC] {
    ([0] + stride(from: 8, through: content.count - 4, by: 4)).map { FourCC(content.dropFirst($0).prefix(4)) }
  }

  var bytes: [UInt8] { BigEndian.bytes(Int(value), 4) }

  /// For messages.
  var name: String {
    String(
      String.UnicodeScalarView(bytes.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "?" }))
  }
}

/// Where a box lies: its size, its name, and what it holds (ISO/IEC 14496-12, 4.2).
struct BoxHead {
  let type: FourCC
  /// Bytes before what it holds.
  let headSize: Int
  /// Of the whole box, in bytes.
  let size: Int

  /// As many bytes are at most read to tell; those of a name of 16 bytes are content here.
  static let most = 16

  /// - Parameters:
  ///   - bytes: the first of the box, `most` where there are so many.
  ///   - room: bytes up to the end of what holds it.
  /// - Throws: `FaceBlurError` where it does not fit.
  init(_ bytes: ArraySlice<UInt8>, room: Int) throws(FaceBlurError) {
    guard bytes.count >= 8 else { throw .truncatedFile("a box ends within its size") }
    let start = bytes.startIndex
    let stated = BigEndian.number(bytes[start..<(start + 4)])
    type = FourCC(bytes[(start + 4)..<(start + 8)])
    switch stated {
    case 0: (headSize, size) = (8, room)
    case 1:
      guard bytes.count >= 16, bytes[start + 8] < 0x80 else { throw .damagedFile("a box has no size") }
      (headSize, size) = (16, BigEndian.number(bytes[(start + 8)..<(start + 16)]))
    default: (headSize, size) = (8, stated)
    }
    // A name of 16 bytes stands behind the head.
    guard size >= headSize + (type == "uuid" ? 16 : 0) else {
      throw .damagedFile("a box is smaller than its head")
    }
    guard size <= room else { throw .truncatedFile("the box \(type.name) is longer than what holds it") }
  }
}

/// A box of a part of a file that is in memory.
struct Box {
  let type: FourCC
  let content: ArraySlice<UInt8>

  /// The boxes that stand side by side in some bytes.
  /// - Parameters:
  ///   - bytes: what they are to fill.
  ///   - limit: how many there may be.
  ///   - mayEndInZeros: whether four zeros may stand behind the last, as in films of QuickTime.
  /// - Throws: `FaceBlurError` where they do not fill the bytes, or are more.
  static func all(
    in bytes: ArraySlice<UInt8>, limit: Int, mayEndInZeros: Bool = false
  ) throws(FaceBlurError) -> [Box] {
    var boxes: [Box] = []
    var rest = bytes
    while !rest.isEmpty {
      if mayEndInZeros, rest.elementsEqual([0, 0, 0, 0]) { break }
      let head = try BoxHead(rest, room: rest.count)
      guard boxes.count < limit else { throw .damagedFile("it has more than \(limit) boxes side by side") }
      let end = rest.startIndex + head.size
      boxes.append(Box(type: head.type, content: rest[(rest.startIndex + head.headSize)..<end]))
      rest = rest[end...]
    }
    return boxes
  }
}

/// Reads the numbers of a box one after the other.
struct BoxCursor {
  private(set) var rest: ArraySlice<UInt8>
  private let type: FourCC

  init(_ box: Box) { (rest, type) = (box.content, box.type) }

  init(_ bytes: ArraySlice<UInt8>, of type: FourCC) { (rest, self.type) = (bytes, type) }

  /// - Throws: `FaceBlurError` where the box is shorter.
  mutating func bytes(_ count: Int) throws(FaceBlurError) -> ArraySlice<UInt8> {
    guard count >= 0, rest.count >= count else { throw .damagedFile("its box \(type.name) is cut short") }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  /// A number of up to 8 bytes; of no bytes it is 0.
  mutating func number(_ count: Int) throws(FaceBlurError) -> Int {
    let bytes = try bytes(count)
    guard count < 8 || bytes.first.map({ $0 < 0x80 }) ?? true else {
      throw .damagedFile("its box \(type.name) has a number that no file is as large as")
    }
    return BigEndian.number(bytes)
  }

  /// The version of a full box, and its flags.
  mutating func versionAndFlags() throws(FaceBlurError) -> (version: Int, flags: Int) {
    (try number(1), try number(3))
  }

  /// A text up to its zero byte, which is taken, too.
  mutating func text() throws(FaceBlurError) -> ArraySlice<UInt8> {
    guard let end = rest.firstIndex(of: 0) else {
      throw .damagedFile("its box \(type.name) has a text without an end")
    }
    defer { rest = rest[(end + 1)...] }
    return rest[..<end]
  }
}

/// Writes boxes.
enum BoxWriter {
  /// Their sizes have 32 bits.
  static func box(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
    BigEndian.bytes(content.count + 8, 4) + type.bytes + content
  }

  static func fullBox(_ type: FourCC, version: Int = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
    box(type, [UInt8(version)] + BigEndian.bytes(flags, 3) + content)
  }
}

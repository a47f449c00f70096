/// A WebP as the chunks that it is made of, to be taken apart and put together in any way (WebP Container Specification).
public struct TestWebP: Sendable, Hashable {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
  }

  /// A name, a size, what it holds, and a byte that fills up to an even place.
  public struct Chunk: Sendable, Hashable, CustomStringConvertible {
    /// Four bytes.
    public var code: [UInt8]
    public var content: [UInt8]
    /// What the size says; nil for what there is.
    public var size: Int?
    /// Behind the content; nil for a zero where the content is odd.
    public var padding: [UInt8]?

    public init(_ name: String, _ content: [UInt8] = [], size: Int? = nil, padding: [UInt8]? = nil) {
      code = Array(name.utf8)
      self.content = content
      self.size = size
      self.padding = padding
    }

    public var name: String { String(decoding: code, as: UTF8.self) }
    public var description: String { "\(name) of \(content.count) bytes" }

    public var bytes: [UInt8] {
      code + TestWebP.number(size ?? content.count, 4) + content
        + (padding ?? (content.count % 2 == 1 ? [0] : []))
    }
  }

  public var chunks: [Chunk]
  /// Behind what the header says is the file.
  public var trailing: [UInt8]
  /// What the header says of the size; nil for what there is.
  public var size: Int?

  public init(_ chunks: [Chunk], trailing: [UInt8] = [], size: Int? = nil) {
    self.chunks = chunks
    self.trailing = trailing
    self.size = size
  }

  /// The same after a change.
  public func changing(_ change: (inout TestWebP) throws -> Void) rethrows -> TestWebP {
    var result = self
    try change(&result)
    return result
  }

  public var bytes: [UInt8] {
    let content = chunks.flatMap(\.bytes)
    return Array("RIFF".utf8) + Self.number(size ?? content.count + 4, 4) + Array("WEBP".utf8) + content
      + trailing
  }

  /// A number as WebPs have it: the last byte first.
  public static func number(_ value: Int, _ count: Int) -> [UInt8] {
    ByteOrder.littleEndian.number(value, count)
  }

  static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int {
    bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Reading

  /// Takes a file apart whose chunks lie in it; they need not make sense.
  /// - Throws: `Failure` where one reaches beyond what the header says.
  public init(_ file: [UInt8]) throws {
    guard file.count >= 12, file.starts(with: Array("RIFF".utf8)), file[8..<12] == Array("WEBP".utf8)[...]
    else { throw Failure("no WebP") }
    let stated = Self.number(file, 4, 4)
    guard stated >= 4, stated <= file.count - 8 else { throw Failure("a file of another size") }
    self.init([], trailing: Array(file[(8 + stated)...]))
    var place = 12
    let end = 8 + stated
    while place < end {
      guard place <= end - 8 else { throw Failure("bytes that are no chunk") }
      let count = Self.number(file, place + 4, 4)
      guard count <= end - place - 8 else { throw Failure("a chunk that reaches too far") }
      var chunk = Chunk("", Array(file[(place + 8)..<(place + 8 + count)]))
      chunk.code = Array(file[place..<(place + 4)])
      place += 8 + count
      if count % 2 == 1 {
        let padding = Array(file[place..<min(place + 1, end)])
        if padding != [0] { chunk.padding = padding }
        place += padding.count
      }
      chunks.append(chunk)
    }
  }

  // MARK: Chunks

  public var names: [String] { chunks.map(\.name) }

  /// The first chunk of a name.
  public subscript(name: String) -> Chunk? { chunks.first { $0.name == name } }

  /// Where the first chunk of the picture is.
  public var pictureIndex: Int? { chunks.firstIndex { ["VP8 ", "VP8L"].contains($0.name) } }

  /// What holds the picture: its chunk, and the alpha before it where there is one.
  public var code: [Chunk] {
    guard let index = pictureIndex else { return [] }
    let alpha = chunks[index].name == "VP8 " ? chunks[..<index].last { $0.name == "ALPH" } : nil
    return (alpha.map { [$0] } ?? []) + [chunks[index]]
  }

  /// The bytes of what holds the picture, as a codec gives them.
  public var codeBytes: [UInt8] { code.flatMap(\.bytes) }

  /// Where each chunk begins in the file, and where the last one ends.
  public var boundaries: [Int] { chunks.reduce(into: [12]) { $0.append(($0.last ?? 0) + $1.bytes.count) } }

  public mutating func insert(_ others: [Chunk], before name: String) {
    insert(others, at: chunks.firstIndex { $0.name == name } ?? chunks.count)
  }

  public mutating func insert(_ others: [Chunk], behind name: String) {
    insert(others, at: (chunks.lastIndex { $0.name == name } ?? chunks.count - 1) + 1)
  }

  public mutating func insert(_ others: [Chunk], at index: Int) {
    chunks.insert(contentsOf: others, at: min(max(index, 0), chunks.count))
  }

  public mutating func remove(_ name: String) { chunks.removeAll { $0.name == name } }

  /// Changes the first chunk of a name, where there is one.
  public mutating func change(_ name: String, _ change: (inout Chunk) throws -> Void) rethrows {
    guard let index = chunks.firstIndex(where: { $0.name == name }) else { return }
    try change(&chunks[index])
  }

  // MARK: The extended header

  public static let hasProfile: UInt8 = 0x20
  public static let hasAlpha: UInt8 = 0x10
  public static let hasEXIF: UInt8 = 0x08
  public static let hasXMP: UInt8 = 0x04
  public static let isAnimated: UInt8 = 0x02

  /// What an extended file begins with.
  public static func header(_ flags: UInt8, width: Int, height: Int) -> Chunk {
    Chunk("VP8X", [flags, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
  }

  /// The flags of an extended file; none of a simple one.
  public var flags: UInt8 {
    get { self["VP8X"]?.content.first ?? 0 }
    set { change("VP8X") { $0.content[0] = newValue } }
  }

  /// Gives a simple file the header of an extended one; does nothing to others.
  public mutating func extend(_ more: UInt8 = 0) throws {
    guard chunks.first?.name != "VP8X" else { return flags |= more }
    let size = try pictureSize
    insert(
      [Self.header(more | (saysAlpha ? Self.hasAlpha : 0), width: size.width, height: size.height)], at: 0)
  }

  /// What the picture's own chunk says of its size.
  public var pictureSize: (width: Int, height: Int) {
    get throws {
      guard let index = pictureIndex else { throw Failure("no picture") }
      let content = chunks[index].content
      if chunks[index].name == "VP8L" {
        guard content.count >= 5 else { throw Failure("no header") }
        let bits = Self.number(content, 1, 4)
        return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
      }
      guard content.count >= 10 else { throw Failure("no header") }
      return (Self.number(content, 6, 2) & 0x3FFF, Self.number(content, 8, 2) & 0x3FFF)
    }
  }

  /// Whether the picture's own chunk says that alpha counts, of a picture without loss (RFC 9649, 3.4).
  public var saysAlpha: Bool {
    get {
      guard let chunk = self["VP8L"], chunk.content.count >= 5, pictureIndex != nil else { return false }
      return chunk.content[4] & 0x10 != 0
    }
    set { change("VP8L") { $0.content[4] = newValue ? $0.content[4] | 0x10 : $0.content[4] & ~0x10 } }
  }
}

internal import CZlib

/// One chunk of a PNG (PNG 3rd edition, 5.3).
public struct TestPNGChunk: Sendable, Hashable, CustomStringConvertible {
  /// Four letters.
  public var type: String
  public var data: [UInt8]
  /// What is written for the CRC besides the right one: 0 for the right one.
  public var crcError: UInt32 = 0
  /// What the length says; nil for what there is.
  public var length: Int?

  public init(_ type: String, _ data: [UInt8] = [], crcError: UInt32 = 0, length: Int? = nil) {
    self.type = type
    self.data = data
    self.crcError = crcError
    self.length = length
  }

  public var description: String { "\(type) of \(data.count) bytes" }

  public var bytes: [UInt8] {
    let body = Array(type.utf8) + data
    return ByteOrder.bigEndian.number(length ?? data.count, 4) + body
      + ByteOrder.bigEndian.number(Int(Self.crc(body) ^ crcError), 4)
  }

  /// The sum that a chunk ends with, of its type and data.
  public static func crc(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: bytes.withUnsafeBufferPointer { crc32(0, $0.baseAddress, UInt32($0.count)) })
  }

  /// IHDR of a picture.
  public static func header(
    width: Int, height: Int, depth: Int, colorType: Int, interlace: Int = 0, compression: Int = 0,
    filter: Int = 0
  ) -> TestPNGChunk {
    let order = ByteOrder.bigEndian
    let bytes = [depth, colorType, compression, filter, interlace].map { UInt8(truncatingIfNeeded: $0) }
    return TestPNGChunk("IHDR", order.number(width, 4) + order.number(height, 4) + bytes)
  }

  public static let end = TestPNGChunk("IEND")

  /// IDAT chunks of so many bytes each, the last of fewer.
  public static func pictureData(_ stream: [UInt8], each size: Int?) -> [TestPNGChunk] {
    guard let size, size > 0 else { return [TestPNGChunk("IDAT", stream)] }
    return stride(from: 0, to: max(stream.count, 1), by: size).map {
      TestPNGChunk("IDAT", Array(stream[$0..<min($0 + size, stream.count)]))
    }
  }
}

/// A PNG as the chunks it is made of, to be taken apart and put together in another way.
public struct TestPNGChunks: Sendable, Hashable {
  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  public var chunks: [TestPNGChunk]
  /// What follows IEND.
  public var trailing: [UInt8]

  public init(_ chunks: [TestPNGChunk], trailing: [UInt8] = []) {
    self.chunks = chunks
    self.trailing = trailing
  }

  /// Takes a file apart up to IEND; what cannot be read of it is in `trailing`.
  public init(_ file: [UInt8]) {
    chunks = []
    var place = file.starts(with: Self.signature) ? Self.signature.count : 0
    while place + 12 <= file.count, chunks.last?.type != "IEND" {
      let length = Self.number(file, place)
      guard length <= file.count - place - 12 else { break }
      let body = Array(file[(place + 4)..<(place + 8 + length)])
      let crc = UInt32(truncatingIfNeeded: Self.number(file, place + 8 + length))
      chunks.append(
        TestPNGChunk(
          String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4)),
          crcError: crc ^ TestPNGChunk.crc(body)))
      place += length + 12
    }
    trailing = Array(file[place...])
  }

  private static func number(_ file: [UInt8], _ place: Int) -> Int {
    file[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
  }

  public var bytes: [UInt8] { Self.signature + chunks.flatMap(\.bytes) + trailing }

  /// Whether every chunk's CRC is right.
  public var areSound: Bool { chunks.allSatisfy { $0.crcError == 0 } }

  public var types: [String] { chunks.map(\.type) }

  /// The same with IDATs that follow each other as one.
  public var layout: [String] {
    types.reduce(into: []) { if $1 != "IDAT" || $0.last != "IDAT" { $0.append($1) } }
  }

  public subscript(type: String) -> TestPNGChunk? { chunks.first { $0.type == type } }

  /// The zlib stream: all that IDATs hold.
  public var stream: [UInt8] { chunks.filter { $0.type == "IDAT" }.flatMap(\.data) }

  /// Where each chunk begins in the file, and where the last one ends.
  public var boundaries: [Int] {
    chunks.reduce(into: [Self.signature.count]) { $0.append(($0.last ?? 0) + $1.data.count + 12) }
  }

  public func removing(_ type: String) -> TestPNGChunks {
    TestPNGChunks(chunks.filter { $0.type != type }, trailing: trailing)
  }

  /// Puts chunks before the first one of a type, or behind all where there is none.
  public func inserting(_ others: [TestPNGChunk], before type: String) -> TestPNGChunks {
    inserting(others, at: chunks.firstIndex { $0.type == type } ?? chunks.count)
  }

  /// Puts chunks behind the last one of a type.
  public func inserting(_ others: [TestPNGChunk], behind type: String) -> TestPNGChunks {
    inserting(others, at: (chunks.lastIndex { $0.type == type } ?? chunks.count - 1) + 1)
  }

  public func inserting(_ others: [TestPNGChunk], at index: Int) -> TestPNGChunks {
    TestPNGChunks(Array(chunks[..<index]) + others + chunks[index...], trailing: trailing)
  }

  /// Changes the first chunk of a type; its CRC follows.
  public func changing(_ type: String, _ change: (inout TestPNGChunk) throws -> Void) rethrows
    -> TestPNGChunks
  {
    var result = self
    guard let index = chunks.firstIndex(where: { $0.type == type }) else { return self }
    try change(&result.chunks[index])
    return result
  }

  /// Puts another zlib stream in place of the first run of IDATs.
  public func replacing(stream: [UInt8], each size: Int? = nil) -> TestPNGChunks {
    let index = chunks.firstIndex { $0.type == "IDAT" } ?? chunks.count
    return removing("IDAT").inserting(TestPNGChunk.pictureData(stream, each: size), at: index)
  }

  /// Puts bytes before the first chunk of a type, whatever they are; quick for many.
  public static func inserting(bytes: [UInt8], into file: [UInt8], before type: String) -> [UInt8] {
    let parts = TestPNGChunks(file)
    let index = parts.chunks.firstIndex { $0.type == type } ?? parts.chunks.count
    let place = parts.boundaries[index]
    return file[..<place] + bytes + file[place...]
  }

  public func adding(trailing more: [UInt8]) -> TestPNGChunks {
    TestPNGChunks(chunks, trailing: trailing + more)
  }
}

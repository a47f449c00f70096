internal import CZlib

/// One chunk of a PNG (5.3).
struct PNGChunk {
  /// Four Latin letters.
  struct Kind: Hashable {
    let code: UInt32

    init(code: UInt32) { self.code = code }

    private init(_ name: StaticString) {
      code = name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    static let header = Kind("IHDR")
    static let palette = Kind("PLTE")
    static let data = Kind("IDAT")
    static let end = Kind("IEND")
    static let transparency = Kind("tRNS")
    static let codePoints = Kind("cICP")
    static let colorProfile = Kind("iCCP")
    static let standardRGB = Kind("sRGB")
    static let gamma = Kind("gAMA")
    static let chromaticities = Kind("cHRM")
    static let significantBits = Kind("sBIT")
    static let pixelDensity = Kind("pHYs")
    static let exif = Kind("eXIf")
    static let animation = Kind("acTL")

    var bytes: [UInt8] { BigEndian.bytes(Int(code), 4) }
    var name: String { String(decoding: bytes, as: UTF8.self) }
    var isOfLetters: Bool {
      stride(from: UInt32(0), to: 32, by: 8).allSatisfy { (0x41...0x5A).contains(code >> $0 & 0xDF) }
    }
    /// Whether nobody who does not know it can show the picture: the first letter is a capital.
    var isCritical: Bool { code >> 24 & 0x20 == 0 }
  }

  let type: Kind
  let content: Range<Int>

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Bytes of a chunk that are not its content: length, name and checksum.
  static let frameBytes = 12

  /// Where the next chunk begins.
  var end: Int { content.upperBound + 4 }

  /// - Throws: `FaceBlurError` where no whole chunk lies there.
  init(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) {
    guard bytes.count - place >= Self.frameBytes else {
      throw .truncatedPhoto("it ends before its last chunk")
    }
    let length = Int(Self.number(at: place, in: bytes))
    type = Kind(code: Self.number(at: place + 4, in: bytes))
    guard type.isOfLetters, length <= Int(Int32.max) else {
      throw .damagedPhoto("no chunk begins at byte \(place), where one should")
    }
    guard length <= bytes.count - place - Self.frameBytes else {
      throw .truncatedPhoto("its chunk \(type.name) is longer than the file")
    }
    content = (place + 8)..<(place + 8 + length)
  }

  /// Holds the chunk against its checksum.
  /// - Throws: `FaceBlurError` of kind `damagedPhoto`.
  func check(in bytes: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) {
    let sum = Self.checksum(UnsafeBufferPointer(rebasing: bytes[content.lowerBound - 4..<content.upperBound]))
    guard sum == Self.number(at: content.upperBound, in: bytes) else {
      throw .damagedPhoto("the checksum of its chunk \(type.name) is wrong")
    }
  }

  private static func number(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
  }

  /// CRC-32 of some bytes (5.5).
  static func checksum(_ bytes: UnsafeBufferPointer<UInt8>, after sum: UInt32 = 0) -> UInt32 {
    UInt32(truncatingIfNeeded: crc32_z(UInt(sum), bytes.baseAddress, bytes.count))
  }

  /// Writes a chunk.
  static func append(_ type: Kind, _ content: UnsafeBufferPointer<UInt8>, to sink: any ByteSink) {
    let name = type.bytes
    sink.append(BigEndian.bytes(content.count, 4) + name)
    sink.append(UnsafeRawBufferPointer(content))
    let sum = name.withUnsafeBufferPointer { checksum(content, after: checksum($0)) }
    sink.append(BigEndian.bytes(Int(sum), 4))
  }

  static func append(_ type: Kind, _ content: [UInt8], to sink: any ByteSink) {
    content.withUnsafeBufferPointer { append(type, $0, to: sink) }
  }
}

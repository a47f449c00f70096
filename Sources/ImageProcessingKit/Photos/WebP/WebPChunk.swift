/// One chunk of a WebP (RFC 9649, 2.3): four letters, a size, and as many bytes, behind which one stands that is 0 where they are
/// odd in number.
struct WebPChunk {
  struct Kind: Sendable, Hashable {
    let letters: [UInt8]

    init(letters: [UInt8]) { self.letters = letters }

    private init(_ name: StaticString) { letters = name.withUTF8Buffer(Array.init) }

    static let extended = Kind("VP8X")
    static let lossy = Kind("VP8 ")
    static let lossless = Kind("VP8L")
    static let alpha = Kind("ALPH")
    static let colorProfile = Kind("ICCP")
    static let exif = Kind("EXIF")
    static let animation = Kind("ANIM")
    static let frame = Kind("ANMF")
  }

  let type: Kind
  /// Where its bytes lie in the file.
  let content: Range<Int>

  /// Bytes before the content: letters and size.
  static let headBytes = 8

  /// Where the next chunk begins.
  var end: Int { content.upperBound + content.count % 2 }

  /// - Parameters:
  ///   - place: where it begins.
  ///   - limit: where the last chunk ends.
  /// - Throws: `FaceBlurError` where no whole chunk lies there.
  init(at place: Int, before limit: Int, _ read: WebPFile.Read) throws(FaceBlurError) {
    guard limit - place >= Self.headBytes else { throw .truncatedPhoto("it ends before its picture") }
    let head = try read(place..<place + Self.headBytes)
    type = Kind(letters: Array(head[..<4]))
    let count = LittleEndian.number(head[4...])
    guard count <= limit - place - Self.headBytes else {
      throw .truncatedPhoto("a part of it is longer than the file")
    }
    content = place + Self.headBytes..<place + Self.headBytes + count
  }

  /// A chunk as it stands in a file.
  static func bytes(_ type: Kind, _ content: [UInt8]) -> [UInt8] {
    type.letters + LittleEndian.bytes(content.count, 4) + content
      + [UInt8](repeating: 0, count: content.count % 2)
  }
}

/// The chunks of a WebP's file, as they follow each other (WebP Container Specification, "RIFF File Format").
///
/// Every byte belongs to the header, to a chunk, to what follows the chunks, or to what follows the file. It looks into no chunk.
struct ExaminedRIFF {
  /// The four letters that name a chunk.
  struct Name: Hashable, ExpressibleByStringLiteral {
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes.prefix(4)) }

    init(stringLiteral text: StaticString) { self.init(text.withUTF8Buffer(Array.init)) }

    /// For people, who get a question mark for what is no letter.
    var text: String {
      String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
  }

  struct Chunk: Hashable {
    let name: Name
    let content: Range<Int>
    /// Behind content of an odd size stands one byte, which is to be 0; nil where the size is even.
    var padding: Int? { content.count.isMultiple(of: 2) ? nil : content.upperBound }
    /// With the header and the padding.
    var range: Range<Int> { content.lowerBound - 8..<content.upperBound + content.count % 2 }
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let chunks: [Chunk]
  /// Whether more follow than are walked.
  let isCrowded: Bool
  /// What no chunk holds, up to the end that the header states.
  let rest: Range<Int>
  /// What stands behind that end.
  let trailing: Range<Int>

  /// Letters, a size, and letters again.
  static let headerBytes = 12
  /// More than any photo needs.
  static let maxChunks = 1 << 16

  /// Nil where the file does not begin as a WebP, or is shorter than it says.
  /// - Parameter bytes: must outlive the value.
  init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    let riff = Name("RIFF").bytes
    let webP = Name("WEBP").bytes
    guard bytes.count >= Self.headerBytes, bytes[0..<4].elementsEqual(riff),
      bytes[8..<12].elementsEqual(webP)
    else { return nil }
    let size = Self.number(bytes[4..<8])
    // The size counts from behind itself, and chunks are of even sizes.
    guard size >= 4, size.isMultiple(of: 2), size <= bytes.count - 8 else { return nil }
    let end = 8 + size
    var chunks: [Chunk] = []
    var position = Self.headerBytes
    var next = Self.chunk(at: position, before: end, bytes)
    while let chunk = next, chunks.count < Self.maxChunks {
      chunks.append(chunk)
      position = chunk.range.upperBound
      next = Self.chunk(at: position, before: end, bytes)
    }
    self.bytes = bytes
    self.chunks = chunks
    isCrowded = next != nil
    rest = position..<end
    trailing = end..<bytes.count
  }

  /// Nil where no whole one begins there.
  private static func chunk(
    at position: Int, before end: Int, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Chunk? {
    guard end - position >= 8 else { return nil }
    let length = number(bytes[position + 4..<position + 8])
    let start = position + 8
    guard length + length % 2 <= end - start else { return nil }
    return Chunk(name: Name(bytes[position..<position + 4]), content: start..<start + length)
  }

  /// A number whose lowest byte comes first, of up to 4 bytes.
  static func number(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
    bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

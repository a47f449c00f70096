internal import CZlib

/// Takes a PNG file apart to its last byte (PNG 3rd edition, 5.2 and 5.3).
///
/// Every byte belongs to one piece. One pass, in constant memory, whatever the file holds.
struct PNGPieces: Sequence, IteratorProtocol {
  enum Kind: Hashable {
    /// A chunk of a type: four Latin letters.
    case chunk(String)
    /// All that follows a place where no whole chunk begins.
    case unreadable
    /// What follows the first IEND.
    case trailing
  }

  struct Piece: Hashable {
    let kind: Kind
    let range: Range<Int>

    /// What a chunk holds between its type and its checksum.
    var content: Range<Int> { (range.lowerBound + 8)..<(range.upperBound - 4) }
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let maxLength = 1 << 31 - 1

  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private var position: Int
  private var isDone = false

  /// All of a file.
  /// - Parameter bytes: valid while the pieces are used.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    end = bytes.count
    position = bytes.starts(with: Self.signature) ? Self.signature.count : 0
  }

  /// Some chunks that have been found before.
  init(_ bytes: UnsafeBufferPointer<UInt8>, chunks: Range<Int>) {
    self.bytes = bytes
    end = chunks.upperBound
    position = chunks.lowerBound
  }

  mutating func next() -> Piece? {
    guard position < end else { return nil }
    guard !isDone else { return piece(.trailing, to: end) }
    // Without a signature the first piece begins with the file.
    guard position > 0, end - position >= 12 else { return piece(.unreadable, to: end) }
    let length = (position..<position + 4).reduce(0) { $0 << 8 | Int(bytes[$1]) }
    let type = bytes[position + 4..<position + 8]
    guard length <= Self.maxLength, length <= end - position - 12,
      type.allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) })
    else { return piece(.unreadable, to: end) }
    let name = String(decoding: type, as: UTF8.self)
    isDone = name == "IEND"
    return piece(.chunk(name), to: position + 12 + length)
  }

  private mutating func piece(_ kind: Kind, to end: Int) -> Piece {
    defer { position = end }
    return Piece(kind: kind, range: position..<end)
  }

  /// Whether a chunk's last four bytes are the CRC-32 of its type and content.
  static func hasRightChecksum(_ chunk: Piece, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    let checked = chunk.range.lowerBound + 4..<chunk.range.upperBound - 4
    let checksum = crc32_z(0, base + checked.lowerBound, checked.count)
    return (0..<4).allSatisfy { bytes[checked.upperBound + $0] == UInt8(checksum >> UInt(24 - 8 * $0) & 255) }
  }
}

internal import CZlib

/// The blocks that a deflated stream consists of (RFC 1951, 3.2.3), counted while zlib inflates it: what stands for nothing could
/// say anything.
struct DeflateBlocks {
  /// Those that have ended.
  private(set) var count = 0
  /// Whether one stands for no byte.
  private(set) var hasEmpty = false
  /// Whether one that stands for no byte has codes of its own.
  private var hasCodesOfNothing = false
  /// Whether bits are not zero that nobody reads: behind the head of a block that is stored, up to the next byte.
  private(set) var isPadded = false
  /// How many bytes of code there are so far. Codes that were chosen to say something else are longer than no compression at all: an eighth is what fixed
  /// codes take at most, and the heads of a stream and of a block's own codes are some hundred bytes.
  private var codedBytes = 0
  private static let longestHead = 1024
  /// How many end the stream so far that stand for no byte, and the most that have followed each other.
  private var (emptyRun, longestRun) = (0, 0)

  /// Of the block that is being inflated: nil before the first, and what it begins behind.
  private var kind: Kind?
  private var start = 0
  /// The bits of a head that has not been read yet; nil for none.
  private var head: (bits: UInt16, count: Int)?
  /// The one that zlib has taken last.
  private var lastByte: UInt8 = 0

  private enum Kind: UInt16 {
    case stored, fixed, dynamic, invalid
  }

  /// Whether a stream has what no encoder makes. Some flush what they have behind each row, or more often, and twice at times.
  /// - Parameters:
  ///   - size: what it inflates to, in bytes.
  ///   - rows: of a picture; 0 for what has none.
  func holdMore(than size: Int, rows: Int = 0) -> Bool {
    isPadded || hasCodesOfNothing || longestRun > 3 || count > 16 + 2 * rows + size / 16
      || codedBytes > size + size / 4 + 64 * rows + Self.longestHead
  }

  /// Inflates on, to the end of a block at most.
  /// - Returns: what zlib does.
  mutating func inflateOn(_ stream: UnsafeMutablePointer<z_stream>) -> Int32 {
    if head != nil, stream.pointee.avail_in > 0, let next = stream.pointee.next_in {
      readHead(with: next.pointee)
    }
    let given = stream.pointee.avail_in
    let status = inflate(stream, Z_BLOCK)
    if stream.pointee.avail_in < given, let next = stream.pointee.next_in { lastByte = (next - 1).pointee }
    codedBytes = Int(stream.pointee.total_in)
    let state = stream.pointee.data_type
    // Behind the stream's head, or a block.
    if status == Z_OK || status == Z_BUF_ERROR, state & 128 != 0 {
      endBlock(at: Int(stream.pointee.total_out), isLast: state & 64 != 0, unread: Int(state & 63))
    }
    return status
  }

  /// - Parameter unread: bits of the last byte that come next.
  private mutating func endBlock(at place: Int, isLast: Bool, unread: Int) {
    if let kind {
      count += 1
      let isEmpty = place == start
      hasEmpty = hasEmpty || isEmpty
      hasCodesOfNothing = hasCodesOfNothing || isEmpty && kind == .dynamic
      emptyRun = isEmpty ? emptyRun + 1 : 0
      longestRun = max(longestRun, emptyRun)
    }
    start = place
    guard !isLast else { return }
    head = (UInt16(lastByte) >> UInt16(8 - min(unread, 8)), unread)
    if unread >= 3 { readHead() }
  }

  /// Reads the head of a block: whether it is the last one, and its kind in two bits.
  /// - Parameter next: the next byte, where the bits that are there are fewer.
  private mutating func readHead(with next: UInt8 = 0) {
    guard let head else { return }
    let bits = head.bits | UInt16(next) << UInt16(min(head.count, 8))
    let kind = Kind(rawValue: bits >> 1 & 3)
    if kind == .stored, bits >> 3 != 0 { isPadded = true }
    self.kind = kind
    self.head = nil
  }
}

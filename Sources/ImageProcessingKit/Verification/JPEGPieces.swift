internal import Glibc

/// Takes a JPEG file apart to its last byte, to find what is hidden in it.
///
/// It belongs to no format: JPEGs hide in files of every format, as thumbnails and previews.
///
/// Every byte belongs to one piece. One pass, in constant memory, whatever the file holds. Shares no code with the
/// reader that renders are made by: one bug cannot hide in both.
struct JPEGPieces: Sequence, IteratorProtocol {
  enum Kind: Hashable {
    /// A marker without content: start of image, or one that stands where none should.
    case marker(UInt8)
    /// A marker, its length and its content.
    case segment(UInt8)
    /// Picture data with its restart markers.
    case entropy
    /// Bytes that belong to no segment, fill bytes included where more than one stands before a marker.
    case stray
    case endOfImage
    /// What follows the first end of image.
    case trailing
  }

  struct Piece: Hashable {
    let kind: Kind
    let range: Range<Int>

    /// What a segment holds behind its marker and length.
    var content: Range<Int> { (range.lowerBound + 4)..<range.upperBound }
  }

  static let startOfImage: UInt8 = 0xD8
  private static let endOfImage: UInt8 = 0xD9
  private static let startOfScan: UInt8 = 0xDA

  /// Bytes of picture data that stay in memory, about.
  private static let keptBytes = 1 << 18

  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  /// What holds the bytes, where none of them need stay in memory.
  private let file: FileBytes?
  private var position: Int
  private var followsScanHeader = false
  private var isDone = false

  /// - Parameters:
  ///   - bytes: valid while the pieces are used.
  ///   - range: where the file lies in them; it begins with a start of image.
  ///   - file: lends the bytes and may let picture data go that was passed; nil where it is to stay.
  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>? = nil, lettingGoOf file: FileBytes? = nil) {
    self.bytes = bytes
    self.file = file
    position = range?.lowerBound ?? 0
    end = range?.upperBound ?? bytes.count
  }

  mutating func next() -> Piece? {
    guard position < end else { return nil }
    if isDone { return piece(.trailing, to: end) }
    if followsScanHeader {
      followsScanHeader = false
      let scanEnd = endOfEntropy(from: position)
      if scanEnd > position { return piece(.entropy, to: scanEnd) }
    }
    let marker = nextMarker()
    guard marker == position else { return piece(.stray, to: marker) }
    let code = bytes[marker + 1]
    switch code {
    case Self.endOfImage:
      isDone = true
      return piece(.endOfImage, to: marker + 2)
    case 0x01, 0xD0...Self.startOfImage:
      return piece(.marker(code), to: marker + 2)
    default:
      guard marker + 4 <= end else { return piece(.stray, to: end) }
      let length = Int(bytes[marker + 2]) << 8 | Int(bytes[marker + 3])
      guard length >= 2, marker + 2 + length <= end else { return piece(.stray, to: end) }
      followsScanHeader = code == Self.startOfScan
      return piece(.segment(code), to: marker + 2 + length)
    }
  }

  private mutating func piece(_ kind: Kind, to end: Int) -> Piece {
    defer { position = end }
    return Piece(kind: kind, range: position..<end)
  }

  /// Where the next marker begins, the last of its leading FF bytes; the end where there is none.
  private func nextMarker() -> Int {
    var place = position
    while let found = nextFF(from: place), found + 1 < end {
      switch bytes[found + 1] {
      case 0xFF: place = found + 1
      case 0x00: place = found + 2
      default: return found
      }
    }
    return end
  }

  /// Where picture data ends: at the first marker that is no restart. Fill bytes before it are left for the stray.
  private func endOfEntropy(from start: Int) -> Int {
    var place = start
    var kept = start
    while let found = nextFF(from: place), found + 1 < end {
      if found - kept > Self.keptBytes {
        file?.letGo(kept..<found)
        kept = found
      }
      switch bytes[found + 1] {
      case 0x00, 0xD0...0xD7: place = found + 2
      default: return found
      }
    }
    return end
  }

  private func nextFF(from place: Int) -> Int? {
    guard place < end, let base = bytes.baseAddress, let found = memchr(base + place, 0xFF, end - place)
    else {
      return nil
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }
}

/// How a TIFF file or block writes numbers and directories: its byte order, and whether its places have 32 bits or, in a BigTIFF, 64
/// (TIFF 6.0, section 2; the BigTIFF design of libtiff).
struct TIFFForm: Sendable, Hashable {
  let isLittleEndian: Bool
  let isBig: Bool

  /// As EXIF blocks of renders are written.
  static let exif = TIFFForm(isLittleEndian: false, isBig: false)

  init(isLittleEndian: Bool, isBig: Bool) {
    self.isLittleEndian = isLittleEndian
    self.isBig = isBig
  }

  /// Nil where the bytes do not begin as TIFF does.
  init?(_ head: some Sequence<UInt8>) {
    switch Array(head.prefix(8)) {
    case let head where head.starts(with: [0x49, 0x49, 0x2A, 0]):
      self.init(isLittleEndian: true, isBig: false)
    case let head where head.starts(with: [0x4D, 0x4D, 0, 0x2A]):
      self.init(isLittleEndian: false, isBig: false)
    // A place has eight bytes, and then come two zeros.
    case [0x49, 0x49, 0x2B, 0, 8, 0, 0, 0]: self.init(isLittleEndian: true, isBig: true)
    case [0x4D, 0x4D, 0, 0x2B, 0, 8, 0, 0]: self.init(isLittleEndian: false, isBig: true)
    default: return nil
    }
  }

  /// What a file begins with, the place of its first directory included, which is right behind it.
  var header: [UInt8] {
    let order: [UInt8] = isLittleEndian ? [0x49, 0x49] : [0x4D, 0x4D]
    let version = isBig ? bytes(43, 2) + bytes(8, 2) + bytes(0, 2) : bytes(42, 2)
    return order + version + bytes(headerBytes, placeBytes)
  }

  var headerBytes: Int { isBig ? 16 : 8 }
  /// Bytes of a place in the file and of the number of a tag's values; shorter values stand where their place would.
  var placeBytes: Int { isBig ? 8 : 4 }
  /// Bytes of the number of a directory's entries.
  var directoryCountBytes: Int { isBig ? 8 : 2 }
  var entryBytes: Int { 4 + 2 * placeBytes }
  /// The type of a place: LONG, or LONG8.
  var placeType: Int { isBig ? 16 : 4 }

  /// A number of so many bytes.
  func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    let bytes = BigEndian.bytes(number, count)
    return isLittleEndian ? bytes.reversed() : bytes
  }
}

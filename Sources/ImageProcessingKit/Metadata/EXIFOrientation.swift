/// The one EXIF tag that decides how a photo is shown, read from a hostile block and written into a new one.
enum EXIFOrientation {
  /// What an EXIF segment begins with.
  static let signature: [UInt8] = Array("Exif".utf8) + [0, 0]

  private static let tag = 0x0112
  private static let shortType = 3

  /// The orientation in the first directory of a TIFF block, in either byte order; nil where there is none
  /// or it is out of range. Every offset is checked and at most 65,535 entries are looked at, once.
  static func read(_ tiff: ArraySlice<UInt8>) -> Orientation? {
    let base = tiff.startIndex
    let littleEndian: Bool
    switch Array(tiff.prefix(4)) {
    case [0x49, 0x49, 0x2A, 0x00]: littleEndian = true
    case [0x4D, 0x4D, 0x00, 0x2A]: littleEndian = false
    default: return nil
    }
    func number(at offset: Int, bytes count: Int) -> Int? {
      guard offset >= 0, offset + count <= tiff.count else { return nil }
      let slice = tiff[(base + offset)..<(base + offset + count)]
      return (littleEndian ? Array(slice.reversed()) : Array(slice)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else {
      return nil
    }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let found = number(at: entry, bytes: 2) else { return nil }
      guard found == tag else { continue }
      guard number(at: entry + 2, bytes: 2) == shortType, number(at: entry + 4, bytes: 4) == 1 else {
        return nil
      }
      return number(at: entry + 8, bytes: 2).flatMap(Orientation.init(rawValue:))
    }
    return nil
  }

  /// An EXIF block, signature included, that holds the orientation and nothing else.
  static func block(_ orientation: Orientation) -> [UInt8] {
    signature
      + [0x4D, 0x4D, 0x00, 0x2A, 0, 0, 0, 8]  // big-endian TIFF; the directory follows at 8
      + [0, 1]  // one entry
      + [0x01, 0x12, 0, UInt8(shortType), 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
      + [0, 0, 0, 0]  // no further directory, so no thumbnail
  }
}

/// What a JPEG's frame header says (ITU T.81, B.2.2).
struct JPEGFrame: Sendable, Hashable {
  let width: Int
  let height: Int
  let components: Int
  let isBaseline: Bool

  /// No photo that is read is larger (`ImageLimits.maxFileBytes`), and a file with a hole may claim any size.
  private static let maxSearchBytes = 1 << 30

  /// Looks where libjpeg looks, so that no photo is decoded whose frame is not found here: markers may have fill bytes and
  /// anything else between them, and any number of segments may stand before the frame.
  ///
  /// Nil where a scan or the end comes first, or the file is larger than any that is read; the decoder says why.
  init?(in file: borrowing InputFile) throws(FaceBlurError) {
    guard file.size <= Self.maxSearchBytes else { return nil }
    var pieces = FilePieces()
    var place = 2
    while true {
      while let byte = try pieces.byte(at: place, of: file), byte != 0xFF { place += 1 }
      while try pieces.byte(at: place, of: file) == 0xFF { place += 1 }
      guard let marker = try pieces.byte(at: place, of: file) else { return nil }
      place += 1
      switch marker {
      // A zero makes no marker of what stands before it.
      case 0x00, 0x01, 0xD0...0xD8: break
      case 0xD9, 0xDA: return nil
      case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
        var header: [Int] = []
        for index in 0..<8 {
          guard let byte = try pieces.byte(at: place + index, of: file) else { return nil }
          header.append(Int(byte))
        }
        height = header[3] << 8 | header[4]
        width = header[5] << 8 | header[6]
        components = header[7]
        isBaseline = marker <= 0xC1
        return
      default:
        guard let high = try pieces.byte(at: place, of: file),
          let low = try pieces.byte(at: place + 1, of: file)
        else { return nil }
        place += max(Int(high) << 8 | Int(low), 2)
      }
    }
  }
}

/// Bytes of a file, read in pieces from front to back.
private struct FilePieces {
  private static let pieceBytes = 16 << 10

  private var piece: [UInt8] = []
  private var start = 0

  /// Nil behind the end of the file.
  mutating func byte(at place: Int, of file: borrowing InputFile) throws(FaceBlurError) -> UInt8? {
    if !(start..<(start + piece.count)).contains(place) {
      piece = try file.bytes(at: place, count: Self.pieceBytes)
      start = place
    }
    return piece.isEmpty ? nil : piece[place - start]
  }
}

/// Which box of a JPEG XL carries which part of the JPEG that is had back from it (ISO/IEC 18181-2, annex A): its picture and its colour
/// profile the code, its first EXIF and its first XMP boxes of their own where there are such, and all else the `jbrd`.
///
/// A block of the JPEG is reported with the range of its box, for it lies in that in another form.
struct JPEGXLCarriers {
  /// Pieces of the JPEG that something else than the `jbrd` carries, in the order of the JPEG.
  private let pieces: [(range: Range<Int>, box: Range<Int>)]
  private let jpegData: Range<Int>
  private let exif: Range<Int>

  init(of jpeg: UnsafeBufferPointer<UInt8>, in file: ExaminedJPEGXL) {
    func box(_ name: ExaminedJPEGXL.Name) -> Range<Int>? {
      file.boxes.first { $0.name == name || ExaminedJPEGXL.packedName(of: $0, in: file.bytes) == name }?.range
    }
    let (exif, xmp) = (box("Exif") ?? file.jpegData.range, box("xml ") ?? file.jpegData.range)
    let code = file.boxes.filter(\.isCode).map(\.range)
    let (head, picture) = (code.first ?? file.jpegData.range, code.last ?? file.jpegData.range)
    var (hasEXIF, hasXMP) = (false, false)
    pieces = JPEGPieces(jpeg).compactMap { piece in
      switch piece.kind {
      case .entropy: return (piece.range, picture)
      case .segment(0xE2) where HiddenText.starts(jpeg, piece.content, with: "ICC_PROFILE\0"):
        return (piece.range, head)
      case .segment(0xE1) where !hasEXIF && Self.isEXIF(piece, of: jpeg):
        hasEXIF = true
        return (piece.range, exif)
      case .segment(0xE1) where !hasXMP && HiddenText.starts(jpeg, piece.content, with: Self.xmpHeader):
        hasXMP = true
        return (piece.range, xmp)
      default: return nil
      }
    }
    jpegData = file.jpegData.range
    self.exif = exif
  }

  private static let xmpHeader = "http://ns.adobe.com/xap/1.0/\0"

  private static func isEXIF(_ piece: JPEGPieces.Piece, of jpeg: UnsafeBufferPointer<UInt8>) -> Bool {
    HiddenText.starts(jpeg, piece.content, with: "Exif\0\0")
  }

  /// The segment of a JPEG's first EXIF; nil where there is none.
  static func firstEXIF(of jpeg: UnsafeBufferPointer<UInt8>) -> JPEGPieces.Piece? {
    JPEGPieces(jpeg).first { $0.kind == .segment(0xE1) && isEXIF($0, of: jpeg) }
  }

  /// Where a thumbnail in the JPEG's EXIF lies.
  var thumbnail: Range<Int> { exif }

  /// A block of the JPEG as one of the file.
  func carried(_ block: MetadataBlock) -> MetadataBlock {
    var carried = block
    carried.range = pieces.first { $0.range.contains(block.range.lowerBound) }?.box ?? jpegData
    return carried
  }
}

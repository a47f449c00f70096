/// What the boxes of a JPEG XL file say (ISO/IEC 18181-2): what its code begins with, and that a JPEG can be had back from it.
struct JPEGXLFile: Sendable {
  let header: JPEGXLHeader

  /// Reads some bytes of the file, all of them.
  typealias Read = (Range<Int>) throws(FaceBlurError) -> [UInt8]

  /// The box that a file in boxes begins with.
  static let signature: [UInt8] = [0, 0, 0, 12] + "JXL ".utf8 + [0x0D, 0x0A, 0x87, 0x0A]

  /// More than any photo needs.
  private static let maxBoxes = 4096
  /// Before the code in a box of a part of it.
  private static let partNumberBytes = 4

  /// - Parameter size: of the file, in bytes.
  /// - Throws: `FaceBlurError` where it is damaged, or of a kind that is not read.
  init(size: Int, _ read: Read) throws(FaceBlurError) {
    guard size >= Self.signature.count else { throw .truncatedPhoto("it ends in its header") }
    let head = try read(0..<Self.signature.count)
    guard !head.starts(with: JPEGXLHeader.signature) else { throw .nativeJPEGXL }
    guard head == Self.signature else { throw .damagedPhoto("it does not begin as a JPEG XL does") }

    var code: [UInt8] = []
    var (hasWhole, parts, holdsJPEG) = (false, 0, false)
    var (place, boxes) = (Self.signature.count, 0)
    while place < size {
      let box: JPEGXLBox
      do {
        box = try JPEGXLBox(at: place, before: size, read)
      } catch {
        // What stands behind all that is needed, nobody needs.
        if holdsJPEG, hasWhole { break }
        throw error
      }
      boxes += 1
      guard boxes <= Self.maxBoxes else { throw .damagedPhoto("it has more parts than a photo needs") }
      guard (boxes == 1) == (box.type == .fileType) else {
        throw .damagedPhoto("what it says of its type is not where it should be")
      }
      switch box.type {
      case .code:
        guard !hasWhole, parts == 0 else { throw .damagedPhoto("it has the code of more than one picture") }
        hasWhole = true
        code = try read(box.content.prefix(JPEGXLHeader.maxBytes))
      case .partOfCode:
        guard !hasWhole else { throw .damagedPhoto("it has the code of more than one picture") }
        guard box.content.count >= Self.partNumberBytes else {
          throw .damagedPhoto("a part of its code is none")
        }
        let number = BigEndian.number(try read(box.content.prefix(Self.partNumberBytes)))
        // The highest bit is that of the last part.
        guard number & 0x7FFF_FFFF == parts else {
          throw .damagedPhoto("the parts of its code are not in their order")
        }
        hasWhole = number >> 31 == 1
        parts += 1
        let part = box.content.dropFirst(Self.partNumberBytes)
        code += try read(part.prefix(JPEGXLHeader.maxBytes - code.count))
      case .jpegData:
        guard !holdsJPEG else { throw .damagedPhoto("it has the data of more than one JPEG") }
        holdsJPEG = true
      default: break
      }
      place = box.content.upperBound
    }
    guard hasWhole else { throw .truncatedPhoto("it ends before its picture") }
    guard holdsJPEG else { throw .nativeJPEGXL }
    header = try JPEGXLHeader(code)
  }
}

/// One box (ISO/IEC 18181-2, 4.2): a size, four letters, and as many bytes.
private struct JPEGXLBox {
  struct Kind: Hashable {
    let letters: [UInt8]

    init(letters: some Sequence<UInt8>) { self.letters = Array(letters) }

    private init(_ name: StaticString) { letters = name.withUTF8Buffer(Array.init) }

    static let fileType = Kind("ftyp")
    static let code = Kind("jxlc")
    static let partOfCode = Kind("jxlp")
    /// What of a JPEG is not its picture.
    static let jpegData = Kind("jbrd")
  }

  let type: Kind
  /// Where its bytes lie in the file.
  let content: Range<Int>

  /// - Parameters:
  ///   - place: where it begins.
  ///   - end: of the file.
  /// - Throws: `FaceBlurError` where no whole box lies there.
  init(at place: Int, before end: Int, _ read: JPEGXLFile.Read) throws(FaceBlurError) {
    let short = FaceBlurError.truncatedPhoto("it ends before its picture")
    guard end - place >= 8 else { throw short }
    let head = try read(place..<place + 8)
    type = Kind(letters: head[4...])
    var headBytes = 8
    var size = BigEndian.number(head[..<4])
    if size == 1 {
      headBytes = 16
      guard end - place >= headBytes else { throw short }
      let long = try read(place + 8..<place + 16)
      // Files of more than 2⁵⁶ bytes are none.
      guard long[0] == 0 else { throw .truncatedPhoto("a part of it is longer than the file") }
      size = BigEndian.number(long)
    } else if size == 0 {
      size = end - place
    }
    guard size >= headBytes else { throw .damagedPhoto("a part of it is shorter than its header") }
    guard size <= end - place else { throw .truncatedPhoto("a part of it is longer than the file") }
    content = place + headBytes..<place + size
  }
}

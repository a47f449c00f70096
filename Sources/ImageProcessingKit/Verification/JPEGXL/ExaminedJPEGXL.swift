/// The boxes of a JPEG XL's file, as they follow each other (ISO/IEC 18181-2, 4.2), and what its code begins with.
///
/// Every byte belongs to a box or to what follows the boxes.
struct ExaminedJPEGXL {
  /// Four bytes that name a box.
  struct Name: Hashable, ExpressibleByStringLiteral {
    let number: UInt32

    init(_ number: UInt32) { self.number = number }

    init(stringLiteral text: StaticString) {
      number = text.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// For people, who get a question mark for what is no letter.
    var text: String {
      let letters = (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
      return String(
        decoding: letters.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
    }
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let boxes: [ExaminedJPEGXLBox]
  /// What no box holds, up to the end of the file.
  let rest: Range<Int>
  /// What its code begins with.
  let header: ExaminedJPEGXLHeader
  /// Where its code lies, the first part first.
  let code: [Range<Int>]
  /// What of the JPEG is not its picture.
  let jpegData: ExaminedJPEGXLBox

  /// More than any photo needs: the first one and 4,096 others.
  private static let maxBoxes = 4097

  /// - Parameter bytes: must outlive the value.
  /// - Throws: `FaceBlurError` where it is no whole file that a JPEG could be had back from.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) {
    self.bytes = bytes
    let (boxes, rest) = Self.boxes(of: bytes)
    (self.boxes, self.rest) = (boxes, rest)
    guard boxes.count <= Self.maxBoxes else { throw .damagedRender("it has more parts than a photo needs") }
    guard boxes.count > 1, boxes[0].range == 0..<12, boxes[0].name == "JXL ",
      bytes[boxes[0].content].elementsEqual(Self.mark), boxes[1].name == "ftyp",
      !boxes[2...].contains(where: { $0.name == "ftyp" })
    else { throw .damagedRender("it is no whole JPEG XL in boxes") }

    let jpegs = boxes.filter { $0.name == "jbrd" }
    guard let jpegData = jpegs.first, jpegs.count == 1 else {
      throw .damagedRender("it does not hold what one JPEG is had back by")
    }
    self.jpegData = jpegData
    let wholes = boxes.filter { $0.name == "jxlc" }
    let parts = boxes.filter { $0.name == "jxlp" }
    if let whole = wholes.first, wholes.count == 1, parts.isEmpty {
      code = [whole.content]
    } else {
      guard wholes.isEmpty, !parts.isEmpty else {
        throw .damagedRender("it does not hold one picture's code")
      }
      for (index, part) in parts.enumerated() {
        let number = bytes[part.content].prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let isLast = index == parts.count - 1
        guard part.content.count >= 4, number == (isLast ? 1 << 31 : 0) + index else {
          throw .damagedRender("the parts of its code are not in their order")
        }
      }
      code = parts.map { $0.content.lowerBound + 4..<$0.content.upperBound }
    }
    header = try ExaminedJPEGXLHeader(
      code.lazy.flatMap { bytes[$0] }.prefix(ExaminedJPEGXLHeader.maxBytes))
  }

  /// What the first box holds, which no transfer as text leaves whole.
  private static let mark: [UInt8] = [0x0D, 0x0A, 0x87, 0x0A]

  /// Walks boxes until one is not whole, or there are too many.
  static func boxes(of bytes: UnsafeBufferPointer<UInt8>) -> (boxes: [ExaminedJPEGXLBox], rest: Range<Int>) {
    var boxes: [ExaminedJPEGXLBox] = []
    var place = 0
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    while bytes.count - place >= 8, boxes.count <= maxBoxes {
      let name = Name(UInt32(truncatingIfNeeded: number(place + 4..<place + 8)))
      let left = UInt64(bytes.count - place)
      var header = 8
      var size = number(place..<place + 4)
      if size == 1 {
        guard left >= 16 else { break }
        header = 16
        size = number(place + 8..<place + 16)
      } else if size == 0 {
        size = left
      }
      guard size >= UInt64(header), size <= left else { break }
      let end = place + Int(size)
      boxes.append(ExaminedJPEGXLBox(name: name, range: place..<end, content: place + header..<end))
      place = end
    }
    return (boxes, place..<bytes.count)
  }

  /// The JPEG that the file was made of, byte for byte.
  /// - Throws: `FaceBlurError` where it cannot be had back.
  func jpeg() throws(FaceBlurError) -> [UInt8] {
    // Neither side of a JPEG is longer.
    guard max(header.width, header.height) <= 65_535 else { throw .damagedRender("its picture is no JPEG's") }
    return try JPEGXLCodec.jpeg(of: Array(bytes), width: header.width, height: header.height)
  }

  /// The file that is made of a JPEG of the picture's size.
  /// - Throws: `FaceBlurError` where it cannot be coded.
  func rendering(_ jpeg: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    try JPEGXLCodec.encode(jpeg: jpeg, width: header.width, height: header.height)
  }

  /// The whole of its code.
  var wholeCode: [UInt8] { code.flatMap { bytes[$0] } }
}

/// One box of a JPEG XL's file.
struct ExaminedJPEGXLBox: Hashable {
  let name: ExaminedJPEGXL.Name
  /// With its header.
  let range: Range<Int>
  let content: Range<Int>

  /// Whether it holds the picture's code, or a part of it.
  var isCode: Bool { name == "jxlc" || name == "jxlp" }
}

/// What the code of a WebP without loss begins with (RFC 9649, 3.4).
struct VP8LHeader: Hashable {
  /// In pixels.
  let width: Int
  let height: Int
  /// Whether the picture is said to have transparent pixels.
  let hasAlpha: Bool

  static let count = 5

  /// - Parameter bytes: the first of the code, `count` where there are so many.
  /// - Throws: `FaceBlurError` where they begin no picture.
  init(_ bytes: [UInt8]) throws(FaceBlurError) {
    guard bytes.count >= Self.count else { throw .truncatedPhoto("its picture's code ends in its header") }
    let fields = LittleEndian.number(bytes[1..<5])
    guard bytes[0] == 0x2F, fields >> 29 == 0 else { throw .damagedPhoto("its code begins no picture") }
    width = fields & 0x3FFF + 1
    height = fields >> 14 & 0x3FFF + 1
    hasAlpha = fields >> 28 & 1 == 1
    // One more could be said, and is coded by nobody.
    guard width <= WebPForm.maxSide, height <= WebPForm.maxSide else {
      throw .photoTooLarge("a side has more than \(WebPForm.maxSide) pixels")
    }
  }
}

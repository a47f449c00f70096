/// Where an element of EBML begins: its number, and how long it is (RFC 8794, 4 to 6).
struct EBMLHead {
  /// With the bits that say its length, as documents write it.
  let id: Int
  /// Bytes before what it holds.
  let headSize: Int
  /// Of what it holds; nil where it goes on until something begins that cannot lie in it.
  let size: Int?

  /// As many bytes are at most read to tell.
  static let most = 12

  /// - Parameter bytes: the first of the element, `most` where there are so many.
  /// - Throws: `FaceBlurError` where no element begins so.
  init(_ bytes: ArraySlice<UInt8>) throws(FaceBlurError) {
    guard let id = EBMLNumber(bytes, most: 4) else { throw .damagedFilm("a part of it has no number") }
    guard let size = EBMLNumber(bytes.dropFirst(id.length), most: 8) else {
      throw .damagedFilm("a part of it has no size")
    }
    self.id = id.whole
    headSize = id.length + size.length
    self.size = size.isUnknown ? nil : size.value
  }
}

/// A number whose first bits say how many bytes it has (RFC 8794, 4).
struct EBMLNumber {
  let length: Int
  /// Without the bits that say the length, below 2⁵⁶.
  let value: Int
  /// With them.
  let whole: Int

  /// - Parameters:
  ///   - bytes: that begin with it.
  ///   - most: bytes that it may have.
  /// - Returns: nil where it has more, or there are fewer.
  init?(_ bytes: ArraySlice<UInt8>, most: Int) {
    guard let first = bytes.first, first != 0 else { return nil }
    let length = first.leadingZeroBitCount + 1
    guard length <= most, length <= bytes.count else { return nil }
    self.length = length
    value = bytes.dropFirst().prefix(length - 1).reduce(Int(first) & (0xFF >> length)) { $0 << 8 | Int($1) }
    // Of eight bytes the bit that says so is the lowest of the first.
    whole = value | 1 << (7 * length)
  }

  /// Whether all bits are set, which stands for no number.
  var isUnknown: Bool { value == 1 << (7 * length) - 1 }

  /// As a number that may be below 0 (RFC 9559, 10.3.3).
  var signed: Int { value - (1 << (7 * length - 1) - 1) }
}

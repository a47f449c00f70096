/// What the code of a JPEG XL begins with: how large its picture is and how it is turned (ISO/IEC 18181-1, D.2 and D.3).
struct JPEGXLHeader: Sendable, Hashable {
  /// Of the coded picture in pixels, before it is turned: 1…2³⁰, as is `height`.
  let width: Int
  let height: Int
  let orientation: Orientation

  static let signature: [UInt8] = [0xFF, 0x0A]
  /// More than the fields that are read can take.
  static let maxBytes = 64

  /// - Parameter code: its first bytes, `maxBytes` of them where there are so many.
  /// - Throws: `FaceBlurError` where it ends in its header, or its picture is of a kind that no JPEG is.
  init(_ code: [UInt8]) throws(FaceBlurError) {
    guard code.starts(with: Self.signature) else {
      throw .damagedPhoto("its code does not begin as that of a picture does")
    }
    var bits = JPEGXLBits(code, at: Self.signature.count)
    (width, height) = try bits.size()
    // All fields have the values that most pictures have.
    guard try !bits.flag() else {
      orientation = .up
      return
    }
    guard try bits.flag() else {
      orientation = .up
      try Self.checkSamples(&bits)
      return
    }
    // Three bits are one of eight.
    orientation = Orientation(rawValue: try bits.number(3) + 1) ?? .up
    // The size that viewers are to show it at.
    if try bits.flag() { _ = try bits.size() }
    // A small picture that stands before it.
    if try bits.flag() { try bits.skipPreviewSize() }
    guard try !bits.flag() else { throw .animatedJPEGXL }
    try Self.checkSamples(&bits)
  }

  /// Reads how deep samples are, and whether there are others than colours.
  private static func checkSamples(_ bits: inout JPEGXLBits) throws(FaceBlurError) {
    let isFloat = try bits.flag()
    // 8, 10, 12, or 1 to 64; of fractions 32, 16, 24, or 1 to 64.
    if try bits.number(2) == 3 { _ = try bits.number(6) }
    if isFloat { _ = try bits.number(4) }
    // Whether 16 bits are enough to decode it with.
    _ = try bits.flag()
    guard try bits.number(2) == 0 else {
      throw .unsupportedJPEGXL("it has more than colours, as transparency")
    }
  }
}

extension FaceBlurError {
  fileprivate static var animatedJPEGXL: FaceBlurError {
    .unsupportedJPEGXL(
      "it is animated, and each of its pictures may show a face", instead: "a single picture")
  }
}

/// Bits of a JPEG XL's code, the lowest of each byte first.
private struct JPEGXLBits {
  private let bytes: [UInt8]
  private var place: Int

  /// - Parameter place: of the first byte that is read.
  init(_ bytes: [UInt8], at place: Int) {
    self.bytes = bytes
    self.place = 8 * place
  }

  /// - Parameter count: up to 30 bits.
  /// - Throws: `FaceBlurError` where there are not so many left.
  mutating func number(_ count: Int) throws(FaceBlurError) -> Int {
    guard count <= 8 * bytes.count - place else { throw .truncatedPhoto("it ends in its header") }
    var number = 0
    for bit in 0..<count {
      number |= Int(bytes[place / 8] >> (place % 8) & 1) << bit
      place += 1
    }
    return number
  }

  mutating func flag() throws(FaceBlurError) -> Bool { try number(1) == 1 }

  /// A number of one of four kinds, each with bits of its own and a number that is added to them.
  private mutating func number(
    _ kinds: [(base: Int, bits: Int)]
  ) throws(FaceBlurError) -> Int {
    let kind = kinds[try number(2)]
    return kind.base + (try number(kind.bits))
  }

  /// What a width is of a height, where it is not stated (ISO/IEC 18181-1, table D.2).
  private static let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]

  private mutating func width(
    of height: Int, _ read: (inout JPEGXLBits) throws(FaceBlurError) -> Int
  ) throws(FaceBlurError) -> Int {
    let ratio = try number(3)
    guard ratio > 0 else { return try read(&self) }
    let (numerator, denominator) = Self.ratios[ratio - 1]
    // Heights have no more than 31 bits.
    return height * numerator / denominator
  }

  mutating func size() throws(FaceBlurError) -> (width: Int, height: Int) {
    func side(_ bits: inout JPEGXLBits) throws(FaceBlurError) -> Int {
      try bits.number([(1, 9), (1, 13), (1, 18), (1, 30)])
    }
    func eighth(_ bits: inout JPEGXLBits) throws(FaceBlurError) -> Int { try (bits.number(5) + 1) * 8 }
    let isSmall = try flag()
    let height = try isSmall ? eighth(&self) : side(&self)
    let width = try isSmall ? width(of: height, eighth) : width(of: height, side)
    return (width, height)
  }

  /// Reads over the size of a picture that stands before the picture.
  mutating func skipPreviewSize() throws(FaceBlurError) {
    let isInEighths = try flag()
    let kinds =
      isInEighths ? [(16, 0), (32, 0), (1, 5), (33, 9)] : [(1, 6), (65, 8), (321, 10), (1345, 12)]
    _ = try number(kinds)
    if try number(3) == 0 { _ = try number(kinds) }
  }
}

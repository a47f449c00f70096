/// What a JPEG XL's code says of its picture before anything of it is decoded (ISO/IEC 18181-1, D.2 and D.3), for the gate.
struct ExaminedJPEGXLHeader: Hashable {
  /// Of the coded picture in pixels, before it is turned.
  let width: Int
  let height: Int
  let orientation: Orientation
  /// Whether a small picture stands before the picture.
  let hasPreview: Bool

  static let maxBytes = 64

  /// - Parameter code: the first bytes of the code.
  /// - Throws: `FaceBlurError` where it ends too early or is no single picture of nothing but colours.
  init(_ code: some Sequence<UInt8>) throws(FaceBlurError) {
    var reader = Reader(code)
    guard reader.take(16) == 0x0AFF else {
      throw .damagedRender("its code does not begin as a picture's does")
    }
    let size = reader.takeSize()
    var (orientation, hasPreview, isAnimated, hasMore) = (1, false, false, false)
    if reader.take(1) == 0 {
      if reader.take(1) == 1 {
        orientation = 1 + reader.take(3)
        if reader.take(1) == 1 { _ = reader.takeSize() }
        hasPreview = reader.take(1) == 1
        if hasPreview { reader.takePreviewSize() }
        isAnimated = reader.take(1) == 1
      }
      // What follows the word that it is animated is not read.
      if !isAnimated {
        let isFloat = reader.take(1) == 1
        if reader.take(2) == 3 { _ = reader.take(6) }
        if isFloat { _ = reader.take(4) }
        _ = reader.take(1)
        hasMore = reader.take(2) != 0
      }
    }
    guard !reader.isOver else { throw .damagedRender("its code ends in its header") }
    guard !isAnimated else { throw .damagedRender("it is animated") }
    guard !hasMore else { throw .damagedRender("it has more than colours") }
    (width, height) = size
    self.orientation = Orientation(rawValue: orientation) ?? .up
    self.hasPreview = hasPreview
  }

  /// Takes bits off a number that holds all of them, the lowest first.
  private struct Reader {
    private var bits: [UInt8]
    private var next = 0
    /// Whether more was asked for than there was: all that is taken then is 0.
    private(set) var isOver = false

    init(_ bytes: some Sequence<UInt8>) {
      bits = bytes.prefix(maxBytes).flatMap { byte in (0..<8).map { byte >> $0 & 1 } }
    }

    mutating func take(_ count: Int) -> Int {
      guard next + count <= bits.count else {
        isOver = true
        return 0
      }
      defer { next += count }
      return bits[next..<next + count].reversed().reduce(0) { $0 << 1 | Int($1) }
    }

    /// The height, and the width that is stated or follows from it.
    mutating func takeSize() -> (width: Int, height: Int) {
      func takeSide(isSmall: Bool) -> Int {
        if isSmall { return 8 * (take(5) + 1) }
        let lengths = [9, 13, 18, 30]
        return take(lengths[take(2)]) + 1
      }
      let isSmall = take(1) == 1
      let height = takeSide(isSmall: isSmall)
      switch take(3) {
      case 1: return (height, height)
      case 2: return (height * 6 / 5, height)
      case 3: return (height * 4 / 3, height)
      case 4: return (height * 3 / 2, height)
      case 5: return (height * 16 / 9, height)
      case 6: return (height * 5 / 4, height)
      case 7: return (height * 2, height)
      default: return (takeSide(isSmall: isSmall), height)
      }
    }

    mutating func takePreviewSize() {
      let lengths = take(1) == 1 ? [0, 0, 5, 9] : [6, 8, 10, 12]
      _ = take(lengths[take(2)])
      if take(3) == 0 { _ = take(lengths[take(2)]) }
    }
  }
}

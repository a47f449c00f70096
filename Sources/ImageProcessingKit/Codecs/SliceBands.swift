/// How a large picture of HEVC is divided that takes no loss: into slices that are coded each for itself, from the top.
///
/// The encoder takes 13 bytes of each pixel that it is given, and so no more than some millions of them at once. A picture is one slice
/// as long as it is no larger than those of most phones. Slices are predicted from nothing outside of them (ITU-T H.265, 6.4.1), and no
/// filter works across them where there is none, so each can be coded, and read, as a picture of its own.
enum SliceBands {
  /// Pixels along the side of a coding tree block of pictures so large.
  static let side = 32
  /// Pixels of the largest picture that is one slice.
  private static let mostWhole = 1 << 24
  /// Pixels of a slice, roughly.
  private static let pixels = 1 << 22
  /// Rows of blocks that a slice has at least, but for rounding: the encoder takes no picture that is lower than a block.
  private static let leastRows = 4

  /// The rows of pixels of each slice: all but the last one have whole blocks.
  static func rows(of shape: PlanarShape) -> [Range<Int>] {
    guard shape.width * shape.height > mostWhole else { return [0..<shape.height] }
    let blocks = (shape.height + side - 1) / side
    let most = max(pixels / (shape.width * side), leastRows)
    let count = (blocks + most - 1) / most
    return (0..<count).map { index in
      blocks * index / count * side..<min(blocks * (index + 1) / count * side, shape.height)
    }
  }

  /// What the head of a slice says of where it begins: slice_segment_address (ITU-T H.265, 7.4.7.1).
  struct Address: Hashable {
    /// Of a block, counted row by row.
    let value: Int
    /// In which it is coded.
    let bits: Int
  }

  /// - Parameter row: of pixels, the first one of a slice.
  static func address(ofRow row: Int, in shape: PlanarShape) -> Address {
    let (across, down) = ((shape.width + side - 1) / side, (shape.height + side - 1) / side)
    let last = across * down - 1
    return Address(value: row / side * across, bits: Int.bitWidth - last.leadingZeroBitCount)
  }
}

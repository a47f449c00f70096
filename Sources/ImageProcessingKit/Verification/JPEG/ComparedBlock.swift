/// What is wrong with a render's picture.
enum ComparisonFinding: Error, Hashable {
  /// The original's data is not as it should be, so nothing can be said this way.
  case unreadableOriginal
  case damaged
  case changedOutside
  case bytesBehindPicture
  /// The render holds something besides its picture.
  case anomaly(CodingAnomaly, Range<Int>)
}

/// A block of an area or beside one, in a render and in its original.
struct ComparedBlock {
  /// The area's index.
  let area: Int
  /// Whether it lies beside the area, where nothing may change: the area's tones come from such blocks.
  let isBeside: Bool
  let component: Int
  /// In the component's blocks.
  let x: Int
  let y: Int
  /// The original's DC, quantised; nil where the original's coefficients cannot be read.
  let originalDC: Int?
  /// The render's 64 coefficients, quantised, in natural order.
  let coefficients: UnsafePointer<Int16>
}

/// A component as the judges of blocks need it.
struct ComparedComponent: Hashable {
  /// Blocks per unit across and down.
  let across: Int
  let down: Int
  /// Blocks that carry picture.
  let widthInBlocks: Int
  let heightInBlocks: Int
  /// 64, in natural order.
  let quantizers: [UInt16]
}

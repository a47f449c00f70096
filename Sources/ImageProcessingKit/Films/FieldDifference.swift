/// Tells frames whose two fields show different things, as of what moves or stands in one of them alone, from those that look the same woven.
///
/// In a picture, a row is like the next one, and less like the one after that. Where rows are of two fields in turns that show different
/// things, it is the other way round. It is measured in small blocks, since a face may be small, and against that field whose rows are more
/// alike: in the other one, whoever made the film may have put lines.
enum FieldDifference {
  /// Pixels across and down a block: fewer than a face has that is found.
  private static let block = 16
  /// How much more neighbouring rows differ on average than rows two apart, in levels of 8 bits: of nine in ten photos that were brought to
  /// 576 rows, no block reaches it, and a face over anything else of some contrast reaches ten times that.
  private static let least = 3.0

  /// - Parameters:
  ///   - luma: row by row.
  ///   - size: in samples.
  ///   - depth: bits of a sample.
  @inline(__always)
  static func isSeen<Sample: FixedWidthInteger & UnsignedInteger>(
    in luma: UnsafeBufferPointer<Sample>, _ size: (width: Int, height: Int), depth: Int
  ) -> Bool {
    // Too few rows to tell.
    guard size.height >= 4 else { return size.height > 1 }
    let (width, height) = (min(block, size.width), min(block, size.height))
    let least = least * Double(1 << max(depth - 8, 0))
    // The last blocks reach to the edge, and over those before them.
    for y in stride(from: 0, to: size.height, by: block).map({ min($0, size.height - height) }) {
      for x in stride(from: 0, to: size.width, by: block).map({ min($0, size.width - width) }) {
        func difference(from first: Int, by step: Int, to below: Int) -> Double {
          var (sum, count) = (0, 0)
          for row in stride(from: y + first, to: y + height - below, by: step) {
            let (upper, lower) = (row * size.width + x, (row + below) * size.width + x)
            for column in 0..<width {
              sum &+= abs(
                Int(truncatingIfNeeded: luma[upper &+ column])
                  &- Int(truncatingIfNeeded: luma[lower &+ column]))
            }
            count += width
          }
          return Double(sum) / Double(count)
        }
        let within = min(difference(from: 0, by: 2, to: 2), difference(from: 1, by: 2, to: 2))
        if difference(from: 0, by: 1, to: 1) - within > least { return true }
      }
    }
    return false
  }
}

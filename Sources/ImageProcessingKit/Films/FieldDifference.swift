/// Tells frames whose two fields show different things, as of what moves or stands in one of them alone, from those that look the same woven.
///
/// In a picture, a row is like the next one, and less like the one after that. Where rows are of two fields in turns that show different
/// things, it is the other way round. It is measured in small blocks, since a face may be small, and against that field whose rows are more
/// alike: in the other one, whoever made the film may have put lines.
enum FieldDifference {
  /// Pixels across and down a block: fewer than a face has that is found.
  private static let block = 16
  /// How much more neighbouring rows differ on average than rows two apart, in levels of 8 bits: of nineteen in twenty photos brought to
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
        func difference(_ rows: StrideTo<Int>, from below: Int) -> Double {
          var (sum, count) = (0, 0)
          for row in rows {
            let (upper, lower) = ((y + row) * size.width + x, (y + row + below) * size.width + x)
            for column in 0..<width {
              sum &+= abs(
                Int(truncatingIfNeeded: luma[upper &+ column])
                  &- Int(truncatingIfNeeded: luma[lower &+ column]))
            }
            count += width
          }
          return Double(sum) / Double(count)
        }
        let upper = difference(stride(from: 0, to: height - 2, by: 2), from: 2)
        let lower = difference(stride(from: 1, to: height - 2, by: 2), from: 2)
        // Not the first rows and the last: an edge there stands between neighbours of which only one field has a pair.
        let between = difference(stride(from: 1, to: height - 2, by: 1), from: 1)
        if between - min(upper, lower) > least { return true }
      }
    }
    return false
  }
}

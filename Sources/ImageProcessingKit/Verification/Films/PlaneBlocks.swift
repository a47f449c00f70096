/// One plane of two pictures.
struct PlaneBlocks<Sample: FixedWidthInteger & UnsignedInteger> {
  /// Of differences, in levels.
  struct Sum {
    var absolute = 0
    var signed = 0
    var count = 0

    var mean: Double { Double(absolute) / Double(max(count, 1)) }
    var level: Double { Double(signed) / Double(max(count, 1)) }

    mutating func add(_ other: Sum) {
      absolute += other.absolute
      signed += other.signed
      count += other.count
    }
  }

  private let first: UnsafeBufferPointer<Sample>
  private let second: UnsafeBufferPointer<Sample>
  private let width: Int
  private let height: Int

  /// - Parameters:
  ///   - first: row by row, `width` times `height` samples, as is `second`.
  init(_ first: UnsafeBufferPointer<Sample>, _ second: UnsafeBufferPointer<Sample>, width: Int, height: Int) {
    precondition(first.count == width * height && second.count == width * height)
    self.first = first
    self.second = second
    self.width = width
    self.height = height
  }

  /// Adds up what of a rectangle lies in the plane.
  @inline(__always)
  func add(_ columns: Range<Int>, _ rows: Range<Int>, to sum: inout Sum) {
    let (left, right) = (columns.lowerBound, min(columns.upperBound, width))
    guard left < right, let one = first.baseAddress, let two = second.baseAddress else { return }
    for row in rows.lowerBound..<max(min(rows.upperBound, height), rows.lowerBound) {
      var (absolute, signed): (Int32, Int32) = (0, 0)
      let (a, b) = (one + row * width, two + row * width)
      var x = left
      while x < right {
        let difference = Int32(truncatingIfNeeded: a[x]) &- Int32(truncatingIfNeeded: b[x])
        signed &+= difference
        absolute &+= difference < 0 ? 0 &- difference : difference
        x &+= 1
      }
      sum.absolute += Int(absolute)
      sum.signed += Int(signed)
      sum.count += right - left
    }
  }

  /// Whether something holds for every block.
  func allBlocks(across: Int, down: Int, _ holds: (Sum) -> Bool) -> Bool {
    for top in stride(from: 0, to: height, by: down) {
      for left in stride(from: 0, to: width, by: across) {
        var sum = Sum()
        add(left..<left + across, top..<top + down, to: &sum)
        guard holds(sum) else { return false }
      }
    }
    return true
  }
}

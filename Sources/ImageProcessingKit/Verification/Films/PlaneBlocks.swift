/// One plane of three pictures: what a render is to show, what it shows, and what its original shows.
struct PlaneBlocks<Sample: FixedWidthInteger & UnsignedInteger> {
  /// Of differences, in levels.
  struct Sum {
    var absolute = 0
    var signed = 0
    var count = 0
    /// Of hidden samples: products of what the render shows beside what it is to show, and what the original does; and the squares of that.
    var likeness = 0.0
    var energy = 0.0

    var mean: Double { Double(absolute) / Double(max(count, 1)) }
    var level: Double { Double(signed) / Double(max(count, 1)) }

    mutating func add(_ other: Sum) {
      absolute += other.absolute
      signed += other.signed
      count += other.count
      likeness += other.likeness
      energy += other.energy
    }
  }

  private let witness: UnsafeBufferPointer<Sample>
  private let shown: UnsafeBufferPointer<Sample>
  private let before: UnsafeBufferPointer<Sample>
  private let width: Int
  private let height: Int

  /// - Parameters:
  ///   - witness: row by row, `width` times `height` samples, as are the others.
  init(
    witness: UnsafeBufferPointer<Sample>, shown: UnsafeBufferPointer<Sample>,
    before: UnsafeBufferPointer<Sample>, width: Int, height: Int
  ) {
    precondition([witness, shown, before].allSatisfy { $0.count == width * height })
    self.witness = witness
    self.shown = shown
    self.before = before
    self.width = width
    self.height = height
  }

  /// Adds up what of a rectangle lies in the plane.
  @inline(__always)
  func add(_ columns: Range<Int>, _ rows: Range<Int>, to sum: inout Sum) {
    let (left, right) = (columns.lowerBound, min(columns.upperBound, width))
    guard left < right, let one = shown.baseAddress, let two = witness.baseAddress else { return }
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

  /// The same of a rectangle that is hidden.
  @inline(__always)
  func addHidden(_ columns: Range<Int>, _ rows: Range<Int>, to sum: inout Sum) {
    add(columns, rows, to: &sum)
    let (left, right) = (columns.lowerBound, min(columns.upperBound, width))
    guard left < right else { return }
    for row in rows.lowerBound..<max(min(rows.upperBound, height), rows.lowerBound) {
      var (likeness, energy) = (0, 0)
      for place in row * width + left..<row * width + right {
        let right = Int(witness[place])
        let hidden = Int(before[place]) - right
        likeness += (Int(shown[place]) - right) * hidden
        energy += hidden * hidden
      }
      sum.likeness += Double(likeness)
      sum.energy += Double(energy)
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

/// What is taken from the bytes of a row before they are deflated (9.2).
enum PNGFilter: UInt8, CaseIterable {
  case none = 0
  case left
  case above
  case average
  case paeth

  /// Adds what the filter has taken away.
  /// - Parameters:
  ///   - row: filtered, and the row itself afterwards.
  ///   - above: the row above in the same pass; zeros above the first.
  ///   - stride: how far back the filter looks, in bytes.
  func restore(
    _ row: UnsafeMutableBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, stride: Int
  ) {
    let count = row.count
    let first = min(stride, count)
    switch self {
    case .none: break
    case .left:
      for place in first..<count { row[place] &+= row[place &- stride] }
    case .above:
      for place in 0..<count { row[place] &+= above[place] }
    case .average:
      for place in 0..<first { row[place] &+= above[place] / 2 }
      for place in first..<count {
        row[place] &+= UInt8(truncatingIfNeeded: (UInt32(row[place &- stride]) &+ UInt32(above[place])) / 2)
      }
    case .paeth:
      switch stride {
      case 3: Self.restorePaeth(row, above, 3, SIMD4<Int16>())
      case 4: Self.restorePaeth(row, above, 4, SIMD4<Int16>())
      case 6: Self.restorePaeth(row, above, 6, SIMD8<Int16>())
      case 8: Self.restorePaeth(row, above, 8, SIMD8<Int16>())
      default:
        for place in 0..<first { row[place] &+= above[place] }
        for place in first..<count {
          row[place] &+= Self.predictor(row[place &- stride], above[place], above[place &- stride])
        }
      }
    }
  }

  /// Paeth's filter for whole pixels of some bytes: the pixel to the left stays in registers, where a byte read back from memory
  /// that was written just before takes longer than all the arithmetic.
  /// - Parameter zero: has a lane for each byte of a pixel.
  @inline(__always)
  private static func restorePaeth<Lanes: SIMD>(
    _ row: UnsafeMutableBufferPointer<UInt8>, _ aboveRow: UnsafeBufferPointer<UInt8>, _ stride: Int,
    _ zero: Lanes
  ) where Lanes.Scalar == Int16 {
    func magnitude(_ lanes: Lanes) -> Lanes { lanes.replacing(with: zero &- lanes, where: lanes .< zero) }
    func lesser(_ a: Lanes, _ b: Lanes) -> Lanes { a.replacing(with: b, where: b .< a) }
    var (left, corner) = (zero, zero)
    var place = 0
    while place < row.count {
      var (pixel, above) = (zero, zero)
      for byte in 0..<stride {
        pixel[byte] = Int16(row[place &+ byte])
        above[byte] = Int16(aboveRow[place &+ byte])
      }
      let (a, b) = (above &- corner, left &- corner)
      let (toLeft, toAbove, toCorner) = (magnitude(a), magnitude(b), magnitude(a &+ b))
      let least = lesser(toLeft, lesser(toAbove, toCorner))
      let foretold = corner.replacing(with: above, where: toAbove .== least)
        .replacing(with: left, where: toLeft .== least)
      left = (pixel &+ foretold) & Lanes(repeating: 255)
      corner = above
      for byte in 0..<stride { row[place &+ byte] = UInt8(truncatingIfNeeded: left[byte]) }
      place &+= stride
    }
  }

  /// Takes away what the filter foretells.
  /// - Parameter target: as long as the row.
  func apply(
    to row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, stride: Int,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let count = row.count
    let first = min(stride, count)
    switch self {
    case .none:
      for place in 0..<count { target[place] = row[place] }
    case .left:
      for place in 0..<first { target[place] = row[place] }
      for place in first..<count { target[place] = row[place] &- row[place &- stride] }
    case .above:
      for place in 0..<count { target[place] = row[place] &- above[place] }
    case .average:
      for place in 0..<first { target[place] = row[place] &- above[place] / 2 }
      for place in first..<count {
        let mean = (UInt32(row[place &- stride]) &+ UInt32(above[place])) / 2
        target[place] = row[place] &- UInt8(truncatingIfNeeded: mean)
      }
    case .paeth:
      for place in 0..<first { target[place] = row[place] &- above[place] }
      for place in first..<count {
        target[place] =
          row[place] &- Self.predictor(row[place &- stride], above[place], above[place &- stride])
      }
    }
  }

  /// Paeth's: the one of three neighbours that is nearest to what they foretell together (9.4).
  @inline(__always)
  private static func predictor(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int32(left), Int32(above), Int32(corner))
    let (pa, pb, pc) = (abs(b &- c), abs(a &- c), abs(a &+ b &- c &- c))
    // The nearest, the first of them where several are: without a branch, which would be foretold wrongly half of the time.
    let least = min(pa, pb, pc)
    let other = pb == least ? above : corner
    return pa == least ? left : other
  }

  /// Filters a row in the way that leaves the least, as the standard advises (12.7): the sum of what is left, as signed numbers.
  /// The pixels alone decide.
  /// - Parameters:
  ///   - isTried: else the row is not filtered, as fits palettes and samples of less than a byte.
  ///   - target: takes the filter's number and the filtered row.
  static func choose(
    for row: UnsafeBufferPointer<UInt8>, above: UnsafeBufferPointer<UInt8>, stride: Int, isTried: Bool,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let filtered = UnsafeMutableBufferPointer(rebasing: target.dropFirst())
    target[0] = none.rawValue
    none.apply(to: row, above: above, stride: stride, into: filtered)
    guard isTried else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: row.count) { trial in
      var least = remainder(UnsafeBufferPointer(filtered))
      for filter in allCases where filter != none {
        filter.apply(to: row, above: above, stride: stride, into: trial)
        let left = remainder(UnsafeBufferPointer(trial))
        guard left < least else { continue }
        least = left
        target[0] = filter.rawValue
        _ = filtered.update(fromContentsOf: trial)
      }
    }
  }

  private static func remainder(_ filtered: UnsafeBufferPointer<UInt8>) -> Int {
    var sum = 0
    for byte in filtered { sum &+= Int(Int8(bitPattern: byte).magnitude) }
    return sum
  }
}

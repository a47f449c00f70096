/// Where red, green, blue and the white of a picture lie among all colours, by x and y of CIE 1931.
struct PrimaryColors: Hashable {
  struct Point: Hashable {
    let x: Double
    let y: Double

    /// X, Y and Z, which come to 1.
    fileprivate var sums: [Double] { [x, y, 1 - x - y] }
  }

  let white: Point
  let red: Point
  let green: Point
  let blue: Point

  /// Of ITU-R BT.709 and IEC 61966-2-1.
  static let sRGB = PrimaryColors(
    white: Point(x: 0.3127, y: 0.3290), red: Point(x: 0.64, y: 0.33), green: Point(x: 0.30, y: 0.60),
    blue: Point(x: 0.15, y: 0.06))

  /// Nine numbers, row by row, that make sRGB's amounts of light of these; nil where the colours are none, or are sRGB's but for
  /// what rounding makes of them.
  var matrixToSRGB: [Float]? {
    guard let own = matrixToXYZ, let back = Self.sRGB.matrixToXYZ.flatMap({ Self.inverse($0) }) else {
      return nil
    }
    let adapted = Self.adaptation(from: white, to: Self.sRGB.white) ?? Self.unchanged
    let matrix = Self.product(back, Self.product(adapted, own))
    let isNear = matrix.indices.allSatisfy { place in
      let same: Double = place % 4 == 0 ? 1 : 0
      return abs(matrix[place] - same) <= Self.rounding
    }
    return isNear ? nil : matrix.map { Float($0) }
  }

  /// What tools that round x and y to three digits leave.
  private static let rounding = 0.02
  private static let unchanged: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

  /// Nil where the three lie in one line, or white has no light.
  private var matrixToXYZ: [Double]? {
    let columns = [red.sums, green.sums, blue.sums]
    let matrix = (0..<9).map { columns[$0 % 3][$0 / 3] }
    guard white.y > 0, let inverse = Self.inverse(matrix) else { return nil }
    let scales = Self.product(inverse, white.sums.map { $0 / white.y })
    return matrix.indices.map { matrix[$0] * scales[$0 % 3] }
  }

  /// Bradford's, by which whites of other lamps become one another (ICC.1:2010, annex E); nil for a white that no lamp has.
  private static func adaptation(from white: Point, to other: Point) -> [Double]? {
    let cones = [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296]
    guard let back = inverse(cones) else { return nil }
    let (seen, wanted) = (product(cones, white.sums), product(cones, other.sums))
    guard seen.allSatisfy({ abs($0) > 1e-9 }) else { return nil }
    // Both are of one brightness.
    let scales = (0..<3).map { wanted[$0] / other.y / (seen[$0] / white.y) }
    return product(back, cones.indices.map { cones[$0] * scales[$0 / 3] })
  }

  /// Of three by three numbers and as many, or a column of three.
  private static func product(_ left: [Double], _ right: [Double]) -> [Double] {
    let columns = right.count / 3
    return right.indices.map { place -> Double in
      var sum = 0.0
      for index in 0..<3 {
        sum += left[place / columns * 3 + index] * right[index * columns + place % columns]
      }
      return sum
    }
  }

  private static func inverse(_ numbers: [Double]) -> [Double]? {
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double {
      numbers[a] * numbers[b] - numbers[c] * numbers[d]
    }
    let minors = [
      minor(4, 8, 5, 7), minor(2, 7, 1, 8), minor(1, 5, 2, 4), minor(5, 6, 3, 8), minor(0, 8, 2, 6),
      minor(2, 3, 0, 5), minor(3, 7, 4, 6), minor(1, 6, 0, 7), minor(0, 4, 1, 3),
    ]
    let determinant = numbers[0] * minors[0] + numbers[1] * minors[3] + numbers[2] * minors[6]
    guard abs(determinant) > 1e-12 else { return nil }
    return minors.map { $0 / determinant }
  }
}

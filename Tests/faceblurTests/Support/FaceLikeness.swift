import TestSupport

/// How much of what a face is recognised by two frames have in common.
enum FaceLikeness {
  /// The correlation of what two frames show in a box, 0…1.
  /// - Parameters:
  ///   - one: luma, a byte a sample.
  ///   - other: of the same size.
  ///   - width: of both.
  static func of(_ one: [UInt8], _ other: [UInt8], in box: PixelBox, width: Int) -> Double {
    var places: [Int] = []
    for y in box.y..<box.y + box.height {
      for x in box.x..<box.x + box.width where y * width + x < one.count { places.append(y * width + x) }
    }
    func values(_ frame: [UInt8]) -> [Double] {
      let mean = places.reduce(0.0) { $0 + Double(frame[$1]) } / Double(places.count)
      return places.map { Double(frame[$0]) - mean }
    }
    let (a, b) = (values(one), values(other))
    let product = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    let power = a.reduce(0) { $0 + $1 * $1 } * b.reduce(0) { $0 + $1 * $1 }
    return power > 0 ? max(product / power.squareRoot(), 0) : 0
  }
}

import ImageProcessingKit

/// Red, green and blue, 0…255.
typealias Color = SIMD3<Double>

extension Color {
  init(_ pixel: (red: UInt8, green: UInt8, blue: UInt8)) {
    self.init(Double(pixel.red), Double(pixel.green), Double(pixel.blue))
  }

  static func gray(_ value: Double) -> Color { Color(repeating: value) }

  func mixed(with other: Color, _ share: Double) -> Color { self + (other - self) * share }

  var pixel: (red: UInt8, green: UInt8, blue: UInt8) {
    let whole = clamped(lowerBound: .zero, upperBound: .gray(255)).rounded(.toNearestOrAwayFromZero)
    return (UInt8(whole.x), UInt8(whole.y), UInt8(whole.z))
  }
}

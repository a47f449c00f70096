import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct PhotoGeometryTests {
  private let seed: UInt64 = 20

  /// Inward alignment would leave up to 59 % of a 40 px box as it was.
  @Test func alignsOutwardAndNeverInward() {
    var random = SplitMix(seed: seed)
    for _ in 0..<2000 {
      let geometry = PhotoGeometry(
        storedWidth: .random(in: 1...700, using: &random), storedHeight: .random(in: 1...700, using: &random),
        orientation: Orientation.allCases.randomElement(using: &random) ?? .up,
        unitWidth: [8, 16, 32].randomElement(using: &random) ?? 8,
        unitHeight: [8, 16].randomElement(using: &random) ?? 8)
      let rect = NormalizedRect(
        x: .random(in: -0.5...1, using: &random), y: .random(in: -0.5...1, using: &random),
        width: .random(in: 0.0001...1.5, using: &random), height: .random(in: 0.0001...1.5, using: &random))
      let units = geometry.units(covering: rect)
      #expect(units.x >= 0 && units.y >= 0 && units.width >= 1 && units.height >= 1)
      #expect(units.maxX <= geometry.unitColumns && units.maxY <= geometry.unitRows)

      let covered = geometry.uprightRect(of: units)
      let wanted = rect.clampedToPicture()
      let slack = 0.002 / Double(min(geometry.storedWidth, geometry.storedHeight))
      guard wanted.area > 0 else { continue }
      #expect(covered.x <= wanted.x + slack && covered.maxX >= wanted.maxX - slack)
      #expect(covered.y <= wanted.y + slack && covered.maxY >= wanted.maxY - slack)
    }
  }

  @Test func takesNoUnitThatTheRectangleOnlyTouches() {
    let geometry = PhotoGeometry(
      storedWidth: 160, storedHeight: 160, orientation: .right, unitWidth: 16, unitHeight: 16)
    let units = geometry.units(covering: NormalizedRect(x: 0.1, y: 0.3, width: 0.2, height: 0.1))
    #expect((units.width, units.height) == (1, 2))
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// Filters on samples of 16 bits: the same as on 8, and finer.
@Suite struct WideToningTests {
  private static let width = 64

  private static func filters() throws -> [ToneFilters] {
    let lut = try TestCube.lut(
      TestCube.text(9) { ($0.green * $0.green, 0.2 + 0.7 * $0.red, $0.blue * $0.red) })
    return [
      ToneFilters(sepia: 0.4), ToneFilters(sepia: 1), ToneFilters(vignette: Vignette(intensity: 0.8)),
      ToneFilters(vignette: Vignette(radius: 0, intensity: 1)), ToneFilters(lut: lut),
    ]
  }

  private func toned(_ row: [UInt16], _ filters: ToneFilters, y: Int = 3) -> [UInt16] {
    var row = row
    row.withUnsafeMutableBufferPointer {
      Toner(filters, width: Self.width, height: 48).tone($0, y: y)
    }
    return row
  }

  private static func noise(seed: UInt64) -> [UInt16] {
    var random = SplitMix(seed: seed)
    return (0..<3 * width).map { _ in UInt16(truncatingIfNeeded: random.next()) }
  }

  @Test func areTheSameAsInEightBits() throws {
    for filters in try Self.filters() {
      for seed in 0..<20 {
        let narrow = Self.noise(seed: UInt64(seed)).map { UInt8(truncatingIfNeeded: $0) }
        var expected = narrow
        expected.withUnsafeMutableBufferPointer {
          Toner(filters, width: Self.width, height: 48).tone($0, y: 3)
        }
        let wide = toned(narrow.map { UInt16($0) * 257 }, filters)
        // A level of 8 bits is 257; the narrow one is rounded to its nearest.
        #expect(zip(wide, expected).allSatisfy { abs(Int($0) - Int($1) * 257) <= 130 }, "\(filters)")
      }
    }
  }

  /// What eight bits cannot tell apart stays apart.
  @Test func keepWhatEightBitsLose() throws {
    for filters in try Self.filters() {
      let ramp = (0..<Self.width).flatMap { x in [UInt16](repeating: UInt16(30_000 + 4 * x), count: 3) }
      #expect(Set(toned(ramp, filters)).count > Self.width / 2, "\(filters)")
    }
  }

  @Test func leaveTheEndsOfTheScaleAsTheyAre() throws {
    let lut = try TestCube.lut(TestCube.text(5) { ($0.red, $0.green, $0.blue * 0.999) })
    let ends =
      [UInt16](repeating: 0, count: 3 * Self.width / 2)
      + Self.noise(seed: 1).prefix(3 * Self.width / 2).map { _ in .max }
    let result = toned(ends, ToneFilters(lut: lut))
    for place in stride(from: 0, to: result.count, by: 3) {
      #expect(result[place] == ends[place] && result[place + 1] == ends[place + 1])
    }
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct ToneLookTests {
  private func toned(_ look: ToneLook, _ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [Int] {
    var pixel = PixelBuffer(width: 1, height: 1, red: red, green: green, blue: blue)
    look.filters.apply(to: &pixel)
    return pixel.bytes.map(Int.init)
  }

  @Test func inverts() {
    for level in UInt8.min...UInt8.max {
      #expect(toned(.invert, level, 7, 255 - level) == [255 - Int(level), 248, Int(level)])
    }
  }

  /// Six levels, 51 apart, and between them ramps a cell wide: 255 / 25 samples.
  @Test func posterizes() {
    for level in 0...255 {
      let nearest = (level * 5 * 2 + 255) / 510 * 51
      let value = toned(.posterize, UInt8(level), 0, 255)
      #expect(value[1] == 0 && value[2] == 255)
      let fromEdge = abs(Double(level) * 5 / 255 - (Double(level) * 5 / 255).rounded(.down) - 0.5) * 51
      if fromEdge > 5.2 { #expect(value[0] == nearest, "\(level)") }
      #expect(abs(value[0] - nearest) <= 26, "\(level)")
    }
    var levels: Set<Int> = []
    for level in 0...255 { levels.insert(toned(.posterize, UInt8(level), 0, 0)[0]) }
    #expect(levels.isSuperset(of: [0, 51, 102, 153, 204, 255]))
  }

  @Test func chromeKeepsGreysGreyAndMakesColoursStronger() {
    for level in stride(from: UInt8(0), through: 255, by: 5) {
      let grey = toned(.chrome, level, level, level)
      #expect(abs(grey[0] - grey[1]) <= 1 && abs(grey[1] - grey[2]) <= 1)
      // Darker shadows, lighter lights.
      #expect(level < 128 ? grey[0] <= Int(level) + 1 : grey[0] >= Int(level) - 1)
    }
    #expect(toned(.chrome, 0, 0, 0) == [0, 0, 0] && toned(.chrome, 255, 255, 255) == [255, 255, 255])
    let skin = toned(.chrome, 200, 150, 120)
    #expect(skin[0] - skin[2] > 80)
  }

  @Test func instantHasNoBlackAndNoWhite() {
    let (black, white) = (toned(.instant, 0, 0, 0), toned(.instant, 255, 255, 255))
    #expect(black == [15, 13, 41] && white == [255, 247, 219])
    let red = toned(.instant, 255, 0, 0)
    #expect(red[0] - red[1] < 240)
  }

  /// Filtster begins with both at full strength.
  @Test func sepiaAndVignetteBeginWhereTheSlidersDo() {
    #expect(ToneLook.sepia.filters == ToneFilters(sepia: 1))
    #expect(ToneLook.vignette.filters == ToneFilters(vignette: Vignette(radius: 0.5, intensity: 1)))
    #expect(ToneSlider.allCases == [.vignetteRadius, .vignetteIntensity, .sepia])
  }

  @Test func takesThePlaceOfItsOwnKindAlone() throws {
    let table = try TestCube.lut(TestCube.text(3, TestCube.warm))
    let before = ToneFilters(vignette: Vignette(intensity: 0.2), sepia: 0.3, lut: table)
    for look in ToneLook.allCases {
      let after = look.applied(to: before)
      #expect((after.lut == table) == (look.table == nil), "\(look)")
      #expect((after.sepia == 0.3) == (look != .sepia), "\(look)")
      #expect((after.vignette == before.vignette) == (look != .vignette), "\(look)")
      #expect(throws: Never.self) { try after.validate() }
      #expect(!look.filters.isNeutral)
    }
  }

  /// A table is known again in a record; one that only bears the name is not.
  @Test func isKnownByItsTable() throws {
    for look in ToneLook.allCases {
      guard let table = look.table else { continue }
      let read = try JSONDecoder().decode(ColorLUT.self, from: JSONEncoder().encode(table))
      #expect(ToneLook(table: read) == look && read.name == look.rawValue)
      let other = try #require(
        ColorLUT(size: 2, name: look.rawValue, values: (0..<24).map { UInt16($0) }))
      #expect(ToneLook(table: other) == nil)
    }
  }

  /// All of a table is kept in each record, draft and step.
  @Test func takesLittleRoomInARecord() throws {
    for look in ToneLook.allCases {
      #expect(try JSONEncoder().encode(look.filters).count < 160_000, "\(look)")
    }
  }

  /// The very bytes on every machine, for good: records hold tables, and another table is another look.
  @Test func isMadeByIntegers() throws {
    func check(_ look: ToneLook, _ node: Int, _ expected: [UInt16]) throws {
      let table = try #require(look.table)
      #expect(Array(table.values[3 * node..<3 * node + 3]) == expected, "\(look)")
    }
    // Black and white of each.
    try check(.chrome, 0, [0, 0, 0])
    try check(.chrome, 17 * 17 * 17 - 1, [65535, 65535, 65535])
    try check(.instant, 0, [3932, 3277, 10486])
    try check(.instant, 17 * 17 * 17 - 1, [65535, 63569, 56360])
    try check(.invert, 0, [65535, 65535, 65535])
    try check(.posterize, 1, [0, 0, 0])
    // 3/25 is nearest to a fifth.
    try check(.posterize, 3, [13107, 0, 0])
    try check(.posterize, 26 * 26 * 26 - 1, [65535, 65535, 65535])
  }
}

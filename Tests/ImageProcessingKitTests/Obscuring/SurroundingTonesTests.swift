import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a region shows, as a function of what stands around it.
@Suite struct SurroundingTonesTests {
  /// Twelve by twelve units in as many cells, at unit 4, 4.
  private let area = ObscuredArea(
    members: [ObscuredArea.Member(units: UnitRect(x: 4, y: 4, width: 12, height: 12))], cellWidth: 1,
    cellHeight: 1)

  private func tones(
    _ colors: ColorModel, of area: ObscuredArea? = nil, isTextured: Bool = false,
    size: (width: Int, height: Int) = (640, 480), _ value: (Int, Int, Int) -> Int?
  ) -> [CellTones] {
    SurroundingTones(of: area ?? self.area, colors: colors).tones(
      isTextured: isTextured, size: size, value)
  }

  /// The corners lie outside of the oval.
  private let corners = [0, 11, 132, 143]

  @Test func showsTheColourThatIsAllAround() {
    let tones = tones(.rgb) { component, _, _ in [200, 120, 40][component] * 256 }
    for (channel, tone) in zip(tones, [200.0, 120, 40]) {
      for corner in corners { #expect(channel.values[corner] == tone) }
    }
    // The oval is nearer to the middle, and nearer to grey.
    let middle = 6 * 12 + 6
    #expect(tones[0].values[middle] < 200 && tones[2].values[middle] > 40)
  }

  @Test func runsFromOneSideToTheOther() throws {
    let tones = try #require(
      tones(.gray) { _, x, _ in x < 4 ? 40 * 256 : x > 15 ? 220 * 256 : (40 + (x - 4) * 16) * 256 }.first)
    for row in [0, 11] {
      let values = (0..<12).map { tones[$0, row] }
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(values[0] < 70 && values[11] > 190)
    }
  }

  /// At the edge of the picture there is nothing to the left and above.
  @Test func letsTheOtherSidesDecideAtAnEdge() throws {
    let corner = ObscuredArea(
      members: [ObscuredArea.Member(units: UnitRect(x: 0, y: 0, width: 6, height: 6))], cellWidth: 1,
      cellHeight: 1)
    let tones = try #require(
      tones(.gray, of: corner) { _, x, y in x < 0 || y < 0 ? nil : 180 * 256 }.first)
    #expect(tones.values[0] == 180 && tones.values[5] == 180)
  }

  @Test(arguments: [ColorModel.gray, .yCbCr, .rgb, .adobeCMYK, .cmyk, .yCCK])
  func isNearlyGrayWhereNothingIsLeftOutside(colors: ColorModel) {
    let tones = tones(colors) { _, _, _ in nil }
    for (tone, neutral) in zip(tones, colors.neutrals) {
      for corner in corners { #expect(tone.values[corner] == neutral) }
      #expect(tone.values.allSatisfy { abs($0 - neutral) <= 45 })
    }
  }

  @Test func textureIsFaintAndDependsOnThePlaceAndThePhotosSizeAlone() {
    let plain = tones(.gray) { _, _, _ in 100 * 256 }[0].values
    let textured = tones(.gray, isTextured: true) { _, _, _ in 100 * 256 }[0].values
    let differences = zip(plain, textured).map { $1 - $0 }
    #expect(differences.allSatisfy { abs($0) <= 7 } && Set(differences).count > 8)
    let other = tones(.gray, isTextured: true) { _, x, _ in x * 2560 }[0].values
    let others = zip(tones(.gray) { _, x, _ in x * 2560 }[0].values, other).map { $1 - $0 }
    #expect(others == differences)
    let larger = tones(.gray, isTextured: true, size: (641, 480)) { _, _, _ in 100 * 256 }[0].values
    #expect(larger != textured)
  }

  /// A shape that glares would be worse than none.
  @Test(arguments: [0, 5, 60, 128, 200, 250, 255])
  func ovalStandsOutALittle(brightness: Int) throws {
    let tones = try #require(tones(.gray) { _, _, _ in brightness * 256 }.first)
    let middle = tones.values[6 * 12 + 6] - Double(brightness)
    #expect(abs(middle) <= 26)
    if abs(brightness - 128) > 50 { #expect(abs(middle) > 15) }
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct ObscurerTests {
  /// Two by two cells of 0, 80, 160 and 240.
  private func means() -> CellTones {
    let area = ObscuredArea(
      members: [ObscuredArea.Member(units: UnitRect(x: 0, y: 0, width: 4, height: 4))], cellWidth: 2,
      cellHeight: 2)
    var accumulator = CellAccumulator(area: area)
    for (cell, tone) in [0.0, 80, 160, 240].enumerated() { accumulator.add(tone, toCell: cell) }
    return accumulator.means
  }

  @Test func mosaicShowsTheMeanAllOverTheCell() {
    #expect(MosaicObscurer().sample(in: means(), x: 0.01, y: 1.99) == 160)
    #expect(MosaicObscurer().sample(in: means(), x: 1.99, y: 0.5) == 80)
  }

  @Test func blurRunsFromMeanToMean() {
    let blur = BlurObscurer()
    #expect(blur.sample(in: means(), x: 0.5, y: 0.5) == 0)
    #expect(blur.sample(in: means(), x: 1, y: 0.5) == 40)
    #expect(blur.sample(in: means(), x: 1, y: 1) == 120)
    // Beyond the outermost centres the tone stays.
    #expect(blur.sample(in: means(), x: 0, y: 0) == 0 && blur.sample(in: means(), x: 2, y: 2) == 240)
  }

  /// A cell outside the area has no mean to blend with.
  @Test func blurLeavesOutCellsThatAreNotThere() {
    let area = ObscuredArea(
      members: [
        ObscuredArea.Member(units: UnitRect(x: 0, y: 0, width: 1, height: 2)),
        ObscuredArea.Member(units: UnitRect(x: 0, y: 1, width: 2, height: 1)),
      ], cellWidth: 1, cellHeight: 1)
    var accumulator = CellAccumulator(area: area)
    for cell in [0, 2, 3] { accumulator.add(200, toCell: cell) }
    for x in stride(from: 0.0, through: 2, by: 0.25) {
      #expect(BlurObscurer().sample(in: accumulator.means, x: x, y: 0.75) == 200)
    }
  }

  /// The transform is libjpeg's own, but for rounding.
  @Test func transformsBlocksAsTheStandardSays() {
    let flat = ForwardDCT.quantized(
      [Double](repeating: 200, count: 64), by: [UInt16](repeating: 4, count: 64))
    #expect(flat == [144] + [Int16](repeating: 0, count: 63))
    let ramp = (0..<64).map { Double($0 % 8) * 10 + 93 }
    let coefficients = ForwardDCT.quantized(ramp, by: [UInt16](repeating: 1, count: 64))
    #expect(coefficients.prefix(4) == [0, -182, 0, -19])
    #expect(coefficients.dropFirst(8).allSatisfy { $0 == 0 })
    #expect(ZigZag.natural.prefix(6) == [0, 1, 8, 16, 9, 2] && Set(ZigZag.natural).count == 64)
  }
}

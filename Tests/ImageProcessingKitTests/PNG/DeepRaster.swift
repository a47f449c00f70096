import TestSupport

@testable import ImageProcessingKit

/// A picture of samples of 1 to 16 bits whose areas are obscured as the writer of a format has to, in the simplest way.
struct DeepRaster {
  let geometry: PhotoGeometry
  let colors: ColorModel
  /// Samples of a pixel; those behind the colours are made the largest.
  let channels: Int
  let depth: Int
  var samples: [UInt16]

  var largest: Int { 1 << depth - 1 }

  static func noise(
    width: Int, height: Int, colors: ColorModel, extras: Int = 0, depth: Int, seed: UInt64 = 3
  ) -> DeepRaster {
    var random = SplitMix(seed: seed)
    let channels = colors.components.count + extras
    let geometry = PhotoGeometry(
      storedWidth: width, storedHeight: height, orientation: .up, unitWidth: 8, unitHeight: 8)
    let samples = (0..<(width * height * channels)).map { _ in
      UInt16.random(in: 0...UInt16(1 << depth - 1), using: &random)
    }
    return DeepRaster(geometry: geometry, colors: colors, channels: channels, depth: depth, samples: samples)
  }

  /// Calls with every pixel of some areas and the tones of its colours, 0…`largest` and not rounded.
  func forEachTone(
    of areas: [ObscuredArea], _ style: ObscuringStyle, _ body: (_ pixel: Int, _ tones: [Double]) -> Void
  ) {
    for area in areas {
      let tones = tones(of: area, among: areas, style)
      for (x, y) in pixels(where: area.contains) {
        let column = (Double(x - 8 * area.gridX) + 0.5) / Double(8 * area.cellWidth)
        let row = (Double(y - 8 * area.gridY) + 0.5) / Double(8 * area.cellHeight)
        body(
          y * geometry.storedWidth + x,
          tones.map {
            min(max(style.obscurer.sample(in: $0, x: column, y: row), 0), 255) * Double(largest) / 255
          })
      }
    }
  }

  func obscured(_ areas: [ObscuredArea], _ style: ObscuringStyle) -> DeepRaster {
    var result = self
    forEachTone(of: areas, style) { pixel, tones in
      for channel in 0..<channels {
        result.samples[pixel * channels + channel] =
          channel < tones.count ? UInt16(tones[channel].rounded()) : UInt16(largest)
      }
    }
    return result
  }

  private func pixels(where contains: (Int, Int) -> Bool) -> [(x: Int, y: Int)] {
    (0..<geometry.storedHeight).flatMap { y in
      (0..<geometry.storedWidth).compactMap { x in contains(x / 8, y / 8) ? (x, y) : nil }
    }
  }

  private func tones(
    of area: ObscuredArea, among areas: [ObscuredArea], _ style: ObscuringStyle
  ) -> [CellTones] {
    guard style.obscurer.source == .surroundings else {
      var means = colors.neutrals.map { CellAccumulator(area: area, neutral: $0) }
      for (x, y) in pixels(where: area.contains) {
        for component in means.indices {
          means[component].add(
            Double(samples[(y * geometry.storedWidth + x) * channels + component]) * 255 / Double(largest),
            toCell: area.cell(unitX: x / 8, unitY: y / 8))
        }
      }
      return means.map(\.means)
    }
    return SurroundingTones(of: area, colors: colors).tones(
      isTextured: style.obscurer.isFlatInCells, size: (geometry.storedWidth, geometry.storedHeight)
    ) { component, unitX, unitY in
      guard (0..<geometry.unitColumns).contains(unitX), (0..<geometry.unitRows).contains(unitY),
        !areas.contains(where: { $0.contains(unitX: unitX, unitY: unitY) })
      else { return nil }
      let unit = (8 * unitY..<min(8 * unitY + 8, geometry.storedHeight)).flatMap { y in
        (8 * unitX..<min(8 * unitX + 8, geometry.storedWidth)).map { (x: $0, y: y) }
      }
      let sum = unit.reduce(0) {
        $0 + Int(samples[($1.y * geometry.storedWidth + $1.x) * channels + component])
      }
      let (step, divisor) = depth == 16 ? (256, 257) : (65_280 / largest, 1)
      let count = unit.count * divisor
      return min(max((sum * step + count / 2) / count, 0), 65_280)
    }
  }
}

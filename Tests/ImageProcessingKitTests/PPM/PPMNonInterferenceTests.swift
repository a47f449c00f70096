import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is said of every format: whatever is in a region, the render is the same to the last byte.
@Suite struct PPMNonInterferenceTests {
  @Test(arguments: [ObscuringStyle.mosaic, .blur, .fill], [ObscuringShape.box, .ellipse])
  func rendersAreTheSameWhateverIsInside(style: ObscuringStyle, shape: ObscuringShape) throws {
    var random = SplitMix(seed: 91)
    for number in 0..<60 {
      let base = TestPhotos.noise(
        width: .random(in: 1...90, using: &random), height: .random(in: 1...90, using: &random),
        seed: random.next())
      let rects = (1...Int.random(in: 1...4, using: &random)).map { _ in
        NormalizedRect(
          x: .random(in: -0.2...0.9, using: &random), y: .random(in: -0.2...0.9, using: &random),
          width: .random(in: 0.1...0.6, using: &random), height: .random(in: 0.1...0.6, using: &random))
      }
      let plan = try GatedRender.plan(
        rects, style, shape, cells: .random(in: 1...24, using: &random),
        regionCells: Int.random(in: 0..<8, using: &random) == 0 ? 0 : nil)
      let photo = try PPMPhoto(PPMFile.encode(base), limits: ImageLimits())
      let areas = plan.areas(on: photo.geometry)
      let render = try photo.rendering(areas, with: style.obscurer).bytes
      let gate = LeakGate(format: .ppm)
      try gate.check(render, of: photo, plan: plan, options: RenderOptions(), madeBy: .samples)
      for inside in 0..<3 {
        var picture = base
        for y in 0..<base.height {
          for x in 0..<base.width where areas.contains(where: { $0.contains(unitX: x / 8, unitY: y / 8) }) {
            let noise = random.next()
            picture[x, y] =
              [
                (0, 0, 0), (255, UInt8(x), UInt8(y)),
                (UInt8(noise & 255), UInt8(noise >> 8 & 255), UInt8(noise >> 16 & 255)),
              ][inside]
          }
        }
        let other = try PPMPhoto(PPMFile.encode(picture), limits: ImageLimits())
        let isSame = try other.rendering(areas, with: style.obscurer).bytes == render
        #expect(isSame, "case \(number)")
      }
    }
  }

  /// What the test above can see.
  @Test func cellsOfMeansAreNotTheSame() throws {
    let plan = try GatedRender.plan(GatedRender.one, .pixelate)
    let renders = try [UInt8(0), 255].map { level in
      let picture = PixelBuffer(width: 64, height: 64, red: level, green: level, blue: level)
      let photo = try PPMPhoto(PPMFile.encode(picture), limits: ImageLimits())
      return try photo.rendering(plan.areas(on: photo.geometry), with: ObscuringStyle.pixelate.obscurer).bytes
    }
    #expect(renders[0] != renders[1])
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// Pictures of all depths before the gate, row by row, as they should be and with planted faults.
@Suite struct RasterRowsTests {
  static let depths = [1, 2, 4, 8, 16]

  private struct Case {
    let original: DeepRaster
    let render: DeepRaster
    let areas: [ObscuredArea]
    let style: ObscuringStyle

    init(
      _ depth: Int, _ style: ObscuringStyle, colors: ColorModel = .rgb, extras: Int = 0, cells: Int? = nil
    ) throws {
      original = .noise(width: 61, height: 45, colors: colors, extras: extras, depth: depth)
      areas = try GatedRender.plan(GatedRender.three, style, regionCells: cells).areas(on: original.geometry)
      render = original.obscured(areas, style)
      self.style = style
    }

    /// Where the samples of a pixel of an area, or of none, begin.
    func place(inside: Bool) -> Int {
      let pixel = (0..<(61 * 45)).first { pixel in
        let (x, y) = (pixel % 61 / 8, pixel / 61 / 8)
        return areas.contains { $0.contains(unitX: x, unitY: y) } == inside
      }
      return (pixel ?? 0) * original.channels
    }
  }

  /// What the gate has against samples.
  private func refusal(
    _ samples: [UInt16], of test: Case, alone: Bool = false, passes: [(Int, Int, Int, Int)] = [(0, 0, 1, 1)],
    rows: Int = 45
  ) -> FaceBlurError? {
    let (original, channels) = (test.original, test.original.channels)
    do throws(FaceBlurError) {
      var check = RasterRows(
        original.geometry, original.colors, extras: channels - original.colors.components.count,
        depth: original.depth, test.areas, test.style, hasOriginal: !alone)
      for (left, top, across, down) in passes {
        for y in stride(from: top, to: rows, by: down) {
          func row(_ samples: [UInt16]) -> [UInt16] {
            var row: [UInt16] = []
            for x in stride(from: left, to: 61, by: across) {
              let place = (y * 61 + x) * channels
              row += samples[place..<(place + channels)]
            }
            return row
          }
          try row(samples).withUnsafeBufferPointer { (row16) throws(FaceBlurError) in
            try row(original.samples).withUnsafeBufferPointer { (before) throws(FaceBlurError) in
              try check.take(row16, against: alone ? nil : before, y: y, from: left, step: across)
            }
          }
        }
      }
      try check.prove()
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: depths, ObscuringStyle.allCases)
  func passesWhatTheStyleMakes(depth: Int, style: ObscuringStyle) throws {
    for colors in [ColorModel.gray, .rgb] {
      for cells in [nil, 0] {
        let test = try Case(depth, style, colors: colors, extras: 1, cells: cells)
        #expect(refusal(test.render.samples, of: test) == nil)
        #expect(refusal(test.render.samples, of: test, alone: true) == nil)
      }
    }
  }

  @Test(arguments: depths, ObscuringStyle.allCases)
  func refusesOneOtherSample(depth: Int, style: ObscuringStyle) throws {
    for extras in [0, 1] {
      let test = try Case(depth, style, extras: extras)
      for isInside in [true, false] {
        var samples = test.render.samples
        let place = test.place(inside: isInside) + 1
        samples[place] = samples[place] == 0 ? 1 : samples[place] - 1
        #expect(refusal(samples, of: test) == (isInside ? .leakingRegion : .changedOutside))
        if isInside {
          #expect((refusal(samples, of: test, alone: true) == nil) == (style == .smoothPixelate))
        }
      }
    }
    // What is no colour is not to change, either.
    let test = try Case(depth, style, extras: 1)
    var samples = test.render.samples
    samples[test.place(inside: false) + 3] ^= 1
    #expect(refusal(samples, of: test) == .changedOutside)
  }

  @Test(arguments: depths)
  func refusesThePhotoItself(depth: Int) throws {
    for style in ObscuringStyle.allCases {
      let test = try Case(depth, style)
      #expect(refusal(test.original.samples, of: test) == .leakingRegion)
    }
  }

  @Test(arguments: ObscuringStyle.allCases)
  func takesPixelsInAnyOrder(style: ObscuringStyle) throws {
    let passes = [
      (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2),
    ]
    let test = try Case(16, style)
    #expect(refusal(test.render.samples, of: test, passes: passes) == nil)
    for isInside in [true, false] {
      var samples = test.render.samples
      samples[test.place(inside: isInside)] ^= 1
      #expect(
        refusal(samples, of: test, passes: passes) == (isInside ? .leakingRegion : .changedOutside))
    }
    #expect(refusal(test.render.samples, of: test, passes: passes.dropLast()) == .otherShape)
    #expect(refusal(test.render.samples, of: test, rows: 44) == .otherShape)
  }

  /// The numbers of the writer, to the last of their 256ths: one of them is a sample of 16 bits.
  @Test(arguments: depths)
  func reckonsWithWholeNumbers(depth: Int) throws {
    let largest = 1 << depth - 1
    let plan = try GatedRender.plan([NormalizedRect(x: 0.4, y: 0.4, width: 0.1, height: 0.1)], cells: 1)
    let geometry = PhotoGeometry(
      storedWidth: 24, storedHeight: 24, orientation: .up, unitWidth: 8, unitHeight: 8)
    let area = try #require(plan.areas(on: geometry).first)
    var random = SplitMix(seed: 8)
    let (step, divisor) = depth == 16 ? (256, 257) : (65_280 / largest, 1)
    for _ in 0..<2000 {
      let count = Int.random(in: 1...64, using: &random)
      let sum = Int.random(in: 0...count * largest, using: &random)
      var expected = ExpectedSurroundings(area, .gray, isTextured: false, size: (24, 24))
      expected.take(sum: Double(sum), of: Double(count), component: 0, unitX: 0, unitY: 1)
      let gate = expected.values(zero: 0, steps: [65_280], divisor: Double(largest))
      let writer = SurroundingTones(of: area, colors: .gray).tones(isTextured: false, size: (24, 24)) {
        _, x, y in
        x == 0 && y == 1 ? (sum * step + count * divisor / 2) / (count * divisor) : nil
      }
      #expect(gate[0].map { $0 ?? 128 } == writer[0].values)
    }
  }
}

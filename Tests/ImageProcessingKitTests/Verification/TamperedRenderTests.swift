import TestSupport
import Testing

@testable import ImageProcessingKit

/// The gate refuses a render whose picture is not the one that the plan makes of the original.
@Suite struct TamperedRenderTests {
  /// One that is compared bit by bit, one by libjpeg's coefficients.
  private static let kinds = [TestJPEG.Kind(), TestJPEG.Kind { $0.isProgressive = true }]

  @Test(arguments: kinds)
  func findsARegionThatWasLeftOut(kind: TestJPEG.Kind) throws {
    let separate = [GatedRender.one[0], NormalizedRect(x: 0.8, y: 0.05, width: 0.15, height: 0.15)]
    for missing in 0...1 {
      let render = try GatedRender(kind, GatedRender.plan([separate[1 - missing]]))
      #expect(try render.refusal(plan: GatedRender.plan(separate)) == .leakingRegion)
    }
  }

  @Test(arguments: kinds)
  func findsAPlanThatIsOneUnitOff(kind: TestJPEG.Kind) throws {
    let picture = GatedRender.picture()
    let (width, height) = (Double(picture.width), Double(picture.height))
    let rect = NormalizedRect(x: 32 / width, y: 32 / height, width: 48 / width, height: 32 / height)
    let render = try GatedRender(kind, GatedRender.plan([rect]))
    for (x, y) in [(16, 0), (-16, 0), (0, 16), (0, -16)] {
      var shifted = rect
      shifted.x += Double(x) / width
      shifted.y += Double(y) / height
      let refusal = try #require(try render.refusal(plan: GatedRender.plan([shifted])))
      #expect([.leakingRegion, .changedOutside].contains(refusal), "\(x), \(y): \(refusal)")
    }
  }

  @Test(arguments: kinds)
  func findsCellsThatAreTooFine(kind: TestJPEG.Kind) throws {
    let render = try GatedRender(kind, GatedRender.plan(GatedRender.one, cells: 6))
    for cells in 1...3 {
      #expect(try render.refusal(plan: GatedRender.plan(GatedRender.one, cells: cells)) == .leakingRegion)
    }
    #expect(try render.refusal(plan: GatedRender.plan(GatedRender.one, regionCells: 0)) == .leakingRegion)
  }

  @Test(arguments: kinds, ObscuringStyle.allCases)
  func findsAnotherStyle(kind: TestJPEG.Kind, style: ObscuringStyle) throws {
    let render = try GatedRender(kind, GatedRender.plan(GatedRender.one, style))
    for other in ObscuringStyle.allCases where other != style {
      #expect(
        try render.refusal(plan: GatedRender.plan(GatedRender.one, other)) == .leakingRegion, "\(other)")
    }
  }

  @Test(arguments: kinds)
  func findsTheOriginalInPlaceOfItsRender(kind: TestJPEG.Kind) throws {
    let render = try GatedRender(kind)
    #expect(render.refusal(of: render.original) == .leakingRegion)
  }

  @Test(arguments: kinds)
  func findsAnotherPhotosRender(kind: TestJPEG.Kind) throws {
    let render = try GatedRender(kind)
    let other = try GatedRender(
      TestJPEG.encode(GatedRender.picture(seed: 12), kind), GatedRender.plan(GatedRender.one))
    #expect(render.refusal(of: other.bytes) == .changedOutside)
  }

  @Test(arguments: kinds)
  func findsAnyBitOfThePictureThatWasTurned(kind: TestJPEG.Kind) throws {
    let render = try GatedRender(kind)
    var random = SplitMix(seed: 21)
    let bits = (8 * render.entropyStart)..<(8 * (render.bytes.count - 2))
    // The last byte may hold bits that pad it.
    for bit in (0..<200).map({ _ in Int.random(in: bits, using: &random) }) + bits.suffix(8) {
      var turned = render.bytes
      turned[bit / 8] ^= 0x80 >> UInt8(bit % 8)
      #expect(render.refusal(of: turned) != nil, "bit \(bit % 8) of byte \(bit / 8)")
    }
  }

  // Other quantisers or another size make another picture of the same coefficients; other names of components and codes
  // that are not used make none, and tell something.
  @Test(
    arguments: kinds + [
      TestJPEG.Kind { $0.hasOptimizedTables = true }, TestJPEG.Kind { $0.restartInterval = 5 },
    ])
  func findsAnyBitOfTheTablesAndHeadersThatWasTurned(kind: TestJPEG.Kind) throws {
    let render = try GatedRender(kind)
    var passed: [String] = []
    for segment in JPEGParts.segments(of: render.bytes) where !(0xE0...0xEF).contains(segment.marker) {
      for byte in segment.range.dropFirst(1) {
        // The lowest bit does as little harm as any, the highest the most.
        for bit in [0, 7] {
          var turned = render.bytes
          turned[byte] ^= 1 << UInt8(bit)
          if render.refusal(of: turned) == nil { passed.append("bit \(bit) of byte \(byte)") }
        }
      }
    }
    #expect(passed.isEmpty)
  }

  @Test(arguments: kinds)
  func findsARenderThatEndsTooSoon(kind: TestJPEG.Kind) throws {
    let render = try GatedRender(kind)
    for length in [0, 1, 2, 3, 30, render.entropyStart, render.bytes.count / 2, render.bytes.count - 1] {
      let refusal = render.refusal(of: Array(render.bytes.prefix(length)))
      #expect(refusal != nil, "\(length) bytes")
    }
    #expect(render.refusal(of: render.bytes.dropLast(2))?.isDamage == true)
  }

  @Test(arguments: kinds)
  func findsARenderThatIsCutOffBelow(kind: TestJPEG.Kind) throws {
    let picture = GatedRender.picture(width: 144, height: 96)
    let upper = GatedRender.picture(width: 144, height: 96).prefix(rows: 64)
    let rect = NormalizedRect(x: 0.25, y: 0.2, width: 0.3, height: 0.3)
    var sameRect = rect
    sameRect.y *= 96.0 / 64
    sameRect.height *= 96.0 / 64
    let render = try GatedRender(TestJPEG.encode(picture, kind), GatedRender.plan([rect]))
    let cut = try GatedRender(TestJPEG.encode(upper, kind), GatedRender.plan([sameRect]))
    #expect(render.refusal(of: cut.bytes) == .otherShape)
  }
}

extension PixelBuffer {
  fileprivate func prefix(rows: Int) -> PixelBuffer {
    var result = PixelBuffer(width: width, height: rows)
    result.paste(self, x: 0, y: 0)
    return result
  }
}

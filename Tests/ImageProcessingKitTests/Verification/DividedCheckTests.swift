import TestSupport
import Testing

@testable import ImageProcessingKit

/// Two threads check a render from its middle, which its writer tells: they find what one finds, whatever it told.
@Suite struct DividedCheckTests {
  static let kinds = [
    TestJPEG.Kind(), TestJPEG.Kind { $0.sampling = (1, 1) }, TestJPEG.Kind { $0.restartInterval = 5 },
    TestJPEG.Kind { $0.hasOptimizedTables = true }, TestJPEG.Kind { $0.components = 1 },
    TestJPEG.Kind { $0.isProgressive = true },
    TestJPEG.Kind {
      $0.isProgressive = true
      $0.restartInterval = 5
      $0.sampling = (2, 1)
    },
  ]

  @Test(arguments: kinds, ObscuringStyle.allCases)
  func passesWhatIsRight(kind: TestJPEG.Kind, style: ObscuringStyle) throws {
    let render = try GatedRender(kind, GatedRender.plan(GatedRender.three, style))
    // Tables of a photo's own may lack a code that a style needs, so that its bits are not copied.
    guard render.path == .bitCopy || kind.isProgressive else {
      #expect(kind.hasOptimizedTables && render.seam == nil)
      return
    }
    let seam = try #require(render.seam)
    #expect(seam.row > 0)
    #expect(render.refusal(meetingAt: seam) == nil)
  }

  @Test func believesNothingThatTheWriterTells() throws {
    try believesNothing(of: GatedRender())
    try believesNothing(of: GatedRender(TestJPEG.Kind { $0.isProgressive = true }))
  }

  private func believesNothing(of render: GatedRender) throws {
    let right = try #require(render.seam)
    let wrong: [(inout RenderSeam) -> Void] = [
      { $0.row += 1 }, { $0.row -= 1 }, { $0.row = 0 }, { $0.row = 1 << 40 }, { $0.row = -1 },
      { $0.original = $0.original.map { .init(byte: $0.byte, bit: ($0.bit + 1) % 8) } },
      { $0.render.bit = ($0.render.bit + 1) % 8 },
      { $0.original?.byte += 7 }, { $0.render.byte -= 7 }, { $0.render.byte = 1 << 40 },
      { $0.original?.byte = -1 },
      { $0.render.bit = 64 }, { $0.dcs[1] += 1 }, { $0.dcs = [] }, { $0.dcs.append(0) },
    ]
    for (index, change) in wrong.enumerated() {
      var seam = right
      change(&seam)
      #expect(render.refusal(meetingAt: seam) == nil, "\(index)")
      #expect(render.refusal(of: render.original, meetingAt: seam) == .leakingRegion, "\(index)")
    }
  }

  /// In either half, outside the areas, in them and behind the picture.
  @Test(arguments: kinds)
  func findsWhatIsWrongAsOneThreadDoes(kind: TestJPEG.Kind) throws {
    // The one needs codes that tables of a photo's own may lack, the other one none.
    let style: ObscuringStyle = kind.hasOptimizedTables ? .pixelate : .mosaic
    let render = try GatedRender(kind, GatedRender.plan(GatedRender.three, style))
    let seam = try #require(render.seam)
    let start = render.entropyStart
    for place in stride(from: start, to: render.bytes.count, by: (render.bytes.count - start) / 12 + 1) {
      for bit in [0, 5] where render.bytes[place] != 0xFF && render.bytes[place] ^ (1 << bit) != 0xFF {
        var tampered = render.bytes
        tampered[place] ^= 1 << bit
        let alone = render.refusal(of: tampered)
        if style == .mosaic { #expect(alone != nil, "byte \(place)") }
        #expect((render.refusal(of: tampered, meetingAt: seam) == nil) == (alone == nil), "byte \(place)")
      }
    }
    #expect(render.refusal(of: render.bytes + [0], meetingAt: seam) != nil)
    #expect(render.refusal(of: render.original, meetingAt: seam) == .leakingRegion)
    for missing in GatedRender.three.indices {
      var fewer = GatedRender.three
      fewer.remove(at: missing)
      let other = try GatedRender(kind, GatedRender.plan(fewer, style))
      let refusal = try other.refusal(plan: GatedRender.plan(GatedRender.three, style), meetingAt: other.seam)
      #expect(refusal != nil, "\(missing)")
    }
  }
}

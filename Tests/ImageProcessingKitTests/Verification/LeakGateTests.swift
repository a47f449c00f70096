import TestSupport
import Testing

@testable import ImageProcessingKit

/// A good render passes the gate, whatever the photo's kind and the plan.
@Suite struct LeakGateTests {
  private static let kinds: [TestJPEG.Kind] =
    [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)].map { sampling in TestJPEG.Kind { $0.sampling = sampling } } + [
      TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) },
      TestJPEG.Kind { ($0.components, $0.sampling) = (1, (2, 2)) },
      TestJPEG.Kind { $0.components = 4 },
      TestJPEG.Kind { ($0.components, $0.keepsColors, $0.sampling) = (4, true, (1, 1)) },
      TestJPEG.Kind { ($0.keepsColors, $0.sampling) = (true, (1, 1)) },
      TestJPEG.Kind { $0.restartInterval = 1 },
      TestJPEG.Kind { ($0.restartInterval, $0.sampling) = (3, (2, 1)) },
      TestJPEG.Kind { $0.isProgressive = true },
      TestJPEG.Kind { ($0.isProgressive, $0.sampling) = (true, (1, 1)) },
      TestJPEG.Kind { $0.isArithmetic = true },
      TestJPEG.Kind { $0.hasSeparateScans = true },
      TestJPEG.Kind { $0.hasOptimizedTables = true },
      TestJPEG.Kind { $0.quality = 100 },
      TestJPEG.Kind { $0.quality = 10 },
    ]

  @Test(arguments: kinds, ObscuringStyle.allCases)
  func passesAGoodRender(kind: TestJPEG.Kind, style: ObscuringStyle) throws {
    for shape in ObscuringShape.allCases {
      for rects in [GatedRender.one, GatedRender.three] {
        let render = try GatedRender(kind, GatedRender.plan(rects, style, shape))
        #expect(render.refusal() == nil, "\(shape), \(rects.count) regions, by \(render.path)")
      }
    }
  }

  @Test(arguments: kinds, ObscuringStyle.allCases)
  func passesARegionWithFewerCellsAndOneThatIsFilled(kind: TestJPEG.Kind, style: ObscuringStyle) throws {
    for cells in [2, 0] {
      let render = try GatedRender(kind, GatedRender.plan(GatedRender.three, style, regionCells: cells))
      #expect(render.refusal() == nil, "\(cells) cells, by \(render.path)")
    }
  }

  @Test(arguments: [TestJPEG.Kind { $0.isProgressive = true }, TestJPEG.Kind()], [false, true])
  func passesAProgressivePhotoThatStaysSoAndOneWithAThumbnail(
    kind: TestJPEG.Kind, hasThumbnail: Bool
  ) throws {
    var options = RenderOptions()
    options.keepsProgressive = true
    options.hasThumbnail = hasThumbnail
    #expect(try GatedRender(kind, options: options).refusal() == nil)
  }

  // What lies beyond the picture's edge is not ours to choose where libjpeg writes the stream.
  @Test(arguments: [(1, 1), (2, 1), (2, 2), (1, 2), (4, 1)], ObscuringStyle.allCases)
  func passesARenderByCoefficientsOfARegionAtTheEdge(
    sampling: (h: Int, v: Int), style: ObscuringStyle
  ) throws {
    let kind = TestJPEG.Kind { $0.sampling = sampling }
    let original = try TestJPEG.encode(GatedRender.picture(), kind)
    let photo = try JPEGPhoto(original, limits: ImageLimits())
    let corner = NormalizedRect(x: 0.5, y: 0.5, width: 0.6, height: 0.6)
    for cells in [nil, 0] {
      let plan = try GatedRender.plan([corner], style, regionCells: cells)
      let render = try photo.rendering(
        plan.areas(on: photo.geometry), with: style.obscurer, paths: [.coefficients])
      #expect(throws: Never.self) {
        try LeakGate(format: .jpeg).check(
          render.bytes, of: photo, plan: plan, options: RenderOptions(), madeBy: .coefficients)
      }
    }
  }

  // Fine detail costs the most bytes and is the farthest from what coding leaves of it.
  @Test(arguments: [40, 160, 161, 320])
  func passesAThumbnailOfAPhotoThatIsAllDetail(side: Int) throws {
    var random = SplitMix(seed: 61)
    let bytes = (0..<(side * side * 3)).map { _ -> UInt8 in Bool.random(using: &random) ? 0 : 255 }
    let picture = try #require(PixelBuffer(width: side, height: side, bytes: bytes))
    var options = RenderOptions()
    options.hasThumbnail = true
    let photo = try TestJPEG.encode(picture, TestJPEG.Kind { ($0.quality, $0.sampling) = (100, (1, 1)) })
    #expect(try GatedRender(photo, GatedRender.plan(GatedRender.one), options: options).refusal() == nil)
  }

  // The smallest photos are all edge.
  @Test(arguments: [1, 7, 8, 9, 16, 17, 31, 33])
  func passesRendersOfEverySmallSize(side: Int) throws {
    for sampling in [(1, 1), (2, 2), (4, 1), (1, 2)] {
      for style in ObscuringStyle.allCases {
        let photo = try TestJPEG.encode(
          GatedRender.picture(width: side, height: 40 - side), TestJPEG.Kind { $0.sampling = sampling })
        let render = try GatedRender(photo, GatedRender.plan(GatedRender.one, style))
        #expect(render.refusal() == nil, "\(side) × \(40 - side), \(sampling), \(style)")
      }
    }
  }

  // Stray bytes before the end: the decoder warns, so the whole picture is encoded anew.
  @Test(arguments: ObscuringStyle.allCases)
  func passesAPhotoWhoseCoefficientsCannotBeTrusted(style: ObscuringStyle) throws {
    var photo = try TestJPEG.encode(GatedRender.picture())
    photo.insert(contentsOf: [UInt8](repeating: 0x12, count: 64), at: photo.count - 2)
    let render = try GatedRender(photo, GatedRender.plan(GatedRender.three, style))
    #expect(render.path == .pixels)
    #expect(render.refusal() == nil)
  }

  @Test(arguments: Orientation.allCases)
  func passesEveryOrientation(_ orientation: Orientation) throws {
    let photo = TestJPEG.oriented(try TestJPEG.encode(GatedRender.picture()), orientation)
    var options = RenderOptions()
    options.hasThumbnail = true
    #expect(try GatedRender(photo, GatedRender.plan(GatedRender.three), options: options).refusal() == nil)
  }

  // What is broken in a photo's EXIF must not keep it from being blurred.
  @Test func passesThePhotosOfBrokenEXIF() throws {
    let portrait = try TestJPEG.encode(GatedRender.picture())
    for broken in BrokenEXIF.all {
      #expect(
        try GatedRender(broken.build(portrait), GatedRender.plan(GatedRender.one)).refusal() == nil,
        "\(broken)")
    }
  }
}

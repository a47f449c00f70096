import TestSupport
import Testing

@testable import ImageProcessingKit

/// Every way a render can be made, with every style and shape: a region that shows more than its plan says is refused.
@Suite struct GateTableTests {
  /// A way to make renders, and a photo that is rendered so.
  enum Way: CaseIterable {
    case bitCopy, coefficients, pixels, grayPixels, inkPixels

    var path: RenderSummary.Path {
      switch self {
      case .bitCopy: .bitCopy
      case .coefficients: .coefficients
      case .pixels, .grayPixels, .inkPixels: .pixels
      }
    }

    func photo() throws -> [UInt8] {
      let kind = TestJPEG.Kind {
        $0.isProgressive = self == .coefficients
        if self == .grayPixels { ($0.components, $0.sampling) = (1, (1, 1)) }
        if self == .inkPixels { $0.components = 4 }
      }
      var photo = try TestJPEG.encode(GatedRender.picture(), kind)
      // The decoder warns about stray bytes before the end, so coefficients are not trusted.
      if path == .pixels {
        photo.insert(contentsOf: [UInt8](repeating: 0x12, count: 64), at: photo.count - 2)
      }
      return photo
    }
  }

  private static let face = NormalizedRect(x: 0.2, y: 0.25, width: 0.37, height: 0.41)
  private static let other = NormalizedRect(x: 0.8, y: 0.05, width: 0.15, height: 0.15)

  fileprivate struct Gated {
    let photo: any EditablePhoto
    let plan: RegionPlan
    let way: Way

    init(_ way: Way, _ style: ObscuringStyle, _ shape: ObscuringShape) throws {
      self.way = way
      photo = try PhotoFormats.standard.open(way.photo()).content
      plan = try GatedRender.plan([GateTableTests.face, GateTableTests.other], style, shape)
    }

    func refusal(of render: RenderedPhoto) -> FaceBlurError? {
      #expect(render.path == way.path)
      do {
        try LeakGate(format: .jpeg).check(
          render.bytes, of: photo, plan: plan, options: RenderOptions(), madeBy: render.path)
        return nil
      } catch {
        return error
      }
    }

    /// A render by a plan of which something was changed.
    func render(_ change: (inout RegionPlan) -> Void = { _ in }) throws -> RenderedPhoto {
      var plan = plan
      change(&plan)
      return try photo.rendering(plan.areas(on: photo.geometry), with: plan.strength.style.obscurer)
    }
  }

  @Test(arguments: Way.allCases, ObscuringStyle.allCases)
  func passesWhatThePlanSays(way: Way, style: ObscuringStyle) throws {
    for shape in ObscuringShape.allCases {
      let gated = try Gated(way, style, shape)
      #expect(gated.refusal(of: try gated.render()) == nil, "\(shape)")
    }
  }

  @Test(arguments: Way.allCases, ObscuringStyle.allCases)
  func refusesAFaceThatWasPutBack(way: Way, style: ObscuringStyle) throws {
    for shape in ObscuringShape.allCases {
      let gated = try Gated(way, style, shape)
      for region in 0...1 {
        let open = try gated.render { $0.regions[region].state = .excluded }
        #expect(gated.refusal(of: open) == .leakingRegion, "\(shape), region \(region)")
      }
      // A strip of it along one side.
      let narrow = try gated.render { $0.regions[0].rect.width *= 0.6 }
      #expect(gated.refusal(of: narrow) == .leakingRegion, "\(shape), a strip")
      let all = try gated.render { $0.regions = [] }
      #expect(gated.refusal(of: all) == .leakingRegion, "\(shape), all of it")
    }
  }

  @Test(arguments: Way.allCases, ObscuringStyle.allCases)
  func refusesWhatIsHiddenThatWasNotToBe(way: Way, style: ObscuringStyle) throws {
    let gated = try Gated(way, style, .box)
    let more = try gated.render {
      $0.regions.append(
        PlannedRegion(
          id: "m1", rect: NormalizedRect(x: 0.05, y: 0.96, width: 0.2, height: 0.03), score: nil,
          origin: .manual))
    }
    #expect(gated.refusal(of: more) == .changedOutside)
  }

  @Test(arguments: Way.allCases, [ObscuringStyle.mosaic, .blur])
  func refusesCellsThatShowMoreOrSomethingElse(way: Way, style: ObscuringStyle) throws {
    for shape in ObscuringShape.allCases {
      let gated = try Gated(way, style, shape)
      // Cells are whole units, so it is the gate that is told of coarser ones.
      var coarse = gated.plan
      coarse.regions[0].cells = 2
      let gate = Gated(gated, plan: coarse)
      #expect(gate.refusal(of: try gated.render()) == .leakingRegion, "\(shape), finer cells")
      let filled = try gated.render { $0.regions[0].cells = 0 }
      #expect(gated.refusal(of: filled) == .leakingRegion, "\(shape), filled")
      let shifted = try gated.photo.rendering(
        gated.plan.areas(on: gated.photo.geometry), with: ShiftedObscurer(obscurer: style.obscurer))
      #expect(gated.refusal(of: shifted) == .leakingRegion, "\(shape), other tones")
    }
  }

  @Test(arguments: Way.allCases, ObscuringShape.allCases)
  func refusesAFillThatTellsSomething(way: Way, shape: ObscuringShape) throws {
    let gated = try Gated(way, .fill, shape)
    let shifted = try gated.photo.rendering(
      gated.plan.areas(on: gated.photo.geometry), with: ShiftedObscurer(obscurer: FillObscurer()))
    #expect(gated.refusal(of: shifted) == .leakingRegion)
  }

  @Test(arguments: Way.allCases.filter { $0 != .inkPixels }, ObscuringStyle.allCases)
  func refusesAFaceThatWasPutBackInToning(way: Way, style: ObscuringStyle) throws {
    let filters = ToneFilters(sepia: 0.6)
    for shape in ObscuringShape.allCases {
      let gated = try Gated(way, style, shape)
      let checked = try gated.photo.opening(render: gated.render().bytes)
      func refusal(of render: RenderedPhoto) throws -> FaceBlurError? {
        let toned = try gated.photo.opening(render: render.bytes).toning(filters).bytes
        do {
          try LeakGate(format: .jpeg).checkTones(
            of: toned, against: checked, filters: filters, options: RenderOptions())
          return nil
        } catch {
          return error
        }
      }
      #expect(try refusal(of: gated.render()) == nil)
      let open = try gated.render { $0.regions[1].state = .excluded }
      #expect(try refusal(of: open) == .otherTones, "\(shape)")
      let narrow = try gated.render { $0.regions[0].rect.width *= 0.6 }
      #expect(try refusal(of: narrow) == .otherTones, "\(shape)")
    }
  }
}

extension GateTableTests.Gated {
  /// The same photo before a gate that was told of another plan.
  init(_ other: Self, plan: RegionPlan) {
    photo = other.photo
    way = other.way
    self.plan = plan
  }
}

/// A style that is right in the left half of an area and some levels off in the right one.
private struct ShiftedObscurer: Obscuring {
  let obscurer: any Obscuring
  var source: ToneSource { obscurer.source }
  var isFlatInCells: Bool { obscurer.isFlatInCells }

  func sample(in tones: CellTones, x: Double, y: Double) -> Double {
    let sample = obscurer.sample(in: tones, x: x, y: y)
    return x < Double(tones.columns) / 2 ? sample : sample > 128 ? sample - 40 : sample + 40
  }
}

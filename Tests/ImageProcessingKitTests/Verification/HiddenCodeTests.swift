import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a photo's code holds besides the picture that is seen reaches no render, and is found where it does.
@Suite struct HiddenCodeTests {
  static let kinds: [TestJPEG.Kind] = [((2, 2), 0), ((4, 2), 0), ((1, 1), 0), ((2, 1), 3), ((4, 2), 1)].map {
    sampling, restart in
    TestJPEG.Kind {
      // So that many blocks have room for zeros.
      $0.quality = 50
      ($0.sampling, $0.restartInterval) = (sampling, restart)
    }
  }

  private func photo(_ kind: TestJPEG.Kind) throws -> [UInt8] {
    try TestJPEG.encode(GatedRender.picture(width: 85, height: 69), kind)
  }

  private func plans() throws -> [RegionPlan] {
    try [
      GatedRender.plan([]), GatedRender.plan(GatedRender.one, .fill), GatedRender.plan(GatedRender.three),
      GatedRender.plan(GatedRender.three, .blur),
    ]
  }

  @Test(arguments: kinds)
  func isNotInAPhotoThatIsOnlyCodedAgain(kind: TestJPEG.Kind) throws {
    let photo = try photo(kind)
    let isSame = try HandCodedJPEG(photo).bytes == photo
    #expect(isSame)
  }

  @Test(arguments: HiddenCode.allCases, kinds)
  func showsNobodyAnything(_ hidden: HiddenCode, kind: TestJPEG.Kind) throws {
    let clean = try photo(kind)
    guard let planted = try hidden.planted(in: clean) else { return }
    let shown = try TestJPEG.decode(planted)
    #expect(shown.warnings == 0)
    let isSame = try shown.samples == TestJPEG.decode(clean).samples
    #expect(isSame)
  }

  @Test(arguments: HiddenCode.allCases, kinds)
  func isNotInTheRender(_ hidden: HiddenCode, kind: TestJPEG.Kind) throws {
    let clean = try photo(kind)
    guard let planted = try hidden.planted(in: clean), let other = try hidden.planted(in: clean, seed: 2)
    else { return }
    for plan in try plans() {
      let comment: Comment = "\(plan.regions.count) regions, \(plan.strength.style)"
      let render = try GatedRender(planted, plan)
      #expect(render.refusal() == nil, comment)
      let isSame = try GatedRender(other, plan).bytes == render.bytes
      #expect(isSame, comment)
      switch hidden {
      case .padding, .unseenBlocks, .restartInterval, .names, .frame:
        #expect(render.path == .bitCopy)
        let isClean = try GatedRender(clean, plan).bytes == render.bytes
        #expect(isClean, comment)
      case .unusedCodes: #expect(render.path == .bitCopy)
      case .zeroRuns, .otherEnds, .twoCodes:
        #expect(render.path == .coefficients)
        let photo = try JPEGPhoto(clean, limits: ImageLimits())
        let coded = try photo.rendering(
          plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, paths: [.coefficients])
        let isClean = coded.bytes == render.bytes
        #expect(isClean, comment)
      }
    }
  }

  /// What is coded strangely within a region is left out with it, and must not decide how the rest is made.
  @Test(arguments: kinds)
  func tellsNothingFromWithinARegion(kind: TestJPEG.Kind) throws {
    let clean = try photo(kind)
    let plan = try GatedRender.plan(GatedRender.one)
    let render = try GatedRender(clean, plan)
    let areas = plan.areas(on: render.photo.geometry)
    let stream = try #require(BaselineJPEG(FileBytes(clean)))
    let before = try HandCodedJPEG(clean)
    var planted = try HandCodedJPEG(#require(try HiddenCode.zeroRuns.planted(in: clean)))
    var inside = 0
    for (index, block) in planted.blocks.enumerated() {
      let component = stream.components[block.component]
      let isInside = areas.contains {
        $0.contains(unitX: block.x / component.blocksX, unitY: block.y / component.blocksY)
      }
      if isInside {
        inside += block == before.blocks[index] ? 0 : 1
      } else {
        planted.blocks[index] = before.blocks[index]
      }
    }
    #expect(inside > 0)
    let other = try GatedRender(planted.bytes, plan)
    #expect(other.path == .bitCopy)
    let isSame = other.bytes == render.bytes
    #expect(isSame)
  }

  @Test(arguments: HiddenCode.allCases, kinds)
  func isFoundInAFinishedRender(_ hidden: HiddenCode, kind: TestJPEG.Kind) throws {
    for isOptimized in [false, true] {
      var kind = kind
      kind.hasOptimizedTables = isOptimized
      let render = try GatedRender(kind)
      // All of optimised tables is used.
      guard !isOptimized || ![.otherEnds, .twoCodes, .unusedCodes, .zeroRuns].contains(hidden),
        let planted = try hidden.planted(in: render.bytes)
      else { continue }
      #expect(render.refusal(of: planted) != nil, "optimised: \(isOptimized)")
      // Also where no original is compared bit by bit.
      do {
        try CanonicalCheck.check(FileBytes(planted))
        Issue.record("optimised: \(isOptimized): nothing was found")
      } catch {
        #expect(error.blockKind == "strayBytes")
      }
      try CanonicalCheck.check(FileBytes(render.bytes))
    }
  }

  @Test(arguments: HiddenCode.allCases, kinds)
  func isFoundInAFileOfAnyProgram(_ hidden: HiddenCode, kind: TestJPEG.Kind) throws {
    // What tells as much as a few letters do is found in renders alone, and so is a bit or two of padding.
    guard ![.restartInterval, .names, .frame].contains(hidden),
      hidden != .padding || kind.restartInterval > 0, let planted = try hidden.planted(in: photo(kind))
    else { return }
    let found = planted.withUnsafeBufferPointer { bytes in
      var inspection = JPEGInspection(bytes, policy: .everything, judge: HiddenPictureJudge(detector: nil))
      inspection.objectToCoding()
      return inspection.blocks.filter { !$0.isAllowed }
    }
    #expect(!found.isEmpty)
    #expect(found.allSatisfy { $0.kind == .strayBytes && $0.range.upperBound <= planted.count })
  }

  // A gate that knows baseline alone would let other renders pass.
  @Test func isFoundInProgressiveAndTonedRendersToo() throws {
    var options = RenderOptions()
    options.keepsProgressive = true
    let progressive = try GatedRender(TestJPEG.Kind { $0.isProgressive = true }, options: options)
    #expect(try TestJPEG.read(progressive.bytes).isProgressive)
    #expect(progressive.refusal() == nil)
    let dqt = try #require(JPEGParts.segments(of: progressive.bytes).first { $0.marker == 0xDB })
    var renamed = progressive.bytes
    renamed.insert(contentsOf: renamed[dqt.range], at: dqt.range.lowerBound)
    #expect(progressive.refusal(of: renamed)?.blockKind == "strayBytes")

    let filters = ToneFilters(sepia: 0.6)
    let render = try GatedRender()
    let checked = try render.photo.opening(render: render.bytes)
    let toned = try checked.toning(filters).bytes
    try LeakGate(format: .jpeg).checkTones(
      of: toned, against: checked, filters: filters, options: RenderOptions())
    let planted = try #require(try HiddenCode.unseenBlocks.planted(in: toned))
    #expect(throws: FaceBlurError.self) {
      try LeakGate(format: .jpeg).checkTones(
        of: planted, against: checked, filters: filters, options: RenderOptions())
    }
  }
}

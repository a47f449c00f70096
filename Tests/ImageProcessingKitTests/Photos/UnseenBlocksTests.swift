import TestSupport
import Testing

@testable import ImageProcessingKit

/// The last coding units reach beyond the picture's edge: whoever changes the size in the header sees what is there.
@Suite struct UnseenBlocksTests {
  private static let seed: UInt64 = 77

  static let kinds: [TestJPEG.Kind] = [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2)].flatMap {
    sampling in
    [(0, false), (1, false), (5, false), (0, true)].map { restart, isOptimized in
      TestJPEG.Kind {
        $0.sampling = sampling
        $0.restartInterval = restart
        $0.hasOptimizedTables = isOptimized
      }
    }
  }

  /// A photo whose header states less than its units hold, and how much those hold.
  private func narrowed(
    _ kind: TestJPEG.Kind, _ random: inout SplitMix
  ) throws -> (photo: [UInt8], full: [UInt8], width: Int, height: Int) {
    let unit = (8 * kind.sampling.h, 8 * kind.sampling.v)
    let width = unit.0 * Int.random(in: 1...5, using: &random)
    let height = unit.1 * Int.random(in: 1...5, using: &random)
    let full = try TestJPEG.encode(
      TestPhotos.noise(width: width, height: height, seed: random.next()), kind)
    let photo = TestJPEG.resized(
      full, width: width - .random(in: 0..<unit.0, using: &random),
      height: height - .random(in: 0..<unit.1, using: &random))
    return (photo, full, width, height)
  }

  private func randomPlan(_ random: inout SplitMix) throws -> RegionPlan {
    try GatedRender.plan(
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        NormalizedRect(
          x: .random(in: -0.2...0.9, using: &random), y: .random(in: -0.2...0.9, using: &random),
          width: .random(in: 0.2...0.6, using: &random), height: .random(in: 0.2...0.6, using: &random))
      }, ObscuringStyle.allCases.randomElement(using: &random) ?? .mosaic)
  }

  /// Whether a block has no AC, and the DC of the component's block before it in coding order.
  private func isFlat(_ component: TestJPEG.Component, _ x: Int, _ y: Int) -> Bool {
    let (h, v) = (component.blocksPerUnit.h, component.blocksPerUnit.v)
    // In a unit blocks go from left to right, then down; a unit's first block is always seen.
    let before = x % h > 0 ? (x - 1, y) : y % v > 0 ? (x + h - 1, y - 1) : nil
    guard let before else { return false }
    return component.block(x, y).first == component.block(before.0, before.1).first
      && component.block(x, y).dropFirst().allSatisfy { $0 == 0 }
  }

  @Test(arguments: kinds)
  func areFlatInEveryRender(kind: TestJPEG.Kind) throws {
    var random = SplitMix(seed: Self.seed)
    var unseen = 0
    for number in 0..<25 {
      let comment: Comment = "seed \(Self.seed), case \(number)"
      let (original, full, width, height) = try narrowed(kind, &random)
      let render = try GatedRender(original, randomPlan(&random))
      #expect(render.refusal() == nil, comment)
      // Optimised tables may lack a code that an area needs.
      #expect(render.path == .bitCopy || kind.hasOptimizedTables, comment)

      let widened = try TestJPEG.read(TestJPEG.resized(render.bytes, width: width, height: height))
      let before = try TestJPEG.read(original)
      let areas = render.plan.areas(on: render.photo.geometry)
      for (index, component) in widened.components.enumerated() {
        let seen = before.components[index]
        let whole = try TestJPEG.read(full).components[index]
        for y in 0..<component.heightInBlocks {
          for x in 0..<component.widthInBlocks {
            if x >= seen.widthInBlocks || y >= seen.heightInBlocks {
              #expect(isFlat(component, x, y), "\(comment), component \(index), block \(x), \(y)")
              unseen += 1
            } else if !areas.contains(where: {
              $0.contains(unitX: x / component.blocksPerUnit.h, unitY: y / component.blocksPerUnit.v)
            }) {
              #expect(
                component.block(x, y) == whole.block(x, y), "\(comment), component \(index), block \(x), \(y)"
              )
            }
          }
        }
      }

      let photo = try JPEGPhoto(original, limits: ImageLimits())
      let coded = try photo.rendering(
        areas, with: render.plan.strength.style.obscurer, paths: [.coefficients])
      let isSame = try TestJPEG.read(coded.bytes).components == TestJPEG.read(render.bytes).components
      #expect(isSame, comment)
      #expect(try TestJPEG.decode(render.bytes).warnings == 0, comment)
    }
    #expect(unseen > 0 || kind.sampling == (1, 1))
  }

  @Test(arguments: kinds)
  func leaveEveryPixelAsItWasWithTwoDecoders(kind: TestJPEG.Kind) throws {
    var random = SplitMix(seed: Self.seed + 1)
    for number in 0..<8 {
      let (original, _, _, _) = try narrowed(kind, &random)
      let render = try JPEGPhoto(original, limits: ImageLimits()).rendering([], with: MosaicObscurer())
      #expect(render.path == .bitCopy || kind.hasOptimizedTables)
      let isSame = try TestJPEG.decode(render.bytes).samples == TestJPEG.decode(original).samples
      #expect(isSame, "case \(number)")
      let isSameElsewhere =
        try TestJPEG.decodeIndependently(render.bytes).bytes
        == TestJPEG.decodeIndependently(original).bytes
      #expect(isSameElsewhere, "case \(number)")
    }
  }

  /// A column of faces 31 pixels wide, of which the header shows one pixel.
  @Test(arguments: [(true, false), (false, true), (true, true)])
  func hideAFaceThatTheHeaderLeavesOut(narrows: Bool, lowers: Bool) throws {
    var picture = TestPhotos.noise(width: 128, height: 128, seed: 5)
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let face = TestPhotos.astronautFace
    for y in 0..<128 {
      for x in 0..<128 where x >= 96 || y >= 96 {
        picture[x, y] = portrait[face.x + x % 32 * face.width / 32, face.y + y % 32 * face.height / 32]
      }
    }
    let full = try TestJPEG.encode(picture, TestJPEG.Kind { $0.sampling = (4, 2) })
    let original = TestJPEG.resized(full, width: narrows ? 97 : 128, height: lowers ? 113 : 128)
    let render = try GatedRender(original, GatedRender.plan(GatedRender.one))
    #expect(render.path == .bitCopy)
    let shown = TestJPEG.resized(render.bytes, width: 128, height: 128)
    let luma = try TestJPEG.read(shown).components[0]
    let before = try TestJPEG.read(full).components[0]
    var hidden = 0
    for y in 0..<luma.heightInBlocks {
      for x in 0..<luma.widthInBlocks where narrows && x > 12 || lowers && y > 14 {
        #expect(luma.block(x, y).dropFirst().allSatisfy { $0 == 0 })
        hidden += before.block(x, y).dropFirst().contains { $0 != 0 } ? 1 : 0
      }
    }
    #expect(hidden > 10)
  }
}

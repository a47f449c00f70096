import TestSupport
import Testing

@testable import ImageProcessingKit

/// The paths must agree: random regions on random photos, against a plain reference.
@Suite struct RenderPathsTests {
  private static let seed: UInt64 = 2026
  private static let casesPerKind = 70

  static let kinds: [TestJPEG.Kind] = {
    var kinds: [TestJPEG.Kind] = []
    for sampling in [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2)] {
      for restart in [0, 1, 3, 16] where restart < 3 || sampling != (4, 2) {
        kinds.append(
          TestJPEG.Kind {
            $0.sampling = sampling
            $0.restartInterval = restart
          })
      }
    }
    for components in [1, 4] {
      for sampling in [(1, 1), (2, 2)] {
        kinds.append(
          TestJPEG.Kind {
            $0.components = components
            $0.sampling = sampling
            $0.restartInterval = components
          })
      }
    }
    return kinds
  }()

  /// What a coefficient editor does, written out: no AC in the areas, and by place of each DC in them the mean
  /// of its cell's visible DCs.
  private func reference(
    _ component: TestJPEG.Component, _ areas: [ObscuredArea]
  ) -> (coefficients: [Int16], means: [Int: Double]) {
    var result = component.coefficients
    var means: [Int: Double] = [:]
    for area in areas {
      var cells: [Int: (sum: Double, blocks: [Int])] = [:]
      for y in 0..<component.heightInBlocks {
        for x in 0..<component.widthInBlocks {
          let unit = (x: x / component.blocksPerUnit.h, y: y / component.blocksPerUnit.v)
          guard area.contains(unitX: unit.x, unitY: unit.y) else { continue }
          let column = (unit.x - area.bounds.x) / area.cellWidth
          let row = (unit.y - area.bounds.y) / area.cellHeight
          let block = (y * component.widthInBlocks + x) * 64
          cells[row * area.columns + column, default: (0, [])].sum += Double(component.coefficients[block])
          cells[row * area.columns + column, default: (0, [])].blocks.append(block)
        }
      }
      for cell in cells.values {
        for block in cell.blocks {
          for place in block..<(block + 64) { result[place] = 0 }
          means[block] = cell.sum / Double(cell.blocks.count)
        }
      }
    }
    return (result, means)
  }

  /// Whether a stream is the original but for areas that hold their cells' means, rounded to either side where
  /// a mean lies in the middle.
  private func agrees(_ after: TestJPEG.Image, with before: TestJPEG.Image, _ areas: [ObscuredArea]) -> Bool {
    zip(after.components, before.components).allSatisfy { new, old in
      let expected = reference(old, areas)
      var coefficients = new.coefficients
      for (place, mean) in expected.means {
        guard abs(Double(coefficients[place]) - mean) < 0.5 + 1e-9 else { return false }
        coefficients[place] = 0
      }
      return coefficients == expected.coefficients && new.quantizers == old.quantizers
    }
  }

  private func randomPlan(_ random: inout SplitMix) throws -> RegionPlan {
    let strength = try #require(
      ObscuringStrength(style: .mosaic, cells: .random(in: 1...6, using: &random), margin: 1))
    let regions = (0..<Int.random(in: 0...5, using: &random)).map { index in
      PlannedRegion(
        id: "\(index)",
        rect: NormalizedRect(
          x: .random(in: -0.2...0.9, using: &random), y: .random(in: -0.2...0.9, using: &random),
          width: .random(in: 0.25...0.8, using: &random), height: .random(in: 0.25...0.8, using: &random)),
        score: nil, origin: .manual)
    }
    return RegionPlan(regions: regions, strength: strength)
  }

  @Test(arguments: kinds)
  func bitCopyAndCoefficientPathAgreeWithAPlainReference(kind: TestJPEG.Kind) throws {
    var random = SplitMix(seed: Self.seed)
    for number in 0..<Self.casesPerKind {
      let comment: Comment = "seed \(Self.seed), case \(number)"
      var kind = kind
      kind.quality = .random(in: 20...98, using: &random)
      kind.hasOptimizedTables = number % 5 == 0
      let picture = TestPhotos.noise(
        width: .random(in: 1...90, using: &random), height: .random(in: 1...90, using: &random),
        seed: random.next())
      let original = try TestJPEG.encode(picture, kind)
      let photo = try JPEGPhoto(original, limits: ImageLimits())
      let areas = try randomPlan(&random).areas(on: photo.geometry)

      let before = try TestJPEG.read(original)
      let isReached = before.restartInterval < photo.geometry.unitColumns * photo.geometry.unitRows
      let edited = try photo.rendering(areas, with: MosaicObscurer(from: .means), paths: [.coefficients])
      let copied = try photo.rendering(areas, with: MosaicObscurer(from: .means))
      // Standard tables hold every code.
      #expect(copied.path == .bitCopy || kind.hasOptimizedTables, comment)
      let afterEdit = try TestJPEG.read(edited.bytes)
      let afterCopy = try TestJPEG.read(copied.bytes)
      #expect(agrees(afterEdit, with: before, areas), comment)
      let isSame = afterCopy.components == afterEdit.components
      #expect(isSame, comment)
      for (after, rendered) in [(afterEdit, edited), (afterCopy, copied)] {
        #expect(after.restartInterval == (isReached ? before.restartInterval : 0), comment)
        #expect(after.warnings == 0, comment)
        #expect(try TestJPEG.decode(rendered.bytes).warnings == 0, comment)
      }
    }
  }

  /// What comes from the surroundings is the same, whichever way it is read and written.
  @Test(arguments: kinds)
  func bothPathsSeeTheSameSurroundings(kind: TestJPEG.Kind) throws {
    var random = SplitMix(seed: Self.seed)
    for number in 0..<15 {
      let picture = TestPhotos.noise(
        width: .random(in: 1...90, using: &random), height: .random(in: 1...90, using: &random),
        seed: random.next())
      let photo = try JPEGPhoto(TestJPEG.encode(picture, kind), limits: ImageLimits())
      let areas = try randomPlan(&random).areas(on: photo.geometry)
      for obscurer in [MosaicObscurer(), BlurObscurer()] as [any Obscuring] {
        let edited = try TestJPEG.read(photo.rendering(areas, with: obscurer, paths: [.coefficients]).bytes)
        let copied = try TestJPEG.read(photo.rendering(areas, with: obscurer, paths: [.bitCopy]).bytes)
        let isSame = edited.components == copied.components
        #expect(isSame, "seed \(Self.seed), case \(number)")
      }
    }
  }

  /// The blur has detail of its own in its blocks.
  @Test(arguments: [
    TestJPEG.Kind(), TestJPEG.Kind { $0.sampling = (2, 1) }, TestJPEG.Kind { $0.components = 1 },
  ])
  func blursAlikeOnBothPaths(kind: TestJPEG.Kind) throws {
    var random = SplitMix(seed: Self.seed)
    for number in 0..<30 {
      let picture = TestPhotos.noise(width: 150, height: 130, seed: random.next())
      let original = try TestJPEG.encode(picture, kind)
      let photo = try JPEGPhoto(original, limits: ImageLimits())
      let areas = try randomPlan(&random).areas(on: photo.geometry)
      let edited = try TestJPEG.read(
        photo.rendering(areas, with: BlurObscurer(), paths: [.coefficients]).bytes)
      let copied = try photo.rendering(areas, with: BlurObscurer())
      #expect(copied.path == .bitCopy, "case \(number)")
      let isSame = try TestJPEG.read(copied.bytes).components == edited.components
      #expect(isSame, "seed \(Self.seed), case \(number)")

      let before = try TestJPEG.read(original)
      for (old, new) in zip(before.components, edited.components) {
        for y in 0..<old.heightInBlocks {
          for x in 0..<old.widthInBlocks {
            let unit = (x: x / old.blocksPerUnit.h, y: y / old.blocksPerUnit.v)
            guard !areas.contains(where: { $0.contains(unitX: unit.x, unitY: unit.y) }) else { continue }
            #expect(new.block(x, y) == old.block(x, y))
          }
        }
      }
    }
  }

  /// Of the second kind no scan may hold all components, because a unit has 18 blocks.
  @Test(arguments: [
    TestJPEG.Kind { $0.isProgressive = true },
    TestJPEG.Kind { ($0.isProgressive, $0.sampling, $0.scansByChance) = (true, (4, 4), 5) },
  ])
  func keepsProgressivePhotosProgressiveOnlyIfAsked(kind: TestJPEG.Kind) throws {
    let original = try TestJPEG.encode(TestPhotos.noise(width: 120, height: 90, seed: 9), kind)
    let photo = try JPEGPhoto(original, limits: ImageLimits())
    var random = SplitMix(seed: 1)
    let areas = try randomPlan(&random).areas(on: photo.geometry)
    var results: [TestJPEG.Image] = []
    for keeps in [false, true] {
      var options = RenderOptions()
      options.keepsProgressive = keeps
      let rendered = try photo.rendering(areas, with: MosaicObscurer(), options: options)
      let image = try TestJPEG.read(rendered.bytes)
      #expect(image.isProgressive == keeps)
      #expect(rendered.notes.count == 1)
      results.append(image)
    }
    #expect(results[0].components == results[1].components)
  }

  /// Without a region the entropy-coded data is what it was, byte for byte.
  @Test func copiesEveryByteWhereNothingIsObscured() throws {
    let original = try TestPhotos.graceHopper()
    let photo = try JPEGPhoto(original, limits: ImageLimits())
    let rendered = try photo.rendering([], with: MosaicObscurer(from: .means), paths: [.bitCopy])
    let start = try #require(BaselineJPEG(FileBytes(original))).entropyStart
    #expect(rendered.bytes.suffix(original.count - start) == original.suffix(original.count - start))
  }

  /// Tables made for a picture lack codes that its flat blocks need.
  /// Codes that were used within the region alone are free for what is written there.
  @Test(arguments: [true, false])
  func takesTheNextPathWhereTheTablesLackACode(isRepeated: Bool) throws {
    let kind = TestJPEG.Kind {
      $0.quality = 100
      $0.components = 1
      $0.hasOptimizedTables = true
    }
    // Every block of this checkerboard ends with its last coefficient, so no code says that one ends earlier.
    var random = SplitMix(seed: 8)
    var picture = PixelBuffer(width: 32, height: 32)
    for y in 0..<32 {
      for x in 0..<32 {
        let isLight = (x + y) % 2 == 0
        let tone: UInt8 = .random(in: isLight ? 180...250 : 5...70, using: &random)
        picture[x, y] = isRepeated && (x > 15 || y > 15) ? picture[x % 16, y % 16] : (tone, tone, tone)
      }
    }
    let original = try TestJPEG.encode(picture, kind)
    try #require(try #require(BaselineJPEG(FileBytes(original))).acTables[0]?.code(for: 0) == nil)
    let photo = try JPEGPhoto(original, limits: ImageLimits())
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: 2, margin: 1))
    let region = PlannedRegion(
      id: "1", rect: NormalizedRect(x: 0, y: 0, width: 0.5, height: 0.5), score: nil, origin: .manual)
    let areas = RegionPlan(regions: [region], strength: strength).areas(on: photo.geometry)
    let rendered = try photo.rendering(areas, with: MosaicObscurer(from: .means))
    #expect(rendered.path == (isRepeated ? .coefficients : .bitCopy))
    #expect(try agrees(TestJPEG.read(rendered.bytes), with: TestJPEG.read(original), areas))
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// A hidden region tells nothing: whatever is in it, the render is the same to the last byte.
@Suite struct NonInterferenceTests {
  /// How a photo is stored, and what becomes of it.
  struct Storage: Sendable, CustomStringConvertible {
    let kind: TestJPEG.Kind
    let path: RenderSummary.Path

    var description: String { "\(kind), \(path)" }
  }

  /// Every way to a render, with every sampling and all kinds of components.
  static let storages: [Storage] = {
    var kinds: [TestJPEG.Kind] = []
    for sampling in [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1), (1, 4), (4, 2)] {
      kinds.append(TestJPEG.Kind { $0.sampling = sampling })
    }
    for components in [1, 4] {
      kinds.append(TestJPEG.Kind { ($0.components, $0.sampling) = (components, (1, 1)) })
    }
    kinds.append(TestJPEG.Kind { ($0.components, $0.keepsColors, $0.sampling) = (3, true, (1, 1)) })
    kinds.append(TestJPEG.Kind { ($0.components, $0.keepsColors, $0.sampling) = (4, true, (1, 1)) })
    kinds.append(TestJPEG.Kind { $0.restartInterval = 3 })
    kinds.append(TestJPEG.Kind { $0.restartInterval = 1 })
    var storages = kinds.flatMap { kind in
      [Storage(kind: kind, path: .bitCopy), Storage(kind: kind, path: .pixels)]
    }
    for kind in kinds where kind.restartInterval == 0 {
      var progressive = kind
      progressive.isProgressive = true
      storages.append(Storage(kind: progressive, path: .coefficients))
    }
    storages.append(Storage(kind: TestJPEG.Kind { $0.isArithmetic = true }, path: .coefficients))
    storages.append(Storage(kind: TestJPEG.Kind { $0.hasSeparateScans = true }, path: .coefficients))
    return storages
  }()

  private static let casesPerStorage = 56
  /// Inside a region stands one of these.
  private enum Inside: CaseIterable {
    case noise, face, black
  }

  private static let face = Result { try TestPhotos.pixels(of: TestPhotos.graceHopper()) }

  private struct Case {
    let plan: RegionPlan
    let options: RenderOptions
    let photos: [[UInt8]]
  }

  private func makeCase(_ storage: Storage, _ random: inout SplitMix) throws -> Case {
    var kind = storage.kind
    kind.quality = .random(in: 30...97, using: &random)
    let base = TestPhotos.noise(
      width: .random(in: 1...88, using: &random), height: .random(in: 1...88, using: &random),
      seed: random.next())
    let style = [ObscuringStyle.mosaic, .blur, .fill].randomElement(using: &random) ?? .mosaic
    let strength = try #require(
      ObscuringStrength(
        style: style, shape: Bool.random(using: &random) ? .box : .ellipse,
        cells: .random(in: 1...24, using: &random), margin: .random(in: 1...2, using: &random)))
    let regions = (1...Int.random(in: 1...4, using: &random)).map { number in
      PlannedRegion(
        id: "m\(number)",
        rect: NormalizedRect(
          x: .random(in: -0.2...0.9, using: &random), y: .random(in: -0.2...0.9, using: &random),
          width: .random(in: 0.25...0.6, using: &random), height: .random(in: 0.25...0.6, using: &random)),
        score: nil, origin: .manual)
    }
    let plan = RegionPlan(regions: regions, strength: strength)
    let orientation = Orientation.allCases.randomElement(using: &random) ?? .up
    func photo(_ picture: PixelBuffer) throws -> [UInt8] {
      var file = try TestJPEG.encode(picture, kind)
      // The decoder warns about stray bytes before the end, so coefficients are not trusted.
      if storage.path == .pixels {
        file.insert(contentsOf: [UInt8](repeating: 0x12, count: 64), at: file.count - 2)
      }
      return TestJPEG.oriented(file, orientation)
    }
    let first = try photo(base)
    let geometry = try PhotoFormats.standard.open(first).geometry
    let areas = plan.areas(on: geometry)
    let others = try Inside.allCases.map { inside in
      try photo(picture(base, with: inside, in: areas, geometry, seed: random.next()))
    }
    var options = RenderOptions()
    options.hasThumbnail = Int.random(in: 0..<8, using: &random) == 0
    options.metadata = Bool.random(using: &random) ? .minimal : .everything
    options.keepsProgressive = Bool.random(using: &random)
    return Case(plan: plan, options: options, photos: [first] + others)
  }

  /// A picture with all pixels inside some areas replaced.
  private func picture(
    _ base: PixelBuffer, with inside: Inside, in areas: [ObscuredArea], _ geometry: PhotoGeometry,
    seed: UInt64
  ) throws -> PixelBuffer {
    let face = try Self.face.get()
    var random = SplitMix(seed: seed)
    var picture = base
    for y in 0..<base.height {
      for x in 0..<base.width
      where areas.contains(where: {
        $0.contains(unitX: x / geometry.unitWidth, unitY: y / geometry.unitHeight)
      }) {
        switch inside {
        case .noise:
          picture[x, y] = (
            .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
            .random(in: 0...255, using: &random)
          )
        case .face: picture[x, y] = face[180 + 3 * x % 200, 60 + 3 * y % 240]
        case .black: picture[x, y] = (0, 0, 0)
        }
      }
    }
    return picture
  }

  @Test(arguments: storages)
  func rendersAreTheSameWhateverIsInside(storage: Storage) throws {
    var random = SplitMix(seed: 77)
    for number in 0..<Self.casesPerStorage {
      let example = try makeCase(storage, &random)
      let renders = try example.photos.map { bytes in
        let photo = try PhotoFormats.standard.open(bytes).content
        let render = try photo.rendering(
          example.plan.areas(on: photo.geometry), with: example.plan.strength.style.obscurer,
          options: example.options)
        #expect(render.path == storage.path, "case \(number)")
        return render.bytes
      }
      for render in renders.dropFirst() {
        let isSame = render == renders[0]
        #expect(isSame, "case \(number): \(example.plan.strength)")
      }
    }
  }

  /// The preview is seen by whoever decides, and may be sent along.
  @Test(arguments: storages.filter { $0.path != .pixels })
  func previewsAreTheSameWhateverIsInside(storage: Storage) throws {
    var random = SplitMix(seed: 78)
    for number in 0..<6 {
      let example = try makeCase(storage, &random)
      let side = Int.random(in: 20...90, using: &random)
      let previews = try example.photos.map { bytes in
        let photo = try PhotoFormats.standard.open(bytes).content
        var preview = try photo.displayImage(fitting: side).pixels
        preview.show(example.plan, ToneFilters(), of: photo)
        return preview
      }
      for preview in previews.dropFirst() {
        let isSame = preview == previews[0]
        #expect(isSame, "case \(number) at \(side): \(example.plan.strength)")
      }
    }
  }

  /// What the test above can see: cells of means tell one inside from another.
  @Test func cellsOfMeansAreNotTheSame() throws {
    var random = SplitMix(seed: 79)
    let example = try makeCase(Storage(kind: TestJPEG.Kind(), path: .bitCopy), &random)
    let renders = try example.photos.map { bytes in
      let photo = try PhotoFormats.standard.open(bytes).content
      return try photo.rendering(
        example.plan.areas(on: photo.geometry), with: ObscuringStyle.pixelate.obscurer
      ).bytes
    }
    #expect(Set(renders).count == renders.count)
  }
}

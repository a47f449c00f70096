import TestSupport
import Testing

@testable import ImageProcessingKit

/// What people decide by is what they get: the preview against the render, both at display size, of random photos and
/// plans.
@Suite struct PreviewAgreementTests {
  /// Of all samples of one channel.
  private struct Difference: CustomStringConvertible {
    private var sum = 0
    private(set) var count = 0
    private(set) var most = 0

    mutating func add(_ a: UInt8, _ b: UInt8) {
      let difference = abs(Int(a) - Int(b))
      sum += difference
      count += 1
      most = max(most, difference)
    }

    var mean: Double { count == 0 ? 0 : Double(sum) / Double(count) }
    var description: String { "mean \(mean), most \(most) of \(count)" }
  }

  private struct Case {
    let photo: any EditablePhoto
    let plan: RegionPlan
    let side: Int
    let text: String
  }

  private static let kinds = [
    TestJPEG.Kind(), TestJPEG.Kind { $0.sampling = (1, 1) }, TestJPEG.Kind { $0.sampling = (2, 1) },
    TestJPEG.Kind { $0.sampling = (1, 2) }, TestJPEG.Kind { $0.components = 1 },
    TestJPEG.Kind { $0.isProgressive = true }, TestJPEG.Kind { $0.quality = 75 },
    TestJPEG.Kind { $0.restartInterval = 2 },
  ]

  private func makeCase(_ seed: Int) throws -> Case {
    var random = SplitMix(seed: UInt64(seed))
    let upright = TestPhotos.noise(
      width: Int.random(in: 130...320, using: &random), height: Int.random(in: 130...320, using: &random),
      seed: random.next())
    let orientation = Orientation.allCases[seed % 8]
    let kind = Self.kinds[seed / 8 % Self.kinds.count]
    let stored = try TestJPEG.encode(upright.stored(for: orientation), kind)
    let photo = try PhotoFormats.standard.open(TestJPEG.oriented(stored, orientation)).content
    let style = ObscuringStyle.allCases[seed % ObscuringStyle.allCases.count]
    let strength = try #require(
      ObscuringStrength(
        style: style, shape: Bool.random(using: &random) ? .box : .ellipse,
        cells: Int.random(in: 1...6, using: &random), margin: Double.random(in: 1...2, using: &random)))
    let regions = (1...Int.random(in: 1...3, using: &random)).map { number in
      var region = PlannedRegion(
        id: "m\(number)",
        rect: NormalizedRect(
          x: Double.random(in: -0.1...0.8, using: &random), y: Double.random(in: -0.1...0.8, using: &random),
          width: Double.random(in: 0.15...0.35, using: &random),
          height: Double.random(in: 0.15...0.35, using: &random)),
        score: nil, origin: .manual)
      if number > 1, Bool.random(using: &random) { region.state = .excluded }
      if Int.random(in: 0..<4, using: &random) == 0 {
        region.cells = [0, 2, 4].randomElement(using: &random)
      }
      return region
    }
    let side = Int.random(in: 80...320, using: &random)
    return Case(
      photo: photo, plan: RegionPlan(regions: regions, strength: strength), side: side,
      text: "\(upright.width) × \(upright.height) \(orientation) \(kind), \(strength), shown at \(side)")
  }

  /// Inside, both show the same cells, and a tone differs by how it was reached: the preview averages the pixels of the
  /// small picture, in RGB and after clipping; the render averages all of them in the stored colours and rounds to a
  /// quantiser's step. At quality 75, half a step is 1 in luma and 1.3 in chroma, which counts 1.77-fold in blue; which
  /// pixels the edge of a small cell takes adds as much again: 2.5 in the mean. Amid a cell, away from edges that may
  /// fall a pixel apart, no pixel differs by more than about three times that, 8.
  ///
  /// Tones that come from around are made of the few pixels that a unit has there, at least five across: 5 in the mean.
  ///
  /// Outside, the very same coefficients are decoded, so nothing differs at all.
  @Test(arguments: 0..<50)
  func previewShowsWhatTheRenderWill(seed: Int) throws {
    let example = try makeCase(seed)
    let geometry = example.photo.geometry
    let areas = example.plan.areas(on: geometry)
    var preview = try example.photo.displayImage(fitting: example.side).pixels
    preview.show(example.plan, ToneFilters(), of: example.photo)
    let render = try example.photo.rendering(areas, with: example.plan.strength.style.obscurer)
    let shown = try PhotoFormats.standard.open(render.bytes).displayImage(fitting: example.side).pixels
    #expect((preview.width, preview.height) == (shown.width, shown.height))

    let places = Places(of: preview, areas, geometry)
    var inside = [Difference](repeating: Difference(), count: 3)
    var withinCells = inside
    var outside = inside
    for y in 0..<preview.height {
      for x in 0..<preview.width {
        let place = places[x, y]
        guard place != .edge else { continue }
        let (a, b) = (preview[x, y], shown[x, y])
        let isAmid = place == .inside && isAmidACell(x, y, in: preview, example.plan.strength.style)
        for (channel, pair) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)].enumerated() {
          if place == .outside { outside[channel].add(pair.0, pair.1) }
          if place == .inside { inside[channel].add(pair.0, pair.1) }
          if isAmid { withinCells[channel].add(pair.0, pair.1) }
        }
      }
    }
    #expect(inside[0].count > 0)
    for channel in 0..<3 {
      #expect(
        inside[channel].mean < (example.plan.strength.style.revealsContent ? 2.5 : 5),
        "\(example.text): \(inside[channel])")
      #expect(withinCells[channel].most <= 8, "\(example.text): \(withinCells[channel])")
      #expect(outside[channel].most == 0, "\(example.text): \(outside[channel])")
    }
  }

  /// Whether all pixels around show the same cell; a smooth blur has no edges.
  private func isAmidACell(_ x: Int, _ y: Int, in picture: PixelBuffer, _ style: ObscuringStyle) -> Bool {
    guard style != .blur, style != .smoothPixelate else { return true }
    let own = picture[x, y]
    return (max(0, y - 1)...min(picture.height - 1, y + 1)).allSatisfy { row in
      (max(0, x - 1)...min(picture.width - 1, x + 1)).allSatisfy { picture[$0, row] == own }
    }
  }
}

/// Which pixels of a small picture show only what is obscured, or nothing of it, and are far enough from the edge between.
private struct Places {
  enum Place {
    case inside, outside, edge
  }

  /// A pixel shows a part of its neighbours as well, and so does chroma that is stored at half the size.
  private static let reach = 4

  private let width: Int
  private var places: [Place]

  init(of picture: PixelBuffer, _ areas: [ObscuredArea], _ geometry: PhotoGeometry) {
    width = picture.width
    let size = (width: Double(picture.width), height: Double(picture.height))
    func isCovered(_ x: Double, _ y: Double) -> Bool {
      let point = geometry.unitPoint(
        uprightX: min(max(x, 0.001), size.width - 0.001) / size.width,
        uprightY: min(max(y, 0.001), size.height - 0.001) / size.height)
      return areas.contains { $0.contains(unitX: Int(point.x), unitY: Int(point.y)) }
    }
    places = []
    var edges: [(x: Int, y: Int)] = []
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let center = isCovered(Double(x) + 0.5, Double(y) + 0.5)
        places.append(center ? .inside : .outside)
        // Just beyond the corners, because the last unit may show in less than a pixel.
        let corners = [-0.1, 1.1].flatMap { down in [-0.1, 1.1].map { (across: $0, down: down) } }
        if corners.contains(where: { isCovered(Double(x) + $0.across, Double(y) + $0.down) != center }) {
          edges.append((x, y))
        }
      }
    }
    for (x, y) in edges {
      for row in max(0, y - Self.reach)...min(picture.height - 1, y + Self.reach) {
        for column in max(0, x - Self.reach)...min(width - 1, x + Self.reach) {
          places[row * width + column] = .edge
        }
      }
    }
  }

  subscript(x: Int, y: Int) -> Place { places[y * width + x] }
}

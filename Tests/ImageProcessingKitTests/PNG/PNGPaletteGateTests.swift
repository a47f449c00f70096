import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders with palettes before the gate.
@Suite struct PNGPaletteGateTests {
  /// A picture with a palette and its render, made in the simplest way.
  private struct Pair {
    var original: PlainPNG
    var render: PlainPNG
    let areas: [ObscuredArea]
    let style: ObscuringStyle

    /// - Parameters:
    ///   - colors: how many entries the palette has that pixels have.
    ///   - alphas: of the first entries.
    init(
      depth: Int, colors: Int, style: ObscuringStyle = .mosaic, alphas: [UInt8] = [],
      isInterlaced: Bool = false,
      rects: [NormalizedRect] = GatedRender.three
    ) throws {
      var random = SplitMix(seed: UInt64(depth * 300 + colors))
      let palette = (0..<colors).map { _ in (0..<3).map { _ in UInt8.random(in: 0...255, using: &random) } }
      let indices = (0..<(61 * 45)).map { _ in UInt16.random(in: 0..<UInt16(colors), using: &random) }
      original = PlainPNG(
        width: 61, height: 45, depth: depth, type: 3, isInterlaced: isInterlaced, samples: indices,
        palette: palette, transparency: alphas)
      self.style = style
      let raster = DeepRaster(
        geometry: PhotoGeometry(
          storedWidth: 61, storedHeight: 45, orientation: .up, unitWidth: 8, unitHeight: 8), colors: .rgb,
        channels: 3, depth: 8, samples: indices.flatMap { palette[Int($0)].map(UInt16.init) })
      areas = try GatedRender.plan(rects, style).areas(on: raster.geometry)
      var targets: [Int: [UInt8]] = [:]
      raster.forEachTone(of: areas, style) { pixel, tones in
        targets[pixel] = tones.map { UInt8($0.rounded()) }
      }
      var shown = indices.map { palette[Int($0)] + [$0 < alphas.count ? alphas[Int($0)] : 255] }
      let outside = Set(shown.indices.filter { targets[$0] == nil }.map { shown[$0] })
      isExact = outside.union(targets.values.map { $0 + [255] }).count <= 1 << depth
      let opaque = outside.filter { $0[3] == 255 }
      let candidates = Self.sorted(opaque.isEmpty ? outside : opaque)
      for (pixel, color) in targets {
        shown[pixel] =
          isExact
          ? color + [255]
          : candidates.min { Self.distance($0, color) < Self.distance($1, color) } ?? [128, 128, 128, 255]
      }
      render = original
      render.filters = [0]
      render.show(Self.sorted(Set(shown)), shown)
    }

    /// Entries in the order of a render.
    private static func sorted(_ entries: Set<[UInt8]>) -> [[UInt8]] {
      entries.sorted { ([$0[3]] + $0).lexicographicallyPrecedes([$1[3]] + $1) }
    }

    let isExact: Bool

    private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
      zip(a, b).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    }

    func refusal(alone: Bool = false) throws -> FaceBlurError? {
      let photo = try UnopenedPhoto(original)
      let bytes = FileBytes(try render.encoded())
      do throws(FaceBlurError) {
        if alone {
          try PNGGate().checkRegions(of: bytes, photo.geometry, areas, style)
        } else {
          try PNGGate().checkPicture(of: bytes, against: photo, areas, style, .rows, judgesCode: true)
        }
        return nil
      } catch {
        return error
      }
    }

    func pixel(inside: Bool) -> Int {
      (0..<(61 * 45)).first { pixel in
        areas.contains { $0.contains(unitX: pixel % 61 / 8, unitY: pixel / 61 / 8) } == inside
      } ?? 0
    }
  }

  @Test(arguments: ObscuringStyle.allCases, [(1, 2), (2, 3), (4, 5), (4, 16), (8, 30), (8, 190), (8, 256)])
  func passesARender(style: ObscuringStyle, size: (depth: Int, colors: Int)) throws {
    for alphas in [[], [0], [255, 7, 255, 3], [UInt8](repeating: 200, count: size.colors)]
    where alphas.count <= size.colors {
      let pair = try Pair(
        depth: size.depth, colors: size.colors, style: style, alphas: alphas, isInterlaced: !alphas.isEmpty)
      #expect(try pair.refusal() == nil, "\(alphas)")
      #expect(try pair.refusal(alone: true) == nil, "\(alphas)")
    }
  }

  @Test func passesAPictureThatIsAllHidden() throws {
    let all = [NormalizedRect(x: -0.5, y: -0.5, width: 2, height: 2)]
    for style in ObscuringStyle.allCases {
      for depth in [1, 2, 8] {
        let pair = try Pair(depth: depth, colors: 2, style: style, rects: all)
        #expect(try pair.refusal() == nil)
        #expect(try pair.refusal(alone: true) == nil)
      }
    }
  }

  @Test(arguments: [(4, 16), (8, 30)])
  func refusesOtherIndices(depth: Int, colors: Int) throws {
    for style in ObscuringStyle.allCases {
      let pair = try Pair(depth: depth, colors: colors, style: style)
      for isInside in [true, false] {
        var other = pair
        other.render.samples[pair.pixel(inside: isInside)] ^= 1
        #expect(try other.refusal() == (isInside ? .leakingRegion : .changedOutside))
      }
      var other = pair
      other.render.samples = other.original.samples
      other.render.palette = other.original.palette
      #expect(try other.refusal() == .leakingRegion)
      other.render.show(
        other.original.palette.map { $0 + [255] }.sorted { $0.lexicographicallyPrecedes($1) },
        other.original.samples.map { other.original.palette[Int($0)] + [255] })
      #expect(try other.refusal() == .leakingRegion)
    }
  }

  /// The nearest colours are no way to write what fits, nor the other way round.
  @Test func refusesAPaletteThatTells() throws {
    let pair = try Pair(depth: 8, colors: 30)
    #expect(pair.isExact)
    var other = pair
    // A colour that nothing shows.
    other.render.palette.append([255, 255, 255])
    #expect(try other.refusal() == .otherPalette)
    other.render.palette[other.render.palette.count - 1] = [0, 0, 0]
    #expect(try other.refusal() == .otherPalette)
    other = pair
    other.render.transparency = [255]
    #expect(try other.refusal() == .otherPalette)
    other = pair
    let inside = Int(pair.render.samples[pair.pixel(inside: true)])
    other.render.palette[inside][2] ^= 1
    #expect(try other.refusal() == .leakingRegion)
    other = pair
    other.render.transparency = [UInt8](repeating: 255, count: inside) + [254]
    #expect(try other.refusal() != nil)
    other = pair
    let outside = Int(pair.render.samples[pair.pixel(inside: false)])
    other.render.palette[outside][0] ^= 1
    #expect(try other.refusal() == .changedOutside)
    // Nobody looks at the picture over a background.
    other = pair
    other.original.middle = [("bKGD", [UInt8(outside)])]
    #expect(try other.refusal() == nil)
    other.render.middle = other.original.middle
    #expect(try other.refusal()?.isDamage == true)
  }

  /// Which of two entries that show the same a pixel has, nobody sees.
  @Test func refusesEntriesThatShowTheSame() throws {
    var pair = try Pair(depth: 8, colors: 16)
    let place = pair.pixel(inside: false)
    let entry = pair.original.palette[Int(pair.original.samples[place])]
    // What it was has no say.
    pair.original.palette.append(entry)
    pair.original.samples[place] = 16
    #expect(try pair.refusal() == nil)
    #expect(try pair.refusal(alone: true) == nil)
    pair.render.samples[place] = UInt16(pair.render.palette.count)
    pair.render.palette.append(entry)
    #expect(try pair.refusal() == .otherPalette)
    #expect(try pair.refusal(alone: true) == .otherPalette)
  }

  /// What is not in the palette is black, and is written as an entry that is.
  @Test func readsIndicesBehindThePalette() throws {
    var pair = try Pair(depth: 8, colors: 16)
    let place = pair.pixel(inside: false)
    pair.original.samples[place] = 255
    // Of all colours it is the first.
    pair.render.samples = pair.render.samples.map { $0 + 1 }
    pair.render.palette.insert([0, 0, 0], at: 0)
    pair.render.samples[place] = 0
    #expect(try pair.refusal() == nil)
    var other = pair
    other.render.palette[0] = [0, 0, 1]
    #expect(try other.refusal() == .changedOutside)
    pair.render.samples[place] = 255
    #expect(try pair.refusal() == .otherPalette)
  }
}

extension PlainPNG {
  /// Shows colours, each with its alpha, by entries of which those with an alpha come first.
  fileprivate mutating func show(_ entries: [[UInt8]], _ shown: [[UInt8]]) {
    let numbers = Dictionary(uniqueKeysWithValues: zip(entries, UInt16(0)...))
    samples = shown.map { numbers[$0] ?? 0 }
    palette = entries.map { Array($0[..<3]) }
    transparency = entries.map { $0[3] }.filter { $0 < 255 }
  }
}

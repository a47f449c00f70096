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
      render = original
      render.filters = [0]

      var targets: [Int: [UInt8]] = [:]
      raster.forEachTone(of: areas, style) { pixel, tones in
        targets[pixel] = tones.map { UInt8($0.rounded()) }
      }
      let used = Set(indices.indices.filter { targets[$0] == nil }.map { Int(indices[$0]) }).sorted()
      func alpha(_ index: Int) -> UInt8 { index < alphas.count ? alphas[index] : 255 }
      let opaque = used.filter { alpha($0) == 255 }
      let added = Set(targets.values).subtracting(opaque.map { palette[$0] })
        .sorted { $0.lexicographicallyPrecedes($1) }
      var free = (0..<(1 << depth)).filter { !used.contains($0) }
      var entries = Dictionary(uniqueKeysWithValues: used.map { ($0, palette[$0]) })
      if added.count <= free.count {
        for color in added { entries[free.removeFirst()] = color }
        for (pixel, color) in targets {
          render.samples[pixel] = UInt16(
            entries.filter { $0.value == color && (!used.contains($0.key) || alpha($0.key) == 255) }
              .map(\.key).min() ?? 0)
        }
        isExact = true
      } else {
        let candidates = opaque.isEmpty ? used : opaque
        if candidates.isEmpty { entries[0] = [128, 128, 128] }
        for (pixel, color) in targets {
          render.samples[pixel] = UInt16(
            candidates.min {
              (Self.distance(palette[$0], color), $0) < (Self.distance(palette[$1], color), $1)
            } ?? 0)
        }
        isExact = false
      }
      render.palette = (0...Int(render.samples.max() ?? 0)).map { entries[$0] ?? [0, 0, 0] }
      render.transparency = render.palette.indices.map { used.contains($0) ? alpha($0) : 255 }
      while render.transparency.last == 255 { render.transparency.removeLast() }
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
    }
  }

  /// The nearest colours are no way to write what fits, nor the other way round.
  @Test func refusesAPaletteThatTells() throws {
    let pair = try Pair(depth: 8, colors: 30)
    #expect(pair.isExact)
    var other = pair
    // A colour that nothing shows.
    other.render.palette.append([1, 2, 3])
    #expect(try other.refusal() == .leakingRegion)
    other.render.palette[other.render.palette.count - 1] = [0, 0, 0]
    #expect(try other.refusal() == .leakingRegion)
    other = pair
    other.render.transparency = [255]
    #expect(try other.refusal() == .leakingRegion)
    other = pair
    let inside = Int(pair.render.samples[pair.pixel(inside: true)])
    other.render.palette[inside][0] ^= 1
    #expect(try other.refusal() == .leakingRegion)
    other = pair
    other.render.transparency = [UInt8](repeating: 255, count: inside) + [254]
    #expect(try other.refusal() == .leakingRegion)
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
    #expect(try pair.refusal() == .changedOutside)
    #expect(try pair.refusal(alone: true)?.isDamage == true)
  }

  /// What is not in the palette is black; of all such indices the first is written.
  @Test func readsIndicesBehindThePalette() throws {
    var pair = try Pair(depth: 8, colors: 16)
    let place = pair.pixel(inside: false)
    // It stands beside no area.
    #expect(place == 0)
    pair.original.samples[place] = 255
    // An area shows the colour that is there: it makes room.
    let moved = UInt16(pair.render.palette.count)
    pair.render.samples = pair.render.samples.map { $0 == 16 ? moved : $0 }
    pair.render.palette.append(pair.render.palette[16])
    pair.render.palette[16] = [0, 0, 0]
    pair.render.samples[place] = 16
    #expect(try pair.refusal() == nil)
    var other = pair
    other.render.palette[16] = [0, 0, 1]
    #expect(try other.refusal() == .changedOutside)
    pair.render.samples[place] = 255
    #expect(try pair.refusal() == .changedOutside)
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// A hidden region of a PNG tells nothing: whatever is in it, the render is the same to the last byte, and the gate proves it.
@Suite struct PNGNonInterferenceTests {
  private static let casesPerKind = 3

  @Test(arguments: TestPNG.Kind.all, [false, true])
  func rendersAreTheSameWhateverIsInside(kind: TestPNG.Kind, isInterlaced: Bool) throws {
    var random = SplitMix(seed: 191)
    for style in PNGCase.flatStyles {
      for shape in [ObscuringShape.box, .ellipse] {
        for number in 0..<Self.casesPerKind {
          let example = try PNGCase(kind, style, shape, isInterlaced: isInterlaced, &random)
          let file = try example.file()
          let render = try example.render(of: file)
          #expect(render.path == .rows)
          let comment: Comment =
            "\(style) \(shape) \(number): \(example.picture.width) × \(example.picture.height), \(example.coding)"
          #expect(try example.refusal(of: render.bytes, from: file) == nil, comment)
          for (inside, other) in try example.otherInsides(&random).enumerated() {
            let otherFile = try example.file(other)
            let other = try example.render(of: otherFile).bytes
            let isSame = other == render.bytes
            #expect(isSame, "\(comment), inside \(inside); \(Self.difference(other, render.bytes))")
            #expect(try example.refusal(of: render.bytes, from: otherFile) == nil, comment)
          }
        }
      }
    }
  }

  /// What of two renders is not the same.
  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> String {
    let (a, b) = (TestPNGChunks(a), TestPNGChunks(b))
    if a.removing("IDAT") != b.removing("IDAT") { return "chunks differ" }
    let isSame = ZlibStream.decompress(a.stream)?.bytes == ZlibStream.decompress(b.stream)?.bytes
    return isSame ? "the same rows are deflated in another way" : "rows differ"
  }

  /// How small an encoder makes what is seen depends on what is hidden beside it: rows that repeat hidden ones take next to
  /// nothing. None of that decides anything.
  @Test(arguments: [TestPNG.Kind.rgb8, .gray8, .palette8, .rgba8])
  func sizesOfThePhotosStreamDecideNothing(kind: TestPNG.Kind) throws {
    var random = SplitMix(seed: 5)
    for number in 0..<4 {
      let lower = TestPNG.Picture(
        number % 2 == 0
          ? TestPhotos.noise(width: 64, height: 128, seed: 9)
          : TestPhotos.withoutFaces(width: 64, height: 128), kind)
      let picture = TestPNG.Picture(
        kind, width: 64, height: 256, samples: lower.samples + lower.samples, palette: lower.palette)
      let plan = try GatedRender.plan([NormalizedRect(x: -0.1, y: -0.1, width: 1.2, height: 0.58)], .fill)
      for filter in [TestPNGFilter.fixed(0), .fixed(1), .minimumSum] {
        let repeated = PNGCase(picture, plan, TestPNG.Coding { $0.filter = filter })
        let pictures = try [picture] + repeated.otherInsides(&random)
        let renders = try pictures.map { try repeated.render(of: repeated.file($0)).bytes }
        #expect(Set(renders).count == 1, "case \(number), filter \(filter): \(renders.map(\.count))")
      }
    }
  }

  /// Two palettes that are the same where they are seen. The entries that only hidden pixels have may be any.
  @Test(arguments: [1, 2, 4, 8])
  func entriesOfHiddenPixelsTellNothing(depth: Int) throws {
    var random = SplitMix(seed: 77)
    let kind = TestPNG.Kind(3, depth)
    let slots = 1 << depth
    for number in 0..<12 {
      // Pixels outside have every second entry.
      let example = try PNGCase(
        kind, PNGCase.flatStyles[number % 3], .box, isInterlaced: number % 4 == 0, &random)
      let isInside = try example.inside()
      let renders = try (0..<3).map { _ in
        var picture = example.picture
        var colors = SplitMix(seed: UInt64(number))
        picture.transparency = number % 3 == 0 ? nil : .alphas((0..<slots).map { $0 % 4 == 0 ? 9 : 255 })
        picture.palette = (0..<slots).map { _ in (0..<3).map { _ in .random(in: 0...255, using: &colors) } }
        if case .alphas(var alphas) = picture.transparency {
          for index in stride(from: 1, to: slots, by: 2) {
            alphas[index] = .random(in: 0...255, using: &random)
          }
          picture.transparency = .alphas(alphas)
        }
        for index in stride(from: 1, to: slots, by: 2) {
          picture.palette[index] = (0..<3).map { _ in .random(in: 0...255, using: &random) }
        }
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            picture[x, y] =
              isInside(x, y)
              ? [.random(in: 0..<UInt16(slots), using: &random)]
              : [UInt16((x + 3 * y) % slots) & ~1]
          }
        }
        return try example.render(of: example.file(picture)).bytes
      }
      #expect(Set(renders).count == 1, "case \(number)")
    }
  }

  /// What the tests above can see.
  @Test func cellsOfMeansAreNotTheSame() throws {
    let plan = try GatedRender.plan(GatedRender.one, .pixelate)
    for kind in [TestPNG.Kind.gray8, .rgb8, TestPNG.Kind(2, 16), .rgba8] {
      let renders = try [UInt8(0), 255].map { level in
        let pixels = PixelBuffer(width: 64, height: 64, red: level, green: level, blue: level)
        let example = PNGCase(TestPNG.Picture(pixels, kind), plan)
        return try example.render(of: example.file()).bytes
      }
      #expect(renders[0] != renders[1])
    }
  }

  /// The preview is seen by whoever decides, and may be sent along.
  @Test(arguments: TestPNG.Kind.all)
  func previewsAreTheSameWhateverIsInside(kind: TestPNG.Kind) throws {
    var random = SplitMix(seed: 78)
    for number in 0..<4 {
      let example = try PNGCase(
        kind, PNGCase.flatStyles[number % 3], .box, isInterlaced: number % 2 == 0, &random)
      let pictures = try [example.picture] + example.otherInsides(&random)
      let previews = try pictures.map { picture in
        let photo = try PhotoFormats.standard.open(example.file(picture)).content
        var preview = try photo.displayImage(fitting: 60).pixels
        preview.show(example.plan, ToneFilters(), of: photo)
        return preview.bytes
      }
      #expect(Set(previews).count == 1, "case \(number): \(example.coding)")
    }
  }
}

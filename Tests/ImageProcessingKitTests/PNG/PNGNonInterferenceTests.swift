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

  /// What is seen may have any numbers in a palette, any entries that nobody sees may stand between them, and rows may be filtered in any
  /// way: none of that stays.
  @Test(arguments: [1, 2, 4, 8])
  func palettesTellNothing(depth: Int) throws {
    var random = SplitMix(seed: 77)
    let kind = TestPNG.Kind(3, depth)
    let slots = 1 << depth
    for number in 0..<12 {
      let example = try PNGCase(
        kind, PNGCase.flatStyles[number % 3], .box, isInterlaced: number % 4 == 0, &random)
      let isInside = try example.inside()
      func colors(_ count: Int) -> [[UInt8]] {
        (0..<count).map { _ in (0..<3).map { _ in .random(in: 0...255, using: &random) } }
      }
      let seen = colors(max(slots / 2, 1))
      let alphas = seen.indices.map { number % 3 == 0 || $0 % 2 == 0 ? UInt8(255) : 9 }
      let renders = try (0..<4).map { turn in
        var picture = example.picture
        var places = Array(0..<slots).shuffled(using: &random)
        // Sorted, so that gaps tell how many stand between two.
        if turn > 1 { places = places[..<seen.count].sorted() + places[seen.count...] }
        picture.palette = colors(slots)
        var all = (0..<slots).map { _ in UInt8.random(in: 0...255, using: &random) }
        for (index, place) in zip(seen.indices, places) {
          (picture.palette[place], all[place]) = (seen[index], alphas[index])
        }
        picture.transparency = .alphas(all)
        for y in 0..<picture.height {
          for x in 0..<picture.width {
            let number = isInside(x, y) ? Int.random(in: 0..<slots, using: &random) : (x + 3 * y) % seen.count
            picture[x, y] = [UInt16(places[number])]
          }
        }
        var coding = TestPNG.Coding { $0.filter = TestPNGFilter.all[turn % TestPNGFilter.all.count] }
        coding.isInterlaced = example.coding.isInterlaced
        let other = PNGCase(picture, example.plan, coding)
        let file = try other.file()
        let render = try other.render(of: file).bytes
        #expect(try other.refusal(of: render, from: file) == nil, "case \(number)")
        return render
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

import TestSupport
import Testing

@testable import ImageProcessingKit

/// A hidden region of a TIFF tells nothing: whatever is in it, the render is the same to the last byte, and the gate proves it.
@Suite struct TIFFNonInterferenceTests {
  @Test(arguments: TestTIFF.Kind.all, TestTIFF.Compression.allCases)
  func rendersAreTheSameWhateverIsInside(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 291)
    for (number, style) in TIFFCase.flatStyles.enumerated() {
      let example = try TIFFCase(kind, compression, style, number == 1 ? .ellipse : .box, &random)
      let file = try example.file()
      let render = try example.render(of: file).bytes
      let comment: Comment =
        "\(style): \(example.picture.width) × \(example.picture.height), \(example.coding)"
      #expect(try example.refusal(of: render, from: file) == nil, comment)
      for (inside, other) in try example.otherInsides(&random).enumerated() {
        let otherFile = try example.file(other)
        let otherRender = try example.render(of: otherFile).bytes
        #expect(otherRender == render, "\(comment), inside \(inside): \(otherRender.count), \(render.count)")
        #expect(try example.refusal(of: render, from: otherFile) == nil, comment)
      }
    }
  }

  /// Whose strip it is in the photo: how small it became there, or that libtiff wrote it, decides nothing.
  @Test(arguments: [TestTIFF.Compression.lzw, .deflate, .packBits])
  func sizesOfThePhotosChunksDecideNothing(compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 5)
    for isTiled in [false, true] {
      let coding = TestTIFF.Coding {
        ($0.compression, $0.rowsPerStrip, $0.tile) = (compression, 32, isTiled ? [32, 32] : nil)
      }
      // Rows that repeat hidden ones take next to nothing.
      let upper = TestTIFF.Picture.noise(.rgb8, width: 64, height: 64, seed: 9)
      let picture = TestTIFF.Picture(.rgb8, width: 64, height: 128, samples: upper.samples + upper.samples)
      let plan = try GatedRender.plan([NormalizedRect(x: -0.1, y: -0.1, width: 1.2, height: 0.55)], .fill)
      let example = TIFFCase(picture, plan, coding)
      let pictures = try [picture] + example.otherInsides(&random)
      let renders = try pictures.map { try example.render(of: example.file($0)).bytes }
      #expect(Set(renders).count == 1, "\(renders.map(\.count))")
      let hidden = try example.hiddenChunks()
      // By another encoder, whose strips that are seen are copied.
      let ways = try pictures.map {
        try OddTIFF(example.render(of: TestTIFF.encodeByLibtiff($0, coding)).bytes)
      }
      #expect(Set(ways.map(\.bytes)).count == 1)
      let own = try OddTIFF(renders[0])
      for (index, isHidden) in hidden.enumerated() where isHidden {
        #expect(own.first.chunks[index] == ways[0].first.chunks[index])
      }
    }
  }

  /// Padding beside a hidden pixel may repeat it, and rows below the last may be any.
  @Test(arguments: TestTIFF.Compression.allCases)
  func whatLiesBeyondThePictureTellsNothing(compression: TestTIFF.Compression) throws {
    let picture = TestTIFF.Picture.noise(.rgb8, width: 40, height: 40, seed: 8)
    let plan = try GatedRender.plan([NormalizedRect(x: 0.7, y: 0.7, width: 0.4, height: 0.4)])
    let renders = try [TestTIFF.Padding.zero, .edge, .noise(seed: 1), .noise(seed: 2)].map { padding in
      let example = TIFFCase(
        picture, plan,
        TestTIFF.Coding { ($0.compression, $0.tile, $0.padding) = (compression, [64, 64], padding) })
      return try example.render(of: example.file()).bytes
    }
    #expect(Set(renders).count == 1)

    let coding = TestTIFF.Coding { ($0.compression, $0.rowsPerStrip) = (compression, 24) }
    let example = TIFFCase(picture, plan, coding)
    let strips = try [[UInt8](), [UInt8](repeating: 9, count: 120), [UInt8](repeating: 200, count: 8 * 120)]
      .map {
        more in
        var file = try TestTIFF.file(picture, coding)
        let rows = TestTIFFCode.decompress(file.first.chunks[1], compression).bytes + more
        file.first.chunks[1] = try TestTIFFCode.compress(rows, compression, rowBytes: 120)
        let render = try example.render(of: file.bytes).bytes
        #expect(try example.refusal(of: render, from: file.bytes) == nil)
        return render
      }
    #expect(Set(strips).count == 1)
  }

  /// What the tests above can see.
  @Test func cellsOfMeansAreNotTheSame() throws {
    let plan = try GatedRender.plan(GatedRender.one, .pixelate)
    for kind in [TestTIFF.Kind.gray8, .white8, .rgb8, .rgb16, .rgba8, .cmyk8] {
      let renders = try [UInt8(0), 255].map { level in
        let pixels = PixelBuffer(width: 64, height: 64, red: level, green: level, blue: level)
        let example = TIFFCase(TestTIFF.Picture(pixels, kind), plan)
        return try example.render(of: example.file()).bytes
      }
      #expect(renders[0] != renders[1])
    }
  }

  /// The preview is seen by whoever decides, and may be sent along.
  @Test(arguments: TestTIFF.Kind.all)
  func previewsAreTheSameWhateverIsInside(kind: TestTIFF.Kind) throws {
    var random = SplitMix(seed: 78)
    for style in TIFFCase.flatStyles {
      let example = try TIFFCase(kind, .lzw, style, .box, &random)
      let pictures = try [example.picture] + example.otherInsides(&random)
      let previews = try pictures.map { picture in
        let photo = try PhotoFormats.standard.open(example.file(picture)).content
        var preview = try photo.displayImage(fitting: 60).pixels
        preview.show(example.plan, ToneFilters(), of: photo)
        return preview.bytes
      }
      #expect(Set(previews).count == 1, "\(style): \(example.coding)")
    }
  }
}

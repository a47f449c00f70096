import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a render of a TIFF holds, by libtiff's account.
@Suite struct TIFFRenderTests {
  private static let styles = ObscuringStyle.allCases

  @Test(arguments: TestTIFF.Kind.all, TestTIFF.Compression.allCases)
  func nothingOutsideChanges(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 501)
    for (number, style) in Self.styles.enumerated() {
      let example = try TIFFCase(kind, compression, style, number % 2 == 0 ? .box : .ellipse, &random)
      let file = try example.file()
      let render = try example.render(of: file)
      #expect(render.path == TIFFCase.path)
      let (before, after) = (try TestTIFF.read(file), try TestTIFF.read(render.bytes))
      let isInside = try example.inside()
      let comment: Comment = "\(style) \(example.coding)"
      #expect(after.warnings == 0, "\(after.message): \(comment)")
      #expect(before.coding == after.coding && after.pages == 1, comment)
      #expect(before.picture.isSame(as: after.picture, outside: isInside), comment)
      // All that is behind the colours is full inside.
      let colors = kind.colors
      let full = [UInt16](repeating: UInt16(kind.maximum), count: kind.extras.count)
      let isOpaque = (0..<example.picture.height).allSatisfy { y in
        (0..<example.picture.width).allSatisfy { x in
          !isInside(x, y) || Array(after.picture[x, y][colors...]) == full
        }
      }
      #expect(isOpaque, comment)
    }
  }

  /// Photos as libtiff writes them, whose tiles repeat the picture's edge.
  @Test(arguments: TestTIFF.Compression.allCases)
  func rendersWhatLibtiffWrites(compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 502)
    for kind in [TestTIFF.Kind.rgb8, .gray8, .rgb16, .rgba8, .cmyk8] {
      for _ in 0..<3 {
        let example = try TIFFCase(kind, compression, .mosaic, .box, &random)
        let file = try TestTIFF.encodeByLibtiff(example.picture, example.coding)
        let render = try example.render(of: file).bytes
        #expect(try example.refusal(of: render, from: file) == nil, "\(example.coding)")
        try expectCopies(example, file, render, padding: .edge)
      }
    }
  }

  /// Strips and tiles without a hidden pixel are copied bit for bit, as far as they hold nothing but the picture.
  @Test(arguments: TestTIFF.Kind.all, TestTIFF.Compression.allCases)
  func copiesWhatHidesNothing(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    var random = SplitMix(seed: 503)
    for style in [ObscuringStyle.fill, .mosaic] {
      let example = try TIFFCase(kind, compression, style, .box, &random)
      let file = try example.file()
      try expectCopies(example, file, example.render(of: file).bytes, padding: example.coding.padding)
    }
  }

  /// - Parameter padding: what the file's edge tiles are padded with.
  private func expectCopies(
    _ example: TIFFCase, _ file: [UInt8], _ render: [UInt8], padding: TestTIFF.Padding
  ) throws {
    let (before, after) = (try OddTIFF(file).first.chunks, try OddTIFF(render).first.chunks)
    let chunks = TestTIFF.chunks(example.picture, example.coding)
    #expect(before.count == chunks.count && after.count == chunks.count)
    let hidden = try example.hiddenChunks()
    let (kind, width, height) = (example.picture.kind, example.picture.width, example.picture.height)
    for (index, chunk) in chunks.enumerated() {
      let isEdge = chunk.x + chunk.width > width || chunk.y + chunk.height > height
      let isPlain = if case .noise = padding { !isEdge } else { true }
      let comment: Comment = "chunk \(index): \(example.coding)"
      if !hidden[index], isPlain {
        #expect(before[index] == after[index], comment)
        continue
      }
      // Written anew: nothing beyond the picture.
      let samples = TestTIFF.decodedSamples(after[index], chunk, kind, example.coding)
      let perPixel = chunk.plane == nil ? kind.channels : 1
      #expect(samples.count == chunk.width * chunk.height * perPixel, comment)
      let isClean = samples.indices.allSatisfy { place in
        let (x, y) = (chunk.x + place / perPixel % chunk.width, chunk.y + place / perPixel / chunk.width)
        return x < width && y < height || samples[place] == 0
      }
      #expect(isClean, comment)
    }
  }

  /// Samples of 8 bits are what `SampleRaster` makes of them; white that is stored as zero is stored so again.
  @Test(arguments: TestTIFF.Kind.all.filter { $0.bits == 8 })
  func showsWhatTheStyleMakes(kind: TestTIFF.Kind) throws {
    var random = SplitMix(seed: 504)
    for style in Self.styles {
      let example = try TIFFCase(kind, .lzw, style, .ellipse, &random)
      let photo = try PhotoFormats.standard.open(example.file()).content
      let picture = example.picture
      let colors = kind.colors
      func light(_ sample: UInt16) -> UInt8 { UInt8(kind.isInverted ? 255 - sample : sample) }
      var samples: [UInt8] = []
      for place in picture.samples.indices where place % kind.channels < colors {
        samples.append(light(picture.samples[place]))
      }
      SampleRaster(geometry: photo.geometry, colors: kind.model)
        .obscure(example.plan.areas(on: photo.geometry), in: &samples, with: style.obscurer)
      let after = try TestTIFF.read(example.render(of: example.file()).bytes).picture
      let isInside = try example.inside()
      for y in 0..<picture.height {
        for x in 0..<picture.width where isInside(x, y) {
          let place = (y * picture.width + x) * colors
          #expect(
            after[x, y].prefix(colors).map(light) == Array(samples[place..<(place + colors)]), "\(style)")
        }
      }
    }
  }

  /// Code that could say something beside the picture is not copied: blocks of nothing, tables that are emptied for no reason, runs of
  /// no length.
  @Test(arguments: [TestTIFF.Compression.deflate, .lzw, .packBits])
  func copiesNoCodeThatSaysMoreThanThePicture(compression: TestTIFF.Compression) throws {
    let example = TIFFCase(
      .noise(.gray8, width: 64, height: 64, seed: 9), try GatedRender.plan(GatedRender.one),
      TestTIFF.Coding { ($0.compression, $0.rowsPerStrip) = (compression, 2) })
    let index = try #require(example.hiddenChunks().firstIndex(of: false))
    var file = try TestTIFF.file(example.picture, example.coding)
    let rows = TestTIFFCode.decompress(file.first.chunks[index], compression).bytes
    let odd =
      switch compression {
      case .lzw: TestTIFFCode.lzw(codes: [256, 256] + rows.map(Int.init) + [257])
      case .packBits: [128] + file.first.chunks[index]
      default: try ZlibStream { $0.flushInterval = 20 }.compress(rows)
      }
    let sound = try example.render(of: file.bytes).bytes
    #expect(try OddTIFF(sound).first.chunks[index] == file.first.chunks[index])
    file.first.chunks[index] = odd
    let render = try example.render(of: file.bytes).bytes
    #expect(try OddTIFF(render).first.chunks[index] != odd)
    #expect(try TestTIFF.read(render).picture == TestTIFF.read(sound).picture)
    #expect(try example.refusal(of: render, from: file.bytes) == nil)
  }

  /// A fill is middle grey in every depth: half of the largest sample, rounded; of inks, half of the black.
  @Test(arguments: TestTIFF.Kind.all)
  func fillsWithGrey(kind: TestTIFF.Kind) throws {
    let example = TIFFCase(
      .noise(kind, width: 40, height: 40, seed: 3), try GatedRender.plan(GatedRender.one, .fill),
      TestTIFF.Coding { $0.rowsPerStrip = 7 })
    let file = try example.file()
    let render = try example.render(of: file).bytes
    #expect(try example.refusal(of: render, from: file) == nil)
    let gray = UInt16((128 * kind.maximum * 2 + 255) / 510)
    let colors: [UInt16] =
      switch kind.photometric {
      case 0: [UInt16(kind.maximum) - gray]
      case 1: [gray]
      case 5: [0, 0, 0, gray]
      default: [gray, gray, gray]
      }
    let expected = colors + [UInt16](repeating: UInt16(kind.maximum), count: kind.extras.count)
    let after = try TestTIFF.read(render).picture
    let isInside = try example.inside()
    for y in 0..<40 {
      for x in 0..<40 where isInside(x, y) { #expect(after[x, y] == expected) }
    }
  }

  /// Sixteen bits are not narrowed on the way: two photos that differ in low bits alone have renders that differ.
  @Test(arguments: [TestTIFF.Kind(1, 16), .rgb16, TestTIFF.Kind(5, 16), TestTIFF.Kind(0, 16)])
  func keepsSixteenBits(kind: TestTIFF.Kind) throws {
    let plan = try GatedRender.plan(GatedRender.one, .pixelate)
    let renders = try [UInt16(0), 100].map { low in
      let picture = TestTIFF.Picture(
        kind, width: 48, height: 48,
        samples: (0..<(48 * 48 * kind.channels)).map { UInt16(0x4000 + $0 % 7 * 256) + low })
      let example = TIFFCase(picture, plan, TestTIFF.Coding { $0.order = .bigEndian })
      let after = try TestTIFF.read(example.render(of: example.file()).bytes).picture
      let isInside = try example.inside()
      return (0..<(48 * 48)).filter { isInside($0 % 48, $0 / 48) }.map { after[$0 % 48, $0 / 48] }
    }
    #expect(renders[0] != renders[1])
  }

  // MARK: The file

  @Test(arguments: Orientation.allCases)
  func keepsTheOrientation(orientation: Orientation) throws {
    for isBig in [false, true] {
      let coding = TestTIFF.Coding {
        ($0.orientation, $0.isBig, $0.compression) = (orientation.rawValue, isBig, .packBits)
      }
      let example = TIFFCase(
        .noise(.rgb8, width: 40, height: 24, seed: 3), try GatedRender.plan(GatedRender.one), coding)
      let file = try TestTIFF.encodeByLibtiff(example.picture, coding)
      let photo = try PhotoFormats.standard.open(file).content
      #expect(photo.geometry.orientation == orientation)
      let render = try example.render(of: file).bytes
      #expect(try PhotoFormats.standard.open(render).geometry.orientation == orientation)
      #expect((try OddTIFF(render)[274] != nil) == (orientation != .up))
      #expect(try example.refusal(of: render, from: file) == nil)
    }
  }

  /// Whatever hides beside the picture, the render is the one of the bare photo.
  @Test(arguments: Carrier.tiff.filter { !$0.name.contains("profile") })
  func carriersLeaveNoTrace(_ carrier: Carrier) throws {
    let photo = try TestPhotos.closeUpTIFF()
    let planted = try carrier.build(photo)
    var options = RenderOptions()
    options.metadata = .none
    let plan = try GatedRender.plan(GatedRender.one)
    let example = TIFFCase(.noise(.rgb8, width: 1, height: 1, seed: 1), plan, options: options)
    let render = try example.render(of: planted).bytes
    #expect(try HiddenPicture.traces(inTIFF: render).isEmpty)
    // The same picture in the same coding, and nothing else.
    let decoded = try TestTIFF.read(planted)
    let bare = try TestTIFF.encodeByLibtiff(decoded.picture, decoded.coding)
    let expected = try example.render(of: bare).bytes
    // The strip that held more is written anew, by another encoder than the photo's.
    if carrier.kind == "pictureSlack" {
      #expect(try TestTIFF.read(render).picture == TestTIFF.read(expected).picture)
    } else {
      #expect(render == expected)
    }
  }
}

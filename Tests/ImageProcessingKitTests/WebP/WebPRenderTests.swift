import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a render of a WebP holds, by libwebp's account.
@Suite struct WebPRenderTests {
  private static let styles = ObscuringStyle.allCases

  // MARK: Without loss

  @Test(arguments: [false, true])
  func nothingOutsideChangesWithoutLoss(hasAlpha: Bool) throws {
    var random = SplitMix(seed: 601)
    for style in Self.styles {
      for number in 0..<4 {
        let example = try WebPCase(lossless: hasAlpha, style, number % 2 == 0 ? .box : .ellipse, &random)
        let file = try example.file()
        let render = try example.render(of: file)
        #expect(render.path == .lossless)
        let (before, after) = (try TestWebP.read(file), try TestWebP.read(render.bytes))
        let isInside = example.inside()
        #expect(after.isLossless)
        #expect(before.picture.isSame(as: after.picture, outside: isInside), "\(style) \(number)")
        #expect(after.picture.isOpaque(where: isInside), "\(style) \(number)")
        #expect(try example.refusal(of: render.bytes, from: file) == nil, "\(style) \(number)")
        // The same input gives the same bytes.
        #expect(try example.render(of: file).bytes == render.bytes)
        // No alpha is said that is full everywhere.
        #expect(try TestWebP(render.bytes).saysAlpha == after.picture.hasAlpha)
      }
    }
  }

  /// Inside stands what `SampleRaster` makes of the colours, whatever their alpha.
  @Test(arguments: [false, true])
  func showsWhatTheStyleMakes(hasAlpha: Bool) throws {
    var random = SplitMix(seed: 602)
    for style in Self.styles {
      let example = try WebPCase(lossless: hasAlpha, style, .ellipse, &random)
      let file = try example.file()
      let photo = try example.photo(file)
      var samples = example.picture.colors.bytes
      SampleRaster(geometry: photo.geometry, colors: .rgb)
        .obscure(example.plan.areas(on: photo.geometry), in: &samples, with: style.obscurer)
      let after = try TestWebP.read(example.render(of: file).bytes).picture
      let isInside = example.inside()
      var others = 0
      for y in 0..<after.height {
        for x in 0..<after.width where isInside(x, y) {
          let place = 3 * (y * after.width + x)
          if after[x, y] != samples[place..<(place + 3)] + [255] { others += 1 }
        }
      }
      #expect(others == 0, "\(style)")
    }
  }

  // MARK: With loss

  /// A portrait, of which the face is hidden, as photos on the web are coded.
  @Test(arguments: [(Float(75), 40.0), (90, 46)], [false, true])
  func littleOutsideChangesWithLoss(_ quality: (given: Float, least: Double), hasAlpha: Bool) throws {
    var picture = TestWebP.Picture(try TestPhotos.closeUp())
    if hasAlpha { picture = picture.faded }
    let face = TestPhotos.closeUpFace.normalized(width: 256, height: 256)
    for style in Self.styles {
      for segments in [1, 4] {
        let coding = TestWebP.Coding { ($0.quality, $0.segments) = (quality.given, segments) }
        let example = WebPCase(picture, coding, try GatedRender.plan([face], style))
        let file = try example.file()
        let render = try example.render(of: file)
        let comment: Comment = "\(style) \(coding)"
        #expect(render.path == .lossy)
        #expect(try example.refusal(of: render.bytes, from: file) == nil, comment)
        #expect(try example.render(of: file).bytes == render.bytes, comment)
        let (before, after) = (try TestWebP.read(file), try TestWebP.read(render.bytes))
        let (was, shown) = (try #require(before.planes), try #require(after.planes))
        let isInside = example.inside()
        // The filter that smooths the edges of blocks looks three samples over them.
        func isFar(_ x: Int, _ y: Int) -> Bool {
          ![-16, 0, 16].contains { dx in [-16, 0, 16].contains { dy in isInside(x + dx, y + dy) } }
        }
        for plane in 0..<3 {
          let ratio = was.ratio(to: shown, plane: plane, where: isFar)
          #expect(ratio >= quality.least, "plane \(plane), \(ratio) dB, \(comment)")
        }
        // Alpha is what it was, and full inside.
        for y in 0..<256 where hasAlpha {
          for x in 0..<256 {
            let alpha = shown.alpha?[256 * y + x] ?? 255
            let expected = isInside(x, y) ? 255 : was.alpha?[256 * y + x]
            if alpha != expected {
              Issue.record("\(alpha) at \(x), \(y) instead of \(expected ?? 0)")
              return
            }
          }
        }
        // No coarser than the photo, and about as long at most.
        let (head, own) = (
          try TestVP8(TestWebP(render.bytes).code[hasAlpha ? 1 : 0].content),
          try TestVP8(TestWebP(file).code[hasAlpha ? 1 : 0].content)
        )
        #expect(head.quantizers[0] <= own.quantizers[0] && head.isSegmented == own.isSegmented, comment)
        let (count, ownCount) = (
          try TestWebP(render.bytes).code.map(\.content.count).reduce(0, +),
          try TestWebP(file).code.map(\.content.count).reduce(0, +)
        )
        #expect(
          head.quantizers[0] == own.quantizers[0] || count * 10 <= ownCount * 11 + 100,
          "\(count) of \(ownCount), \(comment)")
      }
    }
  }

  /// Inside lies next to nothing of what was there: of a fill a flat grey, of others nothing that goes with the photo's samples.
  @Test(arguments: [false, true])
  func hiddenAreasTellNothingWithLoss(hasAlpha: Bool) throws {
    var picture = TestWebP.Picture(try TestPhotos.closeUp())
    if hasAlpha { picture = picture.faded }
    let face = TestPhotos.closeUpFace.normalized(width: 256, height: 256)
    for style in WebPCase.flatStyles {
      let example = WebPCase(picture, .lossy(90), try GatedRender.plan([face], style))
      let file = try example.file()
      let was = try #require(try TestWebP.read(file).planes)
      let shown = try #require(try TestWebP.read(example.render(of: file).bytes).planes)
      let isInside = example.inside()
      func isDeep(_ x: Int, _ y: Int) -> Bool {
        [-8, 0, 8].allSatisfy { dx in [-8, 0, 8].allSatisfy { dy in isInside(x + dx, y + dy) } }
      }
      // Differences from one pixel to the next: a face has many, what hides it has hardly any.
      func edges(_ planes: TestWebP.Planes) -> Int {
        var sum = 0
        for y in 1..<256 {
          for x in 1..<256 where isDeep(x, y) {
            sum += abs(Int(planes.planes[0][256 * y + x]) - Int(planes.planes[0][256 * y + x - 1]))
          }
        }
        return sum
      }
      let (before, after) = (edges(was), edges(shown))
      #expect(before > 10_000 && after < before / 3, "\(style): \(before) \(after)")
      if style == .fill { #expect(after < before / 20, "\(before) \(after)") }
    }
  }

  // MARK: The file

  private static let exif = Array(
    TestJPEG.oriented([0xFF, 0xD8, 0xFF, 0xD9], .right, littleEndian: true).dropFirst(12).dropLast(2))

  @Test(arguments: WebPCase.Form.all)
  func isSimpleWhereNothingIsBesideThePicture(_ form: WebPCase.Form) throws {
    let picture = try form.picture()
    let plan = try GatedRender.plan(GatedRender.one)
    let alone = form.isLossless || !form.hasAlpha ? [form.chunk] : ["VP8X", "ALPH", form.chunk]
    let code = form.isLossless || !form.hasAlpha ? [form.chunk] : ["ALPH", form.chunk]
    let profile = KnownColorSpace.displayP3.profile
    for (policy, profile, exif, names) in [
      ("minimal", nil, nil, alone), ("minimal", profile, nil, ["VP8X", "ICCP"] + code),
      ("minimal", nil, Self.exif, ["VP8X"] + code + ["EXIF"]),
      ("minimal", profile, Self.exif, ["VP8X", "ICCP"] + code + ["EXIF"]),
      ("none-profile", profile, nil, alone), ("none-profile", profile, Self.exif, ["VP8X"] + code + ["EXIF"]),
    ] as [(String, [UInt8]?, [UInt8]?, [String])] {
      var options = RenderOptions()
      options.metadata = try #require(MetadataPolicy(policy))
      let example = WebPCase(picture, form.coding, plan, options: options)
      var photo = try TestWebP.photo(picture, form.coding, profile: profile, exif: exif)
      // None of this is in a render.
      try photo.extend()
      photo.chunks += [.init("XMP ", Array("<x/>".utf8)), .init("face", [1, 2, 3])]
      photo.trailing = [1]
      let render = try example.render(of: photo.bytes).bytes
      let parts = try TestWebP(render)
      #expect(parts.names == names, "\(policy)")
      #expect(parts.trailing.isEmpty && parts.bytes == render)
      #expect(try example.refusal(of: render, from: photo.bytes) == nil, "\(policy) \(names)")
      if names.first == "VP8X" {
        let isTransparent = form.isLossless ? parts.saysAlpha : form.hasAlpha
        var flags: UInt8 = isTransparent ? TestWebP.hasAlpha : 0
        if names.contains("ICCP") { flags |= TestWebP.hasProfile }
        if names.contains("EXIF") { flags |= TestWebP.hasEXIF }
        #expect(parts.chunks[0] == TestWebP.header(flags, width: picture.width, height: picture.height))
      }
      if names.contains("ICCP") { #expect(parts["ICCP"]?.content == profile) }
    }
  }

  @Test(arguments: Orientation.allCases, [WebPCase.Form.lossless, .lossy])
  func keepsTheOrientation(orientation: Orientation, form: WebPCase.Form) throws {
    let oriented = TestJPEG.oriented(
      [0xFF, 0xD8, 0xFF, 0xD9], orientation, littleEndian: orientation.rawValue % 2 == 0)
    let content = JPEGParts.content(of: JPEGParts.segments(of: oriented)[0].range, in: oriented)
    let example = WebPCase(
      try form.picture(width: 64, height: 40), form.coding, try GatedRender.plan(GatedRender.one))
    // With the signature that it has in JPEGs, too, as some programs write it.
    for exif in [Array(content.dropFirst(6)), content] {
      let file = try TestWebP.photo(example.picture, form.coding, exif: exif).bytes
      let photo = try example.photo(file)
      #expect(photo.geometry.orientation == orientation)
      let render = try example.render(of: file).bytes
      #expect(try example.photo(render).geometry.orientation == orientation)
      #expect(try TestWebP(render)["EXIF"]?.content.starts(with: Array("Exif".utf8)) != true)
      #expect(try example.refusal(of: render, from: file) == nil)
    }
    // Of a simple file nobody reads it.
    let simple = try TestWebP.photo(example.picture, form.coding).changing {
      $0.chunks.append(.init("EXIF", Array(content.dropFirst(6))))
    }
    #expect(try example.photo(simple.bytes).geometry.orientation == .up)
  }

  @Test func readsOddPhotosAsTheyAre() throws {
    for odd in try OddWebP.all.get() {
      let photo = try PhotoFormats.standard.open(odd.file).content
      #expect((photo.geometry.storedWidth, photo.geometry.storedHeight) == (odd.width, odd.height), "\(odd)")
      let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4)])
      let decoded = try odd.decoded()
      let render = try photo.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer())
      let shown = try TestWebP.read(render.bytes)
      #expect(
        shown.isLossless == odd.isLossless && render.path == (odd.isLossless ? .lossless : .lossy), "\(odd)")
      if odd.isLossless {
        let areas = plan.areas(on: photo.geometry)
        let before = decoded.picture.replacing(where: { _, _ in true }) { x, y, channel in
          channel == 3 && !odd.hasAlpha ? 255 : decoded.picture[x, y][channel]
        }
        #expect(
          before.isSame(as: shown.picture) { x, y in
            areas.contains { $0.contains(unitX: x / 8, unitY: y / 8) }
          }, "\(odd)")
      }
      do {
        try LeakGate(format: .webp).check(
          render.bytes, of: photo, plan: plan, options: RenderOptions(), madeBy: render.path)
      } catch {
        // Noise that no photo has may be more than what coding it twice may lose.
        #expect(odd.name.hasPrefix("Code:") && error == .changedOutside, "\(odd): \(error)")
      }
    }
  }

  /// Whatever hides beside the picture, the render is the one of the bare photo.
  @Test(arguments: Carrier.webP.filter { !$0.name.contains("profile") && !$0.name.contains("Profile") })
  func carriersLeaveNoTrace(_ carrier: Carrier) throws {
    let planted = try carrier.build(TestPhotos.closeUpWebP())
    var options = RenderOptions()
    options.metadata = .none
    let parts = try TestWebP(planted)
    let isLossless = parts.code.last?.name == "VP8L"
    let example = WebPCase(
      .noise(width: 1, height: 1, seed: 1), isLossless ? .lossless : .lossy(85),
      try GatedRender.plan(GatedRender.one), options: options)
    let render = try example.render(of: planted).bytes
    #expect(try HiddenPicture.traces(inWebP: render).isEmpty)
    #expect(try example.refusal(of: render, from: planted) == nil)
    // A turn is kept, even where it is none.
    guard try TestWebP(render)["EXIF"] == nil else { return }
    // The same picture in a file of its own.
    let bare = try TestWebP.laidOut(parts.code).bytes
    #expect(try example.render(of: bare).bytes == render)
  }
}

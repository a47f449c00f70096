import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of TIFFs before the gate as they are and tampered with.
@Suite struct TamperedTIFFTests {
  private static let styles = ObscuringStyle.allCases
  private static let kinds: [TestTIFF.Kind] = [
    .white8, .gray8, .rgb8, .rgba8, .cmyk8, .rgb16, TestTIFF.Kind(0, 16), TestTIFF.Kind(5, 16, extras: [0]),
    TestTIFF.Kind(1, 8, extras: [1, 0]),
  ]

  /// A photo, its render, and the render's picture, which is written anew to be tampered with.
  private struct Render {
    let example: TIFFCase
    let photo: [UInt8]
    let bytes: [UInt8]
    let picture: TestTIFF.Picture

    init(
      _ kind: TestTIFF.Kind, _ style: ObscuringStyle = .mosaic, _ rects: [NormalizedRect] = GatedRender.three,
      cells: Int? = nil, options: RenderOptions = RenderOptions(),
      _ coding: (inout TestTIFF.Coding) -> Void = { _ in }
    ) throws {
      var picture = TestTIFF.Picture(GatedRender.picture(width: 75, height: 61), kind)
      if !kind.extras.isEmpty { for place in picture.samples.indices { picture.samples[place] /= 2 } }
      example = TIFFCase(
        picture, try GatedRender.plan(rects, style, regionCells: cells),
        TestTIFF.Coding {
          $0.rowsPerStrip = 20
          coding(&$0)
        }, options: options)
      photo = try example.file()
      bytes = try example.render(of: photo).bytes
      self.picture = try TestTIFF.read(bytes).picture
    }

    /// The middle pixel of a unit that an area hides, or of one that none does.
    func pixel(inside: Bool) throws -> (x: Int, y: Int) {
      let isInside = try example.inside()
      for y in stride(from: 2, to: picture.height, by: 8) {
        for x in stride(from: 2, to: picture.width, by: 8) where isInside(x, y) == inside { return (x, y) }
      }
      throw FaceBlurError.internalError("no such unit")
    }

    /// The render with another picture.
    func file(with picture: TestTIFF.Picture) throws -> [UInt8] {
      var file = try OddTIFF(bytes)
      file.first.chunks = try TestTIFF.file(picture, example.coding).first.chunks
      return file.bytes
    }

    func refusal(of file: [UInt8]? = nil, plan: RegionPlan? = nil) throws -> FaceBlurError? {
      try TIFFCase(example.picture, plan ?? example.plan, example.coding, options: example.options)
        .refusal(of: file ?? bytes, from: photo)
    }

    /// What the gate has against the render with something changed.
    func refusal(_ change: (inout OddTIFF) throws -> Void) throws -> FaceBlurError? {
      var file = try OddTIFF(bytes)
      try change(&file)
      return try refusal(of: file.bytes)
    }
  }

  @Test(arguments: kinds, TestTIFF.Compression.allCases)
  func passesARenderOfEveryStyle(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    for (number, style) in Self.styles.enumerated() {
      func coding(_ coding: inout TestTIFF.Coding) {
        coding.compression = compression
        coding.isDifferenced = compression.hasPredictor && number % 2 == 0
        coding.isPlanar = number % 3 == 0
        coding.tile = number % 3 == 1 ? [32, 16] : nil
        coding.order = number % 2 == 0 ? .bigEndian : .littleEndian
        coding.isBig = number % 4 == 3
      }
      #expect(try Render(kind, style, GatedRender.one, cells: 0, coding).refusal() == nil)
      var options = RenderOptions()
      options.metadata = .everything
      let render = try Render(kind, style, options: options, coding)
      #expect(try render.refusal() == nil)
      // The same pixels in another code are the same picture.
      #expect(try render.refusal(of: render.file(with: render.picture)) == nil)
    }
  }

  /// One level in one sample is enough, inside and outside, behind the colours, too.
  @Test(arguments: kinds, [TestTIFF.Compression.none, .lzw, .deflate])
  func refusesOneOtherSample(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    for style in [ObscuringStyle.mosaic, .fill, .pixelate] {
      let render = try Render(kind, style) {
        ($0.compression, $0.tile) = (compression, compression == .lzw ? [32, 32] : nil)
        $0.isDifferenced = compression == .deflate
      }
      for isInside in [true, false] {
        let (x, y) = try render.pixel(inside: isInside)
        for channel in 0..<kind.channels {
          var picture = render.picture
          picture[x, y][channel] ^= 1
          let refusal = try render.refusal(of: render.file(with: picture))
          #expect(refusal == (isInside ? .leakingRegion : .changedOutside), "\(style), channel \(channel)")
        }
      }
    }
  }

  @Test(arguments: kinds)
  func refusesOneOriginalPixelInARegion(kind: TestTIFF.Kind) throws {
    for style in Self.styles {
      let render = try Render(kind, style)
      let isInside = try render.example.inside()
      let place = try #require(
        (0..<(75 * 61)).map { ($0 % 75, $0 / 75) }.first {
          isInside($0.0, $0.1) && render.picture[$0.0, $0.1] != render.example.picture[$0.0, $0.1]
        })
      var picture = render.picture
      picture[place.0, place.1] = render.example.picture[place.0, place.1]
      #expect(try render.refusal(of: render.file(with: picture)) == .leakingRegion, "\(style)")
      #expect(try render.refusal(of: render.photo) == .leakingRegion, "\(style)")
    }
  }

  /// A pixel inside is never transparent: what is written behind it would be for whoever takes the alpha away.
  @Test(arguments: [
    TestTIFF.Kind.rgba8, TestTIFF.Kind(1, 16, extras: [1]), TestTIFF.Kind(5, 8, extras: [0, 2]),
  ])
  func refusesWhatShinesThrough(kind: TestTIFF.Kind) throws {
    let render = try Render(kind, .fill)
    let (x, y) = try render.pixel(inside: true)
    for channel in kind.colors..<kind.channels {
      for value in [0, UInt16(kind.maximum) - 1] {
        var picture = render.picture
        picture[x, y][channel] = value
        #expect(try render.refusal(of: render.file(with: picture)) == .leakingRegion)
      }
    }
  }

  /// The plan of another style or of another place is not this render's.
  @Test(arguments: [TestTIFF.Kind.gray8, .rgb8, .rgb16, .cmyk8])
  func refusesAnotherPlan(kind: TestTIFF.Kind) throws {
    for style in Self.styles {
      let render = try Render(kind, style)
      for other in Self.styles where other != style {
        #expect(
          try render.refusal(plan: GatedRender.plan(GatedRender.three, other)) == .leakingRegion,
          "\(style) \(other)")
      }
      let elsewhere = try GatedRender.plan([NormalizedRect(x: 0.6, y: 0.6, width: 0.2, height: 0.2)], style)
      #expect(try render.refusal(plan: elsewhere) != nil)
    }
  }

  // MARK: The file

  @Test(arguments: [false, true])
  func refusesEveryTagThatIsNotThePictures(isBig: Bool) throws {
    var options = RenderOptions()
    options.metadata = .none
    let render = try Render(.rgb8, options: options) { $0.isBig = isBig }
    let tags = [
      254, 255, 263, 266, 269, 270, 271, 272, 280, 281, 282, 283, 285, 288, 290, 296, 297, 301, 305, 306, 315,
      316, 317, 318, 319, 320, 330, 332, 333, 334, 336, 337, 339, 340, 347, 512, 513, 514, 529, 532, 700,
      32_781,
      32_995, 33_432, 33_550, 33_723, 34_377, 34_665, 34_675, 34_735, 34_853, 36_867, 37_724, 40_965, 42_112,
      50_706, 50_838, 52_545, 65_000, 65_535, 0, 1,
    ]
    for tag in tags {
      // Even where it says what is so.
      #expect(try render.refusal { $0.first.set($0.numbers(tag, 3, [tag == 339 ? 1 : 0])) } != nil, "\(tag)")
      #expect(try render.refusal { $0.first.set($0.text(tag, "a text of some length")) } != nil, "\(tag)")
    }
    #expect(try render.refusal { $0.first.set($0.short(274, 1)) } != nil)
    #expect(try render.refusal { $0.first.set($0.short(274, 6)) } != nil)
    #expect(try render.refusal { $0.first.set($0.numbers(338, 3, [0])) } != nil)
    // The names of some, as `verify` has them.
    #expect(
      try render.refusal { $0.first.set($0.bytes(700, Array("<x/>".utf8), type: 1)) }?.blockKind == "xmp")
    #expect(try render.refusal { $0.first.set($0.text(270, "a text")) }?.blockKind == "exif")
    #expect(try render.refusal { $0.first.set($0.bytes(34377, [1, 2, 3, 4, 5])) }?.blockKind == "photoshop")
  }

  /// What a tag says may be said in one way alone.
  @Test(arguments: [false, true], [false, true])
  func refusesTagsOfAnotherForm(isBig: Bool, isTiled: Bool) throws {
    let render = try Render(.rgba8) {
      ($0.isBig, $0.tile, $0.compression, $0.isDifferenced) = (isBig, isTiled ? [32, 32] : nil, .lzw, true)
    }
    let file = try OddTIFF(render.bytes)
    #expect(try render.refusal { _ in } == nil)
    for entry in file.first.entries {
      let comment: Comment = "\(entry.tag)"
      #expect(try render.refusal { $0.first.remove(entry.tag) } != nil, comment)
      #expect(try render.refusal { $0.first.entries.append(entry) } != nil, comment)
      let numbers = file.numbers(of: entry)
      guard !numbers.isEmpty else { continue }
      let other = entry.type == 3 ? 4 : 3
      #expect(try render.refusal { $0.first.set($0.numbers(entry.tag, other, numbers)) } != nil, comment)
      #expect(
        try render.refusal { $0.first.set($0.numbers(entry.tag, entry.type, numbers + [0])) } != nil, comment)
      let changed = [numbers[0] + 1] + numbers.dropFirst()
      #expect(try render.refusal { $0.first.set($0.numbers(entry.tag, entry.type, changed)) } != nil, comment)
      // Bytes of the field that the value leaves.
      if entry.type == 3, numbers.count == 1 {
        let size = file.offsetBytes
        let field = file.order.number(numbers[0], 2) + [UInt8](repeating: 0, count: size - 3) + [1]
        #expect(
          try render.refusal { $0.first.set(OddTIFF.Entry(entry.tag, 3, .field(field), count: 1)) } != nil,
          comment)
      }
    }
    #expect(try render.refusal { $0.first.entries.reverse() } != nil)
    #expect(try render.refusal { $0.first.entries.swapAt(0, 1) } != nil)
  }

  @Test(arguments: [false, true], ByteOrder.allCases)
  func refusesWhatIsNotThePicture(isBig: Bool, order: ByteOrder) throws {
    let render = try Render(.rgb8) { ($0.isBig, $0.order, $0.compression) = (isBig, order, .deflate) }
    func refusal(_ change: (inout OddTIFF) throws -> Void) throws -> FaceBlurError? {
      try render.refusal(change)
    }
    #expect(try refusal { $0.gap = [0, 0] } != nil)
    #expect(try refusal { $0.first.slack = [0, 0] } != nil)
    #expect(try refusal { $0.first.gap = [0] } != nil)
    #expect(try refusal { $0.trailing = [0] }?.blockKind == "trailingBytes")
    #expect(try refusal { $0.trailing = try HiddenPicture.jpeg() }?.blockKind == "trailingPicture")
    #expect(try refusal { $0.chain.append(try $0.hidden(subfile: 1)) }?.blockKind == "furtherPicture")
    #expect(try refusal { $0.chain.append(try $0.hidden(subfile: 0)) } != nil)
    #expect(
      try refusal { file in file.first.set(file.pointer(330, to: [try file.hidden(subfile: 1)])) } != nil)
    #expect(try refusal { $0.first.next = isBig ? 16 : 8 } != nil)
    #expect(try refusal { $0.first.next = 0x7FFF_FFFF } != nil)
    // The same picture elsewhere in the file.
    #expect(
      try refusal { file in
        let chunks = file.first.chunks
        var place = file.bytes.count - chunks.reduce(0) { $0 + $1.count }
        var places = [Int](repeating: 0, count: chunks.count)
        for index in chunks.indices.reversed() {
          places[index] = place
          place += chunks[index].count
        }
        file.first.set(file.numbers(273, file.offsetType, places))
        file.first.set(file.numbers(279, file.offsetType, chunks.map(\.count)))
        file.first.chunks.reverse()
      } != nil)
    // In another flavour and byte order.
    let other = try TestTIFF.file(
      render.picture,
      TestTIFF.Coding {
        ($0.isBig, $0.order, $0.compression, $0.rowsPerStrip) = (!isBig, order, .deflate, 20)
      })
    #expect(try render.refusal(of: other.bytes) != nil)
    for cut in try OddTIFF.truncations(of: render.bytes) { #expect(try render.refusal(of: cut) != nil) }
    #expect(try render.refusal(of: []) != nil)
    #expect(try render.refusal(of: TestPhotos.astronaut()) != nil)
  }

  /// A strip that shows the same and says more.
  @Test(arguments: TestTIFF.Compression.allCases)
  func refusesChunksThatHoldMore(compression: TestTIFF.Compression) throws {
    let render = try Render(.rgb8) { $0.compression = compression }
    func refusal(_ index: Int, _ change: ([UInt8]) throws -> [UInt8]) throws -> FaceBlurError? {
      try render.refusal { $0.first.chunks[index] = try change($0.first.chunks[index]) }
    }
    // 61 rows in strips of 20: the last has one.
    let last = 3
    for index in [0, 1, last] {
      for more in [[0], [0, 0], [1, 2, 3], try HiddenPicture.jpeg()] as [[UInt8]] {
        #expect(try refusal(index) { $0 + more } != nil, "\(index) \(more.count)")
      }
      #expect(
        try refusal(index) {
          try TestTIFFCode.compress(
            TestTIFFCode.decompress($0, compression).bytes + [UInt8](repeating: 0, count: 225), compression,
            rowBytes: 225)
        } != nil)
      #expect(try refusal(index) { Array($0.dropLast()) } != nil)
    }
    switch compression {
    case .lzw:
      let rows = { TestTIFFCode.decompress($0, .lzw).bytes } as ([UInt8]) -> [UInt8]
      #expect(try refusal(1) { TestTIFFCode.lzw(rows($0), ends: false) } != nil)
      #expect(try refusal(1) { TestTIFFCode.lzw(rows($0)) } == nil)
      // Clears that empty nothing.
      let literals = { rows($0).map(Int.init) + [257] } as ([UInt8]) -> [Int]
      #expect(try refusal(last) { TestTIFFCode.lzw(codes: [256] + literals($0)) } == nil)
      #expect(try refusal(last) { TestTIFFCode.lzw(codes: [256, 256] + literals($0)) } != nil)
      #expect(
        try refusal(last) {
          let codes = literals($0)
          return TestTIFFCode.lzw(codes: [256, codes[0], 256] + codes.dropFirst())
        } != nil)
      // Bits behind the end, where a byte is not filled.
      for index in 0..<last {
        let code = try OddTIFF(render.bytes).first.chunks[index]
        let other = TestTIFFCode.lzw(rows(code), filler: 1)
        if other != TestTIFFCode.lzw(rows(code)) { #expect(try refusal(index) { _ in other } != nil) }
      }
    case .deflate, .oldDeflate:
      let rows = { TestTIFFCode.decompress($0, .deflate).bytes } as ([UInt8]) -> [UInt8]
      #expect(try refusal(1) { try ZlibStream().compress(rows($0), isFinal: false) } != nil)
      #expect(try refusal(1) { Array($0.dropLast(4)) } != nil)
      #expect(try refusal(1) { $0.dropLast() + [$0[$0.count - 1] ^ 1] } != nil)
      // Blocks of nothing, or of little.
      #expect(try refusal(1) { try ZlibStream { $0.flushInterval = 57 }.compress(rows($0)) } != nil)
      #expect(try refusal(1) { try ZlibStream { $0.level = 1 }.compress(rows($0)) } == nil)
    case .packBits:
      #expect(try refusal(1) { $0 + [128] } != nil)
      #expect(try refusal(1) { [128] + $0 } != nil)
    case .none: break
    }
  }

  /// Of a tile at the edge, what lies beyond the picture is nothing, or repeats it.
  @Test(arguments: TestTIFF.Compression.allCases, [false, true])
  func refusesPaddingThatSaysSomething(compression: TestTIFF.Compression, isPlanar: Bool) throws {
    func render(_ padding: TestTIFF.Padding) throws -> Render {
      try Render(.rgb8, .mosaic, GatedRender.one) {
        ($0.compression, $0.isPlanar, $0.tile, $0.padding) = (compression, isPlanar, [32, 32], padding)
      }
    }
    for padding in [TestTIFF.Padding.zero, .edge, .noise(seed: 3)] {
      let render = try render(padding)
      #expect(try render.refusal() == nil)
      var coding = render.example.coding
      for (other, isPlain) in [(TestTIFF.Padding.zero, true), (.edge, true), (.noise(seed: 9), false)] {
        coding.padding = other
        let refusal = try render.refusal {
          $0.first.chunks = try TestTIFF.file(render.picture, coding).first.chunks
        }
        #expect((refusal == nil) == isPlain, "\(padding) \(other)")
      }
    }
  }

  @Test func refusesAnotherLayout() throws {
    let render = try Render(.rgb8) { ($0.compression, $0.isDifferenced) = (.lzw, true) }
    func refusal(_ picture: TestTIFF.Picture? = nil, _ change: (inout TestTIFF.Coding) -> Void) throws
      -> FaceBlurError?
    {
      var coding = render.example.coding
      change(&coding)
      return try render.refusal(of: TestTIFF.encode(picture ?? render.picture, coding))
    }
    #expect(try refusal { _ in } == nil)
    #expect(try refusal { $0.compression = .deflate } != nil)
    #expect(try refusal { ($0.compression, $0.isDifferenced) = (.none, false) } != nil)
    #expect(try refusal { $0.isDifferenced = false } != nil)
    #expect(try refusal { $0.isPlanar = true } != nil)
    #expect(try refusal { $0.rowsPerStrip = 21 } != nil)
    #expect(try refusal { $0.rowsPerStrip = 61 } != nil)
    #expect(try refusal { $0.tile = [32, 32] } != nil)
    #expect(try refusal { $0.order = .bigEndian } != nil)
    #expect(try refusal { $0.isBig = true } != nil)
    #expect(try refusal { $0.profile = KnownColorSpace.displayP3.profile } != nil)
    #expect(try refusal { $0.orientation = 6 } == .otherShape)
    let pixels = TestTIFF.Picture(GatedRender.picture(width: 75, height: 61), .rgb8)
    for kind in [TestTIFF.Kind.rgb16, .rgba8, .gray8, .white8, .cmyk8] {
      let other = TestTIFF.Picture(
        kind, width: 75, height: 61, samples: [UInt16](repeating: 7, count: 75 * 61 * kind.channels))
      #expect(try refusal(other) { _ in } != nil, "\(kind)")
    }
    var turned = pixels
    (turned.width, turned.height) = (61, 75)
    #expect(try refusal(turned) { _ in } == .otherShape)
    var lower = render.picture
    (lower.height, lower.samples) = (60, lower.samples.dropLast(3 * 75))
    #expect(try refusal(lower) { _ in } == .otherShape)
  }

  /// The same samples with another meaning are another picture.
  @Test func refusesAnotherMeaningOfSamples() throws {
    for (kind, tag, numbers) in [
      (TestTIFF.Kind.gray8, 262, [0]), (.white8, 262, [1]), (.rgba8, 338, [1]), (.rgba8, 338, [0]),
      (TestTIFF.Kind(2, 8, extras: [1]), 338, [2]), (TestTIFF.Kind(2, 8, extras: [0, 2]), 338, [2, 0]),
    ] {
      let render = try Render(kind)
      #expect(try render.refusal { $0.first.set($0.numbers(tag, 3, numbers)) } != nil, "\(kind) \(numbers)")
    }
  }

  @Test func refusesAnotherWay() throws {
    let render = try Render(.rgb8)
    let photo = try PhotoFormats.standard.open(render.photo).content
    for way in [RenderSummary.Path.bitCopy, .rows, .pixels] {
      let error = #expect(throws: FaceBlurError.self) {
        try LeakGate(format: .tiff).check(
          render.bytes, of: photo, plan: render.example.plan, options: RenderOptions(), madeBy: way)
      }
      #expect(error?.isDamage == true)
    }
  }

  /// A file whose code is not judged, as of a render whose way nobody wrote down, is proven by its picture.
  @Test(arguments: TestTIFF.Compression.allCases)
  func provesThePictureAlone(compression: TestTIFF.Compression) throws {
    let render = try Render(.rgb8) { $0.compression = compression }
    let photo = try PhotoFormats.standard.open(render.photo).content
    let areas = render.example.plan.areas(on: photo.geometry)
    func refusal(_ file: [UInt8], judgesCode: Bool) -> FaceBlurError? {
      do throws(FaceBlurError) {
        try PhotoFormat.tiff.gate.checkPicture(
          of: FileBytes(file), against: photo, areas, .mosaic, nil, judgesCode: judgesCode)
        return nil
      } catch {
        return error
      }
    }
    var file = try OddTIFF(render.bytes)
    #expect(refusal(file.bytes, judgesCode: true) == nil)
    file.first.gap = [1, 2]
    file.first.slack = [1, 2]
    #expect(refusal(file.bytes, judgesCode: false) == nil && refusal(file.bytes, judgesCode: true) != nil)
    #expect(refusal(render.photo, judgesCode: false) == .leakingRegion)
  }

  // MARK: Tones

  private static let tonedKinds: [TestTIFF.Kind] = [
    .gray8, .white8, .rgb8, .rgba8, .rgb16, TestTIFF.Kind(1, 16, extras: [1]),
    TestTIFF.Kind(2, 16, extras: [0, 2]),
    TestTIFF.Kind(0, 16),
  ]

  @Test(arguments: tonedKinds, TestTIFF.Compression.allCases)
  func provesTones(kind: TestTIFF.Kind, compression: TestTIFF.Compression) throws {
    for (number, filters) in [ToneFilters(sepia: 0.6), ToneFilters(vignette: Vignette(intensity: 0.5))]
      .enumerated()
    {
      let render = try Render(kind) {
        ($0.compression, $0.isPlanar, $0.tile) = (compression, number == 1, number == 1 ? [32, 16] : nil)
        ($0.isDifferenced, $0.isBig) = (compression.hasPredictor, number == 1)
        $0.order = number == 1 ? .bigEndian : .littleEndian
      }
      let photo = try PhotoFormats.standard.open(render.photo).content
      let obscured = try photo.opening(render: render.bytes)
      let toned = try obscured.toning(filters).bytes
      func refusal(_ file: [UInt8]) -> FaceBlurError? {
        do {
          try LeakGate(format: .tiff).checkTones(
            of: file, against: obscured, filters: filters, options: RenderOptions())
          return nil
        } catch {
          return error
        }
      }
      #expect(toned != render.bytes && refusal(toned) == nil)
      let decoded = try TestTIFF.read(toned)
      #expect(decoded.warnings == 0, "\(decoded.message)")
      // The same layout, in red, green and blue; what is behind the colours stays.
      var coding = render.example.coding
      coding.rowsPerStrip = coding.tile == nil ? coding.rowsPerStrip : 0
      #expect(decoded.coding == coding)
      #expect(decoded.picture.kind == TestTIFF.Kind(2, kind.bits, extras: kind.extras))
      for x in 0..<75 where !kind.extras.isEmpty {
        #expect(
          decoded.picture[x, 30].suffix(kind.extras.count) == render.picture[x, 30].suffix(kind.extras.count))
      }
      var file = try OddTIFF(toned)
      var picture = decoded.picture
      picture.samples[picture.samples.count / 2] ^= 1
      file.first.chunks = try TestTIFF.file(picture, render.example.coding).first.chunks
      #expect(refusal(file.bytes) == .otherTones)
      #expect(refusal(render.bytes) != nil)
      #expect(refusal(try photo.toning(filters).bytes) == .otherTones)
      file = try OddTIFF(toned)
      file.first.set(file.text(270, "a text"))
      #expect(refusal(file.bytes)?.blockKind == "exif")
      // Twice the same.
      #expect(try obscured.toning(filters).bytes == toned)
    }
  }

  /// Tones of 16 bits are not those of 8 bits.
  @Test func tonesSixteenBits() throws {
    var picture = TestTIFF.Picture.noise(.rgb16, width: 40, height: 30, seed: 3)
    for place in picture.samples.indices { picture.samples[place] = UInt16(place * 13 & 0xFFFF) }
    let photo = try PhotoFormats.standard.open(TestTIFF.encode(picture)).content
    let toned = try TestTIFF.read(photo.toning(ToneFilters(sepia: 0.4)).bytes).picture
    #expect(Set(toned.samples.map { $0 % 257 }).count > 100)
  }

  @Test(arguments: [TestTIFF.Kind.cmyk8, TestTIFF.Kind(5, 16, extras: [2])])
  func tonesNoInks(kind: TestTIFF.Kind) throws {
    let photo = try PhotoFormats.standard.open(
      TestTIFF.encode(.noise(kind, width: 20, height: 20, seed: 3))
    ).content
    let error = #expect(throws: FaceBlurError.self) { try photo.toning(ToneFilters(sepia: 0.4)) }
    #expect(error?.kind == .unsupportedPhoto)
  }

  /// From nothing but the file, and with means only as flat cells.
  @Test(arguments: kinds)
  func provesRegionsFromTheFileAlone(kind: TestTIFF.Kind) throws {
    for style in Self.styles {
      let render = try Render(kind, style)
      func holds(_ file: [UInt8]) throws -> Bool {
        let photo = try PhotoFormats.standard.open(file).content
        do {
          try LeakGate(format: .tiff).checkRegions(of: photo, render.example.plan)
          return true
        } catch {
          #expect(error == .leakingRegion)
          return false
        }
      }
      #expect(try holds(render.bytes), "\(style)")
      let (x, y) = try render.pixel(inside: true)
      var picture = render.picture
      picture[x, y][0] ^= UInt16(kind.maximum / 4 + 1)
      #expect(try holds(render.file(with: picture)) == (style == .smoothPixelate), "\(style)")
    }
  }
}

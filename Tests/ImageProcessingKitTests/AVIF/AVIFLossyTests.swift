import TestSupport
import Testing

@testable import ImageProcessingKit

/// AVIFs of one picture with loss: each is coded with loss again, never more coarsely than it was, and proven by a witness.
@Suite struct AVIFLossyTests {
  struct Form: Sendable, Hashable, CustomTestStringConvertible {
    var chroma = TestAV1.Chroma.half
    var depth = 8
    /// libaom's.
    var quantizer = 16
    var testDescription: String { "\(chroma), \(depth) bits, quantiser \(quantizer)" }

    static let all = [
      Form(), Form(quantizer: 1), Form(quantizer: 40), Form(chroma: .full), Form(chroma: .halfWidth),
      Form(chroma: .gray), Form(depth: 10), Form(chroma: .full, depth: 12, quantizer: 30),
    ]

    /// The portrait's middle, with the face in it.
    func picture(width: Int = 144, height: Int = 130) throws -> TestAV1.Picture {
      try TestPhotos.planes(of: TestPhotos.astronaut(), chroma: chroma, depth: depth)
        .cut(x: 160, y: 60, width: width, height: height)
    }
  }

  /// A photo and its render.
  private struct Render {
    let example: HEIFCase
    let photo: [UInt8]
    let bytes: [UInt8]

    init(
      _ form: Form = Form(), _ style: ObscuringStyle = .mosaic,
      _ rects: [NormalizedRect] = GatedRender.three, _ change: (inout TestHEIF.Kind) -> Void = { _ in }
    ) throws {
      example = HEIFCase(
        try form.picture(), .avif(.lossy(form.quantizer), change), try GatedRender.plan(rects, style))
      photo = try example.file()
      let render = try example.render(of: photo)
      #expect(render.path == .lossy)
      bytes = render.bytes
    }

    var file: TestHEIF { get throws { try TestHEIF(bytes) } }
    var shown: TestAV1.Picture { get throws { try file.canvas() } }
    var was: TestAV1.Picture { get throws { try TestHEIF(photo).canvas() } }
    /// `base_q_idx`.
    var quantizer: Int { get throws { try TestAV1.headers(of: file.av1Stream(of: 1).bytes).quantizer } }
    /// The photo's.
    var ownQuantizer: Int {
      get throws { try TestAV1.headers(of: TestHEIF(photo).av1Stream(of: 1).bytes).quantizer }
    }

    func refusal(
      of file: [UInt8]? = nil, plan: RegionPlan? = nil, madeBy way: RenderSummary.Path = .lossy
    ) throws -> FaceBlurError? {
      try example.refusal(of: file ?? bytes, from: photo, plan: plan, madeBy: way)
    }

    func refusal(_ change: (inout TestHEIF) throws -> Void) throws -> FaceBlurError? {
      try refusal(of: file.canonical().changing(change).bytes)
    }

    /// The render with another picture, as the codec writes it.
    func file(with picture: TestAV1.Picture, quantizer: Int? = nil) throws -> [UInt8] {
      let quantizer = try quantizer ?? self.quantizer
      let code = try AV1Codec.encode(
        picture.planar, SampleColors(primaries: 2, transfer: 2, matrix: 2, isFullRange: true),
        chromaPosition: 0, quantizer: quantizer)
      return try file.canonical().changing { $0.primaryItem.data = code }.bytes
    }

    /// A pixel in the middle of a unit that an area hides, or of one that none does.
    func pixel(inside: Bool) throws -> (x: Int, y: Int) {
      let isInside = try example.inside()
      for y in stride(from: 24, to: 100, by: 16) {
        for x in stride(from: 24, to: 120, by: 16) where isInside(x, y) == inside { return (x, y) }
      }
      throw FaceBlurError.internalError("no such unit")
    }
  }

  @Test(arguments: Form.all)
  func littleOutsideChanges(form: Form) throws {
    for style in ObscuringStyle.allCases {
      let render = try Render(form, style)
      #expect(try render.refusal() == nil, "\(style)")
      #expect(try render.example.render(of: render.photo).bytes == render.bytes)
      let (was, shown, isInside) = (try render.was, try render.shown, try render.example.inside())
      // Filters look over the edges of blocks.
      func isFar(_ x: Int, _ y: Int) -> Bool {
        ![-16, 0, 16].contains { dx in [-16, 0, 16].contains { dy in isInside(x + dx, y + dy) } }
      }
      let (quantizer, own) = (try render.quantizer, try render.ownQuantizer)
      for plane in was.planes.indices {
        let distance = was.distance(to: shown, plane: plane, where: isFar)
        #expect(
          distance < 0.5 + Double(own) / 40, "plane \(plane): \(distance) at \(quantizer), \(style)")
      }
      // No coarser than the photo, and of as many samples.
      #expect(quantizer > 0 && quantizer <= own, "\(style)")
      #expect((shown.chroma, shown.depth) == (form.chroma, form.depth))
      let pixels = try TestHEIF.pixels(of: render.bytes)
      #expect((pixels.width, pixels.height) == (144, 130))
    }
  }

  /// Photos of encoders that code most of a picture more finely than its header says come out as long as they were: more of them is kept
  /// than at their header's quantiser.
  @Test(arguments: [(60, 1), (40, 12), (50, 8)])
  func isAsCloseAsThePhotosBytesLetIt(_ quantizers: (coarse: Int, fine: Int)) throws {
    let picture = try Form().picture(width: 256, height: 256)
    // A fine photo, coded as if its header said that it is a coarse one.
    let example = HEIFCase(picture, .avif(.lossy(quantizers.fine)), try GatedRender.plan(GatedRender.one))
    let photo = try example.file()
    let file = try AVIFFile(size: photo.count) { (range) throws(FaceBlurError) in Array(photo[range]) }
    let tile = try AV1Codec.decode(
      file.code.decodable(file.data(ofTile: 0, { Array(photo[$0]) })), as: file.picture.shape)
    let coarse = quantizers.coarse * 4
    var encoder = AVIFTileEncoder(file)
    let first = try encoder.encode(PackedPicture(tile), quantizer: coarse)
    func distance(_ code: [UInt8]) throws -> Int {
      let shown = try AV1Codec.decode(code, as: tile.shape)
      return zip(tile.planes.joined(), shown.planes.joined()).reduce(0) {
        $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1))
      }
    }
    for photoBytes in [first.count * 4, first.count * 2, first.count * 5 / 4, first.count, first.count / 2] {
      let code = try encoder.encodeClosely(tile, quantizer: coarse, photoBytes: photoBytes)
      #expect(try encoder.encodeClosely(tile, quantizer: coarse, photoBytes: photoBytes) == code)
      let quantizer = try TestAV1.headers(of: code).quantizer
      #expect(code == first || code.count * 10 <= photoBytes * 11, "\(code.count) of \(photoBytes)")
      #expect(quantizer > 0 && quantizer <= coarse)
      #expect(try distance(code) <= distance(first))
      // With room for twice as much it is finer, and without any it is not.
      if photoBytes >= 2 * first.count { #expect(try distance(code) < distance(first) && quantizer < coarse) }
      if photoBytes <= first.count { #expect(code == first) }
      #expect(
        try AV1Codec.encode(
          tile, file.code.sequence.colors, chromaPosition: file.code.sequence.chromaPosition,
          quantizer: quantizer) == code)
    }
  }

  /// The file is as tests lay renders out: one item of two OBUs, with its properties and nothing else.
  @Test(arguments: Form.all)
  func holdsThePictureAndNothingElse(form: Form) throws {
    let render = try Render(form) { kind in
      kind.properties = [.rotation(1), .mirror(0)]
      kind.av1Units = { [$1[0], TestAV1.message([1, 2, 3])] + $1[1...] + [TestAV1.padding([1])] }
      kind.av1ConfigurationUnits = [TestAV1.message([9])]
    }
    let file = try render.file
    #expect(file.canonical().bytes == render.bytes && file.items.count == 1)
    let stream = try file.av1Stream(of: 1)
    #expect(
      stream.units.map(\.type) == [1, 6] && stream.units.allSatisfy { $0.hasSize && $0.sizePadding == 0 })
    #expect(
      file.primaryItem.properties.first { $0.type == "av1C" }?.data == (try TestAV1.configuration(stream)))
    #expect(file.primaryItem.properties.filter { ["irot", "imir"].contains($0.type) }.count == 2)
    #expect(file.majorBrand == "avif" && file.brands.prefix(3) == ["mif1", "miaf", "avif"])
    #expect(try render.refusal() == nil)
    render.bytes.withUnsafeBufferPointer {
      let judge = HiddenPictureJudge(detector: OneFaceDetector())
      let found = AVIFGate().inspection(of: $0, policy: .minimal, judge: judge).blocks
      #expect(!found.contains { !$0.isAllowed }, "\(found)")
    }
  }

  /// Inside lies next to nothing of what was there.
  @Test(arguments: [Form(), Form(depth: 10), Form(quantizer: 1)])
  func hiddenAreasTellNothing(form: Form) throws {
    for style in HEIFCase.flatStyles {
      let render = try Render(form, style, [NormalizedRect(x: 0.2, y: 0.1, width: 0.6, height: 0.8)])
      let (was, shown, isInside) = (try render.was, try render.shown, try render.example.inside())
      func isDeep(_ x: Int, _ y: Int) -> Bool {
        [-8, 0, 8].allSatisfy { dx in [-8, 0, 8].allSatisfy { dy in isInside(x + dx, y + dy) } }
      }
      // Differences from one pixel to the next: a face has many, what hides it has hardly any.
      func edges(_ picture: TestAV1.Picture) -> Int {
        var sum = 0
        for y in 1..<picture.height {
          for x in 1..<picture.width where isDeep(x, y) {
            let place = picture.width * y + x
            sum += abs(Int(picture.planes[0][place]) - Int(picture.planes[0][place - 1]))
          }
        }
        return sum >> (form.depth - 8)
      }
      let (before, after) = (edges(was), edges(shown))
      #expect(before > 10_000 && after < before / 3, "\(style): \(before) \(after)")
    }
  }

  /// An encoder cannot be handed two insides of one outside; but of any samples that differ inside alone, what is coded is the same.
  @Test(arguments: HEIFCase.flatStyles, [TestAV1.Chroma.half, .gray, .full])
  func whatIsCodedIsTheSameWhateverIsInside(style: ObscuringStyle, chroma: TestAV1.Chroma) throws {
    var random = SplitMix(seed: 612)
    for depth in [8, 10] {
      let picture = TestAV1.Picture.noise(width: 100, height: 83, chroma: chroma, depth: depth, seed: 4)
      let example = HEIFCase(picture, .avif(.lossy(20)), try GatedRender.plan(GatedRender.three, style))
      let geometry = PhotoGeometry(
        storedWidth: 100, storedHeight: 83, orientation: .up, unitWidth: 16, unitHeight: 16)
      let areas = example.plan.areas(on: geometry)
      var codes: Set<[UInt8]> = []
      for inside in [picture] + (try example.otherInsides(&random)) {
        var planes = try inside.planar
        var obscurer = PlaneObscurer(areas, in: geometry, planes.shape, with: style.obscurer)
        obscurer.take(planes, x: 0, y: 0)
        obscurer.settle()
        obscurer.hide(in: &planes, x: 0, y: 0)
        codes.insert(
          try AV1Codec.encode(
            planes, SampleColors(primaries: 1, transfer: 13, matrix: 6, isFullRange: true), chromaPosition: 1,
            quantizer: 80))
      }
      #expect(codes.count == 1)
    }
  }

  // MARK: Tampered with

  @Test(arguments: Form.all)
  func refusesTheOriginal(form: Form) throws {
    for style in [ObscuringStyle.mosaic, .pixelate, .smoothPixelate] {
      let render = try Render(form, style)
      #expect(try render.refusal(of: render.photo) != nil)
      // Its picture, as the codec would write it.
      #expect(try render.refusal(of: render.file(with: render.was)) != nil)
    }
  }

  /// What is coded must be made of the one witness, to the last byte.
  @Test(arguments: Form.all)
  func refusesOtherSamples(form: Form) throws {
    let render = try Render(form, .pixelate)
    let (was, shown) = (try render.was, try render.shown)
    // A render of the render: nothing is shown that was not, and it is not the photo's all the same.
    #expect(try render.refusal(of: render.file(with: shown)) != nil)
    for isHidden in [true, false] {
      let (x, y) = try render.pixel(inside: isHidden)
      let high = UInt16(64 << (form.depth - 8))
      let other = shown.replacing(where: { $0 / 16 == x / 16 && $1 / 16 == y / 16 }) { plane, x, y in
        shown.planes[plane][y * shown.size(ofPlane: plane).width + x] ^ high
      }
      let refusal = try render.refusal(of: render.file(with: other))
      #expect(refusal == (isHidden ? .leakingRegion : .changedOutside), "\(isHidden)")
    }
    // One block of the photo in a region.
    let (x, y) = try render.pixel(inside: true)
    let leak = shown.replacing(where: { $0 / 16 == x / 16 && $1 / 16 == y / 16 }) { plane, x, y in
      was.planes[plane][y * was.size(ofPlane: plane).width + x]
    }
    #expect(try render.refusal(of: render.file(with: leak)) != nil)
  }

  /// A render may be finer than its photo, where it is the code of the hidden photo bit for bit; it is never coarser.
  @Test func refusesCoarserRenders() throws {
    // Nothing is hidden, so that the photo's samples are the witness.
    let render = try Render(Form(), .mosaic, [])
    let was = try render.was
    let own = try render.ownQuantizer
    for quantizer in [own, own - 8, own / 2, 4] {
      #expect(try render.refusal(of: render.file(with: was, quantizer: quantizer)) == nil, "\(quantizer)")
    }
    for quantizer in [0, own + 8, own + 40, 255] {
      #expect(
        try render.refusal(of: render.file(with: was, quantizer: quantizer))?.isDamage == true, "\(quantizer)"
      )
    }
    // With areas, it is another picture's code at any of them.
    let hiding = try Render()
    for quantizer in [own, own - 8, own / 2, 4] {
      #expect(try hiding.refusal(of: hiding.file(with: was, quantizer: quantizer)) != nil, "\(quantizer)")
      #expect(
        try hiding.refusal(of: hiding.file(with: hiding.shown, quantizer: quantizer)) != nil, "\(quantizer)")
    }
  }

  /// The hidden photo itself, coded more coarsely or more finely than it is rendered.
  @Test(arguments: [Form(), Form(quantizer: 40), Form(chroma: .gray, depth: 10)])
  func takesOnlyCodeOfTheHiddenPhoto(form: Form) throws {
    let render = try Render(form)
    let photo = try AVIFPhoto(FileBytes(render.photo), limits: ImageLimits())
    var hidden = try photo.decoded(tile: 0).planar
    var obscurer = PlaneObscurer(
      render.example.plan.areas(on: photo.geometry), in: photo.geometry, hidden.shape,
      with: ObscuringStyle.mosaic.obscurer)
    obscurer.take(hidden, x: 0, y: 0)
    obscurer.settle()
    obscurer.hide(in: &hidden, x: 0, y: 0)
    let own = try render.ownQuantizer
    let sequence = photo.file.code.sequence
    func refusal(_ quantizer: Int, _ picture: PlanarPicture) throws -> FaceBlurError? {
      let code = try AV1Codec.encode(
        picture, sequence.colors, chromaPosition: sequence.chromaPosition, quantizer: quantizer)
      return try render.refusal(
        of: render.file.canonical().changing { $0.primaryItem.data = code }.bytes)
    }
    for quantizer in [own, own * 3 / 4, own / 2] { #expect(try refusal(quantizer, hidden) == nil) }
    for quantizer in [0, own + 4, 255] {
      #expect(try refusal(quantizer, hidden)?.isDamage == true, "\(quantizer)")
    }
    // A block of another tone, in a finer code that has room for it.
    var other = hidden
    for y in 40..<48 {
      for x in 40..<48 { other.planes[0][y * hidden.shape.width + x] ^= 64 << UInt16(form.depth - 8) }
    }
    #expect(try refusal(own / 2, other) != nil)
  }

  @Test func refusesAnotherPlanOrWay() throws {
    let render = try Render()
    for style in ObscuringStyle.allCases where style != .mosaic {
      #expect(try render.refusal(plan: GatedRender.plan(GatedRender.three, style)) != nil, "\(style)")
    }
    let elsewhere = try GatedRender.plan([NormalizedRect(x: 0.6, y: 0.6, width: 0.2, height: 0.2)])
    #expect(try render.refusal(plan: elsewhere) != nil)
    for way in [RenderSummary.Path.tiles, .rows, .bitCopy, .lossless, .pixels] {
      #expect(try render.refusal(madeBy: way) != nil, "\(way)")
    }
    // A picture with loss that was made of one without, and the other way round.
    let lossless = HEIFCase(render.example.picture, .avif(.lossless), render.example.plan)
    let file = try lossless.file()
    let exact = try lossless.render(of: file)
    #expect(exact.path == .tiles)
    #expect(try lossless.refusal(of: exact.bytes, from: file, madeBy: .tiles) == nil)
    #expect(try lossless.refusal(of: exact.bytes, from: file, madeBy: .lossy) != nil)
    #expect(try lossless.refusal(of: render.bytes, from: file, madeBy: .lossy) != nil)
    #expect(try render.refusal(of: exact.bytes, madeBy: .tiles) != nil)
  }

  @Test func refusesWhatIsNotThePicture() throws {
    let render = try Render(Form()) { $0.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)] }
    #expect(try render.refusal { _ in } == nil)
    let changes: [(inout TestHEIF) throws -> Void] = [
      { $0.layout.insert([0]) }, { $0.layout.insert(try HiddenPicture.jpeg()) },
      { $0.layout.insert(TestBox.bytes("free", [])) }, { $0.brands.append("face") },
      { $0.majorBrand = "mif1" },
      { $0.items.append(TestHEIF.Item(2, "face", [1])) },
      { try $0.addThumbnail(.noise(width: 32, height: 32)) },
      { $0.primaryItem.name = [65] }, { $0.primaryItem.isHidden = true }, { $0.addXMP("<x/>") },
      { $0.primaryItem.properties.append(.rotation(1)) },
      { $0.primaryItem.properties.append(.layerSizes([])) },
      { $0.primaryItem.set(.colors(primaries: 9, transfer: 16, matrix: 9)) },
      { $0.primaryItem.set(.size(144, 128)) },
      { $0.primaryItem.extents.append(.gap([1])) },
      { avif in
        let stream = try avif.av1Stream(of: 1)
        avif.primaryItem.set(try .configuration(stream, others: [TestAV1.message([1])]))
      },
    ]
    for (index, change) in changes.enumerated() {
      #expect(try render.refusal(change) != nil, "change \(index)")
    }
    for cut in TestHEIF.truncations(of: render.bytes) { #expect(try render.refusal(of: cut) != nil) }
    #expect(try render.refusal(of: []) != nil)
    #expect(try render.refusal(of: TestPhotos.astronaut()) != nil)
    // Any bit of av1C.
    for place in 0..<4 {
      for bit in 0..<8 {
        let refusal = try render.refusal { avif in
          for index in avif.primaryItem.properties.indices
          where avif.primaryItem.properties[index].type == "av1C" {
            avif.primaryItem.properties[index].data[place] ^= 1 << UInt8(bit)
          }
        }
        #expect(refusal != nil, "bit \(bit) of byte \(place)")
      }
    }
  }

  @Test(arguments: [false, true])
  func refusesOtherOBUs(isLossy: Bool) throws {
    let picture = try Form().picture()
    let example = HEIFCase(
      picture, .avif(isLossy ? .lossy(16) : .lossless), try GatedRender.plan(GatedRender.three))
    let photo = try example.file()
    let made = try example.render(of: photo)
    let units = try TestHEIF(made.bytes).av1Stream(of: 1).units
    func refusal(_ change: ([TestAV1.Unit]) -> [TestAV1.Unit]) throws -> FaceBlurError? {
      let file = try TestHEIF(made.bytes).canonical().changing {
        $0.primaryItem.data = TestAV1.Stream(change(units)).bytes
      }
      return try example.refusal(of: file.bytes, from: photo, madeBy: made.path)
    }
    #expect(try refusal { $0 } == nil)
    let message = TestAV1.message([1])
    for change in [
      { [message] + $0 }, { [$0[0], message, $0[1]] }, { $0 + [message] }, { [TestAV1.delimiter] + $0 },
      { $0 + [TestAV1.padding([])] }, { [$0[0]] + $0 }, { $0 + [$0[1]] }, { $0 + $0 }, { [$0[0]] },
      { [$0[1]] },
      { $0.reversed() }, { $0 + [TestAV1.Unit(12, [1])] }, { [TestAV1.leveled($0[0], 9), $0[1]] },
      { [$0[0], $0[1].changing { $0.content += [0] }] },
      { [$0[0], $0[1].changing { $0.content += [1, 2, 3] }] },
      { [$0[0], $0[1].changing { $0.content.removeLast() }] },
      { [$0[0], $0[1].changing { $0.content = [] }] },
      { [$0[0], $0[1].changing { $0.sizePadding = 1 }] }, { [$0[0], $0[1].changing { $0.hasSize = false }] },
      { [$0[0], $0[1].changing { $0.layer = 0 }] }, { [$0[0], $0[1].changing { $0.isReserved = true }] },
      { [$0[0].changing { $0.content += [0] }, $0[1]] },
    ] as [([TestAV1.Unit]) -> [TestAV1.Unit]] {
      #expect(try refusal(change) != nil)
    }
    // Any bit of the code.
    var random = SplitMix(seed: 5)
    for _ in 0..<16 {
      let place = Int.random(in: 0..<units[1].content.count, using: &random)
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
      #expect(try refusal { [$0[0], $0[1].changing { $0.content[place] ^= bit }] } != nil, "byte \(place)")
    }
  }

  // MARK: Tones

  @Test(arguments: HEIFCase.Frame.all.filter { $0.codec == .av1 }, [false, true])
  func provesTones(frame: HEIFCase.Frame, isLossy: Bool) throws {
    let picture = try Form().picture()
    let example = HEIFCase(
      picture, frame.kind(isLossy: isLossy, tile: (80, 80)), try GatedRender.plan(GatedRender.three))
    let file = try example.file()
    let render = try example.render(of: file)
    let obscured = try example.photo(file).opening(render: render.bytes)
    for filters in [ToneFilters(sepia: 0.6), ToneFilters(vignette: Vignette(intensity: 0.5))] {
      let toned = try obscured.toning(filters).bytes
      func refusal(_ file: [UInt8]) -> FaceBlurError? {
        do {
          try LeakGate(format: .avif).checkTones(
            of: file, against: obscured, filters: filters, options: RenderOptions())
          return nil
        } catch {
          return error
        }
      }
      #expect(toned != render.bytes && refusal(toned) == nil, "\(filters)")
      #expect(try obscured.toning(filters).bytes == toned)
      #expect(refusal(render.bytes) != nil && refusal(file) != nil)
      #expect(refusal(try example.photo(file).toning(filters).bytes) != nil)
      let quantizer = try TestAV1.headers(of: TestHEIF(toned).av1Stream(of: TestHEIF(toned).tiles[0]).bytes)
        .quantizer
      #expect((quantizer == 0) == frame.isExact(isLossy: isLossy))
      let more = try TestHEIF(toned).canonical().changing {
        $0.items.append(TestHEIF.Item($0.freeID, "face", [1]))
      }
      #expect(refusal(more.bytes) != nil)
      // One sample of another tone.
      var other = try TestHEIF(toned).canvas()
      other.planes[0][40 * other.width + 40] ^= 32
      let canonical = try TestHEIF.photo(other, frame.kind(tile: (80, 80))).recoded(quantizer: quantizer)
        .canonical()
      #expect(refusal(canonical.bytes) != nil)
    }
  }

  @Test func refusesToToneGray() throws {
    let render = try Render(Form(chroma: .gray))
    let obscured = try render.example.photo(render.photo).opening(render: render.bytes)
    #expect(throws: FaceBlurError.self) { try obscured.toning(ToneFilters(sepia: 0.6)) }
  }

  // MARK: The file alone

  @Test(
    arguments: [Form(), Form(quantizer: 1), Form(chroma: .full), Form(depth: 10)], ObscuringStyle.allCases)
  func provesRegionsFromTheFileAlone(form: Form, style: ObscuringStyle) throws {
    let render = try Render(form, style)
    func holds(_ file: [UInt8]) throws -> Bool {
      do {
        try LeakGate(format: .avif).checkRegions(of: render.example.photo(file), render.example.plan)
        return true
      } catch {
        #expect(error as? FaceBlurError == .leakingRegion)
        return false
      }
    }
    #expect(try holds(render.bytes))
    // Only the original tells which smooth cells are right.
    if style != .smoothPixelate { #expect(try !holds(render.photo)) }
  }
}

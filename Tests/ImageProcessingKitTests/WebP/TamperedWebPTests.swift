import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of WebPs before the gate as they are and tampered with.
@Suite struct TamperedWebPTests {
  private static let styles = ObscuringStyle.allCases

  /// A photo and its render.
  private struct Render {
    let form: WebPCase.Form
    let example: WebPCase
    let photo: [UInt8]
    let bytes: [UInt8]

    init(
      _ form: WebPCase.Form, _ style: ObscuringStyle = .mosaic, options: RenderOptions = RenderOptions(),
      _ change: (inout TestWebP) throws -> Void = { _ in }
    ) throws {
      self.form = form
      example = try WebPCase(form, style, options: options)
      photo = try TestWebP(example.file()).changing(change).bytes
      bytes = try example.render(of: photo).bytes
    }

    var file: TestWebP { get throws { try TestWebP(bytes) } }

    func refusal(
      of file: [UInt8]? = nil, plan: RegionPlan? = nil, madeBy way: RenderSummary.Path? = nil
    ) throws -> FaceBlurError? {
      try example.refusal(of: file ?? bytes, from: photo, plan: plan, madeBy: way)
    }

    /// What the gate has against the render with something changed.
    func refusal(_ change: (inout TestWebP) throws -> Void) throws -> FaceBlurError? {
      try refusal(of: file.changing(change).bytes)
    }

    /// The render with another picture without loss, as the codec writes it.
    func file(with picture: TestWebP.Picture) throws -> [UInt8] {
      let code = try WebPCodec.encode(picture.pixels, width: picture.width, height: picture.height)
      return try file.changing { file in
        let header = Array("RIFF".utf8) + TestWebP.number(code.count + 4, 4) + Array("WEBP".utf8)
        let chunk = try TestWebP(header + code).chunks[0]
        file.change("VP8L") { $0 = chunk }
      }.bytes
    }

    /// The same of one with loss.
    func file(with planes: TestWebP.Planes, _ quantizer: WebPQuantizer) throws -> [UInt8] {
      let shape = PlanarShape(width: planes.width, height: planes.height, chroma: .half, depth: 8)
      let picture = try #require(PlanarPicture(shape, planes: planes.planes.map { $0.map(UInt16.init) }))
      let code = try WebPCodec.encode(WebPPlanes(picture: picture, alpha: planes.alpha), quantizer)
      let header = Array("RIFF".utf8) + TestWebP.number(code.count + 4, 4) + Array("WEBP".utf8)
      return try TestWebP.laidOut(TestWebP(header + code).chunks).bytes
    }

    /// The middle pixel of a unit that an area hides, or of one that none does.
    func pixel(inside: Bool) throws -> (x: Int, y: Int) {
      let isInside = example.inside()
      for y in stride(from: 6, to: example.picture.height, by: 8) {
        for x in stride(from: 6, to: example.picture.width, by: 8) where isInside(x, y) == inside {
          return (x, y)
        }
      }
      throw FaceBlurError.internalError("no such unit")
    }

    /// The quantiser that the photo has, by the tests' own reader.
    func quantizer() throws -> WebPQuantizer {
      let content = try #require(try TestWebP(photo).code.last).content
      let head = try TestVP8(content)
      return WebPQuantizer(index: head.quantizers[0], isSegmented: head.isSegmented)
    }
  }

  @Test(arguments: WebPCase.Form.all, ObscuringStyle.allCases)
  func passesARender(form: WebPCase.Form, style: ObscuringStyle) throws {
    let render = try Render(form, style)
    #expect(try render.refusal() == nil)
    var options = RenderOptions()
    options.metadata = .everything
    #expect(try Render(form, style, options: options).refusal() == nil)
  }

  // MARK: Samples

  /// One level in one sample is enough, inside and outside, of alpha, too.
  @Test(arguments: [WebPCase.Form.all[0], .all[1]], ObscuringStyle.allCases)
  func refusesOneOtherSample(form: WebPCase.Form, style: ObscuringStyle) throws {
    let render = try Render(form, style)
    let shown = try TestWebP.read(render.bytes).picture
    #expect(try render.refusal(of: render.file(with: shown)) == nil)
    for isInside in [true, false] {
      let (x, y) = try render.pixel(inside: isInside)
      for channel in 0..<4 {
        // Outside of a photo without alpha, one that is not full makes a picture of another form.
        if channel == 3, !isInside, !form.hasAlpha { continue }
        var picture = shown
        picture[x, y][channel] ^= 1
        let refusal = try render.refusal(of: render.file(with: picture))
        #expect(refusal != nil, "channel \(channel)")
        if form.hasAlpha || channel < 3 {
          #expect(refusal == (isInside ? .leakingRegion : .changedOutside), "channel \(channel)")
        }
      }
    }
  }

  @Test(arguments: [WebPCase.Form.all[0], .all[1]])
  func refusesOneOriginalPixelInARegion(form: WebPCase.Form) throws {
    for style in Self.styles {
      let render = try Render(form, style)
      var picture = try TestWebP.read(render.bytes).picture
      let isInside = render.example.inside()
      let place = try #require(
        (0..<(picture.width * picture.height)).map { ($0 % picture.width, $0 / picture.width) }.first {
          isInside($0.0, $0.1) && picture[$0.0, $0.1] != render.example.picture[$0.0, $0.1]
        })
      picture[place.0, place.1] = render.example.picture[place.0, place.1]
      #expect(try render.refusal(of: render.file(with: picture)) == .leakingRegion, "\(style)")
    }
  }

  @Test(arguments: WebPCase.Form.all, ObscuringStyle.allCases)
  func refusesTheOriginal(form: WebPCase.Form, style: ObscuringStyle) throws {
    let render = try Render(form, style)
    #expect(try render.refusal(of: render.photo) != nil)
    // Its picture, as the codec would write it.
    if form.isLossless {
      let file = try render.file(with: TestWebP.read(render.photo).picture)
      #expect(try render.refusal(of: file) == .leakingRegion)
    } else {
      let planes = try #require(try TestWebP.read(render.photo).planes)
      #expect(try render.refusal(of: render.file(with: planes, render.quantizer())) != nil)
    }
  }

  /// What is coded with loss must be made of the one witness, to the last byte.
  @Test(arguments: [WebPCase.Form.all[2], .all[3]], ObscuringStyle.allCases)
  func refusesOtherSamplesWithLoss(form: WebPCase.Form, style: ObscuringStyle) throws {
    let render = try Render(form, style)
    let shown = try #require(try TestWebP.read(render.bytes).planes)
    let was = try #require(try TestWebP.read(render.photo).planes)
    let quantizer = try render.quantizer()
    let isInside = render.example.inside()
    // A render of the render: nothing is shown that was not, and it is not the photo's all the same.
    #expect(try render.refusal(of: render.file(with: shown, quantizer)) != nil)
    for isHidden in [true, false] {
      let (x, y) = try render.pixel(inside: isHidden)
      // A block of another tone.
      let other = shown.replacing(where: { $0 / 16 == x / 16 && $1 / 16 == y / 16 }) { plane, x, y in
        plane == 3 ? 255 : shown.planes[plane][y * shown.size(ofPlane: plane).width + x] ^ 64
      }
      #expect(try render.refusal(of: render.file(with: other, quantizer)) != nil)
    }
    // One block of the photo in a region.
    let (x, y) = try render.pixel(inside: true)
    let leak = shown.replacing(where: { $0 / 16 == x / 16 && $1 / 16 == y / 16 && isInside($0, $1) }) {
      plane, x, y in
      plane == 3 ? 255 : was.planes[plane][y * was.size(ofPlane: plane).width + x]
    }
    #expect(try render.refusal(of: render.file(with: leak, quantizer)) != nil)
    // An area that shines through.
    if form.hasAlpha {
      var clear = shown
      clear.alpha?[y * shown.width + x] = 254
      #expect(try render.refusal(of: render.file(with: clear, quantizer)) != nil)
    }
  }

  /// A render may be finer than its photo, where it is the code of the hidden photo bit for bit; it is never coarser.
  @Test(arguments: [WebPCase.Form.all[2], .all[3]])
  func refusesCoarserRenders(form: WebPCase.Form) throws {
    let render = try Render(form)
    let own = try render.quantizer()
    // The witness is not at hand here; of the photo's samples with nothing hidden it is.
    let empty = WebPCase(
      render.example.picture, form.coding, RegionPlan(regions: [], strength: render.example.plan.strength))
    let planes = try #require(try TestWebP.read(render.photo).planes)
    func refusal(_ quantizer: WebPQuantizer) throws -> FaceBlurError? {
      try empty.refusal(of: render.file(with: planes, quantizer), from: render.photo)
    }
    #expect(try refusal(own) == nil)
    for index in [own.index - 2, own.index * 3 / 4, own.index / 2] {
      let quantizer = WebPQuantizer(index: index, isSegmented: own.isSegmented)
      let file = try render.file(with: planes, quantizer)
      let head = try TestVP8(#require(try TestWebP(file).code.last).content)
      // Of small pictures the codec may write a neighbour, which says nothing of what was asked for.
      guard head.quantizers[0] == index, head.isSegmented == own.isSegmented else { continue }
      #expect(try empty.refusal(of: file, from: render.photo) == nil, "\(index)")
      // With areas it is another picture's code.
      #expect(try render.refusal(of: file) != nil, "\(index)")
    }
    for index in [own.index + 2, own.index + 20, 127] {
      #expect(try refusal(WebPQuantizer(index: index, isSegmented: own.isSegmented)) != nil, "\(index)")
    }
    for index in [own.index, own.index / 2] {
      #expect(try refusal(WebPQuantizer(index: index, isSegmented: !own.isSegmented)) != nil, "\(index)")
    }
  }

  // MARK: The plan

  @Test(arguments: WebPCase.Form.all)
  func refusesAnotherPlan(form: WebPCase.Form) throws {
    for style in Self.styles {
      let render = try Render(form, style)
      for other in Self.styles where other != style {
        #expect(
          try render.refusal(plan: GatedRender.plan(GatedRender.three, other)) != nil, "\(style) \(other)")
      }
      let elsewhere = try GatedRender.plan([NormalizedRect(x: 0.6, y: 0.6, width: 0.2, height: 0.2)], style)
      #expect(try render.refusal(plan: elsewhere) != nil)
    }
  }

  @Test(arguments: WebPCase.Form.all)
  func refusesAnotherWay(form: WebPCase.Form) throws {
    let render = try Render(form)
    let other: RenderSummary.Path = form.isLossless ? .lossy : .lossless
    for way in [RenderSummary.Path.bitCopy, .rows, .pixels, other] {
      #expect(try render.refusal(madeBy: way)?.isDamage == true, "\(way)")
    }
  }

  // MARK: The file

  @Test(arguments: WebPCase.Form.all)
  func refusesWhatIsNotThePicture(form: WebPCase.Form) throws {
    for profile in [nil, KnownColorSpace.displayP3.profile] {
      let render = try Render(form) { file in
        guard let profile else { return }
        try file.extend(TestWebP.hasProfile)
        file.insert([.init("ICCP", profile)], behind: "VP8X")
      }
      let file = try render.file
      func refusal(_ change: (inout TestWebP) throws -> Void) throws -> FaceBlurError? {
        try render.refusal(change)
      }
      #expect(try refusal { _ in } == nil)
      #expect(try refusal { $0.trailing = [0] }?.blockKind == "trailingBytes")
      #expect(try refusal { $0.trailing = try HiddenPicture.jpeg() }?.blockKind == "trailingPicture")
      #expect(try refusal { $0.chunks.append(.init("face")) }?.blockKind == "furtherChunk")
      #expect(
        try refusal {
          $0.chunks.append(.init("XMP ", [1, 2]))
          $0.flags |= TestWebP.hasXMP
        }?.blockKind == "xmp")
      #expect(try refusal { $0.chunks.append(.init("ANMF", [1, 2])) }?.blockKind == "animation")
      #expect(try refusal { $0.chunks += $0.code } != nil)
      #expect(try refusal { $0.chunks.append(.init("EXIF", [1, 2, 3])) } != nil)
      #expect(try refusal { $0.chunks.append(.init("ICCP", [1, 2, 3])) } != nil)
      for index in 0...file.chunks.count {
        #expect(try refusal { $0.insert([.init("face", [1])], at: index) } != nil)
      }
      for index in file.chunks.indices {
        let comment: Comment = "chunk \(index): \(file.chunks[index].name)"
        #expect(try refusal { $0.chunks[index].content.append(contentsOf: [0, 0]) } != nil, comment)
        #expect(try refusal { $0.chunks[index].content.removeLast() } != nil, comment)
        #expect(try refusal { $0.chunks.insert($0.chunks[index], at: index) } != nil, comment)
        if file.chunks[index].content.count % 2 == 1 {
          #expect(try refusal { $0.chunks[index].padding = [1] } != nil, comment)
        }
        #expect(try refusal { $0.chunks.remove(at: index) } != nil, comment)
      }
      if file.chunks.count > 1 {
        #expect(try refusal { $0.chunks.reverse() } != nil)
        for place in 0..<file.chunks[0].content.count {
          #expect(try refusal { $0.chunks[0].content[place] ^= 1 } != nil, "byte \(place) of the header")
        }
        for bit in 0..<8 {
          #expect(try refusal { $0.chunks[0].content[0] ^= 1 << bit } != nil, "flag \(bit)")
        }
      } else {
        // A header that says nothing.
        #expect(try refusal { try $0.extend() } != nil)
      }
      for cut in try TestWebP.truncations(of: render.bytes) { #expect(try render.refusal(of: cut) != nil) }
      #expect(try render.refusal(of: []) != nil)
      #expect(try render.refusal(of: TestPhotos.astronaut()) != nil)
    }
  }

  /// Bytes behind the end of the code, which no decoder looks at.
  @Test(arguments: WebPCase.Form.all)
  func refusesCodeThatHoldsMore(form: WebPCase.Form) throws {
    let render = try Render(form)
    for more in [[0], [0, 0], [1, 2, 3], [UInt8](repeating: 77, count: 1000), try HiddenPicture.jpeg()] {
      #expect(try render.refusal { $0.change(form.chunk) { $0.content += more } } != nil, "\(more.count)")
      guard !form.isLossless else { continue }
      #expect(
        try render.refusal {
          try $0.change(form.chunk) {
            let head = try TestVP8($0.content)
            $0.content = head.content(of: head.firstPartition + more, head.otherPartitions)
          }
        } != nil)
      if form.hasAlpha { #expect(try render.refusal { $0.change("ALPH") { $0.content += more } } != nil) }
    }
    // The bit that says whether alpha counts.
    if form.isLossless { #expect(try render.refusal { $0.saysAlpha.toggle() } != nil) }
    // Another encoder's code of the same picture may hold what no decoder shows.
    if form.isLossless {
      let shown = try TestWebP.read(render.bytes).picture
      let other = try TestWebP.photo(
        shown, TestWebP.Coding { ($0.isLossless, $0.method, $0.quality) = (true, 0, 0) })
      #expect(try render.refusal(of: other.bytes) != nil)
    }
  }

  /// What is coded is compared with what should be, whatever the codec says: a picture that was coded of a false witness is found, and
  /// where it is.
  @Test func comparesSamplesWithTheirWitness() throws {
    let render = try Render(#require(WebPCase.Form.all.first { !$0.isLossless && $0.hasAlpha }))
    let photo = try render.example.photo(render.photo)
    let areas = render.example.plan.areas(on: photo.geometry)
    let isInside = render.example.inside()
    let quantizer = try render.quantizer()
    func refusal(_ shown: TestWebP.Planes, witness: TestWebP.Planes) throws -> FaceBlurError? {
      let shape = PlanarShape(width: witness.width, height: witness.height, chroma: .half, depth: 8)
      let picture = try #require(PlanarPicture(shape, planes: witness.planes.map { $0.map(UInt16.init) }))
      return try render.file(with: shown, quantizer).withUnsafeBufferPointer { bytes in
        do throws(FaceBlurError) {
          try WebPPictureCheck.check(
            ExaminedWebP(bytes), shows: WebPPlanes(picture: picture, alpha: witness.alpha), in: areas,
            photo.geometry, [quantizer])
          return nil
        } catch {
          return error
        }
      }
    }
    let planes = try #require(try TestWebP.read(render.bytes).planes)
    #expect(try refusal(planes, witness: planes) == nil)
    for inside in [true, false] {
      var other = planes
      for place in other.planes[0].indices
      where isInside(place % planes.width, place / planes.width) == inside { other.planes[0][place] ^= 64 }
      #expect(try refusal(other, witness: planes) == (inside ? .leakingRegion : .changedOutside))
    }
    var clear = planes
    clear.alpha = clear.alpha?.map { _ in 0 }
    #expect(try refusal(clear, witness: clear) == .leakingRegion)
  }

  @Test func refusesAnotherForm() throws {
    for form in WebPCase.Form.all {
      let render = try Render(form)
      for other in WebPCase.Form.all where other.isLossless != form.isLossless {
        #expect(try render.refusal(of: Render(other).bytes) != nil, "\(form) \(other)")
      }
      // A profile that the original has not.
      let colored = try render.file.changing { file in
        try file.extend(TestWebP.hasProfile)
        file.insert([.init("ICCP", KnownColorSpace.displayP3.profile)], behind: "VP8X")
      }
      #expect(try render.refusal(of: colored.bytes) != nil)
      // Another size.
      let small = WebPCase(try form.picture(width: 117, height: 100), form.coding, render.example.plan)
      #expect(try render.refusal(of: small.render(of: small.file()).bytes) != nil)
      let turned = WebPCase(try form.picture(width: 101, height: 117), form.coding, render.example.plan)
      #expect(try render.refusal(of: turned.render(of: turned.file()).bytes) != nil)
    }
  }

  /// A file whose code is not judged, as of a render whose way nobody wrote down, is proven by its picture.
  @Test(arguments: [WebPCase.Form.all[0], .all[1]])
  func provesThePictureAlone(form: WebPCase.Form) throws {
    let render = try Render(form)
    let photo = try render.example.photo(render.photo)
    let areas = render.example.plan.areas(on: photo.geometry)
    func refusal(_ file: [UInt8], judgesCode: Bool) -> FaceBlurError? {
      do throws(FaceBlurError) {
        try WebPGate().checkPicture(
          of: FileBytes(file), against: photo, areas, .mosaic, nil, judgesCode: judgesCode)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(render.bytes, judgesCode: true) == nil)
    let more = try render.file.changing { $0.chunks.append(.init("face", [1, 2])) }.bytes
    #expect(refusal(more, judgesCode: false) == nil && refusal(more, judgesCode: true) != nil)
    #expect(refusal(render.photo, judgesCode: false) == .leakingRegion)
  }

  // MARK: Tones

  @Test(arguments: WebPCase.Form.all)
  func provesTones(form: WebPCase.Form) throws {
    for filters in [ToneFilters(sepia: 0.6), ToneFilters(vignette: Vignette(intensity: 0.5))] {
      let render = try Render(form)
      let photo = try render.example.photo(render.photo)
      let obscured = try photo.opening(render: render.bytes)
      let toned = try obscured.toning(filters).bytes
      func refusal(_ file: [UInt8]) -> FaceBlurError? {
        do {
          try LeakGate(format: .webp).checkTones(
            of: file, against: obscured, filters: filters, options: RenderOptions())
          return nil
        } catch {
          return error
        }
      }
      #expect(toned != render.bytes && refusal(toned) == nil, "\(filters)")
      #expect(try obscured.toning(filters).bytes == toned)
      // Alpha stays, and so does the form.
      let (before, after) = (try TestWebP.read(render.bytes), try TestWebP.read(toned))
      #expect(before.picture.alpha == after.picture.alpha && before.isLossless == after.isLossless)
      #expect(refusal(render.bytes) != nil)
      #expect(refusal(try photo.toning(filters).bytes) != nil)
      if form.isLossless {
        var picture = after.picture
        picture[40, 40][1] ^= 1
        #expect(refusal(try render.file(with: picture)) == .otherTones)
      } else {
        let planes = try #require(after.planes)
        #expect(refusal(try render.file(with: planes, render.quantizer())) != nil)
      }
      let more = try TestWebP(toned).changing { $0.chunks.append(.init("face", [1])) }
      #expect(refusal(more.bytes)?.blockKind == "furtherChunk")
    }
  }

  // MARK: The file alone

  @Test(arguments: WebPCase.Form.all, ObscuringStyle.allCases)
  func provesRegionsFromTheFileAlone(form: WebPCase.Form, style: ObscuringStyle) throws {
    let render = try Render(form, style)
    func holds(_ file: [UInt8]) throws -> Bool {
      let photo = try render.example.photo(file)
      do {
        try LeakGate(format: .webp).checkRegions(of: photo, render.example.plan)
        return true
      } catch {
        #expect(error == .leakingRegion)
        return false
      }
    }
    #expect(try holds(render.bytes))
    guard form.isLossless else {
      // Only the original tells which smooth cells are right.
      guard style != .smoothPixelate else { return }
      #expect(try !holds(render.photo))
      // A picture of few levels, too.
      let isInside = render.example.inside()
      var planes = try #require(try TestWebP.read(render.bytes).planes)
      for place in planes.planes[0].indices
      where isInside(place % planes.width, place / planes.width) && place % planes.width / 4 % 2 == 0 {
        planes.planes[0][place] = UInt8(clamping: Int(planes.planes[0][place]) + 20)
      }
      #expect(try !holds(render.file(with: planes, WebPQuantizer(index: 10, isSegmented: false))))
      return
    }
    let (x, y) = try render.pixel(inside: true)
    var picture = try TestWebP.read(render.bytes).picture
    picture[x, y][0] ^= 64
    #expect(try holds(render.file(with: picture)) == (style == .smoothPixelate))
  }
}

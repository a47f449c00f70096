import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of HEICs and AVIFs before the gate, as they should be and tampered with: put together by tests, every tile coded anew.
@Suite struct HEIFGateTests {
  struct Form: Sendable, CustomStringConvertible {
    let codec: TestHEIF.Codec
    let chroma: TestHEVC.Chroma
    let depth: Int
    let isGrid: Bool

    var description: String { "\(codec.name), \(chroma), \(depth) bits\(isGrid ? ", grid" : "")" }

    static let all =
      TestHEVC.Chroma.allCases.flatMap { chroma in
        [8, 10].flatMap { depth in
          [false, true].flatMap { isGrid in
            // Of AVIFs, which take longer, the deeper ones are grids.
            (depth > 8 && !isGrid ? [.hevc] : TestHEIF.Codec.allCases).map {
              Form(codec: $0, chroma: chroma, depth: depth, isGrid: isGrid)
            }
          }
        }
      }
    static let grid = grid(.hevc)
    static let grids = TestHEIF.Codec.allCases.map(grid)
    static let singles = TestHEIF.Codec.allCases.map(single)

    static func grid(_ codec: TestHEIF.Codec) -> Form {
      Form(codec: codec, chroma: .half, depth: 8, isGrid: true)
    }

    static func single(_ codec: TestHEIF.Codec) -> Form {
      Form(codec: codec, chroma: .half, depth: 8, isGrid: false)
    }
  }

  /// An original and its render.
  private struct Pair {
    let kind: TestHEIF.Kind
    let original: TestHEIF
    /// What the original shows.
    let before: TestHEVC.Picture
    /// What the render must show.
    let after: TestHEVC.Picture
    let areas: [ObscuredArea]
    let style: ObscuringStyle

    init(
      _ form: Form, _ style: ObscuringStyle = .mosaic, _ change: (inout TestHEIF.Kind) -> Void = { _ in }
    ) throws {
      var kind = TestHEIF.Kind(form.codec, tile: form.isGrid ? (64, 48) : nil)
      kind.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)]
      change(&kind)
      let picture = TestHEVC.Picture.noise(
        width: 128, height: 96, chroma: form.chroma, depth: form.depth, seed: 9)
      // With loss, but for a picture of AV1 alone, which would be coded with loss again.
      var coarse = kind
      if form.codec == .hevc || form.isGrid {
        let lossy = TestHEIF.Kind(form.codec, isLossy: true)
        (coarse.coding, coarse.av1Coding) = (lossy.coding, lossy.av1Coding)
      }
      original = try TestHEIF.photo(picture, coarse)
      before = try original.canvas()
      let geometry = PhotoGeometry(
        storedWidth: 128, storedHeight: 96, orientation: .up, unitWidth: 16, unitHeight: 16)
      areas = try GatedRender.plan(GatedRender.three, style).areas(on: geometry)
      var planes = try before.planar
      let shape = planes.shape
      var obscurer = PlaneObscurer(areas, in: geometry, shape, with: style.obscurer)
      obscurer.take(planes, x: 0, y: 0)
      obscurer.settle()
      obscurer.hide(in: &planes, x: 0, y: 0)
      var after = before
      after.planes = planes.planes
      (self.kind, self.after, self.style) = (kind, after, style)
    }

    /// A file as renders are that shows a picture.
    func file(_ picture: TestHEVC.Picture? = nil) throws -> TestHEIF {
      try TestHEIF.photo(picture ?? after, kind).recoded().canonical()
    }

    var gate: any FormatGate { kind.codec.gate }

    func refusal(
      _ file: [UInt8], alone: Bool = false, path: RenderSummary.Path? = .tiles, judgesCode: Bool = true
    ) -> FaceBlurError? {
      let photo = UnopenedPhoto(original.bytes, width: 128, height: 96, unit: 16)
      do throws(FaceBlurError) {
        if alone {
          try gate.checkRegions(of: FileBytes(file), photo.geometry, areas, style)
        } else {
          try gate.checkPicture(
            of: FileBytes(file), against: photo, areas, style, path, judgesCode: judgesCode)
        }
        return nil
      } catch {
        return error
      }
    }

    func refusal(_ change: (inout TestHEIF) throws -> Void) throws -> FaceBlurError? {
      refusal(try file().changing(change).bytes)
    }

    /// The place of the first sample of a plane that lies in an area, or in none.
    func place(_ plane: Int, inside: Bool) -> Int {
      let (size, step) = (after.size(ofPlane: plane), plane == 0 ? (x: 1, y: 1) : after.chroma.step)
      return after.planes[plane].indices.first { place in
        let (x, y) = (place % size.width * step.x / 16, place / size.width * step.y / 16)
        return areas.contains { $0.contains(unitX: x, unitY: y) } == inside
      } ?? 0
    }
  }

  @Test(arguments: Form.all, ObscuringStyle.allCases)
  func passesARender(form: Form, style: ObscuringStyle) throws {
    let pair = try Pair(form, style)
    let file = try pair.file().bytes
    #expect(pair.refusal(file) == nil)
    #expect(pair.refusal(file, path: nil) == nil)
    #expect(pair.refusal(file, alone: true) == nil)
  }

  @Test(arguments: Form.all)
  func refusesOneOtherSample(form: Form) throws {
    for style in [ObscuringStyle.mosaic, .pixelate] {
      let pair = try Pair(form, style)
      for plane in pair.after.planes.indices {
        for isInside in [true, false] {
          var picture = pair.after
          picture.planes[plane][pair.place(plane, inside: isInside)] ^= 1
          let file = try pair.file(picture).bytes
          #expect(pair.refusal(file) == (isInside ? .leakingRegion : .changedOutside))
          if isInside { #expect(pair.refusal(file, alone: true) == .leakingRegion) }
        }
      }
    }
  }

  @Test(arguments: Form.all, [ObscuringStyle.mosaic, .pixelate, .smoothPixelate])
  func refusesTheOriginal(form: Form, style: ObscuringStyle) throws {
    let pair = try Pair(form, style)
    for file in [pair.original.canonical().bytes, try pair.file(pair.before).bytes] {
      #expect(pair.refusal(file) != nil && pair.refusal(file, judgesCode: false) == .leakingRegion)
      // Only the original's means tell which smooth cells are right.
      #expect(pair.refusal(file, alone: true) == (style == .smoothPixelate ? nil : .leakingRegion))
    }
  }

  @Test(arguments: Form.grids)
  func refusesAnotherWay(form: Form) throws {
    let pair = try Pair(form)
    let file = try pair.file().bytes
    #expect(pair.refusal(file, path: .rows)?.isDamage == true)
    #expect(pair.refusal(file, path: .bitCopy)?.isDamage == true)
    #expect(throws: FaceBlurError.otherTones) {
      try pair.gate.checkTones(
        of: FileBytes(file), against: UnopenedPhoto(file, width: 128, height: 96), ToneFilters(sepia: 1))
    }
  }

  @Test(arguments: Form.grids)
  func refusesAnotherShape(form: Form) throws {
    let pair = try Pair(form)
    let single = try Pair(.single(form.codec))
    #expect(pair.refusal(try single.file().bytes) == .otherShape)
    #expect(single.refusal(try pair.file().bytes) == .otherShape)
    for other in [
      Form(codec: form.codec, chroma: .half, depth: 10, isGrid: true),
      Form(codec: form.codec, chroma: .full, depth: 8, isGrid: true),
    ] {
      #expect(pair.refusal(try Pair(other).file().bytes) == .otherShape)
    }
    #expect(
      try pair.refusal {
        $0.primaryItem.data = TestHEIF.gridDescriptor(columns: 2, rows: 2, width: 127, height: 96)
        $0.primaryItem.set(.size(127, 96))
      } == .otherShape)
    #expect(try pair.refusal { $0.tiles = [1, 2, 4, 3] } != nil)
    #expect(try pair.refusal { ($0[3].data, $0[4].data) = ($0[4].data, $0[3].data) } != nil)
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesWhatElseSamplesMean(codec: TestHEIF.Codec) throws {
    let properties: [TestHEIF.Property] = [
      .aspect(2, 1), .light(1000, 300), .mastering, .crop(width: (100, 1), height: (50, 1)), .rotation(3),
      .mirror(0),
    ]
    for form in [Form.grid(codec), .single(codec)] {
      let pair = try Pair(form) { $0.properties = properties }
      let render = try pair.file()
      #expect(pair.refusal(render.bytes) == nil)
      for property in properties {
        let missing = render.changing { heic in
          heic.primaryItem.properties.removeAll { $0.type == property.type }
        }
        #expect(pair.refusal(missing.bytes) == .changedOutside, "\(property)")
        var other = property
        other.data[0] ^= 1
        #expect(
          pair.refusal(render.changing { $0.primaryItem.set(other) }.bytes) == .changedOutside, "\(property)")
        let plain = try Pair(form)
        #expect(
          plain.refusal(try plain.file().changing { $0.primaryItem.properties.append(property) }.bytes)
            == .changedOutside, "\(property)")
      }
      let turned = render.changing {
        $0.primaryItem.properties.swapAt(
          $0.primaryItem.properties.count - 1, $0.primaryItem.properties.count - 2)
      }
      #expect(pair.refusal(turned.bytes, judgesCode: false) == .changedOutside)
    }
    let pair = try Pair(.grid(codec))
    func colored(_ properties: [TestHEIF.Property]) throws -> FaceBlurError? {
      try pair.refusal { heic in
        for id in heic.items.map(\.id) {
          let place = heic[id].properties.firstIndex { $0.type == "colr" } ?? 0
          heic[id].properties.replaceSubrange(place...place, with: properties)
        }
      }
    }
    #expect(try colored([.colors(primaries: 1, transfer: 13, matrix: 6)]) == nil)
    #expect(try colored([.colors(primaries: 1, transfer: 13, matrix: 5)]) == .changedOutside)
    #expect(try colored([]) == .changedOutside)
    #expect(
      try colored([
        .colors(primaries: 1, transfer: 13, matrix: 6), .profile(KnownColorSpace.displayP3.profile),
      ]) == .changedOutside)
    // A profile may be left out, and written anew.
    let profiled = try Pair(.grid(codec)) { $0.colors = [.profile(TestProfile.wideGamut)] }
    #expect(profiled.refusal(try profiled.file().bytes) == nil)
    let bare = try TestHEIF.photo(
      profiled.after, TestHEIF.Kind(codec, tile: (64, 48)) { $0.colors = [] }
    ).recoded().canonical()
    #expect(profiled.refusal(bare.bytes) == nil)
  }

  /// Where no property says so, the code does.
  @Test func refusesOtherColorsOfTheCode() throws {
    let pair = try Pair(Form.grid) { $0.colors = [] }
    #expect(pair.refusal(try pair.file().bytes) == nil)
    for coding in [
      TestHEVC.Coding { $0.isFullRange = false }, TestHEVC.Coding { $0.colors = [1, 1, 1] },
    ] {
      let other = try TestHEIF.photo(pair.after, pair.kind.coded(coding)).canonical().bytes
      #expect(pair.refusal(other) == .changedOutside)
    }
    let same = try TestHEIF.photo(pair.after, pair.kind.coded(TestHEVC.Coding { $0.colors = [12, 13, 6] }))
    #expect(pair.refusal(same.canonical().bytes) == nil)
  }

  /// The same of AVIFs, of which every number counts.
  @Test func refusesOtherColorsOfAV1() throws {
    let pair = try Pair(.grid(.av1)) { $0.colors = [] }
    #expect(pair.refusal(try pair.file().bytes) == nil)
    for coding in [
      TestAV1.Coding { $0.isFullRange = false }, TestAV1.Coding { $0.colors = [1, 1, 1] },
      TestAV1.Coding { $0.chromaPosition = 2 },
    ] {
      let kind = TestHEIF.Kind.avif(coding, tile: (64, 48)) { $0.colors = [] }
      #expect(
        pair.refusal(try TestHEIF.photo(pair.after, kind).recoded().canonical().bytes) != nil, "\(coding)")
    }
  }

  @Test(arguments: Form.grids)
  func refusesAnyOtherForm(form: Form) throws {
    let pair = try Pair(form)
    let changes: [@Sendable (inout TestHEIF) throws -> Void] = [
      { $0.layout = TestHEIF.Layout() },
      {
        $0.layout.locationVersion = 0; $0.primaryItem.place = .data(0)
      },
      { $0.layout.sizes["mdat0"] = .long }, { $0.layout.sizes["mdat0"] = .toEnd },
      { $0.layout.sizes["meta/hdlr"] = .long }, { $0.layout.hasWideAssociations = true },
      { $0.layout.sharesProperties = false }, { $0.layout.insert([0]) }, { $0.brands.append("face") },
      { $0.brands.reverse() }, { $0.brands.append("MiHE") }, { $0.majorBrand = "mif1" },
      { $0[1].isHidden = false },
      { $0.primaryItem.isHidden = true }, { $0[1].name = [65] }, { $0[1].protection = 1 },
      { $0[1].extents.append(.gap([0])) }, { $0.items.swapAt(0, 1) },
      { $0.layout.insert(TestBox.bytes("free", [])) },
      { $0.layout.insert(TestBox.bytes("free", []), inMetaBefore: nil) },
      { $0.items.append(TestHEIF.Item($0.freeID, "face", [1])) },
      { try $0.addThumbnail(.noise(width: 32, height: 32)) },
      { $0.primaryItem.data += [0] }, { $0.primaryItem.references.append(.init("base", [1])) },
      {
        $0.groups = [.init("altr", id: 70, [1])]; $0.layout.metaParts.append(.groups)
      },
      { $0.layout.unassociated = [.aspect(1, 1)] }, { $0.layout.handlerName = [65] },
      { $0.addEXIF([1, 2, 3]) },
    ]
    for (index, change) in changes.enumerated() {
      #expect(try pair.refusal(change)?.isDamage == true, "change \(index)")
      let other = try pair.file().changing(change).bytes
      // The picture is the same.
      #expect(pair.refusal(other, judgesCode: false) == nil, "change \(index)")
    }
  }

  @Test func refusesOtherSetsOfParameters() throws {
    let pair = try Pair(Form.grid)
    let sets = try TestHEVC.encode(pair.after.cut(x: 0, y: 0, width: 64, height: 48)).parameterSets
    func refusal(_ others: [[UInt8]]) throws -> FaceBlurError? {
      var kind = pair.kind
      kind.configurationUnits = others
      return pair.refusal(try TestHEIF.photo(pair.after, kind).canonical().bytes)
    }
    #expect(try refusal([]) == nil)
    for set in sets {
      #expect(try refusal([set])?.isDamage == true)
      #expect(try refusal([TestHEVC.renumbered(set, to: 3)])?.isDamage == true)
    }
    #expect(try refusal([TestHEVC.message([1])])?.isDamage == true)
    for change in [{ $0[13] ^= 1 }, { $0[1] ^= 0x80 }, { $0[12] = 1 }, { $0[6] ^= 4 }, { $0[19] ^= 1 }]
      as [(inout [UInt8]) -> Void]
    {
      let refusal = try pair.refusal { heic in
        for tile in heic.tiles {
          guard var property = heic[tile].properties.first(where: { $0.type == "hvcC" }) else { continue }
          change(&property.data)
          heic[tile].set(property)
        }
      }
      #expect(refusal?.isDamage == true)
    }
    // One that is too long.
    let long = try pair.refusal { heic in
      for tile in heic.tiles {
        var sets = try heic.stream(of: tile).parameterSets
        sets[0] += [UInt8](repeating: 7, count: 256)
        heic[tile].set(
          .init("hvcC", TestHEVC.configuration(sets, chroma: .half, depth: 8), isEssential: true))
      }
    }
    #expect(long?.isDamage == true)
  }

  @Test func refusesFurtherUnits() throws {
    let pair = try Pair(Form.grid)
    for change in [
      { [TestHEVC.message([1])] + $0 }, { $0 + [TestHEVC.filler(3)] }, { $0 + $0 },
      { [TestHEVC.delimiter] + $0 },
      { _ in [] }, { $0.map { [$0[0], $0[1] | 8] + $0.dropFirst(2) } },
    ] as [@Sendable ([[UInt8]]) -> [[UInt8]]] {
      var kind = pair.kind
      kind.units = { $0 == 2 ? change($1) : $1 }
      let file = try TestHEIF.photo(pair.after, kind).canonical().bytes
      #expect(pair.refusal(file)?.isDamage == true)
      #expect(pair.refusal(file, alone: true)?.isDamage == true)
    }
    // More is coded than is shown.
    let single = try Pair(.single(.hevc))
    var kind = single.kind
    kind.window = .init(bottom: 32)
    let taller = single.after.cut(x: 0, y: 0, width: 128, height: 128)
    #expect(single.refusal(try TestHEIF.photo(taller, kind).canonical().bytes)?.isDamage == true)
  }
}

/// Renders of the writer, of which most tiles are the original's.
@Suite struct CopiedTilesGateTests {
  private struct Render {
    let original: any EditablePhoto
    let file: TestHEIF
    let plan: RegionPlan
    let bytes: [UInt8]
    let gate: any FormatGate

    init(
      _ codec: TestHEIF.Codec = .hevc, _ style: ObscuringStyle = .mosaic, all: Bool = false,
      _ change: (inout TestHEIF.Kind) -> Void = { _ in }
    ) throws {
      let picture = TestHEVC.Picture.noise(width: 250, height: 150, seed: 3)
      plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.4, width: 0.2, height: 0.2)], style)
      var options = RenderOptions()
      if all { options.tiles = .all }
      gate = codec.gate
      let example = HEIFCase(
        picture, TestHEIF.Kind(codec, tile: (64, 64), isLossy: true, change), plan, options: options)
      original = try example.photo(example.file())
      bytes = try example.render(of: example.file()).bytes
      file = try TestHEIF(bytes)
    }

    func refusal(_ bytes: [UInt8], judgesCode: Bool = true) -> FaceBlurError? {
      do throws(FaceBlurError) {
        try gate.checkPicture(
          of: FileBytes(bytes), against: original, plan.areas(on: original.geometry), plan.strength.style,
          .tiles, judgesCode: judgesCode)
        return nil
      } catch {
        return error
      }
    }

    /// Tiles whose data is the original's, or is not.
    func tiles(copied: Bool) throws -> [Int] {
      let before = try TestHEIF(Array(original.fileBytes))
      return file.tiles.filter { (before[$0].data == file[$0].data) == copied }
    }
  }

  @Test(arguments: ObscuringStyle.allCases, TestHEIF.Codec.allCases)
  func passes(style: ObscuringStyle, codec: TestHEIF.Codec) throws {
    for all in [false, true] { try passes(Render(codec, style, all: all), all: all) }
  }

  private func passes(_ render: Render, all: Bool) throws {
    #expect(render.refusal(render.bytes) == nil)
    #expect(try render.tiles(copied: true).isEmpty == all)
    // It is laid out as tests lay renders out.
    #expect(render.file.canonical().bytes == render.bytes)
    render.bytes.withUnsafeBufferPointer {
      let found = render.gate.inspection(of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: nil))
      #expect(!found.blocks.contains { !$0.isAllowed })
    }
  }

  /// What turns stands in one order, and is done in the original's.
  @Test(arguments: TestHEIF.Codec.allCases)
  func passesInWhicheverOrderThePictureIsTurned(codec: TestHEIF.Codec) throws {
    let crop = TestHEIF.Property.crop(width: (100, 1), height: (50, 1))
    for properties in [
      [.mirror(1), .rotation(1)], [.rotation(1), .mirror(1)], [crop, .mirror(0), .rotation(2)],
      [.rotation(0)],
      [.aspect(4, 3), crop, .light(1, 2)],
    ] as [[TestHEIF.Property]] {
      let render = try Render(codec) { $0.properties = properties }
      #expect(render.refusal(render.bytes) == nil, "\(properties)")
      render.bytes.withUnsafeBufferPointer {
        let found = render.gate.inspection(of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: nil))
        #expect(!found.blocks.contains { !$0.isAllowed }, "\(properties)")
        let shape = Array(render.original.fileBytes).withUnsafeBufferPointer(render.gate.shape)
        #expect(found.shape == shape && render.gate.shape(of: $0) == shape)
        #expect(shape.orientation == render.original.geometry.orientation)
      }
    }
  }

  /// A render of a render, and a second one of the same.
  @Test(arguments: [false, true], TestHEIF.Codec.allCases)
  func passesAgain(all: Bool, codec: TestHEIF.Codec) throws {
    let first = try Render(codec, all: all)
    let photo = try codec.container.open(FileBytes(first.bytes), limits: ImageLimits())
    for rects in [[NormalizedRect(x: 0.3, y: 0.4, width: 0.2, height: 0.2)], GatedRender.three] {
      let plan = try GatedRender.plan(rects)
      for choice in TileChoice.allCases {
        var options = RenderOptions()
        options.tiles = choice
        let areas = plan.areas(on: photo.geometry)
        let again = try photo.rendering(areas, with: plan.strength.style.obscurer, options: options)
        try codec.gate.checkPicture(
          of: FileBytes(again.bytes), against: photo, areas, .mosaic, again.path, judgesCode: true)
      }
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesTilesThatAreNotTheOriginals(codec: TestHEIF.Codec) throws {
    let render = try Render(codec)
    let copied = try render.tiles(copied: true)
    let (a, b) = (copied[0], copied[1])
    func refusal(_ change: (inout TestHEIF) throws -> Void) rethrows -> FaceBlurError? {
      render.refusal(try render.file.canonical().changing(change).bytes)
    }
    #expect(refusal { _ in } == nil)
    #expect(refusal { ($0[a].data, $0[b].data) = ($0[b].data, $0[a].data) } != nil)
    #expect(refusal { $0[a].data = $0[b].data } != nil)
    // Any bit of the code.
    var random = SplitMix(seed: 4)
    for _ in 0..<20 {
      let place = Int.random(in: 6..<render.file[a].data.count - 2, using: &random)
      #expect(refusal { $0[a].data[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) } != nil)
    }
  }

  /// A tile that is to be hidden in part is not the original's.
  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesACopyOfWhatIsToBeHidden(codec: TestHEIF.Codec) throws {
    let render = try Render(codec)
    let before = try TestHEIF(Array(render.original.fileBytes))
    for tile in try render.tiles(copied: false) {
      let other = render.file.canonical().changing { $0[tile].data = before[tile].data }
      #expect(render.refusal(other.bytes) != nil)
      #expect(render.refusal(other.bytes, judgesCode: false) == .leakingRegion)
    }
  }

  /// Of an original's code that is followed by something nothing is copied.
  @Test func refusesWhatFollowsACodesEnd() throws {
    let render = try Render()
    let tile = try #require(render.tiles(copied: true).first)
    let before = try TestHEIF(Array(render.original.fileBytes))
    func refusal(_ rest: [UInt8]) throws -> FaceBlurError? {
      func add(_ heic: inout TestHEIF) {
        heic[tile].data = TestHEVC.bytes([Array(heic[tile].data.dropFirst(4)) + rest])
      }
      let original = UnopenedPhoto(before.changing(add).bytes, width: 256, height: 192, unit: 16)
      do throws(FaceBlurError) {
        try HEICGate().checkPicture(
          of: FileBytes(render.file.canonical().changing(add).bytes), against: original,
          render.plan.areas(on: render.original.geometry), .mosaic, .tiles, judgesCode: true)
        return nil
      } catch {
        return error
      }
    }
    #expect(try refusal([]) == nil)
    // What an encoder may let follow.
    #expect(try refusal([0, 0, 3, 0, 0, 3]) == nil)
    var random = SplitMix(seed: 6)
    for count in [12, 40, 3000] {
      let rest = (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) }
      #expect(try refusal(rest)?.isDamage == true)
      #expect(try refusal([0, 0, 3] + rest)?.isDamage == true)
    }
  }

  /// Nor where something follows the end of one of its sets of parameters.
  @Test(arguments: 0..<3)
  func refusesWhatFollowsASetsEnd(set: Int) throws {
    let render = try Render()
    let before = try TestHEIF(Array(render.original.fileBytes))
    let original = try before.stream(of: 1).parameterSets[set]
    func refusal(_ rest: [UInt8]) throws -> FaceBlurError? {
      func add(_ heic: TestHEIF) throws -> TestHEIF {
        try heic.changingSets { $0 = $0.map { $0 == original ? $0 + rest : $0 } }
      }
      let photo = UnopenedPhoto(try add(before).bytes, width: 256, height: 192, unit: 16)
      let file = try add(render.file.canonical()).bytes
      do throws(FaceBlurError) {
        try HEICGate().checkPicture(
          of: FileBytes(file), against: photo, render.plan.areas(on: render.original.geometry), .mosaic,
          .tiles, judgesCode: true)
        return nil
      } catch {
        return error
      }
    }
    #expect(try refusal([]) == nil)
    for rest in [Array("Owner".utf8), [0x80], [0, 1], Array("Owner".utf8) + [0x80]] {
      #expect(try refusal(rest)?.isDamage == true, "\(rest)")
    }
  }

  /// The original's code with other sets of parameters shows another picture.
  @Test func refusesCopiesWithOtherSets() throws {
    let render = try Render()
    let sets = try render.file.stream(of: 1).parameterSets
    let originals = try TestHEIF(Array(render.original.fileBytes)).stream(of: 1).parameterSets
    #expect(sets.count == 6 && originals.count == 3)
    for set in sets.indices where originals.contains(sets[set]) {
      let other = render.file.canonical().changing { heic in
        var sets = sets
        sets[set][sets[set].count - 1] ^= 0x10
        for tile in heic.tiles {
          heic[tile].set(
            .init("hvcC", TestHEVC.configuration(sets, chroma: .half, depth: 8), isEssential: true))
        }
      }
      #expect(render.refusal(other.bytes) != nil)
    }
  }
}

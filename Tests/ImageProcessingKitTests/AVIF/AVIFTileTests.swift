import TestSupport
import Testing

@testable import ImageProcessingKit

/// Which tiles of an AVIF are copied, and what becomes of others.
@Suite struct AVIFTileTests {
  private static let plan = Result {
    try GatedRender.plan([NormalizedRect(x: 0.05, y: 0.05, width: 0.2, height: 0.2)])
  }
  /// Four tiles of 64 × 64, of which the first has the region.
  private static let picture = TestAV1.Picture.noise(width: 128, height: 128, seed: 21)

  /// A render that the gate has nothing against, and the photo it was made of.
  private func render(
    _ kind: TestHEIF.Kind, of picture: TestAV1.Picture = picture, options: RenderOptions = RenderOptions(),
    _ change: (inout TestHEIF) throws -> Void = { _ in }
  ) throws -> (photo: TestHEIF, render: TestHEIF, notes: [String]) {
    let example = HEIFCase(picture, kind, try Self.plan.get(), options: options)
    let photo = try TestHEIF.photo(picture, kind).changing(change)
    let render = try example.render(of: photo.bytes)
    #expect(try example.refusal(of: render.bytes, from: photo.bytes, madeBy: .tiles) == nil)
    let isInside = try example.inside()
    let (before, after) = (try photo.picture(), try TestHEIF(render.bytes).picture())
    #expect(before.isSame(as: after, outside: isInside) && before != after)
    #expect(try TestHEIF(render.bytes).canonical().bytes == render.bytes)
    return (photo, try TestHEIF(render.bytes), render.notes)
  }

  /// How many tiles are the photo's.
  private func copies(
    _ kind: TestHEIF.Kind, of picture: TestAV1.Picture = picture, options: RenderOptions = RenderOptions(),
    _ change: (inout TestHEIF) throws -> Void = { _ in }
  ) throws -> Int {
    let (photo, render, _) = try render(kind, of: picture, options: options, change)
    for tile in render.tiles {
      let units = try render.av1Stream(of: tile).units
      #expect(units.map(\.type) == [1, 6] && units.allSatisfy { $0.hasSize && $0.layer == nil })
    }
    return zip(photo.tiles, render.tiles).count { photo[$0].data == render[$1].data }
  }

  private static func kind(
    _ coding: TestAV1.Coding = .lossless, tile: (width: Int, height: Int) = (64, 64),
    _ change: (inout TestHEIF.Kind) -> Void = { _ in }
  ) -> TestHEIF.Kind { .avif(coding, tile: tile, change) }

  @Test(arguments: [TestAV1.Coding.lossless, .lossy(20)])
  func allButThoseWithAHiddenPixelAreCopied(coding: TestAV1.Coding) throws {
    #expect(try copies(Self.kind(coding)) == 3)
    var options = RenderOptions()
    options.tiles = .all
    #expect(try copies(Self.kind(coding), options: options) == 0)
  }

  /// What stands beside the picture's code is left out, and where what is left is another tile's whole code, that is copied.
  @Test func whatIsBesideTheFrameIsLeftOut() throws {
    func copied(_ change: @escaping @Sendable ([TestAV1.Unit]) -> [TestAV1.Unit]) throws -> [Bool] {
      let bare = try TestHEIF.photo(Self.picture, Self.kind())
      let (_, render, _) = try render(Self.kind { $0.av1Units = { change($1) } })
      return zip(bare.tiles, render.tiles).map { bare[$0].data == render[$1].data }
    }
    let message = TestAV1.message([1, 2, 3])
    for change in [
      { [TestAV1.delimiter] + $0 }, { [$0[0], message, $0[1]] }, { $0 + [message, TestAV1.padding([1])] },
      { [$0[0]] + $0 },
    ] as [@Sendable ([TestAV1.Unit]) -> [TestAV1.Unit]] {
      #expect(try copied(change) == [false, true, true, true])
    }
    // What is said in another way is written anew.
    for change in [
      { [$0[0], $0[1].changing { $0.hasSize = false }] }, { [$0[0], $0[1].changing { $0.sizePadding = 1 }] },
      { [$0[0], $0[1].changing { $0.layer = 0 }] }, { [$0[0].changing { $0.content += [0] }, $0[1]] },
    ] as [@Sendable ([TestAV1.Unit]) -> [TestAV1.Unit]] {
      #expect(try copied(change) == [false, false, false, false])
    }
  }

  @Test func whatMayHoldMoreThanItShowsIsWrittenAnew() throws {
    let large = TestAV1.Picture.noise(width: 384, height: 192, seed: 22)
    #expect(try copies(Self.kind(tile: (192, 192)), of: large) == 1)
    // Several AV1 tiles, in one OBU and in several.
    for groups in [1, 2] {
      let coding = TestAV1.Coding { ($0.tileColumns, $0.tileRows, $0.tileGroups) = (2, 2, groups) }
      #expect(try copies(Self.kind(coding, tile: (192, 192)), of: large) == 0)
    }
    // Sides that are no whole blocks.
    for tile in [(68, 64), (64, 68), (66, 66), (104, 64), (64, 96)] {
      #expect(try copies(Self.kind(tile: tile)) == 0, "\(tile)")
    }
    // Coded narrower than it is shown.
    let superres = TestAV1.Coding { ($0.isLossless, $0.quantizer, $0.superres) = (false, 20, 12) }
    #expect(try copies(Self.kind(superres)) == 0)
    // Headers with times that nobody reads, of each tile its own.
    #expect(try copies(Self.kind(TestAV1.Coding { $0.isReduced = false })) == 0)
  }

  /// A tile of one colour takes few bytes: as many behind them would be taken for code.
  @Test func tilesOfFewBytesAreWrittenAnew() throws {
    var picture = Self.picture
    for y in 64..<128 {
      for x in 64..<128 { picture.planes[0][y * 128 + x] = 90 }
    }
    for plane in picture.planes.indices.dropFirst() {
      for y in 32..<64 {
        for x in 32..<64 { picture.planes[plane][y * 64 + x] = 128 }
      }
    }
    let text = Array("Jane Doe 5 Elm St".utf8)
    let kind = Self.kind { kind in
      kind.av1Units = { $0 == 3 ? [$1[0], $1[1].changing { $0.content += text }] : $1 }
    }
    let example = HEIFCase(picture, kind, try Self.plan.get())
    let file = try TestHEIF.photo(picture, kind).bytes
    let render = try example.render(of: file).bytes
    #expect(try example.refusal(of: render, from: file, madeBy: .tiles) == nil)
    #expect(file.firstRange(of: text) != nil && render.firstRange(of: text) == nil)
  }

  /// However few bytes follow the code of a tile that is copied: from 8 on they are seen.
  @Test(arguments: [8, 9, 12, 15, 16, 17, 31]) func whatFollowsACopiedTileIsSeen(count: Int) throws {
    let kind = Self.kind { kind in
      kind.av1Units = { tile, units in
        tile > 0
          ? [units[0], units[1].changing { $0.content += (0..<count).map { UInt8(0x41 + $0) } }] : units
      }
    }
    let example = HEIFCase(Self.picture, kind, try Self.plan.get())
    let file = try TestHEIF.photo(Self.picture, kind).bytes
    let render = try example.render(of: file).bytes
    #expect(try example.refusal(of: render, from: file, madeBy: .tiles)?.isDamage == true)
  }

  /// Grain is part of the picture: what is written anew has it as samples, what is copied as it was.
  @Test(arguments: [1, 7], [TestAV1.Chroma.half, .full])
  func grainStays(vector: Int, chroma: TestAV1.Chroma) throws {
    let picture = TestAV1.Picture.noise(width: 128, height: 128, chroma: chroma, seed: 23)
    for isLossless in [true, false] {
      let coding = TestAV1.Coding { ($0.isLossless, $0.quantizer, $0.grain) = (isLossless, 20, vector) }
      let (photo, render, _) = try render(Self.kind(coding), of: picture)
      func hasGrain(_ file: TestHEIF, _ tile: Int) throws -> Bool {
        try TestAV1.headers(of: file.av1Stream(of: tile).bytes).hasGrain
      }
      #expect(try photo.tiles.allSatisfy { try hasGrain(photo, $0) })
      #expect(try !hasGrain(render, render.tiles[0]))
    }
    // A single picture without loss, too.
    let (_, single, _) = try render(.avif(TestAV1.Coding { $0.grain = vector }), of: picture)
    #expect(try !TestAV1.headers(of: single.av1Stream(of: 1).bytes).hasGrain)
  }

  /// A single picture with loss shows its grain as nearly as its code lets it.
  @Test func grainStaysWithLoss() throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut()).cut(
      x: 160, y: 60, width: 128, height: 128)
    let coding = TestAV1.Coding { ($0.isLossless, $0.quantizer, $0.grain) = (false, 8, 4) }
    let example = HEIFCase(picture, .avif(coding), try Self.plan.get())
    let file = try example.file()
    let render = try example.render(of: file)
    #expect(render.path == .lossy)
    #expect(try example.refusal(of: render.bytes, from: file, madeBy: .lossy) == nil)
    let (before, after) = (try TestHEIF(file).canvas(), try TestHEIF(render.bytes).canvas())
    let isInside = try example.inside()
    #expect(before.distance(to: after, plane: 0) { !isInside($0, $1) } < 2)
    #expect(try !TestAV1.headers(of: TestHEIF(render.bytes).av1Stream(of: 1).bytes).hasGrain)
  }

  /// The code of a render says the same of its colours as the photo's.
  @Test(arguments: [
    TestAV1.Coding { $0.colors = [1, 13, 6] },
    TestAV1.Coding { ($0.colors, $0.isFullRange) = ([9, 16, 9], false) },
    TestAV1.Coding { ($0.colors, $0.chromaPosition) = ([12, 13, 1], 2) },
    TestAV1.Coding { ($0.isLossless, $0.quantizer, $0.chromaPosition) = (false, 20, 1) },
  ])
  func saysTheSameOfItsColors(coding: TestAV1.Coding) throws {
    for tile in [(64, 64), nil] as [(Int, Int)?] {
      let kind = TestHEIF.Kind.avif(coding, tile: tile) { $0.colors = [] }
      let example = HEIFCase(Self.picture, kind, try Self.plan.get())
      let file = try TestHEIF(example.file())
      let made = try example.render(of: file.bytes)
      let render = try TestHEIF(made.bytes)
      let own = try TestAV1.headers(of: file.av1Stream(of: 1).bytes)
      for tile in render.tiles {
        let headers = try TestAV1.headers(of: render.av1Stream(of: tile).bytes)
        #expect(headers.colors == own.colors && headers.isFullRange == own.isFullRange, "tile \(tile)")
        #expect(headers.chromaPosition == own.chromaPosition)
      }
      #expect(try example.refusal(of: made.bytes, from: file.bytes, madeBy: made.path) == nil)
    }
  }

  /// `av1C` holds for every tile, copied or not.
  @Test func theConfigurationHoldsForEveryTile() throws {
    for level in [0, 4, 13] {
      let (_, render, _) = try render(
        Self.kind { $0.av1Units = { [TestAV1.leveled($1[0], level)] + $1[1...] } }
      ) { avif in
        for tile in avif.tiles { avif[tile].set(try .configuration(avif.av1Stream(of: tile))) }
      }
      let configurations = Set(
        render.tiles.map { tile in
          render[tile].properties.first { $0.type == "av1C" }?.data ?? []
        })
      #expect(configurations.count == 1)
      let configuration = try #require(configurations.first)
      #expect(configuration.count == 4)
      let levels = try render.tiles.map { TestAV1.level(of: try render.av1Stream(of: $0).units[0]) }
      #expect(Int(configuration[1] & 31) == levels.max(), "\(levels)")
      let headers = try TestAV1.headers(of: render.av1Stream(of: render.tiles[0]).bytes)
      #expect(Int(configuration[1] >> 5) == headers.profile)
    }
  }

  /// A render of a render that hides the same is the same.
  @Test(arguments: HEIFCase.Frame.all.filter { $0.codec == .av1 }, HEIFCase.flatStyles)
  func isTheSameAgain(frame: HEIFCase.Frame, style: ObscuringStyle) throws {
    let example = HEIFCase(
      Self.picture, frame.kind(tile: (64, 64)), try GatedRender.plan(GatedRender.one, style))
    let first = try example.render(of: example.file()).bytes
    let second = try example.render(of: first).bytes
    #expect(first == second)
  }

  @Test func keepsBrandsThatAreKnown() throws {
    for (brands, kept) in [
      (["mif1", "miaf", "avif", "MA1B"], ["mif1", "miaf", "avif", "MA1B"]),
      (["avif", "MA1A", "mif2", "face", "tmap"], ["mif1", "mif2", "miaf", "avif", "MA1A"]),
      (["avif"], ["mif1", "miaf", "avif"]),
    ] {
      for major in ["avif", "mif1", "miaf"] {
        let (_, render, _) = try render(Self.kind()) { ($0.majorBrand, $0.brands) = (major, brands) }
        #expect(render.majorBrand == "avif" && render.brands == kept, "\(render.brands)")
      }
    }
  }

  /// A film, transparency and layers are refused, by their names.
  @Test func saysWhatIsNotRead() throws {
    let photo = try TestHEIF.photo(Self.picture, Self.kind())
    func reason(_ change: (inout TestHEIF) throws -> Void) throws -> String {
      let file = try photo.changing(change).bytes
      do {
        let photo = try PhotoFormats.standard.open(file).content
        _ = try photo.rendering([], with: FillObscurer())
        return "accepted"
      } catch {
        #expect(error.kind == .unsupportedPhoto)
        return "\(error)"
      }
    }
    #expect(
      try reason { $0.brands.append("avis") }.contains("animated, and each of its pictures may show a face"))
    #expect(try reason { $0.majorBrand = "avis" }.contains("animated"))
    let flat = TestAV1.Picture(width: 32, height: 32, chroma: .gray, depth: 8, value: 200)
    #expect(try reason { try $0.addAuxiliary(.alpha, flat) }.contains("transparent"))
    #expect(
      try reason { for tile in $0.tiles { $0[tile].properties.append(.operatingPoint(0)) } }.contains(
        "layers"))
    #expect(try reason { for tile in $0.tiles { $0[tile].properties.append(.layer(0)) } }.contains("layers"))
    #expect(
      try reason {
        let units = try $0.av1Stream(of: 1).units
        $0[1].data = TestAV1.Stream(units + [units[1]]).bytes
      }.contains("layers"))
    // As films have it, in which the frame is not a key frame, or is not shown.
    let film = try TestAV1.encode(
      Self.picture.cut(x: 0, y: 0, width: 64, height: 64), TestAV1.Coding { $0.isStill = false }
    ).item
    for bits in [UInt8(0x80), 0x20, 0x40, 0x60] {
      let other = film.changing(.frame) { $0.content[0] = $0.content[0] & 0x0F | bits }
      #expect(
        try reason {
          $0 = try TestHEIF.photo(Self.picture, Self.kind(TestAV1.Coding { $0.isStill = false }))
          $0[1].data = other.bytes
        }.contains("no still"), "\(bits)")
    }
    // Tiles that are coded in different ways.
    #expect(
      try reason { avif in
        let stream = try avif.av1Stream(of: 2)
        avif[2].set(try .configuration(stream, others: [TestAV1.message([1])]))
      }.contains("different ways"))
    // Ranges of samples, by which some viewers show black where others show a picture.
    for (isCoded, isStated) in [(true, false), (false, true)] {
      for tile in [(64, 64), nil] as [(Int, Int)?] {
        let kind = TestHEIF.Kind.avif(TestAV1.Coding { $0.isFullRange = isCoded }, tile: tile) {
          $0.colors = [.colors(primaries: 1, transfer: 13, matrix: 6, isFullRange: isStated)]
        }
        #expect(try reason { $0 = try TestHEIF.photo(Self.picture, kind) }.contains("different ranges"))
      }
    }
    // Of one tile alone.
    let mixed = TestHEIF.Kind(.av1, tile: (64, 64)) {
      $0.av1Coding = { tile in TestAV1.Coding { $0.isFullRange = tile != 1 } }
      $0.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)]
    }
    #expect(try reason { $0 = try TestHEIF.photo(Self.picture, mixed) } != "accepted")
    for type in ["iovl", "iden", "tmap"] {
      #expect(
        try reason { avif in
          let id = avif.freeID
          avif.items.append(
            TestHEIF.Item(
              id, type, TestHEIF.overlayDescriptor(width: 128, height: 128, places: [(0, 0)]),
              properties: [.size(128, 128)], references: [.init("dimg", [avif.primary])], place: .descriptor))
          avif.primary = id
        } != "accepted", "\(type)")
    }
  }

  /// Pictures beside the picture are dropped, and it is said.
  @Test func dropsWhatIsBesideThePicture() throws {
    let small = TestAV1.Picture.noise(width: 32, height: 32, chroma: .gray)
    let (_, render, notes) = try render(Self.kind()) { avif in
      try avif.addThumbnail(.noise(width: 32, height: 32))
      try avif.addAuxiliary(.depth, small)
      try avif.addAuxiliary(.gainMap, small)
      let id = avif.freeID
      avif.items += [
        try avif.coded(id, small),
        TestHEIF.Item(
          id + 1, "tmap", [UInt8](repeating: 0, count: 62), properties: [.size(128, 128)],
          references: [.init("dimg", [avif.primary, id])]),
      ]
      avif.groups = [TestHEIF.Group("altr", id: id + 2, [id + 1, avif.primary])]
      avif.addXMP("<x/>")
    }
    #expect(render.items.map(\.type) == ["av01", "av01", "av01", "av01", "grid"])
    #expect(!notes.isEmpty)
  }

  /// Whatever hides beside the picture: no render has a trace of it, and the gate has nothing against it; or there is none.
  @Test(arguments: Carrier.avif.filter { !$0.isBesideWhatIsShown })
  func carriersLeaveNoTrace(_ carrier: Carrier) throws {
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.2, width: 0.4, height: 0.5)])
    for portrait in [try TestPhotos.closeUp(.av1), try TestPhotos.closeUpLossyAVIF()] {
      let planted = try carrier.build(portrait)
      let photo: any EditablePhoto
      let render: RenderedPhoto
      do {
        photo = try AVIFContainer().open(FileBytes(planted), limits: ImageLimits())
        render = try photo.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer())
      } catch {
        #expect([.unsupportedPhoto, .damagedPhoto, .photoTooLarge].contains(error.kind), "\(error)")
        continue
      }
      #expect(try HiddenPicture.traces(inHEIF: render.bytes).isEmpty)
      do throws(FaceBlurError) {
        try LeakGate(format: .avif).check(
          render.bytes, of: photo, plan: plan, options: RenderOptions(), madeBy: render.path)
      } catch {
        Issue.record("\(error)")
      }
    }
  }
}

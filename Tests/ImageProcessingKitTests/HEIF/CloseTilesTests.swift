import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders whose touched tiles are coded as coarsely as they were.
@Suite struct CloseTilesTests {
  /// A photo and its render.
  private struct Render {
    let example: HEIFCase
    let photo: [UInt8]
    let bytes: [UInt8]
    let path: RenderSummary.Path
    let notes: [String]

    /// Of noise and three regions.
    init(
      _ form: HEIFCase.Form = HEIFCase.Form(chroma: .half, depth: 8), in codec: TestHEIF.Codec = .hevc,
      _ style: ObscuringStyle = .mosaic, isGrid: Bool = true, isLossy: Bool = true,
      _ change: (inout TestHEIF.Kind) -> Void = { _ in }
    ) throws {
      let picture = TestHEVC.Picture.noise(
        width: 128, height: 96, chroma: form.chroma, depth: form.depth, seed: 12)
      try self.init(
        picture, TestHEIF.Kind(codec, tile: isGrid ? (64, 48) : nil, isLossy: isLossy, change),
        GatedRender.plan(GatedRender.three, style))
    }

    init(
      _ picture: TestHEVC.Picture, _ kind: TestHEIF.Kind, _ plan: RegionPlan, _ choice: TileChoice = .close
    ) throws {
      var options = RenderOptions()
      options.tiles = choice
      example = HEIFCase(picture, kind, plan, options: options)
      photo = try example.file()
      let render = try example.render(of: photo)
      (bytes, path, notes) = (render.bytes, render.path, render.notes)
    }

    /// The same with touched tiles without loss: what those of this one are coded of.
    func exact() throws -> Render { try Render(example.picture, example.kind, example.plan, .hidden) }

    func refusal(of file: [UInt8]? = nil, madeBy way: RenderSummary.Path = .lossy) throws -> FaceBlurError? {
      try example.refusal(of: file ?? bytes, from: photo, madeBy: way)
    }

    /// What the gate has against it where nobody wrote down how it was made, or where there is no original.
    func refusal(alone: Bool, of file: [UInt8]? = nil) throws -> FaceBlurError? {
      let original = try example.photo(photo)
      let areas = example.plan.areas(on: original.geometry)
      let (style, gate) = (example.plan.strength.style, example.kind.codec.gate)
      let file = FileBytes(file ?? bytes)
      do throws(FaceBlurError) {
        if alone {
          try gate.checkRegions(of: file, original.geometry, areas, style)
        } else {
          try gate.checkPicture(of: file, against: original, areas, style, nil, judgesCode: true)
        }
        return nil
      } catch {
        return error
      }
    }

    /// Tiles whose data is not the original's.
    func touched() throws -> [Int] {
      let (before, after) = (try TestHEIF(photo), try TestHEIF(bytes))
      return after.tiles.filter { before[$0].data != after[$0].data }
    }

    /// The quantiser of each tile, by its number.
    func quantizers(of file: [UInt8]? = nil) throws -> [Int: Int?] {
      let photo = try example.photo(file ?? bytes)
      var found: [Int: Int?] = [:]
      for tile in try TestHEIF(file ?? bytes).tiles {
        if let heic = photo as? HEICPhoto {
          found[tile] = try heic.quantizer(ofTile: tile - 1)
        } else if let avif = photo as? AVIFPhoto {
          found[tile] = try avif.code(ofTile: tile - 1).code.frame.quantizer
        }
      }
      return found
    }

    /// The render with a tile that is coded of other samples, as renders' are.
    func file(replacing tile: Int, by picture: TestHEVC.Picture, quantizer: Int) throws -> [UInt8] {
      let canonical = try TestHEIF(bytes).canonical()
      let planar = try picture.planar
      let data: [UInt8]
      if example.kind.codec == .av1 {
        let colors = try #require(example.photo(photo) as? AVIFPhoto).picture.codedColors
        data = try AV1Codec.encode(planar, colors, chromaPosition: 0, quantizer: quantizer)
      } else {
        let colors = try #require(example.photo(photo) as? HEICPhoto).picture.codedColors
        let units = try NALUnit.all(
          in: HEVCCodec.encode(planar, colors, quantizer: quantizer), lengthSize: 4)
        let sets = ParameterSets(video: units[0], sequence: units[1], picture: units[2])
        let own = try NALUnit.all(in: canonical[tile].data, lengthSize: 4)
        data = try sets.renaming(units[3], to: HEICTileCode.parametersNumber(of: own[0])).behindLength
      }
      return canonical.changing { $0[tile].data = data }.bytes
    }

    /// What a tile of a file shows.
    func tile(_ tile: Int, of file: [UInt8]) throws -> TestHEVC.Picture {
      let (size, canvas) = (try #require(example.kind.tile), try TestHEIF(file).canvas())
      let columns = canvas.width / size.width
      return canvas.cut(
        x: (tile - 1) % columns * size.width, y: (tile - 1) / columns * size.height, width: size.width,
        height: size.height)
    }
  }

  private static func signalToNoise(
    _ a: TestHEVC.Picture, _ b: TestHEVC.Picture, where isMeant: (_ x: Int, _ y: Int) -> Bool
  ) -> Double {
    var (sum, count) = (0, 0)
    for place in a.planes[0].indices where isMeant(place % a.width, place / a.width) {
      let difference = Int(a.planes[0][place]) - Int(b.planes[0][place])
      sum += difference * difference
      count += 1
    }
    // 20 log 255 is 48.13 dB; every halving of the error is 6.02 dB.
    var (ratio, decibels) = (65025 * Double(max(count, 1)) / Double(max(sum, 1)), 0.0)
    while ratio > 1.023_3 { (ratio, decibels) = (ratio / 1.023_3, decibels + 0.1) }
    return decibels
  }

  struct Quality: Sendable, CustomTestStringConvertible {
    let codec: TestHEIF.Codec
    let quantizer: Int
    /// Of luma beside the areas, in dB.
    let least: Double
    var testDescription: String { "\(codec.name) at \(quantizer)" }

    static let all = [
      Quality(codec: .hevc, quantizer: 22, least: 40), Quality(codec: .hevc, quantizer: 30, least: 34),
      Quality(codec: .av1, quantizer: 22, least: 34),
    ]
  }

  @Test(arguments: Quality.all)
  func touchedTilesStayAsTheyWere(quality: Quality) throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut())
    let plan = try GatedRender.plan([NormalizedRect(x: 0.35, y: 0.08, width: 0.22, height: 0.3)], .mosaic)
    let kind = TestHEIF.Kind(quality.codec, tile: (128, 128)) {
      $0.coding = { _ in .lossy(quality.quantizer) }
      $0.av1Coding = { _ in .lossy(quality.quantizer) }
    }
    let render = try Render(picture, kind, plan)
    let exact = try render.exact()
    let (before, after) = (try TestHEIF(render.photo), try TestHEIF(render.bytes))
    #expect(render.path == .lossy && render.notes.isEmpty && exact.path == .tiles)
    // The same photo gives the same bytes.
    #expect(try render.example.render(of: render.photo).bytes == render.bytes)

    // Tiles without a hidden pixel are copied; the others are about as large as they were.
    let isInside = try render.example.inside()
    let touched = try render.touched()
    for tile in before.tiles {
      let (x, y) = ((tile - 1) % 4 * 128, (tile - 1) / 4 * 128)
      let isHidden = (0..<128).contains { row in (0..<128).contains { isInside(x + $0, y + row) } }
      #expect(touched.contains(tile) == isHidden, "tile \(tile)")
    }
    func length(_ file: TestHEIF) -> Double { Double(touched.reduce(0) { $0 + file[$1].data.count }) }
    #expect(length(after) < 1.2 * length(before), "\(length(after)) of \(length(before))")
    #expect(try length(TestHEIF(exact.bytes)) > 2 * length(before))
    let (was, own) = (try render.quantizers(of: render.photo), try render.quantizers())
    for tile in touched { #expect(own[tile] == was[tile] && own[tile] != nil, "tile \(tile)") }

    // By other people's decoders: beside the areas little has changed, in them the style's tones are seen.
    let (shownBefore, shown, right) = (
      try before.canvas(), try after.canvas(), try TestHEIF(exact.bytes).canvas()
    )
    let noise = Self.signalToNoise(shownBefore, shown) { x, y in
      !isInside(x, y) && touched.contains(y / 128 * 4 + x / 128 + 1)
    }
    #expect(noise > quality.least, "\(noise) dB")
    for plane in shown.planes.indices {
      let distance = shown.distance(to: right, plane: plane, where: isInside)
      #expect(distance < 3, "plane \(plane): \(distance)")
    }
    #expect(shown.distance(to: shownBefore, plane: 0, where: isInside) > 4)
    let pixels = try TestHEIF.pixels(of: render.bytes)
    #expect((pixels.width, pixels.height) == (512, 512))
    // Ours shows what theirs shows.
    let opened = try #require(render.example.photo(render.bytes) as? any HEIFPhoto)
    for tile in touched {
      #expect(try opened.decoded(tile: tile - 1).planar == render.tile(tile, of: render.bytes).planar)
    }
    #expect(try render.refusal() == nil)
    #expect(try render.refusal(alone: false) == nil && render.refusal(alone: true) == nil)
  }

  @Test(arguments: HEIFCase.forms, TestHEIF.Codec.allCases)
  func passesTheGate(form: HEIFCase.Form, codec: TestHEIF.Codec) throws {
    for style in ObscuringStyle.allCases {
      for isGrid in codec == .hevc ? [true, false] : [true] {
        let render = try Render(form, in: codec, style, isGrid: isGrid)
        #expect(render.path == .lossy)
        #expect(try render.refusal() == nil, "\(style) grid \(isGrid)")
        #expect(try render.refusal(alone: false) == nil, "\(style) grid \(isGrid)")
        #expect(try render.refusal(alone: true) == nil, "\(style) grid \(isGrid)")
        // It is laid out as tests lay renders out, and holds nothing beside the picture.
        #expect(try TestHEIF(render.bytes).canonical().bytes == render.bytes)
        render.bytes.withUnsafeBufferPointer {
          let found = codec.gate.inspection(
            of: $0, policy: .minimal, judge: HiddenPictureJudge(detector: nil))
          #expect(!found.blocks.contains { !$0.isAllowed }, "\(style) grid \(isGrid)")
        }
      }
    }
  }

  /// Sides that are no whole blocks, and the bits that the coarsest and the finest code have.
  @Test(arguments: [0, 1, 17, 40, 51])
  func passesTheGateAtAnyQuantizer(quantizer: Int) throws {
    for depth in [8, 10] {
      let picture = TestHEVC.Picture.noise(width: 102, height: 74, depth: depth, seed: 5)
      let kind = TestHEIF.Kind { $0.coding = { _ in .lossy(quantizer) } }
      let render = try Render(picture, kind, GatedRender.plan(GatedRender.three))
      #expect(render.path == .lossy)
      #expect(try render.quantizers()[1] == quantizer && render.refusal() == nil)
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func everyTileKeepsItsOwnQuantizer(codec: TestHEIF.Codec) throws {
    let render = try Render(in: codec) {
      $0.coding = { .lossy(20 + 5 * $0) }
      $0.av1Coding = { .lossy(12 + 8 * $0) }
    }
    let (was, own) = (try render.quantizers(of: render.photo), try render.quantizers())
    #expect(Set(was.values).count == 4 && own == was)
    #expect(try render.refusal() == nil)
  }

  /// What took no loss takes none, and a note says so.
  @Test(arguments: TestHEIF.Codec.allCases)
  func losslessTilesStayLossless(codec: TestHEIF.Codec) throws {
    let render = try Render(in: codec, isLossy: false)
    #expect(render.path == .tiles && render.notes.count == 1)
    #expect(try render.exact().bytes == render.bytes)
    #expect(try render.refusal(madeBy: .tiles) == nil)
    guard codec == .av1 else { return }
    let mixed = try Render(in: codec) { $0.av1Coding = { $0 == 1 ? .lossless : .lossy(22) } }
    #expect(mixed.path == .lossy && mixed.notes.count == 1)
    #expect(try mixed.refusal() == nil)
  }

  /// A tile in several parts does not say plainly how coarsely it is coded.
  @Test func tilesOfSeveralSlicesTakeNoLoss() throws {
    let render = try Render {
      $0.tile = (128, 96)
      $0.coding = { _ in
        TestHEVC.Coding { ($0.isLossless, $0.qp, $0.unit, $0.slices) = (false, 26, 16, 2) }
      }
    }
    #expect(render.path == .tiles && !render.notes.isEmpty)
    #expect(try render.refusal(madeBy: .tiles) == nil)
  }

  /// A render of a render, of whatever kinds.
  @Test(arguments: TestHEIF.Codec.allCases, TileChoice.allCases)
  func passesAgain(codec: TestHEIF.Codec, choice: TileChoice) throws {
    let picture = TestHEVC.Picture.noise(width: 250, height: 150, seed: 3)
    let kind = TestHEIF.Kind(codec, tile: (64, 64), isLossy: true)
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.4, width: 0.2, height: 0.2)])
    let first = try Render(picture, kind, plan, choice)
    let photo = try first.example.photo(first.bytes)
    let areas = try GatedRender.plan(GatedRender.three).areas(on: photo.geometry)
    for next in TileChoice.allCases {
      var options = RenderOptions()
      options.tiles = next
      let again = try photo.rendering(areas, with: MosaicObscurer(), options: options)
      #expect(again.path == (next == .close && choice != .all ? .lossy : .tiles))
      try codec.gate.checkPicture(
        of: FileBytes(again.bytes), against: photo, areas, .mosaic, again.path, judgesCode: true)
    }
  }

  // MARK: Tampered renders

  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesAFaintPictureInARegion(codec: TestHEIF.Codec) throws {
    // As finely as it takes to show it.
    let render = try Render(in: codec) {
      $0.coding = { _ in .lossy(10) }
      $0.av1Coding = { _ in .lossy(4) }
    }
    let (exact, isInside) = (try render.exact(), try render.example.inside())
    let tile = try #require(render.touched().first)
    let quantizer = try #require(render.quantizers()[tile] ?? nil)
    let witness = try render.tile(tile, of: exact.bytes)
    // As the writer does it.
    let same = try render.file(replacing: tile, by: witness, quantizer: quantizer)
    #expect(same == render.bytes)
    let original = try render.tile(tile, of: render.photo)
    for share in [1, 4, 12] {
      var faint = witness
      for y in 0..<faint.height {
        for x in 0..<faint.width where isInside(x, y) {
          let place = y * faint.width + x
          let sample = Int(witness.planes[0][place])
          faint.planes[0][place] = UInt16(sample + (Int(original.planes[0][place]) - sample) / share)
        }
      }
      let file = try render.file(replacing: tile, by: faint, quantizer: quantizer)
      #expect(file != render.bytes)
      #expect(try render.refusal(of: file) == .leakingRegion, "1 / \(share)")
      #expect(try render.refusal(alone: false, of: file) == .leakingRegion, "1 / \(share)")
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesAnotherPictureBesideTheRegions(codec: TestHEIF.Codec) throws {
    let render = try Render(in: codec)
    let (exact, isInside) = (try render.exact(), try render.example.inside())
    let tile = try #require(render.touched().first)
    let quantizer = try #require(render.quantizers()[tile] ?? nil)
    var other = try render.tile(tile, of: exact.bytes)
    for y in 0..<other.height {
      for x in 0..<other.width where !isInside(x, y) { other.planes[0][y * other.width + x] ^= 32 }
    }
    let file = try render.file(replacing: tile, by: other, quantizer: quantizer)
    #expect(try render.refusal(of: file) == .changedOutside)
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesAnotherQuality(codec: TestHEIF.Codec) throws {
    let render = try Render(in: codec)
    let exact = try render.exact()
    let tile = try #require(render.touched().first)
    let quantizer = try #require(render.quantizers()[tile] ?? nil)
    let witness = try render.tile(tile, of: exact.bytes)
    let step = codec == .hevc ? 1 : 16
    for other in [quantizer - step, quantizer + step, quantizer + 3 * step] where other > 0 {
      let file = try render.file(replacing: tile, by: witness, quantizer: other)
      #expect(try render.refusal(of: file) != nil, "\(other)")
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesALossyTileWhereNoneIsPromised(codec: TestHEIF.Codec) throws {
    let render = try Render(in: codec)
    #expect(try render.refusal(madeBy: .tiles) != nil)
    #expect(try render.refusal(madeBy: .rows)?.isDamage == true)
    // One in which nothing is hidden is copied, or takes no loss.
    let picture = TestHEVC.Picture.noise(width: 250, height: 150, seed: 3)
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.4, width: 0.2, height: 0.2)])
    let partly = try Render(picture, TestHEIF.Kind(codec, tile: (64, 64), isLossy: true), plan)
    #expect(try partly.refusal() == nil)
    let touched = try partly.touched()
    let copied = try #require(TestHEIF(partly.bytes).tiles.first { !touched.contains($0) })
    let quantizer = try #require(partly.quantizers(of: partly.photo)[copied] ?? nil)
    let data = try TestHEIF(
      partly.file(
        replacing: touched[0], by: partly.tile(copied, of: partly.photo), quantizer: quantizer))[touched[0]]
      .data
    let file = try TestHEIF(partly.bytes).canonical().changing { $0[copied].data = data }.bytes
    #expect(try partly.refusal(of: file) != nil)
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesTheOriginalsTile(codec: TestHEIF.Codec) throws {
    // Of which some tiles are copied, so that those name parameter sets that are there.
    let picture = TestHEVC.Picture.noise(width: 250, height: 150, seed: 3)
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.4, width: 0.2, height: 0.2)])
    let render = try Render(picture, TestHEIF.Kind(codec, tile: (64, 64), isLossy: true), plan)
    let before = try TestHEIF(render.photo)
    for tile in try render.touched() {
      let file = try TestHEIF(render.bytes).canonical().changing { $0[tile].data = before[tile].data }.bytes
      #expect(try render.refusal(of: file) != nil)
      #expect(try render.refusal(alone: true, of: file) == .leakingRegion)
    }
  }

  @Test func refusesWhatFollowsACodesEnd() throws {
    let render = try Render()
    let tile = try #require(render.touched().first)
    var random = SplitMix(seed: 8)
    for count in [1, 12, 300] {
      let rest = (0..<count).map { _ in UInt8.random(in: 1...255, using: &random) }
      let file = try TestHEIF(render.bytes).canonical().changing {
        $0[tile].data = TestHEVC.bytes([Array($0[tile].data.dropFirst(4)) + rest])
      }.bytes
      #expect(try render.refusal(of: file) != nil, "\(count)")
    }
    // What says how it is coded is the encoder's, too, to the last bit.
    let sets = try TestHEIF(render.bytes).stream(of: tile).parameterSets
    for set in sets.indices {
      for byte in [sets[set].count - 1, sets[set].count / 2] {
        var changed = sets
        changed[set][byte] ^= 0x10
        let file = try TestHEIF(render.bytes).canonical().changing { heic in
          for tile in heic.tiles {
            heic[tile].set(
              .init("hvcC", TestHEVC.configuration(changed, chroma: .half, depth: 8), isEssential: true))
          }
        }.bytes
        #expect(try render.refusal(of: file) != nil, "set \(set)")
      }
    }
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a render of a HEIC or an AVIF holds, by other people's decoders.
@Suite struct HEIFRenderTests {
  @Test(arguments: HEIFCase.forms, HEIFCase.Frame.all)
  func nothingOutsideChanges(form: HEIFCase.Form, frame: HEIFCase.Frame) throws {
    var random = SplitMix(seed: 411)
    for style in ObscuringStyle.allCases {
      for isLossy in [false, true] where frame.isExact(isLossy: isLossy) {
        let example = try HEIFCase(form, in: frame, style, .ellipse, isLossy: isLossy, &random)
        let file = try example.file()
        let render = try example.render(of: file)
        let (before, after) = (try TestHEIF(file).canvas(), try TestHEIF(render.bytes).canvas())
        let isInside = try example.inside()
        #expect(render.path == .tiles && render.bytes != file)
        #expect(before.isSame(as: after, outside: isInside), "\(style) lossy \(isLossy)")
        let refusal = try example.refusal(of: render.bytes, from: file, madeBy: render.path)
        #expect(refusal == nil, "\(style) lossy \(isLossy)")
        // libheif reads it, and finds nothing to warn of.
        let (width, height) = (example.picture.width, example.picture.height)
        let shown = try TestHEIF.pixels(of: render.bytes)
        #expect((shown.width, shown.height) == (width, height))
        // The same photo gives the same bytes.
        #expect(try example.render(of: file).bytes == render.bytes)
      }
    }
  }

  @Test(arguments: TestHEIF.Codec.allCases)
  func tilesWithoutAHiddenPixelAreCopied(codec: TestHEIF.Codec) throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut())
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.05, width: 0.3, height: 0.3)], .mosaic)
    let example = HEIFCase(picture, TestHEIF.Kind(codec, tile: (64, 64), isLossy: true), plan)
    let file = try example.file()
    let (before, after) = (try TestHEIF(file), try TestHEIF(example.render(of: file).bytes))
    let isInside = try example.inside()
    var copied = 0
    for tile in 1...64 {
      let (x, y) = ((tile - 1) % 8 * 64, (tile - 1) / 8 * 64)
      let isHidden = (0..<64).contains { row in (0..<64).contains { isInside(x + $0, y + row) } }
      // Of code that is so short nobody tells whether something else stands in it.
      guard codec == .hevc || before[tile].data.count > 90 else { continue }
      #expect((before[tile].data == after[tile].data) != isHidden, "tile \(tile)")
      copied += isHidden ? 0 : 1
    }
    #expect(copied > 30)
  }

  /// What stands behind the end of a set of parameters no decoder looks at, and it would be in every render that has a copied tile.
  @Test(arguments: 0..<3)
  func allTilesAreWrittenAnewWhereASetHoldsMore(set: Int) throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut()).cut(x: 100, y: 0, width: 256, height: 192)
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.1, width: 0.2, height: 0.2)], .mosaic)
    let example = HEIFCase(picture, TestHEIF.Kind(.hevc, tile: (64, 64), isLossy: true), plan)
    let text = Array("Owner: Erika Mustermann, 52.520008 N".utf8)
    func render(_ rest: [UInt8]) throws -> (copies: Int, bytes: [UInt8]) {
      let before = try TestHEIF(example.file()).changingSets { $0[set] += rest }
      let render = try example.render(of: before.bytes)
      #expect(try example.refusal(of: render.bytes, from: before.bytes, madeBy: render.path) == nil)
      let after = try TestHEIF(render.bytes)
      return (before.tiles.filter { before[$0].data == after[$0].data }.count, render.bytes)
    }
    #expect(try render([]).copies > 4)
    for rest in [text, text + [0x80], [0] + text] {
      let (copies, bytes) = try render(rest)
      #expect(copies == 0 && !ByteSearch.contains(bytes, text))
    }
  }

  /// Nor at what `hvcC` says in bits that mean nothing yet.
  @Test func allTilesAreWrittenAnewWhereTheConfigurationHoldsMore() throws {
    let picture = TestHEVC.Picture.noise(width: 256, height: 192, seed: 4)
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.1, width: 0.2, height: 0.2)], .mosaic)
    let example = HEIFCase(picture, TestHEIF.Kind(.hevc, tile: (64, 64), isLossy: true), plan)
    var before = try TestHEIF(example.file())
    for tile in before.tiles {
      guard var property = before[tile].properties.first(where: { $0.type == "hvcC" }) else { continue }
      property.data.replaceSubrange(8..<11, with: Array("GPS".utf8))
      before[tile].set(property)
    }
    let render = try example.render(of: before.bytes)
    #expect(try example.refusal(of: render.bytes, from: before.bytes, madeBy: render.path) == nil)
    let after = try TestHEIF(render.bytes)
    #expect(before.tiles.allSatisfy { before[$0].data != after[$0].data })
    #expect(!ByteSearch.contains(render.bytes, Array("GPS".utf8)))
  }

  @Test(arguments: HEIFCase.forms, HEIFCase.Frame.all)
  func rendersAreTheSameWhateverIsInside(form: HEIFCase.Form, frame: HEIFCase.Frame) throws {
    var random = SplitMix(seed: 413)
    for style in HEIFCase.flatStyles {
      for shape in [ObscuringShape.box, .ellipse] {
        let example = try HEIFCase(form, in: frame, style, shape, &random)
        let render = try example.render(of: example.file()).bytes
        for other in try example.otherInsides(&random) {
          let isSame = try example.render(of: example.file(other)).bytes == render
          #expect(isSame, "\(style) \(shape)")
        }
      }
    }
  }

  @Test(
    arguments: [
      [], [TestHEIF.Property.rotation(1)], [.rotation(2), .mirror(0)], [.mirror(1), .rotation(3)],
      [.mirror(0)],
    ], TestHEIF.Codec.allCases)
  func looksAsInOtherViewers(turns: [TestHEIF.Property], codec: TestHEIF.Codec) throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut()).cut(x: 100, y: 0, width: 300, height: 200)
    for isGrid in [false, true] {
      let kind = TestHEIF.Kind(codec, tile: isGrid ? (64, 64) : nil) {
        $0.properties = turns
        $0.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)]
      }
      let file = try TestHEIF.photo(picture, kind).bytes
      let photo = try codec.container.open(FileBytes(file), limits: ImageLimits())
      let seen = try photo.displayImage(fitting: 2000).pixels.visible(in: photo.geometry.frame)
      let shown = try TestHEIF.pixels(of: file)
      try #require((seen.width, seen.height) == (shown.width, shown.height))
      let differences = zip(seen.bytes, shown.bytes).map { abs(Int($0) - Int($1)) }
      let sum = differences.reduce(0, +)
      #expect(Double(sum) / Double(seen.bytes.count) < 2, "grid \(isGrid)")
    }
  }

  /// Whatever reading a file may make hard, nothing outside changes, and the gate agrees.
  @Test(arguments: TestHEIF.Codec.allCases)
  func readsOddPhotosAsTheyAre(codec: TestHEIF.Codec) throws {
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.3, width: 0.2, height: 0.3)])
    let all = try (codec == .hevc ? OddHEIF.heic : OddHEIF.avif).get()
    var refused: [String] = []
    for odd in all {
      let photo: any EditablePhoto
      let render: RenderedPhoto
      do {
        photo = try codec.container.open(FileBytes(odd.file), limits: ImageLimits())
        render = try photo.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer())
      } catch {
        // Two tiles in one place, if they were of any size.
        let isEmpty = odd.name == "Pieces of no bytes" && error.kind == .damagedPhoto
        #expect(error.kind == .unsupportedPhoto || isEmpty, "\(odd): \(error)")
        refused.append(odd.name)
        continue
      }
      let areas = plan.areas(on: photo.geometry)
      let after = try TestHEIF(render.bytes).picture()
      #expect(
        odd.picture.isSame(as: after) { x, y in
          areas.contains { $0.contains(unitX: x / 16, unitY: y / 16) }
        } && after != odd.picture, "\(odd)")
      do throws(FaceBlurError) {
        try LeakGate(format: codec == .hevc ? .heic : .avif).check(
          render.bytes, of: photo, plan: plan, options: RenderOptions(), madeBy: render.path)
      } catch {
        Issue.record("\(odd): \(error)")
      }
    }
    #expect(refused.count < all.count / 5, "\(refused)")
  }

  /// Faces so drawn out are not found.
  @Test(arguments: TestHEIF.Codec.allCases, [false, true])
  func refusesPixelsThatDrawFacesOut(codec: TestHEIF.Codec, isGrid: Bool) throws {
    func refusal(_ across: Int, _ down: Int) throws -> FaceBlurError? {
      let kind = TestHEIF.Kind(codec, tile: isGrid ? (64, 64) : nil) {
        $0.properties = [.aspect(across, down)]
      }
      let file = try TestHEIF.photo(TestHEVC.Picture.noise(width: 64, height: 64, seed: 3), kind).bytes
      do throws(FaceBlurError) {
        _ = try codec.container.open(FileBytes(file), limits: ImageLimits())
        return nil
      } catch {
        return error
      }
    }
    #expect(try refusal(2, 1) == nil)
    #expect(try refusal(0, 1) == nil)
    let error = try refusal(3, 1)
    #expect(error?.kind == .unsupportedPhoto)
    #expect(error?.reason.contains("3 times as wide as high") == true)
    #expect(try refusal(2, 5)?.kind == .unsupportedPhoto)
  }

  /// Viewers go by the code or by the property, and what is black to these may show a face to those.
  @Test(arguments: TestHEIF.Codec.allCases)
  func refusesTwoRangesOfSamples(codec: TestHEIF.Codec) throws {
    func kind(isCoded: Bool, isStated: Bool) throws -> FaceBlurError.Kind? {
      let kind = TestHEIF.Kind(codec, tile: (64, 64)) {
        $0.coding = { _ in TestHEVC.Coding { $0.isFullRange = isCoded } }
        $0.av1Coding = { _ in TestAV1.Coding { $0.isFullRange = isCoded } }
        $0.colors = [.colors(primaries: 1, transfer: 13, matrix: 6, isFullRange: isStated)]
      }
      let file = try TestHEIF.photo(TestHEVC.Picture.noise(width: 64, height: 64, seed: 3), kind).bytes
      do throws(FaceBlurError) {
        _ = try codec.container.open(FileBytes(file), limits: ImageLimits())
        return nil
      } catch {
        return error.kind
      }
    }
    for isFull in [false, true] { #expect(try kind(isCoded: isFull, isStated: isFull) == nil) }
    #expect(try kind(isCoded: true, isStated: false) == .unsupportedPhoto)
    // Much HEVC says nothing of it, which reads like a part of the range.
    #expect(try kind(isCoded: false, isStated: true) == (codec == .av1 ? .unsupportedPhoto : nil))
  }

  /// Where a second file begins behind the first one, all that is behind it is that file's, for the reader as for the gate.
  @Test(arguments: TestHEIF.Codec.allCases)
  func readsNothingOfASecondFile(codec: TestHEIF.Codec) throws {
    let photo = try TestHEIF.photo(
      TestHEVC.Picture.noise(width: 64, height: 64, seed: 3), TestHEIF.Kind(codec, tile: (64, 64)))
    func kind(_ parts: [TestHEIF.Layout.Part]) throws -> FaceBlurError.Kind? {
      let file = photo.changing { $0.layout.parts = parts }.bytes
      do throws(FaceBlurError) {
        _ = try codec.container.open(FileBytes(file), limits: ImageLimits())
        return nil
      } catch {
        return error.kind
      }
    }
    #expect(try kind([.fileType, .fileType, .meta, .data(0)]) == .damagedPhoto)
    #expect(try kind([.fileType, .data(0), .fileType, .meta]) == .damagedPhoto)
    #expect(try kind([.fileType, .meta, .data(0), .fileType, .meta]) == nil)
  }
}

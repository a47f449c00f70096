import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a render of a HEIC holds, by other people's decoders.
@Suite struct HEICRenderTests {
  @Test(arguments: HEICCase.forms, [false, true])
  func nothingOutsideChanges(form: HEICCase.Form, isGrid: Bool) throws {
    var random = SplitMix(seed: 411)
    for style in ObscuringStyle.allCases {
      for coding in [TestHEVC.Coding.lossless, .lossy(30)] {
        let example = try HEICCase(form, style, .ellipse, isGrid: isGrid, coding, &random)
        let file = try example.file()
        let render = try example.render(of: file)
        let (before, after) = (try TestHEIC(file).canvas(), try TestHEIC(render.bytes).canvas())
        let isInside = try example.inside()
        #expect(before.isSame(as: after, outside: isInside), "\(style) \(coding)")
        // libheif reads it, and finds nothing to warn of.
        let (width, height) = (example.picture.width, example.picture.height)
        let shown = try TestHEIC.pixels(of: render.bytes)
        #expect((shown.width, shown.height) == (width, height))
      }
    }
  }

  @Test func tilesWithoutAHiddenPixelAreCopied() throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut())
    let plan = try GatedRender.plan([NormalizedRect(x: 0.3, y: 0.05, width: 0.3, height: 0.3)], .mosaic)
    let example = HEICCase(picture, .grid(64, 64).coded(.lossy(28)), plan)
    let file = try example.file()
    let (before, after) = (try TestHEIC(file), try TestHEIC(example.render(of: file).bytes))
    let isInside = try example.inside()
    var copied = 0
    for tile in 1...64 {
      let (x, y) = ((tile - 1) % 8 * 64, (tile - 1) / 8 * 64)
      let isHidden = (0..<64).contains { row in (0..<64).contains { isInside(x + $0, y + row) } }
      #expect((before[tile].data == after[tile].data) != isHidden, "tile \(tile)")
      copied += isHidden ? 0 : 1
    }
    #expect(copied > 30)
  }

  @Test(arguments: HEICCase.forms, [false, true])
  func rendersAreTheSameWhateverIsInside(form: HEICCase.Form, isGrid: Bool) throws {
    var random = SplitMix(seed: 413)
    for style in HEICCase.flatStyles {
      for shape in [ObscuringShape.box, .ellipse] {
        let example = try HEICCase(form, style, shape, isGrid: isGrid, .lossless, &random)
        let render = try example.render(of: example.file()).bytes
        for other in try example.otherInsides(&random) {
          let isSame = try example.render(of: example.file(other)).bytes == render
          #expect(isSame, "\(style) \(shape)")
        }
      }
    }
  }

  @Test(arguments: [
    [], [TestHEIC.Property.rotation(1)], [.rotation(2), .mirror(0)], [.mirror(1), .rotation(3)], [.mirror(0)],
  ])
  func looksAsInOtherViewers(turns: [TestHEIC.Property]) throws {
    let picture = try TestPhotos.planes(of: TestPhotos.astronaut()).cut(x: 100, y: 0, width: 300, height: 200)
    for isGrid in [false, true] {
      var kind = isGrid ? TestHEIC.Kind.grid(64, 64) : TestHEIC.Kind()
      kind.properties = turns
      kind.colors = [.colors(primaries: 1, transfer: 13, matrix: 6)]
      let file = try TestHEIC.photo(picture, kind).bytes
      let photo = try HEICContainer().open(FileBytes(file), limits: ImageLimits())
      let seen = try photo.displayImage(fitting: 2000).pixels.visible(in: photo.geometry.frame)
      let shown = try TestHEIC.pixels(of: file)
      try #require((seen.width, seen.height) == (shown.width, shown.height))
      let differences = zip(seen.bytes, shown.bytes).map { abs(Int($0) - Int($1)) }
      let sum = differences.reduce(0, +)
      #expect(Double(sum) / Double(seen.bytes.count) < 2, "grid \(isGrid)")
    }
  }
}

import CCodec
import TestSupport
import Testing

@testable import ImageProcessingKit

/// HEICs whose one picture is so large that a render has it in several slices.
@Suite struct LargeHEICTests {
  private static let sizes = [
    (4000, 4200), (4098, 4100), (8000, 6000), (6000, 8000), (12_000, 9000), (65_535, 260), (300, 60_000),
    (65_535, 65_535), (4222, 4001), (16_384, 1025),
  ]

  private static func shape(_ size: (width: Int, height: Int)) -> PlanarShape {
    PlanarShape(width: size.width, height: size.height, chroma: .half, depth: 8)
  }

  /// All rows are in one slice, and each slice is one that the encoder takes, in as large blocks as the picture has.
  @Test(arguments: sizes)
  func slicesMakeThePicture(size: (width: Int, height: Int)) {
    let shape = Self.shape(size)
    let all = SliceBands.rows(of: shape)
    #expect(all.count > 1 && all.flatMap(\.self) == Array(0..<shape.height))
    let last = SliceBands.address(ofRow: shape.height - 1, in: shape)
    #expect(last.value < 1 << last.bits)
    for rows in all {
      let band = shape.sized(width: shape.width, height: rows.count)
      #expect(fbc_hevc_block(band.stated) == UInt32(SliceBands.side))
      #expect(rows.lowerBound % SliceBands.side == 0 && rows.count >= SliceBands.side)
      // What the encoder may take of it, however high the picture is; the widest ones have bands of a few blocks.
      #expect(fbc_memory(.encodeHEVC, band.stated, 0) < (size.width > 1 << 14 ? 1 << 30 : 400 << 20))
      let address = SliceBands.address(ofRow: rows.lowerBound, in: shape)
      #expect(address.bits == last.bits && (address.value == 0) == (rows.lowerBound == 0))
    }
  }

  /// Phones' photos are one slice, as they were before there were several.
  @Test(arguments: [(16, 16), (512, 512), (4000, 3000), (4032, 3024), (4096, 4096)])
  func othersAreOneSlice(size: (width: Int, height: Int)) {
    #expect(SliceBands.rows(of: Self.shape(size)) == [0..<size.height])
  }

  /// A large picture, mostly of one tone, since others take long.
  private static func picture(_ form: HEIFCase.Form = HEIFCase.Form(chroma: .half, depth: 8)) throws
    -> TestHEVC.Picture
  {
    var picture = TestHEVC.Picture(
      width: 4090, height: 4114, chroma: form.chroma, depth: form.depth, value: UInt16(90 << (form.depth - 8))
    )
    // Where slices meet, too.
    for y in [0, 300, 1900, 4000] {
      picture.paste(
        .noise(width: 256, height: 114, chroma: form.chroma, depth: form.depth, seed: UInt64(y + 1)),
        x: y / 2,
        y: y)
    }
    return picture
  }

  private static func example(_ form: HEIFCase.Form = HEIFCase.Form(chroma: .half, depth: 8)) throws
    -> HEIFCase
  {
    let plan = try GatedRender.plan([NormalizedRect(x: 0.05, y: 0.05, width: 0.06, height: 0.4)], .mosaic)
    return HEIFCase(try picture(form), HEIFCase.Frame(codec: .hevc, isGrid: false).kind(), plan)
  }

  /// Other people's decoders show the same picture outside the areas, the gate takes it, and its code is the same each time.
  @Test(arguments: [HEIFCase.Form(chroma: .half, depth: 8), HEIFCase.Form(chroma: .gray, depth: 10)])
  func nothingOutsideChanges(form: HEIFCase.Form) throws {
    let example = try Self.example(form)
    let file = try example.file()
    let render = try example.render(of: file)
    #expect(try example.render(of: file).bytes == render.bytes)
    #expect(try example.refusal(of: render.bytes, from: file, madeBy: .tiles) == nil)
    let stream = try TestHEIF(render.bytes).stream(of: 1)
    #expect(stream.slices.count > 3)
    let shown = try TestHEIF(render.bytes).canvas()
    #expect(example.picture.isSame(as: shown, outside: try example.inside()) && shown != example.picture)
    let size = try TestHEIF.pixels(of: render.bytes)
    #expect((size.width, size.height) == (example.picture.width, example.picture.height))
    // A render can be rendered again.
    let again = try example.render(of: render.bytes)
    #expect(try example.refusal(of: again.bytes, from: render.bytes, madeBy: .tiles) == nil)
  }

  /// The parameter sets are those of the same picture in one slice.
  @Test func parameterSetsAreThoseOfThePicture() throws {
    let planar = try Self.picture().planar
    let whole = try NALUnit.all(in: HEVCCodec.encode(planar, SampleColors()), lengthSize: 4)
    let rows = SliceBands.rows(of: planar.shape)
    for rows in [rows[0], rows[rows.count - 1]] {
      let band = try HEVCCodec.encode(
        PackedPicture(planar).cut(rows), SampleColors(), partOf: planar.shape)
      let units = try NALUnit.all(in: band, lengthSize: 4)
      let sets = ParameterSets(video: units[0], sequence: units[1], picture: units[2])
      #expect(try sets.enlarged(to: planar.shape).units == Array(whole.prefix(3)))
    }
  }

  /// What stands behind a slice's end, or a slice that is another one's, or none, is found.
  @Test func slicesHoldNothingElse() throws {
    let example = try Self.example()
    let file = try example.file()
    let render = try example.render(of: file).bytes
    let sound = try TestHEIF(render)
    let units = try #require(TestHEVC.Stream(sound[1].data)).units
    func refusal(_ units: [[UInt8]]) throws -> FaceBlurError? {
      let changed = sound.canonical().changing { $0.primaryItem.data = TestHEVC.bytes(units) }.bytes
      return try example.refusal(of: changed, from: file, madeBy: .tiles)
    }
    #expect(try refusal(units) == nil)
    let hidden = (0..<60).map { UInt8($0 * 37 % 251 + 4) }
    for place in units.indices {
      var changed = units
      changed[place] += hidden
      #expect(try refusal(changed)?.kind == .leak(.codeBehindTile), "behind \(place)")
    }
    var changed = units
    changed.swapAt(1, 2)
    #expect(try refusal(changed) != nil)
    #expect(try refusal(Array(units.dropLast())) != nil)
    #expect(try refusal(units + [units[1]]) != nil)
    changed = units
    changed[2] = units[1]
    #expect(try refusal(changed) != nil)
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// A hidden region of a WebP tells nothing: whatever is in it, the render is the same to the last byte, and the gate proves it.
///
/// Of pictures with loss, an encoder cannot be handed two insides of one outside: the quantisers of segments, the probabilities of the
/// code and the filter of edges follow from the whole picture. So two files are made that decode to nothing but their blocks'
/// means, which an encoder leaves as they are; and of any samples that differ inside alone, what is coded is shown to be the same.
@Suite struct WebPNonInterferenceTests {
  @Test(arguments: [false, true])
  func rendersAreTheSameWhateverIsInside(hasAlpha: Bool) throws {
    var random = SplitMix(seed: 611)
    for style in WebPCase.flatStyles {
      for shape in [ObscuringShape.box, .ellipse] {
        for number in 0..<3 {
          let example = try WebPCase(lossless: hasAlpha, style, shape, &random)
          let render = try example.render(of: example.file()).bytes
          for (inside, other) in example.otherInsides(&random).enumerated() {
            let otherFile = try example.file(other)
            let isSame = try example.render(of: otherFile).bytes == render
            #expect(isSame, "\(style) \(shape) \(number), inside \(inside)")
            #expect(try example.refusal(of: render, from: otherFile) == nil, "\(style) \(shape) \(number)")
          }
        }
      }
    }
  }

  /// The same of samples that a decoder may give, whatever file they come from.
  @Test(arguments: WebPCase.flatStyles, [false, true])
  func whatIsCodedIsTheSameWhateverIsInside(style: ObscuringStyle, isSegmented: Bool) throws {
    let geometry = PhotoGeometry(
      storedWidth: 100, storedHeight: 84, orientation: .up, unitWidth: 16, unitHeight: 16)
    let shape = PlanarShape(width: 100, height: 84, chroma: .half, depth: 8)
    let areas = try GatedRender.plan(GatedRender.three, style).areas(on: geometry)
    let photo = TestWebP.Planes(TestPhotos.noise(width: 100, height: 84, seed: 4))
    var random = SplitMix(seed: 612)
    let insides = [
      photo,
      photo.replacing(where: isInside) { _, _, _ in 0 },
      photo.replacing(where: isInside) { _, _, _ in .random(in: 0...255, using: &random) },
      photo.replacing(where: isInside) { _, _, _ in 255 },
    ]
    func isInside(_ x: Int, _ y: Int) -> Bool {
      areas.contains { $0.contains(unitX: x / 16, unitY: y / 16) }
    }
    var codes: Set<[UInt8]> = []
    for planes in insides {
      var picture = try #require(PlanarPicture(shape, planes: planes.planes.map { $0.map(UInt16.init) }))
      var obscurer = PlaneObscurer(areas, in: geometry, shape, with: style.obscurer)
      obscurer.take(picture, x: 0, y: 0)
      obscurer.settle()
      obscurer.hide(in: &picture, x: 0, y: 0)
      codes.insert(
        try WebPCodec.encode(
          WebPPlanes(picture: picture, alpha: nil), WebPQuantizer(index: 30, isSegmented: isSegmented)))
    }
    #expect(codes.count == 1)
  }

  /// Pictures of flat blocks, which no quantiser changes: files that decode to the same outside.
  @Test(arguments: WebPCase.flatStyles)
  func rendersOfFlatBlocksAreTheSame(style: ObscuringStyle) throws {
    let plan = try GatedRender.plan(GatedRender.one, style)
    // The finest quantiser, no filter and no segments: nothing of one block is coded by way of another's samples.
    let coding = TestWebP.Coding {
      ($0.quality, $0.segments, $0.shaping, $0.filterStrength) = (100, 1, 0, 0)
    }
    let geometry = PhotoGeometry(
      storedWidth: 128, storedHeight: 128, orientation: .up, unitWidth: 16, unitHeight: 16)
    let areas = plan.areas(on: geometry)
    func isInside(_ x: Int, _ y: Int) -> Bool {
      areas.contains { $0.contains(unitX: x / 16, unitY: y / 16) }
    }
    var planes = TestWebP.Planes(width: 128, height: 128, value: 128)
    for plane in 0..<3 {
      let (size, block) = (planes.size(ofPlane: plane), plane == 0 ? 16 : 8)
      for y in 0..<size.height {
        for x in 0..<size.width {
          planes.planes[plane][y * size.width + x] = UInt8(
            60 + 8 * ((x / block * 5 + y / block * 3 + plane) % 16))
        }
      }
    }
    var random = SplitMix(seed: 613)
    let files = try [
      planes, planes.replacing(where: isInside) { _, _, _ in 40 },
      planes.replacing(where: isInside) { _, _, _ in .random(in: 16...235, using: &random) },
    ].map { try TestWebP.photo($0, coding).bytes }
    let decoded = try files.map { try #require(try TestWebP.read($0).planes) }
    // What the encoder made of the outside; where it is not the same, there is nothing to compare.
    let outsides = Set(decoded.map { $0.replacing(where: isInside) { _, _, _ in 0 } })
    var renders: Set<[UInt8]> = []
    for (file, planes) in zip(files, decoded)
    where planes.replacing(where: isInside, by: { _, _, _ in 0 })
      == decoded[0].replacing(where: isInside, by: { _, _, _ in 0 })
    {
      let photo = try WebPContainer().open(FileBytes(file), limits: ImageLimits())
      renders.insert(try photo.rendering(areas, with: style.obscurer, options: RenderOptions()).bytes)
    }
    #expect(renders.count == 1 && outsides.count < files.count, "\(outsides.count)")
  }

  /// What the tests above can see.
  @Test(arguments: WebPCase.Form.all)
  func cellsOfMeansAreNotTheSame(form: WebPCase.Form) throws {
    let plan = try GatedRender.plan(GatedRender.one, .pixelate)
    let renders = try [UInt8(0), 255].map { level in
      let pixels = PixelBuffer(width: 64, height: 64, red: level, green: level, blue: level)
      let example = WebPCase(TestWebP.Picture(pixels, alpha: form.hasAlpha ? 77 : 255), form.coding, plan)
      return try example.render(of: example.file()).bytes
    }
    #expect(renders[0] != renders[1])
  }

  /// The preview is seen by whoever decides, and may be sent along.
  @Test(arguments: [false, true])
  func previewsAreTheSameWhateverIsInside(hasAlpha: Bool) throws {
    var random = SplitMix(seed: 78)
    for number in 0..<6 {
      let example = try WebPCase(lossless: hasAlpha, WebPCase.flatStyles[number % 3], .box, &random)
      let previews = try ([example.picture] + example.otherInsides(&random)).map { picture in
        let photo = try example.photo(example.file(picture))
        var preview = try photo.displayImage(fitting: 60).pixels
        preview.show(example.plan, ToneFilters(), of: photo)
        return preview.bytes
      }
      #expect(Set(previews).count == 1, "case \(number)")
    }
  }
}

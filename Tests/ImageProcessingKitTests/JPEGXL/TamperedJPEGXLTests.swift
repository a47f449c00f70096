import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of JPEG XLs before the gate as they are and tampered with.
@Suite struct TamperedJPEGXLTests {
  /// What the gate has against a render with something changed in its boxes.
  private func refusal(
    of example: JPEGXLCase, _ render: [UInt8], _ change: (inout TestJXL) throws -> Void
  ) throws -> FaceBlurError? {
    try example.refusal(of: TestJXL(render).changing(change).bytes)
  }

  @Test(arguments: ObscuringStyle.allCases)
  func passesARender(style: ObscuringStyle) throws {
    for kind in JPEGXLCase.kinds {
      let example = try JPEGXLCase(kind, style)
      let render = try example.render()
      #expect(try example.refusal(of: render.bytes, madeBy: render.path) == nil, "\(kind)")
      let photo = try photo(render.bytes)
      try LeakGate(format: .jpegXL).checkRegions(of: photo, example.plan)
    }
  }

  private func photo(_ file: [UInt8]) throws -> any EditablePhoto { try JPEGXLCase.photo(file) }

  // MARK: The JPEG in it

  /// Whatever the gate of JPEGs refuses, it refuses in a JPEG XL, too.
  @Test(arguments: ObscuringStyle.allCases)
  func refusesAnotherPicture(style: ObscuringStyle) throws {
    let example = try JPEGXLCase(TestJPEG.Kind(), style)
    let render = try example.render()
    #expect(try example.refusal(of: example.file) != nil)
    #expect(try example.refusal(of: JPEGXLCase.coded(example.jpeg)) == .leakingRegion)
    // One block of the photo in a region, and one of another photo outside.
    let others = try [
      GatedRender.plan([GatedRender.three[0]], style), GatedRender.plan(GatedRender.three, .fill, cells: 3),
      GatedRender.plan([NormalizedRect(x: 0.1, y: 0.1, width: 0.8, height: 0.8)], style),
    ]
    for plan in others where plan != example.plan {
      let jpeg = try JPEGContainer().open(FileBytes(example.jpeg), limits: ImageLimits())
      let rendered = try jpeg.rendering(
        plan.areas(on: jpeg.geometry), with: plan.strength.style.obscurer, options: RenderOptions())
      guard rendered.bytes != (try TestJXL.jpeg(of: render.bytes)) else { continue }
      #expect(try example.refusal(of: JPEGXLCase.coded(rendered.bytes)) != nil, "\(plan)")
    }
    let another = try TestJPEG.encode(GatedRender.picture(seed: 12))
    #expect(try example.refusal(of: JPEGXLCase.coded(another)) != nil)
    let larger = try TestJPEG.encode(GatedRender.picture(width: 125))
    #expect(try example.refusal(of: JPEGXLCase.coded(larger)) != nil)
  }

  @Test func refusesAnotherWay() throws {
    let example = try JPEGXLCase()
    let render = try example.render().bytes
    #expect(try example.refusal(of: render, madeBy: .coefficients) == nil)
    for way in [RenderSummary.Path.lossless, .strips, .rows] {
      #expect(try example.refusal(of: render, madeBy: way)?.isDamage == true, "\(way)")
    }
  }

  @Test func refusesAnotherTurn() throws {
    let picture = GatedRender.picture(width: 96, height: 96)
    let example = try JPEGXLCase(TestJPEG.oriented(TestJPEG.encode(picture), .right))
    let other = try JPEGXLCase(TestJPEG.oriented(TestJPEG.encode(picture), .left))
    #expect(try example.refusal(of: other.render().bytes) == FaceBlurError.otherShape)
  }

  /// What a JPEG may not carry, it may not carry here.
  @Test(arguments: Carrier.jpegXL.filter { $0.name.hasSuffix(", in a JPEG XL") })
  func refusesEveryCarrierOfJPEGs(_ carrier: Carrier) throws {
    let example = try JPEGXLCase()
    let render = try example.render().bytes
    // It is coded as renders are.
    let jpeg = try TestJXL.jpeg(of: carrier.build(TestJXL.jpeg(of: render)))
    let planted = try JPEGXLCase.coded(jpeg)
    let refusal = try #require(try example.refusal(of: planted), "\(carrier)")
    guard case .leak = refusal.kind else {
      Issue.record("\(refusal)")
      return
    }
  }

  // MARK: The file around it

  @Test func refusesWhatNoRenderHas() throws {
    for orientation in [Orientation.up, .right] {
      let jpeg = try TestJPEG.encode(GatedRender.picture())
      let example = try JPEGXLCase(orientation == .up ? jpeg : TestJPEG.oriented(jpeg, orientation))
      let render = try example.render().bytes
      func kind(_ change: (inout TestJXL) throws -> Void) throws -> String? {
        let refusal = try #require(try refusal(of: example, render, change))
        return refusal.blockKind ?? (refusal.isDamage ? "damage" : "\(refusal)")
      }
      let count = try TestJXL(render).boxes.count
      for place in 2...count {
        #expect(try kind { $0.insert([.init("face", [1])], at: place) } == "furtherBox")
        #expect(try kind { $0.insert([.init("jumb", [1])], at: place) } == "jumbf")
        #expect(try kind { $0.insert([.init("jxll", [5])], at: place) } == "headerBytes")
      }
      #expect(try kind { $0.boxes.append(.init("Exif", [0, 0, 0, 0] + HiddenPicture.mark)) } == "exif")
      #expect(try kind { $0.boxes.append(.init("xml ", HiddenPicture.mark)) } == "xmp")
      #expect(try kind { $0.boxes.append(.init("brob", Array("xml ".utf8))) } == "xmp")
      #expect(try kind { $0.trailing = [1] } == "trailingBytes")
      // Whatever libjxl has back of those.
      #expect(try kind { $0.boxes[$0.boxes.count - 1].form = .long } != nil)
      #expect(try kind { $0.boxes[$0.boxes.count - 1].form = .open } == "headerBytes")
      #expect(try kind { $0.change("ftyp") { $0.content += Array("jxl ".utf8) } } == "headerBytes")
      #expect(try kind { $0.changeCode { $0 += [0] } } == "otherCode")
      #expect(try kind { $0.changeCode { $0 += HiddenPicture.mark } } == "otherCode")
      // The same code in other parts.
      #expect(try kind { $0.cutCode([3, 4, 5]) } == "headerBytes")
    }
  }

  /// The same JPEG, coded in another way: nobody knows what else such code shows.
  @Test func refusesOtherCodeOfTheSameJPEG() throws {
    let example = try JPEGXLCase(TestJPEG.encode(TestPhotos.closeUp()))
    let render = try example.render().bytes
    let jpeg = try TestJXL.jpeg(of: render)
    var seen = 0
    for effort in 1...9 {
      let other = try TestJXL.transcode(jpeg, .init { $0.effort = effort })
      guard other != render else { continue }
      seen += 1
      #expect(try example.refusal(of: other) != nil, "effort \(effort)")
    }
    #expect(seen > 0)
  }

  /// Nothing in a render can be changed without its being seen: not a bit.
  @Test func refusesEveryChangedByte() throws {
    let jpeg = TestJPEG.oriented(try TestJPEG.encode(GatedRender.picture(width: 40, height: 30)), .right)
    let example = try JPEGXLCase(jpeg)
    let render = try example.render().bytes
    #expect(try example.refusal(of: render) == nil)
    // Each asks the decoder: all of the headers, and some of the rest.
    for place in Array(0..<120) + Array(stride(from: 120, to: render.count, by: 37)) {
      var other = render
      other[place] ^= 1 << UInt8(place % 8)
      guard try example.refusal(of: other) == nil else { continue }
      let jpegs = try (TestJXL.jpeg(of: render), TestJXL.jpeg(of: other))
      let places = zip(jpegs.0, jpegs.1).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
      // Another pixel density is one that a render may have.
      guard !places.allSatisfy((13..<18).contains) || places.isEmpty else { continue }
      Issue.record("byte \(place): \(jpegs.0.count) and \(jpegs.1.count) bytes, \(places.prefix(20))")
    }
    for cut in try TestJXL.truncations(of: render) {
      #expect(try example.refusal(of: cut) != nil, "\(cut.count) bytes")
    }
  }

  /// A native file that shows the same, and none of whose JPEG anybody could prove.
  @Test func refusesAFileWithoutAJPEG() throws {
    let example = try JPEGXLCase()
    let render = try example.render().bytes
    let native = try TestJXL.encode(TestJXL.read(render).picture, .init { $0.distance = 0 })
    #expect(try example.refusal(of: native) != nil)
    #expect(try refusal(of: example, render) { $0.remove("jbrd") } != nil)
    #expect(try example.refusal(of: TestJXL(render).code) != nil)
    #expect(try example.refusal(of: example.renderOfJPEG().bytes) != nil)
  }

  /// Code that shows another picture than the JPEG's: two files of one size change their `jbrd`.
  @Test func refusesTheCodeOfAnotherPicture() throws {
    let example = try JPEGXLCase()
    let render = try TestJXL(example.render().bytes)
    let other = try TestJXL(JPEGXLCase.coded(TestJPEG.encode(GatedRender.picture(seed: 40))))
    for name in ["jbrd", "jxlp", "jxlc"] {
      guard let box = other.boxes.last(where: { $0.name == name }) else { continue }
      let mixed = render.changing { file in
        if let index = file.boxes.lastIndex(where: { $0.name == name }) { file.boxes[index] = box }
      }
      // The `jbrd` says how the bits are written, which may be the same.
      if mixed != render { #expect(try example.refusal(of: mixed.bytes) != nil, "\(name)") }
    }
  }
}

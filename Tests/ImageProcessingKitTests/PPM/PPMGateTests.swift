import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of a format that the library does not know, before the gate as they are and tampered with.
@Suite struct PPMGateTests {
  private static let styles = ObscuringStyle.allCases
  private let gate = LeakGate(format: .ppm)

  private struct Render {
    let photo: any EditablePhoto
    let plan: RegionPlan
    var bytes: [UInt8]
    var areas: [ObscuredArea] { plan.areas(on: photo.geometry) }

    init(_ style: ObscuringStyle, _ rects: [NormalizedRect] = GatedRender.three, cells: Int? = nil) throws {
      photo = try PhotoFormats.withPPM.open(PPMFile.photo()).content
      plan = try GatedRender.plan(rects, style, regionCells: cells)
      bytes = try photo.rendering(plan.areas(on: photo.geometry), with: style.obscurer).bytes
    }

    /// The middle pixel of a unit that an area hides, or that stands beside or far from all.
    func pixel(inside: Bool) throws -> (x: Int, y: Int) {
      for y in 0..<photo.geometry.unitRows {
        for x in 0..<photo.geometry.unitColumns {
          let isHidden = areas.contains { $0.contains(unitX: x, unitY: y) }
          if isHidden == inside { return (8 * x + 2, 8 * y + 2) }
        }
      }
      throw FaceBlurError.internalError("no such unit")
    }
  }

  private func refusal(
    of render: Render, _ bytes: [UInt8]? = nil, way: RenderSummary.Path? = .samples,
    options: RenderOptions = RenderOptions()
  ) -> FaceBlurError? {
    do {
      try gate.check(
        bytes ?? render.bytes, of: render.photo, plan: render.plan, options: options,
        madeBy: way ?? .samples)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: styles)
  func passesARenderOfEveryStyle(style: ObscuringStyle) throws {
    for rects in [GatedRender.one, GatedRender.three] {
      #expect(try refusal(of: Render(style, rects)) == nil)
      #expect(try refusal(of: Render(style, rects, cells: 0)) == nil)
    }
    var options = RenderOptions()
    options.metadata = .everything
    #expect(try refusal(of: Render(style), options: options) == nil)
  }

  /// One level in one sample is enough, inside and outside.
  @Test(arguments: styles)
  func refusesOneOtherSample(style: ObscuringStyle) throws {
    for isInside in [true, false] {
      let render = try Render(style)
      let pixel = try render.pixel(inside: isInside)
      var bytes = render.bytes
      let place = PPMFile.place(ofPixel: pixel.x, pixel.y, in: bytes) + 1
      bytes[place] = bytes[place] == 255 ? 254 : bytes[place] + 1
      #expect(refusal(of: render, bytes) == (isInside ? .leakingRegion : .changedOutside))
    }
  }

  @Test(arguments: styles)
  func refusesOneOriginalPixelInARegion(style: ObscuringStyle) throws {
    let render = try Render(style)
    let pixel = try render.pixel(inside: true)
    var bytes = render.bytes
    let place = PPMFile.place(ofPixel: pixel.x, pixel.y, in: bytes)
    let original = Array(render.photo.fileBytes)
    let source = PPMFile.place(ofPixel: pixel.x, pixel.y, in: original)
    try #require(bytes[place..<(place + 3)] != original[source..<(source + 3)])
    bytes.replaceSubrange(place..<(place + 3), with: original[source..<(source + 3)])
    #expect(refusal(of: render, bytes) == .leakingRegion)
    #expect(refusal(of: render, original)?.blockKind == "comment")
  }

  /// The plan of another style or of another place is not this render's.
  @Test(arguments: styles)
  func refusesAnotherPlan(style: ObscuringStyle) throws {
    let render = try Render(style)
    for other in Self.styles where other != style {
      let same = try Render(other)
      #expect(refusal(of: same, render.bytes) == .leakingRegion, "\(other)")
    }
    let elsewhere = try Render(style, [NormalizedRect(x: 0.6, y: 0.6, width: 0.2, height: 0.2)])
    #expect(refusal(of: elsewhere, render.bytes) == .changedOutside)
  }

  @Test func refusesWhatIsNotThePicture() throws {
    let render = try Render(.mosaic)
    let samples = Array(render.bytes.suffix(3 * 117 * 101))
    func header(_ text: String) -> [UInt8] { Array(text.utf8) + samples }
    #expect(refusal(of: render, header("P6\n117 101\n255\n")) == nil)
    #expect(refusal(of: render, header("P6\n#x\n117 101\n255\n"))?.blockKind == "comment")
    #expect(refusal(of: render, header("P6\n117 101#x\n255\n"))?.blockKind == "comment")
    #expect(refusal(of: render, header("P6\n117  101\n255\n"))?.blockKind == "strayBytes")
    #expect(refusal(of: render, header("P6\n117 0101\n255\n"))?.blockKind == "strayBytes")
    #expect(refusal(of: render, render.bytes + [0])?.blockKind == "trailingBytes")
    #expect(refusal(of: render, render.bytes + render.photo.fileBytes)?.blockKind == "trailingBytes")
    #expect(refusal(of: render, render.bytes.dropLast())?.blockKind == "strayBytes")
    #expect(refusal(of: render, [])?.blockKind == "strayBytes")
  }

  @Test func refusesAnotherSize() throws {
    let render = try Render(.mosaic)
    let samples = Array(render.bytes.suffix(3 * 117 * 101))
    #expect(refusal(of: render, PPMFile.header(101, 117) + samples) == .otherShape)
    #expect(refusal(of: render, PPMFile.header(117, 100) + samples.dropLast(3 * 117)) == .otherShape)
  }

  @Test func refusesAnotherWay() throws {
    #expect(try refusal(of: Render(.mosaic), way: .bitCopy)?.isDamage == true)
  }

  @Test func provesTones() throws {
    let render = try Render(.mosaic)
    let obscured = try render.photo.opening(render: render.bytes)
    let filters = ToneFilters(sepia: 0.6)
    var toned = try obscured.toning(filters).bytes
    func refusal() -> FaceBlurError? {
      do {
        try gate.checkTones(of: toned, against: obscured, filters: filters, options: RenderOptions())
        return nil
      } catch {
        return error
      }
    }
    #expect(toned != render.bytes && refusal() == nil)
    toned[toned.count - 1] ^= 1
    #expect(refusal() == .otherTones)
    toned = render.bytes
    #expect(refusal() == .otherTones)
    toned = try render.photo.toning(filters).bytes
    #expect(refusal() == .otherTones)
  }

  /// From nothing but the file, and with means only as flat cells.
  @Test(arguments: styles)
  func provesRegionsFromTheFileAlone(style: ObscuringStyle) throws {
    var render = try Render(style)
    func holds() throws -> Bool {
      let photo = try render.photo.opening(render: render.bytes)
      do {
        try gate.checkRegions(of: photo, render.plan)
        return true
      } catch {
        #expect(error == .leakingRegion)
        return false
      }
    }
    #expect(try holds())
    let pixel = try render.pixel(inside: true)
    render.bytes[PPMFile.place(ofPixel: pixel.x, pixel.y, in: render.bytes)] ^= 0x40
    #expect(try holds() == (style == .smoothPixelate))
  }

  /// Nothing but a reckoning of the gate's own would see that the writer goes wrong.
  @Test func seesAWriterThatTakesOtherSurroundings() throws {
    let render = try Render(.mosaic, GatedRender.one)
    let picture = GatedRender.picture()
    let unit = try #require(self.unit(beside: render))
    var whitened = picture
    var restored: [(place: Int, samples: [UInt8])] = []
    for (x, y) in (0..<64).map({ (8 * unit.x + $0 % 8, 8 * unit.y + $0 / 8) }) {
      let place = PPMFile.place(ofPixel: x, y, in: render.bytes)
      restored.append((place, Array(render.bytes[place..<(place + 3)])))
      whitened[x, y] = (255, 255, 255)
    }
    let other = try PPMPhoto(PPMFile.encode(whitened), limits: ImageLimits())
      .rendering(render.areas, with: MosaicObscurer()).bytes
    #expect(refusal(of: render, other) == .changedOutside)
    // Around what it hides, it shows what the photo shows.
    var mixed = other
    for (place, samples) in restored { mixed.replaceSubrange(place..<(place + 3), with: samples) }
    #expect(refusal(of: render, mixed) == .leakingRegion)
  }

  private func unit(beside render: Render) -> (x: Int, y: Int)? {
    guard let area = render.areas.first else { return nil }
    for y in 0..<render.photo.geometry.unitRows {
      for x in 0..<render.photo.geometry.unitColumns where area.isBeside(unitX: x, unitY: y) { return (x, y) }
    }
    return nil
  }
}

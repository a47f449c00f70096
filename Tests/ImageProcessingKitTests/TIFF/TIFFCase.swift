import TestSupport
import Testing

@testable import ImageProcessingKit

/// A TIFF, a plan for it, and what a render of it must be.
struct TIFFCase {
  let picture: TestTIFF.Picture
  let coding: TestTIFF.Coding
  let plan: RegionPlan
  let options: RenderOptions

  static let flatStyles = [ObscuringStyle.mosaic, .blur, .fill]

  /// A picture of noise with some regions, each as any may be, from a source of chance.
  init(
    _ kind: TestTIFF.Kind, _ compression: TestTIFF.Compression, _ style: ObscuringStyle,
    _ shape: ObscuringShape, _ random: inout SplitMix
  ) throws {
    picture = TestTIFF.Picture.noise(
      kind, width: .random(in: 1...70, using: &random), height: .random(in: 1...70, using: &random),
      seed: random.next())
    coding = TestTIFF.Coding.any(compression, using: &random)
    let rects = (1...Int.random(in: 1...3, using: &random)).map { _ in
      NormalizedRect(
        x: .random(in: -0.2...0.9, using: &random), y: .random(in: -0.2...0.9, using: &random),
        width: .random(in: 0.1...0.6, using: &random), height: .random(in: 0.1...0.6, using: &random))
    }
    plan = try GatedRender.plan(
      rects, style, shape, cells: .random(in: 1...(style.revealsContent ? 4 : 24), using: &random),
      regionCells: Int.random(in: 0..<8, using: &random) == 0 ? 0 : nil)
    var options = RenderOptions()
    options.metadata = Bool.random(using: &random) ? .minimal : .everything
    self.options = options
  }

  init(
    _ picture: TestTIFF.Picture, _ plan: RegionPlan, _ coding: TestTIFF.Coding = TestTIFF.Coding(),
    options: RenderOptions = RenderOptions()
  ) {
    (self.picture, self.plan, self.coding, self.options) = (picture, plan, coding, options)
  }

  /// The file of the picture, or of another one in the same coding.
  func file(_ other: TestTIFF.Picture? = nil) throws -> [UInt8] {
    try TestTIFF.encode(other ?? picture, coding)
  }

  func render(of file: [UInt8]) throws -> RenderedPhoto {
    let photo = try PhotoFormats.standard.open(file).content
    return try photo.rendering(
      plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options)
  }

  /// What the gate has against a render of a file.
  func refusal(of render: [UInt8], from file: [UInt8]) throws -> FaceBlurError? {
    let photo = try PhotoFormats.standard.open(file).content
    do {
      try LeakGate(format: .tiff).check(render, of: photo, plan: plan, options: options, madeBy: Self.path)
      return nil
    } catch {
      return error
    }
  }

  /// The one way in which TIFFs are written, by its name.
  static let path = RenderSummary.Path(rawValue: "strips") ?? .rows

  /// Whether a pixel is in an area.
  func inside() throws -> (_ x: Int, _ y: Int) -> Bool {
    let geometry = PhotoGeometry(
      storedWidth: picture.width, storedHeight: picture.height, orientation: .up, unitWidth: 8, unitHeight: 8)
    let areas = plan.areas(on: geometry)
    return { x, y in areas.contains { $0.contains(unitX: x / 8, unitY: y / 8) } }
  }

  /// By strip or tile, whether a pixel in it is hidden.
  func hiddenChunks() throws -> [Bool] {
    let isInside = try inside()
    return TestTIFF.chunks(picture, coding).map { chunk in
      (chunk.y..<min(chunk.y + chunk.height, picture.height)).contains { y in
        (chunk.x..<min(chunk.x + chunk.width, picture.width)).contains { x in isInside(x, y) }
      }
    }
  }

  /// The same picture with other insides: black, noise of every value, the brightest, and what stands elsewhere.
  func otherInsides(_ random: inout SplitMix) throws -> [TestTIFF.Picture] {
    let isInside = try inside()
    let maximum = UInt16(picture.kind.maximum)
    var noise = SplitMix(seed: random.next())
    return [
      picture.replacing(where: isInside) { _, _, _ in 0 },
      picture.replacing(where: isInside) { _, _, _ in .random(in: 0...maximum, using: &noise) },
      picture.replacing(where: isInside) { _, _, _ in maximum },
      picture.replacing(where: isInside) { x, y, channel in
        picture[picture.width - 1 - x, picture.height - 1 - y][channel]
      },
    ]
  }
}

extension TestTIFF.Picture {
  /// Whether all samples of pixels that are not inside are another picture's.
  func isSame(as other: TestTIFF.Picture, outside isInside: (_ x: Int, _ y: Int) -> Bool) -> Bool {
    guard (kind, width, height) == (other.kind, other.width, other.height) else { return false }
    return (0..<height).allSatisfy { y in
      (0..<width).allSatisfy { x in isInside(x, y) || self[x, y] == other[x, y] }
    }
  }
}

extension TestTIFF.Kind {
  var model: ColorModel { isGray ? .gray : colors == 4 ? .cmyk : .rgb }
}

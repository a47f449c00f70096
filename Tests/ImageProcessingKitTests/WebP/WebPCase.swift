import TestSupport
import Testing

@testable import ImageProcessingKit

/// A WebP, a plan for it, and what a render of it must be.
struct WebPCase {
  let picture: TestWebP.Picture
  let coding: TestWebP.Coding
  let plan: RegionPlan
  let options: RenderOptions

  static let flatStyles = [ObscuringStyle.mosaic, .blur, .fill]

  /// How a picture is stored.
  struct Form: Sendable, Hashable, CustomTestStringConvertible {
    let isLossless: Bool
    let hasAlpha: Bool

    static let all = [true, false].flatMap { isLossless in
      [false, true].map { Form(isLossless: isLossless, hasAlpha: $0) }
    }
    static let lossless = all[0]
    static let lossy = all[2]

    var coding: TestWebP.Coding { isLossless ? .lossless : .lossy(75) }
    var path: RenderSummary.Path { isLossless ? .lossless : .lossy }
    /// What the picture's chunk is called.
    var chunk: String { isLossless ? "VP8L" : "VP8 " }
    var testDescription: String {
      "\(isLossless ? "without" : "with") loss\(hasAlpha ? " and with alpha" : "")"
    }

    /// A picture that is coded as photos are: noise without loss, the portrait with it.
    func picture(width: Int = 117, height: Int = 101, seed: UInt64 = 11) throws -> TestWebP.Picture {
      guard !isLossless else { return .noise(width: width, height: height, hasAlpha: hasAlpha, seed: seed) }
      var pixels = PixelBuffer(width: width, height: height)
      pixels.paste(try TestPhotos.pixels(of: TestPhotos.astronaut()), x: -160, y: -60)
      let picture = TestWebP.Picture(pixels)
      return hasAlpha ? picture.faded : picture
    }
  }

  init(
    _ picture: TestWebP.Picture, _ coding: TestWebP.Coding, _ plan: RegionPlan,
    options: RenderOptions = RenderOptions()
  ) {
    (self.picture, self.coding, self.plan, self.options) = (picture, coding, plan, options)
  }

  init(
    _ form: Form, _ style: ObscuringStyle = .mosaic, _ rects: [NormalizedRect] = GatedRender.three,
    _ shape: ObscuringShape = .box, options: RenderOptions = RenderOptions()
  ) throws {
    self.init(try form.picture(), form.coding, try GatedRender.plan(rects, style, shape), options: options)
  }

  /// A picture of noise with some regions, each as any may be, from a source of chance.
  init(lossless hasAlpha: Bool, _ style: ObscuringStyle, _ shape: ObscuringShape, _ random: inout SplitMix)
    throws
  {
    let picture = TestWebP.Picture.noise(
      width: .random(in: 1...70, using: &random), height: .random(in: 1...70, using: &random),
      hasAlpha: hasAlpha, seed: random.next())
    let rects = (1...Int.random(in: 1...4, using: &random)).map { _ in
      NormalizedRect(
        x: .random(in: -0.2...0.9, using: &random), y: .random(in: -0.2...0.9, using: &random),
        width: .random(in: 0.1...0.6, using: &random), height: .random(in: 0.1...0.6, using: &random))
    }
    var options = RenderOptions()
    options.metadata = Bool.random(using: &random) ? .minimal : .everything
    self.init(
      picture, .lossless,
      try GatedRender.plan(
        rects, style, shape, cells: .random(in: 1...(style.revealsContent ? 4 : 24), using: &random)),
      options: options)
  }

  private var path: RenderSummary.Path { coding.isLossless ? .lossless : .lossy }
  private var unit: Int { coding.isLossless ? 8 : 16 }

  /// The file of the picture, or of another one in the same coding.
  func file(_ other: TestWebP.Picture? = nil) throws -> [UInt8] {
    try TestWebP.photo(other ?? picture, coding).bytes
  }

  func photo(_ file: [UInt8]) throws -> any EditablePhoto {
    try WebPContainer().open(FileBytes(file), limits: ImageLimits())
  }

  func render(of file: [UInt8]) throws -> RenderedPhoto {
    let photo = try photo(file)
    return try photo.rendering(
      plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options)
  }

  /// What the gate has against a render of a file.
  /// - Parameter way: how it is said to be made; nil for how such files are.
  func refusal(
    of render: [UInt8], from file: [UInt8], plan: RegionPlan? = nil, madeBy way: RenderSummary.Path? = nil
  ) throws -> FaceBlurError? {
    let photo = try photo(file)
    do {
      try LeakGate(format: .webp).check(
        render, of: photo, plan: plan ?? self.plan, options: options, madeBy: way ?? path)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a pixel is in an area.
  func inside() -> (_ x: Int, _ y: Int) -> Bool {
    let unit = unit
    let geometry = PhotoGeometry(
      storedWidth: picture.width, storedHeight: picture.height, orientation: .up, unitWidth: unit,
      unitHeight: unit)
    let areas = plan.areas(on: geometry)
    return { x, y in areas.contains { $0.contains(unitX: x / unit, unitY: y / unit) } }
  }

  /// The same picture with other insides: black, noise of every value, the brightest, and what stands beside.
  func otherInsides(_ random: inout SplitMix) -> [TestWebP.Picture] {
    let isInside = inside()
    var noise = SplitMix(seed: random.next())
    return [
      picture.replacing(where: isInside) { _, _, _ in 0 },
      picture.replacing(where: isInside) { _, _, _ in .random(in: 0...255, using: &noise) },
      picture.replacing(where: isInside) { _, _, _ in 255 },
      picture.replacing(where: isInside) { x, y, channel in
        picture[picture.width - 1 - x, picture.height - 1 - y][channel]
      },
    ]
  }
}

extension TestWebP.Picture {
  /// Whether all pixels that are not inside are another picture's.
  func isSame(as other: TestWebP.Picture, outside isInside: (_ x: Int, _ y: Int) -> Bool) -> Bool {
    guard (width, height) == (other.width, other.height) else { return false }
    return replacing(where: isInside) { _, _, _ in 0 } == other.replacing(where: isInside) { _, _, _ in 0 }
  }

  func isOpaque(where isInside: (_ x: Int, _ y: Int) -> Bool) -> Bool {
    (0..<height).allSatisfy { y in
      (0..<width).allSatisfy { x in !isInside(x, y) || pixels[4 * (y * width + x) + 3] == 255 }
    }
  }
}

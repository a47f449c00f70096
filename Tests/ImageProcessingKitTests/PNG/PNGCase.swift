import TestSupport
import Testing

@testable import ImageProcessingKit

/// A PNG, a plan for it, and what a render of it must be.
struct PNGCase {
  let picture: TestPNG.Picture
  let coding: TestPNG.Coding
  let plan: RegionPlan
  let options: RenderOptions

  static let flatStyles = [ObscuringStyle.mosaic, .blur, .fill]

  /// A picture of noise with some regions, each as any may be, from a source of chance.
  init(
    _ kind: TestPNG.Kind, _ style: ObscuringStyle, _ shape: ObscuringShape, isInterlaced: Bool,
    _ random: inout SplitMix
  ) throws {
    picture = TestPNG.Picture.noise(
      kind, width: .random(in: 1...70, using: &random), height: .random(in: 1...70, using: &random),
      seed: random.next())
    var coding = TestPNG.Coding()
    coding.isInterlaced = isInterlaced
    coding.filter = TestPNGFilter.all.randomElement(using: &random) ?? .minimumSum
    coding.stream = ZlibStream.all.randomElement(using: &random) ?? ZlibStream()
    coding.idatBytes = Bool.random(using: &random) ? nil : .random(in: 1...400, using: &random)
    self.coding = coding
    let rects = (1...Int.random(in: 1...4, using: &random)).map { _ in
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
    _ picture: TestPNG.Picture, _ plan: RegionPlan, _ coding: TestPNG.Coding = TestPNG.Coding(),
    options: RenderOptions = RenderOptions()
  ) {
    (self.picture, self.plan, self.coding, self.options) = (picture, plan, coding, options)
  }

  /// The file of the picture, or of another one in the same coding.
  func file(_ other: TestPNG.Picture? = nil) throws -> [UInt8] {
    try TestPNG.encode(other ?? picture, coding)
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
      try LeakGate(format: .png).check(render, of: photo, plan: plan, options: options, madeBy: .rows)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a pixel is in an area.
  func inside() throws -> (_ x: Int, _ y: Int) -> Bool {
    let geometry = PhotoGeometry(
      storedWidth: picture.width, storedHeight: picture.height, orientation: .up, unitWidth: 8, unitHeight: 8)
    let areas = plan.areas(on: geometry)
    return { x, y in areas.contains { $0.contains(unitX: x / 8, unitY: y / 8) } }
  }

  /// The same picture with other insides: black, noise of every value, the brightest, and what stands beside.
  func otherInsides(_ random: inout SplitMix) throws -> [TestPNG.Picture] {
    let isInside = try inside()
    let maximum = UInt16(picture.kind.maximum)
    let seed = random.next()
    var noise = SplitMix(seed: seed)
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

extension TestPNG.Picture {
  /// Whether all samples of pixels that are not inside are another picture's; of palettes, what they show.
  func isSame(as other: TestPNG.Picture, outside isInside: (_ x: Int, _ y: Int) -> Bool) -> Bool {
    guard (kind, width, height) == (other.kind, other.width, other.height) else { return false }
    return (0..<height).allSatisfy { y in
      (0..<width).allSatisfy { x in
        isInside(x, y)
          || (kind.isPalette ? shown(x, y) == other.shown(x, y) : self[x, y] == other[x, y])
      }
    }
  }

  /// The colour that a pixel shows, with its alpha; of palettes by the entry.
  func shown(_ x: Int, _ y: Int) -> [UInt8] { shown(byEntry: Int(self[x, y][0])) }

  /// The colour of an entry of the palette, with its alpha.
  func shown(byEntry index: Int) -> [UInt8] {
    let alphas: [UInt8] = if case .alphas(let alphas) = transparency { alphas } else { [] }
    guard index < palette.count else { return [0, 0, 0, 255] }
    return palette[index] + [index < alphas.count ? alphas[index] : 255]
  }

  /// Whether the palette holds what pixels show and nothing else, each once, by alpha and then by colour.
  var hasPaletteOfARender: Bool {
    let entries = palette.indices.map { shown(byEntry: $0) }
    func order(_ entry: [UInt8]) -> [UInt8] { [entry[3]] + entry[..<3] }
    return zip(entries, entries.dropFirst()).allSatisfy { order($0).lexicographicallyPrecedes(order($1)) }
      && Set(samples.map(Int.init)) == Set(palette.indices)
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

extension TestHEIF.Codec {
  var container: any PhotoContainer { self == .hevc ? HEICContainer() : AVIFContainer() }
  var gate: any FormatGate { self == .hevc ? HEICGate() : AVIFGate() }
}

/// A HEIC or an AVIF, a plan for it, and what a render of it must be.
struct HEIFCase {
  let picture: TestHEVC.Picture
  let kind: TestHEIF.Kind
  let plan: RegionPlan
  let options: RenderOptions

  static let flatStyles = [ObscuringStyle.mosaic, .blur, .fill]
  /// Of what a picture can be: chroma and bits.
  static let forms: [Form] =
    [.half, .gray, .halfWidth, .full].flatMap { chroma in [8, 10].map { Form(chroma: chroma, depth: $0) } }

  struct Form: Sendable, Hashable, CustomTestStringConvertible {
    let chroma: TestHEVC.Chroma
    let depth: Int
    var testDescription: String { "\(chroma) \(depth)" }
  }

  /// What the picture is in.
  struct Frame: Sendable, Hashable, CustomTestStringConvertible {
    let codec: TestHEIF.Codec
    let isGrid: Bool

    static let all = TestHEIF.Codec.allCases.flatMap { codec in
      [true, false].map { Frame(codec: codec, isGrid: $0) }
    }

    var testDescription: String { "\(codec.name), \(isGrid ? "grid" : "single")" }

    /// Whether a render of it has every sample outside as it was. A single picture of AV1 with loss is coded with loss again.
    func isExact(isLossy: Bool) -> Bool { codec == .hevc || isGrid || !isLossy }

    func kind(isLossy: Bool = false, tile: (width: Int, height: Int) = (64, 48)) -> TestHEIF.Kind {
      TestHEIF.Kind(codec, tile: isGrid ? tile : nil, isLossy: isLossy)
    }
  }

  /// A picture of noise with some regions, each as any may be, from a source of chance.
  init(
    _ form: Form, in frame: Frame, _ style: ObscuringStyle, _ shape: ObscuringShape, isLossy: Bool = false,
    _ random: inout SplitMix
  ) throws {
    // A picture of HEVC that is one item has whole samples of colour; a grid may show a part of one.
    let step = frame.isGrid || frame.codec == .av1 ? (x: 1, y: 1) : form.chroma.step
    let width = Int.random(in: 33...100, using: &random) / step.x * step.x
    let height = Int.random(in: 33...100, using: &random) / step.y * step.y
    picture = TestHEVC.Picture.noise(
      width: width, height: height, chroma: form.chroma, depth: form.depth, seed: random.next())
    kind = frame.kind(isLossy: isLossy)
    let rects = (1...Int.random(in: 1...3, using: &random)).map { _ in
      NormalizedRect(
        x: .random(in: -0.2...0.9, using: &random), y: .random(in: -0.2...0.9, using: &random),
        width: .random(in: 0.1...0.6, using: &random), height: .random(in: 0.1...0.6, using: &random))
    }
    plan = try GatedRender.plan(
      rects, style, shape, cells: .random(in: 1...(style.revealsContent ? 4 : 24), using: &random))
    var options = RenderOptions()
    options.metadata = Bool.random(using: &random) ? .minimal : .everything
    self.options = options
  }

  init(
    _ picture: TestHEVC.Picture, _ kind: TestHEIF.Kind, _ plan: RegionPlan,
    options: RenderOptions = RenderOptions()
  ) {
    (self.picture, self.kind, self.plan, self.options) = (picture, kind, plan, options)
  }

  /// The file of the picture, or of another one in the same coding.
  func file(_ other: TestHEVC.Picture? = nil) throws -> [UInt8] {
    try TestHEIF.photo(other ?? picture, kind).bytes
  }

  func photo(_ file: [UInt8]) throws -> any EditablePhoto {
    try kind.codec.container.open(FileBytes(file), limits: ImageLimits())
  }

  func render(of file: [UInt8]) throws -> RenderedPhoto {
    let photo = try photo(file)
    return try photo.rendering(
      plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options)
  }

  /// What the gate has against a render of a file.
  /// - Parameter way: how it is said to be made.
  func refusal(
    of render: [UInt8], from file: [UInt8], plan: RegionPlan? = nil, madeBy way: RenderSummary.Path
  ) throws -> FaceBlurError? {
    let photo = try photo(file)
    do throws(FaceBlurError) {
      try LeakGate(format: kind.codec == .hevc ? .heic : .avif).check(
        render, of: photo, plan: plan ?? self.plan, options: options, madeBy: way)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a pixel is in an area.
  func inside() throws -> (_ x: Int, _ y: Int) -> Bool {
    let geometry = try photo(file()).geometry
    let areas = plan.areas(on: geometry)
    return { x, y in areas.contains { $0.contains(unitX: x / 16, unitY: y / 16) } }
  }

  /// The same picture with other insides: black, noise of every value, the brightest, and what stands beside.
  func otherInsides(_ random: inout SplitMix) throws -> [TestHEVC.Picture] {
    let isInside = try inside()
    let largest = UInt16((1 << picture.depth) - 1)
    var noise = SplitMix(seed: random.next())
    return [
      picture.replacing(where: isInside) { _, _, _ in 0 },
      picture.replacing(where: isInside) { _, _, _ in .random(in: 0...largest, using: &noise) },
      picture.replacing(where: isInside) { _, _, _ in largest },
      picture.replacing(where: isInside) { plane, x, y in
        let size = picture.size(ofPlane: plane)
        return picture.planes[plane][(size.height - 1 - y) * size.width + size.width - 1 - x]
      },
    ]
  }
}

extension TestHEVC.Picture {
  /// Other samples where a pixel is inside.
  /// - Parameter sample: is given the plane, and the place in it.
  func replacing(
    where isInside: (_ x: Int, _ y: Int) -> Bool, _ sample: (_ plane: Int, _ x: Int, _ y: Int) -> UInt16
  ) -> TestHEVC.Picture {
    var other = self
    for plane in planes.indices {
      let (size, step) = (size(ofPlane: plane), plane == 0 ? (x: 1, y: 1) : chroma.step)
      for y in 0..<size.height {
        for x in 0..<size.width where isInside(x * step.x, y * step.y) {
          other.planes[plane][y * size.width + x] = sample(plane, x, y)
        }
      }
    }
    return other
  }

  /// Whether all samples of pixels that are not inside are another picture's.
  func isSame(as other: TestHEVC.Picture, outside isInside: (_ x: Int, _ y: Int) -> Bool) -> Bool {
    guard (width, height, chroma, depth) == (other.width, other.height, other.chroma, other.depth) else {
      return false
    }
    return replacing(where: isInside) { _, _, _ in 0 } == other.replacing(where: isInside) { _, _, _ in 0 }
  }

  /// How far samples of a plane are from another picture's, on the average, in levels of 8 bits.
  func distance(
    to other: TestHEVC.Picture, plane: Int, where isMeant: (_ x: Int, _ y: Int) -> Bool
  ) -> Double {
    let (size, step) = (size(ofPlane: plane), plane == 0 ? (x: 1, y: 1) : chroma.step)
    var (sum, count) = (0, 0)
    for y in 0..<size.height {
      for x in 0..<size.width where isMeant(x * step.x, y * step.y) {
        let place = y * size.width + x
        sum += abs(Int(planes[plane][place]) - Int(other.planes[plane][place]))
        count += 1
      }
    }
    return count == 0 ? 0 : Double(sum) / Double(count << (depth - 8))
  }

  var planar: PlanarPicture {
    get throws {
      let format = try #require(ChromaFormat(rawValue: chroma.rawValue))
      let shape = PlanarShape(width: width, height: height, chroma: format, depth: depth)
      return try #require(PlanarPicture(shape, planes: planes))
    }
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// A small photo, a plan for it and the render, to be put before the gate as it is or tampered with.
struct GatedRender {
  let original: [UInt8]
  let photo: any EditablePhoto
  let plan: RegionPlan
  let options: RenderOptions
  let bytes: [UInt8]
  let path: RenderSummary.Path
  /// What the writer says of the middle.
  let seam: RenderSeam?

  /// One region, off every grid.
  static let one = [NormalizedRect(x: 0.2, y: 0.25, width: 0.37, height: 0.41)]
  /// Two that touch, and one that does not and reaches over the corner.
  static let three =
    one + [
      NormalizedRect(x: 0.5, y: 0.5, width: 0.2, height: 0.2),
      NormalizedRect(x: 0.9, y: 0.05, width: 0.3, height: 0.12),
    ]

  static func picture(width: Int = 117, height: Int = 101, seed: UInt64 = 11) -> PixelBuffer {
    TestPhotos.noise(width: width, height: height, seed: seed)
  }

  init(_ original: [UInt8], _ plan: RegionPlan, options: RenderOptions = RenderOptions()) throws {
    self.original = original
    self.plan = plan
    self.options = options
    photo = try PhotoFormats.standard.open(original).content
    let rendered = try photo.rendering(
      plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options)
    bytes = rendered.bytes
    path = rendered.path
    seam = rendered.seam
  }

  init(
    _ kind: TestJPEG.Kind = TestJPEG.Kind(), _ plan: RegionPlan? = nil,
    options: RenderOptions = RenderOptions()
  ) throws {
    try self.init(
      TestJPEG.encode(Self.picture(), kind), try plan ?? Self.plan(Self.one), options: options)
  }

  static func plan(
    _ rects: [NormalizedRect], _ style: ObscuringStyle = .mosaic, _ shape: ObscuringShape = .box,
    cells: Int = 6, regionCells: Int? = nil
  ) throws -> RegionPlan {
    let strength = try #require(ObscuringStrength(style: style, shape: shape, cells: cells, margin: 1))
    let regions = rects.enumerated().map { index, rect in
      var region = PlannedRegion(id: "f\(index + 1)", rect: rect, score: nil, origin: .manual)
      if index == 0 { region.cells = regionCells }
      return region
    }
    return RegionPlan(regions: regions, strength: strength)
  }

  /// What the gate has against a file, on one thread and on two, given another plan or other options where they are not the render's.
  func refusal(
    of file: [UInt8]? = nil, plan: RegionPlan? = nil, options: RenderOptions? = nil,
    meetingAt seam: RenderSeam? = nil
  ) -> FaceBlurError? {
    func refusal(meetingAt seam: RenderSeam?, having reading: (any OriginalReading)? = nil) -> FaceBlurError?
    {
      do {
        try LeakGate(format: .jpeg).check(
          FileBytes(file ?? bytes), of: photo, plan: plan ?? self.plan, options: options ?? self.options,
          madeBy: path, meetingAt: seam, having: reading)
        return nil
      } catch {
        return error
      }
    }
    let alone = refusal(meetingAt: nil)
    guard let seam = seam ?? self.seam else { return alone }
    // Two threads find what one does, whatever is wrong.
    let divided = refusal(meetingAt: seam)
    #expect(alone?.kind == divided?.kind)
    // And what was read before there was a render is what is read then.
    let begun = refusal(meetingAt: seam, having: LeakGate(format: .jpeg).reading(of: photo))
    #expect(alone?.kind == begun?.kind)
    return divided
  }

  /// Where the render's first scan's coded bits begin.
  var entropyStart: Int { JPEGParts.segments(of: bytes).last?.range.upperBound ?? 0 }
}

extension FaceBlurError {
  /// What kind of block is objected to; nil for other reasons.
  var blockKind: String? {
    if case .leak(.block(let kind)) = kind { kind } else { nil }
  }

  var isDamage: Bool { [.leak(.damaged), .leak(.codeBehindTile)].contains(kind) }
}

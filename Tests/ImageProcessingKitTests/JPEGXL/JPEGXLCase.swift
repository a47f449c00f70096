import TestSupport
import Testing

@testable import ImageProcessingKit

/// A JPEG XL made of a JPEG, a plan for it, and what a render of it must be.
struct JPEGXLCase {
  let jpeg: [UInt8]
  let file: [UInt8]
  let plan: RegionPlan
  let options: RenderOptions

  /// How JPEGs are stored that libjxl codes: it knows no CMYK, no arithmetic coding and no samples four times as coarse.
  static let kinds: [TestJPEG.Kind] =
    [(1, 1), (2, 1), (1, 2), (2, 2)].flatMap { sampling in
      [false, true].map { isProgressive in
        TestJPEG.Kind { ($0.sampling, $0.isProgressive) = (sampling, isProgressive) }
      }
    } + [
      TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) },
      TestJPEG.Kind { ($0.keepsColors, $0.sampling) = (true, (1, 1)) },
      TestJPEG.Kind { $0.hasSeparateScans = true },
      TestJPEG.Kind { $0.restartInterval = 3 },
      TestJPEG.Kind { $0.hasOptimizedTables = true },
    ]

  init(
    _ jpeg: [UInt8], _ style: ObscuringStyle = .mosaic, _ rects: [NormalizedRect] = GatedRender.three,
    options: RenderOptions = RenderOptions(), coding: TestJXL.Coding = TestJXL.Coding()
  ) throws {
    self.jpeg = jpeg
    file = try TestJXL.transcode(jpeg, coding)
    plan = try GatedRender.plan(rects, style)
    self.options = options
  }

  init(
    _ kind: TestJPEG.Kind = TestJPEG.Kind(), _ style: ObscuringStyle = .mosaic,
    options: RenderOptions = RenderOptions()
  ) throws {
    try self.init(TestJPEG.encode(GatedRender.picture(), kind), style, options: options)
  }

  static func photo(_ file: [UInt8]) throws -> any EditablePhoto {
    try JPEGXLContainer().open(FileBytes(file), limits: ImageLimits())
  }

  func render(of file: [UInt8]? = nil) throws -> RenderedPhoto {
    let photo = try Self.photo(file ?? self.file)
    return try photo.rendering(
      plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options)
  }

  /// The render of the JPEG alone.
  func renderOfJPEG(_ jpeg: [UInt8]? = nil) throws -> RenderedPhoto {
    let photo = try JPEGContainer().open(FileBytes(jpeg ?? self.jpeg), limits: ImageLimits())
    return try photo.rendering(
      plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: options)
  }

  /// A JPEG as renders have it.
  static func coded(_ jpeg: [UInt8]) throws -> [UInt8] {
    let photo = try JPEGContainer().open(FileBytes(jpeg), limits: ImageLimits())
    return try JPEGXLCodec.encode(
      jpeg: jpeg, width: photo.geometry.storedWidth, height: photo.geometry.storedHeight)
  }

  /// What the gate has against a render.
  func refusal(
    of render: [UInt8], from file: [UInt8]? = nil, plan: RegionPlan? = nil, options: RenderOptions? = nil,
    madeBy way: RenderSummary.Path = .bitCopy
  ) throws -> FaceBlurError? {
    let photo = try Self.photo(file ?? self.file)
    do {
      try LeakGate(format: .jpegXL).check(
        FileBytes(render), of: photo, plan: plan ?? self.plan, options: options ?? self.options, madeBy: way)
      return nil
    } catch {
      return error
    }
  }
}

internal import CReference
internal import FoundationEssentials
@testable internal import ImageProcessingKit

/// One way from the bytes of a photo to the bytes of its render, or what is done with them then.
enum Engine: String, CaseIterable {
  case bitCopy
  case coefficients
  case pixels
  /// The least that any bit-copy must do: every symbol is read, nothing is written.
  case scan
  /// Every pixel decoded and encoded again; nothing is obscured.
  case turbo
  /// The check of a render before it gets its name.
  case gate
  /// The detector's look at the regions of a render.
  case look

  struct Failure: Error {}

  /// What is measured for a photo, once whatever it needs is there.
  /// - Parameter sink: takes the render; it may be used again.
  func work(on bytes: [UInt8], _ plan: RegionPlan, into sink: KeptSink) throws -> () throws -> Void {
    switch self {
    case .bitCopy: { try Self.render(bytes, plan, by: .bitCopy, into: sink) }
    case .coefficients: { try Self.render(bytes, plan, by: .coefficients, into: sink) }
    case .pixels: { try Self.render(bytes, plan, by: .pixels, into: sink) }
    case .scan: { try Self.scan(bytes) }
    case .turbo: { _ = cref_recode(bytes, bytes.count) }
    case .gate: try Self.gate(bytes, plan)
    case .look: try Self.look(bytes, plan)
    }
  }

  private static func rendered(
    _ photo: any EditablePhoto, _ plan: RegionPlan
  ) throws -> (render: [UInt8], path: RenderSummary.Path) {
    let sink = MemorySink()
    let summary = try photo.renderUnproven(
      plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: RenderOptions(), into: sink
    )
    return (sink.bytes, summary.path)
  }

  private static func gate(_ bytes: [UInt8], _ plan: RegionPlan) throws -> () throws -> Void {
    let photo = try PhotoFormats.standard.open(bytes).content
    let (render, path) = try rendered(photo, plan)
    return {
      try LeakGate(format: .jpeg).check(FileBytes(render), of: photo, plan: plan, options: RenderOptions(), madeBy: path)
      _ = DroppedMetadata(from: Photo(photo, .jpeg), policy: .minimal)
    }
  }

  private static func look(_ bytes: [UInt8], _ plan: RegionPlan) throws -> () throws -> Void {
    let photo = try PhotoFormats.standard.open(bytes)
    let detector = try NetworkDetector()
    let look = SecondLook(
      detector: detector, picture: try photo.displayImage(fitting: DisplayImage.standardSide).pixels)
    let source = try RenderSource(photo, RenderOptions())
    return { _ = try look.findings(on: plan, of: source) }
  }

  private static func render(
    _ bytes: [UInt8], _ plan: RegionPlan, by path: RenderSummary.Path, into sink: KeptSink
  ) throws {
    sink.restart()
    let photo = try JPEGPhoto(bytes, limits: ImageLimits())
    _ = try photo.render(
      plan.areas(on: photo.geometry), with: plan.strength.style.obscurer, options: RenderOptions(),
      paths: [path], into: sink)
  }

  private static func scan(_ bytes: [UInt8]) throws {
    guard let stream = BaselineJPEG(FileBytes(bytes)) else { throw Failure() }
    let map = bytes.withUnsafeBufferPointer { BaselineScanner.scan(stream, $0, areas: []) }
    guard map != nil else { throw Failure() }
  }
}

/// Takes a render and keeps its memory for the next one, as the reference does.
final class KeptSink: ByteSink {
  private(set) var bytes: [UInt8] = []

  func append(_ more: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: more)
  }

  func restart() {
    bytes.removeAll(keepingCapacity: true)
  }
}

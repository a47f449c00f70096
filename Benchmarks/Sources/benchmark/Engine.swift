internal import CReference
@testable internal import ImageProcessingKit

/// One way from the bytes of a photo to the bytes of its render.
enum Engine: String, CaseIterable {
  case bitCopy
  case coefficients
  case pixels
  /// The least that any bit-copy must do: every symbol is read, nothing is written.
  case scan
  /// Every pixel decoded and encoded again; nothing is obscured.
  case turbo

  struct Failure: Error {}

  /// Runs once.
  /// - Parameter sink: takes the render; it may be used again.
  /// - Returns: how long it took.
  func run(_ bytes: [UInt8], _ plan: RegionPlan, into sink: KeptSink) throws -> Duration {
    try ContinuousClock().measure {
      switch self {
      case .bitCopy: try Self.render(bytes, plan, by: .bitCopy, into: sink)
      case .coefficients: try Self.render(bytes, plan, by: .coefficients, into: sink)
      case .pixels: try Self.render(bytes, plan, by: .pixels, into: sink)
      case .scan: try Self.scan(bytes)
      case .turbo: _ = cref_recode(bytes, bytes.count)
      }
    }
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
    guard let stream = BaselineJPEG(bytes) else { throw Failure() }
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

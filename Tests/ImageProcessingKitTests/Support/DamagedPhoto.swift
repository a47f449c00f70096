import TestSupport
import Testing

@testable import ImageProcessingKit

/// A file that may be anything, which the reader takes for a photo and the writer renders.
struct DamagedPhoto {
  enum Outcome {
    case refused, proven
    /// The decoder that is asked for its account sees no picture, or another one.
    case otherwiseToDecoder
  }

  let photo: any EditablePhoto
  let render: RenderedPhoto
  /// What is hidden in the render.
  let areas: [ObscuredArea]
  private let plan: RegionPlan

  private static let plan = Result {
    try GatedRender.plan([NormalizedRect(x: 0.25, y: 0.25, width: 0.4, height: 0.4)])
  }

  /// Opens, shows and renders a file, and expects that the library is not at fault where that fails.
  /// - Parameters:
  ///   - container: what opens the file; nil for whatever knows it by its first bytes.
  ///   - comment: which file it is.
  /// - Returns: nil where the file is refused.
  init?(
    _ file: [UInt8], by container: (any PhotoContainer)? = nil, _ comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let plan = try Self.plan.get()
    let photo: any EditablePhoto
    let render: RenderedPhoto
    do {
      photo = try Self.open(file, by: container)
      let picture = try photo.displayImage(fitting: 100).pixels
      #expect(max(picture.width, picture.height) <= 100, comment, sourceLocation: sourceLocation)
      render = try photo.rendering(plan.areas(on: photo.geometry), with: MosaicObscurer())
    } catch {
      #expect(error.kind != .internalError, "\(error) \(comment)", sourceLocation: sourceLocation)
      return nil
    }
    (self.photo, self.render, self.plan) = (photo, render, plan)
    areas = plan.areas(on: photo.geometry)
  }

  private static func open(
    _ file: [UInt8], by container: (any PhotoContainer)?
  ) throws(FaceBlurError) -> any EditablePhoto {
    guard let container else { return try PhotoFormats.standard.open(file, limits: .fewPixels).content }
    return try container.open(FileBytes(file), limits: .fewPixels)
  }

  /// What the gate has against the render.
  /// - Parameter way: how it is said to be made; nil for how it was.
  func refusal(by format: PhotoFormat, madeBy way: RenderSummary.Path? = nil) -> FaceBlurError? {
    do {
      try LeakGate(format: format).check(
        render.bytes, of: photo, plan: plan, options: RenderOptions(), madeBy: way ?? render.path)
      return nil
    } catch {
      return error
    }
  }

  /// Whether a pixel is hidden.
  /// - Parameter unit: how many pixels the photo's units have across and down.
  func isHidden(_ x: Int, _ y: Int, unit: Int) -> Bool {
    areas.contains { $0.contains(unitX: x / unit, unitY: y / unit) }
  }
}

extension [UInt8] {
  /// Takes out one byte or twenty, puts one in or flips a bit at a place.
  /// - Parameters:
  ///   - place: of one of the bytes.
  ///   - kinds: among how many kinds of damage chance chooses, three of which are not that a bit is flipped.
  mutating func damage(at place: Int, oneOf kinds: Int, using random: inout SplitMix) {
    switch Int.random(in: 0..<kinds, using: &random) {
    case 0: remove(at: place)
    case 1: insert(.random(in: 0...255, using: &random), at: place)
    case 2: removeSubrange(place..<Swift.min(place + 20, count))
    default: self[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }
  }
}

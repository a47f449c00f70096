@testable public import ImageProcessingKit

/// A render of a photo, with regions and options that follow from the bytes of an input.
public struct FuzzedRender {
  public let bytes: [UInt8]
  public let summary: RenderSummary
  public let plan: RegionPlan
  public let options: RenderOptions
  /// The render as a photo.
  public let opened: any EditablePhoto
  private let photo: any EditablePhoto
  private let format: PhotoFormat

  /// Renders a photo, and stops the program where its render cannot be opened or has another shape.
  /// - Parameters:
  ///   - original: of the format. Where its colours are converted first, that is rendered.
  ///   - choices: what regions and options follow from.
  /// - Returns: nil where there are too few bytes, or the photo cannot be rendered.
  public init?(of original: any EditablePhoto, _ format: PhotoFormat, choices: [UInt8]) {
    guard let photo = original.rendered else { return nil }
    let style = ObscuringStyle.allCases[choices.count % ObscuringStyle.allCases.count]
    guard let plan = RegionPlan(fuzzing: choices.suffix(16), style) else { return nil }
    var options = RenderOptions()
    options.metadata = choices.count & 64 == 0 ? .everything : .minimal
    let sink = MemorySink()
    guard
      let summary = try? photo.renderUnproven(
        plan.areas(on: photo.geometry), with: style.obscurer, options: options, into: sink)
    else { return nil }
    guard let opened = try? photo.opening(render: sink.bytes) else {
      fatalError("a render cannot be opened")
    }
    precondition(opened.geometry == photo.geometry, "a render has another shape")
    (self.photo, self.format, self.plan, self.options) = (photo, format, plan, options)
    (bytes, self.summary, self.opened) = (sink.bytes, summary, opened)
  }

  /// What the gate has against the render; nil for nothing.
  public func refusal() -> FaceBlurError? {
    do {
      try LeakGate(format: format).check(
        FileBytes(bytes), of: photo, plan: plan, options: options, madeBy: summary.path)
      return nil
    } catch {
      return error
    }
  }

  /// Why the render cannot be filtered, or what the gate has against it then; nil for nothing, and for three renders of four, which
  /// are not filtered.
  public func toneRefusal() -> FaceBlurError? {
    guard bytes.count % 4 == 0 else { return nil }
    let sink = MemorySink()
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.3)
    do {
      _ = try opened.toneUnproven(with: filters, options: options, into: sink)
      try LeakGate(format: format).checkTones(
        of: FileBytes(sink.bytes), against: opened, filters: filters, options: options)
      return nil
    } catch {
      return error
    }
  }
}

extension EditablePhoto {
  /// What renders are made from; nil where that cannot be read.
  var rendered: (any EditablePhoto)? {
    do { return try conversion()?.photo ?? self } catch { return nil }
  }
}

internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to the reader and the writer of WebPs, and to the gate that proves what they make.
///
/// Pictures are decoded and encoded by `faceblur-codec`, where it lies beside the program. Where it does not, chunks and headers are
/// read all the same.
@main
enum WebPFuzzer {
  static func main() { LibFuzzer.run { check($0) } }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  private static func check(_ bytes: [UInt8]) {
    check(file: bytes, bytes)
    // Few changes leave a file whose code decodes: of what is there, a sound one is made.
    if let file = WebPDraft(bytes)?.file { check(file: file, bytes) }
  }

  /// - Parameter choices: what regions and options follow from.
  private static func check(file bytes: [UInt8], _ choices: [UInt8]) {
    GateInspection.check(webP: bytes)
    guard
      let photo = try? WebPContainer().open(FileBytes(bytes), limits: .fuzzing(pixels: 1 << 14))
    else { return }
    let shape = bytes.withUnsafeBufferPointer(WebPGate().shape)
    precondition(shape.orientation == photo.geometry.orientation, "two readers turn a photo differently")
    let style = ObscuringStyle.allCases[choices.count % ObscuringStyle.allCases.count]
    guard let plan = RegionPlan(fuzzing: choices.suffix(16), style) else { return }
    var options = RenderOptions()
    options.metadata = choices.count & 64 == 0 ? .everything : .minimal
    let sink = MemorySink()
    guard
      let summary = try? photo.renderUnproven(
        plan.areas(on: photo.geometry), with: style.obscurer, options: options, into: sink)
    else { return }
    precondition((try? photo.displayImage(fitting: 64)) != nil, "what is rendered cannot be shown")
    check(render: sink.bytes, of: photo, plan, options, summary)
  }

  private static func check(
    render: [UInt8], of photo: any EditablePhoto, _ plan: RegionPlan, _ options: RenderOptions,
    _ summary: RenderSummary
  ) {
    guard let opened = try? photo.opening(render: render) else { fatalError("a render cannot be opened") }
    precondition(opened.geometry == photo.geometry, "a render has another shape")
    let isLossless = summary.path == .lossless
    do {
      try LeakGate(format: .webp).check(
        FileBytes(render), of: photo, plan: plan, options: options, madeBy: summary.path)
    } catch {
      // Noise that no photo has may lose more when it is coded anew than the gate lets pass.
      guard !isLossless, error == .changedOutside else {
        fatalError("the gate refuses a render: \(error.reason)")
      }
      return
    }
    if render.count % 4 == 0 { tone(opened, options, isLossless) }
    guard isLossless else { return }
    let sink = MemorySink()
    do {
      _ = try opened.renderUnproven([], with: plan.strength.style.obscurer, options: options, into: sink)
    } catch {
      fatalError("a render cannot be rendered: \(error.reason)")
    }
    precondition(sink.bytes == render, "a render in which nothing is hidden is another file")
  }

  private static func tone(_ render: any EditablePhoto, _ options: RenderOptions, _ isLossless: Bool) {
    let sink = MemorySink()
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.3)
    do {
      _ = try render.toneUnproven(with: filters, options: options, into: sink)
      try LeakGate(format: .webp).checkTones(
        of: FileBytes(sink.bytes), against: render, filters: filters, options: options)
    } catch {
      guard !isLossless, error == .changedOutside || error == .otherTones else {
        fatalError("filters cannot be applied to a render: \(error.reason)")
      }
    }
  }
}

internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to the reader and the writer of HEICs, and to the gate that proves what they make.
///
/// Pictures are decoded and encoded by `faceblur-codec`, where it lies beside the program. Where it does not, boxes, items and
/// parameter sets are read all the same.
@main
enum HEICFuzzer {
  static func main() { LibFuzzer.run { check($0) } }

  private static let probe = ProbedFile()

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  static func check(_ bytes: [UInt8]) {
    check(file: bytes)
    // Few changes leave a file in which everything is where its boxes say: of what is there, a sound one is made.
    if let file = HEICDraft(bytes)?.file { check(file: file, bytes) }
  }

  private static func check(file: [UInt8]) { check(file: file, file) }

  /// - Parameter choices: what regions and options follow from.
  private static func check(file bytes: [UInt8], _ choices: [UInt8]) {
    GateInspection.check(heic: bytes)
    let photo = try? HEICPhoto(FileBytes(bytes), limits: .none)
    probe.check(bytes, photo)
    guard let photo, photo.geometry.storedWidth * photo.geometry.storedHeight <= 1 << 14,
      photo.file.tiles.count <= 16
    else { return }
    let style = ObscuringStyle.allCases[choices.count % ObscuringStyle.allCases.count]
    guard let plan = RegionPlan(fuzzing: choices.suffix(16), style) else { return }
    var options = RenderOptions()
    options.tiles = choices.count & 32 == 0 ? .hidden : .all
    options.metadata = choices.count & 64 == 0 ? .everything : .minimal
    let sink = MemorySink()
    guard
      let summary = try? photo.renderUnproven(
        plan.areas(on: photo.geometry), with: style.obscurer, options: options, into: sink)
    else { return }
    check(render: sink.bytes, of: photo, plan, options, summary)
  }

  private static func check(
    render: [UInt8], of photo: HEICPhoto, _ plan: RegionPlan, _ options: RenderOptions,
    _ summary: RenderSummary
  ) {
    guard let opened = try? photo.opening(render: render) else { fatalError("a render cannot be opened") }
    precondition(opened.geometry == photo.geometry, "a render has another shape")
    do {
      try LeakGate(format: .heic).check(
        FileBytes(render), of: photo, plan: plan, options: options, madeBy: summary.path)
    } catch {
      // A tile that is not decoded may be copied, and no gate proves what it shows.
      guard (try? photo.displayImage(fitting: 64)) != nil else { return }
      fatalError("the gate refuses a render: \(error.reason)")
    }
    if !photo.isGray, render.count % 4 == 0 { tone(opened, options) }
    guard let again = opened as? HEICPhoto else { fatalError("a render is of another kind") }
    var kept = options
    kept.tiles = .hidden
    let sink = MemorySink()
    do {
      _ = try again.renderUnproven([], with: plan.strength.style.obscurer, options: kept, into: sink)
    } catch {
      fatalError("a render cannot be rendered: \(error.reason)")
    }
    precondition(sink.bytes == render, "a render in which nothing is hidden is another file")
  }

  private static func tone(_ render: any EditablePhoto, _ options: RenderOptions) {
    let sink = MemorySink()
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.3)
    do {
      _ = try render.toneUnproven(with: filters, options: options, into: sink)
      try LeakGate(format: .heic).checkTones(
        of: FileBytes(sink.bytes), against: render, filters: filters, options: options)
    } catch {
      // As above: a copied tile may be one that is not decoded.
      guard (try? render.displayImage(fitting: 64)) != nil else { return }
      fatalError("filters cannot be applied to a render: \(error.reason)")
    }
  }
}

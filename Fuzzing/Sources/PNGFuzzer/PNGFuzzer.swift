internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to the reader and the writer of PNGs, and to the gate that proves what they make.
@main
enum PNGFuzzer {
  static func main() { LibFuzzer.run { check($0) } }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  static func check(_ bytes: [UInt8]) {
    check(file: bytes)
    // Chance finds no checksum and few streams that inflate: of what is there, a sound file is made.
    if let file = PNGDraft(bytes)?.file { check(file: file) }
  }

  private static func check(file bytes: [UInt8]) {
    GateInspection.check(png: bytes)
    guard let photo = try? PNGPhoto(FileBytes(bytes), limits: .fuzzing(pixels: 1 << 14)) else { return }
    let shown = try? photo.displayImage(fitting: 64)
    let style = ObscuringStyle.allCases[bytes.count % ObscuringStyle.allCases.count]
    guard let plan = RegionPlan(fuzzing: bytes.suffix(32), style) else { return }
    let areas = plan.areas(on: photo.geometry)
    let sink = MemorySink()
    guard
      let summary = try? photo.renderUnproven(
        areas, with: style.obscurer, options: RenderOptions(), into: sink)
    else { return }
    // What can be rendered can be shown, and the gate, which reads for itself, passes what was written.
    precondition(shown != nil, "what is rendered cannot be shown")
    do {
      try LeakGate(format: .png).check(
        FileBytes(sink.bytes), of: photo, plan: plan, options: RenderOptions(), madeBy: summary.path)
    } catch {
      fatalError("the gate refuses a render: \(error.reason)")
    }
    tone(sink.bytes, of: photo)
  }

  private static func tone(_ render: [UInt8], of photo: PNGPhoto) {
    let sink = MemorySink()
    guard let checked = try? photo.opening(render: render) else { fatalError("a render cannot be opened") }
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.3)
    do {
      _ = try checked.toneUnproven(with: filters, options: RenderOptions(), into: sink)
      try LeakGate(format: .png).checkTones(
        of: FileBytes(sink.bytes), against: checked, filters: filters, options: RenderOptions())
    } catch {
      fatalError("filters cannot be applied to a render: \(error.reason)")
    }
  }
}

@testable internal import ImageProcessingKit

/// What must hold of every file that can be rendered, whatever its format.
public enum RenderCheck {
  /// Stops the program where a property does not hold: what can be rendered can be shown, passes the gate, and can be filtered.
  public static func check(png file: [UInt8]) { check(file, .png) }
  public static func check(tiff file: [UInt8]) { check(file, .tiff) }

  private static func check(_ file: [UInt8], _ format: PhotoFormat) {
    GateInspection.check(file, format.gate)
    let opened = try? format.container.open(FileBytes(file), limits: .fuzzing(pixels: 1 << 14))
    guard let photo = opened?.rendered else { return }
    let shown = try? photo.displayImage(fitting: 64)
    let style = ObscuringStyle.allCases[file.count % ObscuringStyle.allCases.count]
    guard let plan = RegionPlan(fuzzing: file.suffix(32), style) else { return }
    let sink = MemorySink()
    guard
      let summary = try? photo.renderUnproven(
        plan.areas(on: photo.geometry), with: style.obscurer, options: RenderOptions(), into: sink)
    else { return }
    // What can be rendered can be shown, and the gate, which reads for itself, passes what was written.
    precondition(shown != nil, "what is rendered cannot be shown")
    do {
      try LeakGate(format: format).check(
        FileBytes(sink.bytes), of: photo, plan: plan, options: RenderOptions(), madeBy: summary.path)
    } catch {
      fatalError("the gate refuses a render: \(error.reason)")
    }
    tone(sink.bytes, of: photo, format)
  }

  private static func tone(_ render: [UInt8], of photo: any EditablePhoto, _ format: PhotoFormat) {
    let sink = MemorySink()
    guard let checked = try? photo.opening(render: render) else { fatalError("a render cannot be opened") }
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.3)
    do {
      _ = try checked.toneUnproven(with: filters, options: RenderOptions(), into: sink)
      try LeakGate(format: format).checkTones(
        of: FileBytes(sink.bytes), against: checked, filters: filters, options: RenderOptions())
    } catch {
      // Inks cannot be filtered.
      precondition(error.kind == .unsupportedPhoto, "filters cannot be applied to a render: \(error.reason)")
    }
  }
}

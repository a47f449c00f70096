internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to the reader and the writer of JPEG XLs, and to the gate that proves what they make.
///
/// JPEGs are coded and had back by `faceblur-codec`, where it lies beside the program. Where it does not, boxes and headers are read all the
/// same.
@main
enum JPEGXLFuzzer {
  static func main() { LibFuzzer.run { check($0) } }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  private static func check(_ bytes: [UInt8]) {
    check(file: bytes, bytes)
    // Few changes leave a file whose JPEG can be had back: of what is there, a sound one is made.
    if let file = JPEGXLDraft(bytes)?.file { check(file: file, bytes) }
  }

  /// - Parameter choices: what regions and options follow from.
  private static func check(file bytes: [UInt8], _ choices: [UInt8]) {
    GateInspection.check(jpegXL: bytes)
    let file = FileBytes(bytes)
    let read = try? JPEGXLFile(size: bytes.count) { (range) throws(FaceBlurError) in file.copy(range) }.header
    bytes.withUnsafeBufferPointer { bytes in
      let examined = (try? ExaminedJPEGXL(bytes))?.header
      precondition(
        read?.width == examined?.width && read?.height == examined?.height
          && read?.orientation == examined?.orientation, "two readers read a file differently")
    }
    guard let photo = try? JPEGXLContainer().open(file, limits: .fuzzing(pixels: 1 << 14)) else { return }
    let style = ObscuringStyle.allCases[choices.count % ObscuringStyle.allCases.count]
    guard let plan = RegionPlan(fuzzing: choices.suffix(16), style) else { return }
    var options = RenderOptions()
    options.metadata = choices.count & 64 == 0 ? .everything : .minimal
    let sink = MemorySink()
    guard
      let summary = try? photo.renderUnproven(
        plan.areas(on: photo.geometry), with: style.obscurer, options: options, into: sink)
    else { return }
    check(render: sink.bytes, of: photo, plan, options, summary)
  }

  private static func check(
    render: [UInt8], of photo: any EditablePhoto, _ plan: RegionPlan, _ options: RenderOptions,
    _ summary: RenderSummary
  ) {
    guard let opened = try? photo.opening(render: render) else { fatalError("a render cannot be opened") }
    precondition(opened.geometry == photo.geometry, "a render has another shape")
    let gate = LeakGate(format: .jpegXL)
    do {
      try gate.check(FileBytes(render), of: photo, plan: plan, options: options, madeBy: summary.path)
    } catch {
      fatalError("the gate refuses a render: \(error.reason)")
    }
    guard render.count % 4 == 0 else { return }
    let sink = MemorySink()
    let filters = ToneFilters(vignette: Vignette(intensity: 0.5), sepia: 0.3)
    do {
      _ = try opened.toneUnproven(with: filters, options: options, into: sink)
      try gate.checkTones(of: FileBytes(sink.bytes), against: opened, filters: filters, options: options)
    } catch {
      fatalError("filters cannot be applied to a render: \(error.reason)")
    }
  }
}

internal import CLibFuzzer
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to the reader and the writer of PNGs, and to the gate that proves what they make.
@main
enum PNGFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      PNGFuzzer.check(UnsafeBufferPointer(start: bytes, count: count))
      return 0
    }
  }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  static func check(_ input: UnsafeBufferPointer<UInt8>) {
    // An allocation that ends with the last byte: the address sanitizer sees a read of the next one.
    let bytes = [UInt8](unsafeUninitializedCapacity: input.count) { target, count in
      count = target.initialize(fromContentsOf: input)
    }
    check(file: bytes)
    // Chance finds no checksum and few streams that inflate: of what is there, a sound file is made.
    if let file = PNGDraft(bytes)?.file { check(file: file) }
  }

  private static func check(file bytes: [UInt8]) {
    inspect(bytes)
    guard let photo = try? PNGPhoto(FileBytes(bytes), limits: limits) else { return }
    let shown = try? photo.displayImage(fitting: 64)
    let style = ObscuringStyle.allCases[bytes.count % ObscuringStyle.allCases.count]
    guard let plan = plan(from: bytes, style) else { return }
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

  private static func inspect(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      var inspection = PNGGate().inspection(
        of: bytes, policy: .everything, judge: HiddenPictureJudge(detector: nil))
      inspection.judgePicture(warning: nil)
      for block in inspection.blocks {
        precondition(
          block.range.lowerBound >= 0 && block.range.upperBound <= bytes.count,
          "a block lies outside of the file")
      }
    }
  }

  /// Small, so that a size that lies costs no time.
  private static let limits: ImageLimits = {
    var limits = ImageLimits()
    limits.maxPixels = 1 << 14
    return limits
  }()

  /// Up to three regions that follow from the input's last bytes.
  private static func plan(from bytes: [UInt8], _ style: ObscuringStyle) -> RegionPlan? {
    let dice = bytes.suffix(32).prefix(16).map { Double($0) / 256 }
    guard dice.count == 16 else { return nil }
    let regions = (0..<Int(dice[12] * 4)).map { index in
      PlannedRegion(
        id: "\(index)",
        rect: NormalizedRect(
          x: dice[4 * index], y: dice[4 * index + 1], width: 0.02 + dice[4 * index + 2] / 2,
          height: 0.02 + dice[4 * index + 3] / 2),
        score: nil, origin: .manual)
    }
    let shape: ObscuringShape = dice[14] < 0.5 ? .box : .ellipse
    let strength = ObscuringStrength(
      style: style, shape: shape, cells: 1 + Int(dice[13] * 6) % 6, margin: 1)
    return strength.map { RegionPlan(regions: regions, strength: $0) }
  }
}

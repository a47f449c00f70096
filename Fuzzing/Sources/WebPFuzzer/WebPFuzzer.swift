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
    guard let render = FuzzedRender(of: photo, .webp, choices: choices) else { return }
    precondition((try? photo.displayImage(fitting: 64)) != nil, "what is rendered cannot be shown")
    let isLossless = render.summary.path == .lossless
    if let refusal = render.refusal() {
      // Noise that no photo has may lose more when it is coded anew than the gate lets pass.
      guard !isLossless, refusal == .changedOutside else {
        fatalError("the gate refuses a render: \(refusal.reason)")
      }
      return
    }
    if let refusal = render.toneRefusal() {
      guard !isLossless, refusal == .changedOutside || refusal == .otherTones else {
        fatalError("filters cannot be applied to a render: \(refusal.reason)")
      }
    }
    if isLossless { checkAgain(render) }
  }

  private static func checkAgain(_ render: FuzzedRender) {
    let sink = MemorySink()
    do {
      _ = try render.opened.renderUnproven(
        [], with: render.plan.strength.style.obscurer, options: render.options, into: sink)
    } catch {
      fatalError("a render cannot be rendered: \(error.reason)")
    }
    precondition(sink.bytes == render.bytes, "a render in which nothing is hidden is another file")
  }
}

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
    guard let render = FuzzedRender(of: photo, .jpegXL, choices: choices) else { return }
    if let refusal = render.refusal() { fatalError("the gate refuses a render: \(refusal.reason)") }
    if let refusal = render.toneRefusal() {
      fatalError("filters cannot be applied to a render: \(refusal.reason)")
    }
  }
}

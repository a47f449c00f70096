internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to the scanner and the writer of baseline photos, and to the reader and the writer of progressive ones.
@main
enum JPEGFuzzer {
  static func main() { LibFuzzer.run(check) }

  /// Stops the program where the property does not hold, which libFuzzer reports with the input.
  static func check(_ bytes: [UInt8]) {
    scanAlone(bytes)
    readProgressive(bytes)
    guard let photo = try? JPEGPhoto(bytes, limits: .fuzzing(pixels: 1 << 17)) else { return }
    // The last bytes before the end marker.
    let areas = RegionPlan(fuzzing: bytes.suffix(16), .mosaic)?.areas(on: photo.geometry) ?? []
    let style = ObscuringStyle.allCases[bytes.count % ObscuringStyle.allCases.count]
    let sink = MemorySink()
    let rendered = try? photo.render(
      areas, with: style.obscurer, options: RenderOptions(), paths: [.bitCopy], into: sink)
    guard rendered != nil else { return }
    let output = sink.bytes

    // What was written is well-formed: it reads as the same kind of stream, of the same size, to its end.
    guard let again = BaselineJPEG(FileBytes(output)) else { fatalError("the output has no sound header") }
    precondition(
      again.width == photo.geometry.storedWidth && again.height == photo.geometry.storedHeight,
      "the output has another size")
    let isWhole = output.withUnsafeBufferPointer {
      BaselineScanner.scan(again, $0, areas: areas) != nil
    }
    precondition(isWhole, "the output's data is broken")
    precondition(
      (try? JPEGPhoto(output, limits: .fuzzing(pixels: 1 << 17))) != nil, "libjpeg refuses the output")
  }

  /// What our reader reads and our writer writes is what libjpeg does; or both of them fail.
  private static func readProgressive(_ bytes: [UInt8]) {
    let stream = JPEGStream(bytes: FileBytes(bytes), limits: .fuzzing(pixels: 1 << 17))
    func written(quickly: Bool) -> [UInt8]? {
      guard let handle = try? stream.openCoefficients(quickly: quickly).coefficients else { return nil }
      var written: [UInt8] = []
      try? JPEGCoefficients(owning: handle).encode(asProgressive: false) { bytes, _ in written = Array(bytes)
      }
      return written
    }
    precondition(written(quickly: true) == written(quickly: false), "libjpeg makes something else of it")
  }

  /// The scanner also on streams whose header libjpeg would refuse.
  private static func scanAlone(_ bytes: [UInt8]) {
    guard let baseline = BaselineJPEG(FileBytes(bytes)), baseline.mcuColumns * baseline.mcuRows <= 1 << 12
    else {
      return
    }
    _ = bytes.withUnsafeBufferPointer { BaselineScanner.scan(baseline, $0, areas: []) }
  }
}

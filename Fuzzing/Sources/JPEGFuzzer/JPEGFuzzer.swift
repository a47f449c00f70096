internal import CLibFuzzer
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to the scanner and the writer of baseline photos.
@main
enum JPEGFuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    _ = LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
      JPEGFuzzer.check(UnsafeBufferPointer(start: bytes, count: count))
      return 0
    }
  }

  /// Stops the program where the property does not hold, which libFuzzer reports with the input.
  static func check(_ input: UnsafeBufferPointer<UInt8>) {
    // An allocation that ends with the last byte: the address sanitizer sees a read of the next one.
    let bytes = [UInt8](unsafeUninitializedCapacity: input.count) { target, count in
      count = target.initialize(fromContentsOf: input)
    }
    scanAlone(bytes)
    guard let photo = try? JPEGPhoto(bytes, limits: limits) else { return }
    let areas = areas(of: photo.geometry, from: bytes)
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
    precondition((try? JPEGPhoto(output, limits: limits)) != nil, "libjpeg refuses the output")
  }

  /// The scanner also on streams whose header libjpeg would refuse.
  private static func scanAlone(_ bytes: [UInt8]) {
    guard let baseline = BaselineJPEG(FileBytes(bytes)), baseline.mcuColumns * baseline.mcuRows <= 1 << 12
    else {
      return
    }
    _ = bytes.withUnsafeBufferPointer { BaselineScanner.scan(baseline, $0, areas: []) }
  }

  /// Small, so that a size that lies costs no time.
  private static let limits: ImageLimits = {
    var limits = ImageLimits()
    limits.maxPixels = 1 << 17
    return limits
  }()

  /// Up to three regions that follow from the input's last bytes before its end marker.
  private static func areas(of geometry: PhotoGeometry, from bytes: [UInt8]) -> [ObscuredArea] {
    let dice = bytes.suffix(16).map { Double($0) / 256 }
    guard dice.count == 16 else { return [] }
    let regions = (0..<Int(dice[12] * 4)).map { index in
      PlannedRegion(
        id: "\(index)",
        rect: NormalizedRect(
          x: dice[4 * index], y: dice[4 * index + 1], width: 0.02 + dice[4 * index + 2] / 2,
          height: 0.02 + dice[4 * index + 3] / 2),
        score: nil, origin: .manual)
    }
    let cells = 1 + Int(dice[13] * 6)
    let shape: ObscuringShape = dice[14] < 0.5 ? .box : .ellipse
    guard let strength = ObscuringStrength(style: .mosaic, shape: shape, cells: cells, margin: 1) else {
      return []
    }
    return RegionPlan(regions: regions, strength: strength).areas(on: geometry)
  }
}

internal import Foundation
internal import FuzzerSupport
@testable internal import ImageProcessingKit

/// Hands libFuzzer's inputs to what reads colour tables.
@main
enum CubeFuzzer {
  static func main() { LibFuzzer.run(check) }

  /// Stops the program where a property does not hold, which libFuzzer reports with the input.
  static func check(_ bytes: [UInt8]) {
    _ = try? JSONDecoder().decode(ToneFilters.self, from: Data(bytes))
    guard let lut = try? ColorLUT.reading(cube: bytes, name: "look.cube").lut else { return }
    precondition(ColorLUT.allowedSizes.contains(lut.size), "the table is too large")
    var picture = PixelBuffer(width: 7, height: 1, red: bytes.first ?? 0, green: bytes.last ?? 0, blue: 255)
    ToneFilters(lut: lut).apply(to: &picture)
    guard let json = try? JSONEncoder().encode(lut) else { fatalError("the table cannot be written") }
    precondition((try? JSONDecoder().decode(ColorLUT.self, from: json)) == lut, "it reads back as another")
  }
}

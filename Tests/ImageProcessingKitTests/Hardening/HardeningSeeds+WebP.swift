import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// What the fuzzer of WebPs starts from: small ones of every form, odd ones, what misleads parsers, carriers as far as its inputs may
  /// be that large, and noise, of which it puts together files itself.
  static func webPs() throws -> [[UInt8]] {
    let odd = try OddWebP.all.get().map(\.file)
    let photo = try TestWebP.photo(TestWebP.Picture.noise(width: 48, height: 40, seed: 7), .lossless).bytes
    let hostile = try HostileFile.webP.map { try $0.build(photo) }
    // Wide enough for every carrier, and flat.
    let flat = TestWebP.Picture(PixelBuffer(width: 200, height: 70, red: 90, green: 120, blue: 60))
    let carriers = try Carrier.webP.map { try $0.build(TestWebP.photo(flat, .lossless).bytes) }
    return (odd + hostile + carriers).filter { $0.count <= 1 << 14 } + noise(60, seed: 11)
  }
}

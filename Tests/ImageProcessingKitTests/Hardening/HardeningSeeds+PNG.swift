import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// What the fuzzer of PNGs starts from: small ones of every kind, with every carrier and what misleads parsers, and noise, of
  /// which it puts together files itself.
  static func pngs() throws -> [[UInt8]] {
    let pictures = try TestPNG.Kind.all.flatMap { kind in
      try [false, true].map { isInterlaced in
        try TestPNG.encode(
          TestPNG.Picture.noise(kind, width: 19, height: 13, seed: 1),
          TestPNG.Coding { $0.isInterlaced = isInterlaced })
      }
    }
    let photo = try TestPNG.encode(TestPhotos.noise(width: 24, height: 16, seed: 2))
    let carriers = try Carrier.png.map { try $0.build(photo) }
    let hostile = try HostileFile.png.map { try $0.build(photo) }
    return pictures + (carriers + hostile).filter { $0.count <= 1 << 14 } + noise(60, seed: 3)
  }
}

import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// What the fuzzer of TIFFs starts from: small ones of every kind and compression, with what misleads parsers, and noise, of which it
  /// puts together files itself. Carriers are larger than its inputs may be.
  static func tiffs() throws -> [[UInt8]] {
    var random = SplitMix(seed: 4)
    let pictures = try TestTIFF.Kind.all.flatMap { kind in
      try TestTIFF.Compression.allCases.map { compression in
        try TestTIFF.encode(
          TestTIFF.Picture.noise(kind, width: 19, height: 13, seed: 1), .any(compression, using: &random))
      }
    }
    let photo = try TestTIFF.encode(TestPhotos.noise(width: 48, height: 40, seed: 7))
    let hostile = try HostileFile.tiff.map { try $0.build(photo) }
    return pictures + hostile.filter { $0.count <= 1 << 14 } + noise(60, seed: 3)
  }
}

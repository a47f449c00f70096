import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// What the fuzzer of JPEG XLs starts from: small ones of every kind of JPEG, what misleads parsers, carriers as far as its inputs may be
  /// that large, and noise, of which it puts together files itself.
  static func jpegXLs() throws -> [[UInt8]] {
    let picture = TestPhotos.noise(width: 48, height: 40, seed: 7)
    let kinds = try JPEGXLCase.kinds.map { try TestJXL.transcode(TestJPEG.encode(picture, $0)) }
    let photo = try TestJPEG.encode(picture)
    let hostile = try HostileFile.jpegXL.map { try $0.build(photo) }
    let carriers = try Carrier.jpegXL.map { try $0.build(photo) }
    return (kinds + hostile + carriers).filter { $0.count <= 1 << 14 } + noise(60, seed: 13)
  }
}

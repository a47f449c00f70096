import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// What the fuzzer of the metadata starts from: small photos with every carrier, every broken EXIF and what
  /// misleads parsers, the EXIF blocks and colour profiles by themselves, and policies as people write them.
  static func metadata() throws -> [[UInt8]] {
    let photo = try Seed(kind: TestJPEG.Kind(), number: 1).jpeg()
    let carriers = try (Carrier.all + Carrier.refused).map { try $0.build(photo) }
    let broken = try BrokenEXIF.all.map { try $0.build(photo) }
    let profiles = carriers.map { TestProfile.carried(by: $0) }.filter { !$0.isEmpty }
    let policies = ["minimal", "standard+gps=coarse-artist", "+gps,-date", "none+FocalLengthIn35mmFilm+lens"]
    let hostile = try HostileFile.all.map { try $0.build(photo) }.filter { $0.count <= 1 << 14 }
    return carriers + broken + hostile + (carriers + broken).compactMap(exifBlock) + profiles + [
      TestProfile.wideGamut, TestProfile.inks(), TestProfile.table(side: 3) { $0 },
      TestProfile.gray(curve: TestProfile.curve(16) { $0 }), KnownColorSpace.sRGB.profile,
    ]
      + policies.map { Array($0.utf8) }
  }

  /// The TIFF block in a photo's first EXIF segment.
  private static func exifBlock(in photo: [UInt8]) -> [UInt8]? {
    JPEGParts.segments(of: photo).filter { $0.marker == 0xE1 }
      .map { JPEGParts.content(of: $0.range, in: photo) }
      .first { $0.starts(with: Array("Exif".utf8)) }.map { Array($0.dropFirst(6)) }
  }
}

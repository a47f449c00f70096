import Foundation
import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// What the fuzzer of records starts from, behind the byte that tells it what the rest is: records as they are found, the
  /// JSON of ours, and choices by chance.
  static func records() throws -> [[UInt8]] {
    let versions = ["1.3.0", "1.2.0", "1.1.0", "1.0.0"]
    let golden = try versions.enumerated().flatMap { number, version -> [[UInt8]] in
      let file =
        version == "1.3.0"
        ? try AdjustmentDataTests.record().adjustmentData(
          timestamp: Date(timeIntervalSince1970: 1_700_000_000)
        ).fileContent()
        : try TestPhotos.goldenRecord(version)
      let json = try RawDeflate.decompress(AdjustmentData(fileContent: file).data, limit: 1 << 20)
      return [[0] + file, [1, UInt8(number)] + json]
    }
    let foreign = [ForeignRecords.photos(), ForeignRecords.propertyList(), ForeignRecords.archive()]
    let hostile = HostileRecord.all.map(\.bytes).filter { $0.count < 1 << 14 }
    var random = SplitMix(seed: 8)
    let choices = (0..<200).map { number -> [UInt8] in
      [UInt8(2 + number % 2)] + (0..<(20 + number)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let found = (foreign + hostile).map { file -> [UInt8] in [0] + file }
    return golden + found + choices
  }
}

import Foundation
import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// Records of films as they are found, and the JSON in each.
  static func filmRecordFiles() throws -> [(file: [UInt8], json: [UInt8])] {
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    var muted = try FilmRecordTests.record()
    muted.renders[0].making.audio = .muteHidden
    muted.plan.tracks.removeLast()
    return try [FilmRecordTests.record(), muted].map { record in
      let file = try record.fileContent(timestamp: time)
      return (file, try AdjustmentData(fileContent: file, within: .film).payload(within: .film))
    }
  }

  /// What the fuzzer of films' records starts from, behind the byte that tells it what the rest is: records as they are found, the JSON of
  /// ours, and choices by chance.
  static func filmRecords() throws -> [[UInt8]] {
    let golden = try filmRecordFiles().flatMap { seed -> [[UInt8]] in
      [[0] + seed.file, [1, 0] + seed.json]
    }
    let foreign = [ForeignRecords.photos(), ForeignRecords.propertyList(), ForeignRecords.archive()]
    let hostile = HostileRecord.all.map(\.bytes).filter { $0.count < 1 << 14 }
    var random = SplitMix(seed: 9)
    let choices = (0..<100).map { number -> [UInt8] in
      [2] + (0..<(20 + 2 * number)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
    let found = (foreign + hostile).map { file -> [UInt8] in [0] + file }
    return golden + found + choices
  }
}

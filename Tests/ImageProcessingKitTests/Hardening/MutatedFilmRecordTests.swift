import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Thousands of damaged records of films: each gives a clear error, or is taken up as what it says and nothing else.
@Suite struct MutatedFilmRecordTests {
  private static let count = 2000

  /// What may stand in place of a number, a text or a list.
  private static let values = [
    "-1", "0", "1e308", "-1e-308", "1e999", "9223372036854775807", "-9223372036854775808", "9007199254740993",
    "NaN", "null", "true", "\"\"", "[]", "{}", "[[0,0,0,1,1]]", "\"\\u0000\"", "\"../film.mp4\"",
  ]

  private static func damaged(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where bytes.count > 8 {
      let start = Int.random(in: 0..<bytes.count, using: &random)
      let end = min(start + Int.random(in: 1...24, using: &random), bytes.count)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeSubrange(start..<end)
      case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 3: bytes[start] = UInt8.random(in: 0...255, using: &random)
      default: replaceValue(of: &bytes, from: start, &random)
      }
    }
    return bytes
  }

  /// Puts another value in the place of the next one behind a colon, a comma or a bracket.
  private static func replaceValue(of bytes: inout [UInt8], from start: Int, _ random: inout SplitMix) {
    let ends = Set(",:[]{}".utf8)
    guard let before = bytes[start...].firstIndex(where: ends.contains),
      let behind = bytes[(before + 1)...].firstIndex(where: ends.contains)
    else { return }
    bytes.replaceSubrange(before + 1..<behind, with: Array((values.randomElement(using: &random) ?? "").utf8))
  }

  private static func packed(_ json: [UInt8]) throws -> [UInt8] {
    let data = try #require(
      AdjustmentData(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: FilmRecord.formatVersion.description,
        data: try RawDeflate.compress(json), timestamp: Date(timeIntervalSince1970: 1_700_000_000)))
    return try data.fileContent(within: .film)
  }

  @Test func giveAClearErrorOrARecordThatHolds() throws {
    let seeds = try HardeningSeeds.filmRecordFiles()
    let scratch = try ScratchFolder()
    let film = FilePath(try scratch.write([0], "film.mp4"))
    var taken = 0
    for number in 0..<Self.count {
      var random = SplitMix(seed: UInt64(number) &* 0x9E37_79B9)
      let seed = seeds[number % seeds.count]
      // One in eight is damaged as a file, the others inside of it, where less of the damage is seen at once.
      let mutant =
        number % 8 == 7
        ? Self.damaged(seed.file, &random) : try Self.packed(Self.damaged(seed.json, &random))
      try scratch.write(mutant, "film.AAE")
      do throws(FaceBlurError) {
        let report = FilmRecordReport(film, try FilmRecordListing.read(of: film))
        #expect((try? PlainText.json(report)) != nil, "mutant \(number)")
      } catch { #expect(!error.reason.isEmpty && error.file != nil, "mutant \(number)") }
      guard case .ours(let record, let data)? = try? FilmRecord.content(of: mutant) else { continue }
      taken += 1
      // What is taken up is sound, is written as it was read, and is made use of.
      #expect(FilmPlan.flaw(in: record.plan.tracks) == nil, "mutant \(number)")
      let again = try FilmRecord.content(of: record.fileContent(timestamp: data.timestamp))
      guard case .ours(let same, _) = again, same == record else {
        Issue.record("mutant \(number) reads back as another record")
        continue
      }
      let kept = record.plan.keeping(record.plan)
      for time in record.plan.tracks.flatMap(\.points).map(\.time) {
        let isHidden = !record.plan.frame(at: time).regions.isEmpty
        #expect(!isHidden || !kept.frame(at: time).regions.isEmpty, "mutant \(number)")
      }
    }
    // All refused would prove nothing.
    #expect(taken > Self.count / 50 && taken < Self.count * 9 / 10, "\(taken) are taken up")
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Reports that somebody has made up.
@Suite struct HostileReportTests {
  private static let long = String(repeating: "x", count: DecodingLimits.textBytes + 1)

  /// What may stand in any place.
  private static var lies: [Any] {
    [
      -1, 0, 1, 0.5, -0.0, 1e300, -1e300, Int.max, Int.min, 4_294_967_296, NSNull(), true, false, "", "f1",
      "\u{0}", "a\u{0}b", long, [Any](), [0, 256, -1], [97, 255],
      [String: Any](), ["rect": 1], [[[[[Int]]]]](), "applied", "excluded", "manual", "done", "summary",
      "file",
      "warning", "progress",
    ]
  }

  /// One value of an object, however deep, is replaced, left out or doubled.
  private static func changed(_ value: Any, _ random: inout SplitMix) -> Any {
    func lie() -> Any { lies.randomElement(using: &random) ?? 0 }
    if Int.random(in: 0...4, using: &random) == 0 { return lie() }
    if var object = value as? [String: Any], let key = object.keys.sorted().randomElement(using: &random) {
      switch Int.random(in: 0...5, using: &random) {
      case 0: object[key] = nil
      case 1:
        object[["fileBytes", "targetBytes", "cells", "reason"].randomElement(using: &random) ?? key] = lie()
      default: object[key] = changed(object[key] ?? 0, &random)
      }
      return object
    }
    if var list = value as? [Any], let index = list.indices.randomElement(using: &random) {
      if Int.random(in: 0...5, using: &random) == 0 { return list + [list[index]] }
      list[index] = changed(list[index], &random)
      return list
    }
    return lie()
  }

  /// A made-up report is refused by a `DecodingError`, or it is one: then what it says is told again in the same bytes.
  private static func judge<Report: Codable>(_ report: Report, _ random: inout SplitMix) throws -> Bool {
    let honest = try JSONSerialization.jsonObject(with: Data(PlainText.json(report).utf8))
    let bytes = try JSONSerialization.data(
      withJSONObject: changed(honest, &random), options: .fragmentsAllowed)
    let read: Report
    do { read = try JSONDecoder().decode(Report.self, from: bytes) } catch is DecodingError { return true }
    let told = try PlainText.json(read)
    let again = try PlainText.json(JSONDecoder().decode(Report.self, from: Data(told.utf8)))
    #expect(again == told, "\(String(decoding: bytes, as: UTF8.self))")
    return false
  }

  @Test(arguments: 0..<4) func areRefusedOrAreReports(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    var refused = 0
    for _ in 0..<100 {
      let photo = random.photoReport()
      let verdict = random.verdict()
      let outcome = random.revertOutcome()
      let event = random.event()
      let plan = random.plan()
      for isRefused in [
        try Self.judge(photo, &random), try Self.judge(verdict, &random), try Self.judge(outcome, &random),
        try Self.judge(event, &random), try Self.judge(plan, &random),
      ] where isRefused {
        refused += 1
      }
    }
    #expect(refused > 100)
  }

  @Test(arguments: 0..<4) func recordsAreRefusedOrAreReports(_ seed: Int) throws {
    let folder = try ScratchFolder()
    let photo = FilePath(try folder.write(TestPhotos.astronaut(), "astronaut.jpg"))
    try folder.write(TestPhotos.goldenRecord("1.3.0"), "astronaut.AAE")
    let report = RecordReport(photo, try RecordListing.read(of: photo))
    var random = SplitMix(seed: UInt64(seed))
    for _ in 0..<200 { _ = try Self.judge(report, &random) }
  }

  private static func photo(_ change: (inout [String: Any]) -> Void) throws -> PhotoReport {
    let region = PlannedRegion(
      id: "f1", rect: NormalizedRect(x: 0.1, y: 0.2, width: 0.3, height: 0.4), score: 0.9, origin: .detected)
    let geometry = PhotoGeometry(
      storedWidth: 100, storedHeight: 80, orientation: .up, unitWidth: 8, unitHeight: 8)
    let report = PhotoReport(
      "a.jpg", geometry, .byHand, RegionPlan(regions: [region], strength: .default), warnings: [])
    let text = Data(try PlainText.json(CommandObject(command: "blur", content: report)).utf8)
    var object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    change(&object)
    return try JSONDecoder().decode(
      CommandObject<PhotoReport>.self, from: JSONSerialization.data(withJSONObject: object)
    ).content
  }

  private static func photoOfRegion(_ change: (inout [String: Any]) -> Void) throws -> PhotoReport {
    try photo { object in
      var regions = object["regions"] as? [[String: Any]] ?? []
      change(&regions[0])
      object["regions"] = regions
    }
  }

  /// By a bound each, and the error says which value it is.
  @Test(arguments: [
    ("width", 0), ("height", -5), ("width", 1 << 40), ("orientation", 9), ("orientation", 0), ("schema", 2),
  ])
  func aNumberOutOfRangeIsNamed(_ use: (name: String, lie: Int)) throws {
    #expect(try Self.photo { _ in }.regions.count == 1)
    let error = #expect(throws: DecodingError.self) { try Self.photo { $0[use.name] = use.lie } }
    #expect("\(try #require(error))".contains(use.name))
  }

  @Test func regionsAreHeldToTheirBounds() throws {
    let lies: [(String, Any)] = [
      ("x", 1e6), ("x", -1e6), ("width", -1), ("height", 1e12), ("score", 1.1), ("score", -0.1),
      ("cells", 25),
      ("id", String(repeating: "f", count: 65)), ("seenBy", [String](repeating: "look", count: 65)),
      ("seenBy", [String(repeating: "l", count: 65)]), ("origin", "else"), ("state", "open"),
      // It says of itself that nobody need look, and its score says otherwise.
      ("score", 0.5), ("doubtful", true),
    ]
    for (name, lie) in lies {
      #expect(throws: DecodingError.self, "\(name)") { try Self.photoOfRegion({ $0[name] = lie }) }
    }
    // A region whose kind is no word is hidden all the same.
    #expect(try Self.photoOfRegion({ $0["kind"] = "\u{1B}[2J" }).regions.map(\.kind) == [.unknown])
  }

  @Test func textAndBytesOfANameAreOfOneFile() throws {
    let bytes = Array("a\u{FF}.jpg".unicodeScalars).map { Int($0.value) }
    let named = try Self.photo { object in
      object["file"] = "a\u{FFFD}.jpg"
      object["fileBytes"] = bytes
    }
    #expect(named.file == FilePath(bytes: bytes.map { UInt8($0) }))
    let lies: [(text: String, bytes: [Int]?)] = [
      ("b\u{FFFD}.jpg", bytes), ("a.jpg", bytes), ("a.jpg", Array("a.jpg".utf8).map(Int.init)),
      ("a\u{FFFD}", [97, 255, 0]), ("", nil), ("a\u{0}.jpg", nil), ("a\u{FFFD}", [97, 256]), (".", []),
    ]
    for lie in lies {
      #expect(throws: DecodingError.self, "\(lie)") {
        try Self.photo { object in
          object["file"] = lie.text
          object["fileBytes"] = lie.bytes
        }
      }
    }
  }

  /// A list is counted before any of it is read.
  @Test func listsAreNotLongerThanAny() throws {
    for name in ["regions", "warnings", "added"] {
      let error = #expect(throws: DecodingError.self) {
        try Self.photo { $0[name] = [Int](repeating: 0, count: 70_000) }
      }
      #expect("\(try #require(error))".contains("more than 65536"), "\(name)")
    }
  }

  /// A verdict that contradicts itself is no reason to publish a photo.
  @Test func aVerdictDoesNotContradictItself() throws {
    var verdict = PhotoVerifier.Verdict(
      file: "a.jpg", blocks: [MetadataBlock(.exif, 2..<90, objection: "it tells where")])
    verdict.size = (10, 10)
    let text = Data(try PlainText.json(verdict).utf8)
    let object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    var block = try #require((object["blocks"] as? [[String: Any]])?.first)
    block["allowed"] = true
    for (name, lie) in [
      ("leak", false), ("read", false), ("blocks", [block]), ("width", NSNull()),
    ] as [(String, Any)] {
      var lying = object
      lying[name] = lie
      let bytes = try JSONSerialization.data(withJSONObject: lying)
      #expect(throws: DecodingError.self, "\(name)") {
        try JSONDecoder().decode(PhotoVerifier.Verdict.self, from: bytes)
      }
    }
  }
}

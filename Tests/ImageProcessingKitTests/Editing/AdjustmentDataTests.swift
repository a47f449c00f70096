import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct AdjustmentDataTests {
  static func record() throws -> EditRecord {
    let strength = try #require(ObscuringStrength(style: .mosaic, cells: 5, margin: 1.4))
    let regions = [
      PlannedRegion(
        id: "f1", rect: NormalizedRect(x: 0.1 + 0.2, y: 1.0 / 3, width: 0.07, height: 0.09), score: 0.87,
        origin: .detected),
      PlannedRegion(
        id: "m1", rect: NormalizedRect(x: 0.5, y: 0.5, width: 0.1, height: 0.1), score: nil, origin: .manual,
        state: .excluded),
    ]
    let adjustment = FaceBlurAdjustment(
      RegionPlan(regions: regions, strength: strength),
      foundBy: DetectorIdentity(name: "yunet", modelSHA256: "cd", longSides: [640, 1600], threshold: 0.6))
    return EditRecord(
      source: EditRecord.Source(
        fileName: "IMG_1234.JPG", byteCount: 4711, sha256: String(repeating: "ab", count: 32), width: 4000,
        height: 3000, orientation: .right),
      steps: [
        EditRecord.Step(
          adjustment: .faceBlur(adjustment), madeAt: Date(timeIntervalSince1970: 1_700_000_000))
      ],
      renders: [
        EditRecord.Render(
          path: "IMG_E1234.JPG", sha256: String(repeating: "ef", count: 32), foldersMade: 0)
      ])
  }

  private let time = Date(timeIntervalSince1970: 1_700_000_000.75)

  @Test func holdsTheKeysThatOtherReadersExpect() throws {
    let content = try Self.record().adjustmentData(timestamp: time).fileContent()
    let list = try #require(
      try PropertyListSerialization.propertyList(from: Data(content), format: nil) as? [String: Any])
    #expect(list["adjustmentBaseVersion"] as? Int == 0)
    #expect(list["adjustmentFormatIdentifier"] as? String == "org.faceblur.FaceBlur")
    #expect(list["adjustmentFormatVersion"] as? String == "1.4.0")
    #expect(list["adjustmentEditorBundleID"] as? String == "org.faceblur.FaceBlur")
    #expect(list["adjustmentRenderTypes"] as? Int == 0)
    #expect(list["adjustmentTimestamp"] as? Date == Date(timeIntervalSince1970: 1_700_000_000))
    #expect(String(decoding: content.prefix(60), as: UTF8.self).contains("<?xml"))

    let data = [UInt8](try #require(list["adjustmentData"] as? Data))
    let json = try RawDeflate.decompress(data, limit: 1 << 20)
    let payload = try #require(try JSONSerialization.jsonObject(with: Data(json)) as? [String: Any])
    #expect(
      payload.keys.sorted() == [
        "adjustments", "formatVersion", "metadata", "renders", "source", "versionInfo",
      ])
    let first = try #require((payload["adjustments"] as? [[String: Any]])?.first)
    #expect(first["identifier"] as? String == "FaceBlur")
    #expect(first["enabled"] as? Bool == true)
    #expect((first["settings"] as? [String: Any])?["cells"] as? Int == 5)
    // Compact, sorted, slashes as they are.
    #expect(String(decoding: json, as: UTF8.self).hasPrefix(#"{"adjustments":[{"enabled":true,"formatId"#))
  }

  /// Re-rendering gives the same pixels only if every number survives exactly.
  @Test func survivesARoundTripExactly() throws {
    let written = try Self.record()
    let content = try written.adjustmentData(timestamp: time).fileContent()
    #expect(try EditRecord(AdjustmentData(fileContent: content)) == written)
  }

  @Test func readsBinaryPropertyLists() throws {
    let data = try Self.record().adjustmentData(timestamp: time)
    let list = try PropertyListSerialization.propertyList(from: Data(data.fileContent()), format: nil)
    let binary = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    #expect(try AdjustmentData(fileContent: [UInt8](binary)) == data)
  }

  @Test(arguments: [
    ("1.0.0", true), ("1", true), ("1.0.9", true), ("1.1.0", true), ("1.2.0", true), ("1.3.0", true),
    ("1.4.0", true), ("1.5.0", true), ("1.6.0", true), ("1.7.0", false),
    ("2.0.0", false),
    ("0.9", false),
    ("one", false), ("", false),
  ])
  func takesUpOnlyVersionsItKnows(version: String, expected: Bool) throws {
    let ours = try Self.record().adjustmentData(timestamp: time)
    let data = try #require(
      AdjustmentData(
        formatIdentifier: ours.formatIdentifier, formatVersion: version, data: ours.data, timestamp: time))
    #expect(EditRecord.canHandle(data) == expected)
    // Earlier formats hold other values, which the golden records have.
    if version.hasPrefix("1.4") || !expected { #expect(((try? EditRecord(data)) != nil) == expected) }
  }

  @Test func refusesAnotherProgramsEdit() throws {
    let data = try #require(
      AdjustmentData(formatIdentifier: "com.apple.photo", formatVersion: "1.4", data: [1], timestamp: time))
    #expect(throws: FaceBlurError.foreignRecord(identifier: "com.apple.photo", version: "1.4")) {
      try EditRecord(data)
    }
  }

  private func error(in change: (inout EditRecord) -> Void) throws -> FaceBlurError? {
    var record = try Self.record()
    change(&record)
    let data = try record.adjustmentData(timestamp: time)
    do {
      _ = try EditRecord(data)
      return nil
    } catch {
      return error
    }
  }

  private func error(_ change: (inout FaceBlurAdjustment) -> Void) throws -> FaceBlurError? {
    try error(in: { record in
      guard var settings = record.state.faceBlur else { return }
      change(&settings)
      record.steps[0].adjustment = .faceBlur(settings)
    })
  }

  @Test func refusesValuesThatMakeNoSense() throws {
    #expect(try error(in: { _ in }) == nil)
    #expect(try error { $0.cells = 60 } != nil)
    #expect(try error { $0.margin = 0.5 } != nil)
    #expect(try error { $0.regions[0].rect.width = -0.1 } != nil)
    #expect(try error { $0.regions[0].rect.x = 1e300 } != nil)
    #expect(try error { $0.regions[1].id = "f1" } != nil)
    #expect(try error { $0.regions[0].score = 7 } != nil)
    #expect(try error { $0.rendererVersion = 99 } != nil)
    #expect(try error(in: { $0.renders = [] }) != nil)
    #expect(try error(in: { $0.renders[0].path = "../../etc/passwd" }) != nil)
    #expect(try error(in: { $0.renders[0].sha256 = "/../a.jpg" }) != nil)
    #expect(try error(in: { $0.source.sha256 = String(repeating: "AB", count: 32) }) != nil)
    #expect(try error(in: { $0.source.width = 9_000_000_000_000_000_000 }) != nil)
    #expect(try error(in: { $0.source.height = 0 }) != nil)
    #expect(try error { $0.detector.threshold = 7 } != nil)
    #expect(try error { $0.regions[0].id = String(repeating: "x", count: 100) } != nil)
    let many = (0..<5000).map { index in
      PlannedRegion(
        id: "\(index)", rect: NormalizedRect(x: 0.1, y: 0.1, width: 0.1, height: 0.1), score: 1,
        origin: .detected)
    }
    #expect(try error { $0.regions = many } != nil)
  }

  /// 10 KB that inflate to 9 MB.
  @Test func refusesAPayloadThatInflatesWithoutEnd() throws {
    let bomb = try RawDeflate.compress([UInt8](repeating: 32, count: 9 << 20))
    #expect(bomb.count < 20_000)
    let data = try #require(
      AdjustmentData(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: "1.0.0", data: bomb,
        timestamp: time))
    #expect(throws: FaceBlurError.recordTooLarge("its data inflates to more than 8388608 bytes")) {
      try EditRecord(data)
    }
  }

  /// The decoder recurses, so this would exhaust its stack.
  @Test(arguments: ["array", "dict><key>a</key", "dict"])
  func refusesNestingWithoutEnd(element: String) throws {
    let open = String(repeating: "<\(element)>", count: 50_000)
    let list = "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>a</key>" + open
    #expect(throws: FaceBlurError.damagedRecord("it is nested like no adjustment record")) {
      try AdjustmentData(fileContent: Array(list.utf8))
    }
    #expect(throws: FaceBlurError.self) { try AdjustmentData(fileContent: list.utf8.flatMap { [$0, 0] }) }
  }

  @Test func refusesFilesThatAreNoRecord() throws {
    let content = try Self.record().adjustmentData(timestamp: time).fileContent()
    for count in stride(from: 0, to: content.count - 20, by: 37) {
      #expect(throws: FaceBlurError.self) { try AdjustmentData(fileContent: Array(content.prefix(count))) }
    }
    #expect(throws: FaceBlurError.self) { try AdjustmentData(fileContent: Array("hello".utf8)) }
    #expect(throws: FaceBlurError.self) {
      try AdjustmentData(fileContent: [UInt8](repeating: 32, count: AdjustmentData.maxFileBytes + 1))
    }
    #expect(AdjustmentData(formatIdentifier: "a", formatVersion: "1", data: [], timestamp: time) == nil)
  }

  @Test func comparesVersionsAsNumbers() throws {
    let version = try #require(SemanticVersion("1.10"))
    #expect(version > SemanticVersion(1, 4, 0))
    #expect(version.description == "1.10.0")
    #expect(SemanticVersion("1.2.3.4") == nil && SemanticVersion("1.-2") == nil)
    #expect(SemanticVersion("99999999999999999999") == nil)
    #expect(!SemanticVersion(0, 2, 0).canRead(SemanticVersion(0, 1, 0)))
  }

  private static let plate = SubjectKind("licence-plate")

  private func payload(_ record: EditRecord) throws -> (version: String, text: String) {
    let data = try record.adjustmentData(timestamp: time)
    return (
      data.formatVersion,
      String(decoding: try RawDeflate.decompress(data.data, limit: 1 << 20), as: UTF8.self)
    )
  }

  private func record(of kinds: [SubjectKind]) throws -> EditRecord {
    var record = try Self.record()
    var settings = try #require(record.state.faceBlur)
    for (index, kind) in kinds.enumerated() { settings.regions[index].kind = kind }
    record.steps[0].adjustment = .faceBlur(settings)
    return record
  }

  /// Every program that could read it can, and no byte of it is another one.
  @Test func aRecordOfFacesIsAsItWasBeforeThereWereKinds() throws {
    let (version, text) = try payload(Self.record())
    #expect(version == "1.4.0" && text.contains("\"formatVersion\":\"1.4.0\""))
    #expect(!text.contains("kind"))
    #expect(
      text.contains(
        """
        "regions":[{"id":"f1","origin":"detected","rect":{"height":0.09,"width":0.07,"x":0.30000000000000004,\
        "y":0.3333333333333333},"score":0.87,"state":"applied"},{"id":"m1","origin":"manual","rect":\
        {"height":0.1,"width":0.1,"x":0.5,"y":0.5},"state":"excluded"}]
        """))
    // One that says so all the same is the same.
    let said = text.replacing("\"id\":\"f1\"", with: "\"id\":\"f1\",\"kind\":\"face\"")
    let data = try #require(
      AdjustmentData(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: "1.5.0",
        data: try RawDeflate.compress(Array(said.utf8)), timestamp: time))
    #expect(said != text)
    #expect(try EditRecord(data) == Self.record())
  }

  /// A program that knows faces only would take the region for one, so it is to know that it does not know.
  @Test func aRecordOfAnotherKindSaysSoAndIsOfTheNewFormat() throws {
    let written = try record(of: [Self.plate, .face])
    let (version, text) = try payload(written)
    #expect(version == "1.5.0" && !text.contains("1.4.0"))
    #expect(text.contains("\"id\":\"f1\",\"kind\":\"licence-plate\",") && !text.contains("\"kind\":\"face\""))
    let content = try written.adjustmentData(timestamp: time).fileContent()
    let read = try EditRecord(AdjustmentData(fileContent: content))
    #expect(read == written)
    #expect(try read.state.plan().regions.map(\.kind) == [Self.plate, .face])
    // Also where only a step says so that was replaced since.
    var replaced = written
    replaced.steps.append(try Self.record().steps[0])
    #expect(try payload(replaced).version == "1.5.0")
  }

  /// A later version's kind, or a stranger's: the place is hidden, whatever is there.
  @Test(arguments: ["starship", "STARSHIP", "\\u001b[2J", "x y"])
  func aRegionOfAKindThatNobodyKnowsIsHidden(_ word: String) throws {
    let text = try payload(record(of: [Self.plate])).text.replacing("licence-plate", with: word)
    let data = try #require(
      AdjustmentData(
        formatIdentifier: EditRecord.formatIdentifier, formatVersion: "1.5.0",
        data: try RawDeflate.compress(Array(text.utf8)), timestamp: time))
    let plan = try EditRecord(data).state.plan()
    #expect(plan.applied.map(\.id) == ["f1"])
    #expect(plan.applied[0].kind == (SubjectKind(rawValue: word) ?? .unknown))
    let geometry = PhotoGeometry(
      storedWidth: 640, storedHeight: 480, orientation: .up, unitWidth: 16, unitHeight: 16)
    #expect(try plan.areas(on: geometry) == Self.record().state.plan().areas(on: geometry))
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Our own reader of property lists sees what Foundation's sees, and refuses what only a forger writes.
@Suite struct PropertyListReaderTests {
  /// The file as Foundation reads it.
  private struct ReadByFoundation: Decodable, Equatable {
    var adjustmentBaseVersion: Int?
    var adjustmentData: Data?
    var adjustmentEditorBundleID: String?
    var adjustmentFormatIdentifier: String?
    var adjustmentFormatVersion: String?
    var adjustmentRenderTypes: Int?
    var adjustmentTimestamp: Date?
  }

  private static func records() throws -> [[UInt8]] {
    try ["1.0.0", "1.1.0", "1.2.0"].map(TestPhotos.goldenRecord) + [
      ForeignRecords.photos(), ForeignRecords.propertyList(), ForeignRecords.archive(),
      ForeignRecords.withoutData(),
      AdjustmentDataTests.record().adjustmentData(timestamp: Date(timeIntervalSince1970: 1_700_000_000))
        .fileContent(),
    ]
  }

  private func list(_ content: [UInt8]) throws -> [String: Any] {
    try #require(
      try PropertyListSerialization.propertyList(from: Data(content), format: nil) as? [String: Any])
  }

  private func written(_ list: [String: Any], _ format: PropertyListSerialization.PropertyListFormat) throws
    -> [UInt8]
  {
    [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
  }

  private func expectSame(_ content: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = try AdjustmentFile(content)
    let read = ReadByFoundation(
      adjustmentBaseVersion: file.adjustmentBaseVersion, adjustmentData: file.adjustmentData,
      adjustmentEditorBundleID: file.adjustmentEditorBundleID,
      adjustmentFormatIdentifier: file.adjustmentFormatIdentifier,
      adjustmentFormatVersion: file.adjustmentFormatVersion,
      adjustmentRenderTypes: file.adjustmentRenderTypes, adjustmentTimestamp: file.adjustmentTimestamp)
    let expected = try PropertyListDecoder().decode(ReadByFoundation.self, from: Data(content))
    #expect(read == expected, sourceLocation: sourceLocation)
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.xml, .binary])
  func readsWhatFoundationReads(_ format: PropertyListSerialization.PropertyListFormat) throws {
    for content in try Self.records() {
      try expectSame(content)
      var list = try list(content)
      try expectSame(written(list, format))
      // What other programs may add, before and behind what is looked for.
      list["a"] = [[String: Any]](
        repeating: ["b": [1, 2.5, true, Data([1]), Date(), "é", ["c": [Any]()]]], count: 20)
      list["z"] = String(repeating: "x", count: 300)
      list["adjustmentFormatVersion"] = "<1.3 & \"é\" 🙂>"
      list["adjustmentRenderTypes"] = Int(Int32.max) + 1
      list["adjustmentBaseVersion"] = -1
      try expectSame(written(list, format))
    }
  }

  @Test(arguments: [
    -62_135_596_800, -12_219_292_800, -1, 0, 951_782_399, 951_782_400, 951_868_800, 4_107_542_399,
    32_503_680_000,
  ])
  func readsDatesAsTheyAreWritten(_ seconds: Double) throws {
    var list = try list(ForeignRecords.photos())
    list["adjustmentTimestamp"] = Date(timeIntervalSince1970: seconds)
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let file = try AdjustmentFile(written(list, format))
      #expect(file.adjustmentTimestamp == Date(timeIntervalSince1970: seconds))
    }
  }

  private func text(_ content: String, before: String = "", after: String = "") -> [UInt8] {
    Array("\(before)<plist version=\"1.0\"><dict>\(content)</dict></plist>\(after)".utf8)
  }

  private static let owner = "<key>adjustmentFormatIdentifier</key><string>a</string>"

  @Test(arguments: [
    ("<string>a&amp;b&lt;&gt;&quot;&apos;</string>", "a&b<>\"'"),
    ("<string>&#65;&#x42;&#x1F642;</string>", "AB🙂"),
    ("<string><![CDATA[</string>&amp;]]]></string>", "</string>&amp;]"),
    ("<string> a\n</string>", " a\n"), ("<string/>", ""), ("<string ></string >", ""),
  ])
  func readsTextAsXMLWritesIt(_ value: String, _ expected: String) throws {
    let content = text("<key>adjustmentFormatIdentifier</key>" + value)
    #expect(try AdjustmentFile(content).adjustmentFormatIdentifier == expected)
    try expectSame(content)
  }

  @Test(arguments: [
    "", "\u{FEFF}", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='utf-8' standalone='yes' ?>\n",
    "<!-- a --><?b c?> <!DOCTYPE plist PUBLIC '-//[]>' \">\">\n<!-- d -->",
  ])
  func readsWhatStandsBeforeAList(_ before: String) throws {
    let content = text(Self.owner, before: before, after: "\n<!-- end -->\n")
    #expect(try AdjustmentFile(content).adjustmentFormatIdentifier == "a")
  }

  @Test(arguments: [
    "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>", "<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
    "<!DOCTYPE plist [<!ENTITY a \"b\">]>", "<!DOCTYPE plist", "<!-- ", "<?xml ", "text", "<a/>", "</plist>",
    "<plist>", "\0", "\u{FEFF}\u{FEFF}",
  ])
  func refusesWhatMayNotStandBeforeAList(_ before: String) {
    #expect(throws: FaceBlurError.self) { try AdjustmentFile(text(Self.owner, before: before)) }
  }

  @Test(arguments: [
    // A list that says two things.
    owner + owner, "<key>adjustmentFormatIdentifier</key><string/>" + owner,
    // Not one value behind each key.
    "<string>a</string>", "<key>a</key>", "<key>a</key><key>b</key>", owner + "a", "<key>a</key>a<true/>",
    "<key>a</key><true/></plist><plist>",
    // Of another type than it must be.
    "<key>adjustmentFormatIdentifier</key><integer>1</integer>",
    "<key>adjustmentFormatIdentifier</key><array/>", "<key>adjustmentFormatIdentifier</key><dict></dict>",
    "<key>adjustmentBaseVersion</key><string>0</string>",
    "<key>adjustmentBaseVersion</key><integer>x</integer>",
    "<key>adjustmentBaseVersion</key><integer>99999999999999999999</integer>",
    "<key>adjustmentData</key><string>AAAA</string>", "<key>adjustmentData</key><data>A-A=</data>",
    "<key>adjustmentTimestamp</key><date>2024-02-30</date>",
    "<key>adjustmentTimestamp</key><date>2024-13-01T00:00:00Z</date>",
    "<key>adjustmentTimestamp</key><date>0000-01-01T00:00:00Z</date>",
    // No XML.
    "<key>a</key><array></dict>", "<key>a</key><array><true></array></true>",
    "<key>a</key><true><true/></true>",
    "<key>a</key><array><key>b</key></array>", "<key>a&b;</key><true/>", "<key>&#0;</key><true/>",
    "<key>&#xD800;</key><true/>", "<key>a<!-- --></key><true/>", "<key>a</key><string>a<?b?></string>",
    "<key>a</key><strings/>", "<key>a</key></true>", "<key a='>b</key><true/>",
    "<key>adjustmentFormatIdentifier</key><string a='>'>b</string>", "<key>a</key></true >",
    "<key>adjustmentData</key><data>AA&#x41;A</data>", "<key>a</key><data><![CDATA[AAAA]]></data>",
  ])
  func refusesWhatNoProgramWrites(_ content: String) {
    #expect(throws: FaceBlurError.self) { try AdjustmentFile(text(content)) }
  }

  @Test func refusesWhatFollowsAList() {
    for after in ["a", "<plist/>", "<!-- ", "\0", "</plist>"] {
      #expect(throws: FaceBlurError.self) { try AdjustmentFile(text(Self.owner, after: after)) }
    }
  }

  @Test func stepsOverNestingUpToALimit() throws {
    func nested(_ depth: Int) -> [UInt8] {
      let open = String(repeating: "<array>", count: depth)
      let close = String(repeating: "</array>", count: depth)
      return text(Self.owner + "<key>a</key>" + open + close)
    }
    #expect(try AdjustmentFile(nested(PropertyListReader.maxDepth)).adjustmentFormatIdentifier == "a")
    #expect(throws: PropertyListReader.tooDeep) {
      try AdjustmentFile(nested(PropertyListReader.maxDepth + 1))
    }
  }

  // Whatever a byte says, the list is read or refused.
  @Test func readsOrRefusesEveryDamagedList() throws {
    let xml = try Self.records()[0]
    let binary = try written(list(xml), .binary)
    for content in [xml, binary] {
      for place in content.indices {
        for value in [0, 0xFF, content[place] ^ 0x01] as [UInt8] {
          var damaged = content
          damaged[place] = value
          _ = try? AdjustmentFile(damaged)
        }
      }
    }
    for count in binary.indices {
      #expect(throws: FaceBlurError.self) { try AdjustmentFile(Array(binary.prefix(count))) }
    }
  }
}

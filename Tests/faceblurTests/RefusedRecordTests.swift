import Foundation
import TestSupport
import Testing

/// Records that must not be taken up: every command says so and touches nothing.
@Suite struct RefusedRecordTests {
  private static let commands = [["show"], ["render"], ["revert"], ["blur"]]

  private func blurredFolder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    return scratch
  }

  /// What can be wrong with the file as a whole.
  enum Damage: CaseIterable {
    case empty, truncated, text, binary, withoutData, emptyData, noise, zlibHeader, bomb, tooLarge, otherJSON

    func apply(to bytes: [UInt8]) throws -> [UInt8] {
      var record = try RecordOnDisk(bytes)
      func holding(_ data: [UInt8]) throws -> [UInt8] {
        record.list["adjustmentData"] = Data(data)
        return try record.fileContent
      }
      switch self {
      case .empty: return []
      case .truncated: return Array(bytes.prefix(bytes.count / 2))
      case .text: return Array("this is no record\n".utf8)
      case .binary: return [0xFF, 0xD8, 0xFF, 0, 1, 2, 3]
      case .withoutData:
        record.list["adjustmentData"] = nil
        return try record.fileContent
      case .emptyData: return try holding([])
      case .noise: return try holding((0..<300).map { UInt8($0 * 7 & 255) })
      case .zlibHeader: return try holding([0x78, 0x9C] + RawDeflateByGzip.deflate(record.json))
      // 16 MiB of spaces in 16 KB: more than a payload may inflate to.
      case .bomb: return try holding(RawDeflateByGzip.deflate([UInt8](repeating: 32, count: 16 << 20)))
      case .tooLarge: return bytes + [UInt8](repeating: 32, count: 1 << 20)
      case .otherJSON: return try holding(RawDeflateByGzip.deflate(Array(#"{"adjustments":[]}"#.utf8)))
      }
    }
  }

  @Test(arguments: Damage.allCases)
  func refusesADamagedRecord(_ damage: Damage) throws {
    let scratch = try blurredFolder()
    try scratch.write(damage.apply(to: scratch.read("portrait.AAE")), "portrait.AAE")
    for command in Self.commands {
      try scratch.expectFailure(65, naming: "portrait.AAE", command[0], "portrait.jpg")
    }
  }

  @Test(arguments: [
    ("com.apple.photo", "1.4"), ("org.faceblur.FaceBlur", "2.0.0"), ("org.faceblur.FaceBlur", "1.3.0"),
    ("org.faceblur.FaceBlur", "1.10"), ("org.faceblur.FaceBlur", "0.9.0"), ("org.faceblur.FaceBlur", "one"),
  ])
  func leavesAnotherProgramsAndOtherVersionsRecordsAlone(_ format: (identifier: String, version: String))
    throws
  {
    let scratch = try blurredFolder()
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    record.list["adjustmentFormatIdentifier"] = format.identifier
    record.list["adjustmentFormatVersion"] = format.version
    try scratch.write(record.fileContent, "portrait.AAE")
    for command in Self.commands {
      try scratch.expectFailure(65, naming: "portrait.AAE", command[0], "portrait.jpg")
    }
    // Force is for files at the render's place, not for somebody's edit.
    try scratch.expectFailure(65, naming: "portrait.AAE", "blur", "portrait.jpg", "--force")
  }

  @Test(arguments: ["1", "1.0", "1.0.7"])
  func takesUpEveryVersionThatItCanRead(_ version: String) throws {
    let scratch = try blurredFolder()
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    record.list["adjustmentFormatVersion"] = version
    try scratch.write(record.fileContent, "portrait.AAE")
    for command in ["show", "render", "revert"] { try scratch.faceblur(command, "portrait.jpg") }
  }

  /// Values that no settings of ours have.
  enum Forgery: CaseIterable {
    case manyCells, noCells, smallMargin, hugeMargin, farRegion, flatRegion, sameIDs, score, style, renderer
    case noRenders, climbingRender, unknownState, noSource

    func apply(to settings: inout [String: Any]) {
      var regions = settings["regions"] as? [[String: Any]] ?? []
      switch self {
      case .manyCells: settings["cells"] = 64
      case .noCells: settings["cells"] = 0
      case .smallMargin: settings["margin"] = 0.1
      case .hugeMargin: settings["margin"] = 1e300
      case .farRegion: regions[0]["rect"] = ["x": 1e18, "y": 0, "width": 0.1, "height": 0.1]
      case .flatRegion: regions[0]["rect"] = ["x": 0.1, "y": 0.1, "width": 0, "height": -1]
      case .sameIDs: regions.append(regions[0])
      case .score: regions[0]["score"] = 1.5
      case .style: settings["style"] = "swirl"
      case .renderer: settings["rendererVersion"] = 99
      case .noRenders: settings["renders"] = [[String: String]]()
      case .climbingRender:
        settings["renders"] = [
          ["path": "../outside.jpg", "sha256": String(repeating: "0", count: 64), "foldersMade": 0]
        ]
      case .unknownState: regions[0]["state"] = "maybe"
      case .noSource: settings["source"] = nil
      }
      settings["regions"] = regions
    }
  }

  @Test(arguments: Forgery.allCases)
  func refusesSettingsThatWouldHideLessOrReachFurther(_ forgery: Forgery) throws {
    let scratch = try blurredFolder()
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    try record.forgeSettings(forgery.apply)
    try scratch.write(record.fileContent, "portrait.AAE")
    for command in Self.commands {
      try scratch.expectFailure(65, naming: "portrait.AAE", command[0], "portrait.jpg")
    }
  }

  @Test(arguments: ["render", "revert", "blur"])
  func refusesWhereTheOriginalHasChangedSince(_ command: String) throws {
    let scratch = try blurredFolder()
    try scratch.writeGraceHopper("portrait.jpg")
    try scratch.expectFailure(65, naming: "portrait.AAE", command, "portrait.jpg")
  }

  @Test func blursAChangedOriginalAnewWithForce() throws {
    let scratch = try blurredFolder()
    try scratch.writeGraceHopper("portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "--force")
    let comparison = try RenderedCoefficients(
      original: scratch.read("portrait.jpg"), render: scratch.read("portrait_edited.jpg"))
    #expect(comparison.coverage(of: TestPhotos.graceHopperFace, by: comparison.isFlat) == 1)
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  @Test(arguments: ["show", "render", "revert"])
  func saysThatThereIsNoRecord(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.expectFailure(66, naming: "portrait.AAE", command, "portrait.jpg")
  }

  @Test(arguments: ["show", "render", "revert"])
  func saysThatThereIsNoPhotoAndKeepsTheRecord(_ command: String) throws {
    let scratch = try blurredFolder()
    try scratch.remove("portrait.jpg")
    try scratch.expectFailure(66, naming: "portrait.jpg", command, "portrait.jpg")
  }
}

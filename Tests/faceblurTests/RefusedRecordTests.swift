import Foundation
import ImageProcessingKit
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
    ("org.faceblur.FaceBlur", "3.0.0"), ("org.faceblur.FaceBlur", "1.7.0"),
    ("org.faceblur.FaceBlur", "1.10"), ("org.faceblur.FaceBlur", "0.9.0"), ("org.faceblur.FaceBlur", "one"),
  ])
  func leavesOtherVersionsRecordsAlone(_ format: (identifier: String, version: String))
    throws
  {
    let scratch = try blurredFolder()
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    record.list["adjustmentFormatIdentifier"] = format.identifier
    record.list["adjustmentFormatVersion"] = format.version
    try scratch.write(record.fileContent, "portrait.AAE")
    for command in Self.commands where command != ["show"] {
      try scratch.expectFailure(65, naming: "portrait.AAE", command[0], "portrait.jpg")
    }
    // It is shown, as far as it is known.
    let shown = try scratch.faceblur("show", "portrait.jpg").output
    #expect(shown.contains(format.version) && shown.contains("newer"))
    #expect(shown.contains("f1") == format.version.hasPrefix("1."))
    // Force is for files at the render's place, not for somebody's edit.
    try scratch.expectFailure(65, naming: "portrait.AAE", "blur", "portrait.jpg", "--force")
  }

  /// A film's record beside a photo says nothing of it that could be shown.
  @Test func leavesAFilmsRecordAlone() throws {
    let scratch = try blurredFolder()
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    record.list["adjustmentFormatVersion"] = "2.0.0"
    try scratch.write(record.fileContent, "portrait.AAE")
    let before = try scratch.state()
    for command in Self.commands {
      try scratch.expectFailure(65, naming: "portrait.AAE", command[0], "portrait.jpg")
    }
    #expect(try scratch.state() == before)
  }

  @Test(arguments: ["1", "1.0", "1.0.7"])
  func takesUpEveryVersionThatItCanRead(_ version: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_0001.JPG")
    var record = try RecordOnDisk(TestPhotos.goldenRecord("1.0.0"))
    record.list["adjustmentFormatVersion"] = version
    try scratch.write(record.fileContent, "IMG_0001.AAE")
    for command in ["show", "render", "revert"] { try scratch.faceblur(command, "IMG_0001.JPG") }
  }

  /// Values that no settings of ours have.
  enum Forgery: CaseIterable {
    case manyCells, noCells, smallMargin, hugeMargin, farRegion, flatRegion, sameIDs, score, style, renderer
    case noRenders, climbingRender, unknownState, noSource, unknownKind, noAdjustments, stepsOutOfOrder
    case lateStep, earlyStep

    func apply(to record: inout RecordOnDisk) throws {
      switch self {
      case .noRenders: try record.forge { $0["renders"] = [[String: String]]() }
      case .climbingRender:
        try record.forgeRender(path: "../outside.jpg", sha256: String(repeating: "0", count: 64))
      case .noSource: try record.forge { $0["source"] = nil }
      case .noAdjustments: try record.forge { $0["adjustments"] = [[String: String]]() }
      case .unknownKind, .stepsOutOfOrder, .lateStep, .earlyStep:
        try record.forge { payload in
          var steps = payload["adjustments"] as? [[String: Any]] ?? []
          if self == .unknownKind { steps[0]["identifier"] = "Swirl" }
          if self == .lateStep { steps[0]["madeAt"] = Int.max }
          if self == .earlyStep { steps[0]["madeAt"] = Int.min }
          if self == .stepsOutOfOrder {
            steps.append(steps[0])
            steps[0]["enabled"] = false
          }
          payload["adjustments"] = steps
        }
      default: try record.forgeSettings(applyToSettings)
      }
    }

    private func applyToSettings(_ settings: inout [String: Any]) {
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
      case .unknownState: regions[0]["state"] = "maybe"
      default: break
      }
      settings["regions"] = regions
    }
  }

  @Test(arguments: Forgery.allCases)
  func refusesSettingsThatWouldHideLessOrReachFurther(_ forgery: Forgery) throws {
    let scratch = try blurredFolder()
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    try forgery.apply(to: &record)
    try scratch.write(record.fileContent, "portrait.AAE")
    // A renderer that is not known is a newer version's, and shown as far as it is known.
    for command in Self.commands where forgery != .renderer || command != ["show"] {
      try scratch.expectFailure(65, naming: "portrait.AAE", command[0], "portrait.jpg")
    }
  }

  @Test(arguments: ["render", "edit --cells 3", "filter --sepia 1", "blur"])
  func refusesWhereTheOriginalHasChangedSince(_ command: String) throws {
    let scratch = try blurredFolder()
    try scratch.writeGraceHopper("portrait.jpg")
    try scratch.expectFailure(
      65, naming: "portrait.AAE", command.split(separator: " ").map(String.init) + ["portrait.jpg"])
  }

  /// Whatever the photo is now, its edit can be taken back.
  @Test func takesTheEditOfAChangedOriginalBack() throws {
    let scratch = try blurredFolder()
    try scratch.writeGraceHopper("portrait.jpg")
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  /// Renders in a folder that the command names are as much ours as those beside the photo.
  @Test func replacesTheRenderOfAChangedOriginalInAFolderThatIsNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("in/portrait.jpg")
    try scratch.faceblur("blur", "in/portrait.jpg", "-o", "out/")
    try scratch.writeGraceHopper("in/portrait.jpg")
    try scratch.expectFailure(65, naming: "portrait.AAE", "blur", "in/portrait.jpg", "-o", "out/", "--force")
    try scratch.faceblur("blur", "in/portrait.jpg", "-o", "out/", "--force-rebase")
    let seen = try RenderedCoefficients(
      original: scratch.read("in/portrait.jpg"), render: scratch.read("out/portrait.jpg"))
    #expect(seen.coverage(of: TestPhotos.graceHopperFace, by: seen.isFlat) == 1)
    try scratch.writeAstronaut("in/portrait.jpg")
    try scratch.faceblur("revert", "in/portrait.jpg", "--renders", "out")
    #expect(try scratch.names() == ["in", "in/portrait.jpg"])
  }

  @Test func blursAChangedOriginalAnewWhereItIsForced() throws {
    let scratch = try blurredFolder()
    try scratch.writeGraceHopper("portrait.jpg")
    // Force alone is for files.
    try scratch.expectFailure(65, naming: "portrait.AAE", "blur", "portrait.jpg", "--force")
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "--force-rebase", "-q")
    // Nobody can tell whether it is the same picture, made darker.
    #expect(outcome.errors.contains("1 region may be open now"), "\(outcome.errors)")
    let comparison = try RenderedCoefficients(
      original: scratch.read("portrait.jpg"), render: scratch.read("portrait_edited.jpg"))
    #expect(comparison.coverage(of: TestPhotos.graceHopperFace, by: comparison.isFlat) == 1)
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  /// Where all that was found before is found again, there is nothing to say.
  @Test func saysNothingOfAPictureThatWasOnlySavedAnew() throws {
    let scratch = try blurredFolder()
    try scratch.write(scratch.read("portrait.jpg") + [0xFF, 0xD9], "portrait.jpg")
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "--force-rebase", "-q")
    #expect(!outcome.errors.contains("may be open"), "\(outcome.errors)")
  }

  /// A photo that was retouched or turned into another: what a person drew stays, faces are looked for anew.
  @Test func correctsAChangedOriginalWhereItIsForced() throws {
    let scratch = try blurredFolder()
    try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48")
    // Of other proportions: where in it lies what was drawn?
    try scratch.writeGraceHopper("portrait.jpg")
    for command in ["blur", "edit"] {
      let outcome = try scratch.expectFailure(
        65, naming: "portrait.AAE", command, "portrait.jpg", "--cells", "4", "--force-rebase")
      #expect(outcome.errors.contains("other proportions"))
    }
    let frame = PictureFrame(width: 512, height: 600, visible: PixelRect(x: 0, y: 0, width: 512, height: 512))
    let other = try TestPhotos.pixels(of: TestPhotos.graceHopper()).visible(in: frame)
    try scratch.write(TestJPEG.encode(other), "portrait.jpg")
    try scratch.expectFailure(65, naming: "portrait.AAE", "edit", "portrait.jpg", "--cells", "4")
    try scratch.faceblur("edit", "portrait.jpg", "--cells", "4", "--force-rebase")
    let shown = try #require(try scratch.faceblur("show", "portrait.jpg", "--json").jsonLines().first)
    // In a square nobody can tell whether it was turned by a quarter.
    #expect((shown["regions"] as? [[String: Any]])?.filter { $0["origin"] as? String == "manual" }.count == 3)
    let comparison = try RenderedCoefficients(
      original: scratch.read("portrait.jpg"), render: scratch.read("portrait_edited.jpg"))
    #expect(comparison.coverage(of: TestPhotos.graceHopperFace, by: comparison.isFlat) == 1)
  }

  @Test func findsWhatWasDrawnWhereTheOriginalWasTurned() throws {
    let scratch = try blurredFolder()
    let drawn = PixelBox(x: 400, y: 400, width: 64, height: 48)
    try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48")
    try scratch.write(TestJPEG.oriented(TestPhotos.astronaut(), .right), "portrait.jpg")
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "--force-rebase")
    #expect(!outcome.errors.contains("the render shows"), "\(outcome.errors)")
    let seen = try RenderedCoefficients(
      original: scratch.read("portrait.jpg"), render: scratch.read("portrait_edited.jpg"))
    #expect(seen.coverage(of: drawn, by: seen.isFlat) == 1)
    #expect(seen.coverage(of: TestPhotos.astronautFace, by: seen.isFlat) == 1)
  }

  @Test(arguments: [true, false])
  func saysThatWhatWasDrawnIsForgottenInAChangedOriginal(_ isTurned: Bool) throws {
    let scratch = try blurredFolder()
    try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48")
    let turned = try TestJPEG.oriented(TestPhotos.astronaut(), .right)
    try scratch.write(isTurned ? turned : TestPhotos.graceHopper(), "portrait.jpg")
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "--force-rebase", "--forget", "-q")
    // In the same picture what was found counts, too, where its new box is another.
    let shown = outcome.errors.firstMatch(of: #/as was decided, the render shows (.*)/#)?.output.1 ?? ""
    #expect(shown.contains("m1"), "\(outcome.errors)")
    #expect(isTurned || !shown.contains("f1"), "\(outcome.errors)")
  }

  /// What is shown bears the name that it had, which is another region's now.
  @Test func tellsAForgottenPlaceFromTheNewRegionOfItsName() throws {
    let scratch = try blurredFolder()
    let moved = try scratch.faceblur("edit", "portrait.jpg", "--move", "f1=1,1,20,20", "-q")
    let warning = "portrait.jpg: as was decided, the render shows f1 where it was before\n"
    #expect(moved.errors.hasSuffix(warning), "\(moved.errors)")
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "--forget", "--json", "-q")
    #expect(outcome.errors.hasSuffix(warning), "\(outcome.errors)")
    #expect(try outcome.jsonLines().first?["shown"] as? [String] == ["f1"])
    #expect(try outcome.photos().first?.faces.map(\.state) == ["applied"])
  }

  @Test func keepsTonesAndSidecarOfAChangedOriginal() throws {
    let scratch = try blurredFolder()
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.5", "--xmp")
    let sidecar = try scratch.digest("portrait.jpg.xmp")
    try scratch.writeGraceHopper("portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "--force-rebase")
    #expect(try scratch.faceblur("show", "portrait.jpg").output.contains("sepia 0.5"))
    #expect(try scratch.digest("portrait.jpg.xmp") != sidecar)
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

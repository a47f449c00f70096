import Foundation
import TestSupport
import Testing

/// A system that refuses: models that are missing, disks that are full, folders that may not be written.
@Suite struct HardshipTests {
  private func folderWithPortrait() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.makeFolder("models elsewhere")
    return scratch
  }

  @Test func saysThatTheModelIsMissing() throws {
    let scratch = try folderWithPortrait()
    try scratch.expectFailure(
      69, naming: "face_detection_yunet_2023mar.onnx", "blur", "portrait.jpg", "--detector", "yunet",
      models: scratch.path("models elsewhere"))
  }

  @Test func fallsBackToHaarWithAWarningThatSaysWhatItCosts() throws {
    let scratch = try folderWithPortrait()
    let outcome = try scratch.faceblur(
      "blur", "portrait.jpg", "--json", models: scratch.path("models elsewhere"))
    outcome.expectOneErrorLine(naming: "warning")
    #expect(outcome.errors.contains("Haar") && outcome.errors.contains("%"))
    let report = try #require(try outcome.photos().first)
    #expect(report.detector == "haar")
    #expect(report.warnings.contains { $0.contains("Haar") })
    #expect(try scratch.names().isSuperset(of: ["portrait_edited.jpg", "portrait.AAE"]))
  }

  @Test func theOptionComesBeforeTheVariable() throws {
    let scratch = try folderWithPortrait()
    let folder = TestPhotos.modelsFolder
    let report = try #require(
      try scratch.faceblur(
        "detect", "portrait.jpg", "--json", "--models", folder, models: scratch.path("models elsewhere")
      ).photos().first)
    #expect(report.detector == "yunet")
  }

  // Not passed over for Haar either: someone put it there and believes that it is used.
  @Test(arguments: ["auto", "yunet"])
  func refusesAModelThatIsNotTheTestedOne(_ detector: String) throws {
    let scratch = try folderWithPortrait()
    let file = "face_detection_yunet_2023mar.onnx"
    let model = TestPhotos.packageFolder.appending(path: "models").appending(path: file)
    try scratch.write([UInt8](try Data(contentsOf: model)) + [0], "models elsewhere/\(file)")
    try scratch.expectFailure(
      69, naming: file, "blur", "portrait.jpg", "--detector", detector,
      models: scratch.path("models elsewhere"))
  }

  @Test func listsTheModels() throws {
    let scratch = try folderWithPortrait()
    let outcome = try scratch.faceblur("models")
    for name in ["face_detection_yunet_2023mar.onnx", "haarcascade_frontalface_alt2.xml"] {
      #expect(outcome.output.contains(name))
    }
    let without = try scratch.attempt("models", models: scratch.path("models elsewhere"))
    #expect(without.exitCode == 69)
    #expect(without.output.contains("models elsewhere"))
  }

  @Test(arguments: [[], ["-o", "copy.jpg"], ["-o", "models elsewhere"]])
  func leavesNothingBehindWhereTheDiskFillsUp(_ options: [String]) throws {
    let scratch = try folderWithPortrait()
    let before = try scratch.state()
    let outcome = try BuiltCommand.run(
      ["blur", "portrait.jpg"] + options, prefix: Hardship.diskFillsUp, in: scratch.path)
    #expect(outcome.exitCode == 73)
    outcome.expectOneErrorLine(naming: ".jpg")
    #expect(try scratch.state() == before)
  }

  @Test func leavesNoFolderBehindWhereTheDiskFillsUp() throws {
    let scratch = try folderWithPortrait()
    try scratch.expectFailure(
      73, naming: "portrait.jpg", "blur", "portrait.jpg", "-o", scratch.path("new") + "/",
      prefix: Hardship.diskFillsUp)
  }

  @Test(arguments: ["--preview", "--overlay"])
  func leavesNoHalfPictureWhereTheDiskFillsUp(_ option: String) throws {
    let scratch = try folderWithPortrait()
    try scratch.expectFailure(
      73, naming: "portrait_", "blur", "portrait.jpg", "--dry-run", option, "models elsewhere",
      prefix: Hardship.diskFillsUp)
  }

  @Test func keepsTheOldPairWhereTheDiskFillsUp() throws {
    let scratch = try folderWithPortrait()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.expectFailure(
      73, naming: "portrait_edited.jpg", "blur", "portrait.jpg", "--style", "fill", "--margin", "1",
      prefix: Hardship.diskFillsUp)
    try scratch.expectFailure(
      73, naming: "copy.jpg", "render", "portrait.jpg", "-o", "copy.jpg", prefix: Hardship.diskFillsUp)
  }

  @Test func saysThatTheFolderMayNotBeWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("album/portrait.jpg")
    try scratch.setMode(0o555, "album")
    defer { try? scratch.setMode(0o755, "album") }
    try scratch.expectFailure(
      73, naming: "portrait", "blur", "album/portrait.jpg", prefix: Hardship.permissionsApply)
    try scratch.expectFailure(
      73, naming: "new", "blur", "album/portrait.jpg", "-o", scratch.path("album/new") + "/",
      prefix: Hardship.permissionsApply)
  }

  // The record belongs beside the original: where it cannot go, the render must not go either.
  @Test func writesNoRenderWhereTheRecordCannotBeWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("album/portrait.jpg")
    try scratch.makeFolder("web")
    try scratch.setMode(0o555, "album")
    defer { try? scratch.setMode(0o755, "album") }
    try scratch.expectFailure(
      73, naming: "album/portrait.AAE", "blur", "album/portrait.jpg", "-o", "web",
      prefix: Hardship.permissionsApply)
  }

  @Test func keepsTheRecordWhereRevertMayNotRemoveIt() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("album/portrait.jpg")
    try scratch.faceblur("blur", "album/portrait.jpg")
    try scratch.setMode(0o555, "album")
    defer { try? scratch.setMode(0o755, "album") }
    try scratch.expectFailure(
      73, naming: "portrait", "revert", "album/portrait.jpg", prefix: Hardship.permissionsApply)
  }
}

import TestSupport
import Testing

/// A system that refuses: disks that are full, folders that may not be written.
@Suite struct HardshipTests {
  private func folderWithPortrait() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.makeFolder("elsewhere")
    return scratch
  }

  @Test(arguments: [[], ["-o", "copy.jpg"], ["-o", "elsewhere"]])
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
      73, naming: "portrait_", "blur", "portrait.jpg", "--dry-run", option, "elsewhere",
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

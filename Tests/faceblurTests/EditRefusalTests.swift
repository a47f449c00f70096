import ImageProcessingKit
import TestSupport
import Testing

/// Corrections that are refused change nothing and say what to type.
@Suite struct EditRefusalTests {
  private func blurredPortrait() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--effort", "fast")
    return scratch
  }

  @Test(arguments: [
    (["--exclude", "f2"], "there are f1"),
    (["--include", "m1"], "there are f1"),
    (["--move", "f7=1,1,9,9"], "there are f1"),
    (["--exclude", "f1", "--include", "f1"], "--include"),
    (["--exclude", "f1", "--move", "f1=1,1,9,9"], "--move"),
    (["--move", "f1=1,1,9,9", "--move", "f1=2,2,9,9"], "--move"),
    (["--add", "512,0,10,10"], "512 × 512"),
    (["--add", "0,0,10,10", "--add", "-10%,0%,10%,10%"], "512 × 512"),
    (["--move", "f1=0,-40,10,10"], "512 × 512"),
    (["--add", "0,0,1e9,10"], "512 × 512"),
    (["--add", "9,9,1e-300,1e-300"], "half a pixel"),
    (["--move", "f1=9,9,50,1e-300"], "half a pixel"),
    (["--exclude", "f1"], "faceblur revert portrait.jpg"),
    (["--exclude", "f1", "--dry-run"], "faceblur revert portrait.jpg"),
    (["--exclude", "f1", "--redetect"], "faceblur revert portrait.jpg"),
    (["--exclude", "f1", "--forget", "--threshold", "1"], "portrait.jpg"),
  ])
  func refusesWithOneLine(_ use: (words: [String], advice: String)) throws {
    let scratch = try blurredPortrait()
    let before = try scratch.state()
    let outcome = try BuiltCommand.run(["edit", "portrait.jpg"] + use.words, in: scratch.path)
    #expect(outcome.exitCode == 64, "\(outcome.errors)")
    outcome.expectOneErrorLine(naming: use.advice)
    #expect(outcome.errors.contains("portrait.jpg"))
    #expect(try scratch.state() == before)
  }

  @Test(arguments: [["--exclude", "f2"], ["--include", "f2"], ["--move", "f2=1,1,9,9"]])
  func saysWhichRegionsAFirstLookFound(_ words: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.expectFailure(64, naming: "there are f1", ["edit", "portrait.jpg"] + words)
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  @Test func saysThatThereIsNoFaceToBeginWith() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "stripes.jpg")
    try scratch.expectFailure(64, naming: "--add", "edit", "stripes.jpg", "--redetect")
  }

  /// It was found, and it was excluded.
  @Test func saysThatNothingWouldBeLeftOfAFirstLook() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.expectFailure(
      64, naming: "nothing would be left obscured; leave --exclude out", "edit", "portrait.jpg",
      "--exclude", "f1")
    try scratch.write(TestFilm().bytes(), "film.mp4")
    try scratch.expectFailure(
      64, naming: "nothing would be left obscured; leave --exclude out", "edit", "film.mp4", "--exclude",
      "t1")
  }

  /// There is no name to give to a render that is made where it was.
  @Test func saysWhatHelpsWhereTheRenderIsGone() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "-o", "out/face.jpg")
    try scratch.remove("out")
    let edit = ["edit", "portrait.jpg", "--add", "1,1,30,30"]
    for words in [edit, ["filter", "portrait.jpg", "--sepia", "0.3"]] {
      try scratch.expectFailure(73, naming: "use 'faceblur blur', which goes on with the edit", words)
    }
    try scratch.faceblur("blur", "portrait.jpg")
    let outcome = try BuiltCommand.run(edit, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
  }

  @Test func namesTheOriginalWhereARenderIsGiven() throws {
    let scratch = try blurredPortrait()
    try scratch.expectFailure(
      64, naming: "faceblur edit portrait.jpg", "edit", "portrait_edited.jpg", "--add", "1,1,9,9")
    try scratch.expectFailure(
      64, naming: "faceblur filter portrait.jpg", "filter", "portrait_edited.jpg", "--sepia", "0.3")
    for words in [["revert"], ["revert", "--to", "1"], ["render"], ["render", "-o", "copy.jpg"]] {
      try scratch.expectFailure(
        64, naming: "type 'faceblur \(words[0]) portrait.jpg' instead", words + ["portrait_edited.jpg"])
    }
  }

  @Test(arguments: ["3.0.0", "1.99.0"]) func leavesNewerRecordsAlone(_ version: String) throws {
    let scratch = try blurredPortrait()
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    record.list["adjustmentFormatVersion"] = version
    try scratch.write(record.fileContent, "portrait.AAE")
    try scratch.expectFailure(
      65, naming: "portrait.AAE", "edit", "portrait.jpg", "--add", "1,1,9,9", "--force")
  }

  @Test func leavesAChangedOriginalAlone() throws {
    let scratch = try blurredPortrait()
    try scratch.writeGraceHopper("portrait.jpg")
    try scratch.expectFailure(65, naming: "portrait.AAE", "edit", "portrait.jpg", "--add", "1,1,9,9")
  }

  /// A record could name any file.
  @Test func writesNothingWhereOnlyTheRecordSaysSo() throws {
    let scratch = try blurredPortrait()
    try scratch.writeGraceHopper("holiday.jpg")
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    let digest = try scratch.digest("holiday.jpg")
    try record.forgeRender(path: "holiday.jpg", sha256: digest)
    try scratch.write(record.fileContent, "portrait.AAE")
    try scratch.expectFailure(73, naming: "holiday.jpg", "edit", "portrait.jpg", "--add", "1,1,9,9")
  }

  @Test func doesNotReplaceARenderThatSomebodyChanged() throws {
    let scratch = try blurredPortrait()
    try scratch.append("retouched", to: "portrait_edited.jpg")
    let refused = try scratch.expectFailure(
      73, naming: "portrait_edited.jpg", "edit", "portrait.jpg", "--add", "1,1,9,9")
    #expect(refused.errors.hasSuffix("; move it away, or use --force\n"), "\(refused.errors)")
    try scratch.faceblur("edit", "portrait.jpg", "--add", "1,1,9,9", "--force")
  }

  @Test func tellsProgramsOfARefusalToo() throws {
    let scratch = try blurredPortrait()
    let outcome = try scratch.attempt("edit", "portrait.jpg", "--exclude", "f2", "--json")
    let line = try #require(try outcome.jsonLines().first)
    #expect(line["exitCode"] as? Int == 64)
    #expect((line["error"] as? String)?.contains("f2") == true)
  }

  @Test func needsTheDetectorForTheSecondLook() throws {
    let scratch = try blurredPortrait()
    try scratch.makeFolder("no models")
    try scratch.expectFailure(
      69, naming: "yunet", "edit", "portrait.jpg", "--add", "1,1,9,9",
      models: scratch.path("no models"))
  }
}

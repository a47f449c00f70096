import TestSupport
import Testing

/// What is at an output's place already: ours may be replaced, the user's only on request.
@Suite struct OverwriteTests {
  @Test func refusesToReplaceAFileThatIsNotOurs() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.writeGraceHopper("portrait_edited.jpg")
    try scratch.expectFailure(73, naming: "portrait_edited.jpg", "blur", "portrait.jpg")
    try scratch.expectFailure(
      73, naming: "portrait_edited.jpg", "blur", "portrait.jpg", "-o", "portrait_edited.jpg")
  }

  @Test func replacesAFileThatIsNotOursWithForce() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.writeGraceHopper("portrait_edited.jpg")
    let foreign = try scratch.digest("portrait_edited.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "--force")
    #expect(try scratch.digest("portrait_edited.jpg") != foreign)
    #expect(try scratch.names() == ["portrait.jpg", "portrait_edited.jpg", "portrait.AAE"])
  }

  @Test func doesNotWriteThroughALinkToAFileThatIsNotOurs() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.write(Array("precious".utf8), "kept/precious.txt")
    try scratch.link("portrait_edited.jpg", to: "kept/precious.txt")
    try scratch.expectFailure(73, naming: "portrait_edited.jpg", "blur", "portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "--force")
    #expect(try scratch.read("kept/precious.txt") == Array("precious".utf8))
  }

  @Test func leavesADanglingLinkAtTheRendersPlaceAlone() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.link("portrait_edited.jpg", to: "nowhere.jpg")
    try scratch.expectFailure(73, naming: "portrait_edited.jpg", "blur", "portrait.jpg")
  }

  @Test func replacesOurOwnRenderWithoutForce() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let first = try scratch.digest("portrait_edited.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "--style", "fill")
    #expect(try scratch.digest("portrait_edited.jpg") != first)
    #expect(try scratch.names() == ["portrait.jpg", "portrait_edited.jpg", "portrait.AAE"])
  }

  @Test func doesNotReplaceARenderThatTheUserHasEditedSince() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.append("retouched", to: "portrait_edited.jpg")
    try scratch.expectFailure(
      73, naming: "portrait_edited.jpg", "blur", "portrait.jpg", "--style", "fill")
    try scratch.expectFailure(73, naming: "portrait_edited.jpg", "render", "portrait.jpg")
  }

  // Finishing with no change writes nothing: no new time, no new file for a backup to copy.
  @Test func writesNothingWhereTheSameEditIsThereAlready() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let before = try scratch.state()
    let inodes = try ["portrait_edited.jpg", "portrait.AAE"].map(scratch.inode)
    try scratch.faceblur("blur", "portrait.jpg")
    #expect(try scratch.state() == before)
    #expect(try ["portrait_edited.jpg", "portrait.AAE"].map(scratch.inode) == inodes)
  }

  @Test(arguments: [[], ["--force"]])
  func twoPhotosOfOneNameDoNotReplaceEachOther(_ options: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a/photo.jpg")
    try scratch.writeGraceHopper("b/photo.jpg")
    try scratch.makeFolder("out")
    let outcome = try BuiltCommand.run(
      ["blur", "a/photo.jpg", "b/photo.jpg", "-o", "out"] + options, in: scratch.path)
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "out/photo.jpg")
    // The first one stays, with its record; of the second one nothing was written.
    let comparison = try RenderedCoefficients(
      original: scratch.read("a/photo.jpg"), render: scratch.read("out/photo.jpg"))
    #expect(comparison.isComparable)
    #expect(comparison.coverage(of: TestPhotos.astronautFace, by: comparison.isFlat) == 1)
    #expect(
      try scratch.names() == ["a", "a/photo.jpg", "a/photo.AAE", "b", "b/photo.jpg", "out", "out/photo.jpg"])
  }

  @Test func doesNotReplaceAFolder() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.makeFolder("portrait_edited.jpg")
    try scratch.expectFailure(73, naming: "portrait_edited.jpg", "blur", "portrait.jpg", "--force")
  }

  /// Whoever names a render waits for a file that nobody would write.
  @Test(arguments: [[], ["-q"], ["--json"], ["-o", "copy.jpg"]])
  func refusesARenderWhoseOriginalIsNotNamed(_ options: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let advice = "this is the render of portrait.jpg; type 'faceblur blur portrait.jpg' instead"
    let outcome = try scratch.expectFailure(
      64, naming: "portrait_edited.jpg: \(advice)", ["blur", "portrait_edited.jpg"] + options)
    if options == ["--json"] {
      #expect(try outcome.jsonLines().map { $0["exitCode"] as? Int } == [64])
    }
  }

  /// Its face is open.
  @Test func refusesWhatAnotherProgramMadeWhereTheOriginalIsNotNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_1234.JPG")
    try scratch.writeGraceHopper("IMG_E1234.JPG")
    try scratch.write(ForeignRecords.photos(), "IMG_1234.AAE")
    try scratch.expectFailure(
      64, naming: "faceblur blur IMG_1234.JPG", "blur", "-q", "IMG_E1234.JPG", "-o", "out.jpg")
    // Among others it fails alone.
    try scratch.writeAstronaut("other.jpg")
    let outcome = try scratch.attempt("blur", "-q", "other.jpg", "IMG_E1234.JPG")
    #expect(outcome.exitCode == 1, "\(outcome)")
    outcome.expectOneErrorLine(naming: "faceblur blur IMG_1234.JPG")
    #expect(try scratch.names().contains("other_edited.jpg"))
  }

  /// Also to those who asked for quiet, and to programs.
  @Test func tellsWhichRenderIsLeftOut() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let quiet = try scratch.faceblur("blur", "-q", "portrait.jpg", "portrait_edited.jpg")
    let line = "portrait_edited.jpg: left out, because it is the render of portrait.jpg"
    #expect(quiet.errors == "faceblur: warning: \(line)\n")
    let told = try scratch.faceblur("blur", "--json", "portrait.jpg", "portrait_edited.jpg").jsonLines()
    #expect(told.map { $0["file"] as? String } == ["portrait_edited.jpg", "portrait.jpg"])
    #expect(told.map { $0["renderOf"] as? String } == ["portrait.jpg", nil])
  }

  /// `*.jpg` names the render of the run before as well.
  @Test func leavesOutTheRenderOfAPhotoThatIsNamedToo() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let names = try scratch.names()
    let outcome = try scratch.attempt("blur", "portrait.jpg", "portrait_edited.jpg", "./portrait.jpg")
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("portrait_edited.jpg: left out"))
    #expect(try scratch.names() == names)
  }
}

import TestSupport
import Testing

@Suite struct RevertTests {
  @Test func leavesTheFolderExactlyAsItWasBeforeBlur() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.write(Array("a neighbour".utf8), "portrait.txt")
    let before = try scratch.state()
    try scratch.faceblur("blur", "portrait.jpg")
    try #require(try scratch.state() != before)
    let outcome = try scratch.faceblur("revert", "portrait.jpg")
    #expect(outcome.errors.isEmpty)
    #expect(try scratch.state() == before)
  }

  @Test func takesBackEveryDestinationOfSeveralBlurs() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("album/IMG_1234.JPG")
    try scratch.makeFolder("web")
    let before = try scratch.state()
    try scratch.faceblur("blur", "album/IMG_1234.JPG")
    try scratch.faceblur("blur", "album/IMG_1234.JPG", "--style", "fill")
    try scratch.faceblur("blur", "album/IMG_1234.JPG", "-o", "web")
    try scratch.faceblur("blur", "album/IMG_1234.JPG", "-o", "web/other.jpg", "--cells", "3")
    #expect(try scratch.names().count == before.count + 4)
    // Outside the photo's folder only the record says what is a render.
    try scratch.expectFailure(73, naming: "--renders", "revert", "album/IMG_1234.JPG")
    // From another folder, since the record must not depend on where the command was typed.
    let outcome = try BuiltCommand.run(
      ["revert", "../album/IMG_1234.JPG", "--renders", "."], in: scratch.path("web"))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.state() == before)
  }

  @Test func takesBackTheFolderThatBlurMade() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let before = try scratch.state()
    try scratch.faceblur("blur", "portrait.jpg", "-o", scratch.path("web") + "/")
    try #require(try scratch.names().contains("web/portrait.jpg"))
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.state() == before)
  }

  @Test func worksWhereTheRenderIsGoneAlready() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let before = try scratch.state()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.remove("portrait_edited.jpg")
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.state() == before)
  }

  @Test func keepsARenderThatTheUserHasChangedAndSaysSo() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.append("retouched", to: "portrait_edited.jpg")
    let edited = try FileState(at: scratch.path("portrait_edited.jpg"))
    let outcome = try scratch.faceblur("revert", "portrait.jpg")
    #expect(outcome.errors.contains("warning") && outcome.errors.contains("portrait_edited.jpg"))
    #expect(try scratch.names() == ["portrait.jpg", "portrait_edited.jpg"])
    #expect(try FileState(at: scratch.path("portrait_edited.jpg")) == edited)
  }

  @Test func aPhotoCanBeBlurredAgainAfterwards() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let render = try scratch.digest("portrait_edited.jpg")
    try scratch.faceblur("revert", "portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg")
    #expect(try scratch.digest("portrait_edited.jpg") == render)
  }

  // A record that came with a photo from elsewhere must not make us delete what it names.
  @Test(arguments: ["precious.txt", "admiral.jpg", "portrait.jpg"])
  func doesNotRemoveWhatAForgedRecordCallsARender(_ name: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.writeGraceHopper()
    try scratch.write(Array("precious".utf8), "precious.txt")
    let before = try scratch.state()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.remove("portrait_edited.jpg")
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    let digest = try #require(try FileState(at: scratch.path(name)).digest)
    let path = scratch.path(name)
    try record.forgeRender(path: path, sha256: digest)
    try scratch.write(record.fileContent, "portrait.AAE")
    let outcome = try scratch.faceblur("revert", "portrait.jpg")
    #expect(outcome.errors.contains(name))
    #expect(try scratch.state() == before)
  }
}

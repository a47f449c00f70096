import TestSupport
import Testing

@Suite struct BlurDestinationTests {
  @Test func namesRenderAndRecordOfACameraPhotoAsApplePhotosDoes() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_1234.JPG")
    try scratch.faceblur("blur", "IMG_1234.JPG")
    #expect(try scratch.names() == ["IMG_1234.JPG", "IMG_E1234.JPG", "IMG_1234.AAE"])
  }

  @Test func callsTheRenderOfAnyOtherPhotoEdited() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg", "portrait_edited.jpg", "portrait.AAE"])
  }

  @Test func givesEachPhotoItsOwnRecordWhereTwoShareAStem() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_1234.JPG")
    try scratch.writeGraceHopper("IMG_1234.jpeg")
    try scratch.faceblur("blur", "IMG_1234.JPG", "IMG_1234.jpeg")
    #expect(
      try scratch.names() == [
        "IMG_1234.JPG", "IMG_E1234.JPG", "IMG_1234.JPG.AAE",
        "IMG_1234.jpeg", "IMG_E1234.jpeg", "IMG_1234.jpeg.AAE",
      ])
  }

  // A raw or HEIC photo beside the JPEG is what cameras and phones leave.
  @Test func givesThePhotoALongRecordNameBesideAPhotoOfAnotherFormat() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_1234.JPG")
    try scratch.write(Array("another photo".utf8), "IMG_1234.HEIC")
    try scratch.faceblur("blur", "IMG_1234.JPG")
    #expect(
      try scratch.names() == ["IMG_1234.JPG", "IMG_1234.HEIC", "IMG_E1234.JPG", "IMG_1234.JPG.AAE"])
  }

  @Test func findsTheRecordAgainWhereASecondPhotoWithTheStemCameLater() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("trip.jpg")
    try scratch.faceblur("blur", "trip.jpg")
    try scratch.write(Array("another photo".utf8), "trip.png")
    try scratch.faceblur("blur", "trip.jpg", "--style", "fill")
    #expect(try scratch.names() == ["trip.jpg", "trip_edited.jpg", "trip.AAE", "trip.png"])
  }

  @Test func writesTheRenderToTheFileThatIsNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "-o", "for the web.jpeg")
    #expect(try scratch.names() == ["portrait.jpg", "for the web.jpeg", "portrait.AAE"])
    #expect(outcome.output.contains("for the web.jpeg"))
    #expect(outcome.output.contains("portrait.AAE"))
  }

  @Test func writesIntoAFolderUnderTheOriginalsNameAndKeepsTheRecordBesideTheOriginal() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("in/IMG_1234.JPG")
    try scratch.writeGraceHopper("in/admiral.jpg")
    try scratch.makeFolder("out")
    try scratch.faceblur("blur", "in/IMG_1234.JPG", "in/admiral.jpg", "-o", "out")
    #expect(
      try scratch.names() == [
        "in", "in/IMG_1234.JPG", "in/IMG_1234.AAE", "in/admiral.jpg", "in/admiral.AAE",
        "out", "out/IMG_1234.JPG", "out/admiral.jpg",
      ])
    #expect(try scratch.digest("out/IMG_1234.JPG") != scratch.digest("in/IMG_1234.JPG"))
  }

  // A path with a slash at its end, or any path for several photos, is a folder even before it is there.
  @Test(arguments: [["portrait.jpg", "-o", "new/"], ["portrait.jpg", "admiral.jpg", "-o", "new"]])
  func makesTheFolderThatIsNamed(_ arguments: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.writeGraceHopper()
    let outcome = try BuiltCommand.run(["blur"] + arguments, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.names().isSuperset(of: ["new", "new/portrait.jpg", "portrait.AAE"]))
  }

  @Test func makesTheFolderOfTheFileThatIsNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "-o", "new/folder/blurred.jpg")
    #expect(
      try scratch.names() == [
        "portrait.jpg", "portrait.AAE", "new", "new/folder", "new/folder/blurred.jpg",
      ])
  }

  // The render is ours whatever way its path was written when its folder was made.
  @Test func replacesItsRenderInAFolderThatItMadeThroughARoundaboutPath() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.makeFolder("sub")
    let target = scratch.path("sub/../new/blurred.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "-o", target)
    let first = try scratch.digest("new/blurred.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "-o", target, "--style", "fill")
    #expect(try scratch.digest("new/blurred.jpg") != first)
  }

  @Test func takesAnyNameThatAFileCanHave() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("-é 🚀 it's.jpg")
    try scratch.faceblur("blur", "--", "-é 🚀 it's.jpg")
    try scratch.faceblur("show", "--", "-é 🚀 it's.jpg")
    #expect(try scratch.names() == ["-é 🚀 it's.jpg", "-é 🚀 it's_edited.jpg", "-é 🚀 it's.AAE"])
  }

  @Test func findsThePhotoFromAnyFolder() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("album/portrait.jpg")
    try scratch.makeFolder("elsewhere")
    let outcome = try BuiltCommand.run(["blur", "../album/portrait.jpg"], in: scratch.path("elsewhere"))
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(
      try scratch.names() == [
        "elsewhere", "album", "album/portrait.jpg", "album/portrait_edited.jpg", "album/portrait.AAE",
      ])
  }
}

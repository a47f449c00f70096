import Foundation
import TestSupport
import Testing

/// `--record`: photos on cards and shares that nothing can be written beside.
@Suite struct RecordPlaceTests {
  /// The command on a card, where nobody may write.
  private func run(_ words: [String], _ scratch: ScratchFolder) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(words, prefix: Hardship.permissionsApply, in: scratch.path)
  }

  @Test(arguments: ["--record", "--preview"], ["there.jpg", "there.jpg/below"])
  func saysThatAFileIsNoFolder(_ option: String, _ place: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.write(Array("already".utf8), "there.jpg")
    try scratch.expectFailure(
      73, naming: "there.jpg: it is a file, and no folder; name a folder", "blur", "portrait.jpg", option,
      place)
  }

  @Test func keepsTheRecordInAFolderThatIsNamed() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("card/portrait.jpg")
    try scratch.makeFolder("out")
    try scratch.setMode(0o555, "card")
    defer { try? scratch.setMode(0o755, "card") }
    let refused = try run(["blur", "card/portrait.jpg"], scratch)
    #expect(refused.exitCode == 73 && refused.errors.contains("--record"), "\(refused.errors)")
    let records = ["--record", "records"]
    let blurred = try run(["blur", "card/portrait.jpg", "-o", "out/"] + records, scratch)
    #expect(blurred.exitCode == 0, "\(blurred.errors)")
    #expect(
      try scratch.names() == [
        "card", "card/portrait.jpg", "out", "out/portrait.jpg", "records", "records/portrait.AAE",
      ])
    let reach = records + ["--renders", "out"]
    #expect(try run(["show", "card/portrait.jpg"] + records, scratch).output.contains("f1"))
    let render = try scratch.digest("out/portrait.jpg")
    for words in [
      ["edit", "--add", "400,400,64,48"], ["filter", "--sepia", "0.3"],
      ["revert", "--to", "1", "--unhidden"],
    ] {
      let outcome = try run(words + ["card/portrait.jpg"] + reach, scratch)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(try scratch.digest("out/portrait.jpg") == render)
    try scratch.remove("out/portrait.jpg")
    #expect(try run(["render", "card/portrait.jpg"] + reach, scratch).exitCode == 0)
    #expect(try scratch.digest("out/portrait.jpg") == render)
    #expect(try run(["revert", "card/portrait.jpg"] + reach, scratch).exitCode == 0)
    #expect(try scratch.names() == ["card", "card/portrait.jpg", "out", "records"])
  }

  /// What the record beside the photo hides would be open in a second edit.
  @Test(arguments: ["blur", "edit", "filter"])
  func refusesASecondEditOfAPhotoOrFilm(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("in/portrait.jpg")
    try scratch.write(TestFilm { $0.frames = 4 }.bytes(), "in/film.mp4")
    for name in command == "filter" ? ["portrait"] : ["portrait", "film"] {
      let file = name == "film" ? "in/film.mp4" : "in/portrait.jpg"
      let words = command == "filter" ? ["--sepia", "0.4"] : command == "edit" ? ["--add", "9,9,32,32"] : []
      try scratch.faceblur("edit", file, "--add", "0,0,64,48")
      try scratch.expectFailure(73, naming: "in/\(name).AAE", [command, file, "--record", "records"] + words)
      // Also where it cannot be read.
      try scratch.write(Array("no record".utf8), "in/\(name).AAE")
      try scratch.expectFailure(73, naming: "in/\(name).AAE", [command, file, "--record", "records"] + words)
    }
  }

  /// What is recorded may be rendered, wherever else there is a record.
  @Test func rendersWhatIsRecordedInAFolder() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("in/portrait.jpg")
    try scratch.faceblur("blur", "in/portrait.jpg", "-o", "out/", "--record", "records")
    try scratch.faceblur("blur", "in/portrait.jpg")
    try scratch.faceblur("render", "in/portrait.jpg", "--record", "records", "-o", "again.jpg")
    #expect(try scratch.digest("again.jpg") == scratch.digest("out/portrait.jpg"))
  }

  @Test func refusesASecondEditThroughALink() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("in/portrait.jpg")
    try scratch.makeFolder("album")
    try scratch.link("album/me.jpg", to: "../in/portrait.jpg")
    try scratch.faceblur("edit", "in/portrait.jpg", "--add", "400,400,64,48")
    try scratch.expectFailure(73, naming: "in/portrait.AAE", "blur", "album/me.jpg")
    try scratch.faceblur("revert", "in/portrait.jpg")
    // What another program has made of it is what it shows.
    try scratch.write(ForeignRecords.photos(), "in/portrait.AAE")
    try scratch.expectFailure(65, naming: "in/portrait.AAE", "blur", "album/me.jpg")
    try scratch.remove("in/portrait.AAE")
    // The other way round a run reads the photo, and what lies beside that.
    try scratch.faceblur("edit", "album/me.jpg", "--add", "400,400,64,48")
    let outcome = try BuiltCommand.run(["scrub", "album/me.jpg", "-o", "out"], in: scratch.path)
    #expect(outcome.exitCode == 1)
    #expect(try scratch.published().isEmpty)
    #expect(try scratch.report()["portrait.jpg"]?.reason?.contains("me.AAE") == true)
  }

  /// Somebody copies or renames a photo with its record, and another photo gets the name that the record holds.
  @Test(arguments: [true, false])
  func takesUpTheRecordThatWasCopiedWithItsPhoto(isOfPhoto: Bool) throws {
    let scratch = try ScratchFolder()
    let film = TestFilm { $0.frames = 4 }
    let ending = isOfPhoto ? "jpg" : "mp4"
    try scratch.write(isOfPhoto ? TestPhotos.astronaut() : film.bytes(), "a.\(ending)")
    try scratch.faceblur("edit", "a.\(ending)", "--threshold", "1", "--add", "0,0,64,48")
    try scratch.write(scratch.read("a.\(ending)"), "b.\(ending)")
    try scratch.write(scratch.read("a.AAE"), "b.AAE")
    try scratch.faceblur("blur", "b.\(ending)", "--threshold", "1")
    #expect(try !scratch.names().contains("b.\(ending).AAE"))
    if isOfPhoto {
      let seen = try RenderedCoefficients(
        original: scratch.read("b.jpg"), render: scratch.read("b_edited.jpg"))
      #expect(seen.coverage(of: PixelBox(x: 0, y: 0, width: 64, height: 48), by: seen.isFlat) == 1)
    }
    // And where the photo has changed since, nothing is passed over.
    try scratch.append(isOfPhoto ? "a caption" : "\0\0\0\u{8}free", to: "b.\(ending)")
    try scratch.expectFailure(65, naming: "b.AAE", "blur", "b.\(ending)")
  }

  /// Its render is the other one's, whose record says so, too.
  @Test(arguments: ["jpg", "mp4"])
  func writesNothingOverTheRenderOfThePhotoThatWasCopied(_ ending: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      ending == "jpg" ? TestPhotos.astronaut() : TestFilm { $0.frames = 4 }.bytes(), "a.\(ending)")
    try scratch.faceblur("edit", "a.\(ending)", "--add", "0,0,64,48")
    for (from, to) in [("a.\(ending)", "b.\(ending)"), ("a.AAE", "b.AAE")] {
      try scratch.write(scratch.read(from), to)
    }
    let render = try scratch.digest("a_edited.\(ending)")
    try scratch.faceblur("edit", "b.\(ending)", "--exclude", "m1", "--add", "100,100,64,48")
    #expect(try scratch.digest("a_edited.\(ending)") == render)
    #expect(try scratch.faceblur("show", "b.\(ending)").output.contains("b_edited.\(ending)"))
    try scratch.faceblur("verify", "a_edited.\(ending)", "--original", "a.\(ending)")
    try scratch.faceblur("revert", "b.\(ending)")
    #expect(try scratch.names() == ["a.AAE", "a.\(ending)", "a_edited.\(ending)", "b.\(ending)"])
    // One that was renamed with both is the only one.
    for (from, to) in [("a.\(ending)", "c.\(ending)"), ("a.AAE", "c.AAE")] {
      try scratch.rename(from, to: to)
    }
    // Also where another one gets its name.
    try scratch.write(
      ending == "jpg" ? TestPhotos.graceHopper() : TestFilm { $0.frames = 5 }.bytes(), "a.\(ending)")
    try scratch.faceblur("edit", "c.\(ending)", "--add", "100,100,64,48")
    #expect(try scratch.digest("a_edited.\(ending)") != render)
    try scratch.faceblur("revert", "c.\(ending)")
    #expect(try scratch.names() == ["a.\(ending)", "b.\(ending)", "c.\(ending)"])
  }

  /// Photo, record and render were renamed together: the render is still theirs, and no other one is made beside it.
  @Test(arguments: ["jpg", "mp4"])
  func takesUpTheRenderThatWasRenamedWithItsPhoto(_ ending: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(
      ending == "jpg" ? TestPhotos.astronaut() : TestFilm { $0.frames = 4 }.bytes(), "a.\(ending)")
    try scratch.faceblur("edit", "a.\(ending)", "--threshold", "1", "--add", "0,0,64,48")
    for (from, to) in [
      ("a.\(ending)", "trip.\(ending)"), ("a.AAE", "trip.AAE"),
      ("a_edited.\(ending)", "trip_edited.\(ending)"),
    ] { try scratch.rename(from, to: to) }
    let names = try scratch.names()
    let render = try scratch.digest("trip_edited.\(ending)")
    // It is no photo of its own.
    let blurred = try scratch.faceblur("blur", "-r", ".", "--threshold", "1")
    #expect(try scratch.names() == names, "\(blurred.output)")
    try scratch.faceblur("edit", "trip.\(ending)", "--add", "100,100,64,48")
    #expect(try scratch.names() == names && scratch.digest("trip_edited.\(ending)") != render)
    #expect(try scratch.faceblur("show", "trip.\(ending)").output.contains("trip_edited.\(ending)"))
    try scratch.faceblur("revert", "trip.\(ending)")
    #expect(try scratch.names() == ["trip.\(ending)"])
  }

  /// Whatever lies under the earlier name of a render by now.
  @Test func takesUpRendersWhoseNamesWereExchanged() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.writeGraceHopper("b.jpg")
    for name in ["a", "b"] {
      try scratch.faceblur("edit", "\(name).jpg", "--threshold", "1", "--add", "0,0,64,48")
    }
    for name in [".jpg", ".AAE", "_edited.jpg"] {
      try scratch.rename("a\(name)", to: "c\(name)")
      try scratch.rename("b\(name)", to: "a\(name)")
      try scratch.rename("c\(name)", to: "b\(name)")
    }
    let names = try scratch.names()
    for name in ["a", "b"] {
      try scratch.faceblur("edit", "\(name).jpg", "--add", "100,100,64,48")
      let seen = try RenderedCoefficients(
        original: scratch.read("\(name).jpg"), render: scratch.read("\(name)_edited.jpg"))
      #expect(seen.coverage(of: PixelBox(x: 100, y: 100, width: 64, height: 48), by: seen.isFlat) == 1)
    }
    #expect(try scratch.names() == names)
    for name in ["a", "b"] { try scratch.faceblur("revert", "\(name).jpg") }
    #expect(try scratch.names() == ["a.jpg", "b.jpg"])
  }

  @Test func takesUpARenderWhoseEndingGotSmallLetters() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestPhotos.closeUpPNG(), "IMG_1234.PNG")
    try scratch.faceblur("blur", "IMG_1234.PNG", "--format", "jpeg")
    for (from, to) in [
      ("IMG_1234.PNG", "trip.png"), ("IMG_1234.AAE", "trip.AAE"), ("IMG_E1234.JPG", "trip_edited.jpg"),
    ] { try scratch.rename(from, to: to) }
    let names = try scratch.names()
    try scratch.faceblur("edit", "trip.png", "--add", "5,5,20,20")
    #expect(try scratch.names() == names)
    try scratch.faceblur("revert", "trip.png")
    #expect(try scratch.names() == ["trip.png"])
  }

  /// `a.jpg.AAE` is the record of `a.jpg.png` as well as it could be that of `a.jpg`.
  @Test func takesUpNoRecordOfAPhotoWithALongerName() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestPhotos.graceHopper(), "a.jpg.jpg")
    try scratch.writeAstronaut("a.jpg")
    try scratch.faceblur("edit", "a.jpg.jpg", "--threshold", "1", "--add", "10,10,60,60")
    #expect(try scratch.names().contains("a.jpg.AAE"))
    try scratch.expectFailure(66, naming: "a.AAE", "show", "a.jpg")
    try scratch.expectFailure(66, naming: "a.AAE", "revert", "a.jpg")
    try scratch.faceblur("blur", "a.jpg")
    #expect(try scratch.faceblur("show", "a.jpg").output.contains("f1"))
    #expect(try scratch.faceblur("show", "a.jpg.jpg").output.contains("m1"))
    try scratch.faceblur("revert", "a.jpg")
    #expect(try scratch.faceblur("show", "a.jpg.jpg").output.contains("m1"))
  }

  /// The photo got another ending, and another photo its name.
  @Test(arguments: ["blur", "edit"])
  func refusesToPassOverARecordUnderAnEarlierName(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.faceblur("edit", "a.jpg", "--threshold", "1", "--add", "300,380,180,120")
    try scratch.rename("a.jpg", to: "a.jpeg")
    try scratch.write(TestPhotos.graceHopper(), "a.jpg")
    let words = [command, "a.jpeg"] + (command == "edit" ? ["--add", "1,1,20,20"] : [])
    try scratch.expectFailure(73, naming: "a.jpeg.AAE", words)
    // The advice is the way.
    try scratch.rename("a.AAE", to: "a.jpeg.AAE")
    let outcome = try BuiltCommand.run(words, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    // What was rendered under the earlier name is still this photo's.
    let render = command == "edit" ? "a_edited.jpg" : "a_edited.jpeg"
    let seen = try RenderedCoefficients(
      original: scratch.read("a.jpeg"), render: scratch.read(render))
    #expect(seen.coverage(of: PixelBox(x: 300, y: 380, width: 180, height: 120), by: seen.isFlat) == 1)
  }

  @Test func keepsNoRecordWhereNoneIsWanted() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("in/portrait.jpg")
    try scratch.makeFolder("out")
    let outcome = try scratch.faceblur(
      "blur", "in/portrait.jpg", "-o", "out/", "--record", "none", "--json")
    #expect(try outcome.photos().first?.outputs.record == nil)
    let names: Set<String> = ["in", "in/portrait.jpg", "out", "out/portrait.jpg"]
    #expect(try scratch.names() == names)
    try scratch.faceblur("verify", "out/portrait.jpg")
    // The same again is there already; anything else is a file that nothing says is ours.
    try scratch.faceblur("blur", "in/portrait.jpg", "-o", "out/", "--record", "none")
    try scratch.expectFailure(
      73, naming: "out/portrait.jpg", "blur", "in/portrait.jpg", "-o", "out/", "--record", "none", "--cells",
      "2")
    try scratch.expectFailure(64, naming: "--xmp", "blur", "in/portrait.jpg", "--record", "none", "--xmp")
    // A record that is there would say what is not so, and forget what a person decided.
    try scratch.faceblur("blur", "in/portrait.jpg")
    try scratch.expectFailure(
      73, naming: "portrait.AAE", "blur", "in/portrait.jpg", "--record", "none", "--cells", "2")
  }
}

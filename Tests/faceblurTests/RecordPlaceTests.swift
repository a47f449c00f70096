import Foundation
import TestSupport
import Testing

/// `--record`: photos on cards and shares that nothing can be written beside.
@Suite struct RecordPlaceTests {
  /// The command on a card, where nobody may write.
  private func run(_ words: [String], _ scratch: ScratchFolder) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(words, prefix: Hardship.permissionsApply, in: scratch.path)
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
    // The other way round a run reads the photo, and what lies beside that.
    try scratch.faceblur("revert", "in/portrait.jpg")
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

import TestSupport
import Testing

/// `faceblur show` and `faceblur revert` of films, whose renders are made here without a renderer.
@Suite struct FilmRecordCommandTests {
  @Test func showTellsPeopleWhatIsHidden() throws {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm()
    let before = try scratch.state()
    let text = try scratch.faceblur("show", "film.mp4").output
    for line in [
      "film.mp4: edited 2023-11-14T22:13:20Z", "  record    film.AAE",
      "  format    org.faceblur.FaceBlur 2.0.0",
      "  original  320 × 240, 0:02.0, SHA-256 ", "  detector  yunet, threshold 0.6",
      "  style     mosaic, box, at most 12 cells across a face, margin 1.3",
      "  pictures  spliced, quality 19", "  audio     drop", "  render    film_edited.mp4",
      "  t1  0:00.0 to 0:01.0  score 0.876  detected  applied",
      "  t2  0:00.5 to 0:00.5  score 0.5  detected  excluded",
    ] { #expect(text.contains(line), "\(text)") }
    #expect(try scratch.state() == before)
  }

  @Test func showTellsProgramsWhereAndWhen() throws {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm()
    let outcome = try scratch.faceblur("show", "--json", "film.mp4")
    let object = try #require(try outcome.jsonLines().first)
    #expect(object["audio"] as? String == "drop" && object["frames"] as? Int == 20)
    #expect((object["width"] as? Int, object["height"] as? Int) as (Int?, Int?) == (320, 240))
    let tracks = try #require(object["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["state"] as? String } == ["applied", "excluded"])
    let boxes = try #require(tracks[0]["boxes"] as? [[String: Double]])
    #expect(
      boxes == [
        ["time": 0, "x": 80, "y": 60, "width": 40, "height": 60],
        ["time": 1, "x": 160, "y": 60, "width": 40, "height": 60],
      ])
  }

  @Test func revertLeavesTheFolderAsItWas() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("a neighbour".utf8), "film.txt")
    try scratch.write(TestFilm { $0.groupLength = 4 }.bytes(), "film2_edited.mp4")
    let before = try scratch.contentDigests()
    try scratch.writeEditedFilm()
    let outcome = try scratch.faceblur("revert", "film.mp4", "--json")
    let object = try #require(try outcome.jsonLines().first)
    #expect(object["removed"] as? [String] == ["film.AAE", "film_edited.mp4"])
    try scratch.remove("film.mp4")
    #expect(try scratch.contentDigests() == before)
  }

  @Test func revertKeepsARenderThatWasChanged() throws {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm()
    try scratch.append("retouched", to: "film_edited.mp4")
    let outcome = try scratch.faceblur("revert", "film.mp4")
    #expect(outcome.errors.contains("film_edited.mp4: it was changed after faceblur wrote it"))
    #expect(try scratch.names() == ["film.mp4", "film_edited.mp4"])
  }

  @Test func revertAsksWhereOnlyTheRecordSaysWhatARenderIs() throws {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm("album/film.mp4", to: "web/film.mp4")
    try scratch.expectFailure(73, naming: "--renders", "revert", "album/film.mp4")
    try scratch.faceblur("revert", "album/film.mp4", "--renders", "web")
    #expect(try scratch.names() == ["album", "album/film.mp4"])
  }

  @Test func aFilmThatHasChangedIsShownAndTakenBack() throws {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm()
    try scratch.write(TestFilm { $0.groupLength = 7 }.bytes(), "film.mp4")
    try scratch.faceblur("show", "film.mp4")
    try scratch.faceblur("revert", "film.mp4")
    #expect(try scratch.names() == ["film.mp4"])
  }

  @Test func saysWhatCannotBeDone() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm().bytes(), "film.mp4")
    try scratch.expectFailure(66, naming: "film.AAE", "show", "film.mp4")
    try scratch.expectFailure(66, naming: "film.AAE", "revert", "film.mp4")
    try scratch.writeEditedFilm()
    try scratch.expectFailure(65, naming: "film.mp4", "revert", "film.mp4", "--to", "1")
    try scratch.expectFailure(65, naming: "film.mp4", "revert", "film.mp4", "--phase")
    try scratch.write(ForeignRecords.photos(), "film.AAE")
    try scratch.expectFailure(65, naming: "film.AAE", "revert", "film.mp4")
    #expect(try scratch.faceblur("show", "film.mp4").output.contains("another program's edit"))
    try scratch.write(Array("junk".utf8), "film.AAE")
    try scratch.expectFailure(65, naming: "film.AAE", "show", "film.mp4")
  }

  /// A record that was moved is not taken for an edit of what it lies beside.
  @Test func aFilmsRecordIsNoPhotosAndTheOtherWayRound() throws {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm()
    try scratch.writeAstronaut("album/portrait.jpg")
    try scratch.write(scratch.read("film.AAE"), "album/portrait.AAE")
    for words in [["show"], ["blur"], ["edit", "--cells", "4"], ["render"], ["revert"]] {
      let outcome = try scratch.expectFailure(
        65, naming: "album/portrait.AAE", [words[0], "album/portrait.jpg"] + words[1...])
      #expect(outcome.errors.contains("it is the edit record of a film"), "\(outcome.errors)")
    }
    try scratch.remove("album/portrait.AAE")
    try scratch.faceblur("blur", "album/portrait.jpg")
    try scratch.write(scratch.read("album/portrait.AAE"), "film.AAE")
    for command in ["show", "revert"] {
      let outcome = try scratch.expectFailure(65, naming: "film.AAE", command, "film.mp4")
      #expect(outcome.errors.contains("it is the edit record of a photo"), "\(outcome.errors)")
    }
  }

  @Test(arguments: HostileRecord.all)
  func hostileRecordsAreRefusedByName(_ record: HostileRecord) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm().bytes(), "film.mp4")
    try scratch.write(record.bytes, "film.AAE")
    for command in ["show", "revert"] {
      try scratch.expectFailure(
        65, naming: "film.AAE", [command, "film.mp4"], prefix: ["prlimit", "--cpu=5"])
    }
  }
}

import TestSupport
import Testing

/// `faceblur render` of films: from the record alone.
@Suite struct RenderFilmTests {
  /// A film with an edit whose render is one of ours.
  private func edited() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeEditedFilm()
    try scratch.faceblur("edit", "film.mp4", "--add", "200,100,40,40@1.65-1.90")
    return scratch
  }

  @Test func givesTheSameBytesEveryTime() throws {
    let scratch = try edited()
    let before = try scratch.state()
    let first = try scratch.digest("film_edited.mp4")
    let outcome = try scratch.faceblur("render", "film.mp4")
    #expect(outcome.output.contains("nothing has changed, so nothing was written"), "\(outcome.output)")
    #expect(try scratch.state() == before)
    try scratch.remove("film_edited.mp4")
    // Nobody looks for faces.
    try scratch.makeFolder("no models")
    try scratch.faceblur("render", "film.mp4", models: scratch.path("no models"))
    #expect(try scratch.digest("film_edited.mp4") == first)
    try scratch.remove("no models")
    try scratch.faceblur("revert", "film.mp4")
    #expect(try scratch.names() == ["film.mp4"])
  }

  @Test func writesACopyThatLeavesRecordAndRenderAsTheyAre() throws {
    let scratch = try edited()
    let before = try scratch.state()
    let first = try scratch.digest("film_edited.mp4")
    try scratch.faceblur("render", "film.mp4", "-o", "copies/copy.mp4")
    try scratch.faceblur("render", "film.mp4", "-o", "copies/")
    #expect(try scratch.digest("copies/copy.mp4") == first)
    #expect(try scratch.digest("copies/film.mp4") == first)
    try scratch.remove("copies")
    #expect(try scratch.state() == before)
  }

  @Test func rendersWhereTheLastEditDid() throws {
    let scratch = try ScratchFolder()
    try scratch.makeFolder("album/web")
    try scratch.writeEditedFilm("album/film.mp4", to: "album/web/film.mp4")
    try scratch.faceblur("edit", "album/film.mp4", "--cells", "6")
    #expect(
      try scratch.names() == [
        "album", "album/film.AAE", "album/film.mp4", "album/web", "album/web/film.mp4",
      ])
    let render = try scratch.digest("album/web/film.mp4")
    try scratch.remove("album/web/film.mp4")
    try scratch.faceblur("render", "album/film.mp4")
    #expect(try scratch.digest("album/web/film.mp4") == render)
  }

  @Test func saysWhatCannotBeDone() throws {
    let scratch = try edited()
    try scratch.write(Array("mine".utf8), "copy.mp4")
    try scratch.expectFailure(73, naming: "copy.mp4", "render", "film.mp4", "-o", "copy.mp4")
    try scratch.expectFailure(73, naming: "film.mp4", "render", "film.mp4", "-o", "film.mp4")
    try scratch.expectFailure(64, naming: "copy.mov.mp4", "render", "film.mp4", "-o", "copy.mov")
    try scratch.expectFailure(65, naming: "--unhidden", "render", "film.mp4", "--unhidden")
    try scratch.expectFailure(65, naming: "--format", "render", "film.mp4", "--format", "jpeg")
    try scratch.write(TestFilm { $0.groupLength = 7 }.bytes(), "other.mp4")
    try scratch.expectFailure(66, naming: "other.AAE", "render", "other.mp4")
    try scratch.write(scratch.read("other.mp4"), "film.mp4")
    try scratch.expectFailure(65, naming: "film.AAE", "render", "film.mp4")
  }
}

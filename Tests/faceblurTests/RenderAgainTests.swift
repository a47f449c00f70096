import TestSupport
import Testing

/// `render`: from the record alone.
@Suite struct RenderAgainTests {
  private func blurredFolder(_ options: String...) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try BuiltCommand.run(["blur", "portrait.jpg"] + options, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return scratch
  }

  @Test(arguments: ["mosaic", "fill"])
  func givesTheSameBytesEveryTime(_ style: String) throws {
    let scratch = try blurredFolder("--style", style, "--margin", "1.7", "--cells", "3")
    let before = try scratch.state()
    let first = try scratch.digest("portrait_edited.jpg")
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.state() == before)
    try scratch.remove("portrait_edited.jpg")
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.digest("portrait_edited.jpg") == first)
    try scratch.faceblur("render", "portrait.jpg", "-o", "copy.jpg")
    #expect(try scratch.digest("copy.jpg") == first)
  }

  // It never detects again: without any model it works, where detection does not.
  @Test func needsNoModels() throws {
    let scratch = try blurredFolder()
    let first = try scratch.digest("portrait_edited.jpg")
    try scratch.remove("portrait_edited.jpg")
    try scratch.makeFolder("no models")
    let models = scratch.path("no models")
    let detection = try scratch.attempt("blur", "portrait.jpg", models: models)
    #expect(detection.exitCode == 69)
    try scratch.faceblur("render", "portrait.jpg", models: models)
    #expect(try scratch.digest("portrait_edited.jpg") == first)
  }

  @Test func writesACopyThatLeavesRecordAndRenderAsTheyAre() throws {
    let scratch = try blurredFolder()
    let before = try scratch.state()
    try scratch.faceblur("render", "portrait.jpg", "-o", "copies/copy.jpg")
    try #require(try scratch.names().contains("copies/copy.jpg"))
    try scratch.remove("copies")
    #expect(try scratch.state() == before)
  }

  @Test func rendersWhereTheLastBlurRendered() throws {
    let scratch = try blurredFolder()
    try scratch.makeFolder("web")
    try scratch.faceblur("blur", "portrait.jpg", "-o", "web")
    let render = try scratch.digest("web/portrait.jpg")
    try scratch.remove("web/portrait.jpg")
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.digest("web/portrait.jpg") == render)
  }

  @Test func usesTheRecordedRegionsWhateverTheyAre() throws {
    let scratch = try blurredFolder()
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    // A region that no detector would find, in the lower right corner.
    try record.forgeSettings { settings in
      settings["regions"] = [
        [
          "id": "m1", "origin": "manual", "state": "applied",
          "rect": ["x": 0.8, "y": 0.8, "width": 0.1, "height": 0.1],
        ] as [String: any Sendable]
      ]
    }
    try scratch.write(record.fileContent, "portrait.AAE")
    try scratch.faceblur("render", "portrait.jpg", "-o", "copy.jpg")
    let comparison = try RenderedCoefficients(
      original: scratch.read("portrait.jpg"), render: scratch.read("copy.jpg"))
    let corner = PixelBox(x: 410, y: 410, width: 51, height: 51)
    #expect(comparison.coverage(of: corner, by: comparison.isFlat) == 1)
    #expect(comparison.coverage(of: TestPhotos.astronautFace, by: comparison.isUntouched) == 1)
  }

  @Test func refusesToReplaceAFileThatIsNotOurs() throws {
    let scratch = try blurredFolder()
    try scratch.writeGraceHopper("copy.jpg")
    try scratch.expectFailure(73, naming: "copy.jpg", "render", "portrait.jpg", "-o", "copy.jpg")
    try scratch.faceblur("render", "portrait.jpg", "-o", "copy.jpg", "--force")
    #expect(try scratch.digest("copy.jpg") == scratch.digest("portrait_edited.jpg"))
  }
}

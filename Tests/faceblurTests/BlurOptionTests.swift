import TestSupport
import Testing

@Suite struct BlurOptionTests {
  private let face = TestPhotos.astronautFace

  /// A portrait in a folder of its own, blurred with options.
  private func blurred(_ options: String...) throws -> RenderedCoefficients {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try BuiltCommand.run(["blur", "portrait.jpg"] + options, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try RenderedCoefficients(
      original: scratch.read("portrait.jpg"), render: scratch.read("portrait_edited.jpg"))
  }

  @Test func fillLeavesOneToneOverTheWholeFace() throws {
    let comparison = try blurred("--style", "fill")
    for component in 0..<3 {
      #expect(comparison.tones(in: face, component: component) == [0])
    }
  }

  @Test(arguments: [1, 2, 3, 6])
  func mosaicHasAtMostAsManyCellsAsAskedFor(cells: Int) throws {
    let comparison = try blurred("--cells", "\(cells)")
    // Not one tone per cell at least: two cells may have the same mean.
    #expect((1...(cells * cells)).contains(comparison.tones(in: face, component: 0).count))
    #expect(comparison.coverage(of: face, by: comparison.isFlat) == 1)
  }

  @Test func showsMoreThanOneToneUnlessToldToFill() throws {
    #expect(try blurred().tones(in: face, component: 0).count > 10)
  }

  @Test func marginDecidesHowFarBeyondTheFaceTheBlurReaches() throws {
    let narrow = try blurred("--margin", "1")
    #expect(narrow.coverage(of: face, by: narrow.isFlat) > 0.98)
    let around = PixelBox(
      x: face.x - face.width / 2 + 8, y: 8, width: 2 * face.width - 16, height: 2 * face.height - 16)
    #expect(narrow.coverage(of: around, by: narrow.isUntouched) > 0.3)
    let wide = try blurred("--margin", "2")
    #expect(wide.coverage(of: around, by: wide.isFlat) > 0.98)
  }

  @Test func haarFindsTheFaceToo() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let report = try #require(
      try scratch.faceblur("blur", "portrait.jpg", "--detector", "haar", "--json").photos().first)
    #expect(report.detector == "haar")
    let comparison = try RenderedCoefficients(
      original: scratch.read("portrait.jpg"), render: scratch.read("portrait_edited.jpg"))
    #expect(comparison.coverage(of: face, by: comparison.isFlat) > 0.8)
  }

  @Test func thresholdDecidesWhatCountsAsAFace() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    #expect(
      try scratch.faceblur("detect", "portrait.jpg", "--json", "--threshold", "0.9").photos()[0].faces.count
        == 1)
    #expect(
      try scratch.faceblur("detect", "portrait.jpg", "--json", "--threshold", "1").photos()[0].faces.isEmpty)
  }

  @Test func quietPrintsNothingAndStillWrites() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "-q")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
    #expect(try scratch.names() == ["portrait.jpg", "portrait_edited.jpg", "portrait.AAE"])
  }

  @Test func verboseListsEachFace() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let plain = try scratch.faceblur("blur", "portrait.jpg", "--dry-run").output
    let verbose = try scratch.faceblur("blur", "portrait.jpg", "--dry-run", "-v").output
    #expect(!plain.contains("score"))
    #expect(verbose.contains("f1") && verbose.contains("score"))
  }

  @Test(arguments: ["blur", "detect"])
  func saysThatNoFaceWasFoundAndWritesNothing(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "wall.jpg")
    let before = try scratch.state()
    let outcome = try scratch.faceblur(command, "wall.jpg")
    #expect(outcome.output.contains("wall.jpg: no face found"))
    #expect(outcome.errors.isEmpty)
    #expect(try scratch.state() == before)
  }

  /// A script would take what is there for the render.
  @Test func saysThatTheFileThatWasNamedIsNotWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "wall.jpg")
    let words = ["blur", "wall.jpg", "-q", "-o", "out.jpg"]
    let nothing = try BuiltCommand.run(words, in: scratch.path)
    #expect(nothing.exitCode == 0 && nothing.output.isEmpty, "\(nothing)")
    #expect(nothing.errors == "faceblur: warning: no face was found, so out.jpg was not written\n")
    try scratch.write(Array("of an earlier run".utf8), "out.jpg")
    let earlier = try BuiltCommand.run(words, in: scratch.path)
    #expect(
      earlier.errors
        == "faceblur: warning: no face was found, so out.jpg was not written; what is there is not of this run\n"
    )
    // Nobody waits for a file where none was promised or named.
    for words in [["--dry-run", "-o", "out.jpg"], ["-o", "out/"], []] {
      let outcome = try BuiltCommand.run(["blur", "wall.jpg", "-q"] + words, in: scratch.path)
      #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(words): \(outcome)")
    }
  }

  // Losing the earlier render because a later run saw no face would publish the face again.
  @Test func keepsAnEarlierEditWhereALaterRunFindsNoFace() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let before = try scratch.state()
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "--threshold", "1")
    #expect(outcome.output.contains("f1: found by an earlier look"))
    #expect(try scratch.state() == before)
  }
}

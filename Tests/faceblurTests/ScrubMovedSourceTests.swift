import Foundation
import TestSupport
import Testing

/// A run over photos whose folder has another name now knows what an earlier one made of them.
@Suite struct ScrubMovedSourceTests {
  private static let note = "from photos that were not in this run"

  /// Two photos that were scrubbed before their folder got another name.
  private func moved() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("photos/in/b.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    try scratch.rename("photos", to: "moved")
    return scratch
  }

  @Test func leavesWhatIsAsItShouldBe() throws {
    let scratch = try moved()
    let before = try scratch.published()
    let outcome = try scratch.scrub(from: "moved")
    #expect(outcome.exitCode == 0 && !outcome.output.contains(Self.note), "\(outcome.output)")
    #expect(try scratch.published() == before)
    #expect(try scratch.scrub(from: "moved").output.contains("2 were done before"))
  }

  @Test func takesBackWhatFailsNow() throws {
    let scratch = try moved()
    try scratch.write(Array(scratch.read("moved/a.jpg").prefix(3000)), "moved/a.jpg")
    try scratch.write(Array("no photo any more".utf8), "moved/in/b.jpg")
    let outcome = try scratch.scrub(from: "moved")
    #expect(outcome.exitCode == 1 && !outcome.output.contains(Self.note), "\(outcome.output)")
    #expect(try scratch.published()["a.jpg"] == nil && scratch.published()["in/b.jpg"] == nil)
  }

  /// Something that the walk itself puts on the list.
  @Test func takesBackWhatIsNoFileNow() throws {
    let scratch = try moved()
    try scratch.remove("moved/a.jpg")
    try scratch.link("moved/a.jpg", to: "nowhere")
    #expect(try scratch.scrub(from: "moved").exitCode == 1)
    #expect(try scratch.published()["a.jpg"] == nil && scratch.published()["in/b.jpg"] != nil)
  }

  @Test(arguments: ["a record", "a style"])
  func replacesWhatIsToBeMadeOtherwise(_ reason: String) throws {
    let scratch = try moved()
    let before = try scratch.published()
    if reason == "a record" { try scratch.faceblur("edit", "moved/a.jpg", "--add", "8,8,64,48") }
    let options = reason == "a style" ? ["--style", "fill"] : []
    // A forecast says the same.
    for forecast in [["--dry-run"], []] {
      let outcome = try scratch.scrub(options + forecast, from: "moved")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(forecast != [] || !outcome.output.contains(Self.note), "\(outcome.output)")
    }
    let after = try scratch.published()
    #expect(after["a.jpg"] != before["a.jpg"])
    #expect((after["in/b.jpg"] != before["in/b.jpg"]) == (reason == "a style"))
  }

  /// What somebody has put into the target is theirs all the same.
  @Test func replacesNothingThatWasChanged() throws {
    let scratch = try moved()
    try scratch.append("retouched", to: "out/a.jpg")
    #expect(try scratch.scrub("--style", "fill", from: "moved").exitCode == 1)
    #expect(try scratch.read("out/a.jpg").suffix(9) == Array("retouched".utf8))
  }

  /// Another photo of the same name is another photo: whoever wants to lose its output says so.
  @Test func leavesWhatWasMadeOfAFileThatIsStillThere() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("other/a.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    let before = try scratch.published()
    let outcome = try scratch.scrub(from: "other")
    #expect(outcome.exitCode == 1 && outcome.output.contains("1 file in the target \(Self.note)"))
    outcome.expectOneErrorLine(naming: "photos/a.jpg; name another target with -o, or use --force")
    // Nor where it fails.
    try scratch.write(Array("no photo any more".utf8), "other/a.jpg")
    _ = try scratch.scrub(from: "other")
    #expect(try scratch.published() == before)
    try scratch.writeGraceHopper("other/a.jpg")
    #expect(try scratch.scrub("--force", from: "other").exitCode == 0)
    let forced = try scratch.published()
    #expect(forced != before)
    // Now it is the other one's.
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try scratch.published() == forced)
  }

  /// The target has what the sources have, and a photo that was taken away may be one that is not to be published any more.
  @Test func replacesWhatNobodyHasDecidedAbout() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    let before = try scratch.published()
    try scratch.rename("photos", to: "unmounted")
    try scratch.writeGraceHopper("other/a.jpg")
    let outcome = try scratch.scrub(from: "other")
    #expect(outcome.exitCode == 0 && !outcome.output.contains(Self.note), "\(outcome.errors)")
    let seen = try RenderedCoefficients(
      original: scratch.read("other/a.jpg"), render: scratch.read("out/a.jpg"))
    #expect(seen.isComparable)
    // Where the photo is back, so is what was made of it.
    try scratch.rename("other", to: "gone")
    try scratch.rename("unmounted", to: "photos")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published() == before)
  }

  /// Cameras begin with the same names again, and whoever deletes the originals has nothing else of what a person decided.
  @Test(arguments: ["of other proportions", "of the same ones", "without a face", "cut short"])
  func leavesWhatAPersonHasDecidedAboutToAPhotoThatIsGone(_ kind: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    let decision = kind == "without a face" ? ["--exclude", "f1"] : ["--add", "8,8,64,48"]
    #expect(try BuiltCommand.run(["edit", "out/a.jpg"] + decision, in: scratch.path).exitCode == 0)
    let before = try scratch.published()
    try scratch.rename("photos", to: "unmounted")
    try scratch.writeGraceHopper("other/a.jpg")
    switch kind {
    case "of the same ones", "without a face":
      let square = TestPhotos.withoutFaces(width: 512, height: 512)
      try scratch.write(TestJPEG.encode(square), "other/a.jpg")
    case "cut short": try scratch.write(Array(scratch.read("other/a.jpg").prefix(3000)), "other/a.jpg")
    default: break
    }
    let options = kind == "without a face" ? ["--on-no-face", "skip"] : []
    // Once more the journal tells of the first time.
    for _ in 1...2 {
      let outcome = try scratch.scrub(options, from: "other")
      #expect(outcome.exitCode == 1 && outcome.output.contains("1 file in the target \(Self.note)"))
      let reason = try scratch.report()["a.jpg"]?.reason
      #expect(
        reason?.contains("photos/a.jpg") == true && reason?.contains("another target") == true,
        "\(reason ?? "")")
      #expect(try scratch.published() == before)
    }
    // The decision holds where the photo is back.
    try scratch.rename("unmounted", to: "photos")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published() == before)
  }

  @Test(arguments: [[], ["--records", "records"]])
  func replacesWhatAPersonHasDecidedAboutWhereThePictureIsTheSame(options: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.write(TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }.bytes(), "photos/b.mp4")
    #expect(try scratch.scrub().exitCode == 0)
    for name in ["a.jpg", "b.mp4"] { try scratch.faceblur("edit", "out/\(name)", "--add", "8,8,64,48") }
    try scratch.rename("photos", to: "moved")
    try scratch.append("a caption", to: "moved/a.jpg")
    // A box of nothing.
    try scratch.append("\0\0\0\u{8}free", to: "moved/b.mp4")
    let outcome = try scratch.scrub(options, from: "moved")
    #expect(outcome.exitCode == 0 && !outcome.output.contains(Self.note), "\(outcome.errors)")
    for name in ["a.jpg", "b.mp4"] {
      #expect(try scratch.faceblur("show", "out/\(name)").output.contains("manual"))
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Collections with edit records, which a person corrects, and the pictures of ours that may lie in a source.
@Suite struct CollectionRecordTests {
  private static let drawn = PixelBox(x: 400, y: 400, width: 64, height: 48)
  private static let corrections = ["--exclude", "f1", "--add", "400,400,64,48"]

  private func expectDecision(
    _ scratch: ScratchFolder, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let seen = try RenderedCoefficients(
      original: scratch.read("photos/in/portrait.jpg"), render: scratch.read("out/in/portrait.jpg"))
    try #require(seen.isComparable)
    #expect(
      seen.coverage(of: TestPhotos.astronautFace, by: seen.isUntouched) == 1, sourceLocation: sourceLocation)
    #expect(seen.coverage(of: Self.drawn, by: seen.isFlat) == 1, sourceLocation: sourceLocation)
  }

  @Test(arguments: ["beside", "records"])
  func runsHoldWhatWasDecidedWithARecord(_ records: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/in/portrait.jpg")
    #expect(try scratch.scrub("--records", records).exitCode == 0)
    // The advice is the way.
    let place = records == "beside" ? [] : ["--record", "records/in"]
    let refused = try BuiltCommand.run(["edit", "out/in/portrait.jpg"] + Self.corrections, in: scratch.path)
    #expect(refused.exitCode == 73)
    refused.expectOneErrorLine(naming: "--renders \(scratch.path)/out'")
    #expect(refused.errors.contains("records/in --renders") == (records != "beside"))
    #expect(try scratch.faceblur("show", "out/in/portrait.jpg").output.contains("f1"))
    let edited = try BuiltCommand.run(
      ["edit", "photos/in/portrait.jpg", "--renders", "out"] + place + Self.corrections, in: scratch.path)
    #expect(edited.exitCode == 0, "\(edited.errors)")
    try expectDecision(scratch)
    for options in [[], [], ["--effort", "fast"], ["--metadata", "none"]] {
      let again = try BuiltCommand.run(
        ["scrub", "photos", "-o", "out", "--records", records] + options,
        in: scratch.path)
      #expect(again.exitCode == 0, "\(again.errors)")
      try expectDecision(scratch)
    }
    let shown = try scratch.faceblur("show", "out/in/portrait.jpg").output
    #expect(shown.contains("m1") && shown.contains("excluded") && shown.contains("source"))
    // A run without records holds it, too.
    #expect(try scratch.scrub().exitCode == 0)
    try expectDecision(scratch)
  }

  /// A person corrects what was published by the photo, and names the folders of the run: what is said instead leads there.
  @Test func refusesAnEditThatWouldNotReachWhatIsPublished() throws {
    let scratch = try ScratchFolder()
    let plain = try TestJPEG.encode(TestPhotos.withoutFaces(width: 640, height: 480))
    try scratch.write(plain, "photos/plain.jpg")
    try scratch.writeAstronaut("photos/in/portrait.jpg")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    let published = Set(try scratch.published().keys)
    let box = ["--add", "16,400,64,48"]
    let reach = ["--renders", "out"]
    try scratch.write(plain, "copy.jpg")
    // One without a face has no record.
    for words in [
      ["edit", "photos/plain.jpg", "--record", "records"] + box, ["edit", "photos/plain.jpg"] + box,
      ["edit", "copy.jpg"] + box, ["filter", "photos/plain.jpg", "--sepia", "0.3"],
    ] {
      try scratch.expectFailure(
        73, naming: "type 'faceblur edit \(scratch.path)/out/plain.jpg'", words + reach)
    }
    try scratch.faceblur("edit", "out/plain.jpg", "--add", "16,400,64,48")
    let corner = PixelBox(x: 16, y: 400, width: 64, height: 48)
    func expectHidden() throws {
      let seen = try RenderedCoefficients(original: plain, render: scratch.read("out/plain.jpg"))
      #expect(seen.coverage(of: corner, by: seen.isFlat) == 1)
    }
    try expectHidden()
    // Of one in a folder it is in a folder, too.
    let advice = "--record \(scratch.path)/records/in --renders \(scratch.path)/out'"
    for place in [["--record", "records"], [], ["--record", "other"]] {
      try scratch.expectFailure(
        73, naming: advice, ["edit", "photos/in/portrait.jpg"] + place + reach + Self.corrections)
    }
    try scratch.faceblur(
      "edit", "photos/in/portrait.jpg", "--record", "records/in", "--renders", "out", "--exclude", "f1",
      "--add", "400,400,64,48")
    try expectDecision(scratch)
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    try expectHidden()
    try expectDecision(scratch)
    #expect(Set(try scratch.published().keys) == published)
  }

  /// The next run has it rendered into the target, and says so itself then.
  @Test func advisesARunWhereTheRecordIsNewerThanWhatIsPublished() throws {
    let scratch = try ScratchFolder()
    let plain = try TestJPEG.encode(TestPhotos.withoutFaces(width: 640, height: 480))
    try scratch.write(plain, "photos/plain.jpg")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    try scratch.faceblur("edit", "photos/plain.jpg", "--record", "records", "--add", "16,400,64,48")
    let words = ["edit", "photos/plain.jpg", "--record", "records", "--renders", "out"]
    try scratch.expectFailure(
      73, naming: "run 'faceblur scrub' again first", words + ["--add", "200,400,64,48"])
    try scratch.remove("photos/plain_edited.jpg")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    let edited = try BuiltCommand.run(words + ["--add", "200,400,64,48"], in: scratch.path)
    #expect(edited.exitCode == 0, "\(edited.errors)")
    let seen = try RenderedCoefficients(original: plain, render: scratch.read("out/plain.jpg"))
    for left in [16, 200] {
      #expect(seen.coverage(of: PixelBox(x: left, y: 400, width: 64, height: 48), by: seen.isFlat) == 1)
    }
  }

  /// Whoever names the folder of all records for a photo in a subfolder begins a second one there.
  @Test func publishesNothingThatSomebodyHasDrawnInByAnotherRecord() throws {
    let scratch = try ScratchFolder()
    let plain = try TestJPEG.encode(TestPhotos.withoutFaces(width: 640, height: 480))
    try scratch.write(plain, "photos/in/plain.jpg")
    try scratch.write(TestFilm { $0.frames = 4 }.bytes(), "photos/in/film.mp4")
    try scratch.writeAstronaut("photos/in/portrait.jpg")
    // A copy has a record of its own, and shows the same.
    try scratch.writeAstronaut("photos/again/same.jpg")
    let records = ["--records", "records"]
    #expect(try scratch.scrub(records).exitCode == 0)
    let published = Set(try scratch.published().keys)
    for (name, box) in [
      ("portrait.jpg", "400,400,64,48"), ("plain.jpg", "16,400,64,48"), ("film.mp4", "0,0,64,48"),
    ] {
      try scratch.faceblur(
        "edit", "photos/in/\(name)", "--record", "records", "--threshold", "1", "--add", box)
      try scratch.remove("photos/in/\(name.replacing(".", with: "_edited."))")
    }
    // Also where a run takes what has its size and time for what it was.
    for options in [["--trust-times"], []] {
      #expect(try scratch.scrub(records + options).exitCode == 1)
      #expect(Set(try scratch.published().keys) == ["again", "in"])
    }
    let report = try scratch.report()
    let own = "\(scratch.path)/records/in"
    let reason = try #require(report["portrait.jpg"]?.reason)
    #expect(reason.contains("/records/portrait.AAE: somebody has drawn in portrait.jpg there"), "\(reason)")
    #expect(reason.contains("--record \(own) --renders \(scratch.path)/out'"), "\(reason)")
    #expect(
      report["same.jpg"]?.reason?.contains("/records/portrait.AAE: somebody has drawn in same.jpg there")
        == true)
    #expect(report["film.mp4"]?.reason?.contains("--record \(own) --renders \(scratch.path)/out'") == true)
    #expect(report["plain.jpg"]?.reason?.contains("call it \(own)/plain.AAE") == true)
    // What is advised helps.
    try scratch.faceblur(
      "edit", "photos/in/portrait.jpg", "--record", "records/in", "--renders", "out", "--exclude", "f1",
      "--add", "400,400,64,48")
    try scratch.faceblur(
      "edit", "photos/in/film.mp4", "--record", "records/in", "--renders", "out", "--add", "0,0,64,48")
    for name in ["portrait", "film"] { try scratch.remove("records/\(name).AAE") }
    try scratch.rename("records/plain.AAE", to: "records/in/plain.AAE")
    let outcome = try scratch.scrub(records)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(Set(try scratch.published().keys) == published)
    try expectDecision(scratch)
    let seen = try RenderedCoefficients(original: plain, render: scratch.read("out/in/plain.jpg"))
    #expect(seen.coverage(of: PixelBox(x: 16, y: 400, width: 64, height: 48), by: seen.isFlat) == 1)
  }

  // Names that nobody would type are not told.
  @Test func tellsTheRecordsOfTheTopFolderWithoutDots() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    let refused = try BuiltCommand.run(["edit", "out/portrait.jpg"] + Self.corrections, in: scratch.path)
    #expect(refused.exitCode == 73)
    refused.expectOneErrorLine(naming: "records/portrait.AAE")
    #expect(refused.errors.contains("records --renders") && !refused.errors.contains("records/."))
  }

  // First in the journal, then in records.
  @Test func aRunWithRecordsHoldsWhatTheJournalSays() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/in/portrait.jpg")
    try scratch.scrub()
    #expect(
      try BuiltCommand.run(["edit", "out/in/portrait.jpg"] + Self.corrections, in: scratch.path).exitCode == 0
    )
    for records in ["records", "none", "beside", "none"] {
      let outcome = try scratch.scrub("--records", records)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      try expectDecision(scratch)
    }
  }

  @Test func leavesOutPicturesThatFaceblurMade() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.faceblur("blur", "photos/portrait.jpg", "--preview", "photos/look", "--overlay", "photos")
    // Of those that an earlier version has published.
    try scratch.write(try scratch.read("photos/portrait_edited.jpg"), "photos/one.jpg")
    let before = try scratch.state()
    let dryRun = try scratch.scrub("--dry-run", "-v")
    #expect(dryRun.exitCode == 0 && dryRun.output.contains("a preview that faceblur made"))
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(Set(try scratch.published().keys) == ["one.jpg", "portrait.jpg"])
    let report = try scratch.report()
    #expect(report["portrait_edited.jpg"]?.status == "other")
    #expect(report["portrait_edited.jpg"]?.reason?.contains("the render of") == true)
    #expect(report["portrait_preview.jpg"]?.reason == "a preview that faceblur made")
    #expect(report["portrait_overlay.jpg"]?.reason == "an overlay that faceblur made")
    for (name, state) in before where name.hasPrefix("photos/") {
      #expect(try FileState(at: scratch.path(name)) == state)
    }
  }

  // What was a photo of its own is withdrawn when it becomes a render.
  @Test func withdrawsARenderThatWasPublished() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.writeGraceHopper("photos/portrait_edited.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published().count == 2)
    try scratch.faceblur("blur", "photos/portrait.jpg", "--force")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(Set(try scratch.published().keys) == ["portrait.jpg"])
    // Changed since, it is a photo like any other.
    try scratch.writeGraceHopper("photos/portrait_edited.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published().count == 2)
  }

  // A stranger's record names a photo that is none of ours as a render: it is published all the same.
  @Test func publishesAPhotoThatARecordCallsARender() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.faceblur("blur", "photos/portrait.jpg", "--effort", "fast")
    try scratch.writeGraceHopper("photos/portrait_edited.jpg")
    let digest = try scratch.digest("photos/portrait_edited.jpg")
    var record = try RecordOnDisk(scratch.read("photos/portrait.AAE"))
    try record.forgeRender(path: "portrait_edited.jpg", sha256: digest)
    try scratch.write(record.fileContent, "photos/portrait.AAE")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.published().count == 2)
  }
}

import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Edits on top of another program's: that program's record and render are never lost.
@Suite struct ChainTests {
  /// Records as other programs write them.
  enum Editor: CaseIterable {
    case photos, propertyList, archive, withoutData

    var record: [UInt8] {
      switch self {
      case .photos: ForeignRecords.photos()
      case .propertyList: ForeignRecords.propertyList()
      case .archive: ForeignRecords.archive()
      case .withoutData: ForeignRecords.withoutData()
      }
    }
  }

  /// A photo that another program has made darker.
  private func editedElsewhere(
    _ editor: Editor = .photos, name: String = "portrait.jpg", render: String = "portrait_edited.jpg"
  ) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut(name)
    var picture = try TestPhotos.pixels(of: TestPhotos.astronaut())
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let pixel = picture[x, y]
        picture[x, y] = (pixel.red / 2, pixel.green / 2, pixel.blue / 2)
      }
    }
    try scratch.write(TestJPEG.encode(picture), render)
    try scratch.write(editor.record, "\(FilePath(name).stem).AAE")
    return scratch
  }

  @Test(arguments: Editor.allCases)
  func beginsFromTheOtherProgramsResultAndRestoresItByteForByte(_ editor: Editor) throws {
    let scratch = try editedElsewhere(editor)
    let before = try scratch.contentDigests()
    let base = try scratch.read("portrait_edited.jpg")
    try scratch.faceblur("blur", "portrait.jpg")
    #expect(
      try scratch.names() == ["portrait.AAE", "portrait.jpg", "portrait_base.jpg", "portrait_edited.jpg"])
    #expect(try scratch.read("portrait_base.jpg") == base)
    // What is obscured is the darker picture.
    let pixels = try RenderedCoefficients(original: base, render: scratch.read("portrait_edited.jpg"))
    #expect(pixels.units(touching: TestPhotos.astronautFace).allSatisfy { pixels.isFlat($0.x, $0.y) })
    #expect(try scratch.read("portrait.jpg") == TestPhotos.astronaut())

    try scratch.faceblur("revert", "portrait.jpg", "--phase")
    #expect(try scratch.contentDigests() == before)
    #expect(try scratch.read("portrait.AAE") == editor.record)
  }

  @Test func correctsFiltersAndRendersOnTopOfTheOtherProgramsResult() throws {
    let scratch = try editedElsewhere(name: "IMG_0001.JPG", render: "IMG_E0001.JPG")
    let before = try scratch.contentDigests()
    try scratch.faceblur("blur", "IMG_0001.JPG")
    try scratch.faceblur("edit", "IMG_0001.JPG", "--add", "400,400,64,48")
    let render = try scratch.digest("IMG_E0001.JPG")
    try scratch.remove("IMG_E0001.JPG")
    try scratch.faceblur("render", "IMG_0001.JPG")
    #expect(try scratch.digest("IMG_E0001.JPG") == render)
    // What is compared is what the other program made of the photo.
    try scratch.faceblur("verify", "IMG_E0001.JPG", "--original", "IMG_0001.JPG")
    #expect(try scratch.attempt("verify", "IMG_0001_base.JPG", "--original", "IMG_0001.JPG").exitCode == 1)
    let shown = try scratch.faceblur("show", "IMG_0001.JPG").output
    #expect(shown.contains("beneath") && shown.contains("com.apple.photo"))
    try scratch.faceblur("revert", "IMG_0001.JPG", "--phase")
    #expect(try scratch.contentDigests() == before)
  }

  @Test func revertingEverythingLeavesTheOriginalAlone() throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg", "--xmp")
    #expect(try scratch.names().contains("portrait.jpg.xmp"))
    // What the other program made is nowhere else.
    let before = try scratch.contentDigests()
    try scratch.expectFailure(73, naming: "--phase", "revert", "portrait.jpg")
    #expect(try scratch.contentDigests() == before)
    try scratch.faceblur("revert", "portrait.jpg", "--all")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  @Test(arguments: [["blur"], ["edit", "--add", "1,1,20,20"], ["filter", "--sepia", "0.5"]])
  func refusesWhereTheOtherProgramsResultIsMissing(_ command: [String]) throws {
    let scratch = try editedElsewhere()
    try scratch.remove("portrait_edited.jpg")
    try scratch.expectFailure(
      65, naming: "portrait.AAE", [command[0], "portrait.jpg"] + command.dropFirst())
  }

  @Test(arguments: [["revert"], ["revert", "--phase"], ["revert", "--to", "1"], ["render"]])
  func takesBackNothingThatIsNotOurs(_ command: [String]) throws {
    let scratch = try editedElsewhere()
    try scratch.expectFailure(
      65, naming: "portrait.AAE", [command[0], "portrait.jpg"] + command.dropFirst())
    #expect(try scratch.faceblur("show", "portrait.jpg").output.contains("com.apple.photo"))
  }

  @Test func saysThatWhatLiesBeneathIsGone() throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.append("changed", to: "portrait_base.jpg")
    for command in [["render"], ["edit", "--add", "1,1,20,20"], ["revert", "--phase"]] {
      try scratch.expectFailure(
        65, naming: "portrait_base.jpg", [command[0], "portrait.jpg"] + command.dropFirst())
    }
    // Everything can be taken back all the same, with the other program's record; what somebody changed is theirs.
    try scratch.expectFailure(73, naming: "--all", "revert", "portrait.jpg")
    try scratch.faceblur("revert", "portrait.jpg", "--all")
    #expect(try scratch.names() == ["portrait.jpg", "portrait_base.jpg"])
  }

  @Test func doesNotRestoreOverARenderThatSomebodyChanged() throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.append("retouched", to: "portrait_edited.jpg")
    try scratch.expectFailure(73, naming: "portrait_edited.jpg", ["revert", "portrait.jpg", "--phase"])
  }

  @Test func anotherEditOnTopOfOursKeepsAllThatIsThere() throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg")
    // Another program edits our render and takes the record's place.
    try scratch.write(ForeignRecords.archive(), "portrait.AAE")
    let theirs = try scratch.read("portrait_edited.jpg")
    let before = try scratch.contentDigests()
    try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48")
    #expect(try scratch.read("portrait_base2.jpg") == theirs)
    try scratch.faceblur("revert", "portrait.jpg", "--phase")
    #expect(try scratch.contentDigests() == before)
  }

  /// Our render went elsewhere, so the other program's is still at its place.
  @Test(arguments: [false, true])
  func takesBackAnEditThatWasRenderedElsewhere(isPhase: Bool) throws {
    let scratch = try editedElsewhere()
    let before = try scratch.contentDigests()
    try scratch.faceblur("blur", "portrait.jpg", "-o", "web/")
    let outcome = try BuiltCommand.run(
      ["revert", "portrait.jpg"] + [isPhase ? "--phase" : "--all"], in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try scratch.contentDigests() == (isPhase ? before : before.filter { $0.key == "portrait.jpg" }))
  }

  /// Only the record says that a render elsewhere is ours, so it does not go away without that.
  @Test func doesNotLeaveBehindARenderThatIsOutOfReach() throws {
    let scratch = try editedElsewhere()
    let elsewhere = try ScratchFolder()
    let before = try scratch.contentDigests()
    try scratch.faceblur("blur", "portrait.jpg", "-o", elsewhere.path + "/")
    for command in [["revert", "portrait.jpg", "--all"], ["revert", "portrait.jpg", "--phase"]] {
      let outcome = try scratch.expectFailure(73, naming: "portrait.jpg", command)
      #expect(outcome.errors.contains("--renders"), "\(outcome.errors)")
    }
    try scratch.faceblur("revert", "portrait.jpg", "--phase", "--renders", elsewhere.path)
    #expect(try elsewhere.names().isEmpty)
    #expect(try scratch.contentDigests() == before)
  }

  @Test func seesARecordWhoseEndingIsInSmallLetters() throws {
    let scratch = try editedElsewhere()
    try scratch.rename("portrait.AAE", to: "portrait.aae")
    let before = try scratch.contentDigests()
    try scratch.faceblur("blur", "portrait.jpg")
    #expect(try scratch.names().contains("portrait_base.jpg") && !scratch.names().contains("portrait.AAE"))
    try scratch.faceblur("revert", "portrait.jpg", "--phase")
    #expect(try scratch.contentDigests() == before)
  }

  /// `*.jpg` names the original, its render and what is kept.
  @Test func blursNeitherRendersNorBases() throws {
    let scratch = try editedElsewhere()
    for names in [
      ["portrait.jpg", "portrait_edited.jpg"], try scratch.names().filter { $0.hasSuffix("jpg") },
    ] {
      let outcome = try BuiltCommand.run(["blur"] + names, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    let again = try BuiltCommand.run(
      ["blur", "portrait.jpg", "portrait_base.jpg", "portrait_edited.jpg"], in: scratch.path)
    #expect(again.exitCode == 0 && again.errors.contains("portrait_base.jpg: left out"))
    #expect(
      try scratch.names() == ["portrait.AAE", "portrait.jpg", "portrait_base.jpg", "portrait_edited.jpg"])
  }

  @Test func blursNotTheOtherProgramsResultWhereOursIsElsewhere() throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg", "--anonymous-names")
    let before = try scratch.contentDigests()
    let again = try BuiltCommand.run(
      ["blur", "--anonymous-names"] + scratch.names().filter { $0.hasSuffix("jpg") }, in: scratch.path)
    #expect(again.exitCode == 0 && again.errors.contains("portrait_edited.jpg: left out"))
    #expect(try scratch.contentDigests() == before)
  }

  @Test(arguments: [["blur"], ["render"]])
  func isNeverLostToForce(_ command: [String]) throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.expectFailure(
      73, naming: "portrait_base.jpg", command + ["portrait.jpg", "-o", "portrait_base.jpg", "--force"])
  }

  /// To take an edit back, what lies beneath need not be there; to render it must.
  @Test func aSessionThatTakesBackDoesNotRenderTheOriginalInstead() throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg", "-o", "ours.jpg")
    try scratch.remove("portrait_base.jpg")
    let before = try scratch.contentDigests()
    let path = FilePath(scratch.path("portrait.jpg"))
    for copy in [nil, FilePath(scratch.path("copy.jpg"))] {
      var outputs = OutputGuard(originals: [path], force: false)
      #expect(throws: FaceBlurError.self) {
        _ = try EditSession.beginReverting(path).finish(
          to: .init(target: copy), lookingAgain: nil, guardedBy: &outputs)
      }
      #expect(throws: FaceBlurError.self) {
        _ = try EditSession.beginReverting(path).renderAgain(to: copy, guardedBy: &outputs)
      }
    }
    #expect(try scratch.contentDigests() == before)
  }

  /// Photo, record, render and what lies beneath were renamed together.
  @Test func takesUpWhatLiesBeneathUnderAnotherName() throws {
    let scratch = try editedElsewhere()
    let before = try scratch.contentDigests()
    try scratch.faceblur("blur", "portrait.jpg")
    let names = try scratch.names().filter { $0.hasPrefix("portrait") }
    for name in names { try scratch.rename(name, to: "trip" + name.dropFirst("portrait".count)) }
    try scratch.faceblur("edit", "trip.jpg", "--add", "5,5,40,40")
    #expect(try scratch.names().filter { $0.hasPrefix("trip") }.count == names.count)
    try scratch.faceblur("revert", "trip.jpg", "--phase")
    #expect(try Set(scratch.contentDigests().values) == Set(before.values))
  }

  @Test func saysThatAnotherOriginalIsNotWhatIsEdited() throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.writeGraceHopper("portrait.jpg")
    let rebased = try scratch.faceblur("blur", "portrait.jpg", "--force-rebase")
    #expect(rebased.errors.contains("portrait_base.jpg, is edited, not the new original"))
  }

  /// A record that came with a photo from elsewhere must not make us move what it names.
  @Test func aForgedBaseIsNotTouched() throws {
    let scratch = try editedElsewhere()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.writeGraceHopper("holiday.jpg")
    let digest = try scratch.digest("holiday.jpg")
    var record = try RecordOnDisk(scratch.read("portrait.AAE"))
    try record.forge { payload in
      var base = payload["base"] as? [String: Any] ?? [:]
      var photo = base["photo"] as? [String: Any] ?? [:]
      photo["fileName"] = "holiday.jpg"
      photo["sha256"] = digest
      base["photo"] = photo
      payload["base"] = base
    }
    try scratch.write(record.fileContent, "portrait.AAE")
    try scratch.expectFailure(65, naming: "holiday.jpg", ["revert", "portrait.jpg", "--phase"])
    try scratch.faceblur("revert", "portrait.jpg", "--all")
    #expect(try scratch.digest("holiday.jpg") == digest)
  }
}

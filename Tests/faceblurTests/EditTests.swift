import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `edit`: corrections by hand, as they are seen in the render.
@Suite struct EditTests {
  private static let corner = PixelBox(x: 400, y: 400, width: 64, height: 48)

  /// Two portraits side by side, blurred: f1 and f2.
  private func blurredGroup() throws -> (scratch: ScratchFolder, faces: [PixelBox]) {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group()
    try scratch.write(TestJPEG.encode(group.picture), "group.jpg")
    let photo = try #require(try scratch.faceblur("blur", "group.jpg", "--json").photos().first)
    // In reading order the lady comes first.
    #expect(photo.faces.map(\.id) == ["f1", "f2"])
    return (scratch, group.faces)
  }

  private func blurredPortrait(_ options: String...) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try BuiltCommand.run(
      ["blur", "portrait.jpg", "--effort", "fast"] + options, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return scratch
  }

  private func comparison(_ scratch: ScratchFolder, _ name: String = "portrait") throws
    -> RenderedCoefficients
  {
    let comparison = try RenderedCoefficients(
      original: scratch.read("\(name).jpg"), render: scratch.read("\(name)_edited.jpg"))
    try #require(comparison.isComparable)
    return comparison
  }

  @Test func obscuresADrawnBoxAndNothingElseThanBefore() throws {
    let scratch = try blurredPortrait()
    let original = try FileState(at: scratch.path("portrait.jpg"))
    let before = try comparison(scratch)
    let photo = try #require(
      try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48", "--margin", "1", "--json")
        .photos()
        .first)
    #expect(photo.outputs.render == "portrait_edited.jpg" && photo.outputs.record == "portrait.AAE")
    #expect(photo.detector == "yunet")
    #expect(photo.faces.map(\.id) == ["f1", "m1"])
    #expect(photo.added == ["m1"])
    #expect(photo.faces.map(\.origin) == ["detected", "manual"])
    #expect(photo.faces.map(\.state) == ["applied", "applied"])
    let after = try comparison(scratch)
    #expect(after.coverage(of: Self.corner, by: after.isFlat) == 1)
    #expect(after.coverage(of: Self.corner, by: after.wasFlat) < 0.5)
    let drawn = Set(after.units(touching: Self.corner).map { [$0.x, $0.y] })
    for unit in after.allUnits where !drawn.contains([unit.x, unit.y]) && before.isUntouched(unit.x, unit.y) {
      #expect(after.isUntouched(unit.x, unit.y))
    }
    #expect(try FileState(at: scratch.path("portrait.jpg")) == original)
  }

  @Test func anExcludedFaceIsTheOriginalsUntilItIsIncluded() throws {
    let (scratch, faces) = try blurredGroup()
    let state = try scratch.state()
    let photo = try #require(
      try scratch.faceblur("edit", "group.jpg", "--exclude", "f1", "--json").photos().first)
    #expect(photo.faces.map(\.state) == ["excluded", "applied"])
    #expect(photo.faces.map(\.origin) == ["detected", "detected"])
    var seen = try comparison(scratch, "group")
    #expect(seen.coverage(of: faces[0], by: seen.isUntouched) == 1)
    #expect(seen.coverage(of: faces[1], by: seen.isFlat) == 1)
    let text = try scratch.faceblur("edit", "group.jpg", "--exclude", "f1", "-v").output
    #expect(text.contains("2 faces, 1 excluded") && text.contains("nothing was written"))

    try scratch.faceblur("edit", "group.jpg", "--include", "f1")
    seen = try comparison(scratch, "group")
    for face in faces { #expect(seen.coverage(of: face, by: seen.isFlat) == 1) }
    #expect(try scratch.digest("group_edited.jpg") == state["group_edited.jpg"]?.digest)
  }

  @Test func movesARegion() throws {
    let scratch = try blurredPortrait()
    let photo = try #require(
      try scratch.faceblur("edit", "portrait.jpg", "--move", "f1=400,400,64,48", "--json").photos().first)
    #expect(photo.faces.map(\.id) == ["f1"])
    #expect(photo.faces.map(\.origin) == ["manual"])
    #expect(photo.faces.first?.isNear(Self.corner, within: 0.1) == true)
    let seen = try comparison(scratch)
    #expect(seen.coverage(of: Self.corner, by: seen.isFlat) == 1)
    #expect(seen.coverage(of: TestPhotos.astronautFace, by: seen.isUntouched) == 1)
    let region = try #require(
      (try RecordOnDisk(scratch.read("portrait.AAE")).settings["regions"] as? [[String: Any]])?.first)
    #expect(Set(region.keys) == ["id", "origin", "rect", "state"])
  }

  @Test func takesPercentAsItTakesPixels() throws {
    let pixels = try blurredPortrait()
    let percent = try blurredPortrait()
    try pixels.faceblur("edit", "portrait.jpg", "--add", "128,256,64,32", "--add", "-8,0,32,16")
    try percent.faceblur(
      "edit", "portrait.jpg", "--add=25%,50%,12.5%,6.25%", "--add=-1.5625%,0%,6.25%,3.125%")
    for scratch in [pixels, percent] {
      let seen = try comparison(scratch)
      let box = PixelBox(x: 128, y: 256, width: 64, height: 32)
      #expect(seen.coverage(of: box, by: seen.isFlat) == 1)
      #expect(seen.isFlat(0, 0))
    }
    #expect(try pixels.digest("portrait_edited.jpg") == percent.digest("portrait_edited.jpg"))
  }

  /// The face where a person sees it, whichever way round the photo is stored.
  @Test(arguments: [Orientation.right, .down, .leftMirrored])
  func coordinatesAreThoseOfTheUprightPhoto(_ orientation: Orientation) throws {
    let scratch = try ScratchFolder()
    let picture = try TestPhotos.pixels(of: TestPhotos.graceHopper())
    let stored = try TestJPEG.encode(picture.stored(for: orientation))
    try scratch.write(TestJPEG.oriented(stored, orientation), "portrait.jpg")
    let face = TestPhotos.graceHopperFace
    let photo = try #require(
      try scratch.faceblur(
        "edit", "portrait.jpg", "--add", "\(face.x),\(face.y),\(face.width),\(face.height)", "--margin", "1",
        "--threshold", "1", "--json"
      ).photos().first)
    #expect((photo.width, photo.height) == (512, 600))
    let seen = try comparison(scratch)
    var mask = PixelBuffer(width: 512, height: 600)
    for y in face.y..<(face.y + face.height) {
      for x in face.x..<(face.x + face.width) { mask[x, y] = (255, 255, 255) }
    }
    let places = mask.stored(for: orientation)
    var flat = 0
    for y in 0..<places.height {
      for x in 0..<places.width where places[x, y].red > 0 {
        if seen.isFlat(x / seen.unitWidth, y / seen.unitHeight) { flat += 1 }
      }
    }
    #expect(flat == face.width * face.height)
    let changed = seen.allUnits.filter { !seen.isUntouched($0.x, $0.y) }.count
    let most = (face.width / seen.unitWidth + 2) * (face.height / seen.unitHeight + 2)
    #expect(changed <= most)
  }

  @Test func changesTheStrengthOfARecordedEdit() throws {
    let scratch = try blurredPortrait()
    let other = try blurredPortrait(
      "--style", "fill", "--shape", "ellipse", "--cells", "3", "--margin", "1.7")
    try scratch.faceblur(
      "edit", "portrait.jpg", "--style", "fill", "--shape", "ellipse", "--cells", "3", "--margin", "1.7")
    #expect(try scratch.digest("portrait_edited.jpg") == other.digest("portrait_edited.jpg"))
  }

  @Test func writesNothingWhereNothingChanges() throws {
    let scratch = try blurredPortrait()
    let before = try scratch.state()
    let inodes = try ["portrait_edited.jpg", "portrait.AAE"].map(scratch.inode)
    for words in [["--include", "f1"], ["--cells", "12"], ["--style", "mosaic"]] {
      let outcome = try BuiltCommand.run(["edit", "portrait.jpg"] + words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(outcome.output.contains("nothing was written"))
    }
    #expect(try scratch.state() == before)
    #expect(try ["portrait_edited.jpg", "portrait.AAE"].map(scratch.inode) == inodes)
  }

  @Test func aDryRunShowsTheCorrectionAndWritesOnlyThePictures() throws {
    let scratch = try blurredPortrait()
    let before = try scratch.state()
    let photo = try #require(
      try scratch.faceblur(
        "edit", "portrait.jpg", "--add", "400,400,64,48", "--dry-run", "--preview", "look", "--overlay",
        "look",
        "--json"
      ).photos().first)
    #expect(photo.faces.map(\.id) == ["f1", "m1"])
    #expect(photo.outputs.render == nil && photo.outputs.record == nil)
    #expect(
      try scratch.names().subtracting(before.keys) == [
        "look", "look/portrait_preview.jpg", "look/portrait_overlay.jpg",
      ])
    #expect(try scratch.state().filter { before[$0.key] != nil } == before)
    // Without any correction the pictures show the edit as it is.
    try scratch.faceblur("edit", "portrait.jpg", "--overlay", "look")
    #expect(try scratch.state().filter { before[$0.key] != nil } == before)
  }

  @Test func rendersWhereTheRecordSaysAndAsItSays() throws {
    let scratch = try blurredPortrait()
    try scratch.makeFolder("web")
    try scratch.faceblur("blur", "portrait.jpg", "-o", "web", "--metadata", "none", "--thumbnail")
    let beside = try scratch.digest("portrait_edited.jpg")
    let outcome = try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48")
    // It still shows what was drawn now.
    #expect(outcome.errors.contains("portrait_edited.jpg"))
    #expect(try scratch.digest("portrait_edited.jpg") == beside)
    let seen = try RenderedCoefficients(
      original: scratch.read("portrait.jpg"), render: scratch.read("web/portrait.jpg"))
    #expect(seen.coverage(of: Self.corner, by: seen.isFlat) == 1)
    let renders = try RecordOnDisk(scratch.read("portrait.AAE")).renders
    #expect(renders.count == 2)
    #expect(renders.last?["hasThumbnail"] as? Bool == true)
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg", "web"])
  }

  @Test func aCorrectedEditIsRenderedAgainAndTakenBack() throws {
    let scratch = try blurredPortrait()
    try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48", "--exclude", "f1")
    let render = try scratch.digest("portrait_edited.jpg")
    try scratch.remove("portrait_edited.jpg")
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.digest("portrait_edited.jpg") == render)
    try scratch.faceblur("verify", "portrait_edited.jpg", "--original", "portrait.jpg")
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }
}

/// `edit` where nothing was edited before.
@Suite struct BegunByHandTests {
  @Test func aRecordOfDrawnRegionsAloneIsOneLikeAnyOther() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "IMG_0001.JPG")
    let photo = try #require(
      try scratch.faceblur("edit", "IMG_0001.JPG", "--add", "100,100,80,80", "--json").photos().first)
    #expect(photo.outputs.render == "IMG_E0001.JPG" && photo.outputs.record == "IMG_0001.AAE")
    #expect(try scratch.faceblur("show", "IMG_0001.JPG").output.contains("m1"))
    let shown = try #require(try scratch.faceblur("show", "IMG_0001.JPG", "--json").jsonLines().first)
    #expect((shown["regions"] as? [[String: Any]])?.first?["origin"] as? String == "manual")
    let render = try scratch.digest("IMG_E0001.JPG")
    try scratch.remove("IMG_E0001.JPG")
    try scratch.faceblur("render", "IMG_0001.JPG")
    #expect(try scratch.digest("IMG_E0001.JPG") == render)
    try scratch.faceblur("revert", "IMG_0001.JPG")
    #expect(try scratch.names() == ["IMG_0001.JPG"])
  }

  /// Whoever draws one face has not said that the others may be seen.
  @Test func hidesTheFacesThatNobodyDrewToo() throws {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group()
    try scratch.write(TestJPEG.encode(group.picture), "group.jpg")
    let photo = try #require(
      try scratch.faceblur("edit", "group.jpg", "--add", "2,560,40,40", "--json").photos().first)
    #expect(Set(photo.faces.map(\.id)) == ["f1", "f2", "m1"])
    let seen = try RenderedCoefficients(
      original: scratch.read("group.jpg"), render: scratch.read("group_edited.jpg"))
    for face in group.faces + [PixelBox(x: 2, y: 560, width: 40, height: 40)] {
      #expect(seen.coverage(of: face, by: seen.isFlat) == 1)
    }
  }

  /// As `detect` names them.
  @Test func takesBackAFaceOfAPhotoThatWasNeverEdited() throws {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group()
    try scratch.write(TestJPEG.encode(group.picture), "group.jpg")
    let outcome = try scratch.faceblur("edit", "group.jpg", "--exclude", "f1")
    #expect(outcome.output.contains("2 faces, 1 excluded"))
    let seen = try RenderedCoefficients(
      original: scratch.read("group.jpg"), render: scratch.read("group_edited.jpg"))
    #expect(seen.coverage(of: group.faces[0], by: seen.isUntouched) == 1)
    #expect(seen.coverage(of: group.faces[1], by: seen.isFlat) == 1)
  }

  @Test func lookingAnewBeginsAnEditAsBlurDoes() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.writeAstronaut("b.jpg")
    try scratch.faceblur("blur", "a.jpg", "--effort", "normal")
    try scratch.faceblur("edit", "b.jpg", "--redetect")
    #expect(try scratch.digest("a_edited.jpg") == scratch.digest("b_edited.jpg"))
    let settings = try ["a.AAE", "b.AAE"].map { name in
      NSDictionary(dictionary: try RecordOnDisk(scratch.read(name)).settings)
    }
    #expect(settings[0] == settings[1])
  }
}

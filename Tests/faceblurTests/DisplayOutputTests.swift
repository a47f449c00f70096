import TestSupport
import Testing

@testable import ImageProcessingKit

/// Previews and overlays: pictures at display size for people to look at.
@Suite struct DisplayOutputTests {
  @Test func dryRunWritesNothing() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let before = try scratch.state()
    let outcome = try scratch.faceblur("blur", "portrait.jpg", "--dry-run")
    #expect(outcome.output.contains("1 face"))
    #expect(try scratch.state() == before)
  }

  @Test func dryRunWithPreviewWritesOnlyThePreview() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--dry-run", "--preview", "look")
    #expect(try scratch.names() == ["portrait.jpg", "look", "look/portrait_preview.jpg"])
  }

  @Test func previewIsAtMostDisplaySizeAndTheRenderFullSize() throws {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group(columns: 4)
    try scratch.write(TestJPEG.encode(group.picture), "group.jpg")
    try scratch.faceblur("blur", "group.jpg", "--preview", "look", "--overlay", "look")
    for name in ["look/group_preview.jpg", "look/group_overlay.jpg"] {
      let picture = try TestJPEG.read(scratch.read(name))
      #expect(picture.width == 1600)
      // It is made from the somewhat larger picture that was looked at, so a height is rounded twice.
      let height = 1600 * Double(group.picture.height) / Double(group.picture.width)
      #expect(abs(Double(picture.height) - height) <= 1)
    }
    let render = try TestJPEG.read(scratch.read("group_edited.jpg"))
    #expect((render.width, render.height) == (group.picture.width, group.picture.height))
  }

  @Test func previewLooksLikeTheRender() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--preview", "look")
    let original = try TestJPEG.decode(scratch.read("portrait.jpg")).samples
    let render = try TestJPEG.decode(scratch.read("portrait_edited.jpg")).samples
    let preview = try TestJPEG.decode(scratch.read("look/portrait_preview.jpg")).samples
    // The size is the same here, so that pixels compare one by one.
    try #require(preview.count == render.count)
    #expect(meanDifference(preview, render, in: TestPhotos.astronautFace) < 4)
    #expect(meanDifference(preview, original, in: TestPhotos.astronautFace) > 12)
    let whole = PixelBox(x: 0, y: 0, width: 512, height: 512)
    #expect(meanDifference(preview, render, in: whole) < 4)
  }

  @Test(arguments: ["blur", "detect"])
  func overlayDrawsABoxAroundEachFaceAndALabelAboveIt(_ command: String) throws {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group()
    try scratch.write(TestJPEG.encode(group.picture), "group.jpg")
    let report = try #require(
      try scratch.faceblur(command, "group.jpg", "--overlay", "look", "--json").photos().first)
    let overlay = try TestJPEG.decode(scratch.read("look/group_overlay.jpg")).samples
    func isYellow(_ x: Int, _ y: Int) -> Bool {
      let index = (y * group.picture.width + x) * 3
      return overlay[index] > 170 && overlay[index + 1] > 140 && overlay[index + 2] < 110
    }
    #expect(report.faces.count == group.faces.count)
    for face in report.faces {
      let rows = Int(face.y)...Int(face.y + face.height)
      let columns = Int(face.x)...Int(face.x + face.width)
      // The box is a few pixels thick and lies on or just inside the face's edges.
      let left = rows.filter { y in (-3...4).contains { isYellow(columns.lowerBound + $0, y) } }
      let right = rows.filter { y in (-5...3).contains { isYellow(columns.upperBound + $0, y) } }
      #expect(left.count > rows.count * 9 / 10)
      #expect(right.count > rows.count * 9 / 10)
      // The plate of the label stands above the upper left corner, as yellow as the box, with dark letters.
      let plate = (2...9).flatMap { up in
        (2..<32).filter { isYellow(columns.lowerBound + $0, rows.lowerBound - up) }
      }
      #expect((80..<235).contains(plate.count))
    }
    if command == "detect" {
      #expect(try scratch.names() == ["group.jpg", "look", "look/group_overlay.jpg"])
    }
  }

  @Test func replacesItsOwnEarlierPreviewsAndOverlays() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let options = ["blur", "portrait.jpg", "--dry-run", "--preview", "look", "--overlay", "look"]
    for style in ["mosaic", "fill"] {
      let outcome = try BuiltCommand.run(options + ["--style", style], in: scratch.path)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
    #expect(
      try scratch.names() == [
        "portrait.jpg", "look", "look/portrait_preview.jpg", "look/portrait_overlay.jpg",
      ])
  }

  @Test func doesNotReplaceAPictureOfTheUsersWithAnOverlay() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.writeGraceHopper("portrait_overlay.jpg")
    try scratch.expectFailure(
      73, naming: "portrait_overlay.jpg", "detect", "portrait.jpg", "--overlay", ".")
  }

  /// An edit whose pictures cannot be written is not made, so that nobody makes it again and again.
  @Test func editsNothingWhereAPictureCannotBeWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "group.jpg")
    try scratch.faceblur("blur", "group.jpg")
    for name in ["group_overlay.jpg", "group_preview.jpg"] { try scratch.writeGraceHopper("look/\(name)") }
    try scratch.write(Array("words".utf8), "note.txt")
    let edit = ["edit", "group.jpg", "--exclude", "f1"]
    try scratch.expectFailure(73, naming: "look/group_overlay.jpg", edit + ["--overlay", "look"])
    try scratch.expectFailure(73, naming: "look/group_preview.jpg", edit + ["--preview", "look"])
    try scratch.expectFailure(73, naming: "note.txt", edit + ["--preview", "note.txt/look"])
    let filter = ["filter", "group.jpg", "--sepia", "0.5"]
    try scratch.expectFailure(73, naming: "look/group_preview.jpg", filter + ["--preview", "look"])
    try scratch.expectFailure(73, naming: "note.txt", filter + ["--preview", "note.txt/look"])
  }

  /// What was made is told of although what shows it was not.
  @Test func tellsOfTheRenderWhereAPictureCannotBeDrawn() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try scratch.faceblur(
      "blur", "portrait.jpg", "-o", "look/portrait_overlay.jpg", "--overlay", "look", "--json")
    let photo = try #require(try outcome.photos().first)
    #expect(photo.outputs.render == "look/portrait_overlay.jpg" && photo.outputs.overlay == nil)
    #expect(outcome.output.contains("were not made"), "\(outcome.output)")
    #expect(
      try scratch.names() == ["portrait.jpg", "portrait.AAE", "look", "look/portrait_overlay.jpg"])
  }

  // Whoever holds the original learns nothing from the file that the picture does not show.
  @Test func tellNothingOfTheFileTheyWereMadeFrom() throws {
    let scratch = try ScratchFolder()
    let photo = try TestPhotos.astronaut()
    try scratch.write(photo, "a/portrait.jpg")
    try scratch.write(
      JPEGParts.inserting([(0xFE, Array("another file".utf8))], into: photo), "b/portrait.jpg")
    for name in ["a", "b"] {
      try scratch.faceblur(
        "blur", "\(name)/portrait.jpg", "--dry-run", "--preview", "\(name)/look", "--overlay", "\(name)/look")
    }
    for name in ["look/portrait_preview.jpg", "look/portrait_overlay.jpg"] {
      #expect(try scratch.digest("a/\(name)") == scratch.digest("b/\(name)"))
    }
  }

  @Test func areKnownAsOursWhileNobodyChangesThem() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--preview", "look", "--overlay", "look")
    for name in ["look/portrait_preview.jpg", "look/portrait_overlay.jpg"] {
      var file = try scratch.read(name)
      #expect(DisplayMark(Array(file.prefix(DisplayMark.headBytes))) != nil)
      guard case .sealed(_, isWhole: true)? = DisplayMark(file) else {
        Issue.record("\(name) is not known as it was written")
        return
      }
      file[file.count / 2] ^= 1
      guard case .sealed(_, isWhole: false)? = DisplayMark(file) else {
        Issue.record("\(name) is taken for what was written")
        return
      }
      try scratch.write(file, name)
      let option = name.contains("preview") ? "--preview" : "--overlay"
      try scratch.expectFailure(73, naming: name, "blur", "portrait.jpg", "--dry-run", option, "look")
    }
    for other in [
      try scratch.read("portrait.jpg"), try scratch.read("portrait_edited.jpg"), [], [0xFF, 0xD8],
    ] {
      #expect(DisplayMark(other) == nil)
    }
  }

  @Test func replaceWhatAnEarlierVersionMadeOfThePhoto() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let picture = try TestJPEG.encode(TestPhotos.withoutFaces(width: 64, height: 48))
    func marked(_ photo: String) throws -> [UInt8] {
      let file = JPEGParts.segment(0xFE, Array("FaceBlur overlay \(photo.prefix(16))".utf8))
      return picture.prefix(2) + file + picture.dropFirst(2)
    }
    let other = try marked(String(repeating: "0", count: 64))
    #expect(DisplayMark(other) == .naming(.overlay, photo: String(repeating: "0", count: 16)))
    try scratch.write(other, "look/portrait_overlay.jpg")
    try scratch.expectFailure(
      73, naming: "portrait_overlay.jpg", "detect", "portrait.jpg", "--overlay", "look")
    try scratch.write(marked(scratch.digest("portrait.jpg")), "look/portrait_overlay.jpg")
    try scratch.faceblur("detect", "portrait.jpg", "--overlay", "look")
    #expect(try scratch.read("look/portrait_overlay.jpg") != marked(scratch.digest("portrait.jpg")))
  }

  @Test func twoFoldersOfOneRunDoNotTakeEachOthersPlace() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a/trip.jpg")
    try scratch.writeGraceHopper("b/trip.jpg")
    let outcome = try scratch.attempt("detect", "a/trip.jpg", "b/trip.jpg", "--overlay", "look")
    #expect(outcome.exitCode == 1)
    outcome.expectOneErrorLine(naming: "look/trip_overlay.jpg")
    let first = try scratch.digest("look/trip_overlay.jpg")
    try scratch.faceblur("detect", "a/trip.jpg", "--overlay", "look")
    #expect(try scratch.digest("look/trip_overlay.jpg") == first)
  }

  @Test func twoPhotosThatShareAStemGetAnOverlayEach() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("trip.jpg")
    try scratch.writeGraceHopper("trip.jpeg")
    try scratch.faceblur("detect", "trip.jpg", "trip.jpeg", "--overlay", "look")
    #expect(try scratch.names().filter { $0.hasPrefix("look/") }.count == 2)
  }

  private func meanDifference(_ a: [UInt8], _ b: [UInt8], in box: PixelBox) -> Double {
    var sum = 0
    for y in box.y..<(box.y + box.height) {
      for index in ((y * 512 + box.x) * 3)..<((y * 512 + box.x + box.width) * 3) {
        sum += abs(Int(a[index]) - Int(b[index]))
      }
    }
    return Double(sum) / Double(box.width * box.height * 3)
  }
}

import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// The .AAE file as other programs read it.
@Suite struct RecordTests {
  private func blurredFolder(_ options: String...) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let outcome = try BuiltCommand.run(["blur", "portrait.jpg"] + options, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return scratch
  }

  @Test func isAnXMLPropertyListWithApplesKeys() throws {
    let began = Date()
    let scratch = try blurredFolder()
    let bytes = try scratch.read("portrait.AAE")
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("<?xml"))
    let list = try RecordOnDisk(bytes).list
    #expect(
      Set(list.keys) == [
        "adjustmentBaseVersion", "adjustmentData", "adjustmentEditorBundleID", "adjustmentFormatIdentifier",
        "adjustmentFormatVersion", "adjustmentRenderTypes", "adjustmentTimestamp",
      ])
    #expect(list["adjustmentBaseVersion"] as? Int == 0)
    #expect(list["adjustmentRenderTypes"] as? Int == 0)
    #expect(list["adjustmentEditorBundleID"] as? String == "org.faceblur.FaceBlur")
    #expect(list["adjustmentFormatIdentifier"] as? String == "org.faceblur.FaceBlur")
    let version = try #require(list["adjustmentFormatVersion"] as? String)
    #expect(version.split(separator: ".").compactMap { Int($0) }.count == 3)
    let timestamp = try #require(list["adjustmentTimestamp"] as? Date)
    #expect(timestamp.timeIntervalSince1970.truncatingRemainder(dividingBy: 1) == 0)
    #expect(timestamp > began.addingTimeInterval(-2) && timestamp <= Date())
    #expect(list["adjustmentData"] is Data)
  }

  // Both exiftool and osxphotos walk this shape, and see nothing where it differs.
  @Test func holdsCompactSortedJSONInTheShapeThatOtherReadersWalk() throws {
    let scratch = try blurredFolder()
    let record = try RecordOnDisk(scratch.read("portrait.AAE"))
    let payload = try record.payload
    #expect(
      Set(payload.keys) == ["adjustments", "formatVersion", "metadata", "renders", "source", "versionInfo"])
    let adjustments = try #require(payload["adjustments"] as? [[String: Any]])
    #expect(adjustments.count == 1)
    let adjustment = try #require(adjustments.first)
    #expect(
      Set(adjustment.keys) == [
        "identifier", "formatIdentifier", "formatVersion", "enabled", "madeAt", "settings",
      ])
    #expect(adjustment["identifier"] as? String == "FaceBlur")
    #expect(adjustment["formatIdentifier"] as? String == "org.faceblur.FaceBlur")
    #expect(adjustment["enabled"] as? Bool == true)

    let sorted = try JSONSerialization.data(
      withJSONObject: payload, options: [.sortedKeys, .withoutEscapingSlashes])
    let text = String(decoding: try record.json, as: UTF8.self)
    #expect(!text.contains("\n") && !text.contains("\": ") && !text.contains("\\/"))
    // Numbers may be spelt differently; the order of the keys may not differ.
    let keys = /"([A-Za-z0-9]+)":/
    #expect(
      text.matches(of: keys).map(\.output.1)
        == String(decoding: sorted, as: UTF8.self).matches(of: keys).map(\.output.1))
  }

  @Test func holdsWhatRecreatesTheEditAndNothingOfTheFace() throws {
    let scratch = try blurredFolder(
      "--cells", "4", "--margin", "1.5", "--threshold", "0.7", "--effort", "normal")
    let record = try RecordOnDisk(scratch.read("portrait.AAE"))
    let settings = try record.settings
    let original = try scratch.read("portrait.jpg")
    let source = try #require(record.payload["source"] as? [String: Any])
    #expect(source["fileName"] as? String == "portrait.jpg")
    #expect(source["byteCount"] as? Int == original.count)
    #expect(source["sha256"] as? String == SHA256.hexDigest(of: original))
    let detector = try #require(settings["detector"] as? [String: Any])
    #expect(detector["name"] as? String == "yunet+centerface")
    #expect(detector["threshold"] as? Double == 0.7)
    #expect((detector["modelSHA256"] as? String)?.count == 64)
    #expect((detector["longSides"] as? [Int])?.isEmpty == false)
    #expect(settings["style"] as? String == "mosaic")
    #expect(settings["cells"] as? Int == 4)
    #expect(settings["margin"] as? Double == 1.5)
    #expect(settings["rendererVersion"] as? Int == 2)

    let region = try #require((settings["regions"] as? [[String: Any]])?.first)
    #expect(region["id"] as? String == "f1")
    #expect(region["origin"] as? String == "detected")
    #expect(region["state"] as? String == "applied")
    #expect((0.7...1).contains(try #require(region["score"] as? Double)))
    // Upright and normalised.
    let rect = try #require(region["rect"] as? [String: Double])
    #expect(Set(rect.keys) == ["x", "y", "width", "height"])
    #expect(abs((rect["x"] ?? 0) - 180.0 / 512) < 0.03)
    #expect(abs((rect["height"] ?? 0) - 111.0 / 512) < 0.04)
    // A recipe of one region needs no more than this; a picture would.
    #expect(try scratch.read("portrait.AAE").count < 4096)
  }

  @Test func showTellsAPersonWhatTheRecordHolds() throws {
    let scratch = try blurredFolder("--cells", "4")
    let before = try scratch.state()
    let text = try scratch.faceblur("show", "portrait.jpg").output
    let needed = [
      "portrait.AAE", "org.faceblur.FaceBlur", "yunet", "mosaic", "4 cells", "f1", "portrait_edited.jpg",
    ]
    for word in needed { #expect(text.contains(word), "\(word)") }
    #expect(try scratch.state() == before)
  }

  @Test func showTellsAFolderAsOne() throws {
    let scratch = try blurredFolder()
    try scratch.expectFailure(65, naming: ".: it is a folder; name the photos in it", "show", ".")
  }

  /// `*.jpg` names renders, too, which have no record of their own.
  @Test func showSaysWhoseARenderIs() throws {
    let scratch = try blurredFolder()
    try scratch.writeEditedFilm()
    let photos = ["portrait.jpg", "portrait_edited.jpg", "film.mp4", "film_edited.mp4"]
    let outcome = try BuiltCommand.run(["show"] + photos, in: scratch.path)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome)")
    let lines = outcome.output.split(separator: "\n").filter {
      $0.contains("_edited") && $0.contains("the render of")
    }
    #expect(lines.count == 2 && lines.allSatisfy { $0.contains("whose record says") }, "\(outcome)")
    let objects = try BuiltCommand.run(["show", "--json"] + photos, in: scratch.path)
    #expect(objects.exitCode == 0, "\(objects)")
    #expect(try objects.jsonLines().map { $0["file"] as? String } == ["portrait.jpg", "film.mp4"])
    #expect(objects.errors.contains("film_edited.mp4: the render of"), "\(objects)")
    // Once somebody has changed it, it is a photo like others.
    try scratch.append("retouched", to: "portrait_edited.jpg")
    try scratch.expectFailure(66, naming: "portrait_edited", "show", "portrait_edited.jpg")
  }

  @Test func showPrintsOneJSONObjectForPrograms() throws {
    let scratch = try blurredFolder("--cells", "4")
    let outcome = try scratch.faceblur("show", "portrait.jpg", "--json")
    let lines = try outcome.jsonLines()
    #expect(lines.count == 1)
    let line = try #require(lines.first)
    #expect(line["file"] as? String == "portrait.jpg")
    #expect(
      line["outputs"] as? [String: String] == ["record": "portrait.AAE", "render": "portrait_edited.jpg"])
    let owner = try #require(line["record"] as? [String: Any])
    #expect(owner["formatIdentifier"] as? String == "org.faceblur.FaceBlur")
    let strength = try #require(line["strength"] as? [String: Any])
    let recorded = try RecordOnDisk(scratch.read("portrait.AAE")).settings
    #expect(Set(strength.keys) == ["style", "shape", "cells", "margin"])
    for (name, value) in strength {
      #expect((value as? NSObject) == (recorded[name] as? NSObject), "\(name)")
    }
    let face = try #require((line["regions"] as? [[String: Any]])?.first)
    #expect(abs((face["x"] as? Double ?? 0) - 180) < 20)
  }

  @Test func namesTheRenderRelativeToTheOriginalSoThatTheFolderCanMove() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("before/portrait.jpg")
    try scratch.faceblur("blur", "before/portrait.jpg")
    try scratch.rename("before", to: "after")
    try scratch.remove("after/portrait_edited.jpg")
    try scratch.faceblur("render", "after/portrait.jpg")
    #expect(
      try scratch.names() == [
        "after", "after/portrait.jpg", "after/portrait_edited.jpg", "after/portrait.AAE",
      ])
  }
}

/// Records of every version that was ever written can be taken up.
@Suite struct GoldenRecordTests {
  @Test(arguments: ["1.0.0", "1.1.0", "1.2.0", "1.3.0"])
  func takesUpAnEditOfAnEarlierVersion(version: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_0001.JPG")
    try scratch.write(try TestPhotos.goldenRecord(version), "IMG_0001.AAE")
    let shown = try scratch.faceblur("show", "IMG_0001.JPG")
    #expect(shown.output.contains("org.faceblur.FaceBlur \(version)"))
    #expect(shown.output.contains("pixelate"))
    try scratch.faceblur("render", "IMG_0001.JPG", "-o", "again.jpg")
    let pixels = try RenderedCoefficients(
      original: scratch.read("IMG_0001.JPG"), render: scratch.read("again.jpg"))
    let face = TestPhotos.astronautFace
    #expect(pixels.units(touching: face).allSatisfy { pixels.isFlat($0.x, $0.y) })
    try scratch.faceblur("blur", "IMG_0001.JPG")
    let record = try RecordOnDisk(scratch.read("IMG_0001.AAE"))
    #expect(record.list["adjustmentFormatVersion"] as? String == "1.4.0")
  }

  /// What `mosaic` and `blur` were before they were coloured from outside, they still are, to the last bit of the coded picture.
  @Test(arguments: [
    ("1.3.0", "8c200a293aee210665a3c93099f1c532687a86bb48c9e7e79beaf948cf3161fc"),
    ("1.3.0-blur", "335ae31b02e47bf486a2ddfd3f5eb9e4233ff4d130c68f16fe3bc6ad907aa651"),
  ])
  func rendersAnEditOfAnEarlierVersionAsItWas(version: String, codedPicture: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_0001.JPG")
    try scratch.write(try TestPhotos.goldenRecord(version), "IMG_0001.AAE")
    let rendered = try scratch.faceblur("render", "IMG_0001.JPG", "-o", "again.jpg")
    let render = try scratch.read("again.jpg")
    let scan = try #require(JPEGParts.segments(of: render).last?.range.lowerBound)
    #expect(SHA256.hexDigest(of: Array(render[scan...])) == codedPicture)
    #expect(rendered.errors.contains("the style mosaic tells nothing"))
    // Another style is a new edit.
    try scratch.faceblur("blur", "IMG_0001.JPG", "--style", "mosaic")
    let settings = try RecordOnDisk(scratch.read("IMG_0001.AAE")).settings
    #expect(settings["style"] as? String == "mosaic" && settings["rendererVersion"] as? Int == 2)
    #expect(settings["cells"] as? Int == 12)
  }
}

import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `--json`: a contract with programs.
@Suite struct JSONOutputTests {
  private let keys: Set = [
    "schema", "command", "file", "width", "height", "orientation", "detector", "regions", "added", "kept",
    "shown", "unseen", "outputs", "notes", "dropped", "warnings",
  ]

  @Test(arguments: ["blur", "detect"])
  func printsOneObjectPerPhotoWithTheDocumentedKeys(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.writeGraceHopper("b.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "c.jpg")
    // Asking for more talk must not put a word between the objects.
    let outcome = try scratch.faceblur(command, "a.jpg", "b.jpg", "c.jpg", "--json", "-v")
    let objects = try outcome.jsonLines()
    #expect(objects.compactMap { $0["file"] as? String } == ["a.jpg", "b.jpg", "c.jpg"])
    #expect(outcome.output.hasSuffix("}\n"))
    for object in objects {
      // How the render was made, where there is one.
      let isRendered = (object["outputs"] as? [String: Any])?["render"] != nil
      #expect(Set(object.keys) == keys.union(isRendered ? ["way"] : []))
      if isRendered { #expect(object["way"] as? String == "bitCopy") }
      #expect(object["command"] as? String == command)
      for region in try #require(object["regions"] as? [[String: Any]]) {
        let keys: Set = [
          "id", "kind", "x", "y", "width", "height", "score", "doubtful", "seenBy", "origin", "state",
        ]
        #expect(Set(region.keys) == keys)
      }
    }
    #expect(outcome.errors.isEmpty)
  }

  @Test func givesTheFacesInUprightFullSizePixels() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.writeGraceHopper("b.jpg")
    let photos = try scratch.faceblur("detect", "a.jpg", "b.jpg", "--json", "--effort", "normal").photos()
    let expected = [(512, 512, TestPhotos.astronautFace), (512, 600, TestPhotos.graceHopperFace)]
    for (photo, (width, height, box)) in zip(photos, expected) {
      #expect((photo.width, photo.height) == (width, height))
      #expect(photo.orientation == 1)
      #expect(photo.detector == "yunet+centerface")
      // Of the hashes of both networks, one after another.
      #expect(photo.modelHash == "57d555d4421671dd66bf357c56410136ca713d00edd830d4bb2c3a433cea0c42")
      #expect(photo.faces.count == 1)
      let face = try #require(photo.faces.first)
      #expect(face.id == "f1")
      // Boxes reach further than faces, for a chin that may be hidden.
      #expect(face.isNear(box, within: 55))
      #expect((0.6...1).contains(face.score))
    }
  }

  // The picture that is looked at is smaller than this photo; the boxes are the photo's all the same.
  @Test func givesEveryFaceOfALargePhotoOnceInReadingOrder() throws {
    let scratch = try ScratchFolder()
    let group = try TestPhotos.group(columns: 4, rows: 2)
    try scratch.write(TestJPEG.encode(group.picture), "group.jpg")
    let photo = try #require(try scratch.faceblur("detect", "group.jpg", "--json").photos().first)
    #expect((photo.width, photo.height) == (group.picture.width, group.picture.height))
    #expect(photo.faces.map(\.id) == (1...group.faces.count).map { "f\($0)" })
    for box in group.faces {
      #expect(photo.faces.filter { $0.isNear(box, within: 40) }.count == 1, "\(box)")
    }
  }

  @Test func namesTheFilesThatWereWritten() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("IMG_1234.JPG")
    let photo = try #require(
      try scratch.faceblur("blur", "IMG_1234.JPG", "--json", "--preview", "p", "--overlay", "o").photos()
        .first)
    #expect(photo.outputs.render == "IMG_E1234.JPG")
    #expect(photo.outputs.record == "IMG_1234.AAE")
    for name in [photo.outputs.render, photo.outputs.record, photo.outputs.preview, photo.outputs.overlay] {
      #expect(try scratch.names().contains(#require(name)))
    }
    let dry = try #require(try scratch.faceblur("blur", "IMG_1234.JPG", "--json", "--dry-run").photos().first)
    #expect(dry.outputs.render == nil && dry.outputs.record == nil)
    #expect(dry.outputs.preview == nil && dry.outputs.overlay == nil)
  }

  @Test func tellsOfAPhotoThatFailedInItsPlace() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.writeGraceHopper("c.jpg")
    let outcome = try scratch.attempt("blur", "a.jpg", "b.jpg", "c.jpg", "--json")
    #expect(outcome.exitCode == 1)
    let objects = try outcome.jsonLines()
    #expect(objects.compactMap { $0["file"] as? String } == ["a.jpg", "b.jpg", "c.jpg"])
    try #require(objects.count == 3)
    #expect((objects[1]["error"] as? String)?.contains("b.jpg") == true)
    #expect(objects[1]["regions"] == nil)
    #expect(objects[0]["error"] == nil && objects[2]["error"] == nil)
    outcome.expectOneErrorLine(naming: "b.jpg")
  }

  // Programs read names, too: quotes and other letters must come through.
  @Test func escapesTheNameOfThePhoto() throws {
    let scratch = try ScratchFolder()
    let name = "say \"é\"\n\\.jpg"
    try scratch.writeAstronaut(name)
    let outcome = try scratch.faceblur("blur", name, "--json")
    #expect(outcome.output.filter { $0 == "\n" }.count == 1)
    #expect(try outcome.photos().first?.file == name)
    #expect(try outcome.photos().first?.outputs.render == "say \"é\"\n\\_edited.jpg")
  }
}

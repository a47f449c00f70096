import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A PNG from its first edit to the last, as a user does it.
@Suite struct PNGFileTests {
  private func folder(_ kind: TestPNG.Kind = .rgb8, isInterlaced: Bool = false) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let picture = TestPNG.Picture(try TestPhotos.closeUp(), kind)
    let file = TestPNGChunks(try TestPNG.encodeByLibpng(picture, isInterlaced: isInterlaced))
    try scratch.write(file.inserting([.text("Author", "Ann")], before: "IDAT").bytes, "portrait.png")
    return scratch
  }

  private static let kinds: [TestPNG.Kind] = [
    .gray8, .rgb8, .palette8, .rgba8, TestPNG.Kind(2, 16), TestPNG.Kind(4, 16), TestPNG.Kind(0, 4),
  ]

  @Test(arguments: kinds, [false, true])
  func isBlurredVerifiedAndReverted(kind: TestPNG.Kind, isInterlaced: Bool) throws {
    let scratch = try folder(kind, isInterlaced: isInterlaced)
    let state = try scratch.state()
    let photo = try scratch.read("portrait.png")
    #expect(try scratch.attempt("verify", "portrait.png").exitCode == 1)
    let blur = try scratch.faceblur("blur", "portrait.png", "--json")
    let report = try blur.photos()[0]
    #expect(report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(report.faces)")
    #expect((report.width, report.height) == (256, 256))
    #expect(try scratch.names() == ["portrait.png", "portrait.AAE", "portrait_edited.png"])
    #expect(try scratch.read("portrait.png") == photo)

    let render = try scratch.read("portrait_edited.png")
    let (before, after) = (try TestPNG.read(photo), try TestPNG.read(render))
    #expect(after.warnings == 0 && after.isInterlaced == isInterlaced && after.picture.kind == kind)
    // Far from the face nothing changes; in its middle hardly a pixel stays.
    let face = TestPhotos.closeUpFace
    let near = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    let isSame = (0..<256).allSatisfy { y in
      (0..<256).allSatisfy { x in
        let place = 4 * (256 * y + x)
        return near.contains(x, y) || before.rgba[place..<(place + 4)] == after.rgba[place..<(place + 4)]
      }
    }
    #expect(isSame)
    var kept = 0
    for y in (face.y + face.height / 4)..<(face.y + 3 * face.height / 4) {
      for x in (face.x + face.width / 4)..<(face.x + 3 * face.width / 4)
      where before.rgba[4 * (256 * y + x)] == after.rgba[4 * (256 * y + x)] { kept += 1 }
    }
    #expect(kept < face.width * face.height / 4 / (kind.maximum < 255 || kind.isPalette ? 2 : 8), "\(kept)")
    #expect(try scratch.faceblur("verify", "portrait_edited.png", "--original", "portrait.png").exitCode == 0)
    let exif = try ExifTool.tags(of: ["render.png": render])["render.png"] ?? [:]
    #expect(ExifTool.tagsThatMustNotBe(in: exif).isEmpty && exif["File:FileType"] == "PNG")

    try scratch.faceblur("revert", "portrait.png")
    #expect(try scratch.state() == state)
  }

  /// The portrait where it is seen by a viewer alone that draws apart what lies close together in 16 bits.
  private static func dark() throws -> [UInt8] {
    var picture = TestPNG.Picture(try TestPhotos.closeUp(), TestPNG.Kind(0, 16))
    picture.samples = picture.samples.map { $0 / 257 }
    return try TestPNG.encode(picture)
  }

  /// In red alone, between noise in green and blue, of primary colours of which red is nearly white.
  private static func noisy() throws -> [UInt8] {
    var picture = TestPNG.Picture(try TestPhotos.closeUp(), .rgb8)
    var random = SplitMix(seed: 3)
    let noise = (0..<(2 * 32 * 32)).map { _ in UInt16.random(in: 0...255, using: &random) }
    for y in 0..<256 {
      for x in 0..<256 {
        let block = 2 * (y / 8 * 32 + x / 8)
        picture[x, y] = [picture[x, y][1], noise[block], noise[block + 1]]
      }
    }
    let points = [31_270, 32_900, 30_931, 33_041, 20_000, 60_000, 60_000, 12_000]
    let coding = TestPNG.Coding {
      $0.first = [
        TestPNGChunk("cHRM", points.flatMap { ByteOrder.bigEndian.number($0, 4) }),
        TestPNGChunk("gAMA", [0, 0, 0xB1, 0x8F]),
      ]
    }
    return try TestPNG.encode(picture, coding)
  }

  @Test func hidesAFaceThatOneViewerAloneShows() throws {
    for (name, photo) in [("dark.png", try Self.dark()), ("noisy.png", try Self.noisy())] {
      let scratch = try ScratchFolder()
      try scratch.write(photo, name)
      #expect(try scratch.attempt("verify", name, "--no-faces").exitCode == 1)
      let report = try scratch.faceblur("blur", name, "--json").photos()[0]
      #expect(
        report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(name): \(report.faces)")
    }
  }

  @Test func isCorrectedFilteredTakenBackAndRenderedAgain() throws {
    let scratch = try folder()
    func step(_ words: String...) throws -> String {
      let outcome = try BuiltCommand.run(words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      return try scratch.digest("portrait_edited.png")
    }
    let blurred = try step("blur", "portrait.png")
    #expect(try step("blur", "portrait.png") == blurred)
    let corrected = try step("edit", "portrait.png", "--add", "200,200,40,40")
    #expect(corrected != blurred)
    let photo = try TestPNG.read(scratch.read("portrait.png")).picture
    let render = try TestPNG.read(scratch.read("portrait_edited.png")).picture
    #expect((205..<235).contains { photo[$0, 220] != render[$0, 220] })
    let filled = try step("edit", "portrait.png", "--style", "fill")
    let toned = try step("filter", "portrait.png", "--sepia", "0.6", "--vignette", "0.3")
    #expect(Set([blurred, corrected, filled, toned]).count == 4)
    #expect(try scratch.faceblur("verify", "portrait_edited.png", "--original", "portrait.png").exitCode == 0)
    #expect(try step("revert", "portrait.png", "--to", "3") == filled)
    #expect(try step("revert", "portrait.png", "--to", "2") == corrected)
    #expect(try step("revert", "portrait.png", "--to", "4") == toned)
    try scratch.remove("portrait_edited.png")
    #expect(try step("render", "portrait.png") == toned)
    try scratch.faceblur("render", "portrait.png", "-o", "copy.png")
    #expect(try scratch.digest("copy.png") == toned)
    try scratch.faceblur("revert", "portrait.png")
    #expect(try scratch.names().isSubset(of: ["portrait.png", "copy.png"]))
  }

  @Test func isRefusedWhereItWasTamperedWith() throws {
    let scratch = try folder()
    try scratch.faceblur("blur", "portrait.png", "-o", "render.png")
    let render = TestPNGChunks(try scratch.read("render.png"))
    func problems(_ file: [UInt8]) throws -> (code: Int32, text: String) {
      try scratch.write(file, "other.png")
      let outcome = try scratch.attempt("verify", "other.png", "--original", "portrait.png")
      return (outcome.exitCode, outcome.output + outcome.errors)
    }
    #expect(try problems(render.bytes).code == 0)
    let photo = try TestPNG.read(scratch.read("portrait.png")).picture
    var picture = try TestPNG.read(render.bytes).picture
    let face = TestPhotos.closeUpFace
    picture[face.x + 40, face.y + 50] = photo[face.x + 40, face.y + 50]
    let shown = try problems(render.replacing(stream: TestPNG.chunks(picture).stream).bytes)
    #expect(
      shown.code == 1 && shown.text.contains("a region is not as obscured as the plan says"), "\(shown.text)")
    picture = try TestPNG.read(render.bytes).picture
    picture[250, 250][1] ^= 1
    let changed = try problems(render.replacing(stream: TestPNG.chunks(picture).stream).bytes)
    #expect(changed.code == 1 && changed.text.contains("the picture has changed outside the regions"))
    #expect(try problems(render.inserting([.text("a", "b")], before: "IEND").bytes).code == 1)
    #expect(try problems(render.adding(trailing: [1]).bytes).code == 1)
    #expect(try problems(Array(render.bytes.dropLast(30))).code != 0)
  }

  /// What it is, is decided by the bytes and not by the name; and a record belongs to one photo.
  @Test func goesByTheBytes() throws {
    let scratch = try folder()
    try scratch.write(scratch.read("portrait.png"), "misnamed.jpg")
    try scratch.faceblur("blur", "misnamed.jpg", "-o", "out.jpg")
    #expect(try scratch.read("out.jpg").starts(with: TestPNGChunks.signature))
    try scratch.write(TestPhotos.astronaut(), "picture.png")
    try scratch.faceblur("blur", "picture.png", "-o", "out.png")
    #expect(try scratch.read("out.png").starts(with: [0xFF, 0xD8]))
  }

  @Test func saysWhyItCannotBeBlurred() throws {
    let scratch = try ScratchFolder()
    let photo = TestPNGChunks(try TestPhotos.closeUpPNG())
    try scratch.write(
      photo.inserting([TestPNGChunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0])], before: "IDAT").bytes, "a.png")
    let animated = try scratch.expectFailure(65, naming: "a.png", "blur", "a.png")
    #expect(animated.errors.contains("animated"))
    try scratch.write(photo.stating(width: 90_000, height: 90_000).bytes, "large.png")
    #expect(
      try scratch.expectFailure(65, naming: "large.png", "blur", "large.png").errors.contains("too large"))
    try scratch.write(Array(photo.bytes.prefix(photo.bytes.count / 2)), "cut.png")
    #expect(try scratch.expectFailure(65, naming: "cut.png", "blur", "cut.png").errors.contains("cut short"))
    try scratch.write(photo.changing("IDAT") { $0.crcError = 1 }.bytes, "damaged.png")
    #expect(
      try scratch.expectFailure(65, naming: "damaged.png", "blur", "damaged.png").errors.contains("damaged"))
  }
}

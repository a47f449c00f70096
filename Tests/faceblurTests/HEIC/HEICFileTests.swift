import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A HEIC from its first edit to the last, as a user does it.
@Suite struct HEICFileTests {
  /// What a photo can be: a grid as phones write it, or one picture; 8 bits or 10.
  struct Form: Sendable, CustomTestStringConvertible {
    let isGrid: Bool
    let depth: Int
    var turns = 0
    var testDescription: String { "\(isGrid ? "grid" : "single"), \(depth) bits, \(turns) turns" }

    static let all = [
      Form(isGrid: true, depth: 8), Form(isGrid: true, depth: 10), Form(isGrid: false, depth: 8),
      Form(isGrid: false, depth: 10), Form(isGrid: true, depth: 8, turns: 1),
      Form(isGrid: true, depth: 8, turns: 2),
    ]
  }

  /// A portrait of 256 × 256 as it is seen.
  private static func photo(_ form: Form = Form(isGrid: true, depth: 8)) throws -> [UInt8] {
    let orientation: Orientation = [.up, .left, .down, .right][form.turns]
    let pixels = try TestPhotos.closeUp().stored(for: orientation)
    let picture = TestHEVC.Picture(pixels, depth: form.depth)
    if form.isGrid {
      return try TestHEIC.phone(picture, tile: (64, 64), turns: form.turns, coding: .lossy(20)).bytes
    }
    var kind = TestHEIC.Kind().coded(.lossy(20))
    kind.properties = form.turns == 0 ? [] : [.rotation(form.turns)]
    return try TestHEIC.photo(picture, kind).bytes
  }

  private func folder(_ form: Form = Form(isGrid: true, depth: 8)) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(Self.photo(form), "IMG_0001.HEIC")
    return scratch
  }

  @Test(arguments: Form.all)
  func isBlurredVerifiedAndReverted(form: Form) throws {
    let scratch = try folder(form)
    let state = try scratch.state()
    let photo = try scratch.read("IMG_0001.HEIC")
    let blur = try scratch.faceblur("blur", "IMG_0001.HEIC", "--json")
    let report = try blur.photos()[0]
    #expect(report.faces.contains { $0.isNear(TestPhotos.closeUpFace, within: 40) }, "\(report.faces)")
    #expect((report.width, report.height) == (256, 256))
    #expect(try scratch.names() == ["IMG_0001.HEIC", "IMG_0001.AAE", "IMG_E0001.HEIC"])
    #expect(try scratch.read("IMG_0001.HEIC") == photo)

    let render = try scratch.read("IMG_E0001.HEIC")
    // By FFmpeg's account of the code, far from the face nothing changes; in its middle hardly a sample stays.
    let (before, after) = (try TestHEIC(photo).canvas(), try TestHEIC(render).canvas())
    let face = TestPhotos.closeUpFace
    func isSeen(_ x: Int, _ y: Int, in box: PixelBox) -> Bool {
      switch form.turns {
      case 1: box.contains(y, 255 - x)
      case 2: box.contains(255 - x, 255 - y)
      default: box.contains(x, y)
      }
    }
    let near = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    let middle = PixelBox(
      x: face.x + face.width / 4, y: face.y + face.height / 4, width: face.width / 2, height: face.height / 2)
    var (outside, kept) = (0, 0)
    for y in 0..<256 {
      for x in 0..<256 {
        let isSame = before.planes[0][256 * y + x] == after.planes[0][256 * y + x]
        if !isSeen(x, y, in: near), !isSame { outside += 1 }
        if isSeen(x, y, in: middle), isSame { kept += 1 }
      }
    }
    #expect(outside == 0 && kept < face.width * face.height / 4 / 8, "\(outside) \(kept)")
    // libheif shows it upright, with the face gone, and sees nothing beside the picture.
    let shown = try TestHEIC.pixels(of: render)
    #expect((shown.width, shown.height) == (256, 256))
    let summary = try TestHEIC.summary(of: render)
    #expect(summary.topLevelCount == 1 && summary.thumbnailCount == 0 && summary.auxiliaryCount == 0)
    #expect(try scratch.faceblur("verify", "IMG_E0001.HEIC", "--original", "IMG_0001.HEIC").exitCode == 0)
    #expect(try scratch.faceblur("verify", "IMG_E0001.HEIC", "--regions", "IMG_0001.AAE").exitCode == 0)
    let exif = try ExifTool.tags(of: ["render.heic": render])["render.heic"] ?? [:]
    #expect(
      ExifTool.tagsThatMustNotBe(in: exif).isEmpty && ["HEIC", "HEIF"].contains(exif["File:FileType"]),
      "\(ExifTool.tagsThatMustNotBe(in: exif))")

    try scratch.faceblur("revert", "IMG_0001.HEIC")
    #expect(try scratch.state() == state)
  }

  @Test func isCorrectedFilteredTakenBackAndRenderedAgain() throws {
    let scratch = try folder()
    func step(_ words: String...) throws -> String {
      let outcome = try BuiltCommand.run(words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.errors)")
      return try scratch.digest("IMG_E0001.HEIC")
    }
    let blurred = try step("blur", "IMG_0001.HEIC")
    #expect(try step("blur", "IMG_0001.HEIC") == blurred)
    let corrected = try step("edit", "IMG_0001.HEIC", "--add", "200,200,40,40")
    let filled = try step("edit", "IMG_0001.HEIC", "--style", "fill")
    let toned = try step("filter", "IMG_0001.HEIC", "--sepia", "0.6", "--vignette", "0.3")
    #expect(Set([blurred, corrected, filled, toned]).count == 4)
    #expect(try scratch.faceblur("verify", "IMG_E0001.HEIC", "--original", "IMG_0001.HEIC").exitCode == 0)
    #expect(try step("revert", "IMG_0001.HEIC", "--to", "3") == filled)
    #expect(try step("revert", "IMG_0001.HEIC", "--to", "4") == toned)
    try scratch.remove("IMG_E0001.HEIC")
    #expect(try step("render", "IMG_0001.HEIC") == toned)
    try scratch.faceblur("revert", "IMG_0001.HEIC")
    #expect(try scratch.names() == ["IMG_0001.HEIC"])
  }

  /// Every tile has one parameter set then, and a render from the record is made the same way.
  @Test func writesEveryTileAnewOnRequest() throws {
    let scratch = try folder()
    try scratch.faceblur("blur", "IMG_0001.HEIC", "--heic-tiles", "all", "-o", "all.heic")
    let render = try TestHEIC(scratch.read("all.heic"))
    let stream = try render.stream(of: render.tiles[0])
    #expect(stream.parameterSets.count == 3)
    #expect(try TestHEIC(scratch.read("IMG_0001.HEIC"))[1].data != render[1].data)
    #expect(try scratch.faceblur("verify", "all.heic", "--original", "IMG_0001.HEIC").exitCode == 0)
    let digest = try scratch.digest("all.heic")
    try scratch.remove("all.heic")
    try scratch.faceblur("render", "IMG_0001.HEIC")
    #expect(try scratch.digest("all.heic") == digest)
  }

  @Test func isRefusedWhereItWasTamperedWith() throws {
    let scratch = try folder()
    try scratch.faceblur("blur", "IMG_0001.HEIC", "-o", "render.heic")
    let (photo, render) = (try TestHEIC(scratch.read("IMG_0001.HEIC")), try scratch.read("render.heic"))
    func problems(_ file: [UInt8]) throws -> (code: Int32, text: String) {
      try scratch.write(file, "other.heic")
      let outcome = try scratch.attempt("verify", "other.heic", "--original", "IMG_0001.HEIC")
      return (outcome.exitCode, outcome.output + outcome.errors)
    }
    #expect(try problems(render).code == 0)
    // The tile with the face, as it was: it names parameter sets that are there.
    let tiles = try TestHEIC(render)
    let hidden = try #require(tiles.tiles.first { tiles[$0].data != photo[$0].data })
    var shown = tiles
    for place in shown.items.indices where shown.items[place].id == hidden {
      shown.items[place].extents = photo[hidden].extents
    }
    let opened = try problems(shown.bytes)
    #expect(opened.code == 1, "\(opened.text)")
    #expect(try problems(render + [1]).code == 1)
    #expect(try problems(Array(render.dropLast(30))).code != 0)
  }

  /// What it is, is decided by the bytes and not by the name.
  @Test func goesByTheBytes() throws {
    let scratch = try folder()
    try scratch.write(TestPhotos.astronaut(), "IMG_0002.HEIC")
    let blur = try scratch.faceblur("blur", "IMG_0002.HEIC")
    let names = try scratch.names()
    #expect(names.contains("IMG_E0002.jpg") || names.contains("IMG_E0002.JPG"), "\(names)")
    #expect((blur.output + blur.errors).contains("JPEG"), "\(blur.output)")
  }

  @Test func saysWhyItCannotBeBlurred() throws {
    let scratch = try ScratchFolder()
    let photo = try Self.photo()
    try scratch.write(Array(photo.prefix(photo.count / 2)), "cut.heic")
    #expect(
      try scratch.expectFailure(65, naming: "cut.heic", "blur", "cut.heic").errors.contains("cut short"))
    var alpha = try TestHEIC(photo)
    try alpha.addAuxiliary(
      .alpha, TestHEVC.Picture(width: 64, height: 64, chroma: .gray, depth: 8, value: 255),
      TestHEIC.Kind { $0.colors = [] })
    try scratch.write(alpha.bytes, "alpha.heic")
    #expect(
      try scratch.expectFailure(65, naming: "alpha.heic", "blur", "alpha.heic").errors.contains("transparent")
    )
  }
}

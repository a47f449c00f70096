import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Tones of a render: faces stay hidden, whatever is done in which order.
@Suite struct FilterTests {
  private let face = TestPhotos.astronautFace

  private func portrait() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    return scratch
  }

  private static let everyFilter = ["filter", "portrait.jpg", "--vignette", "0.5", "--sepia", "0.3"]

  /// Mean difference of the samples in a box.
  private func difference(_ a: PixelBuffer, _ b: PixelBuffer, in box: PixelBox) -> Double {
    var sum = 0
    for y in box.y..<(box.y + box.height) {
      for x in box.x..<(box.x + box.width) {
        let (p, q) = (a[x, y], b[x, y])
        sum += abs(Int(p.red) - Int(q.red)) + abs(Int(p.green) - Int(q.green))
        sum += abs(Int(p.blue) - Int(q.blue))
      }
    }
    return Double(sum) / Double(3 * box.width * box.height)
  }

  /// How much neighbouring pixels differ in a box: a mosaic's hardly do.
  private func roughness(_ picture: PixelBuffer, in box: PixelBox) -> Double {
    var sum = 0
    for y in box.y..<(box.y + box.height) {
      for x in box.x..<(box.x + box.width - 1) {
        sum += abs(Int(picture[x, y].green) - Int(picture[x + 1, y].green))
      }
    }
    return Double(sum) / Double(box.width * box.height)
  }

  private func render(_ scratch: ScratchFolder) throws -> PixelBuffer {
    try TestPhotos.pixels(of: scratch.read("portrait_edited.jpg"))
  }

  @Test func theOrderOnTheListDoesNotMatterToTheRender() throws {
    let scratch = try portrait()
    try scratch.faceblur("blur", "portrait.jpg", "--effort", "normal")
    let blurred = try render(scratch)
    #expect(try BuiltCommand.run(Self.everyFilter, in: scratch.path).exitCode == 0)
    let after = try scratch.digest("portrait_edited.jpg")
    let toned = try render(scratch)
    #expect(difference(blurred, toned, in: PixelBox(x: 0, y: 0, width: 40, height: 40)) > 10)

    let other = try portrait()
    let first = try BuiltCommand.run(Self.everyFilter, in: other.path)
    #expect(first.exitCode == 0 && first.output.contains("1 face"))
    #expect(try other.digest("portrait_edited.jpg") == after)
    try other.faceblur("blur", "portrait.jpg", "--effort", "normal")
    #expect(try other.digest("portrait_edited.jpg") == after)
    #expect(
      roughness(toned, in: face) < 0.5
        * roughness(try TestPhotos.pixels(of: scratch.read("portrait.jpg")), in: face))
    try other.faceblur("verify", "portrait_edited.jpg", "--original", "portrait.jpg")
  }

  @Test func changesOnlyWhatIsNamedAndGoesBack() throws {
    let scratch = try portrait()
    try scratch.faceblur("blur", "portrait.jpg")
    let blurred = try scratch.digest("portrait_edited.jpg")
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.8")
    let sepia = try scratch.digest("portrait_edited.jpg")
    try scratch.faceblur("filter", "portrait.jpg", "--vignette", "1")
    try scratch.faceblur("filter", "portrait.jpg", "--vignette", "0")
    #expect(try scratch.digest("portrait_edited.jpg") == sepia)
    try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48")
    let shown = try #require(try scratch.faceblur("show", "portrait.jpg", "--json").jsonLines().first)
    #expect((shown["tone"] as? [String: Any])?["sepia"] as? Double == 0.8)
    #expect(
      (shown["steps"] as? [[String: Any]])?.map { $0["kind"] as? String } == [
        "FaceBlur", "Tone", "Tone", "Tone", "FaceBlur",
      ])
    try scratch.faceblur("revert", "portrait.jpg", "--to", "1", "--unhidden")
    #expect(try scratch.digest("portrait_edited.jpg") == blurred)
    try scratch.faceblur("revert", "portrait.jpg", "--to", "2")
    #expect(try scratch.digest("portrait_edited.jpg") == sepia)
    try scratch.remove("portrait_edited.jpg")
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.digest("portrait_edited.jpg") == sepia)
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  /// The table's file may be gone afterwards.
  @Test func theRecordKeepsTheTableOnce() throws {
    let scratch = try portrait()
    let swapped = (0..<8).map { "\(($0 >> 2) & 1) \(($0 >> 1) & 1) \($0 & 1)" }.joined(separator: "\n")
    try scratch.write(Array("TITLE \"Swap\"\nLUT_3D_SIZE 2\n\(swapped)\n".utf8), "look.cube")
    try scratch.faceblur("blur", "portrait.jpg")
    let blurred = try render(scratch)
    try scratch.faceblur("filter", "portrait.jpg", "--lut", "look.cube")
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.1")
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0")
    let toned = try render(scratch)
    #expect(abs(Int(toned[300, 300].red) - Int(blurred[300, 300].blue)) < 12)
    let payload = try RecordOnDisk(scratch.read("portrait.AAE")).payload
    #expect((payload["luts"] as? [Any])?.count == 1)
    let digest = try scratch.digest("portrait_edited.jpg")
    try scratch.remove("look.cube")
    try scratch.remove("portrait_edited.jpg")
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.digest("portrait_edited.jpg") == digest)
    try scratch.faceblur("filter", "portrait.jpg", "--lut", "none")
    #expect(
      difference(try render(scratch), blurred, in: PixelBox(x: 0, y: 0, width: 512, height: 512)) < 0.01)
  }

  @Test func verifyTellsARenderWhoseFaceCameBack() throws {
    let scratch = try portrait()
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.5", "--unhidden")
    try scratch.rename("portrait_edited.jpg", to: "open.jpg")
    try scratch.faceblur("blur", "portrait.jpg")
    let outcome = try scratch.attempt("verify", "open.jpg", "--original", "portrait.jpg")
    #expect(outcome.exitCode == 1)
    try scratch.faceblur("verify", "portrait_edited.jpg", "--original", "portrait.jpg")
  }

  @Test func previewsTheFilteredPicture() throws {
    let scratch = try portrait()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "1", "--preview", "shown")
    let preview = try TestPhotos.pixels(of: scratch.read("shown/portrait_preview.jpg"))
    #expect(difference(preview, try render(scratch), in: PixelBox(x: 0, y: 0, width: 512, height: 512)) < 4)
  }

  @Test func aGrayPhotoBecomesColouredAndIsTakenBack() throws {
    let scratch = try ScratchFolder()
    let gray = TestJPEG.Kind { $0.components = 1 }
    try scratch.write(TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.astronaut()), gray), "portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "1")
    let toned = try render(scratch)
    let places = (0..<512).map { toned[$0, 400] }
    #expect(places.reduce(0) { $0 + Int($1.red) - Int($1.blue) } > 512 * 10)
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0")
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  @Test(arguments: [
    (["--sepia", "2"], 64, "--sepia"), ([], 64, "filter"), (["--lut", "missing.cube"], 66, "missing.cube"),
    (["--lut", "portrait.jpg"], 65, "portrait.jpg"), (["--look", "noir"], 64, "posterize or none"),
    (["--look", "sepia", "--sepia", "0.4"], 64, "--sepia"),
    (["--look", "vignette", "--vignette", "0.4"], 64, "--vignette"),
    (["--look", "vignette", "--vignette-radius", "0.4"], 64, "--vignette-radius"),
    (["--look", "invert", "--lut", "look.cube"], 64, "--lut"),
    (["--look", "none", "--sepia", "0.4"], 64, "--sepia"),
    (["--look", "none", "--lut", "none"], 64, "--lut"),
  ])
  func refusesWhatIsNoFilter(_ words: [String], _ exitCode: Int32, _ name: String) throws {
    let scratch = try portrait()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.expectFailure(exitCode, naming: name, ["filter", "portrait.jpg"] + words)
  }

  /// Outside of what is hidden it is the look's own values, sample by sample, and inside there is nothing to see before or after.
  @Test(arguments: ["sepia", "vignette", "chrome", "instant", "invert", "posterize"])
  func showsALookAsThePageDoes(_ name: String) throws {
    let look = try #require(ToneLook(rawValue: name))
    let scratch = try ScratchFolder()
    try scratch.write(TestPhotos.closeUpPNG(), "portrait.png")
    func samples(_ file: String) throws -> PixelBuffer {
      let picture = try TestPNG.read(scratch.read(file)).picture
      let bytes = (0..<256 * 256).flatMap { picture[$0 % 256, $0 / 256].map { UInt8($0) } }
      return try #require(PixelBuffer(width: 256, height: 256, bytes: bytes))
    }
    try scratch.faceblur("blur", "portrait.png")
    let blurred = try samples("portrait_edited.png")
    try scratch.faceblur("filter", "portrait.png", "--look", name)
    let toned = try samples("portrait_edited.png")
    var expected = blurred
    look.filters.apply(to: &expected)
    var original = try samples("portrait.png")
    look.filters.apply(to: &original)
    let face = TestPhotos.closeUpFace
    let near = PixelBox(
      x: face.x - face.width / 2, y: face.y - face.height / 2, width: 2 * face.width, height: 2 * face.height)
    var (others, changed) = (0, 0)
    for y in 0..<256 {
      for x in 0..<256 where !near.contains(x, y) {
        if toned[x, y] != expected[x, y] { others += 1 }
        if toned[x, y] != blurred[x, y] { changed += 1 }
      }
    }
    #expect(others == 0 && changed > 1000, "\(others), \(changed)")
    #expect(roughness(toned, in: face) < 0.7 * roughness(original, in: face))
    try scratch.faceblur("verify", "portrait_edited.png", "--original", "portrait.png")
  }

  @Test func aLookTakesThePlaceOfItsOwnKindAndGoesWithOthers() throws {
    let scratch = try portrait()
    func tone(_ words: String...) throws -> [String: Any] {
      let outcome = try BuiltCommand.run(["filter", "portrait.jpg"] + words, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let shown = try #require(try scratch.faceblur("show", "portrait.jpg", "--json").jsonLines().first)
      return shown["tone"] as? [String: Any] ?? [:]
    }
    try scratch.faceblur("blur", "portrait.jpg")
    let blurred = try render(scratch)
    let first = try tone("--look", "posterize", "--sepia", "0.4")
    #expect(first["lut"] as? String == "posterize" && first["sepia"] as? Double == 0.4)
    let second = try tone("--look", "instant")
    #expect(second["lut"] as? String == "instant" && second["sepia"] as? Double == 0.4)
    let third = try tone("--look=vignette")
    #expect(third["lut"] as? String == "instant" && third["sepia"] as? Double == 0.4)
    #expect(third["vignetteRadius"] as? Double == 0.5 && third["vignetteIntensity"] as? Double == 1)
    let fourth = try tone("--look", "sepia", "--vignette", "0", "--lut", "none")
    #expect(fourth["sepia"] as? Double == 1 && fourth["lut"] == nil && fourth["vignetteRadius"] == nil)
    #expect(try tone("--look", "none").isEmpty)
    #expect(
      difference(try render(scratch), blurred, in: PixelBox(x: 0, y: 0, width: 512, height: 512)) < 0.01)
    try scratch.faceblur("verify", "portrait_edited.jpg", "--original", "portrait.jpg")
  }

  /// Nobody has to remember to blur first, and what was found once is not shown by going back.
  @Test func hidesFacesThatNobodyHasLookedFor() throws {
    let scratch = try portrait()
    let outcome = try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.3", "--json")
    #expect(try outcome.photos().first?.faces.map(\.id) == ["f1"])
    let original = try TestPhotos.pixels(of: scratch.read("portrait.jpg"))
    #expect(roughness(try render(scratch), in: face) < 0.5 * roughness(original, in: face))
    let (state, digest) = (try scratch.state(), try scratch.digest("portrait_edited.jpg"))
    try scratch.faceblur("blur", "portrait.jpg", "--effort", "normal")
    #expect(try scratch.state() == state)
    try scratch.faceblur("revert", "portrait.jpg", "--to", "1", "-q")
    #expect(roughness(try render(scratch), in: face) < 0.5 * roughness(original, in: face))
    #expect(try scratch.digest("portrait_edited.jpg") != digest)
  }

  @Test func aPhotoWithoutFacesIsFilteredAndRenderedAgain() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "stripes.jpg")
    let outcome = try scratch.faceblur("filter", "stripes.jpg", "--sepia", "0.5")
    #expect(outcome.errors.isEmpty && outcome.output.contains("no face found"))
    try scratch.faceblur("render", "stripes.jpg", "-o", "copy.jpg")
    #expect(try scratch.digest("copy.jpg") == scratch.digest("stripes_edited.jpg"))
  }

  /// What is not hidden is rendered on request only, and everybody is told.
  @Test func showsFacesOnlyWhereItIsTold() throws {
    let scratch = try portrait()
    let first = try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.3", "--unhidden", "-q", "--json")
    #expect(first.errors.contains("nobody has looked") && first.exitCode == 0)
    #expect(try first.jsonLines().first?["unseen"] as? Bool == true)
    try scratch.expectFailure(64, naming: "--unhidden", "render", "portrait.jpg", "-o", "copy.jpg")
    try scratch.faceblur("render", "portrait.jpg", "-o", "copy.jpg", "--unhidden")
    #expect(try scratch.digest("copy.jpg") == scratch.digest("portrait_edited.jpg"))
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.expectFailure(64, naming: "f1", "revert", "portrait.jpg", "--to", "1", "-q")
    // The next change of tones begins from what is hidden now.
    try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.6")
    let original = try TestPhotos.pixels(of: scratch.read("portrait.jpg"))
    #expect(roughness(try render(scratch), in: face) < 0.5 * roughness(original, in: face))
  }

  /// That no face was found, only who has looked can say.
  @Test func saysThatNobodyHasLookedForFaces() throws {
    let scratch = try portrait()
    let toned = try scratch.faceblur("filter", "portrait.jpg", "--sepia", "0.3", "--unhidden")
    #expect(toned.output.hasPrefix("portrait.jpg: nobody has looked for faces\n"), "\(toned.output)")
    try scratch.faceblur("blur", "portrait.jpg")
    let back = try scratch.faceblur("revert", "portrait.jpg", "--to", "1", "--unhidden")
    #expect(back.output.hasPrefix("portrait.jpg: nobody has looked for faces\n"), "\(back.output)")
  }

  @Test func takingTheOnlyFilterAwayWithoutAnEditIsNoRender() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "portrait.jpg")
    try scratch.expectFailure(65, naming: "portrait", ["filter", "portrait.jpg", "--sepia", "0"])
  }
}

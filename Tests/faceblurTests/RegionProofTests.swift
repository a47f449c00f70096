import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// What anybody can tell of a published file who has its record and not the original.
@Suite struct RegionProofTests {
  private func blurred(_ words: String...) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeGraceHopper("admiral.jpg")
    try BuiltCommand.run(["blur", "admiral.jpg", "-o", "web/"] + words, in: scratch.path)
    try scratch.rename("admiral.AAE", to: "web/record.AAE")
    return scratch
  }

  private func verify(_ scratch: ScratchFolder, _ file: String = "web/admiral.jpg") throws
    -> BuiltCommand.Outcome
  {
    try BuiltCommand.run(["verify", file, "--regions", "web/record.AAE"], in: scratch.path)
  }

  @Test(arguments: ["mosaic", "blur", "fill"], ["box", "ellipse"])
  func provesRegionsFromTheFileAlone(style: String, shape: String) throws {
    let scratch = try blurred("--style", style, "--shape", shape)
    try scratch.remove("admiral.jpg")
    let outcome = try verify(scratch)
    #expect(outcome.exitCode == 0, "\(outcome.output)")
    #expect(outcome.output.contains("1 region hidden: what is shown there comes from around it alone"))
  }

  /// The record's size is the upright one, and phones turn nearly every photo.
  @Test(arguments: [Orientation.right, .leftMirrored])
  func provesRegionsOfAPhotoThatIsTurned(orientation: Orientation) throws {
    let upright = try PhotoFormats.standard.open(TestPhotos.graceHopper()).displayImage(fitting: 600).pixels
    try #require(upright.width != upright.height)
    let scratch = try ScratchFolder()
    let stored = try TestJPEG.encode(upright.stored(for: orientation))
    try scratch.write(TestJPEG.oriented(stored, orientation), "admiral.jpg")
    try scratch.faceblur("blur", "admiral.jpg", "-o", "web/")
    try scratch.faceblur("verify", "web/admiral.jpg", "--regions", "admiral.AAE")
  }

  @Test func findsAFaceThatWasPutBack() throws {
    let scratch = try blurred()
    let outcome = try verify(scratch, "admiral.jpg")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("LEAK: a region is not as obscured as the plan says"))
  }

  /// The same cells in other tones could tell anything.
  @Test func findsTonesThatDoNotComeFromAround() throws {
    let scratch = try blurred()
    let mosaic = try scratch.read("web/record.AAE")
    try scratch.faceblur("blur", "admiral.jpg", "-o", "other/", "--style", "fill")
    #expect(try verify(scratch, "other/admiral.jpg").exitCode == 1)
    #expect(try scratch.read("web/record.AAE") == mosaic)
  }

  @Test func saysWhatItCannotTell() throws {
    let means = try blurred("--style", "pixelate")
    let shown = try verify(means)
    #expect(shown.exitCode == 0)
    #expect(shown.output.contains("cannot be told without the original"))

    let toned = try ScratchFolder()
    try toned.writeGraceHopper("admiral.jpg")
    try toned.faceblur("filter", "admiral.jpg", "--sepia", "0.5")
    let outcome = try BuiltCommand.run(
      ["verify", "admiral_edited.jpg", "--regions", "admiral.AAE"], in: toned.path)
    #expect(outcome.exitCode == 1 && outcome.output.contains("give --original"))
  }

  // Means that change from sample to sample could be anything's: even the untouched photo would pass.
  @Test func doesNotBelieveSmoothCellsOfMeans() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestPhotos.astronaut(), "portrait.jpg")
    try scratch.write(TestPhotos.goldenRecord("1.3.0-blur"), "record.AAE")
    let outcome = try BuiltCommand.run(
      ["verify", "portrait.jpg", "--regions", "record.AAE"], in: scratch.path)
    #expect(outcome.exitCode == 1 && outcome.output.contains("give --original"))
  }

  @Test func refusesRecordsThatAreNone() throws {
    let scratch = try blurred()
    try scratch.write(ForeignRecords.photos(), "web/record.AAE")
    #expect(try verify(scratch).exitCode == 65)
    try scratch.remove("web/record.AAE")
    #expect(try verify(scratch).exitCode == 66)
    let many = try BuiltCommand.run(
      ["verify", "web/admiral.jpg", "admiral.jpg", "--regions", "a.AAE"], in: scratch.path)
    #expect(many.exitCode == 64)
  }
}

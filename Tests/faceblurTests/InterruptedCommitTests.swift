@testable import ImageProcessingKit
import TestSupport
import Testing

/// A crash between the renames of render and record, set up as it would leave the folder.
@Suite struct InterruptedCommitTests {
  /// Where a record waits for its render.
  private func pending(in scratch: ScratchFolder) -> String {
    PhotoAsset(FilePath(scratch.path("portrait.jpg"))).pendingRecord.name.description
  }

  @Test func revertTakesBackARenderWhoseRecordWasNotRenamedYet() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let before = try scratch.state()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.rename("portrait.AAE", to: pending(in: scratch))
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.state() == before)
  }

  @Test func blurGoesOnWhereAnInterruptedOneWouldHaveEnded() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let done = try scratch.state()
    try scratch.rename("portrait.AAE", to: pending(in: scratch))
    try scratch.faceblur("blur", "portrait.jpg")
    #expect(try scratch.state() == done)
  }

  @Test func aRecordWhoseRenderNeverArrivedIsDropped() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    let before = try scratch.state()
    try scratch.faceblur("blur", "portrait.jpg")
    try scratch.rename("portrait.AAE", to: pending(in: scratch))
    try scratch.remove("portrait_edited.jpg")
    #expect(try scratch.attempt("render", "portrait.jpg").exitCode == 66)
    #expect(try scratch.state() == before)
  }

  /// The record that is there is of the photo that was there before.
  @Test func anotherPhotosEditEndsWhereItWasInterrupted() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg")
    let old = try scratch.read("portrait.AAE")
    try scratch.writeGraceHopper("portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg", "--force-rebase", "--style", "fill")
    let done = try scratch.contentDigests()
    try scratch.rename("portrait.AAE", to: pending(in: scratch))
    try scratch.write(old, "portrait.AAE")
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.contentDigests() == done)
  }

  /// Nobody has told what the edit was to hide, and its render may be in the target.
  @Test func aCollectionWaitsForTheEndOfAnEdit() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    try scratch.faceblur("edit", "photos/portrait.jpg", "--add", "10,10,60,60")
    try scratch.rename("photos/portrait.AAE", to: "photos/\(pending(in: scratch))")
    #expect(try scratch.scrub().exitCode == 1)
    let reason = try #require(try scratch.report()["portrait.jpg"]?.reason)
    #expect(reason.contains("an edit of it was interrupted"), "\(reason)")
    #expect(try scratch.published()["portrait.jpg"] == nil)
    try scratch.faceblur("render", "photos/portrait.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.report()["portrait.jpg"]?.faces == 2)
  }

  /// Who brings the record back from a copy does not want the edit to be taken back any more.
  @Test func anEditWhoseRecordIsBackStays() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "-o", "elsewhere.jpg")
    try scratch.faceblur("blur", "portrait.jpg")
    let done = try scratch.contentDigests()
    let asset = PhotoAsset(FilePath(scratch.path("portrait.jpg")))
    try scratch.write(scratch.read("portrait.AAE"), asset.revertingRecord.name.description)
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.contentDigests() == done)
  }

  /// A temporary sidecar tells where the faces are, too.
  @Test func aSidecarOnItsWayIsRemoved() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--xmp")
    let done = try scratch.contentDigests()
    let asset = PhotoAsset(FilePath(scratch.path("portrait.jpg")))
    try scratch.write(scratch.read("portrait.jpg.xmp"), asset.temporarySidecar.name.description)
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.contentDigests() == done)
  }

  /// The sidecar is written last, so a crash leaves the one before.
  @Test func revertRemovesTheSidecarOfTheEditBefore() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--xmp")
    let sidecar = try scratch.read("portrait.jpg.xmp")
    try scratch.faceblur("edit", "portrait.jpg", "--add", "400,400,64,48")
    #expect(try scratch.read("portrait.jpg.xmp") != sidecar)
    try scratch.write(sidecar, "portrait.jpg.xmp")
    try scratch.faceblur("revert", "portrait.jpg")
    #expect(try scratch.names() == ["portrait.jpg"])
  }

  @Test func theOldPairStaysWhereTheNewRenderNeverArrived() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.faceblur("blur", "portrait.jpg", "--style", "fill")
    let new = try scratch.read("portrait.AAE")
    try scratch.faceblur("revert", "portrait.jpg")
    try scratch.faceblur("blur", "portrait.jpg")
    let old = try scratch.state()
    try scratch.write(new, pending(in: scratch))
    try scratch.faceblur("render", "portrait.jpg")
    #expect(try scratch.state() == old)
  }
}

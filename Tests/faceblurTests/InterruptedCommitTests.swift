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

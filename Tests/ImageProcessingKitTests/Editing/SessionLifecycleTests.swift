import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// The session as an editor uses it: begin, look, change, give up or finish.
@Suite struct SessionLifecycleTests: EditingPortrait {
  private let folder: ScratchFolder
  let path: FilePath

  init() throws {
    folder = try ScratchFolder()
    path = FilePath(try folder.write(TestPhotos.astronaut(), "IMG_1234.JPG"))
  }

  // MARK: What an editor is given

  @Test func tellsWhatThePhotoIs() throws {
    var camera = CapturedPhoto()
    camera.date = "2024:05:04 12:30:45"
    camera.offset = "+02:00"
    let path = FilePath(try folder.write(camera.jpeg(.bigEndian), "IMG_0002.JPG"))
    let session = try EditSession.begin(path)
    let input = session.input
    #expect(
      input.fullSizeImage == path && input.fullSizeImageOrientation == session.photo.geometry.orientation)
    #expect(try input.creationDate == Date("2024-05-04T10:30:45Z", strategy: .iso8601))
    #expect(abs((input.location?.latitude ?? 0) - 48.858_333) < 1e-5)
    #expect(input.mediaType == .image && input.uniformTypeIdentifier == "public.jpeg")
    #expect(input.adjustmentData == nil && input.placeholderImage == nil)
    let picture = try input.displaySizeImage(fitting: 8).pixels
    #expect(max(picture.width, picture.height) == 8)
  }

  @Test func givesTheEditToTakeUpAndARenderToShowMeanwhile() throws {
    let committed = try finish()
    let session = try EditSession.begin(path)
    let data = try #require(session.input.adjustmentData)
    #expect(EditRecord.canHandle(data) && data.timestamp == time)
    #expect(try EditRecord(data) == committed.record)
    #expect(session.input.placeholderImage == committed.render)
    #expect(session.input.fullSizeImage == path)
    let state = session.state
    #expect(try state == EditState([settings()]))
    try FileManager.default.removeItem(atPath: folder.path("IMG_E1234.JPG"))
    #expect(session.input.placeholderImage == nil)
  }

  @Test func beginsFromWhatAnotherProgramMade() throws {
    try folder.write(TestPhotos.graceHopper(), "IMG_E1234.JPG")
    try folder.write(ForeignRecords.photos(), "IMG_1234.AAE")
    do {
      let session = try EditSession.begin(path)
      #expect(session.input.adjustmentData == nil && session.record == nil)
      #expect(session.input.fullSizeImage.name == "IMG_E1234.JPG")
      #expect(session.input.placeholderImage?.name == "IMG_E1234.JPG")
      #expect(try session.input.displaySizeImage(fitting: .max).pixels.height == 600)
    }
    try finish()
    let session = try EditSession.begin(path)
    #expect(session.input.fullSizeImage.name == "IMG_1234_base.JPG")
    #expect(session.input.placeholderImage?.name == "IMG_E1234.JPG")
    #expect(session.input.adjustmentData != nil)
  }

  // MARK: Giving up

  @Test func asksBeforeItIsGivenUpOnlyWhereSomethingWouldBeLost() throws {
    do {
      var session = try EditSession.begin(path)
      #expect(session.shouldShowCancelConfirmation == false)
      session.apply(try settings())
      #expect(session.shouldShowCancelConfirmation == true)
      session.cancel()
    }
    try finish()
    try finish(cells: 3)
    var session = try EditSession.begin(path)
    #expect(session.shouldShowCancelConfirmation == false)
    session.apply(try settings(cells: 2))
    #expect(session.shouldShowCancelConfirmation == true)
    session.apply(try settings(cells: 3))
    #expect(session.shouldShowCancelConfirmation == false)
    try session.goBack(toStep: 1)
    #expect(session.shouldShowCancelConfirmation == true)
    try session.goBack(toStep: 2)
    #expect(session.shouldShowCancelConfirmation == false)
  }

  @Test func cancellingLeavesEverythingAsItWas() throws {
    try finish()
    let before = try folder.contents()
    var session = try EditSession.begin(path)
    session.apply(try settings(cells: 2))
    session.cancel()
    #expect(try folder.contents() == before)
    // It is not held any more.
    _ = try EditSession.begin(path)
  }

  // MARK: Going back

  @Test func goesToAStepAndRefusesOneThatIsNotThere() throws {
    try finish()
    try finish(cells: 3)
    var session = try EditSession.begin(path)
    let asset = session.asset
    for step in [0, 3, -1, .max] {
      #expect(throws: FaceBlurError.noSuchStep(step, count: 2).naming(asset.record)) {
        try session.goBack(toStep: step)
      }
    }
    #expect(session.shouldShowCancelConfirmation == false)
    try session.goBack(toStep: 1)
    let state = session.state
    #expect(try state == EditState([settings()]))
    var outputs = OutputGuard(originals: [path], force: false)
    let record = try session.finish(lookingAgain: nil, guardedBy: &outputs).record
    #expect(record.steps.map(\.isEnabled) == [true, false] && record.currentStep == 1)
  }

  @Test func hasNoStepToGoToBeforeTheFirstEdit() throws {
    var session = try EditSession.begin(path)
    let asset = session.asset
    #expect(throws: FaceBlurError.noRecord.naming(asset.record)) { try session.goBack(toStep: 1) }
  }

  // MARK: Rendering and committing

  @Test func aRenderHasNoNameUntilItIsCommitted() throws {
    let before = try folder.contents()
    var session = try EditSession.begin(path)
    session.apply(try settings())
    var outputs = OutputGuard(originals: [path], force: false)
    do {
      let output = try session.render(at: time, lookingAgain: nil, guardedBy: outputs)
      #expect(output.target.name == "IMG_E1234.JPG" && output.record.currentStep == 1)
      #expect(try folder.contents() == before)
    }
    #expect(try folder.contents() == before)
    let output = try session.render(at: time, lookingAgain: nil, guardedBy: outputs)
    let committed = try session.commit(output, guardedBy: &outputs)
    #expect(!committed.isUnchanged && committed.render.name == "IMG_E1234.JPG")
    let rendered = try folder.read("IMG_E1234.JPG")
    #expect(committed.record.renders.map(\.sha256) == [SHA256.hexDigest(of: rendered)])
    #expect(try Set(folder.contents().keys) == ["IMG_1234.JPG", "IMG_E1234.JPG", "IMG_1234.AAE"])
  }

  @Test func rendersNothingWhereNothingIsToBeDone() throws {
    let session = try EditSession.begin(path)
    let outputs = OutputGuard(originals: [path], force: false)
    let asset = session.asset
    #expect(throws: FaceBlurError.obscuresNothing.naming(asset.record)) {
      _ = try session.render(lookingAgain: nil, guardedBy: outputs)
    }
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What goes on around a review, and what is left of it.
@Suite struct CollectionReviewHardshipTests {
  private let folder: ReviewFolder

  init() throws { folder = try ReviewFolder() }

  @Test func nobodyElseChangesTheCollectionMeanwhile() throws {
    try folder.scrub()
    let session = try folder.open()
    for _ in 0..<2 {
      let refused = #expect(throws: FaceBlurError.self) {
        try CollectionOutput.find(folder.path("out/one.jpg"))
      }
      #expect(refused?.kind == .busy)
      #expect(throws: FaceBlurError.self) { try folder.scrub() }
      #expect(throws: FaceBlurError.self) { try folder.open() }
    }
    session.close()
    #expect(throws: FaceBlurError.self) { try session.change("one.jpg", .look) }
    _ = try CollectionOutput.find(folder.path("out/one.jpg"))
    #expect(try folder.scrub().unchanged == 3)
  }

  @Test func theNextSessionGoesOnWhereOneEnded() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f2"]))
      try session.change("two.jpg", .confirm(["f2"]))
    }
    let store = folder.scratch.path("out.faceblur/review.sqlite")
    let mode = try FileManager.default.attributesOfItem(atPath: store)[.posixPermissions]
    #expect((mode as? NSNumber)?.intValue == 0o600)
    let session = try folder.open()
    #expect(try session.photo("one.jpg").state("f2") == .excluded)
    #expect(session.queue.questions.map(\.kind) == [.noFace, .rest, .rest] && session.queue.changed == 1)
    _ = try session.undo(at: nil)
    _ = try session.undo(at: nil)
    #expect(session.queue.questions.count == 3 && session.queue.changed == 0)
    _ = try session.redo(at: nil)
    #expect(try session.finish().total == 1)
  }

  @Test func cancellingForgetsWorkAndKeepsLooks() throws {
    try folder.scrub()
    let before = try folder.scratch.contents().filter { $0.key.hasPrefix("out/") }
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    try session.change("two.jpg", .confirm(["f2"]))
    try session.change("plain.jpg", .add(ReviewFolder.corner))
    #expect(try session.discard(at: nil))
    #expect(session.queue.changed == 0 && !session.queue.canUndo)
    // What was to be seen is hidden again, and asked about again.
    #expect(try session.photo("one.jpg").looked.isEmpty)
    #expect(try session.photo("two.jpg").looked == ["f2"])
    session.close()
    #expect(try folder.scratch.contents().filter { $0.key.hasPrefix("out/") } == before)
    #expect(try folder.open().queue.changed == 0)
  }

  /// The face that was drawn is open again, so nobody has said that none is missing.
  @Test func cancellingADrawnFaceAsksAboutThePhotoAgain() throws {
    try folder.scrub()
    let session = try folder.open()
    try session.change("plain.jpg", .add(ReviewFolder.corner))
    #expect(try session.change("plain.jpg", .look).isLooked)
    #expect(try session.discard(at: nil))
    #expect(try !session.photo("plain.jpg").isLooked)
    let number = try session.number("plain.jpg")
    #expect(session.queue.questions.contains { $0.photo == number })
    try session.finish()
    session.close()
    let check = try SignOff.check(target: folder.path("out"))
    #expect(check.findings.contains { $0.output == "plain.jpg" && $0.flaw == .unseen })
  }

  @Test func saysWhichPhotosCannotBeReviewedAndGoesOn() throws {
    try folder.scrub()
    try FileManager.default.removeItem(atPath: folder.scratch.path("photos/in/two.jpg"))
    try folder.scratch.write(TestPhotos.graceHopper(), "photos/plain.jpg")
    let session = try folder.open()
    #expect(session.queue.photos.first?.status == .failed)
    #expect(session.queue.photos.first?.reason?.contains("is gone") == true)
    #expect(throws: FaceBlurError.self) { try session.photo("plain.jpg") }
    #expect(session.queue.photos.last?.reason?.contains("has changed") == true)
    try session.change("one.jpg", .exclude(["f2"]))
    #expect(try session.finish().results.map(\.error) == [nil])
  }

  /// In another window, while Done goes on: what is rendered by then is rendered back, the rest is left alone.
  @Test func keepsWhatIsTakenBackWhileItIsRendered() throws {
    try folder.scrub()
    let before = try folder.digest("out/one.jpg")
    let plain = try folder.digest("out/plain.jpg")
    let detector = MeddlingDetector()
    let session = try folder.open { $0.makeDetector = { () throws(FaceBlurError) in detector } }
    try session.change("plain.jpg", .add(ReviewFolder.corner))
    try session.change("one.jpg", .exclude(["f1"]))
    detector.next { for _ in 0..<2 { _ = try? session.undo(at: nil) } }
    var work = try session.finish()
    #expect(work.results.map(\.name) == ["one.jpg"] && work.results.allSatisfy { $0.error == nil })
    #expect(work.through == 2 && work.total == 2)
    #expect(try folder.digest("out/plain.jpg") == plain)
    #expect(try folder.shows(SquareDetector.face, of: "photos/one.jpg", in: "out/one.jpg"))
    let photo = try session.photo("one.jpg")
    #expect(photo.state("f1") == .applied && photo.isChanged)
    work = try session.finish()
    #expect(work.results.map(\.name) == ["one.jpg"])
    #expect(try folder.digest("out/one.jpg") == before)
    #expect(try !session.photo("one.jpg").isChanged)
  }

  /// The source is copied back, or touched: it is the same photo.
  @Test func takesAPhotoForTheSameByItsContent() throws {
    try folder.scrub()
    try folder.scratch.write(TestPhotos.astronaut(), "photos/one.jpg")
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    #expect(try session.finish().results.map(\.error) == [nil])
  }

  @Test func leavesAnOutputThatSomebodyHasChanged() throws {
    try folder.scrub()
    try folder.scratch.write(TestPhotos.cameraman(), "out/one.jpg")
    do {
      let session = try folder.open()
      #expect(try session.photo("one.jpg").warnings.contains { $0.contains("not as it was scrubbed") })
      try session.change("one.jpg", .exclude(["f2"]))
      #expect(try session.finish().results.first?.error?.kind == .refused)
      #expect(try folder.scratch.read("out/one.jpg") == TestPhotos.cameraman())
      #expect(try session.photo("one.jpg").isChanged)
    }
    do {
      let session = try folder.open { $0.force = true }
      #expect(try session.finish().results.first?.error?.kind == .refused)
      #expect(try folder.scratch.read("out/one.jpg") == TestPhotos.cameraman())
    }
    try FileManager.default.removeItem(atPath: folder.scratch.path("out/one.jpg"))
    let session = try folder.open()
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(try folder.shows(SquareDetector.doubtful, of: "photos/one.jpg", in: "out/one.jpg"))
  }

  /// What the record rendered last is no stranger's.
  @Test func knowsAnOutputByItsRecord() throws {
    try folder.scrub { $0.records = .folder(folder.path("records")) }
    func isWarned() throws -> Bool {
      let session = try folder.open()
      return try session.photo("one.jpg").warnings.contains { $0.contains("not as it was scrubbed") }
    }
    #expect(try !isWarned())
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f2"]))
      #expect(try session.finish().results.map(\.error) == [nil])
    }
    #expect(try !isWarned())
    try folder.scratch.write(TestPhotos.cameraman(), "out/one.jpg")
    #expect(try isWarned())
  }

  /// A later run has found more, or something else: what was decided and not rendered is of another plan.
  @Test func dropsWhatWasDecidedAboutAnotherEdit() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f1"]))
      try session.change("two.jpg", .confirm(["f2"]))
    }
    try correctOne()
    let session = try folder.open()
    let photo = try session.photo("one.jpg")
    #expect(photo.regions.map(\.id).sorted() == ["f1", "f2", "m1"] && photo.state("f1") == .applied)
    #expect(photo.warnings.contains { $0.contains("was dropped") } && !photo.isChanged)
    // What was decided about others holds.
    #expect(try session.photo("two.jpg").looked == ["f2"])
    guard case .changed(let undone, _)? = try session.undo(at: nil) else { throw FaceBlurError.cancelled }
    #expect(undone.name == "in/two.jpg")
    #expect(try session.undo(at: nil) == nil)
  }

  /// As `edit` does it.
  private func correctOne() throws {
    let output = try #require(try CollectionOutput.find(folder.path("out/one.jpg")))
    var corrections = PlanCorrections()
    corrections.added = [try #require(RegionBox("16,400,64,64"))]
    _ = try output.change(
      .correct(corrections, detectingAnew: false), BlurPipeline.Settings(), lookingWith: SquareDetector())
  }

  @Test(arguments: [ScrubSettings.OnNoFace.review, .skip])
  func photosThatWereLeftOutGetAnOutputOnceAPersonHasDecided(_ onNoFace: ScrubSettings.OnNoFace) throws {
    try folder.scrub { $0.onNoFace = onNoFace }
    #expect(!folder.path("out/plain.jpg").exists)
    do {
      let session = try folder.open()
      #expect(session.queue.photos.last?.status == .noFace)
      let looked = try session.change("plain.jpg", .look)
      // Who had them left out for a look wants them then; who had them left out wants nothing else.
      #expect(looked.isChanged == (onNoFace == .review))
      #expect(try session.finish().results.map(\.error) == (onNoFace == .review ? [nil] : []))
      #expect(folder.path("out/plain.jpg").exists == (onNoFace == .review))
      try session.change("plain.jpg", .add(ReviewFolder.corner))
      try session.finish()
      #expect(try !folder.shows(ReviewFolder.corner, of: "photos/plain.jpg", in: "out/plain.jpg"))
    }
    let decided = try folder.digest("out/plain.jpg")
    try folder.scrub { $0.onNoFace = onNoFace }
    #expect(try folder.digest("out/plain.jpg") == decided)
  }

  @Test(arguments: [true, false])
  func changesTheRecordsThatACollectionKeeps(_ isBeside: Bool) throws {
    let records = folder.path("records")
    let keep: (inout ScrubSettings) -> Void = { $0.records = isBeside ? .beside : .folder(records) }
    try folder.scrub(keep)
    let session = try folder.open()
    try session.change("two.jpg", .exclude(["f2"]))
    try session.change("two.jpg", .add(ReviewFolder.corner))
    let work = try session.finish()
    #expect(work.results.map(\.error) == [nil])
    #expect(work.results.first?.report?.outputs.record?.exists == true)
    #expect(try folder.shows(SquareDetector.doubtful, of: "photos/in/two.jpg", in: "out/in/two.jpg"))
    #expect(try !folder.shows(ReviewFolder.corner, of: "photos/in/two.jpg", in: "out/in/two.jpg"))
    let photo = try session.photo("two.jpg")
    #expect(photo.steps.count == 2 && photo.state("m1") == .applied && !photo.isChanged)
    session.close()
    let place = isBeside ? RecordPlace.beside : .folder(folder.path("records/in"))
    let record = try RecordListing.read(of: folder.path("photos/in/two.jpg"), at: place).record
    #expect(record?.state.faceBlur?.regions.filter { $0.state == .excluded }.map(\.id) == ["f2"])
    let decided = try folder.digest("out/in/two.jpg")
    #expect(try folder.scrub(keep).unchanged == 3)
    #expect(try folder.digest("out/in/two.jpg") == decided)

    // The run's own step is what is left.
    let again = try folder.open()
    try again.change("two.jpg", .revert)
    #expect(try again.finish().results.map(\.error) == [nil])
    #expect(try again.photo("two.jpg").regions.map(\.state) == [.applied, .applied])
  }

  /// Somebody edits the source of a collection with records while a person goes through it.
  @Test func refusesToWriteOverAnEditThatItHasNotSeen() throws {
    try folder.scrub { $0.records = .beside }
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    var settings = BlurPipeline.Settings()
    settings.renderFolders = [folder.path("out")]
    var corrections = PlanCorrections()
    corrections.added = [try #require(RegionBox("16,400,64,64"))]
    var outputs = OutputGuard(originals: [folder.path("photos/one.jpg")])
    _ = try BlurPipeline(detector: SquareDetector(), settings: settings)
      .edit(folder.path("photos/one.jpg"), corrections, detectingAnew: false, guardedBy: &outputs)
    #expect(try session.finish().results.first?.error?.kind == .refused)
    // It takes up what is recorded, and what was decided before does not count.
    let photo = try session.photo("one.jpg")
    #expect(photo.state("m1") == .applied && photo.state("f2") == .applied)
    #expect(photo.warnings.contains { $0.contains("was dropped") })
  }

  @Test func opensNothingThatIsNoCollection() throws {
    #expect(throws: FaceBlurError.self) { try folder.open() }
    try folder.scrub()
    #expect(throws: FaceBlurError.self) {
      try ReviewSession.open(.collection(folder.path("photos")), folder.options())
    }
    // Others may write to what decides which faces are shown.
    do { _ = try folder.open() }
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o666], ofItemAtPath: folder.scratch.path("out.faceblur/review.sqlite"))
    #expect(throws: FaceBlurError.self) { try folder.open() }
    try FileManager.default.removeItem(atPath: folder.scratch.path("out.faceblur/review.sqlite"))
    try folder.scratch.write(Array("no database".utf8), "out.faceblur/review.sqlite")
    #expect(throws: FaceBlurError.self) { try folder.open() }
  }

  /// A step that cannot be taken back now can be later; those of other photos can be all the while.
  @Test func keepsStepsOfPhotosThatCannotBeOpened() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f2"]))
      try session.change("two.jpg", .exclude(["f2"]))
    }
    let (source, aside) = (folder.scratch.path("photos/in/two.jpg"), folder.scratch.path("two.jpg"))
    try FileManager.default.moveItem(atPath: source, toPath: aside)
    do {
      let session = try folder.open()
      guard case .changed(let photo, _)? = try session.undo(at: nil) else { throw FaceBlurError.cancelled }
      #expect(photo.name == "one.jpg" && photo.state("f2") == .applied)
      #expect(try session.undo(at: nil) == nil)
    }
    try FileManager.default.moveItem(atPath: aside, toPath: source)
    let session = try folder.open()
    #expect(try session.photo("two.jpg").state("f2") == .excluded)
    guard case .changed(let photo, _)? = try session.undo(at: nil) else { throw FaceBlurError.cancelled }
    #expect(photo.name == "in/two.jpg" && photo.state("f2") == .applied)
    #expect(session.queue.changed == 0)
  }

  /// What was decided about one picture says nothing about another that has taken its name.
  @Test func takesNothingBackInAnotherPhoto() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .exclude(["f1"]))
      try session.finish()
      try session.change("one.jpg", .revert)
    }
    let other = TestPhotos.noise(width: 512, height: 512, seed: 9)
    try folder.scratch.write(TestJPEG.encode(other), "photos/one.jpg")
    try folder.scrub()
    let session = try folder.open()
    #expect(try session.undo(at: nil) == nil)
    let photo = try session.photo("one.jpg")
    #expect(photo.state("f1") == .applied && !photo.isLooked)
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A person goes through a scrubbed collection.
@Suite struct CollectionReviewTests {
  private let folder: ReviewFolder

  init() throws {
    folder = try ReviewFolder()
    try folder.scrub()
  }

  @Test func asksAboutWhatTheRunWasNotSureOf() throws {
    let session = try folder.open()
    let queue = session.queue
    #expect(queue.photos.map(\.name) == ["in/two.jpg", "one.jpg", "plain.jpg"])
    #expect(queue.photos.map(\.status) == [.doubtful, .doubtful, .noFace])
    #expect(queue.photos.map(\.faces) == [2, 2, 0])
    #expect(queue.questions.map(\.region) == ["f2", "f2", nil])
    #expect(queue.questions.map(\.kind) == [.doubtful, .doubtful, .noFace])
    #expect(queue.waiting == 0 && queue.changed == 0 && !queue.canUndo && !queue.canRedo)
    let photo = try session.photo(1)
    #expect((photo.width, photo.height) == (512, 512))
    #expect(
      photo.regions.map(\.id) == ["f1", "f2"]
        && photo.regions.map(\.rect) == [SquareDetector.face, SquareDetector.doubtful])
    #expect(photo.steps.map(\.kind) == [.faceBlur] && !photo.isChanged)
    #expect(throws: FaceBlurError.self) { try session.photo(3) }
  }

  @Test func rendersWhatWasDecidedAndNothingElse() throws {
    let before = try folder.scratch.contents().filter { $0.key.hasPrefix("photos") }
    let two = try folder.digest("out/in/two.jpg")
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    let drawn = try session.change("one.jpg", .add(ReviewFolder.corner))
    #expect(drawn.state("f2") == .excluded && drawn.state("m1") == .applied && drawn.isChanged)
    #expect(drawn.looked == ["f2", "m1"])
    // Nothing is written before a person says so.
    #expect(try folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "out/one.jpg"))
    let work = try session.finish()
    #expect(work.results.map(\.name) == ["one.jpg"] && work.results.allSatisfy { $0.error == nil })
    #expect(work.results.first?.report?.added == ["m1"] && work.results.first?.report?.shown == ["f2"])
    #expect(try folder.shows(SquareDetector.doubtful, of: "photos/one.jpg", in: "out/one.jpg"))
    #expect(try !folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "out/one.jpg"))
    #expect(try !folder.shows(SquareDetector.face, of: "photos/one.jpg", in: "out/one.jpg"))
    #expect(try folder.digest("out/in/two.jpg") == two)
    #expect(try folder.scratch.contents().filter { $0.key.hasPrefix("photos") } == before)
    #expect(session.queue.changed == 0)
    session.close()

    // The collection says the same, and holds it.
    let listing = try #require(try CollectionOutput.find(folder.path("out/one.jpg"))).listing()
    #expect(listing.record?.state.faceBlur?.regions.map(\.id).sorted() == ["f1", "f2", "m1"])
    let report = try String(decoding: folder.scratch.read("out.faceblur/report.jsonl"), as: UTF8.self)
    let decided = try folder.digest("out/one.jpg")
    #expect(report.contains("\"m1\"") && report.contains(decided))
    #expect(try folder.scrub().unchanged == 3)
    #expect(try folder.digest("out/one.jpg") == decided)
  }

  /// A run in between makes another picture of the photo. What was drawn and not rendered is hidden as soon as it is.
  @Test func keepsWhatWasDrawnWhereTheOutputHasChangedSince() throws {
    var session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    try session.change("one.jpg", .add(ReviewFolder.corner))
    session.close()
    try folder.scrub { $0.strength = ObscuringStrength(style: .fill, margin: 1.5) ?? .default }
    for _ in 0..<2 {
      session = try folder.open()
      #expect(session.queue.changed == 1)
      let photo = try session.photo(1)
      #expect(
        Set(photo.regions.map(\.id)) == ["f1", "f2", "m1"]
          && photo.regions.allSatisfy { $0.state == .applied })
      session.close()
      let check = try SignOff.check(target: folder.path("out"))
      #expect(!check.isSound)
    }
    session = try folder.open()
    #expect(try session.finish().results.map(\.name) == ["one.jpg"])
    #expect(try !folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "out/one.jpg"))
    session.close()
  }

  @Test func takesStepsBackAndMakesThemAgainAcrossPhotos() throws {
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    let drawn = try session.change("two.jpg", .add(ReviewFolder.corner))
    try session.change("two.jpg", .move("m1", NormalizedRect(x: 0.1, y: 0.8, width: 0.1, height: 0.1)))
    #expect(session.queue.canUndo && !session.queue.canRedo)
    guard case .changed(let moved, _)? = try session.undo(at: nil) else { throw FaceBlurError.cancelled }
    #expect(moved.name == "in/two.jpg" && moved.regions == drawn.regions)
    _ = try session.undo(at: nil)
    guard case .changed(let shown, _)? = try session.undo(at: nil) else { throw FaceBlurError.cancelled }
    #expect(shown.name == "one.jpg" && shown.state("f2") == .applied && !shown.isChanged)
    #expect(try session.undo(at: nil) == nil)
    #expect(session.queue.changed == 0 && session.queue.questions.count == 3)
    for _ in 0..<3 { _ = try session.redo(at: nil) }
    #expect(try session.redo(at: nil) == nil)
    #expect(try session.photo("one.jpg").state("f2") == .excluded)
    #expect(try session.photo("two.jpg").regions.contains { $0.rect.x == 0.1 })
    // Something new takes the place of what was taken back.
    _ = try session.undo(at: nil)
    try session.change("one.jpg", .look)
    #expect(try session.redo(at: nil) == nil)
  }

  @Test func undoesWhatWasRenderedByRenderingItAnew() throws {
    let before = try folder.digest("out/one.jpg")
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f1"]))
    try session.finish()
    #expect(try folder.shows(SquareDetector.face, of: "photos/one.jpg", in: "out/one.jpg"))
    guard case .changed(let photo, _)? = try session.undo(at: nil) else { throw FaceBlurError.cancelled }
    #expect(photo.isChanged && photo.state("f1") == .applied)
    try session.finish()
    #expect(try folder.digest("out/one.jpg") == before)
    #expect(try session.photo("one.jpg").isChanged == false)
  }

  @Test func decidesTheSameInManyPhotosAsOneStep() throws {
    let session = try folder.open()
    let members = try [
      (photo: session.number("one.jpg"), region: "f2"), (photo: session.number("two.jpg"), region: "f2"),
    ]
    _ = try session.change(alike: members, isFace: false, at: 0)
    #expect(session.queue.changed == 2 && session.queue.revision == 1)
    _ = try session.undo(at: nil)
    #expect(session.queue.changed == 0)
    // All or nothing.
    #expect(throws: FaceBlurError.self) {
      try session.change(alike: members + [(photo: 2, region: "f2")], isFace: false, at: nil)
    }
    #expect(session.queue.changed == 0)
  }

  @Test func doesNothingForWhoHasNotSeenTheNewestState() throws {
    let session = try folder.open()
    try session.change("one.jpg", .look)
    let stale = try session.change(0, .look, at: 0)
    #expect(stale == .stale(revision: 1))
    #expect(try session.undo(at: 0) == .stale(revision: 1))
    #expect(!session.finish(at: 0) && session.work.phase == .idle)
    // The doubtful region, and the photo.
    #expect(session.queue.answered == 2)
  }

  @Test func refusesWhatCannotBe() throws {
    let session = try folder.open()
    for change: ReviewChange in [
      .exclude(["f9"]), .add(NormalizedRect(x: 2, y: 2, width: 0.1, height: 0.1)),
      .add(NormalizedRect(x: .nan, y: 0, width: 0.1, height: 0.1)), .goBack(toStep: 4), .revert,
      .tone(ToneFilters(sepia: 7)),
    ] {
      #expect(throws: FaceBlurError.self, "\(change)") { try session.change(1, change, at: nil) }
    }
    #expect(session.queue.revision == 0 && !session.queue.canUndo)
  }

  /// What a step shows that is hidden now is not shown by going back to it; what a person has excluded before may be.
  @Test func goesBackOnlyToWhatHidesAsMuch() throws {
    let session = try folder.open()
    try session.change("one.jpg", .add(ReviewFolder.corner))
    try session.change("one.jpg", .tone(ToneFilters(sepia: 0.5)))
    try session.finish()
    #expect(throws: FaceBlurError.self) { try session.change("one.jpg", .goBack(toStep: 1)) }
    try session.change("one.jpg", .goBack(toStep: 2))
    try session.finish()
    let photo = try session.photo("one.jpg")
    #expect(photo.steps.map(\.isEnabled) == [true, true, false])
    #expect(photo.filters.isNeutral && photo.state("m1") == .applied)
    // Taking it back as a whole is a person's word.
    #expect(try session.change("one.jpg", .revert).isReverted)
    try session.finish()
    #expect(try session.photo("one.jpg").regions.map(\.id) == ["f1", "f2"])
    #expect(try folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "out/one.jpg"))
  }

  @Test func changesStyleAndTones() throws {
    let session = try folder.open()
    var strength = ObscuringStrength.Change()
    strength.style = .fill
    try session.change("one.jpg", .strength(strength))
    let photo = try session.change("one.jpg", .tone(ToneFilters(sepia: 0.8)))
    #expect(photo.strength.style == .fill && photo.filters.sepia == 0.8)
    #expect(try session.finish().results.allSatisfy { $0.error == nil })
    #expect(try session.photo("one.jpg").strength.style == .fill)
    #expect(try session.change("one.jpg", .reset).isChanged == false)
  }
}

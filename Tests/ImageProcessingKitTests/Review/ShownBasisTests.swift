import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What a person says counts for what they were shown, and for nothing else.
@Suite struct ShownBasisTests {
  private let folder: ReviewFolder

  init() throws { folder = try ReviewFolder() }

  private func difference(_ answer: ReviewSession.Answer) -> ReviewedPhoto.Difference? {
    if case .other(_, let difference, _) = answer { difference } else { nil }
  }

  /// The newest revision does not say that anybody was shown what is there now.
  @Test func takesNoChangeOfAnotherPhotoAtTheNewestRevisionEither() throws {
    let session = try folder.openPhotos(["photos/one.jpg"])
    let seen = try session.photo("one.jpg")
    try folder.scratch.write(TestPhotos.cameraman(), "photos/one.jpg")
    for _ in 0..<2 {
      let answer = try session.change(0, .exclude(["f1"]), on: seen.basis, at: session.queue.revision)
      #expect(difference(answer) == .photo)
    }
    let now = try session.photo("one.jpg")
    #expect(now.state("f1") == .applied && now.basis != seen.basis)
    #expect(
      try difference(session.change(0, .exclude(["f1"]), on: now.basis, at: session.queue.revision)) == nil)
    #expect(try session.photo("one.jpg").state("f1") == .excluded)
  }

  @Test func takesNoChangeOfWhatAnotherCommandHasDone() throws {
    let session = try folder.openPhotos(["photos/one.jpg"])
    let seen = try session.photo("one.jpg")
    let photo = folder.path("photos/one.jpg")
    var outputs = OutputGuard(originals: [photo])
    _ = try BlurPipeline(detector: SquareDetector()).blur(photo, guardedBy: &outputs)
    for _ in 0..<2 {
      #expect(
        try difference(session.change(0, .look, on: seen.basis, at: session.queue.revision)) == .photo)
    }
    #expect(try !session.photo("one.jpg").isLooked)
  }

  @Test func tellsAnotherDecisionAboutThePhotoFromOneAboutAnotherPhoto() throws {
    let session = try folder.openPhotos()
    let (one, two) = (try session.number("one.jpg"), try session.number("two.jpg"))
    let seen = try session.photo(one)
    #expect(try session.photo(one).basis == seen.basis)
    _ = try session.change(two, .exclude(["f2"]), at: nil)
    // What was looked at and what is told of it beside is the same.
    _ = try session.change(one, .confirm(["f1"]), at: nil)
    #expect(try difference(session.change(one, .confirm(["f2"]), on: seen.basis, at: nil)) == nil)
    _ = try session.change(one, .exclude(["f2"]), at: nil)
    #expect(
      try difference(session.change(one, .look, on: seen.basis, at: session.queue.revision)) == .decision)
    #expect(try !session.photo(one).isLooked)
    // Whatever led there, it is what was shown.
    _ = try session.undo(at: nil)
    #expect(try difference(session.change(one, .look, on: seen.basis, at: nil)) == nil)
    #expect(try session.photo(one).isLooked)
  }

  @Test func answersForSeveralPhotosOnlyAsAllOfThemWereShown() throws {
    let session = try folder.openPhotos()
    let (one, two) = (try session.number("one.jpg"), try session.number("two.jpg"))
    let bases = [one: try session.photo(one).basis, two: try session.photo(two).basis]
    for member in try session.alike(one, "f2") { #expect(bases[member.photo] == member.basis) }
    func answer() throws -> ReviewSession.Answer {
      try session.change(
        alike: [(photo: one, region: "f2"), (photo: two, region: "f2")], isFace: false, on: bases,
        at: session.queue.revision)
    }
    _ = try session.change(two, .exclude(["f1"]), at: nil)
    #expect(try difference(answer()) == .decision)
    #expect(try session.photo(one).state("f2") == .applied)
    _ = try session.undo(at: nil)
    #expect(try difference(answer()) == nil)
    #expect(try session.photo(one).state("f2") == .excluded)
  }

  /// However two windows hurry, an answer tells of one moment.
  @Test func tellsOfThePhotoAndTheQueueAtTheSameMoment() throws {
    let session = try folder.openPhotos(["photos/one.jpg"])
    _ = try session.photo(0)
    let areOne = [0, 1].concurrentMap(inPiecesOf: 1, onThreads: 2) { window in
      (0..<100).allSatisfy { round in
        let region = window == 0 ? "f1" : "f2"
        let change: ReviewChange = round.isMultiple(of: 2) ? .exclude([region]) : .include([region])
        guard case .changed(let photo, let queue)? = try? session.change(0, change, at: nil) else {
          return false
        }
        return queue.photos[0].faces == photo.regions.count { $0.state == .applied }
      }
    }
    #expect(areOne == [true, true])
    let (photo, queue) = try session.opened(0)
    #expect(queue.revision == session.queue.revision && queue.photos[0].faces == photo.regions.count)
  }

  /// Regions are listed otherwise than they are read where another program or an earlier version has recorded them.
  @Test func takesAnotherOrderForNoChange() throws {
    let rects = [0.7, 0.4, 0.1].map { NormalizedRect(x: 0.1, y: $0, width: 0.1, height: 0.1) }
    let regions = zip(["f1", "f2", "f3"], rects).map { id, rect in
      PlannedRegion(id: id, rect: rect, score: 0.9, origin: .detected)
    }
    let start = ReviewEdit(plan: RegionPlan(regions: regions, strength: .default))
    let recorded = RecordedPhoto(
      path: "a.jpg", frame: PictureFrame(width: 100, height: 100), sha256: "ab", start: start,
      detector: SquareDetector().identity, output: .there)
    var item = ReviewItem(key: "a.jpg", name: "a.jpg", recorded)
    let before = try item.snapshot()
    let after = try item.changed(by: .confirm(["f1"]), at: 1)
    #expect(after.edit == before.edit && after.answers != before.answers)
    item.restore(after)
    #expect(item.edit == nil && !item.isChanged)
    // As an earlier version kept it.
    var kept = after
    kept.edit.plan.sortForReading()
    try #require(kept.edit != start)
    item.restore(kept)
    #expect(item.edit == nil && !item.isChanged)
    item.restore(try item.changed(by: .exclude(["f1"]), at: 2))
    #expect(item.edit != nil && item.isChanged)
  }
}

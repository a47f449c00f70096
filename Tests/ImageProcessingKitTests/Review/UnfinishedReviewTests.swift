import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A program was killed between the journal's word of a render and that of its end.
@Suite struct UnfinishedReviewTests {
  private let folder: ReviewFolder

  init() throws { folder = try ReviewFolder() }

  private func flaws(of output: FilePath) throws -> [SignOff.Check.Flaw] {
    try SignOff.check(target: folder.path("out")).findings.filter { $0.output == output }.map(\.flaw)
  }

  /// Ends Done so, as it comes to an output of which something is decided.
  /// - Parameter isPlaced: whether the render has its place by then.
  private func kill(_ name: FilePath, isPlaced: Bool) throws {
    #expect(try isWritten(name, isPlaced: isPlaced) == isPlaced)
    #expect(try flaws(of: name) == [.unrendered])
  }

  private func isWritten(_ name: FilePath, isPlaced: Bool) throws -> Bool {
    let item: ReviewItem
    do {
      let session = try folder.open()
      let number = try session.number(name.description)
      item = session.core.state.update { $0.items[number] }
    }
    let (recorded, current) = try item.reviewable()
    let path = folder.path("out").appending(name)
    let opened = try OpenedCollection.named(folder.path("out"), state: nil, force: false)
    let output = try opened.output(at: name, called: path, goingOn: true)
    try opened.journal.beginChange()
    let journal = opened.journal
    let scrubber = opened.scrubber(for: output, lookingWith: SquareDetector()) { job, sha256 in
      (try? journal.announce(job, sha256: sha256)) != nil && isPlaced
    }
    if let film = recorded.film {
      let change = FilmChange.become(film.plan(current), decidedUpon: nil)
      let known = try output.filmDecision()
      return (try? FilmScrubber(scrubber).edit(output, known, change, FilmPipeline.Settings()))?.outcome
        != nil
    }
    let wanted = WantedState(
      state: current.state(foundBy: recorded.detector), step: current.step, recordSHA256: nil)
    let change: OutputChange = current.isReverted ? .drop : .become(wanted)
    return (try? scrubber.edit(output.done.job, output.decision(), change, output: path)) != nil
  }

  @Test(arguments: [false, true])
  func isRenderedAgainByDone(isPlaced: Bool) throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.lookAtAll()
      // No number that a few digits tell.
      try session.change("one.jpg", .add(NormalizedRect(x: 0.07, y: 0.71, width: 0.11, height: 0.13)))
      try session.change("one.jpg", .look)
    }
    try kill("one.jpg", isPlaced: isPlaced)
    do {
      let session = try folder.open()
      let photo = try session.photo("one.jpg")
      #expect(photo.state("m1") == .applied && photo.isChanged && photo.isLooked)
      #expect(photo.warnings.count == 1 && photo.warnings[0].contains("rendered again"), "\(photo.warnings)")
      #expect(session.queue.changed == 1 && session.queue.questions.isEmpty)
      // It is not forgotten: the journal holds it.
      #expect(try session.discard(at: nil))
    }
    #expect(try flaws(of: "one.jpg") == [.unrendered])
    let session = try folder.open()
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(session.queue.changed == 0)
    let drawn = NormalizedRect(x: 0.08, y: 0.72, width: 0.09, height: 0.11)
    #expect(try !folder.shows(drawn, of: "photos/one.jpg", in: "out/one.jpg"))
    #expect(try session.photo("one.jpg").warnings.isEmpty)
    session.close()
    #expect(try SignOff.check(target: folder.path("out")).isSound)
    #expect(try folder.scrub().unchanged == 3)
  }

  /// What a person makes of it meanwhile counts, also where that fails once more.
  @Test func isChangedBeforeItIsRenderedAgain() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .add(ReviewFolder.corner))
    }
    try kill("one.jpg", isPlaced: false)
    let session = try folder.open()
    try session.change("one.jpg", .exclude(["f2"]))
    try folder.scratch.write(TestPhotos.cameraman(), "out/one.jpg")
    #expect(try session.finish().results.first?.error?.kind == .refused)
    try FileManager.default.removeItem(atPath: folder.scratch.path("out/one.jpg"))
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(try folder.shows(SquareDetector.doubtful, of: "photos/one.jpg", in: "out/one.jpg"))
    #expect(try !folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "out/one.jpg"))
  }

  /// What was to be taken back is taken back, unless a person wants something else of it, which no later run drops then.
  @Test(arguments: [false, true])
  func isTakenBackByDone(isPlaced: Bool) throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .add(ReviewFolder.corner))
      try session.finish()
      try session.change("one.jpg", .revert)
    }
    func decision() throws -> CollectionDecision.Stored? {
      try OpenedCollection.named(folder.path("out"), state: nil, force: false)
        .output(at: "one.jpg", called: "one.jpg", goingOn: true).done.job.decision
    }
    try kill("one.jpg", isPlaced: isPlaced)
    #expect(try decision()?.read().isDropped == true)
    if isPlaced {
      let session = try folder.open()
      let photo = try session.photo("one.jpg")
      #expect(photo.isReverted && photo.isChanged && photo.regions.map(\.id) == ["f1", "f2"])
      #expect(try session.finish().results.map(\.error) == [nil])
      session.close()
      #expect(try decision() == nil)
      #expect(try folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "out/one.jpg"))
    } else {
      do {
        let session = try folder.open()
        try session.change("one.jpg", .add(ReviewFolder.corner))
      }
      try kill("one.jpg", isPlaced: true)
      #expect(try decision()?.read().isDropped == false)
      try folder.scrub()
      #expect(try !folder.shows(ReviewFolder.corner, of: "photos/one.jpg", in: "out/one.jpg"))
    }
  }

  @Test(arguments: [false, true])
  func isAFilm(isPlaced: Bool) throws {
    let film = TestFilm { ($0.width, $0.height, $0.frames) = (192, 192, 12) }
    try folder.scratch.write(film.bytes(), "photos/film.mp4")
    try folder.scrub()
    let before = try folder.digest("out/film.mp4")
    do {
      let session = try folder.open()
      try session.change("film.mp4", .add(NormalizedRect(x: 0.35, y: 0.5, width: 0.2, height: 0.15)))
      try session.lookAtAll()
    }
    try kill("film.mp4", isPlaced: isPlaced)
    #expect(try (folder.digest("out/film.mp4") != before) == isPlaced)
    do {
      let session = try folder.open()
      #expect(try session.photo("film.mp4").state("m1") == .applied)
      #expect(try session.finish().results.map(\.error) == [nil])
      #expect(session.queue.changed == 0 && session.queue.questions.isEmpty)
    }
    #expect(try folder.digest("out/film.mp4") != before)
    #expect(try SignOff.check(target: folder.path("out")).isSound)
  }

  /// It may have found more than its entry tells.
  @Test func isNotTakenUpWhereItWasARuns() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("one.jpg", .add(ReviewFolder.corner))
      try session.finish()
    }
    let journal = folder.path("out.faceblur/journal.sqlite")
    try Database(journal, called: journal).execute(
      "UPDATE entries SET status = 'pending', intended_sha256 = out_sha256 WHERE target = CAST('one.jpg' AS BLOB)"
    )
    let session = try folder.open()
    let error = #expect(throws: FaceBlurError.self) { try session.photo("one.jpg") }
    #expect(error?.reason.contains("the last run did not finish it") == true, "\(error as Any)")
    #expect(try session.finish().total == 0)
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A person goes through a collection that holds films.
@Suite struct CollectionFilmReviewTests {
  /// The detector sees t1, which is sure, and t2, which is in doubt, in each picture.
  private static let film = TestFilm { ($0.width, $0.height, $0.frames) = (192, 192, 12) }
  private static let middle = NormalizedRect(x: 0.35, y: 0.5, width: 0.2, height: 0.15)

  private let folder: ReviewFolder

  init() throws {
    folder = try ReviewFolder()
    try folder.scratch.write(Self.film.bytes(), "photos/film.mp4")
  }

  private func check() throws -> [FilePath] {
    try SignOff.check(target: folder.path("out")).findings.map(\.output)
  }

  private func decided() throws -> FilmDecision {
    let collection = try OpenedCollection.named(folder.path("out"), state: nil, force: false)
    return try collection.output(at: "film.mp4", called: "film.mp4").filmDecision()
  }

  @Test func asksAboutFilmsAmongPhotosAndKeepsWhatIsDecided() throws {
    try folder.scrub()
    #expect(try check().contains("film.mp4"))
    do {
      let session = try folder.open()
      let seen = try session.photo("film.mp4")
      #expect(seen.regions.map(\.id).sorted() == ["t1", "t2"] && seen.film?.frames == 12)
      #expect(seen.film?.tracks["t2"]?.isDoubtful == true)
      let number = try session.number("film.mp4")
      #expect(session.queue.photos[number].isFilm && session.queue.photos[number].status == .doubtful)
      #expect(session.queue.questions.first { $0.photo == number }?.region == "t2")
      try session.change("film.mp4", .exclude(["t2"]))
      try session.change("film.mp4", .add(Self.middle))
      _ = try session.change("film.mp4", .span("m1", session.ticks(number, from: 3, to: 9)))
      try session.lookAtAll()
      let work = try session.finish()
      #expect(work.results.map(\.error) == [nil] && work.results[0].film?.added == ["m1"])
      #expect(session.queue.questions.isEmpty && session.queue.changed == 0)
      let after = try session.photo("film.mp4")
      #expect(after.state("t2") == .excluded && after.film?.tracks["m1"]?.frames == 3...9)
    }
    #expect(try check().isEmpty)
    let decision = try decided()
    #expect(decision.plan.tracks.map(\.id) == ["m1", "t1", "t2"])
    #expect(decision.found.tracks.map(\.id) == ["t1", "t2"] && decision.found.doubtful == ["t2"])
    let written = try folder.digest("out/film.mp4")
    try folder.scrub()
    #expect(try folder.digest("out/film.mp4") == written && check().isEmpty)
    // Another run makes it anew, the very same.
    try folder.scrub { $0.renderOptions.metadata = .none }
    #expect(try folder.digest("out/film.mp4") == written && decided().plan == decision.plan)

    // All that was decided is taken back, and the next review asks about it again.
    do {
      let session = try folder.open()
      try session.change("film.mp4", .revert)
      #expect(try session.photo("film.mp4").regions.map(\.id).sorted() == ["t1", "t2"])
      #expect(try session.finish().results.map(\.error) == [nil])
      let number = try session.number("film.mp4")
      #expect(session.queue.questions.contains { $0.photo == number && $0.region == "t2" })
    }
    #expect(try decided().plan.applied.map(\.id) == ["t1", "t2"])
    #expect(try check().contains("film.mp4"))
  }

  @Test func decidesInTheRecordWhereRunsKeepOne() throws {
    let records = ScrubSettings.Records.folder(folder.path("records"))
    try folder.scrub { $0.records = records }
    do {
      let session = try folder.open()
      try session.change("film.mp4", .exclude(["t2"]))
      try session.change("film.mp4", .add(Self.middle))
      try session.lookAtAll()
      #expect(try session.finish().results.map(\.error) == [nil])
    }
    #expect(try check() == [])
    let record = try #require(try FilmRecord.ours(at: folder.path("records/film.AAE")))
    #expect(record.plan.tracks.map(\.state) == [.applied, .applied, .excluded])
    let written = try folder.digest("out/film.mp4")
    try folder.scrub { $0.records = records }
    #expect(try folder.digest("out/film.mp4") == written && check().isEmpty)
    // What is decided upon one state of the record is not written over another one.
    let session = try folder.open()
    try session.change("film.mp4", .include(["t2"]))
    var outputs = OutputGuard(originals: [folder.path("photos/film.mp4")])
    var corrections = FilmCorrections()
    corrections.excluded = ["m1"]
    var own = FilmPipeline.Settings()
    own.record = .folder(folder.path("records"))
    own.renderFolders = [folder.path("out")]
    _ = try FilmPipeline.edit(
      folder.path("photos/film.mp4"), corrections, detectingAnew: false, own,
      lookingWith: { () throws(FaceBlurError) in SquareDetector() }, within: ImageLimits(),
      guardedBy: &outputs)
    let edited = try folder.digest("out/film.mp4")
    #expect(try session.finish().results.map { $0.error?.kind } == [.refused])
    #expect(try folder.digest("out/film.mp4") == edited)
  }

  /// Tracks are recorded by their names and read by their places: that is no change, and nothing to render.
  @Test func signsAFilmWhoseTracksAreListedOtherwiseThanTheyAreRead() throws {
    try folder.scrub()
    do {
      let session = try folder.open()
      try session.change("film.mp4", .add(NormalizedRect(x: 0.1, y: 0.8, width: 0.1, height: 0.1)))
      #expect(try session.finish().results.map(\.error) == [nil])
    }
    #expect(try decided().plan.tracks.map(\.id) == ["m1", "t1", "t2"])
    var edit: ReviewEdit?
    do {
      let session = try folder.open()
      let number = try session.number("film.mp4")
      try session.lookAtAll()
      #expect(session.queue.changed == 0)
      #expect(try session.finish().total == 0)
      edit = session.core.state.update { $0.items[number].recorded?.start }
    }
    #expect(try check() == [])

    // An earlier version kept that as a change.
    var other = try #require(edit)
    other.plan.regions.reverse()
    func kept() throws -> ReviewStore.Kept {
      try #require(
        try ReviewStore.ofCollection(in: folder.path("out.faceblur")).photos()[FilePath("film.mp4")])
    }
    var known = try kept()
    known.edit = other
    try ReviewStore.ofCollection(in: folder.path("out.faceblur")).keep(known, of: "film.mp4")
    #expect(try check() == [])
    do {
      let session = try folder.open()
      #expect(session.queue.changed == 0 && session.queue.questions.isEmpty)
    }
    #expect(try kept().edit == nil && check() == [])
    // What differs is still to be rendered.
    other.plan.regions[0].state = .excluded
    known.edit = other
    try ReviewStore.ofCollection(in: folder.path("out.faceblur")).keep(known, of: "film.mp4")
    #expect(try check() == ["film.mp4"])
  }

  @Test func saysWhyAFilmCannotBeReviewed() throws {
    try folder.scrub()
    try folder.scratch.write(Array(Self.film.bytes().prefix(3000)), "photos/film.mp4")
    do {
      let session = try folder.open()
      #expect(throws: FaceBlurError.self) { try session.photo("film.mp4") }
      #expect(session.queue.photos[try session.number("film.mp4")].isFilm)
      #expect(try session.photo("one.jpg").regions.count == 2)
    }
    try FileManager.default.removeItem(atPath: folder.scratch.path("photos/film.mp4"))
    let session = try folder.open()
    let entry = session.queue.photos[try session.number("film.mp4")]
    #expect(entry.status == .failed && entry.reason?.contains("is gone") == true)
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A person goes through films that belong to no collection: their tracks are asked about as the regions of photos are.
@Suite struct FilmReviewTests {
  /// Twenty square pictures in groups of eight, eight and four. The detector sees t1, which is sure, and t2, which is in doubt, in each.
  static let film = TestFilm { ($0.width, $0.height) = (192, 192) }

  /// Where the portrait is in all of them, and nothing is seen.
  private static let middle = NormalizedRect(x: 0.35, y: 0.5, width: 0.2, height: 0.15)

  private let folder: ReviewFolder
  private let film: FilePath

  init() throws {
    folder = try ReviewFolder()
    try folder.scratch.write(Self.film.bytes(), "films/film.mp4")
    film = folder.path("films/film.mp4")
  }

  private func open(_ names: String...) throws -> ReviewSession {
    try folder.openPhotos(names.isEmpty ? ["films"] : names)
  }

  private func record() throws -> FilmRecord {
    try #require(try FilmRecordListing.read(of: film).record)
  }

  /// In which frames a place of the render is not what it is in the film; coding alone changes little.
  private func changed(_ rect: NormalizedRect) throws -> [Int] {
    let (before, after) = (
      try FilmFrames.luma(of: Self.film.bytes()),
      try FilmFrames.luma(of: folder.scratch.read("films/film_edited.mp4"))
    )
    try #require(before.count == Self.film.frames && after.count == Self.film.frames)
    let side = 192.0
    return before.indices.filter { frame in
      var (sum, count) = (0, 0)
      for y in Int(rect.y * side)..<Int(rect.maxY * side) {
        for x in Int(rect.x * side)..<Int(rect.maxX * side) {
          sum += abs(Int(before[frame][y * 192 + x]) - Int(after[frame][y * 192 + x]))
          count += 1
        }
      }
      return Double(sum) / Double(max(count, 1)) > 12
    }
  }

  @Test func asksAboutDoubtfulTracksAndRendersWhatWasDecided() throws {
    let session = try open()
    let seen = try session.photo("film.mp4")
    #expect(seen.regions.map(\.id).sorted() == ["t1", "t2"] && seen.width == 192 && seen.film?.frames == 20)
    #expect(session.queue.photos.map(\.isFilm) == [true] && session.queue.photos[0].status == .doubtful)
    #expect(session.queue.questions.map(\.region) == ["t2"])
    #expect(session.queue.questions[0].kind == .doubtful)
    try session.change("film.mp4", .exclude(["t2"]))
    #expect(session.queue.questions.map(\.kind) == [.rest])
    // The whole film, and then a part of it.
    let drawn = try session.change("film.mp4", .add(Self.middle))
    #expect(drawn.film?.tracks["m1"]?.frames == 0...19)
    let number = try session.number("film.mp4")
    let narrowed = try session.change("film.mp4", .span("m1", session.ticks(number, from: 3, to: 9)))
    #expect(narrowed.film?.tracks["m1"]?.frames == 3...9)
    #expect(!folder.path("films/film_edited.mp4").exists)
    let work = try session.finish()
    #expect(work.results.map(\.error) == [nil] && work.results[0].film?.added == ["m1"])

    let record = try record()
    #expect(record.plan.tracks.map(\.id) == ["m1", "t1", "t2"])
    #expect(record.plan.tracks.map(\.state) == [.applied, .applied, .excluded])
    #expect(try folder.digest("films/film.mp4") == record.source.sha256)
    #expect(try changed(SquareDetector.face) == Array(0..<20))
    #expect(try changed(Self.middle) == Array(3...9))
    #expect(try changed(SquareDetector.doubtful).isEmpty)
    // As it is recorded now; the render is no film of its own.
    let after = try session.photo("film.mp4")
    #expect(!after.isChanged && after.state("t2") == .excluded && after.film?.tracks["m1"]?.frames == 3...9)
    session.close()
    #expect(try open().queue.photos.count == 1)
  }

  @Test func theNextSessionGoesOnWithoutLookingAgain() throws {
    do {
      let session = try open()
      try session.change("film.mp4", .exclude(["t2"]))
      try session.change("film.mp4", .add(Self.middle))
      _ = try session.change("film.mp4", .span("m1", session.ticks(0, from: 3, to: 9)))
    }
    let looks = folder.looks.value
    #expect(looks > 0)
    let session = try open()
    let again = try session.photo("film.mp4")
    #expect(folder.looks.value == looks)
    #expect(again.state("t2") == .excluded && again.film?.tracks["m1"]?.frames == 3...9 && again.isChanged)
    #expect(again.film?.tracks["t2"]?.isDoubtful == true)
    for frames in [0...19, nil] {
      _ = try session.undo(at: nil)
      #expect(try session.photo("film.mp4").film?.tracks["m1"]?.frames == frames)
    }
    _ = try session.undo(at: nil)
    #expect(try session.photo("film.mp4").state("t2") == .applied && session.queue.changed == 0)
    #expect(session.queue.questions.map(\.region) == ["t2"])
    // Done is nothing for who has dealt with nothing.
    #expect(try session.finish().total == 0)
    #expect(!folder.path("films/film.AAE").exists)
  }

  @Test func takesUpARecordAndTakesItBack() throws {
    let before = try folder.scratch.contents()
    var outputs = OutputGuard(originals: [film])
    _ = try FilmPipeline(detector: SquareDetector()).blur(film, FilmPipeline.Settings(), guardedBy: &outputs)
    let looks = folder.looks.value
    let session = try open()
    #expect(try session.photo("film.mp4").regions.count == 2 && folder.looks.value == looks)
    try session.change("film.mp4", .look)
    #expect(try session.finish().total == 0)
    // One box for all of its time in place of what was found.
    try session.change("film.mp4", .exclude(["t2"]))
    let drawn = try session.change("film.mp4", .add(Self.middle))
    #expect(drawn.film?.tracks["m1"]?.frames == 0...19 && drawn.isChanged)
    #expect(try session.finish().results.map(\.error) == [nil])
    #expect(try record().plan.tracks.map(\.origin) == [.manual, .detected, .detected])
    #expect(try changed(Self.middle).count == 20 && changed(SquareDetector.doubtful).isEmpty)
    try session.change("film.mp4", .excludeAll)
    let work = try session.finish()
    #expect(work.results.map(\.error) == [nil])
    #expect(work.results[0].notes == ["nothing is left hidden in it, so its edit was taken back"])
    session.close()
    let after = try folder.scratch.contents()
    #expect(after.filter { !$0.key.hasPrefix("drafts") } == before)
  }

  @Test func refusesAnEditThatItHasNotSeen() throws {
    let session = try open()
    try session.change("film.mp4", .exclude(["t2"]))
    var outputs = OutputGuard(originals: [film])
    _ = try FilmPipeline(detector: SquareDetector()).blur(film, FilmPipeline.Settings(), guardedBy: &outputs)
    let written = try folder.digest("films/film_edited.mp4")
    #expect(try session.finish().results.first?.error?.kind == .refused)
    #expect(try folder.digest("films/film_edited.mp4") == written)
    let seen = try session.photo("film.mp4")
    #expect(seen.state("t2") == .applied && seen.warnings.contains { $0.contains("was dropped") })
  }

  @Test func refusesWhatFilmsDoNotHave() throws {
    let session = try open()
    try session.change("film.mp4", .add(Self.middle))
    for change in [
      ReviewChange.tone(ToneFilters(sepia: 1)), .strength(ObscuringStrength.Change()), .goBack(toStep: 1),
      .move("t1", Self.middle), .span("t1", 0...1), .span("m2", 0...1), .span("m1", -10_000_000...0),
    ] {
      #expect(throws: FaceBlurError.self, "\(change)") { try session.change("film.mp4", change) }
    }
    let drawn = NormalizedRect(x: 0.1, y: 0.1, width: 0.1, height: 0.1)
    #expect(try session.change("film.mp4", .move("m1", drawn)).regions.contains { $0.rect == drawn })
    for (first, last) in [(-1, 3), (4, 3), (0, 20)] {
      #expect(throws: FaceBlurError.self) { try session.ticks(0, from: first, to: last) }
    }
    #expect(throws: FaceBlurError.self) {
      try session.picture(0, .frame(20, longSide: 100, isOriginal: true))
    }
    #expect(throws: FaceBlurError.self) { try session.picture(0, .moment("t1", 99)) }
    #expect(throws: FaceBlurError.self) { try session.picture(0, .face("t9")) }
    #expect(throws: FaceBlurError.self) { try session.picture(0, .look(ReviewLook(style: .fill))) }
  }

  @Test func reviewsPhotosAndFilmsTogether() throws {
    let session = try open("photos", "films")
    #expect(session.queue.photos.map(\.isFilm).sorted { !$0 && $1 } == [false, false, false, true])
    try session.change("film.mp4", .exclude(["t2"]))
    try session.change("one.jpg", .exclude(["f2"]))
    // No frame of a film is taken to be like a photo.
    #expect(try session.alike(session.number("film.mp4"), "t2").count == 1)
    #expect(throws: FaceBlurError.self) { try session.film(session.number("one.jpg")) }
    #expect(throws: FaceBlurError.self) {
      try session.picture(session.number("one.jpg"), .frame(0, longSide: 100, isOriginal: false))
    }
    #expect(try session.film(session.number("film.mp4")) == film)
    #expect(try session.finish().results.map(\.error) == [nil, nil])
    #expect(folder.path("films/film_edited.mp4").exists && folder.path("photos/one_edited.jpg").exists)
  }

  @Test func tellsOfADamagedFilmWhyItIsNotReviewed() throws {
    try folder.scratch.write(Array(Self.film.bytes().prefix(2000)), "films/cut.mp4")
    let session = try open()
    _ = try session.photo("film.mp4")
    #expect(throws: FaceBlurError.self) { try session.photo("cut.mp4") }
    let entry = session.queue.photos[try session.number("cut.mp4")]
    #expect(entry.status == .failed && entry.reason?.contains("cut short") == true)
  }
}

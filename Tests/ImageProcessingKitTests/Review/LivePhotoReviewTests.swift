import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A photo and the film of the same moment, in no collection: a person decides about both, and none is rendered in silence where the other one is left
/// open, or cannot be rendered.
@Suite struct LivePhotoReviewTests {
  private let folder: ReviewFolder

  init() throws {
    folder = try ReviewFolder()
    try folder.scratch.write(TestPhotos.astronaut(), "live/party.jpg")
    let film = TestFilm { ($0.width, $0.height, $0.frames, $0.isMOV) = (192, 192, 12, true) }
    try folder.scratch.write(film.bytes(), "plain.mov")
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "plain.mov", "-c", "copy", "-movflags", "use_metadata_tags",
        "-metadata", "com.apple.quicktime.content.identifier=4C1A-7F", "live/party.mov",
      ], in: folder.scratch)
  }

  private func spoil(_ name: String) throws {
    let whole = try folder.scratch.read(name)
    try folder.scratch.write(Array(whole.prefix(whole.count / 2)), name)
  }

  private func renders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.scratch.path("live"))
      .filter { $0.contains("_edited") }.sorted()
  }

  @Test(arguments: [("party.jpg", "party.mov"), ("party.mov", "party.jpg")])
  func takesTheOtherHalfAndNamesItUntilItIsDecidedAbout(_ named: String, _ other: String) throws {
    let session = try folder.openPhotos(["live/\(named)"])
    #expect(session.queue.photos.map(\.name.name.description) == [named, other])
    let note = "taken, too: it is the other half of a Live Photo"
    #expect(try !session.photo(named).warnings.contains(note))
    #expect(try session.photo(other).warnings.contains(note))
    try session.change(named, .look)
    var results = try session.finish().results
    #expect(results.map(\.error) == [nil])
    #expect(results.first?.unedited.map(\.name.description) == [other])
    try session.change(other, .look)
    results = try session.finish().results
    #expect(results.map(\.error) == [nil] && results.first?.unedited == [])
    #expect(try renders() == ["party_edited.jpg", "party_edited.mov"])
  }

  @Test func namesNoHalfThatAPersonLeavesOpen() throws {
    let session = try folder.openPhotos(["live"])
    for change in [ReviewChange.excludeAll, .look] { try session.change("party.mov", change) }
    try session.change("party.jpg", .look)
    let results = try session.finish().results
    #expect(results.map(\.error) == [nil] && results.first?.unedited == [])
    #expect(try renders() == ["party_edited.jpg"])
  }

  @Test func rendersTheFilmFirst() throws {
    let session = try folder.openPhotos(["live"])
    for name in ["party.jpg", "party.mov"] { try session.change(name, .look) }
    let results = try session.finish().results
    #expect(results.map(\.name.name.description) == ["party.mov", "party.jpg"])
    #expect(results.allSatisfy { $0.error == nil && $0.unedited.isEmpty })
  }

  /// Also where that shows only when it is rendered.
  @Test(arguments: [false, true])
  func rendersNoPhotoWhoseFilmFails(wasDecided: Bool) throws {
    let whole = try folder.scratch.read("live/party.mov")
    if !wasDecided { try spoil("live/party.mov") }
    let session = try folder.openPhotos(["live"])
    try session.change("party.jpg", .look)
    if wasDecided {
      try session.change("party.mov", .look)
      try spoil("live/party.mov")
    }
    var results = try session.finish().results
    #expect(results.count == (wasDecided ? 2 : 1))
    let error = try #require(results.last?.error)
    #expect(results.last?.name.name == "party.jpg" && error.kind == .refused)
    #expect(
      error.reason == "it is half of a Live Photo, whose film, party.mov, could not be blurred")
    #expect(try renders().isEmpty && session.photo("party.jpg").isChanged)
    try folder.scratch.write(whole, "live/party.mov")
    results = try session.finish().results
    #expect(results.last?.error == nil && results.last?.name.name == "party.jpg")
    #expect(try renders().contains("party_edited.jpg"))
  }

  @Test func rendersNoFilmWhosePhotoFails() throws {
    try folder.scratch.write(Array(folder.scratch.read("live/party.jpg").prefix(500)), "live/party.jpg")
    let session = try folder.openPhotos(["live/party.mov"])
    try session.change("party.mov", .look)
    let error = try #require(try session.finish().results.first?.error)
    #expect(error.kind == .refused && error.reason.contains("whose photo, party.jpg, could not"))
    #expect(try renders().isEmpty)
  }

  /// What was decided before is found again, whichever half was named with it.
  @Test func keepsDraftsOfWhatWasNamed() throws {
    do {
      let session = try folder.openPhotos(["live/party.jpg", "live/party.mov"])
      #expect(session.queue.photos.count == 2)
      #expect(try !session.photo("party.mov").warnings.contains { $0.contains("taken, too") })
      try session.change("party.jpg", .exclude(["f2"]))
    }
    let session = try folder.openPhotos(["live/party.mov", "live/party.jpg"])
    #expect(try session.photo("party.jpg").state("f2") == .excluded)
  }
}

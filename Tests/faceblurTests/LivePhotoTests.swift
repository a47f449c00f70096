import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// A photo and the film of the same moment: both are blurred, or neither.
@Suite struct LivePhotoTests {
  private static let film = TestFilm { ($0.frames, $0.isMOV) = (8, true) }

  private enum Flaw { case none, still, film }

  /// - Parameters:
  ///   - flaw: the half that cannot be read.
  ///   - isPair: whether the film says that it belongs to a photo.
  private func folder(_ flaw: Flaw = .none, isPair: Bool = true) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let portrait = try TestPhotos.astronaut()
    try scratch.write(flaw == .still ? Array(portrait.prefix(3000)) : portrait, "photos/IMG_1234.JPG")
    try scratch.write(Self.film.bytes(), "plain.mov")
    let key = isPair ? "com.apple.quicktime.content.identifier" : "com.apple.quicktime.title"
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "plain.mov", "-c", "copy", "-movflags", "use_metadata_tags",
        "-metadata", "\(key)=4C1A-7F", "photos/IMG_1234.MOV",
      ], in: scratch)
    if flaw == .film {
      var film = try scratch.read("photos/IMG_1234.MOV")
      let place = try #require(film.firstRange(of: Array("mdat".utf8))).upperBound + 100
      film.replaceSubrange(place..<place + 1000, with: [UInt8](repeating: 0, count: 1000))
      try scratch.write(film, "photos/IMG_1234.MOV")
    }
    return scratch
  }

  private func names(_ scratch: ScratchFolder) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: scratch.path("photos")))
  }

  /// A film that was named itself and may not be blurred there: its photo is not blurred either, in whatever order they were named.
  @Test(arguments: [
    ["photos/IMG_1234.JPG", "photos/IMG_1234.MOV"], ["photos/IMG_1234.MOV", "photos/IMG_1234.JPG"],
  ])
  func isNotBlurredBesideARefusedFilm(_ named: [String]) throws {
    let scratch = try folder(.film)
    let outcome = try BuiltCommand.run(["blur"] + named, in: scratch.path)
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.split(separator: "\n").count == 2, "\(outcome.errors)")
    #expect(try names(scratch) == Self.originals)
  }

  private static let originals: Set = ["IMG_1234.JPG", "IMG_1234.MOV"]

  @Test(arguments: ["IMG_1234.JPG", "IMG_1234.MOV"])
  func isBlurredAsAWhole(_ named: String) throws {
    let scratch = try folder()
    try scratch.faceblur("blur", "photos/\(named)", "--format", "jpeg")
    #expect(
      try names(scratch)
        == Self.originals.union(["IMG_1234.AAE", "IMG_1234.MOV.AAE", "IMG_E1234.JPG", "IMG_E1234.MOV"]))
    try scratch.faceblur("blur", "photos/\(named)", "-o", "out/")
    #expect(try Set(scratch.published().keys) == ["IMG_1234.JPG", "IMG_1234.MOV"])
  }

  @Test(arguments: ["IMG_1234.JPG", "IMG_1234_HEVC.MOV"])
  func isKnownAsICloudNamesIt(_ named: String) throws {
    let scratch = try folder()
    try scratch.rename("photos/IMG_1234.MOV", to: "photos/IMG_1234_HEVC.MOV")
    try scratch.faceblur("blur", "photos/\(named)", "-o", "out/")
    #expect(try Set(scratch.published().keys) == ["IMG_1234.JPG", "IMG_1234_HEVC.MOV"])
  }

  @Test func hasOneNameWhereOneIsGiven() throws {
    let scratch = try folder()
    try scratch.faceblur("blur", "photos/IMG_1234.JPG", "-o", "out/party.jpg")
    #expect(try Set(scratch.published().keys) == ["party.jpg", "party.MOV"])
  }

  /// A name beside the originals that would make the other half's render the original itself.
  @Test func putsNoRenderOverItsOriginal() throws {
    let scratch = try folder()
    let originals = try scratch.state()
    try scratch.faceblur("blur", "photos/IMG_1234.JPG", "-o", "photos/IMG_1234.jpeg")
    #expect(
      try names(scratch)
        == Self.originals.union(["IMG_1234.AAE", "IMG_1234.MOV.AAE", "IMG_1234.jpeg", "IMG_E1234.MOV"]))
    for (name, state) in originals { #expect(try FileState(at: scratch.path(name)) == state) }
    try scratch.faceblur("revert", "photos/IMG_1234.MOV")
    #expect(try !names(scratch).contains("IMG_E1234.MOV"))
  }

  @Test(arguments: [true, false])
  func isNotBlurredInPart(_ isOfFilm: Bool) throws {
    let scratch = try folder(isOfFilm ? .film : .still)
    let outcome = try scratch.attempt("blur", "photos/IMG_1234.JPG")
    #expect(outcome.exitCode != 0 && outcome.errors.contains("IMG_1234.MOV"), "\(outcome.errors)")
    #expect(try names(scratch) == Self.originals)
  }

  /// Also where both were edited before, and only this render is new.
  @Test func isNotRenderedInPartElsewhere() throws {
    let scratch = try folder()
    try scratch.faceblur("blur", "photos/IMG_1234.JPG")
    try scratch.write(Array(scratch.read("photos/IMG_1234.JPG").prefix(3000)), "photos/IMG_1234.JPG")
    let outcome = try BuiltCommand.run(
      ["blur", "photos/IMG_1234.JPG", "-o", "out/", "--force-rebase"], in: scratch.path)
    #expect(outcome.exitCode == 1)
    #expect(try scratch.names().allSatisfy { !$0.hasPrefix("out/") })
  }

  /// Nothing that was named is left out, and a film that cannot be opened is a half all the same.
  @Test func takesEveryStillAndKnowsEveryFilm() throws {
    let scratch = try folder()
    try scratch.write(scratch.read("photos/IMG_1234.JPG"), "photos/IMG_1234.jpeg")
    let report = try scratch.faceblur("blur", "-r", "photos", "-o", "out", "--json").jsonLines()
    #expect(report.count == 3)
    #expect(try scratch.published().count == 3)
    var film = try scratch.read("photos/IMG_1234.MOV")
    film.replaceSubrange(try #require(film.firstRange(of: Array("avc1".utf8))), with: Array("none".utf8))
    try scratch.write(film, "photos/IMG_1234.MOV")
    let outcome = try scratch.attempt("blur", "photos/IMG_1234.JPG", "-o", "again/")
    #expect(outcome.exitCode != 0 && outcome.errors.contains("IMG_1234.MOV"), "\(outcome.errors)")
    #expect(try scratch.names().allSatisfy { !$0.hasPrefix("again/") })
  }

  /// What a film cannot be given, its still is not given either; and without a record nothing is left of a half.
  @Test(arguments: [["--anonymous-names", "-o", "out/"], ["--record", "none", "-o", "out/"]])
  func leavesNoHalfWhateverIsAsked(_ options: [String]) throws {
    let scratch = try folder(options.contains("none") ? .still : .none)
    let outcome = try BuiltCommand.run(["blur", "photos/IMG_1234.JPG"] + options, in: scratch.path)
    #expect(outcome.exitCode != 0, "\(outcome.errors)")
    #expect(try names(scratch) == Self.originals)
    #expect(try scratch.names().allSatisfy { !$0.hasPrefix("out/") })
  }

  /// A film that only has the same name is nobody's half.
  @Test func isNoOtherFilm() throws {
    let scratch = try folder(isPair: false)
    try scratch.faceblur("blur", "photos/IMG_1234.JPG")
    #expect(try names(scratch) == Self.originals.union(["IMG_1234.AAE", "IMG_E1234.JPG"]))
  }

  /// In a collection the half that can be read is taken back, and done with the other one once that can be, too.
  @Test func isScrubbedAsAWhole() throws {
    let scratch = try folder(.film)
    let outcome = try scratch.scrub()
    #expect(outcome.exitCode == 1, "\(outcome.output)")
    #expect(try scratch.published().isEmpty)
    #expect(try scratch.report()["IMG_1234.JPG"]?.reason?.contains("other half, IMG_1234.MOV") == true)
    try scratch.write(Self.film.bytes(), "photos/IMG_1234.MOV")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try Set(scratch.published().keys) == ["IMG_1234.JPG", "IMG_1234.MOV"])
    // What was there goes where a half fails later.
    try scratch.write(try folder(.film).read("photos/IMG_1234.MOV"), "photos/IMG_1234.MOV")
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try scratch.published().isEmpty)
  }

  /// A half that another process is editing has not failed for good: what was published of both stays.
  @Test func staysPublishedWhileOneHalfIsEdited() throws {
    let scratch = try folder()
    #expect(try scratch.scrub().exitCode == 0)
    let session = try EditSession.begin(FilePath(scratch.path("photos/IMG_1234.JPG")))
    #expect(try scratch.scrub("--records", "records").exitCode == 1)
    session.cancel()
    #expect(try Set(scratch.published().keys) == Self.originals)
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    #expect(try Set(scratch.published().keys) == Self.originals)
  }

  /// What says that it is half of one stands at the end of the file.
  @Test func isWithdrawnWhereItsFilmWasCutShort() throws {
    let scratch = try folder()
    #expect(try scratch.scrub().exitCode == 0)
    let film = try scratch.read("photos/IMG_1234.MOV")
    let end = try #require(film.firstRange(of: Array("moov".utf8)))
    #expect(film.firstRange(of: Array("mdat".utf8)).map { $0.lowerBound < end.lowerBound } == true)
    try scratch.write(Array(film.prefix(end.lowerBound)), "photos/IMG_1234.MOV")
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try scratch.published().isEmpty)
  }

  /// Also where a photo is called as iCloud calls films, where letters are small in another way, and where the film begins with a box of its
  /// own: players show it all the same.
  @Test(arguments: [("IMG_4_HEVC.JPG", "IMG_4_HEVC.MOV"), ("ΟΔΟΣ.JPG", "οδος.mov")])
  func isKnownByItsName(_ still: String, _ film: String) throws {
    let scratch = try folder()
    try scratch.rename("photos/IMG_1234.JPG", to: "photos/\(still)")
    try scratch.rename("photos/IMG_1234.MOV", to: "photos/\(film)")
    try scratch.faceblur("blur", "photos/\(still)", "-o", "out/")
    #expect(try Set(scratch.published().keys) == [still, film])
  }

  /// What a program put before the film's own boxes makes it no other one: it cannot be read, so nothing is done to either half.
  @Test func isKnownWhateverItsFilmBeginsWith() throws {
    let scratch = try folder()
    let strange: [UInt8] = [0, 0, 0, 32] + Array("uuid".utf8) + [UInt8](repeating: 0, count: 24)
    try scratch.write(strange + scratch.read("photos/IMG_1234.MOV"), "photos/IMG_1234.MOV")
    let outcome = try scratch.attempt("blur", "photos/IMG_1234.JPG")
    #expect(outcome.exitCode != 0 && outcome.errors.contains("IMG_1234.MOV"), "\(outcome.errors)")
    #expect(try names(scratch) == Self.originals)
  }

  /// All films of one photo are its halves: each is blurred, or nothing is.
  @Test func takesEveryFilm() throws {
    let scratch = try folder()
    let film = try scratch.read("photos/IMG_1234.MOV")
    try scratch.write(film, "photos/IMG_1234_HEVC.MOV")
    try scratch.faceblur("blur", "photos/IMG_1234.JPG", "-o", "out/")
    #expect(
      try Set(scratch.published().keys) == ["IMG_1234.JPG", "IMG_1234.MOV", "IMG_1234_HEVC.MOV"])
    let damaged = try folder(.film)
    try damaged.rename("photos/IMG_1234.MOV", to: "photos/IMG_1234_HEVC.MOV")
    try damaged.write(film, "photos/IMG_1234.MOV")
    let originals = try names(damaged)
    let outcome = try damaged.attempt("blur", "photos/IMG_1234.JPG")
    #expect(outcome.exitCode != 0 && outcome.errors.contains("IMG_1234_HEVC.MOV"), "\(outcome.errors)")
    #expect(try names(damaged) == originals)
    // In a collection, too.
    #expect(try damaged.scrub().exitCode == 1)
    #expect(try damaged.published().isEmpty)
  }

  /// One half alone is edited by hand, and whoever does it is told of the other one.
  @Test(arguments: [
    ["edit", "photos/IMG_1234.JPG", "--add", "10,10,30,30"],
    ["filter", "photos/IMG_1234.JPG", "--sepia", "0.3"],
    ["edit", "photos/IMG_1234.MOV", "--add", "10,10,30,30"],
  ])
  func isNotEditedInPartInSilence(_ words: [String]) throws {
    let scratch = try folder()
    let other = words[1].hasSuffix("JPG") ? "photos/IMG_1234.MOV" : "photos/IMG_1234.JPG"
    let alone = try BuiltCommand.run(words + ["-q"], in: scratch.path)
    #expect(alone.exitCode == 0)
    #expect(alone.errors.contains("'faceblur blur \(other)'"), "\(alone.errors)")
    try scratch.faceblur("blur", other)
    let again = try BuiltCommand.run(words + ["-q"], in: scratch.path)
    #expect(again.exitCode == 0 && !again.errors.contains(other), "\(again.errors)")
  }

  /// Both are asked about; whoever renders one of them is told of the other one, on the page and at the terminal.
  @Test func isNotReviewedInPartInSilence() throws {
    let scratch = try folder()
    let run = try ReviewRun.opened(["photos/IMG_1234.JPG", "-q"], in: scratch)
    let photos = try #require(try run.settledQueue()["photos"] as? [[String: Any]])
    #expect(photos.compactMap { $0["name"] as? String } == ["photos/IMG_1234.JPG", "photos/IMG_1234.MOV"])
    #expect(try run.change(0, #"{"kind":"look"}"#).status == 200)
    let results = try #require(try run.finish()["results"] as? [[String: Any]])
    #expect(results.count == 1 && results[0]["error"] is NSNull)
    let half = "photos/IMG_1234.MOV: it is the other half of a Live Photo, has no edit"
    #expect((results[0]["warnings"] as? [String])?.contains { $0.hasPrefix(half) } == true, "\(results)")
    #expect(try run.post("/api/quit", "{}").status == 204)
    var told: [String] = []
    while let line = run.command.nextLine() { told.append(line) }
    #expect(run.command.wait() == 0)
    #expect(
      told.contains { $0.contains(half) && $0.contains("'faceblur blur photos/IMG_1234.MOV'") }, "\(told)")
  }
}

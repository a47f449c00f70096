import Foundation
import TestSupport
import Testing

/// `blur -r` and `detect -r`: the photos in folders, one by one.
@Suite struct FolderTests {
  /// Two photos of one name in two folders, and what is none.
  private func tree() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/b/IMG_0001.JPG")
    try scratch.writeGraceHopper("photos/a/IMG_0001.JPG")
    try scratch.writeAstronaut("photos/a.jpg")
    try scratch.write(Array("nothing".utf8), "photos/a/notes.txt")
    return scratch
  }

  /// The files that a run tells of, in its order.
  private func files(_ outcome: BuiltCommand.Outcome) throws -> [String] {
    try outcome.jsonLines().compactMap { $0["file"] as? String }
  }

  private static let names = ["photos/a/IMG_0001.JPG", "photos/a.jpg", "photos/b/IMG_0001.JPG"]

  @Test func rendersBesideEachPhotoInTheOrderOfTheirNames() throws {
    let scratch = try tree()
    let before = try scratch.names()
    let outcome = try scratch.faceblur("blur", "-r", "photos", "--json")
    #expect(try files(outcome) == Self.names)
    let made: Set = [
      "photos/a/IMG_E0001.JPG", "photos/a/IMG_0001.AAE", "photos/a_edited.jpg", "photos/a.AAE",
      "photos/b/IMG_E0001.JPG", "photos/b/IMG_0001.AAE",
    ]
    #expect(try scratch.names() == before.union(made))
    // Its own renders are no photos to blur, nor are pictures that it drew.
    let state = try scratch.state()
    let again = try scratch.faceblur("blur", "-r", "photos", "--json")
    #expect(try files(again) == Self.names && again.errors.isEmpty, "\(again.errors)")
    #expect(try scratch.state() == state)
  }

  @Test(arguments: ["photos", "photos/", "./photos"])
  func keepsTheFoldersBelowThatOfTheRenders(_ name: String) throws {
    let scratch = try tree()
    try scratch.faceblur("blur", name, "-r", "-o", "out", "--record", "none")
    let renders = try scratch.names().filter { $0.hasPrefix("out") }
    #expect(renders == ["out", "out/a.jpg", "out/a", "out/a/IMG_0001.JPG", "out/b", "out/b/IMG_0001.JPG"])
    try scratch.faceblur("verify", "out", "--no-faces")
    try scratch.faceblur("blur", "photos/b/IMG_0001.JPG", "-o", "single.jpg", "--record", "none")
    #expect(try scratch.digest("out/b/IMG_0001.JPG") == scratch.digest("single.jpg"))
    #expect(try scratch.digest("out/a/IMG_0001.JPG") != scratch.digest("single.jpg"))
  }

  /// Equal names in different folders get places of their own wherever something is written.
  @Test func keepsTheFoldersOfRecordsAndPicturesToo() throws {
    let scratch = try tree()
    let before = try scratch.names()
    let options = ["--record", "records", "--preview", "look", "-o", "out", "-q"]
    let command = ["blur", "-r", "photos/a", "photos/b"] + options
    let outcome = try BuiltCommand.run(command, in: scratch.path)
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let made = try scratch.names().subtracting(before).filter { $0.contains(".") }
    let names = ["a", "b"].flatMap {
      ["out/\($0)/IMG_0001.JPG", "records/\($0)/IMG_0001.AAE", "look/\($0)/IMG_0001_preview.jpg"]
    }
    #expect(made == Set(names))
    let again = try BuiltCommand.run(command, in: scratch.path)
    #expect(again.exitCode == 0 && again.errors.isEmpty, "\(again.errors)")
  }

  @Test func doesNotWalkTheFolderOfTheRenders() throws {
    let scratch = try tree()
    for _ in 0..<2 {
      let outcome = try scratch.faceblur(
        "blur", "-r", "photos", "-o", "photos/out", "--record", "none", "--json")
      #expect(try files(outcome) == Self.names)
    }
    #expect(try scratch.names().filter { $0.hasSuffix("IMG_0001.JPG") }.count == 4)
  }

  @Test func walksTheWorkingFolder() throws {
    let scratch = try tree()
    let outcome = try scratch.faceblur("blur", "-r", ".", "-o", "out/", "--record", "none", "--json")
    #expect(try files(outcome) == Self.names)
    #expect(try scratch.names().contains("out/photos/b/IMG_0001.JPG"))
  }

  /// As `scrub` puts several sources.
  @Test func putsSeveralFoldersUnderTheirNames() throws {
    let scratch = try tree()
    try scratch.faceblur(
      "blur", "-r", "photos/a", "photos/b", "photos/a.jpg", "-o", "out", "--record", "none")
    let renders = try scratch.names().filter { $0.hasPrefix("out") }
    #expect(renders == ["out", "out/a", "out/a/IMG_0001.JPG", "out/b", "out/b/IMG_0001.JPG", "out/a.jpg"])
  }

  @Test(arguments: ["blur", "detect"])
  func saysWhatToTypeForAFolder(_ command: String) throws {
    let scratch = try tree()
    let hint = "type 'faceblur \(command) -r photos'"
    try scratch.expectFailure(65, naming: hint, command, "photos")
    // The photos beside it are done.
    let outcome = try scratch.attempt(command, "photos", "photos/a.jpg", "--json")
    #expect(outcome.exitCode == 1)
    #expect(try files(outcome) == ["photos", "photos/a.jpg"])
  }

  @Test func asksForAFolderOfRenders() throws {
    let scratch = try tree()
    try scratch.expectFailure(64, naming: "'-o DIR/'", "blur", "-r", "photos", "-o", "render.jpg")
    try scratch.expectFailure(65, naming: "-r photos", "blur", "photos", "-o", "out")
  }

  @Test func findsWhatItFindsPhotoByPhoto() throws {
    let scratch = try tree()
    let before = try scratch.state()
    let walked = try scratch.faceblur("detect", "-r", "photos", "--json")
    let single = try BuiltCommand.run(["detect"] + Self.names + ["--json"], in: scratch.path)
    #expect(walked.output == single.output && walked.errors.isEmpty)
    #expect(try scratch.state() == before)
  }

  /// What may be a photo and is none that can be blurred is told of, and counts; everything else is done.
  @Test func countsWhatCannotBeLookedAt() throws {
    let scratch = try tree()
    try scratch.write(Array("hello".utf8), "photos/raw.dng")
    try scratch.writeAstronaut("elsewhere/other.jpg")
    try scratch.link("photos/outside.jpg", to: "../elsewhere/other.jpg")
    try scratch.link("photos/inside.jpg", to: "a.jpg")
    try scratch.link("photos/nowhere.jpg", to: "gone.jpg")
    try scratch.link("photos/a/circle", to: "..")
    try scratch.makeFolder("photos/closed")
    try scratch.setMode(0, "photos/closed")
    let outcome = try BuiltCommand.run(
      ["blur", "-r", "photos", "-o", "out", "--record", "none", "--json"], prefix: Hardship.permissionsApply,
      in: scratch.path)
    try scratch.setMode(0o755, "photos/closed")
    #expect(outcome.exitCode == 1)
    let lines = try outcome.jsonLines()
    let failed = lines.filter { $0["error"] != nil }.compactMap { $0["file"] as? String }
    #expect(failed == ["photos/closed", "photos/nowhere.jpg", "photos/outside.jpg", "photos/raw.dng"])
    #expect(lines.count == failed.count + Self.names.count)
    #expect(try !scratch.names().contains("out/outside.jpg"))
    #expect(try scratch.names().contains("out/b/IMG_0001.JPG"))
  }

  @Test(arguments: ["blur", "detect"])
  func isAnErrorWhereThereIsNoPhoto(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array("nothing".utf8), "notes/notes.txt")
    try scratch.expectFailure(
      66, naming: "notes: there is no photo in it and no film", command, "-r", "notes")
    try scratch.expectFailure(66, naming: "missing", command, "-r", "missing")
  }

  @Test(arguments: ["photos", ".", "photos/a/.."])
  func refusesAFolderOfRendersThatHoldsThePhotos(_ target: String) throws {
    let scratch = try tree()
    try scratch.expectFailure(
      73, naming: "name another file or folder with -o", "blur", "-r", "photos", "-o", target)
  }

  /// A record beside what is published would be published with it.
  @Test func leavesTheTargetsOfCollectionsAlone() throws {
    let scratch = try tree()
    try scratch.faceblur("scrub", "photos", "-o", "published", "--effort", "fast", "--detector", "yunet")
    try scratch.expectFailure(73, naming: "faceblur review", "blur", "-r", "published")
    try scratch.expectFailure(73, naming: "faceblur review", "blur", "-r", "published/a")
    let before = try scratch.names()
    let outcome = try scratch.faceblur("blur", "-r", ".", "--json")
    #expect(try files(outcome) == Self.names)
    #expect(try scratch.names().subtracting(before).allSatisfy { $0.hasPrefix("photos/") })
    // To look at them does no harm.
    #expect(try files(scratch.faceblur("detect", "-r", "published", "--json")).count == 3)
  }

  @Test func leavesOutWhatItDrew() throws {
    let scratch = try tree()
    try scratch.faceblur("blur", "photos/a.jpg", "--preview", "photos/look", "--record", "none", "--dry-run")
    #expect(try scratch.names().contains("photos/look/a_preview.jpg"))
    let outcome = try scratch.faceblur("detect", "-r", "photos", "--json")
    #expect(try files(outcome) == Self.names)
    let loud = try scratch.faceblur("detect", "-r", "photos", "-v")
    #expect(loud.output.contains("photos/look/a_preview.jpg: left out: a preview that faceblur made\n"))
  }

  /// What moves shows faces as well: nothing that may is passed over without a word.
  @Test func takesFilmsAsWell() throws {
    let scratch = try tree()
    let film = TestFilm { ($0.frames, $0.seenIn) = (12, 4..<8) }
    try scratch.write(film.bytes(), "photos/b/film.mp4")
    try scratch.write(Array("a film of a kind that nobody reads".utf8), "photos/b/tape.mkv")
    let outcome = try scratch.attempt("blur", "-r", "photos", "-o", "out", "--json")
    let all = Self.names + ["photos/b/film.mp4", "photos/b/tape.mkv"]
    #expect(outcome.exitCode == 1)
    #expect(try files(outcome) == all)
    #expect(outcome.errors.contains("tape.mkv") && !outcome.errors.contains("film.mp4"), "\(outcome.errors)")
    #expect(try scratch.names().contains("out/b/film.mp4"))
    #expect(try !scratch.names().contains("out/b/tape.mkv"))
    // What was made of it is none of them.
    try scratch.faceblur("blur", "photos/b/film.mp4", "--overlay", "photos/b")
    #expect(try scratch.names().contains("photos/b/film_overlay.mp4"))
    #expect(try files(scratch.attempt("detect", "-r", "photos", "--json")) == all)
    // Nor is it published: the film is.
    try scratch.attempt("scrub", "photos", "-o", "published")
    let report = try scratch.report("published.faceblur")
    for name in ["film_edited.mp4", "film_overlay.mp4"] {
      #expect(report[name]?.status == "other", "\(name): \(String(describing: report[name]))")
    }
    #expect(report["film.mp4"]?.status == "done" && report["tape.mkv"]?.status == "failed")
    let published = try scratch.names().filter { $0.hasPrefix("published/") && $0.contains("film") }
    #expect(published == ["published/b/film.mp4"])
  }

  @Test func takesFoldersOneAfterTheOther() throws {
    let scratch = try tree()
    let outcome = try scratch.faceblur("detect", "-r", "photos/b", "photos/a", "--json")
    #expect(try files(outcome) == ["photos/b/IMG_0001.JPG", "photos/a/IMG_0001.JPG"])
    // What lies in both is done once.
    let twice = try scratch.faceblur(
      "blur", "-r", "photos/a", "photos", "-o", "out", "--record", "none", "--json")
    #expect(try files(twice) == ["photos/a/IMG_0001.JPG", "photos/a.jpg", "photos/b/IMG_0001.JPG"])
    #expect(twice.errors.contains("named before"))
  }

  /// A hard link is another photo; a link to one is the same, and whoever names it is told under -q, too.
  @Test func takesAHardLinkForAPhotoOfItsOwn() throws {
    let scratch = try tree()
    try FileManager.default.linkItem(
      atPath: scratch.path("photos/a.jpg"), toPath: scratch.path("photos/twin.jpg"))
    try scratch.link("photos/name.jpg", to: "a.jpg")
    let outcome = try scratch.faceblur(
      "blur", "photos/a.jpg", "photos/twin.jpg", "photos/name.jpg", "-o", "out/", "--json", "-q")
    #expect(try files(outcome) == ["photos/a.jpg", "photos/twin.jpg"])
    #expect(try scratch.names().isSuperset(of: ["out/a.jpg", "out/twin.jpg"]))
    #expect(outcome.errors.contains("photos/name.jpg: named before as photos/a.jpg"), "\(outcome.errors)")
  }
}

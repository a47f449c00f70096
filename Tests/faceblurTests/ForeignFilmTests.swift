import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Films that show more than another program has left of them, or of the photo which they belong to: no command opens what was cut off there.
@Suite struct ForeignFilmTests {
  private static let film = TestFilm { ($0.frames, $0.isMOV) = (8, true) }
  private static let names = ["IMG_0001.MOV", "IMG_0001_HEVC.MOV"]
  private static let told = "photos/IMG_0001.AAE: it records an edit of another program"

  /// A Live Photo of which another program has cropped the photo.
  private func folder(_ film: String = "IMG_0001.MOV", isCropped: Bool = true) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/IMG_0001.JPG")
    try scratch.write(Self.film.bytes(), "plain.mov")
    try write(film, to: scratch)
    if isCropped { try crop(scratch) }
    return scratch
  }

  /// As another program leaves it, over whatever is there.
  private func crop(_ scratch: ScratchFolder) throws {
    try scratch.writeAstronaut("photos/IMG_E0001.JPG")
    try scratch.write(ForeignRecords.photos(), "photos/IMG_0001.AAE")
  }

  /// A film that says that it belongs to a photo.
  private func write(_ name: String, isCropped: Bool = false, to scratch: ScratchFolder) throws {
    let coding = isCropped ? ["-vf", "crop=304:240:8:0", "-c:v", "libx264"] : ["-c", "copy"]
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-nostdin", "-i", "plain.mov"] + coding + [
        "-movflags", "use_metadata_tags", "-metadata", "com.apple.quicktime.content.identifier=4C1A-7F",
        "photos/\(name)",
      ], in: scratch)
  }

  private func width(ofFilm name: String, in scratch: ScratchFolder) throws -> Int? {
    try FilmProbe(scratch.read(name)).streams.first { $0.codecType == "video" }?.width
  }

  private func width(ofPhoto name: String, in scratch: ScratchFolder) throws -> Int {
    try TestPhotos.pixels(of: scratch.read(name)).width
  }

  /// Runs a command that must say whose edit stands in the way, and change nothing.
  private func expectRefusal(_ words: [String], in scratch: ScratchFolder) throws {
    let before = try scratch.state()
    let outcome = try BuiltCommand.run(words, in: scratch.path)
    #expect([1, 65].contains(outcome.exitCode), "\(words): \(outcome.errors)")
    #expect(outcome.errors.contains(Self.told), "\(words): \(outcome.errors)")
    #expect(!outcome.errors.contains("--force"), "\(words): \(outcome.errors)")
    #expect(try scratch.state() == before, "\(words)")
  }

  @Test(arguments: names)
  func isNotBlurredUncropped(_ film: String) throws {
    let scratch = try folder(film)
    for words in [
      ["blur", "photos/IMG_0001.JPG"], ["blur", "photos/\(film)"],
      ["blur", "photos/IMG_0001.JPG", "--forget"],
      ["blur", "photos/\(film)", "-o", "out/", "--record", "records"],
      ["edit", "photos/\(film)", "--add", "4,4,40,40"],
    ] { try expectRefusal(words, in: scratch) }
  }

  /// With an edit of ours on top of the crop.
  @Test(arguments: names)
  func isNotBlurredUncroppedOnceItsPhotoIsEdited(_ film: String) throws {
    let scratch = try folder(film)
    try scratch.faceblur("edit", "photos/IMG_0001.JPG", "--add", "4,4,40,40")
    #expect(try width(ofPhoto: "photos/IMG_E0001.JPG", in: scratch) == 512)
    try expectRefusal(["blur", "photos/\(film)"], in: scratch)
    try expectRefusal(["edit", "photos/\(film)", "--add", "4,4,40,40"], in: scratch)
  }

  /// As the advice is for the photo alone.
  @Test(arguments: names)
  func isNotBlurredUncroppedWhereItWasAwayMeanwhile(_ film: String) throws {
    let scratch = try folder(film)
    try scratch.rename("photos/\(film)", to: film)
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    #expect(try width(ofPhoto: "photos/IMG_E0001.JPG", in: scratch) == 512)
    try scratch.rename(film, to: "photos/\(film)")
    try expectRefusal(["blur", "photos/IMG_0001.JPG"], in: scratch)
  }

  /// The crop was made after our edit, and took the place of its record.
  @Test(arguments: names)
  func isNotRenderedUncroppedAgain(_ film: String) throws {
    let scratch = try folder(film, isCropped: false)
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    try crop(scratch)
    try expectRefusal(["blur", "photos/IMG_0001.JPG"], in: scratch)
    try expectRefusal(["render", "photos/\(film)"], in: scratch)
    // Taken back it may be.
    try scratch.faceblur("revert", "photos/\(film)")
    try expectRefusal(["blur", "photos/\(film)"], in: scratch)
  }

  /// Whichever half a run begins with: the second time the photo's record is ours.
  @Test(arguments: names, ["none", "records", "beside"])
  func isNotPublishedUncropped(_ film: String, _ records: String) throws {
    let scratch = try folder(film)
    for options in [["--dry-run"], [], ["--force"]] {
      let outcome = try scratch.scrub(["--records", records] + options)
      #expect(outcome.exitCode == 1, "\(options): \(outcome.output)")
      guard options != ["--dry-run"] else { continue }
      #expect(try Set(scratch.published().keys).isDisjoint(with: ["IMG_0001.JPG", film]), "\(options)")
      let reason = try scratch.report()[film]?.reason ?? ""
      #expect(reason.contains("it records an edit of another program"), "\(options): \(reason)")
      #expect(!reason.contains("--records"), "\(options): \(reason)")
    }
  }

  /// The advice is the way.
  @Test func isLeftOutForItsPhotoToBePublished() throws {
    let scratch = try folder()
    #expect(try scratch.scrub("--records", "beside", "--exclude", "*.MOV").exitCode == 0)
    #expect(try width(ofPhoto: "out/IMG_0001.JPG", in: scratch) == 512)
  }

  /// The record of the photo does not have the name of a film from iCloud.
  @Test(arguments: names)
  func isTakenBackWhereItsPhotoIsCroppedLater(_ film: String) throws {
    let scratch = try folder(film, isCropped: false)
    #expect(try scratch.scrub("--records", "beside").exitCode == 0)
    #expect(try Set(scratch.published().keys) == ["IMG_0001.JPG", film])
    try crop(scratch)
    #expect(try scratch.scrub("--records", "beside").exitCode == 1)
    #expect(try Set(scratch.published().keys).isDisjoint(with: ["IMG_0001.JPG", film]))
  }

  // MARK: The edited film

  /// What the program has made of the film is blurred as a film of its own, and the way there does not go in a circle.
  @Test func givesWayToTheEditedFilm() throws {
    let scratch = try folder()
    try write("IMG_E0001.MOV", isCropped: true, to: scratch)
    let edited = try scratch.digest("photos/IMG_E0001.MOV")
    let refused = try scratch.attempt("blur", "photos/IMG_0001.JPG")
    #expect(refused.exitCode == 1)
    #expect(refused.errors.contains("take photos/IMG_E0001.MOV"), "\(refused.errors)")
    let outcome = try scratch.faceblur("blur", "-q", "photos/IMG_E0001.MOV")
    #expect(outcome.errors.contains("photos/IMG_0001.JPG: it is the other half"), "\(outcome.errors)")
    #expect(try width(ofFilm: "photos/IMG_E0001_edited.MOV", in: scratch) == 304)
    try scratch.makeFolder("away")
    try scratch.rename("photos/IMG_0001.MOV", to: "away/IMG_0001.MOV")
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    #expect(try width(ofPhoto: "photos/IMG_E0001.JPG", in: scratch) == 512)
    #expect(try scratch.digest("photos/IMG_E0001.MOV") == edited)
    // Now its photo is the render of one that has an edit.
    try scratch.faceblur("edit", "photos/IMG_E0001.MOV", "--add", "4,4,40,40")
    #expect(try width(ofFilm: "photos/IMG_E0001_edited.MOV", in: scratch) == 304)
  }

  @Test(arguments: [["edit", "--add", "4,4,40,40"], ["filter", "--sepia", "0.3"]])
  func isNotWhatAnEditOfThePhotoNames(_ words: [String]) throws {
    let scratch = try folder()
    try write("IMG_E0001.MOV", isCropped: true, to: scratch)
    let edited = try scratch.digest("photos/IMG_E0001.MOV")
    let outcome = try BuiltCommand.run(
      [words[0], "photos/IMG_0001.JPG", "-q"] + words.dropFirst(), in: scratch.path)
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.contains("'faceblur blur photos/IMG_E0001.MOV'"), "\(outcome.errors)")
    try expectRefusal(["blur", "photos/IMG_0001.MOV", "--force"], in: scratch)
    try scratch.faceblur("blur", "photos/IMG_E0001.MOV")
    #expect(try width(ofFilm: "photos/IMG_E0001_edited.MOV", in: scratch) == 304)
    #expect(try scratch.digest("photos/IMG_E0001.MOV") == edited)
  }

  @Test func isNotPublishedBesideTheEditedFilm() throws {
    let scratch = try folder()
    try write("IMG_E0001.MOV", isCropped: true, to: scratch)
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try Set(scratch.published().keys) == ["IMG_E0001.JPG", "IMG_E0001.MOV"])
    #expect(try width(ofFilm: "out/IMG_E0001.MOV", in: scratch) == 304)
  }

  /// What the program has made may have any name but that of our own render.
  @Test func isExportedUnderAnotherName() throws {
    let scratch = try folder(isCropped: false)
    try scratch.faceblur("blur", "photos/IMG_0001.JPG")
    try crop(scratch)
    let outcome = try scratch.attempt("edit", "photos/IMG_0001.MOV", "--add", "4,4,40,40")
    #expect(outcome.exitCode == 65 && outcome.errors.contains("export the edited film"), "\(outcome.errors)")
    try scratch.expectFailure(64, naming: "IMG_E0001.MOV", "blur", "photos/IMG_E0001.MOV")
  }

  // MARK: Films of their own

  /// Nobody but the film is there whose edit it could be.
  @Test(arguments: [ForeignRecords.photos(), ForeignRecords.film()])
  func isRefusedWithoutAPhoto(_ record: [UInt8]) throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.film.bytes(), "photos/IMG_0005.MOV")
    try scratch.write(record, "photos/IMG_0005.AAE")
    for options in [[], ["-o", "out.mov", "--record", "records"], ["-o", "out.mov", "--record", "none"]] {
      try scratch.expectFailure(
        options.contains("none") ? 73 : 65, naming: "photos/IMG_0005.AAE",
        ["blur", "photos/IMG_0005.MOV"] + options)
    }
    for records in ["none", "records", "beside"] {
      #expect(try scratch.scrub("--records", records).exitCode == 1)
      #expect(try scratch.published().isEmpty)
    }
  }

  /// That it is played slowly shows no more of it.
  @Test func isPublishedWhereItIsPlayedSlowly() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.film.bytes(), "photos/IMG_0005.MOV")
    try scratch.write(ForeignRecords.film(isSlow: true), "photos/IMG_0005.AAE")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try Set(scratch.published().keys) == ["IMG_0005.MOV"])
  }

  /// Ours has the longer name, because a photo has the film's.
  @Test func isRefusedBesideARecordOfOursToo() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.film.bytes(), "photos/IMG_0005.MOV")
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/IMG_0005.JPG")
    try scratch.faceblur("blur", "photos/IMG_0005.MOV")
    #expect(try scratch.names().contains("photos/IMG_0005.MOV.AAE"))
    try scratch.write(ForeignRecords.film(), "photos/IMG_0005.AAE")
    let outcome = try scratch.expectFailure(65, naming: "IMG_0005.AAE", "blur", "photos/IMG_0005.MOV")
    #expect(outcome.errors.contains("call the record IMG_0005.JPG.AAE"), "\(outcome.errors)")
    #expect(try scratch.scrub().exitCode == 1)
    #expect(try scratch.published().isEmpty)
    // The advice is the way: the film says that it belongs to no photo.
    try scratch.rename("photos/IMG_0005.AAE", to: "photos/IMG_0005.JPG.AAE")
    try scratch.faceblur("blur", "photos/IMG_0005.MOV")
  }
}

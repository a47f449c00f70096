import Foundation
import TestSupport
import Testing

/// A run with records shows nothing that runs without them hid, and the other way round.
@Suite struct ScrubRecordsKeepHiddenTests {
  private static let corner = ["--add", "16,560,64,48"]

  private func faces(_ scratch: ScratchFolder) throws -> [Double] {
    let seen = try RenderedCoefficients(
      original: scratch.read("photos/group.jpg"), render: scratch.read("out/group.jpg"))
    try #require(seen.isComparable)
    return try TestPhotos.group().faces.map { seen.coverage(of: $0, by: seen.isFlat) }
  }

  /// The record knows of no face: who began the edit saw none.
  @Test(arguments: ["beside", "records"])
  func inPhotos(_ records: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    let place = records == "beside" ? [] : ["--record", "records"]
    let blind = ["--records", records, "--threshold", "1"]
    let begun = try BuiltCommand.run(
      ["edit", "photos/group.jpg", "--threshold", "1"] + Self.corner + place, in: scratch.path)
    #expect(begun.exitCode == 0, "\(begun.errors)")
    try scratch.scrub()
    #expect(try faces(scratch) == [1, 1])
    #expect(try scratch.scrub(blind + ["--forget"]).exitCode == 0)
    #expect(try faces(scratch) == [0, 0])
    try scratch.scrub()
    let outcome = try scratch.scrub(blind)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try faces(scratch) == [1, 1])
    try scratch.scrub("--threshold", "1")
    #expect(try faces(scratch) == [1, 1])
    // What a person shows again in the record stays so.
    try scratch.scrub(blind)
    let shown = try BuiltCommand.run(
      ["edit", "photos/group.jpg", "--renders", "out", "--exclude", "f1"] + place, in: scratch.path)
    #expect(shown.exitCode == 0, "\(shown.errors)")
    #expect(try faces(scratch) == [0, 1])
    try scratch.scrub(blind)
    #expect(try faces(scratch) == [0, 1])
  }

  /// A run that keeps no records holds what was decided with those of an earlier one, and knows what that rendered into the target.
  @Test func whereTheRunKeepsOtherRecords() throws {
    for records in [["--records", "none"], ["--records", "other"], ["--records", "beside"]] {
      let scratch = try ScratchFolder()
      try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
      #expect(try scratch.scrub("--records", "records").exitCode == 0)
      // Also where one without records came in between.
      if records.contains("none") { #expect(try scratch.scrub().exitCode == 0) }
      try scratch.faceblur(
        "edit", "photos/group.jpg", "--record", "records", "--renders", "out", "--add", "16,560,64,48")
      for _ in 0..<2 {
        let outcome = try scratch.scrub(records)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try scratch.report()["group.jpg"]?.faces == 3)
        #expect(try faces(scratch) == [1, 1])
      }
    }
  }

  /// Nor is it published any more where the photo cannot be read.
  @Test func takesBackWhatAnEditHasRenderedIntoTheTarget() throws {
    let scratch = try ScratchFolder()
    let photo = try TestJPEG.encode(TestPhotos.group().picture)
    try scratch.write(photo, "photos/group.jpg")
    #expect(try scratch.scrub("--records", "beside").exitCode == 0)
    try scratch.faceblur("edit", "photos/group.jpg", "--renders", "out", "--add", "16,560,64,48")
    try scratch.write(Array(photo.prefix(300)), "photos/group.jpg")
    #expect(try scratch.scrub("--records", "beside").exitCode == 1)
    #expect(try scratch.published()["group.jpg"] == nil)
  }

  /// A box that a person has set right in the record is that of the face, and its old one does not come back.
  @Test func butForABoxThatWasMoved() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    try scratch.faceblur(
      "edit", "photos/portrait.jpg", "--record", "records", "--renders", "out", "--move", "f1=185,60,60,75")
    let moved = try scratch.digest("out/portrait.jpg")
    #expect(try scratch.scrub("--records", "records", "--threshold", "1").exitCode == 0)
    #expect(try scratch.digest("out/portrait.jpg") == moved)
  }

  @Test func inFilms() throws {
    let film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    try scratch.faceblur("edit", "photos/film.mp4", "--threshold", "1", "--add", "240,0,64,64")
    let blind = ["--records", "beside", "--threshold", "1"]
    try scratch.scrub()
    #expect(try film.faceLeft(in: scratch.read("out/film.mp4")) < 0.6)
    #expect(try scratch.scrub(blind + ["--forget"]).exitCode == 0)
    #expect(try film.faceLeft(in: scratch.read("out/film.mp4")) > 0.9)
    try scratch.scrub()
    let outcome = try scratch.scrub(blind)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try film.faceLeft(in: scratch.read("out/film.mp4")) < 0.6)
    #expect(
      try film.left(in: 0..<8, of: scratch.read("out/film.mp4")) { _ in
        PixelBox(x: 240, y: 0, width: 64, height: 64)
      } < 0.6)
  }

  /// Where a person has drawn more than is found, all of it is hidden.
  @Test(arguments: ["none", "records"])
  func allOfABoxThatWasDrawnOverAFace(_ records: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("photos/portrait.jpg")
    let face = TestPhotos.astronautFace
    let drawn = PixelBox(x: face.x, y: face.y, width: face.width * 9 / 5, height: face.height)
    try scratch.faceblur(
      "edit", "photos/portrait.jpg", "--add", "\(drawn.x),\(drawn.y),\(drawn.width),\(drawn.height)")
    #expect(try scratch.scrub("--records", records).exitCode == 0)
    let seen = try RenderedCoefficients(
      original: scratch.read("photos/portrait.jpg"), render: scratch.read("out/portrait.jpg"))
    #expect(seen.coverage(of: drawn, by: seen.isFlat) == 1)
  }

  // MARK: Edits that no run has met

  /// How much of a corner that a person draws is hidden in an output.
  private func corner(
    _ scratch: ScratchFolder, in name: String, of photo: [UInt8], _ box: PixelBox
  ) throws -> Double {
    let seen = try RenderedCoefficients(original: photo, render: scratch.read("out/\(name)"))
    try #require(seen.isComparable)
    return seen.coverage(of: box, by: seen.isFlat)
  }

  /// Of a photo in which no face was found there is no record, until a person draws something.
  @Test func whereTheFirstRecordIsThatOfAnEdit() throws {
    let scratch = try ScratchFolder()
    let photo = try TestJPEG.encode(TestPhotos.withoutFaces(width: 640, height: 480))
    let box = PixelBox(x: 16, y: 400, width: 64, height: 48)
    try scratch.write(photo, "photos/plain.jpg")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    #expect(try corner(scratch, in: "plain.jpg", of: photo, box) < 1)
    try scratch.faceblur("edit", "photos/plain.jpg", "--record", "records", "--add", "16,400,64,48")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    #expect(try corner(scratch, in: "plain.jpg", of: photo, box) == 1)
    #expect(try scratch.report()["plain.jpg"]?.faces == 1)
    // And then it is known.
    let again = try scratch.scrub("--records", "records")
    #expect(again.output.contains("were done before"), "\(again.output)")
    #expect(try corner(scratch, in: "plain.jpg", of: photo, box) == 1)
  }

  @Test func whereTheFirstRecordIsThatOfAnEditOfAFilm() throws {
    let film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    let blind = ["--records", "records", "--threshold", "1"]
    #expect(try scratch.scrub(blind).exitCode == 0)
    try scratch.faceblur(
      "edit", "photos/film.mp4", "--record", "records", "--threshold", "1", "--add", "240,0,64,64")
    #expect(try scratch.scrub(blind).exitCode == 0)
    #expect(
      try film.left(in: 0..<8, of: scratch.read("out/film.mp4")) { _ in
        PixelBox(x: 240, y: 0, width: 64, height: 64)
      } < 0.6)
  }

  /// Records that runs write change nothing about what they have done.
  @Test(arguments: ["none", "beside", "records"])
  func nothingIsDoneTwice(_ records: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces(width: 640, height: 480)), "photos/plain.jpg")
    // Of earlier runs there is a record elsewhere, too.
    #expect(try scratch.scrub("--records", "other").exitCode == 0)
    #expect(try scratch.scrub("--records", records).exitCode == 0)
    let again = try scratch.scrub("--records", records)
    #expect(again.output.contains("2 were done before"), "\(again.output)")
  }

  /// What becomes of an edited photo before the next run, and which records that and the one before keep.
  enum Renaming: CaseIterable {
    case moved, movedAndThenWithout, movedWithoutItsRecord, movedFromItsRecord
    case exchanged, exchangedAndThenWithout, exchangedWithoutItsRecord

    var isExchange: Bool {
      switch self {
      case .exchanged, .exchangedAndThenWithout, .exchangedWithoutItsRecord: true
      case .moved, .movedAndThenWithout, .movedWithoutItsRecord, .movedFromItsRecord: false
      }
    }

    var records: (before: String, after: String) {
      switch self {
      case .moved, .exchanged: ("records", "records")
      case .movedAndThenWithout, .exchangedAndThenWithout: ("records", "none")
      case .movedWithoutItsRecord, .exchangedWithoutItsRecord: ("beside", "none")
      case .movedFromItsRecord: ("beside", "beside")
      }
    }
  }

  private static let box = PixelBox(x: 16, y: 560, width: 64, height: 48)

  /// A photo with two faces and another one, both scrubbed, and then a corner hidden in the first one.
  /// - Parameters:
  ///   - records: where the run keeps them.
  ///   - other: photo, of the same size: in one of other proportions nobody would know where the corner is.
  private func edited(
    _ records: String, beside other: [UInt8]
  ) throws -> (scratch: ScratchFolder, photo: [UInt8]) {
    let scratch = try ScratchFolder()
    let photo = try TestJPEG.encode(TestPhotos.group().picture)
    try scratch.write(photo, "photos/group.jpg")
    try scratch.write(other, "photos/other.jpg")
    #expect(try scratch.scrub("--records", records).exitCode == 0)
    let place = records == "beside" ? [] : ["--record", records]
    let drawn = try BuiltCommand.run(
      ["edit", "photos/group.jpg", "--renders", "out"] + Self.corner + place, in: scratch.path)
    #expect(drawn.exitCode == 0, "\(drawn.errors)")
    #expect(try corner(scratch, in: "group.jpg", of: photo, Self.box) == 1)
    return (scratch, photo)
  }

  /// The journal knows nothing of the edit, and its record lies under the name that the photo had.
  @Test(arguments: Renaming.allCases)
  func alsoUnderAnotherName(_ renaming: Renaming) throws {
    let other = try TestJPEG.encode(TestPhotos.withoutFaces(width: 1088, height: 640))
    let (scratch, photo) = try edited(renaming.records.before, beside: other)
    try scratch.rename("photos/group.jpg", to: "photos/new.jpg")
    var name = "new.jpg"
    if renaming.isExchange {
      name = "other.jpg"
      try scratch.rename("photos/other.jpg", to: "photos/group.jpg")
      try scratch.rename("photos/new.jpg", to: "photos/other.jpg")
    }
    let outcome = try scratch.scrub("--records", renaming.records.after)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try corner(scratch, in: name, of: photo, Self.box) == 1)
  }

  /// A run for the other photo, which gets its name first, replaces the record.
  @Test func alsoWhereItsRecordWasReplacedMeanwhile() throws {
    let other = try TestJPEG.encode(TestPhotos.group().picture, TestJPEG.Kind { $0.quality = 70 })
    let (scratch, photo) = try edited("records", beside: other)
    try scratch.remove("photos/group.jpg")
    try scratch.rename("photos/other.jpg", to: "photos/group.jpg")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    try scratch.write(photo, "photos/new.jpg")
    for records in ["records", "none"] {
      let outcome = try scratch.scrub("--records", records, "--threshold", "1")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try corner(scratch, in: "new.jpg", of: photo, Self.box) == 1)
    }
  }

  /// Records elsewhere are looked for by the place that an output has.
  @Test(arguments: ["records", "none"])
  func alsoWhereItsPlaceIsAnotherOne(_ records: String) throws {
    let other = try TestJPEG.encode(TestPhotos.withoutFaces(width: 1088, height: 640))
    let (scratch, photo) = try edited("records", beside: other)
    try scratch.write(other, "more/more.jpg")
    let outcome = try BuiltCommand.run(
      ["scrub", "photos", "more", "-o", "out", "--records", records] + ScratchFolder.quick, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try corner(scratch, in: "photos/group.jpg", of: photo, Self.box) == 1)
    #expect(try scratch.published()["group.jpg"] == nil)
  }

  @Test func alsoInAFilmUnderAnotherName() throws {
    let film = TestFilm { ($0.frames, $0.seenIn) = (8, 0..<4) }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "photos/film.mp4")
    #expect(try scratch.scrub("--records", "records").exitCode == 0)
    try scratch.faceblur(
      "edit", "photos/film.mp4", "--record", "records", "--renders", "out", "--add", "240,0,64,64")
    try scratch.rename("photos/film.mp4", to: "photos/other.mp4")
    for records in ["records", "none"] {
      let outcome = try scratch.scrub("--records", records)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(
        try film.left(in: 0..<8, of: scratch.read("out/other.mp4")) { _ in
          PixelBox(x: 240, y: 0, width: 64, height: 64)
        } < 0.6)
    }
  }
}

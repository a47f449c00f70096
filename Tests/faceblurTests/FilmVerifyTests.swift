import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `faceblur verify` of films: what their files hold, who is seen in them, and whether a render is what its record says.
@Suite struct FilmVerifyTests {
  /// Three groups of pictures, with a face in the middle one.
  private static let film = TestFilm { ($0.frames, $0.seenIn, $0.audioTracks) = (24, 11..<14, 1) }

  /// The film, its render as `blur` makes it, one without its sound, and the record of both.
  private static let made = Result { () -> [String: [UInt8]] in
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes(), "film.mp4")
    try scratch.faceblur("blur", "film.mp4", "--audio", "drop", "-o", "silent.mp4")
    // Else it is as silent as the last render.
    try scratch.faceblur("blur", "film.mp4", "--audio", "keep")
    return try scratch.contents().compactMapValues(\.self)
  }

  private func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for (name, bytes) in try Self.made.get() { try scratch.write(bytes, name) }
    return scratch
  }

  private func lines(_ outcome: BuiltCommand.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init)
  }

  /// The film with everything in it that FFmpeg can put there.
  private static func carriers() throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm { ($0.frames, $0.isMOV) = (4, true) }.bytes(), "film.mov")
    try scratch.write(TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.astronaut())), "cover.jpg")
    try scratch.write(
      Array(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=4\ntitle=School\n".utf8), "chapters")
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-nostdin", "-i", "film.mov", "-i", "cover.jpg", "-i", "chapters", "-map", "0:v",
        "-map", "1:v", "-map_metadata", "2", "-map_chapters", "2", "-c", "copy", "-disposition:v:1",
        "attached_pic", "-timecode", "10:00:00:00", "-metadata", "title=Anna at school", "-metadata",
        "location=+52.5200+013.4050/", "-metadata", "artist=Anna", "-metadata",
        "creation_time=2024-05-01T10:00:00Z", "all.mp4",
      ], in: scratch)
    return try scratch.read("all.mp4")
  }

  /// What hides the face says of nothing that it was to be hidden.
  @Test func refusesARenderAsTheOriginal() throws {
    try folder().expectFailure(
      64, naming: "'--original film.mp4'", "verify", "film.mp4", "--original", "film_edited.mp4")
  }

  @Test func namesWhatAnOriginalHoldsOneByOne() throws {
    let scratch = try ScratchFolder()
    let bytes = try Self.carriers()
    try scratch.write(bytes, "all.mp4")
    let told = try scratch.attempt("verify", "--json", "all.mp4")
    #expect(told.exitCode == 1)
    let file = try JSONDecoder().decode(VerifiedFile.self, from: Data(told.output.utf8))
    let kinds = Set(file.leaks.map(\.kind))
    let expected: Set = [
      "userData", "furtherTrack", "trackReference", "creationTime", "handlerName", "codeMessage", "freeSpace",
    ]
    #expect(kinds.isSuperset(of: expected), "\(expected.subtracting(kinds)) of \(file.leaks)")
    #expect(file.leak && file.blocks.allSatisfy { $0.lies(in: bytes.count) }, "\(file.blocks)")
    #expect(file.blocks.map(\.offset) == file.blocks.map(\.offset).sorted())
    let data = try #require(file.leaks.first { $0.kind == "userData" && $0.mayShowFace == .yes })
    // What is said of a place is there.
    #expect(bytes[data.offset + 4..<data.offset + 8].elementsEqual("udta".utf8))
    let shown = try lines(scratch.attempt("verify", "all.mp4"))
    let line = try #require(shown.first { $0.contains("  user data (") && $0.contains("cover") }, "\(shown)")
    for name in ["title", "location", "person", "chapters", "JPEG"] {
      #expect(shown.contains { $0.contains(name) }, "\(name): \(shown)")
    }
    #expect(line.hasPrefix("  byte \(data.offset)  \(data.size) bytes  "))
    #expect(line.contains("LEAK: ") && line.hasSuffix("and it shows a face"))
    #expect(shown.contains { $0.contains("further track (timecode)  LEAK: ") }, "\(shown)")
  }

  @Test func aRenderHoldsNothingAndShowsNobody() throws {
    let scratch = try folder()
    let outcome = try scratch.faceblur("verify", "--no-faces", "film_edited.mp4", "--original", "film.mp4")
    let shown = lines(outcome)
    #expect(shown.first == "film_edited.mp4: no leak", "\(shown)")
    #expect(shown.last == "  film  320 × 240, 24 frames, 0:02.4, no face is seen in it", "\(shown)")
    #expect(!outcome.output.contains("LEAK") && outcome.errors.isEmpty)
    let quiet = try scratch.faceblur("verify", "-q", "film_edited.mp4")
    #expect(quiet.output.isEmpty && quiet.errors.isEmpty)
    // Each is compared as it was made: one of them has no sound.
    try scratch.faceblur("verify", "silent.mp4", "--original", "film.mp4")
  }

  /// The film without what encoders and programs say, which is no leak, and shows a face all the same.
  @Test func facesAreToldAndFailWhereItIsAskedFor() throws {
    let scratch = try ScratchFolder()
    var film = try RebuiltFilm(Self.film.bytes())
    for index in film.tracks[0].samples.indices {
      film.tracks[0].samples[index] = Self.plain(film.tracks[0].samples[index])
    }
    try scratch.write(film.bytes, "plain.mp4")
    let outcome = try scratch.faceblur("verify", "plain.mp4")
    #expect(outcome.output.hasPrefix("plain.mp4: 1 face is seen, no leak\n"), "\(outcome.output)")
    #expect(outcome.output.contains("\n    t1  0:0"), "\(outcome.output)")
    let strict = try scratch.attempt("verify", "--no-faces", "--json", "plain.mp4")
    #expect(strict.exitCode == 1)
    let told = try #require(try strict.jsonLines().first)
    #expect(told["failed"] as? Bool == true && told["leak"] as? Bool == false)
    #expect((told["tracks"] as? [Any])?.count == 1)
  }

  /// A picture's code without the messages of its encoder.
  private static func plain(_ picture: [UInt8]) -> [UInt8] {
    TestUnits.packet(TestUnits.list(picture).filter { $0[0] & 31 != 6 })
  }

  /// What may be done to a render so that it is none any more.
  enum Fault: CaseIterable {
    case shownGroup, changedPicture, lostPicture, otherSound, changedSound

    func put(into render: inout RebuiltFilm, of original: RebuiltFilm) throws {
      switch self {
      case .shownGroup:
        for index in 8..<16 {
          render.tracks[0].samples[index] = FilmVerifyTests.plain(original.tracks[0].samples[index])
        }
      // Where the portrait moves: one that shows the same would be no fault.
      case .changedPicture: render.tracks[0].samples[12] = render.tracks[0].samples[13]
      case .lostPicture:
        render.tracks[0].samples.removeLast()
        render.tracks[0].times[11] -= 1
      case .otherSound: render.tracks[1].samples.swapAt(2, 5)
      case .changedSound: render.tracks[1].samples[4][7] ^= 1
      }
    }

    /// One of these is said.
    var reasons: [String] {
      switch self {
      case .shownGroup: ["a region is not as obscured as the plan says"]
      // Its region lies where that of the other picture does, too.
      case .changedPicture: ["a region is not as obscured as the plan says"]
      case .lostPicture: ["not at the original's times"]
      case .otherSound, .changedSound: ["its sound is not the original's"]
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func aRenderThatIsNotAsItsRecordSaysIsALeak(_ fault: Fault) throws {
    let scratch = try folder()
    var render = try RebuiltFilm(scratch.read("film_edited.mp4"))
    try fault.put(into: &render, of: RebuiltFilm(Self.film.bytes()))
    try scratch.write(render.bytes, "changed.mp4")
    let outcome = try scratch.attempt("verify", "changed.mp4", "--original", "film.mp4")
    #expect(outcome.exitCode == 1)
    let leaks = lines(outcome).filter { $0.hasPrefix("  LEAK: ") }
    #expect(leaks.contains { line in fault.reasons.contains { line.contains($0) } }, "\(outcome.output)")
    if fault == .shownGroup {
      #expect(leaks.contains("  LEAK: a face of the original can still be seen: t1"), "\(leaks)")
      #expect(outcome.output.hasPrefix("changed.mp4: 1 face is seen, 2 leaks\n"), "\(outcome.output)")
    }
    #expect(try scratch.attempt("verify", "-q", "changed.mp4", "--original", "film.mp4").exitCode == 1)
  }

  /// Put together anew it is the same film, so what fails above fails for what was done to it.
  @Test func aCopyInAnotherOrderIsAsGood() throws {
    let scratch = try folder()
    try scratch.write(RebuiltFilm(scratch.read("film_edited.mp4")).bytes, "copy.mp4")
    try scratch.faceblur("verify", "copy.mp4", "--original", "film.mp4")
  }

  @Test func isComparedWithNothingButTheFilmOfTheRecord() throws {
    let scratch = try folder()
    func verify(_ original: String) throws -> BuiltCommand.Outcome {
      try scratch.attempt("verify", "film_edited.mp4", "--original", original)
    }
    let missing = try verify("silent.mp4")
    #expect(missing.exitCode == 66 && missing.errors.contains("no edit record of ours"), "\(missing)")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "photo.jpg")
    let photo = try verify("photo.jpg")
    #expect(photo.exitCode == 65 && photo.errors.contains("photo.jpg: it is no film"), "\(photo)")
    #expect(try verify("gone.mp4").exitCode == 66)
    try scratch.write(Self.film.bytes() + [0, 0, 0, 8] + Array("free".utf8), "film.mp4")
    let changed = try verify("film.mp4")
    #expect(changed.exitCode == 65 && changed.errors.contains("the original has changed"), "\(changed)")
    #expect(changed.output.isEmpty)
  }

  @Test func refusesToCheckRegionsFromTheFileAlone() throws {
    let scratch = try folder()
    let outcome = try scratch.expectFailure(
      65, naming: "film_edited.mp4", "verify", "film_edited.mp4", "--regions", "film.AAE")
    #expect(outcome.errors.contains("give --original in place of --regions"), "\(outcome.errors)")
  }

  /// Wherever what describes the tracks stands.
  @Test(arguments: [false, true])
  func aFilmThatIsCutShortIsNotClean(_ isIndexInFront: Bool) throws {
    let scratch = try ScratchFolder()
    let film = try TestFilm { ($0.frames, $0.isIndexInFront) = (8, isIndexInFront) }.bytes()
    try scratch.write(Array(film.prefix(film.count * 3 / 4)), "cut.mp4")
    let outcome = try scratch.attempt("verify", "cut.mp4")
    #expect(outcome.exitCode == 1 && outcome.output.contains("not read: "), "\(outcome)")
    #expect(!outcome.output.contains("no leak"))
    let quiet = try scratch.attempt("verify", "-q", "cut.mp4")
    #expect(quiet.exitCode == 1 && quiet.output.isEmpty)
    #expect(quiet.errors.contains("cut.mp4: not read: "), "\(quiet)")
    let told = try #require(try scratch.attempt("verify", "--json", "cut.mp4").jsonLines().first)
    #expect(told["read"] as? Bool == false && told["failed"] as? Bool == true && told["reason"] is String)
  }

  @Test func filmsInAFolderAreCheckedAsPhotosAre() throws {
    let scratch = try ScratchFolder()
    let made = try Self.made.get()
    try scratch.write(try #require(made["film_edited.mp4"]), "published/b.mp4")
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces()), "published/a.jpg")
    let clean = try scratch.faceblur("verify", "--no-faces", "published")
    #expect(
      lines(clean) == [
        "published/a.jpg: no leak", "published/b.mp4: no leak", "published: 1 photo, 1 film, no leak in 2",
      ])
    try scratch.write(try #require(made["film.mp4"]), "published/c.mp4")
    try scratch.write(Array("ftyp".utf8), "published/d.mp4")
    try scratch.write(Array("words".utf8), "published/e.txt")
    let outcome = try scratch.attempt("verify", "published")
    let shown = lines(outcome)
    #expect(outcome.exitCode == 1)
    #expect(shown.contains { $0.hasPrefix("published/c.mp4: 1 face is seen, ") && $0.hasSuffix("leaks") })
    #expect(shown.contains { $0.hasPrefix("published/d.mp4: not read: ") }, "\(shown)")
    #expect(shown.contains("published/e.txt: not a photo, not checked"))
    #expect(
      shown.last
        == "published: 1 photo, 2 films, no leak in 2, leaks in 1, faces seen in 1, 1 not read, 1 other file not checked",
      "\(shown)")
    let told = try scratch.attempt("verify", "--json", "published").jsonLines()
    #expect(told.map { $0["failed"] as? Bool } == [false, false, true, true, false])
    try scratch.write(try #require(made["silent.mp4"]), "films/a.mp4")
    #expect(lines(try scratch.faceblur("verify", "films")).last == "films: 1 film, no leak in 1")
  }
}

import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `faceblur blur` of films: whoever is seen in a frame is hidden in it, and everything else is as it was.
@Suite struct BlurFilmTests {
  /// Groups of eight pictures, of which the first and the last two have no face.
  static let partly = TestFilm {
    ($0.frames, $0.seenIn, $0.audioTracks) = (48, 10..<26, 1)
  }

  /// The same as phones take it: HEVC, with pictures that lead from group to group.
  static let partlyOfPhone = TestFilm {
    ($0.codec, $0.frames, $0.seenIn, $0.audioTracks) = (.hevc, 48, 10..<26, 1)
    ($0.bFrames, $0.hasOpenGroups, $0.isMOV) = (2, true, true)
  }

  static let films: [TestFilm] = [
    partly, TestFilm { $0.bFrames = 2 }, TestFilm { $0.codec = .hevc }, TestFilm { $0.codec = .vp9 },
    TestFilm { $0.codec = .av1 }, TestFilm { ($0.codec, $0.isDeep) = (.hevc, true) },
    partlyOfPhone,
    TestFilm { ($0.bFrames, $0.hasOpenGroups, $0.isMOV, $0.audioTracks) = (2, true, true, 2) },
    TestFilm { ($0.hasVariableRate, $0.hidden, $0.audioTracks) = (true, 0.5, 1) },
    TestFilm { $0.orientation = .right }, TestFilm { ($0.width, $0.height) = (318, 238) },
    TestFilm { $0.bright = .both }, TestFilm { $0.bright = .container },
  ]

  /// A film that was blurred.
  private struct Blurred {
    let before: [UInt8]
    let after: [UInt8]
    let scratch: ScratchFolder

    init(_ film: TestFilm, _ options: String...) throws {
      before = try film.bytes()
      scratch = try ScratchFolder()
      let name = "film.\(film.fileExtension)"
      try scratch.write(before, name)
      let outcome = try BuiltCommand.run(["blur", name] + options, in: scratch.path)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      after = try scratch.read("film_edited.\(film.fileExtension)")
      #expect(try scratch.read(name) == before, "the original has changed")
    }
  }

  /// A render is not marked as interlaced, and people are told.
  @Test func saysThatFieldsAreLost() throws {
    for (film, isTold) in [(TestFilm { $0.isInterlaced = true }, true), (TestFilm(), false)] {
      let scratch = try ScratchFolder()
      try scratch.write(film.bytes(), "film.mp4")
      let outcome = try scratch.faceblur("blur", "film.mp4", "--json")
      #expect(outcome.output.contains("it is interlaced") == isTold, "\(outcome.output)")
    }
  }

  /// A content credential is dropped, as in photos, and people are told.
  @Test func saysThatACredentialIsDropped() throws {
    let type: [UInt8] = [
      0xD8, 0xFE, 0xC3, 0xD6, 0x1B, 0x0E, 0x48, 0x3C, 0x92, 0x97, 0x58, 0x28, 0x87, 0x7E, 0xC4, 0x81,
    ]
    let credential: [UInt8] = [0, 0, 0, 32] + Array("uuid".utf8) + type + Array("manifest".utf8)
    for isTold in [true, false] {
      let scratch = try ScratchFolder()
      try scratch.write(TestFilm().bytes() + (isTold ? credential : []), "film.mp4")
      let outcome = try scratch.faceblur("blur", "film.mp4", "--json")
      #expect(outcome.output.contains("it had a content credential (C2PA)") == isTold, "\(outcome.output)")
    }
  }

  /// A face in one field alone is hidden there.
  @Test func hidesAFaceInOneField() throws {
    let film = TestFilm { ($0.isInterlaced, $0.seenIn) = (true, 19..<20) }
    let blurred = try Blurred(film)
    let (before, after) = (
      try FilmFrames.luma(of: blurred.before)[9], try FilmFrames.luma(of: blurred.after)[9]
    )
    let face = film.face(at: 19)
    var differences: [Int] = []
    // The portrait is in the lower field.
    for y in face.y..<(face.y + face.height) where y % 2 == 1 {
      for x in face.x..<(face.x + face.width) {
        differences.append(abs(Int(before[y * film.width + x]) - Int(after[y * film.width + x])))
      }
    }
    #expect(differences.reduce(0, +) / max(differences.count, 1) > 10)
  }

  /// What another decoder makes of a picture of which a part is missing, nobody has seen: it is coded anew with its group, and nothing else is.
  @Test func copiesNoPictureThatIsDamaged() throws {
    let form = TestFilm { ($0.frames, $0.seenIn) = (40, 0..<3) }
    let original = try form.bytes(withoutSlice: 1, ofPicture: 34)
    let scratch = try ScratchFolder()
    try scratch.write(original, "film.mp4")
    let outcome = try BuiltCommand.run(["blur", "film.mp4"], in: scratch.path)
    #expect(outcome.exitCode == 0 && outcome.errors.contains("without faults"), "\(outcome.errors)")
    let slices = try [original, scratch.read("film_edited.mp4")].map { film in
      try RebuiltFilm(film).tracks[0].samples.map {
        TestUnits.list($0).filter { [1, 5].contains($0[0] & 31) }
      }
    }
    #expect(slices[0][24..<32] == slices[1][24..<32])
    #expect((32..<40).allSatisfy { slices[0][$0] != slices[1][$0] })
    try FilmTools.run(
      "ffmpeg",
      ["-v", "warning", "-xerror", "-err_detect", "explode", "-i", "film_edited.mp4", "-f", "null", "-"],
      in: scratch)
  }

  /// A JPEG behind the code of a picture in which nothing is hidden is not copied with it: its group is coded anew, and no other one is.
  @Test(arguments: [TestFilm.Codec.h264, .hevc])
  func copiesNoPictureBehindACode(_ codec: TestFilm.Codec) throws {
    let form = TestFilm { ($0.codec, $0.frames, $0.seenIn) = (codec, 40, 0..<3) }
    let jpeg = try TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.astronaut()))
    var film = try RebuiltFilm(form.bytes())
    let plain = film.bytes
    film.tracks[0].samples[34] = TestUnits.packet(film.tracks[0].samples[34], carrying: jpeg)
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes, "film.mp4")
    try scratch.faceblur("blur", "film.mp4")
    let after = try scratch.read("film_edited.mp4")
    for start in stride(from: 0, to: jpeg.count - 64, by: jpeg.count / 8) {
      #expect(after.firstRange(of: jpeg[start..<start + 32]) == nil)
    }
    let (first, second) = (try FilmFrames.hashes(of: plain), try FilmFrames.hashes(of: after))
    #expect(first[16..<32] == second[16..<32])
    let (old, new) = (film.tracks[0].samples, try RebuiltFilm(after).tracks[0].samples)
    #expect((16..<32).allSatisfy { new[$0] == old[$0] } && (32..<40).allSatisfy { new[$0] != old[$0] })
    try scratch.faceblur("verify", "film_edited.mp4", "--original", "film.mp4")
    let told = try scratch.attempt("verify", "film.mp4")
    #expect(told.exitCode == 1 && told.output.contains("hidden picture"), "\(told.output)")
  }

  /// Nor is what stands behind the end of a set of parameters, which all copied pictures would bring along.
  @Test(arguments: [TestFilm.Codec.h264, .hevc])
  func copiesNothingBehindASetOfParameters(_ codec: TestFilm.Codec) throws {
    let secret = Array("Owner: Erika Mustermann, 52.520008 N".utf8)
    let objection = "a set of parameters holds more than a film needs"
    var film = try RebuiltFilm(TestFilm { ($0.codec, $0.frames, $0.seenIn) = (codec, 24, 0..<3) }.bytes())
    film.changeSets { $0[0] += secret }
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes, "film.mp4")
    let before = try scratch.attempt("verify", "film.mp4")
    #expect(before.exitCode == 1 && before.output.contains(objection), "\(before.output)")
    try scratch.faceblur("blur", "film.mp4")
    var render = try RebuiltFilm(scratch.read("film_edited.mp4"))
    #expect(render.bytes.firstRange(of: secret) == nil)
    #expect(zip(render.tracks[0].samples, film.tracks[0].samples).allSatisfy { $0 != $1 })
    try scratch.faceblur("verify", "film_edited.mp4", "--original", "film.mp4")
    // As earlier versions made them.
    render.changeSets { $0[0] += secret }
    try scratch.write(render.bytes, "earlier.mp4")
    let after = try scratch.attempt("verify", "earlier.mp4")
    #expect(after.exitCode == 1 && after.output.contains(objection), "\(after.output)")
  }

  /// Sound is copied packet by packet, so it is refused with a picture in it, before anything is written.
  @Test func copiesNoPictureBehindSound() throws {
    var film = try RebuiltFilm(TestFilm { ($0.frames, $0.seenIn, $0.audioTracks) = (16, 0..<3, 1) }.bytes())
    film.tracks[1].samples[5] += try TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.astronaut()))
    let scratch = try ScratchFolder()
    try scratch.write(film.bytes, "film.mp4")
    let outcome = try scratch.expectFailure(
      65, naming: "leave the sound out with '--audio drop'", "blur", "film.mp4")
    #expect(outcome.errors.contains("the file of a picture lies in it"), "\(outcome.errors)")
    #expect(try scratch.names() == ["film.mp4"])
    let told = try scratch.attempt("verify", "film.mp4")
    #expect(told.exitCode == 1 && told.output.contains("hidden picture"), "\(told.output)")
    try scratch.faceblur("blur", "film.mp4", "--audio", "drop")
    try scratch.faceblur("verify", "film_edited.mp4")
  }

  @Test(arguments: films)
  func hidesTheFaceInEveryFrame(_ film: TestFilm) throws {
    let blurred = try Blurred(film)
    let (before, after) = (try FilmFrames.luma(of: blurred.before), try FilmFrames.luma(of: blurred.after))
    #expect(before.count == film.frames && after.count == film.frames)
    for frame in film.seenIn ?? 0..<film.frames {
      let face = film.face(at: frame)
      // What a face is recognised by: how luma changes within it.
      let kept = FaceLikeness.of(before[frame], after[frame], in: face, width: film.width)
      #expect(kept < 0.6, "frame \(frame): \(kept)")
    }
  }

  /// Players show what becomes of AV1 in its own colours, also where only its code says them.
  @Test func keepsTheColorsOfAV1() throws {
    var film = try TestFilm { ($0.codec, $0.frames, $0.saysColors) = (.av1, 8, true) }.bytes()
    let colr = try #require(film.firstRange(of: Array("colrnclx".utf8)))
    film.replaceSubrange(colr.lowerBound..<colr.lowerBound + 4, with: Array("free".utf8))
    let scratch = try ScratchFolder()
    try scratch.write(film, "film.mp4")
    try scratch.faceblur("blur", "film.mp4")
    let streams = try FilmProbe(scratch.read("film_edited.mp4")).streams
    let video = try #require(streams.first { $0.codecType == "video" })
    #expect((video.colorRange, video.colorSpace, video.colorTransfer) == ("pc", "bt709", "bt709"))
    #expect(video.colorPrimaries == "bt709")
  }

  @Test(arguments: films)
  func keepsTimesAndSound(_ film: TestFilm) throws {
    let blurred = try Blurred(film)
    let (before, after) = (try FilmProbe(blurred.before), try FilmProbe(blurred.after))
    #expect(before.pictures.map(\.pts).sorted() == after.pictures.map(\.pts).sorted())
    #expect(before.pictures.map(\.dts) == after.pictures.map(\.dts))
    for track in 0..<film.audioTracks {
      #expect(
        try FilmFrames.soundHashes(of: blurred.before, track: track)
          == FilmFrames.soundHashes(of: blurred.after, track: track))
    }
    #expect(after.streams.count == 1 + film.audioTracks)
  }

  /// Groups in which the record hides nothing are the same to the last bit, and everything decodes without a complaint.
  @Test(arguments: [partly, partlyOfPhone])
  func copiesGroupsInWhichNothingIsHidden(_ film: TestFilm) throws {
    let blurred = try Blurred(film)
    let (before, after) = (
      try FilmFrames.hashes(of: blurred.before), try FilmFrames.hashes(of: blurred.after)
    )
    #expect(before.count == after.count)
    let record = try #require(
      try blurred.scratch.faceblur("show", "--json", "film.\(film.fileExtension)").jsonLines().first)
    let hidden = try #require(record["tracks"] as? [[String: Any]]).flatMap { track in
      let (start, end) = (
        try #require(track["start"] as? Double), try #require(track["end"] as? Double)
      )
      return Int((start * Double(film.rate)).rounded())...Int((end * Double(film.rate)).rounded())
    }
    #expect(Set(hidden).isSuperset(of: 10..<26))
    let groups = stride(from: 0, to: film.frames, by: film.groupLength).map { $0..<($0 + film.groupLength) }
    let copied = groups.filter { group in !hidden.contains { group.contains($0) } }
    #expect(copied.count >= 2)
    // The last ones may lead to the next group.
    let leading = film.hasOpenGroups ? film.bFrames : 0
    for frame in copied.flatMap({ $0.dropLast(leading) }) {
      #expect(before[frame] == after[frame], "frame \(frame)")
    }
    for frame in 10..<26 { #expect(before[frame] != after[frame], "frame \(frame)") }
  }

  /// What is shown outside of regions is near to what was shown, in frames that are coded anew, too.
  @Test(arguments: films)
  func showsEverythingElseAsItWas(_ film: TestFilm) throws {
    let blurred = try Blurred(film)
    let (before, after) = (try FilmFrames.luma(of: blurred.before), try FilmFrames.luma(of: blurred.after))
    for frame in 0..<film.frames {
      // The bars at the lower edge, where no region reaches.
      let rows = film.height * 15 / 16..<film.height
      let places = rows.lowerBound * film.width..<rows.upperBound * film.width
      let difference = places.reduce(0) { $0 + abs(Int(before[frame][$1]) - Int(after[frame][$1])) }
      #expect(Double(difference) / Double(places.count) < 4, "frame \(frame)")
    }
  }

  @Test func leavesSoundOutOnRequest() throws {
    let blurred = try Blurred(Self.partly, "--audio", "drop")
    #expect(try FilmProbe(blurred.after).streams.map(\.codecType) == ["video"])
  }

  @Test func aFilmWithoutAFaceGetsNoRender() throws {
    let film = TestFilm { $0.seenIn = 100..<101 }
    let scratch = try ScratchFolder()
    try scratch.write(try film.bytes(), "film.mp4")
    let before = try scratch.state()
    let outcome = try scratch.faceblur("blur", "film.mp4")
    #expect(outcome.output.contains("no face found"))
    #expect(try scratch.state() == before)
  }

  /// Whoever a new look finds and an earlier decision leaves open is named, also where people asked for quiet.
  @Test func saysWhoCanBeSeenByAnEarlierDecision() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm().bytes(), "film.mp4")
    try scratch.faceblur("blur", "film.mp4")
    try scratch.faceblur("edit", "film.mp4", "--exclude", "t1", "--add", "4,4,40,40")
    let warning = "film.mp4: as was decided, the render shows t1\n"
    for words in [[], ["-q"], ["--dry-run", "--preview", "look"], ["--audio", "drop"]] {
      let outcome = try BuiltCommand.run(["blur", "film.mp4"] + words, in: scratch.path)
      #expect(outcome.exitCode == 0 && outcome.errors.contains(warning), "\(words): \(outcome)")
      if words.isEmpty { #expect(outcome.output.contains("film.mp4: 1 face, 1 excluded, in"), "\(outcome)") }
    }
    let outcome = try scratch.faceblur("blur", "film.mp4", "--json")
    let report = try #require(try outcome.jsonLines().first)
    let tracks = try #require(report["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["id"] as? String } == ["t1"])
    #expect(tracks.map { $0["state"] as? String } == ["excluded"])
    let kept = try #require(report["kept"] as? [String: [String]])
    #expect(kept == ["excluded": ["t1"], "drawn": ["m1"], "notFoundAgain": []])
    #expect(report["shown"] as? [String] == [])
    #expect(outcome.errors.contains(warning), "\(outcome)")
  }

  /// What a person drew and `--forget` drops can be seen again.
  @Test(arguments: [["blur", "film.mp4", "--forget"], ["edit", "film.mp4", "--forget"]])
  func saysWhatIsForgotten(_ words: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm().bytes(), "film.mp4")
    try scratch.faceblur("edit", "film.mp4", "--add", "4,4,40,40")
    let outcome = try BuiltCommand.run(words + ["-q", "--json"], in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.errors.contains("film.mp4: as was decided, the render shows m1\n"), "\(outcome)")
    let report = try #require(try outcome.jsonLines().first)
    #expect(report["shown"] as? [String] == ["m1"])
  }

  /// What films cannot be given is refused by name, and nothing is written.
  @Test(arguments: [
    ["--xmp"], ["--anonymous-names"], ["--thumbnail"], ["--format", "jpeg"], ["--style", "pixelate"],
  ])
  func refusesWhatFilmsCannotBeGiven(_ options: [String]) throws {
    let scratch = try ScratchFolder()
    try scratch.write(try Self.partly.bytes(), "film.mp4")
    let before = try scratch.state()
    let outcome = try BuiltCommand.run(["blur", "film.mp4"] + options, in: scratch.path)
    #expect(outcome.exitCode != 0 && outcome.errors.contains("film.mp4"))
    #expect(try scratch.state() == before)
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A film whose pictures are all copied plays as before, and says nothing else.
@Suite struct MP4WriterTests {
  static let films =
    MP4FileTests.films.filter { [.h264, .hevc].contains($0.codec) } + [
      TestFilm { ($0.codec, $0.bFrames, $0.hidden, $0.isDeep, $0.isMOV) = (.hevc, 3, 0.7, true, true) },
      TestFilm { ($0.bFrames, $0.hidden, $0.audioTracks, $0.hasOpenGroups) = (2, 0.5, 2, true) },
      TestFilm { ($0.orientation, $0.isMOV, $0.audioTracks) = (.rightMirrored, true, 1) },
    ]

  private func expectSame(_ one: [String], _ other: [String]) {
    #expect(one.count == other.count && one.count > 20)
    for (line, wanted) in zip(one, other) where line != wanted {
      Issue.record("\(line) in place of \(wanted)")
      break
    }
  }

  @Test(arguments: films)
  func playsAsBefore(_ wanted: TestFilm) throws {
    let original = try wanted.bytes()
    let copy = try CopiedFilm.copy(original)
    expectSame(
      try CopiedFilm.told(of: copy, audioTracks: wanted.audioTracks),
      try CopiedFilm.told(of: original, audioTracks: wanted.audioTracks))
    let (before, after) = (try MP4File(FileBytes(original)), try MP4File(FileBytes(copy)))
    #expect(after.film.video.orientation == before.film.video.orientation)
    #expect(after.film.video.colors == before.film.video.colors)
    #expect(after.film.duration == before.film.duration && after.isQuickTime == wanted.isMOV)
    // It has nothing left to lose.
    #expect(try CopiedFilm.copy(copy) == copy)
  }

  @Test(arguments: TalkativeFilm.all)
  func saysNothingElse(_ film: TalkativeFilm) throws {
    let original = try film.bytes()
    let copy = try CopiedFilm.copy(original)
    expectSame(
      try CopiedFilm.told(of: copy, audioTracks: film.audioTracks, hasPackets: film.hasPackets),
      try CopiedFilm.told(of: original, audioTracks: film.audioTracks, hasPackets: film.hasPackets))
    for word in TalkativeFilm.titles + ["SCRT", "udta", "meta", "tmcd", "text", "Handler", "chap", "tref"] {
      #expect(copy.firstRange(of: Array(word.utf8)) == nil, "\(word)")
    }
    #expect(original.firstRange(of: Array("SecretChapter".utf8)) != nil)
    let probe = try FilmProbe(copy)
    #expect(
      probe.streams.map(\.codecType) == ["video"] + [String](repeating: "audio", count: film.audioTracks))
    for head in ["mvhd", "tkhd", "mdhd"] {
      var rest = copy[...]
      while let place = rest.firstRange(of: Array(head.utf8))?.upperBound {
        #expect(copy[(place + 4)..<(place + 12)].allSatisfy { $0 == 0 }, "\(head)")
        rest = copy[place...]
      }
    }
    #expect(try CopiedFilm.copy(copy) == copy)
  }

  @Test func leavesTheSoundOut() throws {
    let original = try TestFilm { $0.audioTracks = 2 }.bytes()
    let copy = try CopiedFilm.copy(original, audio: .drop)
    #expect(try FilmProbe(copy).streams.map(\.codecType) == ["video"])
    #expect(try MP4File(FileBytes(copy)).film.others.isEmpty)
  }

  @Test func aTruncatedOrLongerFilmIsNotFinished() throws {
    let file = try MP4File(FileBytes(TestFilm().bytes()))
    let track = file.film.video
    let sink = MemorySink()
    let writer = try MP4Writer(
      file, codec: .h264, configuration: track.configuration, audio: .keep, into: sink)
    #expect(throws: FaceBlurError.self) { try writer.finish() }
    for index in 0..<track.samples.count {
      try writer.append(
        [0, 0, 0, 1, 9], presentationTime: track.samples.presentationTime(index), isSync: true)
    }
    #expect(throws: FaceBlurError.self) {
      try writer.append([0, 0, 0, 1, 9], presentationTime: 0, isSync: true)
    }
    #expect(throws: FaceBlurError.self) {
      try MP4Writer(file, codec: .vp9, configuration: [], audio: .keep, into: sink)
    }
  }

  /// Groups of one encoding among those of another one, under numbers of their own.
  @Test func playsASpliceOfTwoEncodings() throws {
    let film = TestFilm { ($0.frames, $0.groupLength, $0.bFrames) = (24, 8, 2) }
    let original = try film.bytes()
    let scratch = try ScratchFolder()
    try scratch.write(original, "one.mp4")
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-i", "one.mp4", "-vf", "negate", "-c:v", "libx264", "-preset", "veryfast"]
        + ["-x264-params", "sps-id=1:bframes=0:keyint=8:scenecut=0", "-video_track_timescale", "30000"]
        + ["other.mp4"], in: scratch)
    let other = try MP4File(FileBytes(scratch.read("other.mp4")))
    let file = try MP4File(FileBytes(original))
    let track = file.film.video
    let record = try AVCRecord(track.configuration)
    #expect(try record.freeNumber == 1)
    let added = try AVCRecord(other.film.video.configuration)
    let both = try record.adding(added.sequences + added.pictures)
    guard case .groups(let groups) = try file.splicing() else {
      Issue.record("it is encoded anew")
      return
    }
    #expect(groups.map(\.pictures) == [0..<8, 8..<16, 16..<24])
    let sink = MemorySink()
    let writer = try MP4Writer(file, codec: .h264, configuration: both.bytes, audio: .keep, into: sink)
    for (number, group) in groups.enumerated() {
      let times = group.pictures.map(track.samples.presentationTime).sorted()
      for (index, picture) in group.pictures.enumerated() {
        if number == 1 {
          let code = try AVCUnits.kept(of: try other.packet(picture), sets: added.sets)
          try writer.append(code, presentationTime: times[index], isSync: index == 0)
        } else {
          let code = try AVCUnits.kept(of: try file.packet(picture), sets: record.sets)
          try writer.append(
            code, presentationTime: track.samples.presentationTime(picture), isSync: index == 0)
        }
      }
    }
    try writer.finish()
    func frames(_ bytes: [UInt8]) throws -> [String] {
      try scratch.write(bytes, "film")
      let text = try FilmTools.run(
        "ffmpeg", ["-v", "error", "-i", "film", "-map", "0:v", "-f", "framemd5", "-"], in: scratch)
      return String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }.map {
        String($0)
      }
    }
    let (spliced, before) = (try frames(sink.bytes), try frames(original))
    let replaced = try frames(scratch.read("other.mp4"))
    #expect(spliced.count == 24 && spliced[..<8] == before[..<8] && spliced[16...] == before[16...])
    func hash(_ line: String) -> String { line.split(separator: ",").last.map(String.init) ?? "" }
    #expect(spliced[8..<16].map(hash) == replaced[8..<16].map(hash))
    #expect(try MP4File(FileBytes(sink.bytes)).film.video.configuration == both.bytes)
  }
}

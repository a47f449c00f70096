import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `--audio mute-hidden`: nobody is heard while somebody is hidden, and else everything is.
@Suite struct MutedFilmTests {
  private static let rate = 16_000
  /// As FFmpeg codes it. Noise that decoders make up is other noise after a while of silence, so there is none of that.
  private static let aac = ["aac", "-aac_pns", "0", "-b:a", "48k"]

  /// Without a face, so that what is hidden is what was drawn: ten pictures a second, three seconds.
  private static func film(_ change: (inout TestFilm) -> Void) -> TestFilm {
    TestFilm { film in
      (film.frames, film.seenIn) = (30, 100..<101)
      (film.audioTracks, film.audioRate, film.audioCoding) = (1, rate, aac)
      change(&film)
    }
  }

  static let films = [
    film { _ in }, film { ($0.audioTracks, $0.bFrames) = (2, 2) },
    film { ($0.isMOV, $0.audioCoding) = (true, aac + ["-ac", "2"]) },
    film { $0.audioCoding = ["aac", "-aac_pns", "0", "-ac", "6", "-b:a", "128k"] },
    film { ($0.hidden, $0.bFrames, $0.hasVariableRate) = (0.5, 2, true) },
    film { ($0.isMOV, $0.audioTracks, $0.audioCoding) = (true, 2, ["pcm_s16le", "-ac", "2"]) },
    film { ($0.isMOV, $0.hidden, $0.audioCoding) = (true, 0.5, ["pcm_s24be"]) },
    film { ($0.isMOV, $0.audioCoding) = (true, ["pcm_f32le"]) },
    film { $0.audioCoding = ["libopus", "-frame_duration", "20"] },
    film { $0.audioCoding = ["libopus", "-frame_duration", "60", "-application", "voip", "-b:a", "16k"] },
  ]

  private func folder(_ film: TestFilm) throws -> (scratch: ScratchFolder, name: String) {
    let scratch = try ScratchFolder()
    let name = "film.\(film.fileExtension)"
    try scratch.write(film.bytes(), name)
    return (scratch, name)
  }

  /// When something is hidden, in seconds, by what the command tells.
  private func hidden(_ report: [String: Any]) throws -> [ClosedRange<Double>] {
    try #require(report["tracks"] as? [[String: Any]]).filter { $0["state"] as? String == "applied" }.map {
      track in
      try #require(track["start"] as? Double)...(try #require(track["end"] as? Double) + 0.05)
    }
  }

  /// Checks what is heard of a render.
  /// - Parameters:
  ///   - spans: when it must be silent, in seconds.
  ///   - film: says how it is coded.
  private func expectSilence(
    _ before: [UInt8], _ after: [UInt8], during spans: [ClosedRange<Double>], of film: TestFilm, track: Int
  ) throws {
    let (old, new) = (
      try FilmFrames.sound(of: before, track: track), try FilmFrames.sound(of: after, track: track)
    )
    #expect(old.count == new.count)
    let isOpus = film.audioCoding[0] == "libopus"
    let rate = isOpus ? 48_000 : Double(Self.rate)
    // Three packets of AAC. What Opus predicts comes back by and by, and is never quite the same.
    let (ahead, behind, most) = isOpus ? (0.15, 1, Float(0.03)) : (0.2, 0.3, 0)
    var (loudest, changed) = (Float(0), 0)
    for (index, pair) in zip(old, new).enumerated() {
      let time = Double(index) / rate
      if spans.contains(where: { $0.contains(time) }) {
        loudest = max(loudest, abs(pair.1))
      } else if !spans.contains(where: { $0.lowerBound - ahead < time && time < $0.upperBound + behind }) {
        if abs(pair.0 - pair.1) > most { changed += 1 }
      }
    }
    // -90 dB.
    #expect(loudest < 3.2e-5)
    #expect(changed == 0)
    #expect(old.map(abs).max() ?? 0 > 0.05)
  }

  @Test(arguments: films)
  func isSilentWhileSomebodyIsHidden(_ film: TestFilm) throws {
    let (scratch, name) = try folder(film)
    let outcome = try scratch.faceblur(
      "edit", name, "--add", "4,4,40,40@0.8-1.15", "--audio", "mute-hidden", "--json")
    let report = try #require(try outcome.jsonLines().first)
    let spans = try hidden(report)
    let render = try scratch.read("film_edited.\(film.fileExtension)")
    for track in 0..<film.audioTracks {
      try expectSilence(film.bytes(), render, during: spans, of: film, track: track)
    }
    let (before, after) = (try FilmProbe(film.bytes()), try FilmProbe(render))
    #expect(before.streams.map(\.codecName) == after.streams.map(\.codecName))
    let packets = { (probe: FilmProbe) in
      probe.packets.filter { $0.codecType == "audio" }.map {
        [$0.streamIndex, $0.pts, $0.dts, $0.duration ?? 0]
      }
    }
    if !film.audioCoding[0].hasPrefix("pcm") { #expect(Set(packets(before)) == Set(packets(after))) }
    let silence = try #require(report["silence"] as? Double)
    #expect(silence > 0.35 && silence < 1, "\(silence)")
    try scratch.faceblur("verify", "film_edited.\(film.fileExtension)", "--original", name)
  }

  /// What is shown again is heard again, what is hidden beside it is not, and no other edit brings anything back.
  @Test func followsWhatIsHidden() throws {
    let film = Self.film { $0.frames = 40 }
    let (scratch, name) = try folder(film)
    let before = try film.bytes()
    func muted() throws -> Set<Int> {
      let (old, new) = (
        try FilmFrames.soundHashes(of: before),
        try FilmFrames.soundHashes(of: scratch.read("film_edited.mp4"))
      )
      try #require(old.count == new.count)
      return Set(old.indices.filter { old[$0] != new[$0] })
    }
    try scratch.faceblur(
      "edit", name, "--add", "4,4,40,40@0.5-0.6", "--add", "9,9,40,40@2.5", "--audio", "mute-hidden")
    let both = try muted()
    // Packets of 64 ms, of which the first is heard before the film begins.
    #expect(
      both.isSuperset(of: [9, 10, 40]) && both.isDisjoint(with: Set(0..<6).union(16..<36)), "\(both.sorted())"
    )
    try scratch.faceblur("edit", name, "--exclude", "m1")
    let second = try muted()
    #expect(second == both.filter { $0 > 30 } && !second.isEmpty)
    let shown = try #require(try scratch.faceblur("show", name, "--json").jsonLines().first)
    #expect(shown["audio"] as? String == "mute-hidden")
    try scratch.faceblur("edit", name, "--add", "30,30,40,40@1.5")
    let third = try muted()
    #expect(third.isSuperset(of: second) && third.count > second.count)
    let state = try scratch.state()
    try scratch.faceblur("blur", name, "--effort", "normal")
    #expect(try scratch.state() == state)
    try scratch.faceblur("render", name, "-o", "again.mp4")
    #expect(try scratch.read("again.mp4") == scratch.read("film_edited.mp4"))
    try scratch.faceblur("edit", name, "--audio", "keep")
    #expect(try muted().isEmpty)
    // The record says now that it is kept, and the copy is not what that says.
    let outcome = try scratch.attempt("verify", "again.mp4", "--original", name)
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("its sound is not the original's"), "\(outcome.output)"
    )
  }

  /// What somebody has made audible again in a render is found.
  @Test func verifyFindsSoundThatWasPutBack() throws {
    let film = Self.film { ($0.isMOV, $0.audioCoding) = (true, ["pcm_s16le"]) }
    let (scratch, name) = try folder(film)
    try scratch.faceblur("edit", name, "--add", "4,4,40,40@0.8-1.15", "--audio", "mute-hidden")
    var render = try scratch.read("film_edited.mov")
    let zeros = [UInt8](repeating: 0, count: 4000)
    let place = try #require(render.firstRange(of: zeros))
    render[place.lowerBound + 2001] = 7
    try scratch.write(render, "changed.mov")
    let outcome = try scratch.attempt("verify", "changed.mov", "--original", name)
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("its sound is not the original's"), "\(outcome.output)"
    )
  }

  /// Before anybody looks for faces, and with what to do about it.
  @Test(arguments: [["ac3"], ["alac"], ["flac"], ["libmp3lame"], ["eac3"]])
  func refusesSoundThatCannotBeSilentForAWhile(_ coding: [String]) throws {
    let (scratch, name) = try folder(Self.film { ($0.audioRate, $0.audioCoding) = (48_000, coding) })
    let outcome = try scratch.expectFailure(
      65, naming: "leave the sound out with '--audio drop'", "edit", name, "--add", "4,4,40,40@1", "--audio",
      "mute-hidden")
    #expect(outcome.errors.contains("cannot be made silent in parts"))
  }

  /// Players play packets one behind the other, whatever their times are: of sound whose packets share one time, nobody knows what is heard when.
  /// - Parameter entry: of the table of times: so many packets, and how long each of them is, in samples.
  @Test(arguments: [(aac, [0, 0, 4, 0]), (["libopus", "-frame_duration", "20"], [0, 0, 3, 0xC0])])
  func refusesSoundThatLastsLongerThanItSays(_ coding: [String], _ entry: [UInt8]) throws {
    let (scratch, name) = try folder(Self.film { $0.audioCoding = coding })
    var film = try scratch.read(name)
    let sound = try #require(film.firstRange(of: Array("smhd".utf8))).upperBound
    let table = try #require(film[sound...].firstRange(of: Array("stts".utf8))).upperBound
    let place = try #require(film[table..<(table + 40)].firstRange(of: entry))
    film.replaceSubrange(place, with: [0, 0, 0, 16])
    try scratch.write(film, name)
    let outcome = try scratch.attempt("edit", name, "--add", "0,0,64,64@1-2", "--audio", "mute-hidden")
    #expect(
      outcome.exitCode == 65 && outcome.errors.contains("last longer than it says"), "\(outcome.errors)")
    #expect(try scratch.names() == [name])
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// Sound whose tables lie is refused before it costs anything.
@Suite struct HostileAudioTests {
  private static func numbers(_ values: [Int]) -> [UInt8] { HandMadeFilm.numbers(values) }
  private static func table(_ entries: [[Int]]) -> [UInt8] { HandMadeFilm.table(entries) }
  private static let room = 4000

  /// An entry of 16 bits and two channels.
  static func entry(
    _ type: FourCC, version: Int = 0, fields: [UInt8] = [], boxes: [UInt8] = [], channels: Int = 2
  ) -> [UInt8] {
    BoxWriter.box(
      type,
      [0, 0, 0, 0, 0, 0, 0, 1] + BigEndian.bytes(version, 2) + [UInt8](repeating: 0x53, count: 6)
        + BigEndian.bytes(channels, 2) + [0, 16, 0, 0, 0, 0, 0xBB, 0x80, 0, 0] + fields + boxes)
  }

  static func esds(_ objectType: UInt8 = 0x40, behind: [UInt8] = []) -> [UInt8] {
    let specific: [UInt8] = [5, 2, 0x11, 0x90]
    let setup = [objectType, 0x15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + specific + behind
    let stream = [0, 1, 0, 4, UInt8(setup.count)] + setup + [6, 1, 2]
    return BoxWriter.fullBox("esds", [3, UInt8(stream.count)] + stream)
  }

  /// A film with a track of sound, whose five samples lie before the pictures.
  private func film(_ entry: [UInt8], _ change: (inout HandMadeFilm) -> Void) -> HandMadeFilm {
    var sound = HandMadeFilm()
    (sound.handler, sound.entries, sound.sizes) = ("soun", [entry], [10, 10, 10, 10, 10])
    var film = HandMadeFilm()
    sound.tables["stco"] = Self.table([[film.brand.count + 8]])
    film.brand += BoxWriter.box("mdat", [UInt8](repeating: 1, count: Self.room))
    change(&sound)
    film.tracks = [film.track(1), sound.track(2)]
    return film
  }

  private func tracks(
    _ entry: [UInt8], _ change: (inout HandMadeFilm) -> Void = { _ in }
  ) throws -> [MP4AudioTrack] {
    try film(entry, change).opened().audioTracks()
  }

  private static let aac = entry("mp4a", boxes: esds())
  private static let pcm = entry("sowt")

  @Test func theSoundThatTheyAreMadeOfIsRead() throws {
    let track = try #require(try tracks(Self.aac).first)
    #expect(track.samples.count == 5 && track.samples.endTime == 50 && track.timescale == 100)
    // What somebody wrote into the entry is not in what is written.
    #expect(track.entry.count == Self.aac.count && !track.entry.contains(0x53))
    let frames = try #require(
      try tracks(Self.pcm) { ($0.sizes, $0.tables["stsz"]) = ([4, 4, 4, 4, 4], Self.numbers([0, 4, 5])) }
        .first)
    #expect(frames.samples.count == 5 && frames.samples.places.map(\.count) == [20])
  }

  @Test func tablesThatLieAreRefused() throws {
    let huge = 0xFFFF_FFFF
    let changes: [(reason: String, entry: [UInt8], type: FourCC, content: [UInt8])] = [
      ("more than 5000000 packets of sound", Self.aac, "stsz", Self.numbers([0, 1, 1_000_000_000])),
      ("more than the file", Self.aac, "stsz", Self.numbers([0, 1000, 5_000_000])),
      ("stsz is cut short", Self.aac, "stsz", Self.numbers([0, 0, 5, 1])),
      ("has none", Self.aac, "stsz", Self.numbers([0, 0, 0])),
      ("has no bytes", Self.aac, "stsz", Self.numbers([0, 0, 5, 1, 0, 1, 1, 1])),
      ("stts is about another number", Self.aac, "stts", Self.table([[4, 10]])),
      ("stts is about another number", Self.aac, "stts", Self.table([[huge, 10]])),
      ("in another order", Self.aac, "ctts", Self.table([[5, 10]])),
      ("stsc is about another number", Self.aac, "stsc", Self.table([[1, huge, 1]])),
      ("a way that it does not say", Self.aac, "stsc", Self.table([[1, 5, 2]])),
      ("beyond the end", Self.aac, "stco", Self.table([[huge]])),
      ("stco is cut short", Self.aac, "stco", Self.numbers([0, huge, 7])),
      ("more than the file", Self.pcm, "stsz", Self.numbers([0, 4, 1_000_000_000])),
      ("more than the file", Self.pcm, "stsz", Self.numbers([0, 1, huge])),
      ("have 10 bytes in place of 4", Self.pcm, "stsz", Self.numbers([0, 10, 5])),
      ("evenly", Self.pcm, "stts", Self.table([[2, 1], [3, 2]])),
      ("evenly", Self.pcm, "stts", Self.table([[5, 0]])),
      ("stts is about another number", Self.pcm, "stts", Self.table([[4, 1]])),
      ("stsc is about another number", Self.pcm, "stsc", Self.table([[1, 6, 1]])),
      ("beyond the end", Self.pcm, "stco", Self.table([[huge]])),
      ("in the same place", Self.pcm, "stco", Self.table([[Self.room + 60]])),
    ]
    for change in changes {
      let error = #expect(throws: FaceBlurError.self, "\(change.reason)") {
        try tracks(change.entry) { sound in
          if change.entry == Self.pcm { sound.tables["stsz"] = Self.numbers([0, 4, 5]) }
          sound.tables[change.type] = change.content
        }
      }
      #expect(error?.reason.contains(change.reason) == true, "\(change.reason): \(error?.reason ?? "")")
      #expect(error?.kind != .internalError)
    }
  }

  /// Who copied it as sound would copy the faces in it.
  @Test func soundThatIsPicturesIsRefused() throws {
    let place = try film(Self.aac) { _ in }.opened().film.video.samples[2].offset
    for entry in [Self.aac, Self.pcm] {
      let error = #expect(throws: FaceBlurError.self) {
        try tracks(entry) {
          $0.tables["stsz"] = Self.numbers([0, 4, 5])
          $0.tables["stco"] = Self.table([[place]])
        }
      }
      #expect(error?.reason.contains("in the same place as something else") == true)
    }
  }

  @Test func unknownSoundIsRefusedAndTheFilmWithoutItIsWritten() throws {
    let entries = [
      Self.entry("samr"), Self.entry("enca", boxes: Self.esds()), Self.entry("apac"),
      Self.entry("mp4a", boxes: Self.esds(0xDD)),
      Self.entry("mp4a", boxes: Self.esds(0x40, behind: [7, 1, 0])),
      Self.entry("mp4a", version: 3, boxes: Self.esds()),
      Self.entry("ac-3", boxes: BoxWriter.box("dac3", [1])),
      Self.entry("Opus", boxes: BoxWriter.box("dOps", [UInt8](repeating: 0, count: 30))),
    ]
    for entry in entries {
      let file = try film(entry) { _ in }.opened()
      let error = #expect(throws: FaceBlurError.self) { try file.audioTracks() }
      #expect(error?.kind == .unsupportedPhoto && error?.advice?.description == "leave the sound out")
      let sink = MemorySink()
      _ = try MP4Writer(file, codec: .h264, configuration: HandMadeFilm.avcC, audio: .drop, into: sink)
      #expect(throws: FaceBlurError.self) {
        try MP4Writer(file, codec: .h264, configuration: HandMadeFilm.avcC, audio: .keep, into: sink)
      }
    }
  }

  @Test func entriesThatAreCutShortAreRefused() throws {
    let whole = [
      Self.aac, Self.entry("alac", boxes: BoxWriter.fullBox("alac", [UInt8](repeating: 1, count: 24))),
      Self.entry("lpcm", version: 2, fields: Self.numbers([72, 0, 0, 2, 0x7F00_0000, 16, 0, 4, 1])),
      Self.entry("in24", version: 1, fields: Self.numbers([1, 3, 6, 2])),
      Self.entry(
        "fLaC", boxes: BoxWriter.fullBox("dfLa", [0x80, 0, 0, 34] + [UInt8](repeating: 1, count: 34))),
      Self.entry("ec-3", boxes: BoxWriter.box("dec3", [0, 0, 1, 2, 0])),
    ]
    for entry in whole {
      let box = BoxWriter.fullBox("stsd", Self.numbers([1]) + entry)
      let read = try MP4AudioEntry(Box(type: "stsd", content: box.dropFirst(8)))
      #expect(read.bytes.count <= entry.count)
      for count in 8..<entry.count {
        let short = BigEndian.bytes(count, 4) + entry[4..<count]
        let box = Box(type: "stsd", content: (Self.numbers([0, 1]) + short)[...])
        // Boxes behind all numbers may be missing where sound is not compressed.
        guard let cut = try? MP4AudioEntry(box) else { continue }
        #expect(cut.frameSize != nil || count == entry.count)
      }
    }
  }

  /// Counts what it gets, and keeps nothing.
  private final class CountingSink: ByteSink {
    var count = 0
    var most = 0
    func append(_ bytes: UnsafeRawBufferPointer) {
      count += bytes.count
      most = max(most, bytes.count)
    }
    func restart() {}
  }

  /// A file of some gigabytes, of which no more than some megabytes may be read at once.
  private struct VastFile: FilmBytes {
    let head: [UInt8]
    let size: Int

    func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] {
      guard range.count <= 1 << 20 else { throw .internalError("it reads \(range.count) bytes at once") }
      let known = head.prefix(range.upperBound).dropFirst(range.lowerBound)
      return known + [UInt8](repeating: 0, count: range.count - known.count)
    }
  }

  private func vast(frames: Int, size: Int) throws -> MP4File {
    let film = film(Self.pcm) {
      $0.timescale = 48_000
      $0.tables = [
        "stsz": Self.numbers([0, 4, frames]), "stts": Self.table([[frames, 1]]),
        "stsc": Self.table([[1, frames, 1]]), "stco": nil, "co64": Self.table([[0, 1 << 20]]),
      ]
    }
    return try MP4File(
      VastFile(head: film.bytes + BigEndian.bytes(0, 4) + FourCC("mdat").bytes, size: size))
  }

  @Test func aBillionSamplesTakeNoMemory() throws {
    let track = try #require(try vast(frames: 1_000_000_000, size: 8 << 30).audioTracks().first)
    #expect(track.samples.count == 1_000_000_000 && track.samples.places.count == 1)
    #expect(throws: FaceBlurError.self) { try vast(frames: 3_000_000_000, size: 8 << 30).audioTracks() }
  }

  @Test func longSoundIsWrittenPieceByPiece() throws {
    let file = try vast(frames: 50_000_000, size: 1 << 30)
    let sink = CountingSink()
    let writer = try MP4Writer(
      file, codec: .h264, configuration: HandMadeFilm.avcC, audio: .keep, into: sink)
    for index in 0..<4 { try writer.append([1, 2, 3], presentationTime: 10 * index, isSync: true) }
    try writer.finish()
    #expect(sink.count > 200_000_000 && sink.count < 200_010_000 && sink.most < 18 << 20)
  }

  /// Whatever is changed, what is written of it can be read again, and holds the pictures that it was given.
  @Test func survivesChangedBytes() throws {
    let bytes = try TestFilm { ($0.frames, $0.bFrames, $0.audioTracks) = (6, 2, 2) }.bytes()
    let start = try #require(bytes.firstRange(of: Array("moov".utf8))?.lowerBound) - 4
    var random = SplitMix(seed: 22)
    var written = 0
    for _ in 0..<1500 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: start..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let file = try? MP4File(FileBytes(changed)) else { continue }
      _ = try file.splicing()
      let track = file.film.video
      let sink = MemorySink()
      guard
        let writer = try? MP4Writer(
          file, codec: .h264, configuration: track.configuration, audio: .keep, into: sink)
      else { continue }
      var isWhole = true
      for index in 0..<track.samples.count {
        let time = track.samples.presentationTime(index)
        isWhole =
          isWhole
          && (try? writer.append(file.packet(index), presentationTime: time, isSync: index == 0)) != nil
      }
      guard isWhole, (try? writer.finish()) != nil else { continue }
      written += 1
      let copy = try MP4File(FileBytes(sink.bytes))
      #expect(copy.film.video.samples.count == track.samples.count)
      for index in 0..<track.samples.count { #expect(try copy.packet(index) == file.packet(index)) }
      #expect(try copy.audioTracks().map(\.samples.count) == file.audioTracks().map(\.samples.count))
    }
    #expect(written > 100 && written < 1400)
  }
}

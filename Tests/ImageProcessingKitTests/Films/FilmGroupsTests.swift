import TestSupport
import Testing

@testable import ImageProcessingKit

/// Pictures are exchanged in groups that no other picture needs.
@Suite struct FilmGroupsTests {
  private func splicing(_ bytes: [UInt8]) throws -> Splicing { try MP4File(FileBytes(bytes)).splicing() }

  private func reason(_ bytes: [UInt8]) throws -> String {
    guard case .whole(let reason) = try splicing(bytes) else { return "" }
    return reason
  }

  static let codecs = [TestFilm.Codec.h264, .hevc]

  @Test(arguments: [0, 2, 3], codecs)
  func closedGroupsAreTold(_ bFrames: Int, _ codec: TestFilm.Codec) throws {
    let film = TestFilm { ($0.bFrames, $0.audioTracks, $0.codec) = (bFrames, 1, codec) }
    #expect(
      try splicing(film.bytes())
        == .groups([0..<8, 8..<16, 16..<20].map { FilmGroup(pictures: $0) }))
  }

  @Test func openGroupsOfH264AreOne() throws {
    let film = TestFilm { ($0.bFrames, $0.hasOpenGroups) = (2, true) }
    #expect(try splicing(film.bytes()) == .groups([FilmGroup(pictures: 0..<20)]))
  }

  /// Of HEVC it is told which pictures need the group before.
  @Test(arguments: [0, 2, 3])
  func openGroupsOfHEVCAreTold(_ bFrames: Int) throws {
    let film = TestFilm { ($0.bFrames, $0.hasOpenGroups, $0.codec) = (bFrames, true, .hevc) }
    let samples = try MP4File(FileBytes(film.bytes())).film.video.samples
    guard case .groups(let groups) = try splicing(film.bytes()) else {
      Issue.record("it is encoded anew")
      return
    }
    #expect(groups.map(\.isIndependent) == [true, false, false])
    #expect(groups.map(\.leadingCount) == [[0, 0, 0], [], [0, 1, 1], [0, 3, 3]][bFrames])
    #expect(groups.flatMap { Array($0.pictures) } == Array(0..<20))
    // What leads to a group is shown between the group before and its own.
    for (before, group) in zip(groups, groups.dropFirst()) {
      let shown = [before.body, Array(group.leading), group.body].map { $0.map(samples.presentationTime) }
      for (one, other) in zip(shown, shown.dropFirst()) {
        #expect(one.max() ?? .min < other.min() ?? .max)
      }
    }
  }

  @Test func otherCodecsAreEncodedAsAWhole() throws {
    for codec in [TestFilm.Codec.vp9, .av1] {
      #expect(try reason(TestFilm { $0.codec = codec }.bytes()).contains(codec.rawValue))
    }
  }

  private func made(_ arguments: [String]) throws -> [UInt8] {
    let scratch = try ScratchFolder()
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-t", "1", "-c:v", "libx264"]
        + ["-preset", "ultrafast", "-threads", "1"] + arguments + ["film.mp4"], in: scratch)
    return try scratch.read("film.mp4")
  }

  @Test func fieldsAreEncodedAsAWhole() throws {
    #expect(try reason(made(["-flags", "+ildct+ilme"])).contains("fields"))
  }

  /// Sets that come with the pictures may be those of the record.
  @Test func theSameSetsMayComeWithThePictures() throws {
    let scratch = try ScratchFolder()
    try scratch.write(try TestFilm { $0.bFrames = 2 }.bytes(), "film.mp4")
    try FilmTools.run(
      "ffmpeg", ["-v", "error", "-i", "film.mp4", "-c", "copy", "-bsf:v", "h264_mp4toannexb", "in.mp4"],
      in: scratch)
    let bytes = try scratch.read("in.mp4")
    let file = try MP4File(FileBytes(bytes))
    #expect(
      try file.packet(8).count > MP4File(FileBytes(TestFilm { $0.bFrames = 2 }.bytes())).packet(8).count)
    guard case .groups(let groups) = try file.splicing() else {
      Issue.record("it is encoded anew")
      return
    }
    #expect(groups.count == 3)
    let copy = try MP4File(FileBytes(CopiedFilm.copy(bytes)))
    let set = try #require(AVCRecord(file.film.video.configuration).sequences.first)
    #expect(try file.packet(8).firstRange(of: set) != nil && copy.packet(8).firstRange(of: set) == nil)
    // Others may not.
    var changed = bytes
    let place = try #require(bytes[file.film.video.samples[8].offset...].firstRange(of: set))
    changed[place.upperBound - 1] ^= 0x10
    #expect(try reason(changed).contains("picture 9 comes with parameter sets of its own"))
  }

  @Test func whatIsNotUnderstoodIsEncodedAsAWhole() throws {
    let bytes = try TestFilm().bytes()
    let samples = try MP4File(FileBytes(bytes)).film.video.samples
    let start = samples[3].offset
    func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
      var changed = bytes
      changed[place] = byte
      return changed
    }
    // A second view, slices in parts, an auxiliary picture, an extension of a set.
    for type: UInt8 in [20, 2, 3, 4, 19, 13, 14, 15, 21] {
      #expect(try reason(changed(start + 4, type)) == "its picture 4 has others beside it")
    }
    #expect(try reason(changed(start, 1)).contains("picture 4 is not made of parts"))
    #expect(try reason(changed(start + 3, bytes[start + 3] ^ 1)).contains("picture 4 is not made of parts"))
    #expect(try reason(changed(start + 5, bytes[start + 5] & 0x7F)).contains("is several"))
    #expect(try reason(changed(start + 4, 12)).contains("has no code"))
    // The first picture of the film needs others.
    let first = samples[0].offset
    let head = try #require(bytes[first...].firstRange(of: [0x65, 0x88])).lowerBound
    #expect(try reason(changed(head, 0x61)).contains("does not begin"))
    // Parameter sets.
    let set = try #require(bytes.firstRange(of: Array("avcC".utf8))).upperBound
    #expect(try reason(changed(set + 4, 0xFD)).contains("lengths of 2 bytes"))
  }

  @Test func whatIsNotUnderstoodOfHEVCIsEncodedAsAWhole() throws {
    let bytes = try TestFilm { $0.codec = .hevc }.bytes()
    let track = try MP4File(FileBytes(bytes)).film.video
    let start = track.samples[3].offset
    func changed(_ place: Int, _ byte: UInt8) -> [UInt8] {
      var changed = bytes
      changed[place] = byte
      return changed
    }
    // Reserved ones, ends of sequences, and another layer.
    for head: UInt8 in [10 << 1, 22 << 1, 36 << 1, 37 << 1, 41 << 1, bytes[start + 4] | 1] {
      #expect(try reason(changed(start + 4, head)) == "its picture 4 has others beside it")
    }
    #expect(try reason(changed(start + 5, 9)) == "its picture 4 has others beside it")
    #expect(try reason(changed(start + 6, bytes[start + 6] & 0x7F)).contains("picture 4 is several"))
    // The number of its set of pictures: 1 in place of 0.
    #expect(try reason(changed(start + 6, bytes[start + 6] & 0x80 | 0x20)).contains("picture 4 needs a"))
    #expect(try reason(changed(start + 4, 62 << 1)).contains("picture 4 has no code"))
    #expect(try reason(changed(track.samples[0].offset + 4, 35 << 1)).contains("picture 1 is not made"))
    // Its configuration: lengths of 2 bytes, and a profile that new pictures do not have.
    let set = try #require(bytes.firstRange(of: Array("hvcC".utf8))).upperBound
    #expect(try reason(changed(set + 21, 0x0D)).contains("lengths of 2 bytes"))
    #expect(try reason(changed(set + 2, 0)).contains("another decoder"))
    for (kind, name) in [(32, "none"), (34, "none")] {
      let place = try #require(bytes[set...].firstRange(of: [UInt8(kind << 1), 1])).lowerBound
      #expect(try reason(changed(place + 1, 9)).contains(name))
    }
  }

  /// Where decoders are told not to show what they still have, new pictures before it would be lost.
  @Test(arguments: [false, true])
  func noGroupBeginsWherePicturesAreDropped(_ isOpen: Bool) throws {
    let film = TestFilm { ($0.codec, $0.bFrames, $0.hasOpenGroups) = (.hevc, isOpen ? 2 : 0, isOpen) }
    var bytes = try film.bytes()
    guard case .groups(let groups) = try splicing(bytes) else {
      Issue.record("it is encoded anew")
      return
    }
    #expect(groups.count == 3)
    let sample = try MP4File(FileBytes(bytes)).film.video.samples[groups[1].pictures.lowerBound]
    let packet = Array(bytes[sample.offset..<sample.offset + sample.size])
    let slice = try #require(TestUnits.list(packet).first { (16...21).contains($0[0] >> 1) })
    let place = try #require(bytes[sample.offset...].firstRange(of: slice)).lowerBound
    bytes[place + 2] |= 0x40
    guard case .groups(let fewer) = try splicing(bytes) else {
      Issue.record("it is encoded anew")
      return
    }
    #expect(fewer.map(\.pictures) == [0..<groups[1].pictures.upperBound, groups[2].pictures])
  }

  /// Whatever is changed in code and configuration, it is told what can be exchanged, and pictures of groups can be copied.
  @Test func survivesChangedCodeOfHEVC() throws {
    let film = TestFilm { ($0.codec, $0.frames, $0.bFrames, $0.hasOpenGroups) = (.hevc, 20, 2, true) }
    let bytes = try film.bytes()
    let track = try MP4File(FileBytes(bytes)).film.video
    let record = try #require(bytes.firstRange(of: Array("hvcC".utf8))).upperBound
    let starts = (0..<track.samples.count).map { track.samples[$0].offset }
    var random = SplitMix(seed: 5)
    var spliced = 0
    for round in 0..<1500 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let start = round % 2 == 0 ? record : starts.randomElement(using: &random) ?? record
        let place = start + .random(in: 0..<(round % 2 == 0 ? track.configuration.count : 24), using: &random)
        changed[place] = .random(in: 0...255, using: &random)
      }
      guard let file = try? MP4File(FileBytes(changed)), case .groups(let groups) = try file.splicing() else {
        continue
      }
      spliced += 1
      #expect(groups.flatMap { Array($0.pictures) } == Array(0..<20))
      let keeping = try #require(try file.film.video.unitRecord()).keeping
      for index in 0..<20 { #expect(throws: Never.self) { _ = try keeping(file.packet(index)) } }
    }
    #expect(spliced > 100)
  }

  @Test func noGroupBeginsWherePicturesAreShownOutOfTurn() throws {
    // The last picture of the first group is said to be shown between the first two of the second.
    let film = try TestFilm().bytes()
    var samples = try MP4File(FileBytes(film)).film.video
    var columns = SampleTable.Columns()
    for index in 0..<samples.samples.count {
      let sample = samples.samples[index]
      columns.offsets.append(sample.offset)
      columns.sizes.append(UInt32(sample.size))
      columns.decodeTimes.append(sample.decodeTime)
      columns.shifts.append(index == 7 ? 4500 : 0)
    }
    columns.endTime = samples.samples.endTime
    samples = VideoTrack(
      codec: .h264, configuration: samples.configuration, shape: samples.shape, orientation: .up,
      colors: samples.colors, pixelAspect: .square, timescale: samples.timescale,
      samples: try SampleTable(columns, fileSize: film.count, header: 0..<0), edits: samples.edits)
    #expect(
      try Splicing(samples, in: FileBytes(film))
        == .groups([FilmGroup(pictures: 0..<16), FilmGroup(pictures: 16..<20)]))
  }

  /// What a crop without coding anew cuts away is in every picture still, and nobody has looked at it.
  @Test(arguments: [TestFilm.Codec.h264, .hevc])
  func copiesNoPictureOfWhichAPartIsHidden(_ codec: TestFilm.Codec) throws {
    for (pixels, isCopied) in [(64, false), (8, true)] {
      let film = try TestFilm { $0.codec = codec }.bytes(without: pixels, atThe: "right")
      let file = try MP4File(FileBytes(film))
      #expect(file.film.video.shape.width == 320 - pixels)
      switch try file.splicing() {
      case .groups: #expect(isCopied)
      case .whole(let reason): #expect(!isCopied && reason == ParameterUnits.hiddenPart)
      }
    }
  }
}

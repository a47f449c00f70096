import Testing

@testable import ImageProcessingKit

/// Which times of sound belong to times of pictures, and what silence is coded as.
@Suite struct SilenceTests {
  private func times(
    _ spans: [Range<Int>], _ pictures: [EditList.Edit], _ sound: [EditList.Edit]
  ) throws -> [ClosedRange<Double>] {
    // 100 ticks a second in both tracks, 10 in edit lists.
    let one = MediaTimes(edits: try EditList(pictures, timescale: 10), timescale: 100)
    let other = MediaTimes(edits: try EditList(sound, timescale: 10), timescale: 100)
    return try one.times(of: spans, in: other, slack: (before: 0, behind: 0))
  }

  private func edit(_ media: Int?, _ duration: Int) -> EditList.Edit {
    EditList.Edit(mediaStart: media, duration: duration)
  }

  @Test func withoutEditListsTimesAreTheSame() throws {
    #expect(try times([100..<200, 300..<310], [], []) == [1.0...2, 3.0...3.1])
  }

  @Test func followsWhatEachTrackBeginsWith() throws {
    // Pictures from 0.5 s on, sound from 0.25 s on, after a second of nothing.
    #expect(try times([100..<200], [edit(50, 100)], [edit(25, 100)]) == [0.75...1.75])
    #expect(try times([100..<200], [edit(50, 100)], [edit(nil, 10), edit(25, 100)]) == [-0.25...0.75])
    // What is cut out before and behind belongs to the sound that is cut out there.
    #expect(try times([0..<20, 180..<250], [edit(50, 10)], [edit(50, 10)]) == [0.0...0.2, 1.8...2.5])
  }

  @Test func followsEveryCut() throws {
    // Pictures of 0 to 1 s, then of 3 to 4 s; their sound has a second of something else between.
    let pictures = [edit(0, 10), edit(300, 10)]
    #expect(try times([300..<350], pictures, [edit(0, 10), edit(200, 10)]) == [2.0...2.5, 3.0...3.5])
    // Sound that is heard twice, the second time with other pictures.
    #expect(try times([350..<400], pictures, [edit(0, 10), edit(0, 10)]) == [0.5...1.0, 3.5...4.0])
  }

  @Test func refusesEditListsThatHaveNoEnd() throws {
    let many = (0..<5000).map { _ in edit(0, 400) }
    let spans = (0..<2000).map { $0 * 2..<$0 * 2 + 1 }
    #expect(throws: FaceBlurError.self) { _ = try times(spans, many, many) }
  }

  /// Silence takes as long as what it stands for, and says no more than that.
  @Test(arguments: [
    ([0xF8, 1, 2, 3], [0xF8, 0xFF, 0xFE]), ([0xFC], [0xFC, 0xFF, 0xFE]), ([0xE0, 1], [0xE0, 0xFF, 0xFE]),
    ([0xF9, 1], [0xFB, 2, 0xFF, 0xFE, 0xFF, 0xFE]), ([0x0B, 0xC2, 9], [0xFB, 2, 0xFF, 0xFE, 0xFF, 0xFE]),
    ([0x18, 1], [0xFB, 3, 0xFF, 0xFE, 0xFF, 0xFE, 0xFF, 0xFE]), ([0x60, 1], [0xF0, 0xFF, 0xFE]),
  ])
  func silentPacketsOfOpusLastAsLong(_ packet: [UInt8], _ silent: [UInt8]) throws {
    #expect(try OpusSilence.packet(like: packet) == silent)
  }

  @Test(arguments: [[], [0xFB], [0xFB, 0], [0xFB, 7], [0x1B, 3]] as [[UInt8]])
  func refusesPacketsOfOpusThatAreNone(_ packet: [UInt8]) {
    #expect(throws: FaceBlurError.self) { try OpusSilence.packet(like: packet) }
  }

  /// Configurations of AAC-LC with 48 kHz, with one channel and with two.
  @Test func knowsPlainAAC() throws {
    #expect(try AACSilence([0x11, 0x88]).packet == [0, 0, 0, 7])
    #expect(try AACSilence([0x11, 0x90]).packet == [0x21, 0, 0, 0, 0, 0x1C])
    #expect(try AACSilence([0x11, 0x90, 0x56, 0xE5, 0]).packet == [0x21, 0, 0, 0, 0, 0x1C])
  }

  @Test(
    arguments: [
      // Main, HE-AAC twice, a layout of its own, another kind of frame, no more bytes.
      [0x09, 0x90], [0x2B, 0x11, 0x88, 0], [0x11, 0x90, 0x56, 0xE5, 0x80], [0x11, 0x80], [0x11, 0x92], [0x11],
      [],
      // 22,050 Hz of which nothing says whether there is more.
      [0x13, 0x90],
    ] as [[UInt8]])
  func refusesOtherAAC(_ configuration: [UInt8]) {
    #expect(throws: FaceBlurError.self) { try AACSilence(configuration) }
  }

  @Test func refusesPacketsThatBeginWithOtherChannels() throws {
    let stereo = try AACSilence([0x11, 0x90])
    try stereo.check(0x21)
    // Something else than channels.
    try stereo.check(0xC0)
    for first in [0x00, 0x23, 0x60] as [UInt8] {
      #expect(throws: FaceBlurError.self) { try stereo.check(first) }
    }
  }
}

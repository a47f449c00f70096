import TestSupport
import Testing

@testable import ImageProcessingKit

/// Of a picture that is copied stays what shows it, and nothing that tells anything else.
@Suite struct AVCUnitsTests {
  private static let slice: [UInt8] = [0x41, 0x9A, 1, 2, 3]

  private func packet(_ units: [[UInt8]]) -> [UInt8] {
    units.flatMap { BigEndian.bytes($0.count, 4) + $0 }
  }

  private func kept(_ units: [[UInt8]], sets: Set<[UInt8]> = []) throws -> [UInt8] {
    try AVCUnits.kept(of: packet(units), sets: sets)
  }

  private func messages(_ messages: [(type: Int, bytes: [UInt8])]) -> [UInt8] {
    var payload: [UInt8] = []
    for message in messages {
      for var number in [message.type, message.bytes.count] {
        while number >= 255 {
          payload.append(255)
          number -= 255
        }
        payload.append(UInt8(number))
      }
      payload += message.bytes
    }
    return EmulationPrevention.added(to: payload + [0x80], behind: [6])
  }

  @Test func whatHasNothingToLoseStaysTheSame() throws {
    let units = [[9, 0xF0], messages([(1, [0, 0, 0, 1]), (6, [0x84])]), Self.slice, Self.slice]
    #expect(try kept(units) == packet(units))
  }

  @Test func userDataIsLeftOut() throws {
    let words = Array("x264 - core 164, and where somebody lives".utf8)
    for type in [2, 3, 4, 5, 19, 47, 128, 200, 300, 1000] {
      #expect(try kept([messages([(type, words)]), Self.slice]) == packet([Self.slice]))
      // Also where others are beside it, and zeros that look like start codes.
      let mixed = messages([(0, [0, 0, 1]), (type, words + [0, 0, 0, 3]), (144, [0, 0, 0, 1])])
      #expect(
        try kept([[9, 0xF0], mixed, Self.slice])
          == packet([[9, 0xF0], messages([(0, [0, 0, 1]), (144, [0, 0, 0, 1])]), Self.slice]))
    }
    let long = messages([(5, [UInt8](repeating: 7, count: 70_000)), (6, [0x84])])
    #expect(try kept([long, Self.slice]) == packet([messages([(6, [0x84])]), Self.slice]))
  }

  @Test func whatIsHiddenInOrBehindKnownMessagesIsLeftOut() throws {
    let words = Array("Secret".utf8)
    // More than a message of its kind says, bytes behind the last, and one that is cut short.
    for unit in [
      messages([(144, [0, 0, 0, 1] + words)]), messages([(6, [0x84])]) + words, [6, 6, 200, 1, 0x80],
    ] {
      #expect(try kept([unit, Self.slice]) == packet([Self.slice]))
    }
  }

  /// Many short messages could hold what one long one may not.
  @Test func oneMessageOfATypeStaysInAPicture() throws {
    let (first, second) = ([UInt8](repeating: 1, count: 24), [UInt8](repeating: 2, count: 24))
    let one = messages([(137, first), (144, [0, 0, 0, 1])])
    #expect(try kept([one, Self.slice]) == packet([one, Self.slice]))
    #expect(
      try kept([messages([(137, first), (137, second), (144, [0, 0, 0, 1])]), Self.slice])
        == packet([one, Self.slice]))
    #expect(try kept([one, messages([(137, second)]), Self.slice]) == packet([one, Self.slice]))
    // Of another size than those of its type have.
    for (type, count) in [(137, 23), (137, 25), (144, 3), (147, 2), (6, 6), (45, 25), (0, 65), (1, 0)] {
      let odd = messages([(type, [UInt8](repeating: 7, count: count))])
      #expect(try kept([odd, Self.slice]) == packet([Self.slice]), "\(type) of \(count)")
      let told = try ExaminedPacket(packet([odd, Self.slice]), .h264)
      #expect(
        told.strangers.map { $0.kind } == [.codeMessage] && told.parts.count == 1, "\(type) of \(count)")
    }
    // The gate has the first one alone, too.
    let told = try ExaminedPacket(packet([one, messages([(137, second)]), Self.slice]), .h264)
    #expect(told.strangers.map { $0.kind } == [.codeMessage])
    #expect(try told.parts == ExaminedPacket(packet([one, Self.slice]), .h264).parts)
  }

  /// Nobody sees what follows the end of a slice.
  @Test func aPictureBehindASliceIsNotCopied() throws {
    let picture = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [UInt8](repeating: 0, count: 20)
    let slice = EmulationPrevention.added(to: picture, behind: Self.slice)
    for slice in [slice, Self.slice + picture] {
      let error = #expect(throws: FaceBlurError.self) { try kept([Self.slice, slice]) }
      #expect(error?.cue == .carriedPicture)
      #expect(AVCUnits.carryPicture(packet([Self.slice, slice])))
      #expect(try ExaminedPacket(packet([Self.slice, slice]), .h264).carriers.count == 1)
    }
    #expect(!AVCUnits.carryPicture(packet([[6] + picture, Self.slice])))
    #expect(try ExaminedPacket(packet([Self.slice]), .h264).carriers.isEmpty)
  }

  @Test func fillerAndEndsAreLeftOut() throws {
    for unit: [UInt8] in [[12, 255, 255, 0x80], [10], [11], [24, 1], [31, 1, 2], [0, 1]] {
      #expect(try kept([Self.slice, unit]) == packet([Self.slice]))
    }
  }

  @Test func setsOfTheRecordAreLeftOutAndOthersAreNotTaken() throws {
    let sets: [[UInt8]] = [[0x67, 1, 2], [0x68, 3]]
    #expect(try kept(sets + [Self.slice], sets: Set(sets)) == packet([Self.slice]))
    #expect(throws: FaceBlurError.self) { try kept(sets + [Self.slice], sets: [sets[0]]) }
  }

  @Test func otherPicturesAndBrokenOnesAreNotTaken() {
    for type: UInt8 in [2, 3, 4, 13, 14, 15, 16, 19, 20, 21] {
      #expect(throws: FaceBlurError.self) { try kept([[type, 1, 2], Self.slice]) }
    }
    for bytes: [UInt8] in [[], [0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 9, 1, 2], [0, 0, 0, 2, 9, 0xF0]] {
      #expect(throws: FaceBlurError.self) { try AVCUnits.kept(of: bytes, sets: []) }
    }
  }

  @Test func theSetsOfAFilmAreNumberedAndJoined() throws {
    func record(_ arguments: String, _ more: [String] = []) throws -> AVCRecord {
      let scratch = try ScratchFolder()
      try FilmTools.run(
        "ffmpeg",
        ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-frames:v", "2", "-c:v"]
          + ["libx264", "-preset", "veryfast", "-x264-params", arguments] + more + ["film.mp4"], in: scratch)
      return try AVCRecord(MP4File(FileBytes(scratch.read("film.mp4"))).film.video.configuration)
    }
    let plain = try record("sps-id=0", ["-profile:v", "baseline", "-level", "3.1"])
    #expect(try plain.freeNumber == 1 && AVCSequence(plain.sequences[0]).isPlain)
    let other = try record("sps-id=1:level=4.2")
    let both = try plain.adding(other.sequences + other.pictures)
    #expect(try both.freeNumber == 2)
    let bytes = try both.bytes
    // High, at level 4.2, with lengths of 4 bytes, and two sets of each kind.
    #expect(bytes[1] == 100 && bytes[3] == 42 && bytes[4] == 0xFF && bytes[5] == 0xE2)
    #expect(bytes.suffix(4) == [0xFD, 0xF8, 0xF8, 0])
    let read = try AVCRecord(bytes)
    #expect(read.sets == both.sets && !read.hasExtensions && read.sequences == both.sequences)
    #expect(try AVCRecord.form(bytes) == plain.form)
    #expect(throws: FaceBlurError.self) { try both.adding(other.sequences) }
    #expect(throws: FaceBlurError.self) { try both.adding([Self.slice]) }
    // A set that holds more than it says.
    var longer = plain.sequences[0]
    longer += [0x55, 0x80]
    #expect(try !AVCSequence(longer).isPlain)
    let set = plain.pictures[0]
    #expect(try AVCPictureSet.details(set, hasFullColors: false).isPlain)
    let longerSet = set + Array("Secret".utf8) + [0x80]
    #expect(try !AVCPictureSet.details(longerSet, hasFullColors: false).isPlain)
    let full = try record("sps-id=3:cqm=jvt", ["-pix_fmt", "yuv444p"])
    #expect(try AVCPictureSet.details(full.pictures[0], hasFullColors: true).isPlain)
    #expect(try full.freeNumber == 0 && AVCSequence(full.sequences[0]).isPlain)
    // Players go by the code where the container says nothing.
    #expect(throws: Never.self) { try record("sar=2/1") }
    #expect(throws: FaceBlurError.self) { try record("sar=3/1") }
    #expect(throws: FaceBlurError.self) { try record("sar=32/11") }
  }
}

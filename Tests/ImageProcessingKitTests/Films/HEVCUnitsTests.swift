import TestSupport
import Testing

@testable import ImageProcessingKit

/// Of a picture of HEVC that is copied stays what shows it, and its parameter sets are understood to their last bit.
@Suite struct HEVCUnitsTests {
  private static let slice: [UInt8] = [0x02, 0x01, 0xD0, 1, 2, 3]

  private func packet(_ units: [[UInt8]]) -> [UInt8] { TestUnits.packet(units) }

  private func kept(_ units: [[UInt8]], sets: Set<[UInt8]> = []) throws -> [UInt8] {
    try HEVCUnits.kept(of: packet(units), sets: sets)
  }

  private func messages(_ messages: [(type: UInt8, bytes: [UInt8])], kind: UInt8 = 39) -> [UInt8] {
    let payload = messages.flatMap { [$0.type, UInt8($0.bytes.count)] + $0.bytes }
    return EmulationPrevention.added(to: payload + [0x80], behind: [kind << 1, 1])
  }

  @Test func whatHasNothingToLoseStaysTheSame() throws {
    let units = [
      [0x46, 1, 0x50], messages([(1, [0, 0, 0, 1]), (148, [0, 0, 0, 1, 2, 3, 4, 5])]), Self.slice, Self.slice,
    ]
    #expect(try kept(units) == packet(units))
  }

  @Test func whatSomebodySaysIsLeftOut() throws {
    let words = Array("x265, and where somebody lives".utf8)
    for type: UInt8 in [2, 4, 5, 19, 47, 129, 132, 200] {
      #expect(try kept([messages([(type, words)]), Self.slice]) == packet([Self.slice]))
      let mixed = messages([(144, [0, 0, 0, 1]), (type, words)])
      #expect(
        try kept([mixed, Self.slice]) == packet([messages([(144, [0, 0, 0, 1])]), Self.slice]))
    }
    // More than a message of its kind says, messages behind a picture, filler, and what no standard says anything of.
    for unit in [
      messages([(144, words)]), messages([(144, [0, 0, 0, 1])], kind: 40), [38 << 1, 1, 255, 0x80],
      [62 << 1, 1, 7], [63 << 1, 1, 7], [48 << 1, 1],
    ] {
      #expect(try kept([Self.slice, unit]) == packet([Self.slice]))
    }
  }

  @Test func oneMessageOfATypeStaysInAPicture() throws {
    let light = messages([(148, [1, 2, 3, 4, 5, 6, 7, 8])])
    let other = messages([(148, [8, 7, 6, 5, 4, 3, 2, 1])])
    #expect(try kept([light, other, Self.slice]) == packet([light, Self.slice]))
    #expect(try kept([messages([(148, [1, 2])]), Self.slice]) == packet([Self.slice]))
    let told = try ExaminedPacket(packet([light, other, Self.slice]), .hevc)
    #expect(told.strangers.map { $0.kind } == [.codeMessage] && told.light.count == 1)
    #expect(try told.parts == ExaminedPacket(packet([light, Self.slice]), .hevc).parts)
  }

  @Test func aPictureBehindASliceIsNotCopied() throws {
    let picture = [0xFF, 0xD8, 0xFF, 0xE0, 0, 16] + Array("JFIF".utf8) + [UInt8](repeating: 0, count: 20)
    for type: UInt8 in [1, 8, 19, 21] {
      let slice = EmulationPrevention.added(to: picture, behind: [type << 1, 1, 0xD0, 1])
      let error = #expect(throws: FaceBlurError.self) { try kept([slice]) }
      #expect(error?.cue == .carriedPicture)
      #expect(HEVCUnits.carryPicture(packet([slice])))
      #expect(try ExaminedPacket(packet([slice]), .hevc).carriers.count == 1)
    }
  }

  @Test func otherPicturesAndBrokenOnesAreNotTaken() {
    for type: UInt8 in [10, 15, 22, 31, 36, 37, 41, 47] {
      #expect(throws: FaceBlurError.self) { try kept([[type << 1, 1, 2], Self.slice]) }
    }
    for head: [UInt8] in [[3, 1], [2, 9], [2, 0], [0x82, 1]] {
      #expect(throws: FaceBlurError.self) { try kept([head + [0xD0], Self.slice]) }
    }
    for bytes: [UInt8] in [[], [0, 0, 0, 1, 2], [0, 0, 0, 9, 2, 1], [0, 0, 0, 3, 0x46, 1, 0x50]] {
      #expect(throws: FaceBlurError.self) { try HEVCUnits.kept(of: bytes, sets: []) }
    }
    #expect(throws: FaceBlurError.self) { try kept([[0x42, 1, 1], Self.slice]) }
    #expect(throws: Never.self) { try kept([[0x42, 1, 1], Self.slice], sets: [[0x42, 1, 1]]) }
  }

  /// A record of what FFmpeg and x265 make.
  private func record(_ parameters: String, _ more: [String] = []) throws -> HEVCRecord {
    let scratch = try ScratchFolder()
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240:rate=25", "-frames:v", "2", "-c:v"]
        + ["libx265", "-preset", "ultrafast", "-tag:v", "hvc1"] + more
        + ["-x265-params", "log-level=none:pools=none:frame-threads=1:" + parameters, "film.mp4"],
      in: scratch)
    return try HEVCRecord(MP4File(FileBytes(scratch.read("film.mp4"))).film.video.configuration)
  }

  static let kinds: [(parameters: String, more: [String])] = [
    ("bframes=3", []), ("hrd=1:vbv-maxrate=900:vbv-bufsize=900", []), ("scaling-list=default", []),
    ("temporal-layers=1:bframes=4", []), ("multi-pass-opt-rps=1:bframes=4", []),
    ("ref=5:bframes=8", ["-preset", "slow"]), ("tskip=1:display-window=2,2,2,2", []),
    ("sar=2:range=full:colorprim=bt709:videoformat=pal:chromaloc=1:overscan=crop", []),
    ("hdr10=1", ["-pix_fmt", "yuv420p10le"]), ("cbqpoffs=3", ["-pix_fmt", "yuv422p10le"]),
    ("lossless=1", ["-pix_fmt", "yuv444p12le"]), ("wpp=0", ["-pix_fmt", "gray"]),
    ("interlace=tff", []),
  ]

  /// Nothing is left over where a set has been read, and one bit more is seen.
  @Test(arguments: kinds.indices)
  func setsAreReadToTheirEnd(kind: Int) throws {
    let record = try record(Self.kinds[kind].parameters, Self.kinds[kind].more)
    #expect(record.videos.count == 1 && record.sequences.count == 1 && record.pictures.count == 1)
    let hasFields = Self.kinds[kind].parameters.hasPrefix("interlace")
    #expect(try record.fault == (hasFields ? "its pictures are fields" : nil))
    #expect(try FilmParameterSets(.hevc, record.bytes).objection == nil)
    for set in record.sets {
      let longer = set + Array("Secret".utf8) + [0x80]
      switch set[0] >> 1 {
      case 32: #expect(try HEVCVideoSet(set).isPlain(.film) && !HEVCVideoSet(longer).isPlain(.film))
      case 33: #expect(try HEVCSequence(set).details().isPlain && !HEVCSequence(longer).details().isPlain)
      default:
        #expect(try HEVCPictureSet(set).isPlain && !HEVCPictureSet(longer).isPlain)
      }
    }
  }

  /// What the record says beside its sets is what they say, whatever stood there; and the gate takes it.
  @Test(arguments: ["bframes=3", "temporal-layers=1:bframes=4"])
  func whatStandsBeforeTheSetsFollowsFromThem(parameters: String) throws {
    let record = try record(parameters)
    let bytes = try record.bytes
    #expect(try FilmParameterSets(.hevc, bytes).objection == nil)
    func rewritten(_ change: (inout [UInt8]) -> Void) throws -> [UInt8] {
      var changed = bytes
      change(&changed)
      return try HEVCRecord(changed).bytes
    }
    let changed = try rewritten { bytes in
      // The tier, flags that the sequence does not have, the level, how finely pictures are divided, how they are decoded, and how many come.
      bytes[1] |= 0x20
      bytes.replaceSubrange(4..<6, with: Array("at".utf8))
      bytes.replaceSubrange(8..<12, with: Array("home".utf8))
      bytes.replaceSubrange(12..<16, with: Array("52.5".utf8))
      bytes.replaceSubrange(19..<21, with: Array("13".utf8))
      bytes[21] |= 0xF8
    }
    #expect(changed == bytes)
    // Flags that are missing, and layers of which it says nothing, promise nothing.
    let less = try rewritten { bytes in
      bytes[6] = 0
      bytes[21] &= 3
    }
    #expect(less[6] == 0 && less[21] == 3)
    #expect(try FilmParameterSets(.hevc, less).objection == nil)
  }

  /// Players go by the code where the container says nothing.
  @Test func pixelsThatDrawFacesOutAreRefused() throws {
    // 24 : 11 and 80 : 33.
    #expect(throws: Never.self) { try record("sar=6") }
    #expect(throws: FaceBlurError.self) { try record("sar=9") }
  }

  @Test func colorsAreRead() throws {
    let record = try record("range=full:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc")
    #expect(
      try record.form.colors == SampleColors(primaries: 9, transfer: 16, matrix: 9, isFullRange: true))
  }

  /// A slice that keeps a picture which is shown some steps earlier.
  private func coded(_ type: UInt8, at place: Int, back: Int?, longTerm: Bool = false) -> [UInt8] {
    var writer = BitWriter()
    writer.append(1, bits: 1)
    if type >= 16 { writer.append(0, bits: 1) }
    writer.append(unsigned: 0)
    writer.append(unsigned: 1)
    writer.append(place & 255, bits: 8)
    writer.append(0, bits: 1)
    writer.append(unsigned: back == nil ? 0 : 1)
    writer.append(unsigned: 0)
    if let back {
      writer.append(unsigned: back - 1)
      writer.append(1, bits: 1)
    }
    writer.finish()
    return EmulationPrevention.added(to: writer.bytes, behind: [type << 1, 1])
  }

  /// A picture behind one with which decoding can begin keeps none that is shown before that.
  @Test func whatIsKeptIsTold() throws {
    let record = try record("bframes=0")
    let start = coded(21, at: 254, back: 6)
    for (steps, back, stands) in [(3, 3, true), (3, 1, true), (3, 4, false), (1, 2, false), (0, 1, false)] {
      #expect(record.stands(coded(1, at: 254 + steps, back: back), on: start) == stands, "\(steps) \(back)")
    }
    #expect(record.stands(coded(1, at: 255, back: nil), on: start))
    #expect(!record.stands(coded(20, at: 255, back: nil), on: start))
    for count in 0..<5 { #expect(!record.stands(Array(coded(1, at: 257, back: 3).prefix(count)), on: start)) }
  }

  /// Nothing but the type of a picture with which decoding can begin is another one, where it is to say that nothing before it is there.
  @Test func theStartOfAGroupIsSevered() {
    let message = messages([(6, [0x84])])
    let start: [UInt8] = [0x2A, 1, 0xA0, 7]
    #expect(
      HEVCUnits.severed(packet([message, start, start]))
        == packet([message, [0x24, 1, 0xA0, 7], [0x24, 1, 0xA0, 7]]))
    #expect(HEVCUnits.severed(packet([Self.slice])) == packet([Self.slice]))
  }

  /// New sets stand behind the others, and what is said of all is what both need.
  @Test func theSetsOfAFilmAreNumberedAndJoined() throws {
    let plain = try record("level-idc=3.1")
    #expect(try plain.freeNumber == 1)
    var settings = VideoEncoder.Settings(
      codec: .hevc, shape: PlanarShape(width: 320, height: 240, chroma: .half, depth: 8),
      colors: SampleColors(), quality: 20, setNumber: 1)
    let both = try plain.adding(VideoEncoder(settings).parameterSets)
    #expect(try both.freeNumber == 2 && both.fault == nil && both.pictureNumbers == [0, 16])
    #expect(both.profile == plain.profile && both.profile[11] == 93)
    let read = try HEVCRecord(both.bytes)
    #expect(read == both && read.videos.count == 2 && read.sequences.count == 2 && read.pictures.count == 2)
    #expect(throws: FaceBlurError.self) { try both.adding(VideoEncoder(settings).parameterSets) }
    #expect(throws: FaceBlurError.self) { try plain.adding([Self.slice]) }
    settings.setNumber = 2
    #expect(try both.adding(VideoEncoder(settings).parameterSets).freeNumber == 3)
  }

  /// What a decoder of either promises alone it need not do, and it is of the higher level.
  @Test func whatBothNeedIsSaid() {
    func profile(_ number: UInt8, _ known: UInt8, level: UInt8, tier: UInt8 = 0) -> [UInt8] {
      [tier << 5 | number, known, 0, 0, 0, 0x90, 0, 0, 0, 0, 0, level]
    }
    let (main, deep) = (profile(1, 0x60, level: 93), profile(2, 0x20, level: 120, tier: 1))
    #expect(HEVCProfile.common(main, main) == main)
    #expect(HEVCProfile.common(main, deep) == profile(2, 0x20, level: 120, tier: 1))
    #expect(HEVCProfile.common(deep, main) == profile(2, 0x20, level: 120, tier: 1))
    #expect(HEVCProfile.common(profile(1, 0x40, level: 93), deep) == nil)
  }

  /// What a film says of light stays, once.
  @Test func lightIsGathered() throws {
    var light = HEVCLight()
    #expect(light.unit == nil)
    let display = [UInt8](repeating: 0, count: 24)
    light.take(packet: packet([messages([(5, [1, 2]), (137, display)]), Self.slice]))
    light.take(
      messages([(144, [3, 0, 1, 0]), (137, [UInt8](repeating: 1, count: 24)), (147, [1, 2])])[...])
    #expect(light.unit == messages([(137, display), (144, [3, 0, 1, 0])]))
    var record = try record("bframes=0")
    record.light = light
    #expect(try HEVCRecord(record.bytes).light == light)
  }
}

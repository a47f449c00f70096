import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is read of films in Matroska, and that the gate, with its reader of its own, reads the same.
@Suite struct MatroskaFileTests {
  static let films = [
    TestFilm { ($0.isMatroska, $0.bFrames, $0.audioTracks) = (true, 2, 1) },
    TestFilm { ($0.isMatroska, $0.codec, $0.bFrames) = (true, .hevc, 2) },
    TestFilm { ($0.isMatroska, $0.codec) = (true, .vp9) },
    TestFilm { ($0.isMatroska, $0.codec) = (true, .av1) },
    TestFilm { ($0.isMatroska, $0.hasVariableRate, $0.saysColors) = (true, true, true) },
  ]

  @Test(arguments: films)
  func readsWhatFFmpegReads(_ wanted: TestFilm) throws {
    let bytes = try wanted.bytes()
    let file = try MatroskaFile(FileBytes(bytes))
    let (video, probe) = (file.film.video, try FilmProbe(bytes))
    let stream = try #require(probe.streams.first { $0.codecType == "video" })
    #expect(video.codec.rawValue == stream.codecName)
    #expect(video.shape == PlanarShape(width: wanted.width, height: wanted.height, chroma: .half, depth: 8))
    #expect(video.samples.count == wanted.frames && probe.pictures.count == wanted.frames)
    #expect(video.timescale == 1000 && video.pixelAspect == .square)
    let clock = FilmClock(video)
    for (index, packet) in probe.pictures.enumerated() {
      let sample = video.samples[index]
      #expect(
        sample.size == Int(packet.size) && sample.isSync == packet.flags.contains("K"), "picture \(index)")
      let shown = clock.seconds(at: sample.presentationTime)
      #expect(abs(shown * 1000 - Double(packet.pts)) < 0.01, "picture \(index)")
      #expect(sample.presentationTime >= sample.decodeTime && sample.duration > 0, "picture \(index)")
    }
    if wanted.saysColors {
      #expect(video.colors == SampleColors(primaries: 1, transfer: 1, matrix: 1, isFullRange: true))
    }
    #expect(FilmContainers.isFilm(FileBytes(bytes)) && !MP4File.isFilm(FileBytes(bytes)))
  }

  /// Pictures of H.264 in three groups.
  private static let plain = Result { try TestMatroska(TestFilm { $0.bFrames = 2 }.bytes()) }

  /// A copy of all pictures and all sound, and why the gate refuses it; nil where it does not.
  private func refusal(of film: TestMatroska) throws -> FaceBlurError? {
    let copy = try CopiedFilm.copy(film.bytes)
    let nothing = FilmPlan(tracks: [], strength: .default)
    do throws(FaceBlurError) {
      try FilmGate(original: FileBytes(film.bytes), render: FileBytes(copy)).check(nothing, audio: .all)
      return nil
    } catch { return error }
  }

  private static func element(_ id: Int, _ content: [UInt8]) -> [UInt8] { TestMatroska.element(id, content) }
  private static func element(_ id: Int, _ value: Int) -> [UInt8] { TestMatroska.element(id, number: value) }

  /// What a film may say, and what is read of it.
  static let sayings: [(name: String, change: @Sendable (inout TestMatroska) -> Void)] = [
    ("nothing else", { _ in }),
    ("sound laced as Xiph does", { $0.lacing = .xiph }),
    ("sound laced as EBML does", { $0.lacing = .ebml }),
    (
      "sound laced in one size",
      { film in
        film.lacing = .fixed
        for index in film.sound.indices {
          film.sound[index].bytes = [UInt8](repeating: UInt8(index), count: 9)
        }
      }
    ),
    (
      "sound laced before and behind a pause",
      { film in
        film.lacing = .xiph
        for index in film.sound.indices where index >= 6 { film.sound[index].time += 7000 }
      }
    ),
    (
      "sound laced before a pause, each packet of which lasts some time",
      { film in
        (film.lacing, film.inSoundTrack) = (.ebml, element(0x23_E383, 33_333_333))
        for index in film.sound.indices where index >= 6 { film.sound[index].time += 7000 }
      }
    ),
    ("no ends", { $0.isOpen = true }),
    ("groups with durations", { $0.hasGroups = true }),
    ("another tick", { $0.tick = 900_001 }),
    (
      "a beginning later than the film's",
      { film in for index in film.pictures.indices { film.pictures[index].time += 70 } }
    ),
    ("a duration of pictures", { $0.inTrack = element(0x23_E383, 33_333_333) }),
    ("a language", { $0.inTrack = element(0x22_B59C, Array("fre".utf8)) }),
    ("a turn", { $0.inVideo = element(0x7670, TestMatroska.element(0x7675, fraction: -90)) }),
    (
      "sound as Opus",
      {
        ($0.soundCodec, $0.inSoundTrack) = ("A_OPUS", element(0x56AA, 6_500_000))
        $0.soundConfiguration =
          Array("OpusHead".utf8) + [1, 2, 0x38, 1, 0x80, 0xBB, 0, 0, 3, 0xFF, 1, 1, 1, 0, 1]
        $0.audio = TestMatroska.element(0xB5, fraction: 48_000) + element(0x9F, 2)
      }
    ),
    (
      "sound as FLAC at a high rate",
      {
        ($0.soundCodec, $0.lacing) = ("A_FLAC", .ebml)
        $0.soundConfiguration =
          Array("fLaC".utf8) + [0, 0, 0, 34] + (1...34).map { UInt8($0) } + [0x84, 0, 0, 1, 7]
        $0.audio = TestMatroska.element(0xB5, fraction: 96_000) + element(0x9F, 2) + element(0x6264, 24)
      }
    ),
    ("sound as MP3", { ($0.soundCodec, $0.soundConfiguration) = ("A_MPEG/L3", []) }),
    (
      "sound as AC-3 of six channels",
      {
        ($0.soundCodec, $0.soundConfiguration) = ("A_AC3", [])
        $0.audio = TestMatroska.element(0xB5, fraction: 44_100) + element(0x9F, 6)
        $0.sound[0].bytes = [0x0B, 0x77, 1, 2, 0x5C, 0x43, 0xE9, 0x9A, 0, 0, 0]
      }
    ),
    (
      "sound as ALAC",
      {
        ($0.soundCodec, $0.soundConfiguration) = (
          "A_ALAC", [0, 0, 16, 0, 0, 16] + (1...18).map { UInt8($0) }
        )
      }
    ),
    ("a shape of pixels", { $0.inVideo = element(0x54B0, 427) + element(0x54BA, 240) }),
    ("a margin", { $0.inVideo = element(0x54AA, 8) + element(0x54CC, 3) }),
    (
      "colours and light",
      {
        $0.inVideo = element(
          0x55B0,
          element(0x55BB, 9) + element(0x55BA, 16) + element(0x55B9, 2) + element(0x55BC, 1000)
            + element(0x55BD, 400)
            + element(
              0x55D0,
              (0x55D1...0x55DA).flatMap { TestMatroska.element($0, fraction: $0 > 0x55D8 ? 0.005 : 0.3127) }))
      }
    ),
  ]

  @Test(arguments: sayings.indices)
  func bothReadersReadTheSame(_ index: Int) throws {
    var film = try Self.plain.get()
    Self.sayings[index].change(&film)
    let refusal = try refusal(of: film)
    #expect(refusal == nil, "\(Self.sayings[index].name): \(refusal?.reason ?? "")")
  }

  @Test func theGateRefusesWhatIsNotTheOriginals() throws {
    let film = try Self.plain.get()
    let nothing = FilmPlan(tracks: [], strength: .default)
    let copy = try CopiedFilm.copy(film.bytes)
    func refuses(_ change: (inout TestMatroska) -> Void) -> FaceBlurError.Kind? {
      var other = film
      change(&other)
      do throws(FaceBlurError) {
        try FilmGate(original: FileBytes(other.bytes), render: FileBytes(copy)).check(nothing, audio: .all)
        return nil
      } catch { return error.kind }
    }
    #expect(refuses { _ in } == nil)
    #expect(refuses { $0.sound[5].bytes[0] ^= 1 } == .leak(.sound))
    #expect(refuses { $0.sound.removeLast() } != nil)
    #expect(refuses { $0.sound[4].time += 1 } != nil)
    #expect(refuses { $0.pictures[4].time += 1 } != nil)
    #expect(refuses { $0.pictures.removeLast() } != nil)
    #expect(refuses { $0.pictures[6].bytes[20] ^= 1 } != nil)
    #expect(refuses { $0.tick = 1_000_001 } != nil)
    #expect(refuses { $0.inVideo = Self.element(0x54B0, 640) } != nil)
    #expect(refuses { $0.inVideo = Self.element(0x7670, TestMatroska.element(0x7675, fraction: 90)) } != nil)
    #expect(refuses { $0.soundConfiguration = [0x12, 0x10] } == .leak(.sound))
  }

  @Test func turnsCropsAndShapesAreAsTheTrackSays() throws {
    func video(_ elements: [UInt8]) throws -> VideoTrack {
      var film = HostileMatroska.plain
      film.inVideo = elements
      return try MatroskaFile(FileBytes(film.bytes)).film.video
    }
    func roll(_ degrees: Double) -> [UInt8] {
      Self.element(0x7670, TestMatroska.element(0x7675, fraction: degrees))
    }
    #expect(try video(roll(-90)).orientation == .right && video(roll(90)).orientation == .left)
    #expect(try video(roll(180)).orientation == .down)
    #expect(
      try video(Self.element(0x54B0, 640) + Self.element(0x54BA, 240)).pixelAspect
        == PixelAspect(across: 2, down: 1))
    // What is cut off counts as shown.
    #expect(try video(Self.element(0x54AA, 20)).shape.height == 240)
  }

  /// What lies together before a pause is not heard in it.
  @Test(arguments: [nil, 40, 30, 60]) func packetsThatLieTogetherEndBeforeAPause(_ stated: Int?) throws {
    var film = try Self.plain.get()
    film.lacing = .ebml
    // Blocks at 0, 120, 1240 and 1360 ms, of three packets each.
    for index in film.sound.indices where index >= 6 { film.sound[index].time += 1000 }
    if let stated { film.inSoundTrack = Self.element(0x23_E383, stated * 1_000_000) }
    let file = try MatroskaFile(FileBytes(film.bytes))
    guard case .packets(let table)? = try file.audioTracks().first?.samples else {
      Issue.record("there is no sound")
      return
    }
    let step = min(stated ?? 40, 40)
    let times = (0..<table.count).map { table[$0].decodeTime / 8 }
    #expect(times.prefix(3) == [0, step, 2 * step])
    let last = min(stated ?? 40, 60)
    #expect(times[3..<6] == [120, 120 + last, 120 + 2 * last])
    #expect(times[6..<9] == [1240, 1240 + step, 1240 + 2 * step])
    #expect(times[9] == 1360)
  }

  @Test func packetsThatLieTogetherShareTheTime() throws {
    for lacing in TestMatroska.Lacing.allCases where lacing != .fixed {
      var film = try Self.plain.get()
      film.lacing = lacing
      let file = try MatroskaFile(FileBytes(film.bytes))
      let track = try #require(try file.audioTracks().first)
      #expect(track.samples.count == 12 && track.timescale == 8000)
      guard case .packets(let table) = track.samples else { return }
      for (index, sound) in film.sound.enumerated() {
        let sample = table[index]
        #expect(
          try file.bytes(sample.offset..<(sample.offset + sample.size)) == sound.bytes, "\(lacing) \(index)")
        #expect(sample.decodeTime == 8 * sound.time, "\(lacing) \(index)")
      }
    }
  }
}

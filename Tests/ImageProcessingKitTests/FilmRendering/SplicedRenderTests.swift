import TestSupport
import Testing

@testable import ImageProcessingKit

/// Renders of HEVC in which groups are copied: they pass the gate as they are, and not where something in them is changed.
@Suite struct SplicedRenderTests {
  /// A film of three groups of eight pictures, and its render with something hidden in the middle one.
  struct Spliced {
    let original: [UInt8]
    let plan: FilmPlan
    let summary: FilmRenderSummary
    let render: RebuiltFilm

    init(_ film: TestFilm, hidden: Range<Int> = 8..<16) throws {
      original = try film.bytes()
      plan = try Self.plan(film, hidden)
      let bytes = FileBytes(original)
      let sink = MemorySink()
      summary = try FilmRenderer(
        MP4File(bytes), bytes, plan, FilmRenderOptions(quality: 18)
      ).render(into: sink)
      render = try RebuiltFilm(sink.bytes)
    }

    static func plan(_ film: TestFilm, _ hidden: Range<Int>) throws -> FilmPlan {
      let samples = try MP4File(FileBytes(film.bytes())).film.video.samples
      let times = (0..<samples.count).map(samples.presentationTime).sorted()
      let points = hidden.map { frame in
        let face = film.face(at: frame)
        let (width, height) = (Double(film.width), Double(film.height))
        return TrackPoint(
          time: times[frame],
          rect: NormalizedRect(
            x: Double(face.x) / width, y: Double(face.y) / height, width: Double(face.width) / width,
            height: Double(face.height) / height))
      }
      let track = PlannedTrack(id: "t1", points: points, score: 0.9, origin: .detected)
      return FilmPlan(tracks: [track], strength: .default)
    }

    /// Why the gate refuses the render once it is changed.
    func refusal(_ change: (inout RebuiltFilm) throws -> Void) rethrows -> FaceBlurError.Kind? {
      var render = render
      try change(&render)
      return refusal(of: render.bytes, plan)
    }

    func refusal(of render: [UInt8], _ plan: FilmPlan) -> FaceBlurError.Kind? {
      do throws(FaceBlurError) {
        try FilmGate(original: FileBytes(original), render: FileBytes(render))
          .check(plan, audio: .all, within: FrameTolerance(quality: 18))
        return nil
      } catch { return error.kind }
    }

    /// The parameter sets of the render with a change.
    func setting(_ change: (inout HEVCRecord) throws -> Void) rethrows -> FaceBlurError.Kind? {
      try refusal { render in
        guard let content = RebuiltFilm.content("hvcC", of: render.tracks[0].entry),
          var record = try? HEVCRecord(content)
        else { return }
        try change(&record)
        if let bytes = try? record.bytes {
          render.tracks[0].entry = RebuiltFilm.setting("hvcC", to: bytes, of: render.tracks[0].entry)
        }
      }
    }
  }

  static let films = [
    TestFilm { ($0.codec, $0.frames, $0.audioTracks) = (.hevc, 24, 1) },
    TestFilm { ($0.codec, $0.frames, $0.bFrames, $0.isDeep) = (.hevc, 24, 3, true) },
  ]

  private static let plain = Result { try Spliced(films[0]) }

  @Test(arguments: films) func passesAsItIs(film: TestFilm) throws {
    let spliced = try Spliced(film)
    #expect(spliced.summary.way == .spliced && spliced.summary.copiedCount == 16)
    #expect(spliced.refusal(of: spliced.render.bytes, spliced.plan) == nil)
    // What is copied is the same to the last bit, and all decodes without a word.
    let (before, after) = (
      try FilmFrames.hashes(of: spliced.original), try FilmFrames.hashes(of: spliced.render.bytes)
    )
    #expect(after.count == 24)
    for frame in 0..<24 { #expect((before[frame] == after[frame]) == !(8..<16).contains(frame), "\(frame)") }
    let scratch = try ScratchFolder()
    try scratch.write(spliced.render.bytes, "film")
    try FilmTools.run(
      "ffmpeg", ["-v", "warning", "-xerror", "-err_detect", "explode", "-i", "film", "-f", "null", "-"],
      in: scratch)
    // New pictures are coded by sets of their own.
    let numbers = spliced.render.tracks[0].samples.map { try? ExaminedPacket($0, .hevc).setNumbers }
    #expect(numbers == (0..<24).map { (8..<16).contains($0) ? [16] : [0] })
  }

  @Test func refusesACopiedPictureThatWasChanged() throws {
    let film = try Self.plain.get()
    for picture in [3, 20] {
      let kind = film.refusal { render in
        let last = render.tracks[0].samples[picture].count - 1
        render.tracks[0].samples[picture][last] ^= 0x40
      }
      #expect(kind == .leak(.changedOutside))
    }
    #expect(film.refusal { $0.tracks[0].samples.swapAt(2, 3) } == .leak(.changedOutside))
  }

  @Test func refusesParameterSetsThatWereSwapped() throws {
    let film = try Self.plain.get()
    #expect(film.setting { _ in } == nil)
    // The two of a kind under each other's number, one of them changed, one too few, one too many.
    let change = { (sets: [[UInt8]]) in [sets[0], sets[1].dropLast() + [sets[1][sets[1].count - 1] ^ 0x20]] }
    #expect(film.setting { $0 = $0.with(sequences: [$0.sequences[0]]) } != nil)
    #expect(film.setting { $0 = $0.with(pictures: [$0.pictures[1]]) } == .leak(.damaged))
    #expect(film.setting { $0 = $0.with(videos: $0.videos + [$0.videos[0]]) } == .leak(.damaged))
    #expect(film.setting { $0 = $0.with(pictures: change($0.pictures.reversed())) } == .leak(.damaged))
    #expect(film.setting { $0 = $0.with(sequences: change($0.sequences.reversed())) } == .leak(.damaged))
    #expect(film.setting { $0 = $0.with(videos: change($0.videos.reversed())) } == .leak(.damaged))
    // New pictures by the sequence of old ones.
    #expect(
      try film.setting { record in
        var reader = BitReader(EmulationPrevention.removed(from: record.pictures[1].dropFirst(2)))
        var writer = BitWriter()
        writer.append(unsigned: try reader.unsigned())
        writer.append(unsigned: try reader.unsigned() - 1)
        while reader.hasMore { writer.append(try reader.bits(1), bits: 1) }
        writer.finish()
        let set = EmulationPrevention.added(to: writer.bytes, behind: [34 << 1, 1])
        record = record.with(pictures: [record.pictures[0], set])
      } == .leak(.damaged))
  }

  @Test func refusesNewPicturesByTheSetsOfOldOnes() throws {
    let film = try Self.plain.get()
    let kind = try film.refusal { render in
      // The number of the set in the head of a slice: 0, in one bit in place of nine.
      for picture in 8..<16 {
        let unit = TestUnits.list(render.tracks[0].samples[picture])[0]
        var payload = EmulationPrevention.removed(from: unit.dropFirst(2))
        let behind: UInt8 = (16...23).contains(unit[0] >> 1) ? 5 : 6
        payload[1] =
          (payload[0] >> (behind + 1)) << (behind + 1) | 1 << behind | payload[1] & ((1 << behind) - 1)
        let slice = EmulationPrevention.added(to: payload.dropFirst(), behind: unit.prefix(2))
        render.tracks[0].samples[picture] = TestUnits.packet([slice])
        let numbers = try ExaminedPacket(render.tracks[0].samples[picture], .hevc).setNumbers
        #expect(numbers == [0])
      }
    }
    #expect(kind != nil)
  }

  @Test func refusesWhatIsNotHidden() throws {
    let film = try Self.plain.get()
    for hidden in [6..<16, 8..<17, 23..<24] {
      let plan = try Spliced.plan(Self.films[0], hidden)
      let kind = film.refusal(of: film.render.bytes, plan)
      #expect(kind == .leak(.region) || kind == .leak(.changedOutside))
    }
    // The original, put in place of the render, with and without its sets.
    let kind = try film.refusal { render in
      let own = try RebuiltFilm(film.original)
      render.tracks[0].samples = own.tracks[0].samples.map { packet in
        TestUnits.packet(TestUnits.list(packet).filter { $0[0] >> 1 < 32 })
      }
    }
    #expect(kind == .leak(.region))
  }

  @Test func refusesAGroupThatIsCopiedInPart() throws {
    let film = try Self.plain.get()
    let kind = try film.refusal { render in
      render.tracks[0].samples[12] = try RebuiltFilm(film.original).tracks[0].samples[12]
    }
    #expect(kind == .leak(.damaged))
  }

  @Test func refusesWhatIsBesideThePictures() throws {
    let film = try Self.plain.get()
    let words = [39 << 1, 1, 5, 17] + [UInt8](repeating: 7, count: 17) + [0x80]
    for picture in [2, 9] {
      #expect(
        film.refusal { $0.tracks[0].samples[picture] += TestUnits.packet([words]) }
          == .leak(.block("codeMessage")))
      #expect(
        film.refusal { $0.tracks[0].samples[picture] += TestUnits.packet([[34 << 1, 1, 0xCE, 0x80]]) }
          == .leak(.block("parameterSet")))
      for unit: [UInt8] in [[38 << 1, 1, 255, 0x80], [62 << 1, 1, 7], [2, 9, 0xD0, 1], [36 << 1, 1]] {
        #expect(
          film.refusal { $0.tracks[0].samples[picture] += TestUnits.packet([unit]) }
            == .leak(.block("furtherCode")))
      }
    }
    // Light of which the original says nothing.
    let light: [UInt8] = [39 << 1, 1, 144, 4, 1, 2, 3, 4, 0x80]
    #expect(
      film.refusal { $0.tracks[0].samples[8] = TestUnits.packet([light]) + $0.tracks[0].samples[8] } != nil)
    #expect(
      film.refusal { $0.tracks[0].samples[2] = TestUnits.packet([light]) + $0.tracks[0].samples[2] } != nil)
    #expect(film.setting { $0.light.take(light[...]) } == .leak(.shape))
  }

  // MARK: Open groups

  static let openFilms = [
    TestFilm { ($0.codec, $0.frames, $0.bFrames, $0.hasOpenGroups) = (.hevc, 24, 3, true) },
    TestFilm {
      ($0.codec, $0.frames, $0.bFrames, $0.hasOpenGroups, $0.isDeep) = (.hevc, 24, 2, true, true)
    },
  ]

  private static let open = Result { try Spliced(openFilms[0]) }

  /// Pictures that need what was replaced are replaced, too, and no others.
  @Test(arguments: openFilms) func passesWithOpenGroups(film: TestFilm) throws {
    let spliced = try Spliced(film, hidden: 10..<14)
    #expect(spliced.summary.way == .spliced && (8..<20).contains(spliced.summary.copiedCount))
    #expect(spliced.refusal(of: spliced.render.bytes, spliced.plan) == nil)
    let (before, after) = (
      try FilmFrames.hashes(of: spliced.original), try FilmFrames.hashes(of: spliced.render.bytes)
    )
    #expect(before.count == 24 && after.count == 24)
    #expect(zip(before, after).count { $0 == $1 } == spliced.summary.copiedCount)
    #expect((10..<14).allSatisfy { before[$0] != after[$0] })
    let scratch = try ScratchFolder()
    try scratch.write(spliced.render.bytes, "film")
    for threads in ["1", "3"] {
      let told = try FilmTools.run(
        "ffmpeg",
        ["-v", "warning", "-xerror", "-err_detect", "explode", "-threads", threads, "-i", "film"]
          + ["-f", "framemd5", "-"], in: scratch)
      #expect(String(decoding: told, as: UTF8.self).split(separator: "\n").count { $0.first != "#" } == 24)
    }
  }

  @Test func refusesWrongOpenGroups() throws {
    let film = try Self.open.get()
    #expect(film.refusal { _ in } == nil)
    let heads = film.render.tracks[0].samples.map { TestUnits.list($0).first { $0[0] >> 1 < 32 }?[0] ?? 0 }
    let severed = try #require(heads.firstIndex(of: 18 << 1))
    // As it was in the original, where what is before it is missing now.
    func first(_ packet: [UInt8], _ type: UInt8) -> [UInt8] {
      TestUnits.packet(TestUnits.list(packet).map { $0[0] == 18 << 1 ? [type << 1] + $0.dropFirst() : $0 })
    }
    for type: UInt8 in [21, 16, 17, 19, 1] {
      let kind = film.refusal { render in
        render.tracks[0].samples[severed] = first(render.tracks[0].samples[severed], type)
      }
      #expect(kind == .leak(.changedOutside) || kind == .leak(.damaged), "\(type)")
    }
    #expect(
      film.refusal { render in
        let last = render.tracks[0].samples[severed].count - 1
        render.tracks[0].samples[severed][last] ^= 0x40
      } == .leak(.changedOutside))
    #expect(film.refusal { $0.tracks[0].samples.swapAt(severed + 1, severed + 2) } == .leak(.changedOutside))
    // What leads to a group, copied beside groups that were replaced.
    let own = try RebuiltFilm(film.original).tracks[0].samples
    let leading = try #require(own.firstIndex { (6...9).contains($0[4] >> 1) })
    #expect(film.refusal { $0.tracks[0].samples[leading] = own[leading] } != nil)
    for hidden in [4..<5, 21..<22] {
      let kind = film.refusal(of: film.render.bytes, try Spliced.plan(Self.openFilms[0], hidden))
      #expect(kind == .leak(.region) || kind == .leak(.changedOutside))
    }
  }

  /// The order of pictures is counted up to 256, and begins anew then.
  @Test func longFilmsAreSpliced() throws {
    let scratch = try ScratchFolder()
    try FilmTools.run(
      "ffmpeg",
      [
        "-v", "error", "-f", "lavfi", "-i", "testsrc2=size=96x64:rate=25", "-frames:v", "560", "-c:v",
        "libx265",
      ]
        + ["-pix_fmt", "yuv420p", "-preset", "fast", "-tag:v", "hvc1", "-x265-params"]
        + ["log-level=none:pools=none:frame-threads=1:keyint=60:min-keyint=60:scenecut=0:bframes=4:ref=4"]
        + ["film.mp4"], in: scratch)
    let original = FileBytes(try scratch.read("film.mp4"))
    let file = try MP4File(original)
    let samples = file.film.video.samples
    let times = (0..<samples.count).map(samples.presentationTime).sorted()
    let tracks = [70..<80, 300..<310, 500..<501].enumerated().map { index, frames in
      PlannedTrack(
        id: "t\(index + 1)",
        points: frames.map {
          TrackPoint(time: times[$0], rect: NormalizedRect(x: 0.3, y: 0.3, width: 0.3, height: 0.4))
        }, score: 0.9, origin: .detected)
    }
    let plan = FilmPlan(tracks: tracks, strength: .default)
    let sink = MemorySink()
    let summary = try FilmRenderer(file, original, plan, FilmRenderOptions(quality: 18)).render(into: sink)
    #expect(summary.way == .spliced && summary.copiedCount > 300 && summary.codedCount < 260)
    try FilmGate(original: original, render: FileBytes(sink.bytes))
      .check(plan, audio: .all, within: FrameTolerance(quality: 18))
    let (before, after) = (
      try FilmFrames.hashes(of: scratch.read("film.mp4")), try FilmFrames.hashes(of: sink.bytes)
    )
    #expect(after.count == 560 && zip(before, after).count { $0 == $1 } == summary.copiedCount)
  }

  /// In what light a film is to be seen is said in its configuration and of each group, also of new ones.
  @Test func keepsTheLightOfAllGroups() throws {
    let scratch = try ScratchFolder()
    try scratch.write(try TestFilm { ($0.frames, $0.isDeep) = (24, true) }.bytes(), "plain.mp4")
    try FilmTools.run(
      "ffmpeg",
      ["-v", "error", "-i", "plain.mp4", "-c:v", "libx265", "-preset", "ultrafast", "-tag:v", "hvc1"]
        + ["-video_track_timescale", "30000", "-x265-params"]
        + [
          "log-level=none:pools=none:frame-threads=1:keyint=8:bframes=0:open-gop=0:scenecut=0:hdr10=1:max-cll=1000,400"
            + ":master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
          "film.mp4",
        ], in: scratch)
    let original = FileBytes(try scratch.read("film.mp4"))
    let sink = MemorySink()
    let plan = try Spliced.plan(Self.films[0], 8..<16)
    let summary = try FilmRenderer(MP4File(original), original, plan, FilmRenderOptions(quality: 18))
      .render(into: sink)
    #expect(summary.way == .spliced && summary.copiedCount == 16)
    try FilmGate(original: original, render: FileBytes(sink.bytes))
      .check(plan, audio: .all, within: FrameTolerance(quality: 18))
    try scratch.write(sink.bytes, "render.mp4")
    let told = try FilmTools.run(
      "ffprobe", ["-v", "error", "-show_frames", "-select_streams", "v", "render.mp4"], in: scratch)
    let lines = String(decoding: told, as: UTF8.self).split(separator: "\n")
    #expect(lines.count { $0 == "max_content=1000" } == 24)
    #expect(lines.count { $0.hasSuffix("Mastering display metadata") } == 24)
  }
}

extension HEVCRecord {
  /// The same with other sets.
  fileprivate func with(
    videos: [[UInt8]]? = nil, sequences: [[UInt8]]? = nil, pictures: [[UInt8]]? = nil
  ) -> HEVCRecord {
    var bytes: [UInt8] = [1] + profile + [0xF0, 0, 0xFC, 0xFD, 0xF8, 0xF8, 0, 0, 0x0F, 3]
    for (type, units) in [
      (32, videos ?? self.videos), (33, sequences ?? self.sequences), (34, pictures ?? self.pictures),
    ] {
      bytes += [0x80 | UInt8(type)] + BigEndian.bytes(units.count, 2)
      for unit in units { bytes += BigEndian.bytes(unit.count, 2) + unit }
    }
    return (try? HEVCRecord(bytes)) ?? self
  }
}

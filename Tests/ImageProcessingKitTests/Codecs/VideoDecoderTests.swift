import CCodec
import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Films by the process that decodes them, compared with FFmpeg's own program.
@Suite struct VideoDecoderTests {
  private static let plain = CodedFilm.Form(
    codec: .h264, options: ["-c:v", "libx264", "-preset", "fast", "-g", "15"])
  private static let hevc = CodedFilm.Form(
    codec: .hevc, options: ["-c:v", "libx265", "-preset", "fast", "-x265-params", "log-level=0:keyint=15"])
  private static let vp9 = CodedFilm.Form(
    codec: .vp9, options: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "15"])
  private static let av1 = CodedFilm.Form(
    codec: .av1, options: ["-c:v", "libsvtav1", "-preset", "12", "-g", "15"])
  private static let reordered = CodedFilm.Form(
    codec: .h264,
    options: [
      "-c:v", "libx264", "-preset", "slow", "-x264-params", "open-gop=1:keyint=12:bframes=5:b-pyramid=normal",
    ])
  static let codecs = [plain, hevc, vp9, av1]

  /// Open groups, pictures that refer to later ones, slices, fields, hidden frames, grain; 4:2:0 and what else is free to have.
  static let forms =
    codecs + [
      reordered,
      CodedFilm.Form(
        codec: .h264, options: ["-c:v", "libx264", "-preset", "veryfast", "-slices", "4"], depth: 10),
      CodedFilm.Form(
        codec: .h264, options: ["-c:v", "libx264", "-preset", "veryfast", "-x264-params", "interlaced=1"],
        width: 320, height: 192),
      CodedFilm.Form(
        codec: .h264, options: ["-c:v", "libx264", "-preset", "veryfast"], chroma: .halfWidth),
      CodedFilm.Form(
        codec: .hevc,
        options: [
          "-c:v", "libx265", "-preset", "fast", "-x265-params",
          "log-level=0:open-gop=1:keyint=12:bframes=4:hash=1",
        ], depth: 10),
      CodedFilm.Form(
        codec: .hevc, options: ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=0"],
        chroma: .full),
      CodedFilm.Form(
        codec: .vp9,
        options: [
          "-c:v", "libvpx-vp9", "-deadline", "good", "-cpu-used", "5", "-auto-alt-ref", "1",
          "-lag-in-frames", "16",
        ]),
      CodedFilm.Form(
        codec: .vp9, options: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"], depth: 10),
      CodedFilm.Form(codec: .av1, options: ["-c:v", "libsvtav1", "-preset", "12"], depth: 10),
      CodedFilm.Form(
        codec: .av1,
        options: [
          "-c:v", "libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-denoise-noise-level", "25",
        ]),
    ]

  /// Whether all frames that are not said to be damaged are what FFmpeg makes of the whole film.
  private func expectWhole(_ frames: [VideoFrame], of film: CodedFilm) throws {
    let places = Dictionary(
      uniqueKeysWithValues: film.packets.map(\.time).sorted().enumerated().map { ($1, $0) })
    for frame in frames where !frame.isDamaged {
      let place = try #require(places[frame.time])
      let isWhole = frame.bytes == film.frames[place]
      #expect(isWhole, "\(frame.time)")
    }
  }

  private func kind(_ body: () throws -> Void) throws -> FaceBlurError.Kind? {
    do {
      try body()
      return nil
    } catch let error as FaceBlurError {
      return error.kind
    }
  }

  /// One frame of every packet, in the order of presentation, bit for bit what FFmpeg makes of it.
  @Test(arguments: forms)
  func framesAreWhatFFmpegShows(form: CodedFilm.Form) throws {
    let film = try CodedFilm.of(form)
    for threads in [1, 3] {
      let decoder = try film.decoder(threads: threads)
      let frames = try CodedFilm.decode(film.packets, with: decoder)
      #expect(frames.map(\.bytes) == film.frames)
      #expect(frames.map(\.time) == film.packets.map(\.time).sorted())
      #expect(decoder.missing.isEmpty && !frames.contains(where: \.isDamaged))
      #expect(frames.first?.isKey == true && frames.contains { !$0.isKey })
      let pictures = try frames.map { frame in try frame.picture }
      #expect(pictures.map(\.bytes) == film.frames)
    }
  }

  /// Where H.264 does not say how far frames are reordered, none is dropped for coming late.
  @Test func silenceAboutTheOrderLosesNoFrame() throws {
    let film = try CodedFilm.of(Self.reordered)
    let configuration = try #require(film.silentConfiguration)
    #expect(configuration != film.configuration)
    let decoder = try VideoDecoder(.h264, configuration: configuration, shape: film.form.shape)
    let frames = try CodedFilm.decode(film.packets, with: decoder)
    #expect(frames.map(\.bytes) == film.frames)
  }

  /// Frames come as soon as they can, not all at the end.
  @Test(arguments: codecs)
  func framesComeEarly(form: CodedFilm.Form) throws {
    let film = try CodedFilm.of(form)
    let decoder = try film.decoder()
    var count = 0
    for packet in film.packets { count += try decoder.decode(packet.bytes, time: packet.time).count }
    #expect(count >= film.packets.count - 10)
    #expect(try decoder.finish().count == film.packets.count - count)
    #expect(try decoder.finish().isEmpty)
    #expect(throws: FaceBlurError.self) { try decoder.decode([0, 0, 0, 1, 9], time: 0) }
  }

  /// Times are nothing to a decoder: those that come twice, or go backwards, come back with their frames.
  @Test func timesAreGivenBack() throws {
    let film = try CodedFilm.of(Self.vp9)
    let decoder = try film.decoder()
    let packets = film.packets.indices.map { index in
      CodedFilm.Packet(bytes: film.packets[index].bytes, time: [Int.max, .min, 7][index % 3])
    }
    let frames = try CodedFilm.decode(packets, with: decoder)
    #expect(frames.map(\.time) == packets.map(\.time) && frames.map(\.bytes) == film.frames)
  }

  /// What is cut off of a packet is said of its frame, or the frame is missing; of VP9 no decoder tells. All that are
  /// not said to be damaged are whole.
  @Test(arguments: [plain, hevc, av1], [1, 3])
  func cutPacketsAreTold(form: CodedFilm.Form, threads: Int) throws {
    let film = try CodedFilm.of(form)
    var packets = film.packets
    let cut = packets[20]
    packets[20] = CodedFilm.Packet(bytes: Array(cut.bytes.prefix(cut.bytes.count * 2 / 3)), time: cut.time)
    let decoder = try film.decoder(threads: threads)
    let frames = try CodedFilm.decode(packets, with: decoder)
    #expect(decoder.missing.contains(cut.time) || frames.contains { $0.time == cut.time && $0.isDamaged })
    #expect(Set(frames.map(\.time)).union(decoder.missing) == Set(film.packets.map(\.time)))
    try expectWhole(frames, of: film)
    #expect(!frames.prefix(8).contains(where: \.isDamaged) && !frames.suffix(8).contains(where: \.isDamaged))
  }

  private static let sliced = [
    CodedFilm.Form(
      codec: .h264,
      options: ["-c:v", "libx264", "-preset", "veryfast", "-slices", "4", "-g", "15", "-bf", "0"]),
    CodedFilm.Form(
      codec: .hevc,
      options: ["-c:v", "libx265", "-preset", "fast", "-x265-params"]
        + ["log-level=0:keyint=15:ctu=16:slices=4:bframes=0:pools=2:frame-threads=1"]),
    CodedFilm.Form(
      codec: .hevc,
      options: ["-c:v", "libx265", "-preset", "fast", "-x265-params"]
        + ["log-level=0:keyint=15:ctu=16:slices=4:bframes=0:pools=2:frame-threads=1"], depth: 10),
  ]

  /// A picture of which a slice is missing is not passed for a whole one, whichever it is, and nor is what refers to it.
  @Test(arguments: sliced, [1, 3])
  func missingSlicesAreTold(form: CodedFilm.Form, threads: Int) throws {
    let film = try CodedFilm.of(form)
    // The first picture, one that others need, and one of the last group's.
    for (picture, missing) in [(0, 1), (15, 2), (20, 0), (20, 1), (20, 3), (34, 2)] {
      var packets = film.packets
      var units = TestUnits.list(packets[picture].bytes)
      let slices = units.indices.filter {
        form.codec == .h264 ? [1, 5].contains(units[$0][0] & 31) : units[$0][0] >> 1 < 32
      }
      try #require(slices.count == 4)
      units.remove(at: slices[missing])
      packets[picture] = CodedFilm.Packet(bytes: TestUnits.packet(units), time: packets[picture].time)
      let decoder = try film.decoder(threads: threads)
      let frames = try CodedFilm.decode(packets, with: decoder)
      let time = packets[picture].time
      #expect(
        decoder.missing.contains(time) || frames.contains { $0.time == time && $0.isDamaged },
        "slice \(missing) of picture \(picture)")
      try expectWhole(frames, of: film)
    }
  }

  /// Whatever the bytes are, a packet's frame comes or is missing, and a film that cannot be gone on with is one error.
  @Test(arguments: codecs)
  func noFrameIsLostWithoutAWord(form: CodedFilm.Form) throws {
    let film = try CodedFilm.of(form)
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SplitMix(seed: seed)
      var packets = film.packets
      for _ in 0..<seed {
        let index = Int.random(in: packets.indices, using: &random)
        var bytes = packets[index].bytes
        for _ in 0...(bytes.count / 200) {
          bytes[Int.random(in: bytes.indices, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
        packets[index] = CodedFilm.Packet(bytes: bytes, time: packets[index].time)
      }
      let decoder = try film.decoder(threads: Int(seed % 3) + 1)
      do {
        let frames = try CodedFilm.decode(packets, with: decoder)
        #expect((frames.map(\.time) + decoder.missing).sorted() == film.packets.map(\.time).sorted())
      } catch let error as FaceBlurError {
        #expect([.damagedPhoto, .unsupportedPhoto, .outOfMemory].contains(error.kind), "\(error)")
      }
    }
    // The next film is none the worse for it.
    let frames = try CodedFilm.decode(film.packets, with: film.decoder())
    #expect(frames.map(\.bytes) == film.frames)
  }

  /// A film that begins in the middle: what cannot be shown is missing or said to be damaged, and from the next key frame on all is whole.
  @Test(arguments: codecs)
  func filmsThatBeginInTheMiddleAreTold(form: CodedFilm.Form) throws {
    let film = try CodedFilm.of(form)
    let decoder = try film.decoder()
    let frames = try CodedFilm.decode(Array(film.packets.dropFirst(5)), with: decoder)
    #expect((frames.map(\.time) + decoder.missing).sorted() == film.packets.dropFirst(5).map(\.time).sorted())
    #expect(frames.contains(where: \.isDamaged) || !decoder.missing.isEmpty)
    try expectWhole(frames, of: film)
    let last = frames.suffix(8).map(\.isDamaged)
    #expect(last.allSatisfy { !$0 })
  }

  /// Every frame has the shape that the film states.
  @Test(arguments: codecs)
  func otherShapesAreRefused(form: CodedFilm.Form) throws {
    let film = try CodedFilm.of(form)
    let shape = form.shape
    for stated in [
      shape.sized(width: shape.width + 2, height: shape.height),
      shape.sized(width: shape.width, height: shape.height - 2), shape.sized(width: 16, height: 16),
      PlanarShape(width: shape.width, height: shape.height, chroma: .half, depth: 10),
      PlanarShape(width: shape.width, height: shape.height, chroma: .full, depth: 8),
    ] {
      var frames: [VideoFrame] = []
      let found = try kind {
        let decoder = try VideoDecoder(form.codec, configuration: film.configuration, shape: stated)
        frames = try CodedFilm.decode(film.packets, with: decoder)
      }
      #expect(found == .unsupportedPhoto || found == nil && frames.isEmpty, "\(stated)")
    }
  }

  /// A film whose frames become smaller in the middle is refused; those before have come.
  @Test(arguments: [
    CodedFilm.Form(
      codec: .h264, options: ["-c:v", "libx264", "-preset", "veryfast", "-x264-params", "repeat-headers=1"]),
    vp9, av1,
  ])
  func changesOfSizeAreRefused(form: CodedFilm.Form) throws {
    let film = try CodedFilm.of(form)
    var smaller = form
    (smaller.width, smaller.height) = (160, 96)
    let decoder = try film.decoder()
    var frames: [VideoFrame] = []
    let rest = try CodedFilm.of(smaller).packets
    let found = try kind {
      for packet in film.packets + rest { frames += try decoder.decode(packet.bytes, time: packet.time) }
      frames += try decoder.finish()
    }
    #expect(found == .unsupportedPhoto)
    #expect(frames.map(\.bytes) == Array(film.frames.prefix(frames.count)) && frames.count >= 30)
  }

  @Test(arguments: codecs)
  func strangeConfigurationsDoNoHarm(form: CodedFilm.Form) throws {
    let film = try CodedFilm.of(form)
    var random = SplitMix(seed: 9)
    for count in [1, 7, 40, 300, 70_000] {
      let configuration = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      do {
        let decoder = try VideoDecoder(form.codec, configuration: configuration, shape: form.shape)
        let frames = try CodedFilm.decode(film.packets, with: decoder)
        #expect(frames.count + decoder.missing.count == film.packets.count)
      } catch let error as FaceBlurError {
        #expect([.damagedPhoto, .unsupportedPhoto].contains(error.kind), "\(error)")
      }
    }
    let tooLong = [UInt8](repeating: 0, count: Int(FBC_MAX_CONFIGURATION) + 1)
    #expect(throws: FaceBlurError.self) {
      try VideoDecoder(form.codec, configuration: tooLong, shape: form.shape)
    }
  }

  @Test func packetsHaveLimits() throws {
    let film = try CodedFilm.of(Self.plain)
    for bytes in [[], [UInt8](repeating: 0, count: 2 * film.form.shape.sampleCount + (64 << 10) + 1)] {
      let decoder = try film.decoder()
      let found = try kind { _ = try decoder.decode(bytes, time: 0) }
      #expect(found == .damagedPhoto)
    }
  }

  // MARK: Helpers that misbehave

  private func helper(_ behaviour: String, in scratch: ScratchFolder) throws -> CodecHelper {
    let path = scratch.path("bad-codec-" + behaviour)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: BuiltCommand.program("BadCodec"))
    return try CodecHelper(FilePath(path), for: .film, isConfined: true)
  }

  /// Frames of packets that nobody has sent, twice the same, of another length, and what else a helper can say: nothing of it is believed.
  @Test(arguments: [
    "unasked", "twice", "negative", "bits", "tagged", "rest", "talk", "number", "status", "client", "large",
    "few", "shape", "garbage", "crash", "exit", "half", "damaged", "memory", "mismatch",
  ])
  func nothingThatAHelperSaysOfFramesIsBelieved(behaviour: String) throws {
    let scratch = try ScratchFolder()
    let helper = try helper(behaviour, in: scratch)
    let shape = Self.plain.shape
    var frames: [VideoFrame] = []
    let found = try kind {
      let decoder = try VideoDecoder(.h264, configuration: [1], shape: shape, by: helper)
      for time in 0..<4 { frames += try decoder.decode([1, 2, 3], time: time) }
      frames += try decoder.finish()
    }
    #expect(
      found
        == (behaviour == "memory"
          ? .outOfMemory : behaviour == "twice" || behaviour == "damaged" ? .damagedPhoto : .unsupportedPhoto)
    )
    #expect(frames.count <= 1)
  }

  /// One that is honest about it has no library.
  @Test func aMissingLibraryIsNamed() throws {
    let scratch = try ScratchFolder()
    let helper = try helper("bare", in: scratch)
    do {
      _ = try VideoDecoder(.av1, configuration: [], shape: Self.plain.shape, by: helper)
      Issue.record("a film is decoded without a library")
    } catch {
      #expect(error.kind == .libraryMissing && "\(error)".contains("libavcodec59"), "\(error)")
    }
  }

  /// A helper for photos decodes no film, and one for films no photo.
  @Test func helpersHaveOnePurpose() throws {
    let program = FilePath(BuiltCommand.program("faceblur-codec"))
    let form = Self.plain
    let film = try CodedFilm.of(form)
    let photos = try CodecHelper(program, for: .photos, isConfined: false)
    let found = try kind {
      _ = try VideoDecoder(form.codec, configuration: film.configuration, shape: form.shape, by: photos)
    }
    #expect(found == .libraryMissing)
    let films = try CodecHelper(program, for: .film, isConfined: false)
    var request = fbc_request()
    request.operation = .decodeAV1
    request.shape = fbc_shape(width: 16, height: 16, chroma: 1, luma_depth: 8, chroma_depth: 8)
    request.seconds = 10
    request.memory = fbc_memory(.decodeAV1, request.shape, 4)
    guard case .refused(.missing) = films.perform(request, [0x12, 0, 0, 0], count: 384) else {
      Issue.record("a helper for films decodes photos")
      return
    }
  }
}

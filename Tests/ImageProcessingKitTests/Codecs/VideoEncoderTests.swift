import CCodec
import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Films by the process that encodes them, shown by the one that decodes them and by FFmpeg's own program.
@Suite struct VideoEncoderTests {
  private static let colors = SampleColors(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)

  private static func settings(
    _ codec: VideoCodec, _ chroma: ChromaFormat = .half, depth: Int = 8, width: Int = 210, height: Int = 118,
    quality: Int = 20, setNumber: Int = 0, threads: Int = 2
  ) -> VideoEncoder.Settings {
    VideoEncoder.Settings(
      codec: codec, shape: PlanarShape(width: width, height: height, chroma: chroma, depth: depth),
      colors: colors, quality: quality, setNumber: setNumber, threads: threads)
  }

  private static let plain = settings(.h264)
  private static let both = [plain, settings(.hevc)]

  /// All forms of samples that there are, and sizes that are no whole number of blocks.
  static let forms =
    both + [
      settings(.h264, depth: 10, setNumber: 3), settings(.h264, .halfWidth, height: 117),
      settings(.h264, .full, width: 209, height: 117),
      settings(.h264, .full, depth: 10), settings(.h264, width: 18, height: 6),
      settings(.hevc, depth: 10), settings(.hevc, depth: 12), settings(.hevc, .halfWidth, height: 117),
      settings(.hevc, .full, width: 209, height: 117), settings(.hevc, .gray, width: 209, height: 117),
      settings(.hevc, .halfWidth, depth: 10), settings(.hevc, width: 18, height: 22),
      settings(.hevc, setNumber: 1), settings(.hevc, depth: 10, setNumber: 15),
    ]

  private func kind(_ body: () throws -> Void) throws -> FaceBlurError.Kind? {
    do {
      try body()
      return nil
    } catch let error as FaceBlurError {
      return error.kind
    }
  }

  /// What a self-test says of films.
  @Test func aTrialOfFilmsPasses() {
    #expect(throws: Never.self) { try FilmCodecTrial.run() }
  }

  /// Whoever decodes them sees what went in, picture by picture, and both decoders the same; groups begin where they are asked to.
  @Test(arguments: forms)
  func picturesComeBack(settings: VideoEncoder.Settings) throws {
    let pictures = EncodedFilm.pictures(settings.shape)
    let keys: Set = [0, 7, 8, 20]
    let film = try EncodedFilm(pictures, settings, keys: keys)
    #expect(film.pictures.indices.filter { film.pictures[$0].isKey } == keys.sorted())
    let frames = try film.decoded()
    #expect(frames.map(\.time) == Array(pictures.indices) && !frames.contains(where: \.isDamaged))
    #expect(frames.indices.filter { frames[$0].isKey } == keys.sorted())
    let likeness = EncodedFilm.likeness(frames.map(\.bytes), pictures, depth: settings.shape.depth)
    #expect(likeness > 35, "\(likeness) dB")
    #expect(try film.shownByFFmpeg() == frames.flatMap(\.bytes))
  }

  /// A group is whole without those before it.
  @Test(arguments: both)
  func groupsStandForThemselves(settings: VideoEncoder.Settings) throws {
    let film = try EncodedFilm(EncodedFilm.pictures(settings.shape), settings, keys: [9])
    let whole = try film.decoded().dropFirst(9).map(\.bytes)
    let decoder = try VideoDecoder(settings.codec, configuration: film.configuration, shape: settings.shape)
    var frames: [VideoFrame] = []
    for picture in film.pictures.dropFirst(9) { frames += try decoder.decode(picture.bytes, time: 0) }
    frames += try decoder.finish()
    #expect(frames.map(\.bytes) == whole && !frames.contains(where: \.isDamaged))
  }

  @Test(arguments: [both[0], both[1], forms[2], forms[4], forms[10]], [1, 2, 4])
  func theSamePicturesGiveTheSameBytes(settings: VideoEncoder.Settings, threads: Int) throws {
    var settings = settings
    settings.threads = threads
    let pictures = EncodedFilm.pictures(settings.shape, count: 40)
    let film = try EncodedFilm(pictures, settings, keys: [11])
    for _ in 0..<3 {
      let other = try EncodedFilm(pictures, settings, keys: [11])
      #expect(other.pictures == film.pictures && other.parameterSets == film.parameterSets)
    }
  }

  /// Where nobody asks for it, a group begins 250 pictures after the last.
  @Test(arguments: both)
  func groupsAreNotEndless(settings: VideoEncoder.Settings) throws {
    var settings = settings
    settings.shape = settings.shape.sized(width: 64, height: 48)
    let film = try EncodedFilm(EncodedFilm.pictures(settings.shape, count: 520), settings, keys: [3])
    #expect(film.pictures.count == 520)
    #expect(film.pictures.indices.filter { film.pictures[$0].isKey } == [0, 3, 253, 503])
  }

  /// Pictures that change all at once begin no group by that, and a picture that is asked for twice in a row does.
  @Test(arguments: both)
  func onlyWhoAsksGetsAGroup(settings: VideoEncoder.Settings) throws {
    let pictures = EncodedFilm.pictures(settings.shape)
    let cuts = pictures.indices.map { index in
      index / 6 % 2 == 0 ? pictures[index] : pictures[index].map { 255 - $0 }
    }
    for keys in [[0], [0, 1, 2, 3, 22, 23], Array(pictures.indices)] {
      let film = try EncodedFilm(cuts, settings, keys: Set(keys))
      #expect(film.pictures.indices.filter { film.pictures[$0].isKey } == keys)
    }
  }

  // MARK: What it says of itself

  /// Packets hold slices alone, and parameter sets are not repeated.
  @Test(arguments: forms)
  func packetsHoldNothingButPictures(settings: VideoEncoder.Settings) throws {
    let film = try EncodedFilm(EncodedFilm.pictures(settings.shape), settings, keys: [9])
    let types = Set(
      film.units.compactMap { $0.first.map { Int(settings.codec == .h264 ? $0 & 31 : $0 >> 1) } })
    #expect(types.isSubset(of: settings.codec == .h264 ? [1, 5] : [0, 1, 19, 20]), "\(types)")
    #expect(film.units.count == film.pictures.count)
    let sets = film.parameterSets.compactMap {
      $0.first.map { Int(settings.codec == .h264 ? $0 & 31 : $0 >> 1) }
    }
    #expect(sets == (settings.codec == .h264 ? [7, 8] : [32, 33, 34]))
    let text = String(decoding: film.stream + film.configuration, as: UTF8.self)
    #expect(!["x264", "x265", "Lavc", "crf"].contains(where: text.contains))
  }

  /// By FFmpeg's reader: no number but the one that was asked for, no buffer that decoders would have to mind, and the colours.
  @Test(arguments: [0, 1, 5, 30, 31])
  func h264SaysItsNumberAndColors(number: Int) throws {
    let settings = Self.settings(.h264, setNumber: number)
    let film = try EncodedFilm(EncodedFilm.pictures(settings.shape), settings, keys: [9])
    let syntax = try film.syntax()
    #expect(syntax["seq_parameter_set_id"] == [number] && syntax["pic_parameter_set_id"] == [number])
    for flag in [
      "nal_hrd_parameters_present_flag", "vcl_hrd_parameters_present_flag", "pic_struct_present_flag",
    ] {
      #expect(syntax[flag] == [0], "\(flag)")
    }
    #expect(syntax["frame_mbs_only_flag"] == [1] && syntax["max_num_reorder_frames"] == [0])
    #expect(syntax["fixed_frame_rate_flag"] == [0])
    expectColors(syntax)
  }

  /// Likewise; a set that breaks the rules would be read by no strict reader.
  @Test(arguments: forms.filter { $0.codec == .hevc })
  func hevcSaysItsColors(settings: VideoEncoder.Settings) throws {
    let syntax = try EncodedFilm(EncodedFilm.pictures(settings.shape, count: 4), settings).syntax()
    let number = settings.setNumber
    let picture = number == 0 ? 0 : 15 + number
    #expect(syntax["vps_video_parameter_set_id"] == [number])
    #expect(syntax["sps_video_parameter_set_id"] == [number])
    #expect(syntax["sps_seq_parameter_set_id"] == [number] && syntax["pps_seq_parameter_set_id"] == [number])
    #expect(syntax["pps_pic_parameter_set_id"] == [picture])
    #expect(syntax["slice_pic_parameter_set_id"] == [picture])
    #expect(syntax["vui_hrd_parameters_present_flag"] == [0])
    #expect(syntax["sps_max_num_reorder_pics[0]"] == [0])
    expectColors(syntax)
  }

  /// Pictures under another number are the same but for that, and whoever decodes them sees the same.
  @Test(arguments: 1...15)
  func anotherNumberChangesNothingElse(number: Int) throws {
    var settings = Self.settings(.hevc, width: 64, height: 48)
    let pictures = EncodedFilm.pictures(settings.shape, count: 4)
    let plain = try EncodedFilm(pictures, settings, keys: [2])
    settings.setNumber = number
    let film = try EncodedFilm(pictures, settings, keys: [2])
    #expect(try film.decoded().map(\.bytes) == plain.decoded().map(\.bytes))
    #expect(try film.shownByFFmpeg() == plain.shownByFFmpeg())
    for (one, other) in zip(film.units, plain.units) {
      let (long, short) = (EmulationPrevention.removed(from: one), EmulationPrevention.removed(from: other))
      #expect(long.count == short.count + 1 && long.suffix(short.count - 3) == short.suffix(short.count - 3))
    }
    #expect(VideoEncoder.renumbered(slices: film.pictures[0].bytes, to: number) == nil)
    #expect(film.parameterSets.allSatisfy { VideoEncoder.renumbered(set: $0, to: number) == nil })
  }

  private func expectColors(_ syntax: [String: Set<Int>]) {
    #expect(syntax["colour_primaries"] == [9] && syntax["transfer_characteristics"] == [16])
    #expect(syntax["matrix_coefficients"] == [9] || syntax["matrix_coeffs"] == [9])
    #expect(syntax["video_full_range_flag"] == [1])
  }

  /// The configuration says of pictures what whoever reads films asks it.
  @Test(arguments: forms)
  func configurationsSayTheForm(settings: VideoEncoder.Settings) throws {
    let encoder = try VideoEncoder(settings)
    let shape = settings.shape
    let form =
      settings.codec == .h264
      ? try AVCRecord.form(encoder.configuration) : try HEVCRecord.form(encoder.configuration)
    #expect(form.size == CodedForm.Size(width: shape.width, height: shape.height))
    #expect(form.chroma == shape.chroma && form.depth == shape.depth)
    if settings.codec == .h264 { #expect(form.colors == settings.colors) }
    for set in encoder.parameterSets {
      #expect(encoder.configuration.firstRange(of: BigEndian.bytes(set.count, 2) + set) != nil)
    }
  }

  /// Numbers that are reserved say nothing; where nothing is known, nothing is said.
  @Test(arguments: both)
  func reservedColorsAreLeftOut(settings: VideoEncoder.Settings) throws {
    for (colors, described) in [
      (SampleColors(), false), (SampleColors(primaries: 0, transfer: 3, matrix: 77), false),
      (SampleColors(primaries: 1, transfer: 19, matrix: 3), true),
    ] {
      var settings = settings
      settings.colors = colors
      let syntax = try EncodedFilm(EncodedFilm.pictures(settings.shape, count: 2), settings).syntax()
      #expect(syntax["pic_parameter_set_id"] == [0] || syntax["slice_pic_parameter_set_id"] == [0])
      #expect(syntax["colour_primaries"] == (described ? [1] : nil) || syntax["colour_primaries"] == [2])
      #expect(
        (syntax["transfer_characteristics"] ?? [2]) == [2] && (syntax["video_full_range_flag"] ?? [0]) == [0])
    }
  }

  // MARK: Quality

  /// The coarser the fewer bytes, and the finest is of a profile that all decoders know.
  @Test(arguments: both)
  func coarserIsSmaller(settings: VideoEncoder.Settings) throws {
    let pictures = EncodedFilm.pictures(settings.shape)
    var (sizes, likenesses): ([Int], [Double]) = ([], [])
    for quality in [0, 10, 20, 30, 40, 51] {
      var settings = settings
      settings.quality = quality
      let film = try EncodedFilm(pictures, settings)
      if settings.codec == .h264 { #expect(film.parameterSets[0][1] == 100) }
      sizes.append(film.pictures.reduce(0) { $0 + $1.bytes.count })
      likenesses.append(EncodedFilm.likeness(try film.decoded().map(\.bytes), pictures, depth: 8))
    }
    #expect(sizes == sizes.sorted(by: >) && Set(sizes).count == sizes.count, "\(sizes)")
    #expect(likenesses == likenesses.sorted(by: >), "\(likenesses)")
    #expect(likenesses[0] > 48)
  }

  // MARK: What is refused

  /// What its code cannot say, or its encoder does not take, is an error before any picture.
  @Test(arguments: [
    settings(.vp9), settings(.av1), settings(.h264, depth: 12), settings(.h264, width: 209),
    settings(.h264, .gray),
    settings(.hevc, height: 117), settings(.h264, .halfWidth, width: 209), settings(.hevc, width: 14),
    settings(.hevc, depth: 9),
  ])
  func whatCannotBeCodedIsRefused(settings: VideoEncoder.Settings) throws {
    #expect(try kind { _ = try VideoEncoder(settings) } == .unsupportedPhoto)
  }

  @Test func whoHasAnOddFilmIsToldWhatHelps() {
    for settings in [Self.settings(.hevc, width: 209), Self.settings(.h264, height: 117)] {
      let error = #expect(throws: FaceBlurError.self) { try VideoEncoder(settings) }
      #expect(error.map { "\($0)".contains("even width and height") } == true)
    }
  }

  @Test func colorsThatTheCodeCannotSayAreRefused() throws {
    for (codec, colors) in [
      (VideoCodec.hevc, SampleColors(primaries: 22)),
      (.h264, SampleColors(primaries: 1, transfer: 1, matrix: 0)),
    ] {
      var settings = Self.settings(codec)
      settings.colors = colors
      #expect(try kind { _ = try VideoEncoder(settings) } == .unsupportedPhoto)
    }
    var full = Self.settings(.h264, .full)
    full.colors = SampleColors(primaries: 1, transfer: 13, matrix: 0)
    #expect(try AVCRecord.form(VideoEncoder(full).configuration).colors == full.colors)
  }

  @Test func numbersThatAreNotAreRefused() throws {
    for settings in [
      Self.settings(.h264, quality: 52), Self.settings(.h264, quality: -1),
      Self.settings(.h264, setNumber: 32),
      Self.settings(.h264, setNumber: -1), Self.settings(.hevc, setNumber: 16),
    ] {
      #expect(throws: FaceBlurError.self) { try VideoEncoder(settings) }
    }
  }

  /// A picture of another length, or with samples that have more bits than they may, is none; and there is none behind the end.
  @Test func otherPicturesAreRefused() throws {
    let settings = Self.settings(.h264, depth: 10)
    let picture = EncodedFilm.pictures(settings.shape, count: 1)[0]
    for wrong in [[], Array(picture.dropLast()), picture + [0], picture.map { $0 | 0xfc }] {
      let encoder = try VideoEncoder(settings)
      #expect(throws: FaceBlurError.self) { try encoder.encode(wrong, beginsGroup: false) { _ in } }
    }
    let encoder = try VideoEncoder(settings)
    try encoder.finish { _ in Issue.record("there is code of no picture") }
    try encoder.finish { _ in }
    #expect(throws: FaceBlurError.self) { try encoder.encode(picture, beginsGroup: false) { _ in } }
  }

  /// What the caller throws comes out as it is.
  @Test func whatTheCallerThrowsComesOut() throws {
    let encoder = try VideoEncoder(Self.plain)
    let found = try kind {
      for picture in EncodedFilm.pictures(Self.plain.shape) {
        try encoder.encode(picture, beginsGroup: false) { (_) throws(FaceBlurError) in
          throw .outOfMemory(.encodingFilm)
        }
      }
      try encoder.finish { (_) throws(FaceBlurError) in throw .outOfMemory(.encodingFilm) }
    }
    #expect(found == .outOfMemory)
  }

  // MARK: Helpers that misbehave

  private func helper(_ behaviour: String, in scratch: ScratchFolder) throws -> CodecHelper {
    let path = scratch.path("bad-codec-" + behaviour)
    try FileManager.default.createSymbolicLink(
      atPath: path, withDestinationPath: BuiltCommand.program("BadCodec"))
    return try CodecHelper(FilePath(path), for: .film, isConfined: true)
  }

  private static let tiny = settings(.h264, width: 32, height: 32)

  /// An honest one would be believed.
  @Test func whatMakesSenseIsBelieved() throws {
    let scratch = try ScratchFolder()
    let settings = Self.tiny
    let film = try EncodedFilm(
      EncodedFilm.pictures(settings.shape, count: 4), settings, keys: [2], by: helper("honest", in: scratch))
    #expect(film.pictures.map(\.isKey) == [true, false, true, false])
    #expect(film.pictures[0].bytes == [0, 0, 0, 3, 0x65, 0x88, 0x80])
  }

  /// Code of pictures that nobody has sent, or of none, beside the picture, of another group, in another order: nothing of it is believed.
  @Test(arguments: [
    "unasked", "twice", "negative", "late", "bits", "tagged", "rest", "talk", "word", "torn", "other", "open",
    "mixed", "kept", "nameless", "lone", "number", "status", "client", "large", "few", "none", "shape",
    "garbage",
    "crash", "exit", "half", "damaged", "memory", "mismatch", "zeros", "noise",
  ])
  func nothingThatAHelperSaysOfCodeIsBelieved(behaviour: String) throws {
    let scratch = try ScratchFolder()
    let settings = Self.tiny
    let helper = try helper(behaviour, in: scratch)
    let found = try kind {
      _ = try EncodedFilm(EncodedFilm.pictures(settings.shape, count: 4), settings, keys: [2], by: helper)
    }
    #expect(found == (behaviour == "memory" ? .outOfMemory : .unsupportedPhoto))
  }

  @Test func aMissingLibraryIsNamed() throws {
    let scratch = try ScratchFolder()
    let helper = try helper("bare", in: scratch)
    do {
      _ = try VideoEncoder(Self.plain, by: helper)
      Issue.record("a film is encoded without a library")
    } catch {
      #expect(error.kind == .libraryMissing && "\(error)".contains("libavcodec59"), "\(error)")
    }
  }

  // MARK: Requests that make no sense

  private func request(_ operation: fbc_operation, packet: Int64 = 0, width: UInt32 = 32) -> fbc_request {
    let shape = fbc_shape(width: width, height: 32, chroma: 1, luma_depth: 8, chroma_depth: 8)
    return fbc_request(
      operation: operation, options: operation == .openEncoder ? 1 << UInt32(FBC_THREADS_SHIFT) : 0,
      shape: shape,
      seconds: 10, quantizer: operation == .openEncoder ? 20 : 0, memory: fbc_memory(operation, shape, 0),
      packet: packet)
  }

  private func status(_ answer: CodecHelper.Answer) -> fbc_status {
    switch answer {
    case .done: .ok
    case .refused(let status): status
    case .lost: .ended
    }
  }

  /// A process has one film, which is decoded or encoded, begins once, and has pictures of one shape, one after the other.
  @Test func requestsOutOfTurnAreRefused() throws {
    let program = FilePath(BuiltCommand.program("faceblur-codec"))
    let helper = try CodecHelper(program, for: .film, isConfined: false)
    let picture = [UInt8](repeating: 7, count: 32 * 32 * 3 / 2)
    #expect(status(helper.perform(request(.sendFrame), picture, count: 0)) == .invalidRequest)
    #expect(status(helper.perform(request(.receiveCode), [], count: 4096)) == .invalidRequest)
    var poor = request(.openEncoder)
    poor.memory = 1
    #expect(status(helper.perform(poor, [], count: 4096)) == .outOfMemory)
    #expect(status(helper.perform(request(.openEncoder), [1], count: 4096)) == .invalidRequest)
    #expect(status(helper.perform(request(.openEncoder), [], count: 4096)) == .ok)
    #expect(status(helper.perform(request(.openEncoder), [], count: 4096)) == .invalidRequest)
    var decoding = request(.openVideo)
    decoding.options = 1 << UInt32(FBC_THREADS_SHIFT)
    #expect(status(helper.perform(decoding, [], count: 0)) == .invalidRequest)
    #expect(status(helper.perform(request(.sendFrame, packet: 5), picture, count: 0)) == .invalidRequest)
    #expect(
      status(helper.perform(request(.sendFrame, packet: 6, width: 64), picture, count: 0)) == .invalidRequest)
    #expect(status(helper.perform(request(.receiveCode), [], count: 4096)) == .ok)
    #expect(status(helper.perform(request(.sendFrame), [], count: 0)) == .ok)
    #expect(status(helper.perform(request(.sendFrame, packet: 9), picture, count: 0)) == .invalidRequest)
  }

  /// A helper for photos encodes no film.
  @Test func helpersForPhotosEncodeNoFilm() throws {
    let program = FilePath(BuiltCommand.program("faceblur-codec"))
    let photos = try CodecHelper(program, for: .photos, isConfined: false)
    #expect(try kind { _ = try VideoEncoder(Self.plain, by: photos) } == .libraryMissing)
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is read of films that FFmpeg wrote is what FFmpeg reads of them.
@Suite struct MP4FileTests {
  static let films: [TestFilm] =
    TestFilm.Codec.allCases.flatMap { codec in
      [
        TestFilm { $0.codec = codec },
        TestFilm {
          ($0.codec, $0.isDeep, $0.hasVariableRate, $0.isMOV) = (codec, true, true, codec == .hevc)
        },
        TestFilm {
          ($0.codec, $0.bFrames, $0.hasOpenGroups, $0.isIndexInFront, $0.audioTracks) = (
            codec, 2, true, true, 2
          )
        },
      ]
    } + [
      TestFilm { ($0.width, $0.height, $0.frames, $0.rate, $0.bFrames) = (640, 360, 45, 30, 3) },
      // Rows of blocks that are cut off.
      TestFilm { ($0.width, $0.height, $0.codec) = (328, 244, .hevc) },
      TestFilm { ($0.width, $0.height, $0.saysColors) = (328, 244, true) },
      TestFilm { ($0.bFrames, $0.hasNegativeShifts) = (2, true) },
      TestFilm { ($0.bFrames, $0.hidden, $0.isMOV) = (2, 0.5, true) },
      TestFilm { ($0.orientation, $0.hasVariableRate, $0.audioTracks) = (.right, true, 1) },
    ]

  @Test(arguments: films)
  func readsWhereAndWhenEachPictureIs(_ wanted: TestFilm) throws {
    let bytes = try wanted.bytes()
    let mp4 = try MP4File(FileBytes(bytes))
    let samples = mp4.film.video.samples
    let packets = try FilmProbe(bytes).pictures
    try #require(samples.count == packets.count && samples.count == wanted.frames)
    // FFmpeg begins earlier where the first picture would be shown before it is decoded.
    let start = packets[0].dts
    for (index, packet) in packets.enumerated() {
      let sample = samples[index]
      #expect(sample.offset == Int(packet.pos) && sample.size == Int(packet.size), "picture \(index)")
      #expect(sample.decodeTime == packet.dts - start, "picture \(index)")
      #expect(sample.presentationTime == packet.pts, "picture \(index)")
      #expect(sample.isSync == packet.flags.contains("K"), "picture \(index)")
      let next =
        index + 1 < packets.count ? samples[index + 1].decodeTime : sample.decodeTime + sample.duration
      #expect(sample.decodeTime + sample.duration == next && sample.duration > 0, "picture \(index)")
      #expect(
        try mp4.packet(index) == Array(bytes[sample.offset..<(sample.offset + sample.size)]),
        "picture \(index)")
    }
    #expect(samples.isSync(0))
    #expect((0..<samples.count).contains { !samples.isSync($0) })
    let isReordered = wanted.bFrames > 0 && [.h264, .hevc].contains(wanted.codec)
    if isReordered {
      #expect(
        (1..<samples.count).contains { samples.presentationTime($0) < samples.presentationTime($0 - 1) })
    }
  }

  @Test(arguments: films)
  func readsHowPicturesAreCoded(_ wanted: TestFilm) throws {
    let bytes = try wanted.bytes()
    let video = try MP4File(FileBytes(bytes)).film.video
    let stream = try #require(try FilmProbe(bytes).streams.first { $0.codecType == "video" })
    #expect(video.codec.rawValue == stream.codecName && video.codec.rawValue == wanted.codec.rawValue)
    #expect(video.shape.width == stream.width && video.shape.height == stream.height)
    #expect(video.shape.width == wanted.width && video.shape.height == wanted.height)
    #expect(video.shape.chroma == .half && video.shape.depth == (wanted.isDeep ? 10 : 8))
    #expect(stream.pixFmt?.hasPrefix("yuv") == true && stream.pixFmt?.hasSuffix("10le") == wanted.isDeep)
    #expect(video.pixelAspect == .square)
    #expect(!video.configuration.isEmpty)
    #expect(
      video.colors
        == (wanted.saysColors
          ? SampleColors(primaries: 1, transfer: 1, matrix: 1, isFullRange: true)
          : SampleColors(primaries: 6, transfer: 6, matrix: 6, isFullRange: false)))
  }

  /// They stand in the code behind the configuration, and in that of the first picture.
  @Test func colorsOfAV1AreThoseOfItsCode() throws {
    let said = SampleColors(primaries: 1, transfer: 1, matrix: 1, isFullRange: true)
    var bytes = try TestFilm { ($0.codec, $0.saysColors) = (.av1, true) }.bytes()
    let colr = try #require(bytes.firstRange(of: Array("colrnclx".utf8)))
    bytes.replaceSubrange(colr.lowerBound..<colr.lowerBound + 4, with: Array("free".utf8))
    var video = try MP4File(FileBytes(bytes)).film.video
    #expect(video.colors == said && video.codedColors == nil)
    // A sequence header with its size, which becomes what decoders pass over.
    let code = try #require(bytes.firstRange(of: Array("av1C".utf8))?.upperBound) + 4
    try #require(bytes[code] == 0x0A)
    bytes[code] = 0x7A
    video = try MP4File(FileBytes(bytes)).film.video
    #expect(video.colors == said && video.codedColors == nil)
  }

  @Test(arguments: Orientation.allCases)
  func turnsPicturesAsFFmpegDoes(_ orientation: Orientation) throws {
    let bytes = try TestFilm { $0.orientation = orientation }.bytes()
    let video = try MP4File(FileBytes(bytes)).film.video
    #expect(video.orientation == orientation)
    let stored = try #require(
      PixelBuffer(
        width: video.shape.width, height: video.shape.height,
        bytes: FilmProbe.firstPicture(of: bytes, isTurned: false)))
    let shown = try FilmProbe.firstPicture(of: bytes, isTurned: true)
    // Colours between samples are reckoned before one turns and after the other.
    func difference(_ turned: [UInt8]) -> Int {
      zip(turned, shown).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / shown.count
    }
    #expect(video.orientation.upright(stored).bytes.count == shown.count)
    #expect(difference(video.orientation.upright(stored).bytes) <= 3)
    for other in Orientation.allCases where other != orientation {
      #expect(difference(other.upright(stored).bytes) > 6)
    }
  }

  @Test func keepsPicturesThatTheEditListHides() throws {
    let video = try MP4File(FileBytes(TestFilm { $0.hidden = 0.5 }.bytes())).film.video
    #expect(video.samples.count == 20)
    let shown = (0..<video.samples.count).filter { index in
      let sample = video.samples[index]
      return video.edits.shows(
        sample.presentationTime..<(sample.presentationTime + sample.duration), timescale: video.timescale)
    }
    #expect(shown == Array(5..<20))
    let film = try MP4File(FileBytes(TestFilm { $0.hidden = 0.5 }.bytes())).film
    #expect(abs(film.duration - 1.5) < 0.01)
  }

  @Test func saysHowLongItIs() throws {
    for film in [TestFilm(), TestFilm { ($0.bFrames, $0.codec) = (2, .hevc) }] {
      #expect(abs(try MP4File(FileBytes(film.bytes())).film.duration - 2) < 0.01)
    }
  }

  @Test func namesTheOtherTracks() throws {
    let film = try MP4File(FileBytes(TestFilm { $0.audioTracks = 2 }.bytes())).film
    #expect(film.others.map(\.kind) == ["soun", "soun"])
    #expect(film.others.allSatisfy { $0.codec == "mp4a" && !$0.showsPictures && $0.duration > 1 })
    #expect(!film.hasPicturesBeside)
  }

  @Test func refusesWhatNobodyWouldLookAt() throws {
    for (film, reason) in [
      (TestFilm { $0.videoTracks = 2 }, "2 tracks of pictures"),
      (TestFilm { $0.isFragmented = true }, "fragmented"),
    ] {
      let error = #expect(throws: FaceBlurError.self) { try MP4File(FileBytes(film.bytes())) }
      #expect(error?.kind == .unsupportedPhoto && error?.reason.contains(reason) == true)
    }
  }

  @Test func readsAFilmOnDiskPieceByPiece() throws {
    let scratch = try ScratchFolder()
    let bytes = try TestFilm().bytes()
    let path = try scratch.write(bytes, "film.mp4")
    let mp4 = try MP4File(FilmFile(FilePath(path)))
    let sample = mp4.film.video.samples[7]
    #expect(try mp4.packet(7) == Array(bytes[sample.offset..<(sample.offset + sample.size)]))
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: UInt64(sample.offset + 1))
    let error = #expect(throws: FaceBlurError.self) { try mp4.packet(7) }
    #expect(error?.reason.contains("become shorter") == true)
  }

  @Test func saysThatAFilmIsCutShort() throws {
    for film in [TestFilm(), TestFilm { ($0.isIndexInFront, $0.bFrames) = (true, 2) }] {
      let bytes = try film.bytes()
      for count in stride(from: 0, to: bytes.count, by: 997) {
        let error = #expect(throws: FaceBlurError.self) { try MP4File(FileBytes(Array(bytes[..<count]))) }
        #expect(error?.kind == .truncatedPhoto, "\(count) of \(bytes.count): \(error?.reason ?? "")")
      }
    }
  }

  /// Whatever is changed, pictures that are read lie in the file and are shown at times of their own.
  @Test func survivesChangedBytes() throws {
    let bytes = try TestFilm { ($0.bFrames, $0.audioTracks) = (2, 1) }.bytes()
    let start = try #require(bytes.firstRange(of: Array("moov".utf8))?.lowerBound) - 4
    var random = SplitMix(seed: 21)
    var opened = 0
    for _ in 0..<3000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: start..<changed.count, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let mp4 = try? MP4File(FileBytes(changed)) else { continue }
      opened += 1
      let samples = mp4.film.video.samples
      for index in 0..<samples.count { #expect(try mp4.packet(index).count == samples[index].size) }
      #expect(Set((0..<samples.count).map(samples.presentationTime)).count == samples.count)
    }
    #expect(opened > 100 && opened < 2900)
  }

  @Test func tellsFilmsFromOtherFiles() throws {
    for film in Self.films { #expect(MP4File.isFilm(FileBytes(try film.bytes()))) }
    #expect(MP4File.isFilm(FileBytes(try TestFilm { $0.isFragmented = true }.bytes())))
    // As QuickTime wrote them before there were brands.
    let film = HandMadeFilm().bytes
    #expect(MP4File.isFilm(FileBytes(Array(film.dropFirst(HandMadeFilm().brand.count)))))
    let picture = TestHEVC.Picture.noise(width: 64, height: 64, seed: 7)
    let others = try [
      [], [0, 0, 0, 8], TestPhotos.astronaut(), TestHEIF.photo(picture, TestHEIF.Kind(.hevc)).bytes,
      TestHEIF.photo(TestAV1.Picture.noise(width: 64, height: 64), TestHEIF.Kind(.av1)).bytes,
      Array("moov".utf8),
      BoxWriter.box("ftyp", Array("M4A \0\0\0\0M4A mp42isom".utf8)) + BoxWriter.box("moov", []),
      BoxWriter.box("free", []) + BoxWriter.box("mdat", []),
    ]
    for other in others { #expect(!MP4File.isFilm(FileBytes(other))) }
  }

  @Test func makesTheSameFilmEveryTime() throws {
    let film = TestFilm { ($0.codec, $0.frames) = (.hevc, 5) }
    #expect(try film.bytes() == film.bytes())
    #expect(
      film.face(at: 0).x < film.face(at: 4).x && film.face(at: 4).x + film.face(at: 4).width <= film.width)
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// Single frames of a film are those that come where all of it is decoded.
@Suite struct FrameSeekerTests {
  private static let films: [TestFilm] = [
    TestFilm(), TestFilm { $0.bFrames = 2 }, TestFilm { ($0.bFrames, $0.hasOpenGroups) = (2, true) },
    TestFilm { ($0.codec, $0.bFrames, $0.hasOpenGroups) = (.hevc, 2, true) }, TestFilm { $0.codec = .vp9 },
    TestFilm { ($0.hasVariableRate, $0.hidden) = (true, 0.5) },
  ]

  @Test(arguments: films)
  func findsEachFrameAlone(_ film: TestFilm) throws {
    let file = try MP4File(FileBytes(try film.bytes()))
    let seeker = FrameSeeker(file)
    let all = try DecodedFrames(file.film.video) { (index) throws(FaceBlurError) in try file.packet(index) }
    var frame = 0
    while let expected = try all.next() {
      #expect(seeker.time(of: frame) == expected.time)
      #expect(seeker.frame(at: Double(expected.time) + 0.5) == frame)
      // The first ones, those around the second beginning, and the last.
      if frame < 2 || (6...10).contains(frame) || frame == film.frames - 1 {
        let found = try seeker.frame(frame)
        #expect(found.bytes == expected.bytes, "frame \(frame)")
      }
      frame += 1
    }
    #expect(frame == film.frames && seeker.count == film.frames)
  }

  @Test func readsNoMoreThanTheGroupThatTheFrameIsIn() throws {
    let film = CountedFilm(try TestFilm { $0.frames = 40 }.bytes())
    let file = try MP4File(film)
    let seeker = FrameSeeker(file)
    film.forget()
    _ = try seeker.frame(17)
    // From picture 16 on, and what the decoder holds back.
    #expect(film.ranges.allSatisfy { $0.lowerBound >= file.film.video.samples[16].offset })
    film.forget()
    var frames: [Int] = []
    try seeker.decode([8, 10, 15], isWanted: { true }) { (frame, _) throws(FaceBlurError) in
      frames.append(frame)
    }
    #expect(frames == [8, 10, 15])
    #expect(Set(film.ranges).count == film.ranges.count, "a picture was read twice")
  }

  /// A container that calls every picture one to begin with.
  @Test func decodesFromTheBeginningWhatDoesNotBeginWhereTheFilmSays() throws {
    var bytes = try TestFilm { $0.groupLength = 20 }.bytes()
    let table = try #require(bytes.firstRange(of: Array("stss".utf8)))
    bytes.replaceSubrange(table, with: Array("free".utf8))
    let file = try MP4File(FileBytes(bytes))
    let seeker = FrameSeeker(file)
    #expect(seeker.beginning(of: 11) == 11)
    let honest = FrameSeeker(try MP4File(FileBytes(try TestFilm { $0.groupLength = 20 }.bytes())))
    #expect(try seeker.frame(11).bytes == honest.frame(11).bytes)
  }

  @Test func stopsWhereNobodyWantsItAnyMore() throws {
    let seeker = FrameSeeker(try MP4File(FileBytes(try TestFilm().bytes())))
    let error = #expect(throws: FaceBlurError.self) {
      try seeker.decode([3], isWanted: { false }) { (_, _) throws(FaceBlurError) in }
    }
    #expect(error?.kind == .cancelled)
  }
}

extension FrameSeeker {
  /// One frame, decoded alone.
  fileprivate func frame(_ number: Int) throws -> VideoFrame {
    var found: [VideoFrame] = []
    try decode([number], isWanted: { true }) { (frame, decoded) throws(FaceBlurError) in
      if frame == number { found.append(decoded) }
    }
    return try #require(found.count == 1 ? found[0] : nil)
  }
}

/// A film in memory that tells what was read of it.
private final class CountedFilm: FilmBytes {
  private let bytes: FileBytes
  private let read = Monitor<[Range<Int>]>([])

  init(_ bytes: [UInt8]) { self.bytes = FileBytes(bytes) }

  var size: Int { bytes.count }
  var ranges: [Range<Int>] { read.update { $0 } }

  func forget() { read.update { $0 = [] } }

  func bytes(_ range: Range<Int>) throws(FaceBlurError) -> [UInt8] {
    read.update { $0.append(range) }
    return try bytes.bytes(range)
  }
}

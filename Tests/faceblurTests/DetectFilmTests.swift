import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `faceblur detect` of films: whoever is seen in a frame is in a track that covers the frame.
@Suite struct DetectFilmTests {
  /// What is told of a film.
  private struct Report: Decodable {
    struct Track: Decodable {
      struct Box: Decodable {
        let time: Double
        let x: Double
        let y: Double
        let width: Double
        let height: Double
      }
      let id: String
      let start: Double
      let end: Double
      let frames: Int
      let seen: Int
      let doubtful: Bool
      let boxes: [Box]

      /// On the straight line between two boxes that are told; nil where it is not hidden.
      func box(at time: Double) -> NormalizedRect? {
        guard let next = boxes.firstIndex(where: { $0.time >= time - 0.0011 }), time >= start - 0.0011 else {
          return nil
        }
        let (one, other) = (boxes[max(next - 1, 0)], boxes[next])
        let part = other.time > one.time ? min(max((time - one.time) / (other.time - one.time), 0), 1) : 1
        func between(_ side: (Box) -> Double) -> Double { side(one) + (side(other) - side(one)) * part }
        return NormalizedRect(
          x: between(\.x), y: between(\.y), width: between(\.width), height: between(\.height))
      }
    }
    let file: String
    let width: Int
    let height: Int
    let duration: Double
    let frames: Int
    let codec: String
    let tracks: [Track]
    let notes: [String]
    let warnings: [String]
  }

  private static func report(_ film: [UInt8], _ name: String = "film.mp4") throws -> Report {
    let scratch = try ScratchFolder()
    try scratch.write(film, name)
    let before = try scratch.state()
    let outcome = try scratch.faceblur("detect", "--json", name, "--effort", "normal")
    #expect(try scratch.state() == before, "something was written")
    return try JSONDecoder().decode(Report.self, from: Data(outcome.output.utf8))
  }

  /// How much of a face would be hidden at a time, 0…1: regions reach a little beyond boxes.
  private static func cover(of face: NormalizedRect, at time: Double, in report: Report) -> Double {
    let parts = report.tracks.compactMap { track -> Double? in
      guard let box = track.box(at: time)?.scaled(by: 1.3) else { return nil }
      let width = min(box.maxX, face.maxX) - max(box.x, face.x)
      let height = min(box.maxY, face.maxY) - max(box.y, face.y)
      return max(width, 0) * max(height, 0) / face.area
    }
    return parts.max() ?? 0
  }

  static let films: [TestFilm] =
    TestFilm.Codec.allCases.map { codec in TestFilm { $0.codec = codec } } + [
      TestFilm { $0.bFrames = 3 }, TestFilm { ($0.codec, $0.bFrames, $0.hasOpenGroups) = (.hevc, 2, true) },
      TestFilm { $0.hasVariableRate = true }, TestFilm { ($0.isMOV, $0.audioTracks) = (true, 2) },
      TestFilm { ($0.codec, $0.isDeep) = (.hevc, true) }, TestFilm { $0.isIndexInFront = true },
      // What heeds the light shows a white page, what does not a face.
      TestFilm { $0.bright = .both }, TestFilm { $0.bright = .container },
      TestFilm { ($0.bright, $0.isMatroska) = (.both, true) },
    ]

  @Test(arguments: films)
  func followsAFaceThroughEveryFrame(_ film: TestFilm) throws {
    let report = try Self.report(film.bytes(), "film.\(film.fileExtension)")
    #expect((report.width, report.height, report.frames) == (film.width, film.height, film.frames))
    #expect(report.codec == film.codec.rawValue && report.warnings.isEmpty)
    #expect(report.tracks.count == 1 && report.tracks.allSatisfy { !$0.doubtful })
    // Of a variable rate the times are not even; there the ends must do.
    let times =
      film.hasVariableRate
      ? [0] : (0..<film.frames).map { Double($0) / Double(film.rate) }
    for (frame, time) in times.enumerated() {
      let face = film.face(at: frame)
      let rect = NormalizedRect(
        x: Double(face.x), y: Double(face.y), width: Double(face.width), height: Double(face.height))
      #expect(Self.cover(of: rect, at: time, in: report) >= 0.9, "frame \(frame)")
    }
    #expect(report.tracks.first?.frames == film.frames)
  }

  /// Tracks are told in the picture that people see.
  @Test(arguments: [Orientation.left, .down, .right, .upMirrored, .leftMirrored])
  func tellsOfTurnedFilmsUpright(_ orientation: Orientation) throws {
    let film = TestFilm { $0.orientation = orientation }
    let report = try Self.report(film.bytes())
    let isTurned = [.left, .right, .leftMirrored].contains(orientation)
    #expect((report.width, report.height) == (isTurned ? (240, 320) : (320, 240)))
    let track = try #require(report.tracks.first)
    let (first, last) = try (#require(track.boxes.first), #require(track.boxes.last))
    // Stored, it goes from the left to the right.
    switch orientation {
    case .upMirrored, .down: #expect(last.x < first.x - 50)
    default: #expect(abs(last.y - first.y) > 50)
    }
  }

  /// Players show each field alone, whether the code says that there are any or the container.
  @Test(arguments: [false, true])
  func findsAFaceInOneField(isSaidByContainer: Bool) throws {
    let film = TestFilm {
      ($0.isInterlaced, $0.hidesFields, $0.seenIn) = (true, isSaidByContainer, 19..<20)
    }
    var (bytes, name) = (try film.bytes(), "film.mp4")
    if isSaidByContainer {
      var matroska = try TestMatroska(bytes)
      matroska.inVideo = TestMatroska.element(0x9A, number: 1)
      (bytes, name) = (matroska.bytes, "film.mkv")
    }
    let report = try Self.report(bytes, name)
    let face = film.face(at: 19)
    let rect = NormalizedRect(
      x: Double(face.x), y: Double(face.y), width: Double(face.width), height: Double(face.height))
    #expect(report.tracks.count == 1 && Self.cover(of: rect, at: 0.9, in: report) >= 0.9)
  }

  /// Whoever draws the levels apart sees everybody.
  @Test func findsAFaceInAFilmOfFewLevels() throws {
    let film = TestFilm { ($0.levels, $0.width, $0.height) = (12, 640, 480) }
    let report = try Self.report(film.bytes())
    for frame in 0..<film.frames {
      let face = film.face(at: frame)
      let rect = NormalizedRect(
        x: Double(face.x), y: Double(face.y), width: Double(face.width), height: Double(face.height))
      #expect(Self.cover(of: rect, at: Double(frame) / Double(film.rate), in: report) >= 0.8, "\(frame)")
    }
  }

  /// What an edit list cuts out is in the file, and so it is looked at.
  @Test func looksAtWhatIsCutOut() throws {
    // The group of pictures that it begins within starts with the eighth.
    let report = try Self.report(TestFilm { $0.hidden = 1 }.bytes())
    let track = try #require(report.tracks.first)
    #expect(report.frames == 12 && track.frames == 12)
    #expect(abs(report.duration - 1) < 0.01 && abs(track.start + 0.2) < 0.01)
    #expect(report.notes.contains { $0.hasPrefix("2 pictures of it are cut out") }, "\(report.notes)")
  }

  @Test func tellsPeopleWhenAFaceIsThere() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm().bytes(), "film.mp4")
    let outcome = try scratch.faceblur("detect", "film.mp4")
    #expect(outcome.output.contains("film.mp4: 1 face in 20 of 20 frames, 0:02.0"), "\(outcome.output)")
    #expect(outcome.output.contains("t1  0:00.0 to 0:01.9"), "\(outcome.output)")
  }

  /// Films that cannot be looked at whole are refused, each with its reason.
  @Test func refusesWhatItCannotReadWhole() throws {
    let scratch = try ScratchFolder()
    let film = try TestFilm().bytes()
    var broken = film
    let middle = try #require(film.firstRange(of: Array("mdat".utf8))?.upperBound) + 2000
    for place in middle..<(middle + 1200) { broken[place] = UInt8(truncatingIfNeeded: place &* 31) }
    try scratch.write(broken, "broken.mp4")
    try scratch.write(TestFilm { $0.isFragmented = true }.bytes(), "fragmented.mp4")
    try scratch.write(TestFilm { $0.videoTracks = 2 }.bytes(), "two.mp4")
    try scratch.write(Array(film.prefix(film.count / 2)), "cut.mp4")
    try scratch.expectFailure(65, naming: "fragmented", "detect", "fragmented.mp4")
    try scratch.expectFailure(65, naming: "two.mp4", "detect", "two.mp4")
    try scratch.expectFailure(65, naming: "cut.mp4", "detect", "cut.mp4")
    // Whatever a decoder makes of broken code, nobody is told that all is well.
    let outcome = try scratch.attempt("detect", "broken.mp4")
    #expect(
      outcome.exitCode == 65 || outcome.errors.contains("cannot be decoded without faults"), "\(outcome)")
  }

  /// Filters change the tones of photos.
  @Test func filtersRefuseAFilm() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestFilm().bytes(), "film.mp4")
    let before = try scratch.state()
    try scratch.expectFailure(65, naming: "film.mp4", "filter", "film.mp4", "--sepia", "0.2")
    #expect(try scratch.state() == before)
  }
}

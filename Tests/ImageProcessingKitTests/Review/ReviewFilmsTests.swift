import TestSupport
import Testing

@testable import ImageProcessingKit

/// Pictures of films: what they show, how little is decoded for them, and how much is kept.
@Suite struct ReviewFilmsTests {
  private static let film = TestFilm { ($0.width, $0.height) = (192, 192) }

  private let scratch: ScratchFolder
  private let subject: ReviewFilms.Subject

  init() throws {
    scratch = try ScratchFolder()
    let path = FilePath(try scratch.write(Self.film.bytes(), "film.mp4"))
    // Of 30,000 ticks a second, ten pictures a second: frames 0 to 7, and 2 to 19.
    func track(_ id: String, _ first: Int, _ last: Int) -> PlannedTrack {
      let rect = NormalizedRect(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
      return PlannedTrack(
        id: id, points: [first, last].map { TrackPoint(time: 3000 * $0, rect: rect) }, score: 0.9,
        origin: .detected)
    }
    subject = ReviewFilms.Subject(
      key: 0, path: path, plan: FilmPlan(tracks: [track("t1", 0, 7), track("t2", 2, 19)], strength: .default))
  }

  private func pixels(_ jpeg: [UInt8]) throws -> PixelBuffer { try TestPhotos.pixels(of: jpeg) }

  private func difference(_ a: PixelBuffer, _ b: PixelBuffer, in part: PixelRect) -> Double {
    var sum = 0
    for y in part.y..<part.maxY {
      for x in part.x..<part.maxX { sum += abs(Int(a[x, y].green) - Int(b[x, y].green)) }
    }
    return Double(sum) / Double(part.width * part.height)
  }

  @Test func aFrameShowsWhatTheRenderWillShow() throws {
    let films = ReviewFilms()
    let original = try pixels(films.picture(subject, .frame(3, longSide: 192, isOriginal: true)))
    let shown = try pixels(films.picture(subject, .frame(3, longSide: 192, isOriginal: false)))
    #expect(original.width == 192 && original.height == 192)
    #expect(difference(original, shown, in: PixelRect(x: 56, y: 56, width: 32, height: 32)) > 8)
    #expect(difference(original, shown, in: PixelRect(x: 120, y: 120, width: 60, height: 60)) < 1)
    // Neither is there behind its time.
    let later = ReviewFilms.Subject(
      key: 0, path: subject.path, plan: FilmPlan(tracks: [subject.plan.tracks[0]], strength: .default))
    let (first, second) = (
      try films.picture(later, .frame(8, longSide: 192, isOriginal: true)),
      try films.picture(later, .frame(8, longSide: 192, isOriginal: false))
    )
    #expect(first == second)
  }

  @Test func tellsWhenTracksAreThere() throws {
    let films = ReviewFilms()
    let times = try films.times(subject)
    #expect(times.tracks["t1"]?.frames == 0...7 && times.tracks["t2"]?.frames == 2...19)
    let moments = try #require(times.tracks["t2"]?.moments)
    #expect(moments.map(\.frame) == moments.map(\.frame).sorted() && (5...8).contains(moments.count))
    #expect(moments.allSatisfy { abs($0.time - Double($0.frame) / 10) < 1e-9 })
    #expect(abs(times.duration - 2) < 0.01)
    let moment = try films.moment(subject, .time(0.72))
    #expect(moment.frame == 7 && moment.end == 0.8)
    #expect(try films.moment(subject, .frame(19)).end == nil)
    #expect(try films.moment(subject, .time(1e9)).frame == 19)
  }

  @Test func aPassOverAGroupMakesAllThatIsNeededOfIt() throws {
    let films = ReviewFilms()
    let seeker = FrameSeeker(try MP4File(FileBytes(Self.film.bytes())))
    let tile = try films.picture(subject, .moment("t1", 0))
    #expect(try (57...112).contains(pixels(tile).width))
    let kept = films.keptBytes
    #expect(kept > 2 * tile.count)
    for track in subject.plan.tracks {
      for (number, frame) in track.moments(seeker, nil).enumerated() where frame < 8 {
        _ = try films.picture(subject, .moment(track.id, number))
      }
    }
    #expect(films.keptBytes == kept)
  }

  @Test func keepsNoMoreThanItMay() throws {
    let films = ReviewFilms(limits: ReviewFilms.Limits(frames: 150_000, cuts: 6000))
    for frame in [0, 9, 19, 4] {
      _ = try films.picture(subject, .frame(frame, longSide: 64, isOriginal: true))
      #expect(films.keptBytes <= 156_000)
    }
    for number in 0..<6 {
      #expect(try !films.picture(subject, .moment("t2", number)).isEmpty)
      #expect(films.keptBytes <= 156_000)
    }
    #expect(try pixels(films.picture(subject, .face("t1"))).width > 100)
  }

  @Test func makesNothingOnceItIsClosed() throws {
    let films = ReviewFilms()
    films.close()
    let error = #expect(throws: FaceBlurError.self) { try films.picture(subject, .moment("t1", 0)) }
    #expect(error?.kind == .cancelled)
  }

  /// Where frames that are hidden by an edit list come first, and where it stands on its side.
  @Test func knowsFilmsThatAreCutAndTurned() throws {
    let film = TestFilm { ($0.hidden, $0.orientation) = (0.5, .right) }
    let path = FilePath(try scratch.write(film.bytes(), "turned.mp4"))
    let subject = ReviewFilms.Subject(key: 1, path: path, plan: FilmPlan(tracks: [], strength: .default))
    let films = ReviewFilms()
    let picture = try pixels(films.picture(subject, .frame(0, longSide: 320, isOriginal: true)))
    #expect(picture.width == 240 && picture.height == 320)
    #expect(try films.moment(subject, .frame(0)).time < 0)
    let shown = try films.moment(subject, .time(0))
    #expect(shown.frame == 5 && abs(shown.time) < 1e-6)
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// Which pictures are shown at some times.
@Suite struct ShownPicturesTests {
  /// The pictures at some times, counted from 0 in the order in which they are shown.
  private static func pictures(_ seconds: ClosedRange<Double>, of film: TestFilm) throws -> ClosedRange<Int>?
  {
    let track = try MP4File(FileBytes(film.bytes())).film.video
    let times = (0..<track.samples.count).map(track.samples.presentationTime).sorted()
    guard let shown = track.pictures(shownIn: seconds) else { return nil }
    return try #require(times.firstIndex(of: shown.lowerBound))...#require(
      times.firstIndex(of: shown.upperBound))
  }

  @Test(arguments: [TestFilm(), TestFilm { ($0.bFrames, $0.hasNegativeShifts) = (2, true) }])
  func aPictureIsShownUntilTheNext(_ film: TestFilm) throws {
    #expect(try Self.pictures(0.55...0.55, of: film) == 5...5)
    #expect(try Self.pictures(0.51...0.95, of: film) == 5...9)
    #expect(try Self.pictures(0...0.05, of: film) == 0...0)
    #expect(try Self.pictures(1.902...2.05, of: film) == 19...19)
    #expect(try Self.pictures(0...2, of: film) == 0...19)
  }

  /// Two of twelve are cut out at the beginning; nobody can say when they are shown.
  @Test func whatIsCutOutBeforeTheFirstGoesWithIt() throws {
    let film = TestFilm { $0.hidden = 1 }
    #expect(try Self.pictures(0...0.05, of: film) == 0...2)
    #expect(try Self.pictures(0.15...0.25, of: film) == 3...4)
    #expect(try Self.pictures(0.95...1, of: film) == 11...11)
  }
}

import Testing

@testable import ImageProcessingKit

/// When pictures are shown.
@Suite struct FilmClockTests {
  private static func clock(_ edits: [(media: Int?, duration: Int)]) throws -> FilmClock {
    let list = try EditList(
      edits.map { EditList.Edit(mediaStart: $0.media, duration: $0.duration) }, timescale: 1000)
    return FilmClock(list, timescale: 30, start: 60)
  }

  @Test func withoutAnEditListTheFirstPictureBeginsIt() throws {
    let clock = try Self.clock([])
    #expect(clock.seconds(at: 60) == 0)
    #expect(clock.seconds(at: 105) == 1.5)
  }

  @Test func aPauseComesFirst() throws {
    let clock = try Self.clock([(nil, 500), (60, 2000)])
    #expect(clock.seconds(at: 60) == 0.5)
    #expect(clock.seconds(at: 90) == 1.5)
  }

  @Test func partsAreShownOneAfterTheOther() throws {
    let clock = try Self.clock([(90, 1000), (300, 2000)])
    #expect(clock.seconds(at: 90) == 0)
    #expect(clock.seconds(at: 105) == 0.5)
    #expect(clock.seconds(at: 300) == 1)
    #expect(clock.seconds(at: 330) == 2)
    // What is cut out: as if the first part were longer.
    #expect(clock.seconds(at: 60) == -1)
    #expect(clock.seconds(at: 150) == 2)
  }
}

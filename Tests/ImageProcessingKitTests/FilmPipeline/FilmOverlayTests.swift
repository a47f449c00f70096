import Testing

@testable import ImageProcessingKit

@Suite struct FilmOverlayTests {
  private static let gray = PixelBuffer(width: 320, height: 240, red: 90, green: 90, blue: 90)
  private static let rect = NormalizedRect(x: 0.25, y: 0.25, width: 0.25, height: 0.25)

  private func track(_ id: String, isDoubtful: Bool) -> FaceTrack {
    let boxes = (0..<6).map { frame -> TrackBox in
      let origin: TrackBox.Origin = frame < 2 ? .extended : frame == 4 ? .bridged : .seen(score: 0.95)
      return TrackBox(frame: frame, time: 10 * frame, rect: Self.rect, origin: origin)
    }
    return FaceTrack(
      id: id, kind: .default, boxes: boxes, bestScore: 0.95, typicalScore: 0.9, seenCount: 3,
      isDoubtful: isDoubtful)
  }

  private func drawn(_ plan: FilmPlan, _ found: [FaceTrack], at time: Int) throws -> PixelBuffer {
    try FilmOverlay(
      plan, found: found,
      of: FrameHider(PlanarShape(width: 320, height: 240, chroma: .half, depth: 8), .up).geometry
    )
    .drawn(on: Self.gray, at: time)
  }

  /// Pixels of one colour.
  private func count(_ color: (UInt8, UInt8, UInt8), in picture: PixelBuffer) -> Int {
    (0..<240).reduce(0) { sum, y in sum + (0..<320).count { picture[$0, y] == color } }
  }

  /// A film's track is in doubt for other reasons than its best score.
  @Test func asksWhereATrackIsDoubtful() throws {
    let (sure, doubtful) = (track("t1", isDoubtful: false), track("t1", isDoubtful: true))
    for (track, color) in [(sure, (255, 214, 10)), (doubtful, (255, 105, 45))]
      as [(FaceTrack, (UInt8, UInt8, UInt8))]
    {
      let picture = try drawn(FilmPlan([track], .default), [track], at: 30)
      #expect(count(color, in: picture) > 200)
    }
  }

  /// Where the face was not seen its box is reckoned, and its line thinner.
  @Test func drawsWhatWasReckonedThinner() throws {
    let track = track("t1", isDoubtful: false)
    let plan = FilmPlan([track], .default)
    let seen = count((255, 214, 10), in: try drawn(plan, [track], at: 30))
    for time in [0, 10, 40] {
      let reckoned = count((255, 214, 10), in: try drawn(plan, [track], at: time))
      #expect(reckoned > 100 && reckoned * 3 < seen * 2, "\(time)")
    }
    #expect(try drawn(plan, [track], at: 60) == Self.gray)
  }

  /// Tracks bear the names that the record has, and what an earlier look found is drawn, too.
  @Test func drawsWhatIsHiddenUnderItsNameInThePlan() throws {
    let found = track("t1", isDoubtful: true)
    var plan = FilmPlan([found], .default)
    plan.tracks[0].id = "t7"
    let renamed = try drawn(plan, [found], at: 30)
    #expect(renamed != (try drawn(FilmPlan([found], .default), [found], at: 30)))
    #expect(count((255, 105, 45), in: renamed) > 200)
    let kept = try drawn(plan, [], at: 30)
    #expect(count((255, 214, 10), in: kept) > 100 && count((255, 105, 45), in: kept) == 0)
  }
}

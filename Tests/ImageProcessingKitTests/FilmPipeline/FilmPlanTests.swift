import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is hidden of a film, frame by frame.
@Suite struct FilmPlanTests {
  /// A face on a way of circles, becoming larger and smaller, in and out of the picture.
  private static func track(_ id: String = "t1", frames: Range<Int> = 0..<400, seed: Int = 1) -> FaceTrack {
    var random = SplitMix(seed: UInt64(seed))
    let boxes = frames.map { frame in
      let (turn, size) = (Double(frame) / 40, 0.1 + 0.04 * Double(frame % 37) / 37)
      let jump = frame % 90 > 60 ? Double(random.next() % 100) / 1000 : 0
      return TrackBox(
        frame: frame, time: 100 * frame + frame % 3,
        rect: NormalizedRect(
          x: 0.5 + 0.6 * (turn - turn.rounded()) + jump, y: 0.3 - 0.2 * (turn - turn.rounded()), width: size,
          height: 1.3 * size),
        origin: frame % 50 < 40 ? .seen(score: 0.9) : .bridged)
    }
    return FaceTrack(
      id: id, kind: .default, boxes: boxes, bestScore: 0.9, typicalScore: 0.8, seenCount: boxes.count,
      isDoubtful: false)
  }

  @Test(arguments: 1...20)
  func hidesInEveryFrameAllThatWasFoundInIt(_ seed: Int) {
    let track = Self.track(seed: seed)
    let plan = FilmPlan([track], .default)
    #expect(plan.tracks[0].points.count < track.boxes.count)
    for box in track.boxes {
      let hidden = plan.tracks[0].rect(at: box.time)
      #expect(hidden.map { $0.contains(box.rect) } == true, "frame \(box.frame)")
    }
  }

  @Test func hidesNothingBeforeAndAfterATrack() {
    let plan = FilmPlan([Self.track(frames: 10..<20)], .default)
    let times = plan.tracks[0].points.map(\.time)
    #expect((times.first, times.last) == (1001, 1901))
    for time in [1000, 1902, .min, .max] { #expect(plan.frame(at: time).regions.isEmpty) }
    #expect(plan.frame(at: 1001).regions.map(\.id) == ["t1"])
  }

  @Test func hidesWhatIsAppliedAlone() {
    var plan = FilmPlan([Self.track("t1"), Self.track("t2", seed: 2)], .default)
    plan.tracks[0].state = .excluded
    #expect(plan.frame(at: 1001).regions.map(\.id) == ["t2"])
    #expect(plan.applied.map(\.id) == ["t2"])
  }

  /// A face that has left the picture is in no frame's plan, whose regions are to lie in it.
  @Test func plansOfFramesAreThoseOfPhotos() {
    let plan = FilmPlan([Self.track()], .default)
    for time in stride(from: 0, to: 40_000, by: 50) {
      #expect(RegionPlan.flaw(in: plan.frame(at: time).regions) == nil)
    }
  }

  @Test func refusesTracksThatNoFilmHas() {
    func flaw(_ change: (inout PlannedTrack) -> Void) -> String? {
      var tracks = FilmPlan([Self.track()], .default).tracks
      change(&tracks[0])
      return FilmPlan.flaw(in: tracks)
    }
    #expect(flaw { _ in } == nil)
    #expect(flaw { $0.points = [] } != nil)
    #expect(flaw { $0.points.append($0.points[0]) } != nil)
    #expect(flaw { $0.id = "" } != nil)
    #expect(flaw { $0.score = .nan } != nil)
    for wrong in [.nan, .infinity, -1, 0, 1e9] as [Double] {
      let rect = NormalizedRect(x: 0, y: 0, width: wrong, height: 1)
      #expect(flaw { $0.points[0] = TrackPoint(time: 0, rect: rect) } != nil, "\(wrong)")
    }
    let track = FilmPlan([Self.track()], .default).tracks[0]
    #expect(FilmPlan.flaw(in: [track, track]) != nil)
    var long = track
    long.points = (0...FilmPlan.maxPoints).map { TrackPoint(time: $0, rect: track.points[0].rect) }
    #expect(FilmPlan.flaw(in: [long]) != nil)
  }
}

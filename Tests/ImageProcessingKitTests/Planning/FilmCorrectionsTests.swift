import Testing

@testable import ImageProcessingKit

/// What a person changes about the plan of a film.
@Suite struct FilmCorrectionsTests {
  private typealias Film = EditedFilm

  private let frame = PictureFrame(width: 200, height: 100)
  /// One that moves, and one that is only seen in one frame.
  private let plan = Film.plan(Film.track("t1", 0...50, to: 0.5), Film.track("t2", 20...20, x: 0.6))

  private func box(_ text: String) throws -> TimedBox { try #require(TimedBox(text)) }

  private func corrected(
    _ plan: FilmPlan, _ change: (inout FilmCorrections) throws -> Void
  ) throws -> FilmPlan {
    var corrections = FilmCorrections()
    try change(&corrections)
    // A film of a hundred ticks, ten of them a second.
    return try plan.corrected(by: corrections, in: frame) { times in
      times.map { Int($0.seconds.lowerBound * 10)...Int($0.seconds.upperBound * 10) } ?? 0...100
    }
  }

  @Test func leavesAPlanAloneWhereNothingIsAskedFor() throws {
    #expect(try corrected(plan) { _ in } == plan)
    let other = Film.plan(Film.track("t2"), Film.track("t1"))
    #expect(try corrected(other) { _ in } == other)
  }

  @Test func hidesADrawnBoxAtItsTimesAlone() throws {
    let drawn = try corrected(plan) {
      $0.added = [try box("20,10,40,20@2.00-3.00"), try box("50%,50%,10%,10%"), try box("1,1,9,9@1.00-1.00")]
    }
    #expect(drawn.tracks.map(\.id) == ["m1", "m2", "m3", "t1", "t2"])
    #expect(drawn.tracks[0].span == 19...30 && drawn.tracks[1].span == 0...100)
    #expect(drawn.tracks[2].span == 9...10)
    for time in [18, 31] { #expect(drawn.tracks[0].rect(at: time) == nil) }
    for time in [19, 30] {
      #expect(drawn.tracks[0].rect(at: time) == NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2))
    }
    // In between it is the same but for the last digit.
    let between = try #require(drawn.tracks[0].rect(at: 25))
    #expect(between.overlap(NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2)) > 0.999)
    #expect(drawn.tracks.prefix(3).allSatisfy { $0.origin == .manual && $0.score == nil })
    #expect(Array(drawn.tracks.suffix(2)) == plan.tracks && FilmPlan.flaw(in: drawn.tracks) == nil)
    #expect(plan.added(in: drawn) == ["m1", "m2", "m3"])
    // Names that are there are not given again.
    #expect(try corrected(drawn) { $0.added = [try box("0,0,9,9")] }.tracks.map(\.id).contains("m4"))
  }

  @Test func excludesAndIncludes() throws {
    let without = try corrected(plan) { $0.excluded = ["t1", "t1"] }
    #expect(without.applied.map(\.id) == ["t2"])
    #expect(without.tracks.map(\.points) == plan.tracks.map(\.points))
    #expect(try corrected(without) { $0.included = ["t1", "t2"] } == plan)
  }

  @Test func givesAMovedTrackOneBoxForAllOfItsTime() throws {
    let moved = try corrected(plan) {
      $0.moved = [
        .init(id: "t1", box: try box("20,10,40,20").box), .init(id: "t2", box: try box("0,0,20,20").box),
      ]
    }
    let rect = NormalizedRect(x: 0.1, y: 0.1, width: 0.2, height: 0.2)
    #expect(moved.tracks[0].points == [TrackPoint(time: 0, rect: rect), TrackPoint(time: 50, rect: rect)])
    #expect(moved.tracks[1].points.map(\.time) == [20])
    #expect(moved.tracks.map(\.id) == ["t1", "t2"])
    #expect(moved.tracks.allSatisfy { $0.origin == .manual && $0.score == nil && $0.state == .applied })
    // Moving says where it is, not whether it is hidden.
    let excluded = try corrected(plan) { $0.excluded = ["t1"] }
    let both = try corrected(excluded) { $0.moved = [.init(id: "t1", box: try box("0,0,9,9").box)] }
    #expect(both.applied.map(\.id) == ["t2"])
  }

  /// Whatever a later look finds.
  @Test func whatAPersonDecidedOutlivesANewLook() throws {
    let decided = try corrected(plan) {
      $0.excluded = ["t2"]
      $0.moved = [.init(id: "t1", box: try box("150,70,20,20").box)]
      $0.added = [try box("20,70,20,20@0-1")]
    }
    let later = plan.keeping(decided)
    #expect(Set(later.tracks).isSuperset(of: decided.tracks))
    // The face that the track was moved away from is hidden again.
    #expect(later.applied.contains { $0.points == plan.tracks[0].points })
    #expect(later.tracks.filter { $0.points == plan.tracks[1].points }.map(\.state) == [.excluded])
    #expect(later.keeping(later) == later)
  }

  @Test func refusesWhatNamesNoTrack() {
    for change in [
      { $0.excluded = ["t3"] }, { $0.included = ["t3"] },
      { $0.moved = [.init(id: "t3", box: try box("1,1,9,9").box)] },
    ] as [(inout FilmCorrections) throws -> Void] {
      #expect(throws: FaceBlurError.unknownRegion("t3", known: ["t1", "t2"], of: "track")) {
        try corrected(plan, change)
      }
    }
  }

  @Test func refusesWhatContradictsItselfOrLiesOutside() throws {
    #expect(throws: FaceBlurError.conflictingCorrections(of: "t1", .exclusion, .inclusion, of: "track")) {
      try corrected(plan) {
        $0.excluded = ["t1"]
        $0.included = ["t1"]
      }
    }
    let outside = try box("200,0,9,9")
    #expect(throws: FaceBlurError.boxOutside(outside.box, width: 200, height: 100)) {
      try corrected(plan) { $0.added = [outside] }
    }
  }

  /// Of a film that has taken the place of another one, what was drawn stays, for no shorter a time.
  @Test func whatWasDrawnGoesToANewFilmAtTheSameTimes() {
    var drawn = Film.track("m1", 10...31, to: 0.4, origin: .manual)
    drawn.points.insert(TrackPoint(time: 20, rect: drawn.points[0].rect), at: 1)
    let earlier = Film.plan(
      drawn, Film.track("m2", 7...7, origin: .manual), Film.track("t1"),
      Film.track("m3", origin: .manual, state: .excluded))
    let moved = earlier.drawn(at: MovedTimes(ticks: { Double($0) * 0.3 + 100 }))
    #expect(moved.tracks.map(\.id) == ["m1", "m2"])
    #expect(moved.tracks.map { $0.points.map(\.time) } == [[103, 106, 110], [102, 103]])
    #expect(FilmPlan.flaw(in: moved.tracks) == nil)
    let far = earlier.drawn(at: MovedTimes(ticks: { Double($0) * 1e300 }))
    #expect(FilmPlan.flaw(in: far.tracks) == nil)
  }

  /// Where it is not known when the same is shown there, each box is hidden for as long as it may be there.
  @Test func hidesABoxWheneverItMayBeThere() throws {
    var walking = Film.track("m1", 10...50, to: 0.6, origin: .manual)
    walking.points.insert(
      TrackPoint(time: 30, rect: NormalizedRect(x: 0.05, y: 0.4, width: 0.2, height: 0.1)), at: 1)
    let still = Film.track("m2", 7...7, origin: .manual)
    let times = MovedTimes(ticks: { Double(2 * $0) }, doubt: -7...11)
    let moved = Film.plan(walking, still).drawn(at: times).tracks
    #expect(FilmPlan.flaw(in: moved) == nil && moved.map(\.span) == [13...111, 7...25])
    #expect(moved[1].points.map(\.rect) == [still.points[0].rect, still.points[0].rect])
    for time in 10...50 {
      let face = try #require(walking.rect(at: time))
      for later in -7...11 {
        let hidden = try #require(moved[0].rect(at: 2 * time + later))
        let isHeld =
          hidden.x <= face.x + 1e-9 && hidden.y <= face.y + 1e-9 && hidden.maxX >= face.maxX - 1e-9
          && hidden.maxY >= face.maxY - 1e-9
        #expect(isHeld, "\(time), \(later) later")
      }
    }
  }
}

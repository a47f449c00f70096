import Testing

@testable import ImageProcessingKit

/// What an earlier edit of a film hid stays hidden, whatever a new look has found, and what a person decided stays decided.
@Suite struct FilmPlanKeepingTests {
  private typealias Film = EditedFilm

  /// Whether everything that one plan hides at a time is hidden by the other, too.
  private func hides(_ plan: FilmPlan, all earlier: FilmPlan, at times: ClosedRange<Int> = -5...130) -> Bool {
    times.allSatisfy { earlier.frame(at: $0).regions(shownBy: plan.frame(at: $0)).isEmpty }
  }

  private func summary(_ plan: FilmPlan) -> [String] {
    plan.tracks.map { track in
      "\(track.id) \(track.points.first?.time ?? 0)-\(track.points.last?.time ?? 0)"
        + (track.state == .excluded ? " excluded" : "") + (track.origin == .manual ? " manual" : "")
    }
  }

  @Test func theSamePlanStaysTheSame() {
    let plan = Film.plan(
      Film.track("t1", 0...50, to: 0.5), Film.track("t2", 20...20), Film.track("m3", origin: .manual))
    #expect(plan.keeping(plan).tracks == [plan.tracks[2], plan.tracks[0], plan.tracks[1]])
    let empty = FilmPlan(tracks: [], strength: .default)
    #expect(empty.keeping(plan) == plan.keeping(plan))
    #expect(plan.keeping(empty) == plan.keeping(plan))
  }

  @Test func keepsWhatIsNotFoundAgain() {
    let earlier = Film.plan(Film.track("t1", 0...50), Film.track("t2", 60...100, x: 0.6))
    let merged = Film.plan(Film.track("t1", 60...100, x: 0.605)).keeping(earlier)
    // It is the earlier second one's face, and so it has that name.
    #expect(summary(merged) == ["t1 0-50", "t2 60-100"])
    #expect(hides(merged, all: earlier))
  }

  @Test func keepsTheTimesThatAreNotCovered() {
    let earlier = Film.plan(Film.track("t1", 0...100, to: 0.8))
    // The new look has the face in the middle alone, and lost it for a while.
    let whole = Film.track("t1", 0...100, to: 0.8)
    let new = Film.plan(whole.part(20...40), whole.part(60...90))
    var named = new
    named.tracks[1].id = "t2"
    let merged = named.keeping(earlier)
    #expect(summary(merged) == ["t1 0-20", "t2 60-90", "t3 40-60", "t4 90-100", "t5 20-40"])
    #expect(hides(merged, all: earlier))
    #expect(!hides(named, all: earlier))
    #expect(Set(merged.tracks.map(\.id)).count == 5)
  }

  /// Between two points of a track its box moves: that it is hidden at the ends is not enough where another turns in between.
  @Test func comparesAlongTimeAndNotAtTheEndsAlone() {
    let earlier = Film.plan(Film.track("t1", 0...100))
    func rect(_ x: Double) -> NormalizedRect { NormalizedRect(x: x, y: 0.3, width: 0.1, height: 0.2) }
    let away = PlannedTrack(
      id: "t1",
      points: [(0, 0.2), (40, 0.2), (50, 0.7), (60, 0.2), (100, 0.2)].map {
        TrackPoint(time: $0, rect: rect($1))
      }, score: 0.9, origin: .detected)
    let merged = Film.plan(away).keeping(earlier)
    #expect(hides(merged, all: earlier))
    #expect(summary(merged) == ["t1 0-100", "t2 40-60"])
    // The earlier one moves as well.
    let moving = Film.plan(away)
    let still = Film.plan(Film.track("t5", 0...100)).keeping(moving)
    #expect(hides(still, all: moving) && summary(still) == ["t1 0-100", "t6 40-60"])
  }

  @Test func aSmallerBoxDoesNotCover() {
    let earlier = Film.plan(Film.track("t1"))
    var small = Film.track("t1")
    small.points = small.points.map {
      TrackPoint(time: $0.time, rect: NormalizedRect(x: 0.23, y: 0.36, width: 0.04, height: 0.08))
    }
    let merged = Film.plan(small).keeping(earlier)
    #expect(merged.tracks.count == 2 && hides(merged, all: earlier))
    // With a wide margin it does.
    var wide = Film.plan(small)
    wide.strength = ObscuringStrength(style: .mosaic, margin: 3) ?? .default
    #expect(wide.keeping(earlier).tracks.count == 1)
  }

  @Test func whatAPersonDrewStaysEvenWhereItIsCovered() {
    let drawn = Film.track("m1", 0...30, origin: .manual)
    let merged = Film.plan(Film.track("t1")).keeping(Film.plan(drawn))
    #expect(merged.tracks == [drawn, Film.track("t1")])
  }

  @Test func whatAPersonExcludedDoesNotComeBack() {
    let excluded = Film.track("t1", 10...50, state: .excluded)
    let earlier = Film.plan(excluded, Film.track("t2", x: 0.7))
    let merged = Film.plan(Film.track("t1", 12...48, x: 0.21), Film.track("t2", x: 0.7)).keeping(earlier)
    #expect(merged.tracks == [excluded, Film.track("t2", x: 0.7)])
    // Before and behind nobody has excluded anything.
    let longer = Film.plan(Film.track("t1", 0...60)).keeping(Film.plan(excluded))
    #expect(summary(longer) == ["t1 10-50 excluded", "t2 0-10", "t3 50-60"])
  }

  /// Somebody else at the place of an excluded face is not excluded.
  @Test func whoPassesAnExcludedFaceIsHidden() {
    let excluded = Film.track("t1", 0...100, x: 0.4, state: .excluded)
    let passing = Film.track("t1", 0...100, x: 0, to: 0.8)
    let merged = Film.plan(passing).keeping(Film.plan(excluded))
    #expect(hides(merged, all: Film.plan(passing)))
    // Who is there when the other one has gone is somebody else, too.
    let next = Film.track("t1", 95...250, x: 0.4)
    #expect(hides(Film.plan(next).keeping(Film.plan(excluded)), all: Film.plan(next), at: 95...250))
    // Something of another kind is.
    var plate = Film.track("t1", 0...100, x: 0.4)
    plate.kind = SubjectKind("licence-plate")
    #expect(hides(Film.plan(plate).keeping(Film.plan(excluded)), all: Film.plan(plate)))
  }

  @Test func namesStayUniqueAndAreNotUsedAgain() {
    let earlier = Film.plan(
      Film.track("t1", 0...30), Film.track("t2", 0...30, x: 0.5),
      Film.track("t7", 0...30, x: 0.8, state: .excluded))
    let new = Film.plan(
      Film.track("t1", 0...30, x: 0.5), Film.track("t2", 40...70), Film.track("t3", 40...70, x: 0.6))
    let merged = new.keeping(earlier)
    #expect(
      summary(merged) == ["t1 0-30", "t2 0-30", "t3 40-70", "t7 0-30 excluded", "t8 40-70"])
    #expect(merged.tracks.first { $0.id == "t2" }?.points.first?.rect.x == 0.5)
    // Also where names are a stranger's.
    let odd = Film.plan(
      Film.track("t99999999999999999999999"), Film.track("t", x: 0.5), Film.track("7", x: 0.7))
    let others = Film.plan(
      Film.track("t", 50...60), Film.track("7", 50...60), Film.track("t9223372036854775807", 50...60))
    let ids = odd.keeping(others).tracks.map(\.id)
    #expect(ids.count == 6 && Set(ids).count == 6)
  }

  /// Whatever the two plans are, nothing comes to light, names are unique, and a second time nothing is added.
  @Test func showsNothingWhateverTheTracks() {
    var generator = TestGenerator()
    func plan() -> FilmPlan {
      FilmPlan(
        tracks: (0..<Int.random(in: 0...5, using: &generator)).map { index in
          var time = Int.random(in: 0...60, using: &generator)
          let points = (0..<Int.random(in: 1...5, using: &generator)).map { _ -> TrackPoint in
            time += Int.random(in: 1...20, using: &generator)
            return TrackPoint(
              time: time,
              rect: NormalizedRect(
                x: Double(Int.random(in: 2...5, using: &generator)) / 10, y: 0.3, width: 0.2, height: 0.2))
          }
          return PlannedTrack(id: "t\(index + 1)", points: points, score: 0.8, origin: .detected)
        }, strength: .default)
    }
    for _ in 0..<100 {
      let (earlier, new) = (plan(), plan())
      let merged = new.keeping(earlier)
      #expect(hides(merged, all: earlier, at: 0...170))
      #expect(earlier.tracks(shownBy: merged).isEmpty)
      #expect(hides(merged, all: new, at: 0...170))
      #expect(FilmPlan.flaw(in: merged.tracks) == nil)
      #expect(new.keeping(merged).tracks.count <= merged.tracks.count)
    }
  }

  /// Whoever compares two plans is told of every track that is not hidden all of its time.
  @Test func namesWhatAnotherPlanShows() {
    let drawn = Film.track("m1", 20...40, x: 0.6, origin: .manual)
    let before = Film.plan(Film.track("t1", 0...50), drawn, Film.track("t3", x: 0.8, state: .excluded))
    func shown(_ tracks: PlannedTrack...) -> [String] {
      before.tracks(shownBy: FilmPlan(tracks: tracks, strength: .default)).map(\.id)
    }
    #expect(before.tracks(shownBy: before).isEmpty)
    #expect(shown() == ["t1", "m1"])
    #expect(shown(Film.track("t1", 0...50)) == ["m1"])
    // By whatever name, and from a longer time.
    #expect(shown(Film.track("t7", 0...90), drawn).isEmpty)
    // Not to the end, and not in between.
    #expect(shown(Film.track("t1", 0...49), drawn) == ["t1"])
    #expect(shown(Film.track("t1", 0...20), Film.track("t2", 30...50), drawn) == ["t1"])
    #expect(shown(Film.track("t1", 0...30), Film.track("t2", 30...50), drawn).isEmpty)
    // At the same times elsewhere, on its way elsewhere, and left as it is.
    #expect(shown(Film.track("t1", 0...50, x: 0.4), drawn) == ["t1"])
    #expect(shown(Film.track("t1", 0...50, to: 0.6), drawn) == ["t1"])
    #expect(shown(Film.track("t1", 0...50, state: .excluded), drawn) == ["t1"])
  }

  /// A found track is told of under the name that its face has in the edit.
  @Test func saysWhatHasBecomeOfAFoundTrack() {
    let excluded = Film.track("t1", 10...50, state: .excluded)
    let earlier = Film.plan(excluded, Film.track("t2", x: 0.7))
    let found = Film.plan(
      Film.track("t1", x: 0.7), Film.track("t2", 12...48), Film.track("t3", 0...60), Film.track("t4", x: 0.5))
    let merged = found.keeping(earlier)
    let standings = found.tracks.map(merged.standing)
    #expect(standings.map(\.state) == [.applied, .excluded, .excluded, .applied])
    #expect(standings.prefix(3).map(\.id) == ["t2", "t1", "t1"])
    #expect(merged.applied.first { $0.id == standings[3].id }?.points == found.tracks[3].points)
    // What the plan does not know at all is not hidden by it.
    #expect(Film.plan(Film.track("t2", x: 0.7)).standing(ofFound: found.tracks[1]).state == .excluded)
  }

  /// What films hand to each other again and again is the same, for a longer time or with more around it.
  @Test func leavesOutWhatWasDrawnAndLiesInWhatWasDrawn() {
    let held = Film.plan(
      Film.track("m1", 10...60, x: 0.6, origin: .manual), Film.track("t1", 0...100),
      Film.track("m9", 0...100, x: 0.8, origin: .manual, state: .excluded))
    let earlier = Film.plan(
      Film.track("m2", 20...40, x: 0.6, origin: .manual), Film.track("m3", 5...40, x: 0.6, origin: .manual),
      Film.track("m4", 20...40, x: 0.61, origin: .manual), Film.track("m5", 20...40, origin: .manual),
      Film.track("m6", 20...40, x: 0.8, origin: .manual), Film.track("t2", 20...40, x: 0.6))
    #expect(earlier.withoutDrawn(in: held).tracks.map(\.id) == ["m3", "m4", "m5", "m6", "t2"])
  }

  /// What a person drew elsewhere is hidden once, under a name of its own, and not again where they took it out here.
  @Test func takesOverWhatWasDrawnElsewhere() {
    var plan = Film.plan(Film.track("t1", 0...50), Film.track("m1", 20...40, x: 0.6, origin: .manual))
    let drawn = [
      Film.track("m1", 60...100, x: 0.1, origin: .manual), Film.track("m7", 20...40, x: 0.6, origin: .manual),
      Film.track("t2", 0...100, x: 0.4),
    ]
    let both = plan.adding(drawn: drawn)
    #expect(summary(both) == ["m1 20-40 manual", "m2 60-100 manual", "t1 0-50"])
    #expect(both.adding(drawn: drawn) == both)
    plan.tracks[1].state = .excluded
    #expect(
      summary(plan.adding(drawn: drawn)) == ["m1 20-40 excluded manual", "m2 60-100 manual", "t1 0-50"])
  }
}

/// The same numbers every time.
private struct TestGenerator: RandomNumberGenerator {
  private var state: UInt64 = 1

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}

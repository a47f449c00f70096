import TestSupport
import Testing

@testable import ImageProcessingKit

/// A place in a picture is found again in what became of it.
@Suite struct UprightShapeTests {
  private static let rect = NormalizedRect(x: 0.125, y: 0.25, width: 0.5, height: 0.0625)

  private func shape(_ orientation: Orientation, stored size: (Int, Int) = (600, 400)) -> UprightShape {
    let upright = orientation.uprightSize(storedWidth: size.0, storedHeight: size.1)
    return UprightShape(width: upright.width, height: upright.height, orientation: orientation)
  }

  /// Only how it is to be turned has changed: what is stored lies where it lay.
  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func whereOnlyTheNoteOfItsOrientationHasChanged(old: Orientation, new: Orientation) {
    let places = shape(old).places(of: old.upright(fromStored: Self.rect), in: shape(new))
    #expect(places.contains { new.stored(fromUpright: $0) == Self.rect })
    // The sides do not tell whether what is stored was turned with it: the other places are given as well.
    #expect(old == new ? places.count == 1 : (2...3).contains(places.count))
  }

  /// What is stored was turned upright.
  @Test(arguments: Orientation.allCases)
  func whereItIsStoredUprightNow(orientation: Orientation) {
    let old = shape(orientation)
    let new = UprightShape(width: old.width, height: old.height, orientation: .up)
    #expect(old.places(of: Self.rect, in: new).contains(Self.rect))
  }

  /// What is stored was turned by a quarter, and so is what is seen: in which way, nobody can tell.
  @Test(arguments: [Orientation.left, .right])
  func whereItWasLaidOnItsSide(way: Orientation) {
    let old = shape(.up)
    let places = old.places(of: Self.rect, in: shape(.up, stored: (400, 600)))
    #expect(places.count == 2 && places.contains(way.upright(fromStored: Self.rect)))
  }

  /// The same, whatever the notes of its orientation say before and after.
  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func whereItWasTurnedByAQuarter(old: Orientation, new: Orientation) {
    let before = shape(old)
    let after = UprightShape(width: before.height, height: before.width, orientation: new)
    let places = before.places(of: Self.rect, in: after)
    for way in [Orientation.left, .right] { #expect(places.contains(way.upright(fromStored: Self.rect))) }
  }

  /// Equal sides tell nothing.
  @Test func whereASquareMayHaveBeenTurned() {
    let square = shape(.up, stored: (500, 500))
    let places = square.places(of: Self.rect, in: square)
    #expect(places.count == 3)
    for way in [Orientation.up, .left, .right] {
      #expect(places.contains(way.upright(fromStored: Self.rect)))
    }
  }

  @Test func whereItWasMadeSmaller() {
    #expect(shape(.right).places(of: Self.rect, in: shape(.right, stored: (150, 100))) == [Self.rect])
    // Lossless turning leaves out what is no whole block.
    #expect(shape(.up).places(of: Self.rect, in: shape(.up, stored: (599, 397))) == [Self.rect])
  }

  @Test func nowhereWhereItWasCut() {
    for size in [(600, 360), (500, 400), (400, 560), (400, 400)] {
      #expect(shape(.up).places(of: Self.rect, in: shape(.up, stored: size)).isEmpty)
    }
  }

  /// A region that may lie in two places is hidden in both.
  @Test func hidesARegionWhereverItMayLie() throws {
    var drawn = PlannedRegion(id: "m1", rect: Self.rect, score: nil, origin: .manual)
    drawn.cells = 2
    let plan = RegionPlan(regions: [drawn], strength: .default)
    let turned = try plan.turned(from: shape(.up), to: shape(.up, stored: (400, 600)))
    #expect(turned.regions.count == 2 && Set(turned.regions.map(\.id)).count == 2)
    #expect(turned.regions.allSatisfy { $0.origin == .manual && $0.cells == 2 })
    #expect(throws: FaceBlurError.self) {
      try plan.turned(from: shape(.up), to: shape(.up, stored: (400, 400)))
    }
  }

  @Test func hidesATrackWhereverItMayLie() throws {
    let track = PlannedTrack(id: "m1", drawn: Self.rect, at: 3...9)
    let plan = FilmPlan(tracks: [track], strength: .default)
    let turned = try plan.turned(from: shape(.up), to: shape(.up, stored: (400, 600)))
    #expect(turned.tracks.map(\.id) == ["m1", "m2"])
    #expect(turned.tracks.allSatisfy { $0.points.map(\.time) == [3, 9] && $0.origin == .manual })
    #expect(throws: FaceBlurError.self) {
      try plan.turned(from: shape(.up), to: shape(.up, stored: (400, 400)))
    }
  }

  /// Two photos may have one name in turns for years. What was drawn into the one lies in each place that it may have, and in each once.
  @Test(arguments: [512, 600], [[Orientation.up], [.up, .right, .upMirrored, .leftMirrored]])
  func holdsOnceWhatComesToLieInOnePlace(width: Int, orientations: [Orientation]) throws {
    let size = (width, width == 512 ? 512 : 400)
    // Tenths and twentieths are no sums of powers of two.
    let rect = NormalizedRect(x: 0.05, y: 0.1, width: 0.2, height: 0.1 / 3)
    var other = PlannedRegion(id: "m2", rect: rect, score: nil, origin: .manual, kind: .default)
    other.cells = 3
    var plan = RegionPlan(
      regions: [
        PlannedRegion(id: "m1", rect: rect, score: nil, origin: .manual), other,
        PlannedRegion(id: "p1", rect: rect, score: nil, origin: .manual, kind: SubjectKind("licence-plate")),
      ], strength: .default)
    let track = PlannedTrack(
      id: "m1", points: [(3, 0), (9, 0.2)].map { TrackPoint(time: $0, rect: rect.moved(right: $1)) },
      score: nil, origin: .manual)
    var film = FilmPlan(tracks: [track], strength: .default)
    var counts: [Int] = []
    for turn in 1...40 {
      let before = shape(orientations[(turn - 1) % orientations.count], stored: size)
      let after = shape(orientations[turn % orientations.count], stored: size)
      let places = before.places(of: plan.regions[0].rect, in: after)
      plan = try plan.turned(from: before, to: after)
      film = try film.turned(from: before, to: after)
      for place in places { #expect(plan.regions.contains { $0.rect.scaled(by: 1 + 1e-9).contains(place) }) }
      counts.append(plan.regions.count)
    }
    #expect(plan.regions.count <= 16 && film.tracks.count <= 8, "\(counts)")
    #expect(Set(counts.suffix(8)).count <= orientations.count, "\(counts)")
    #expect(Set(plan.regions.map(\.id)).count == plan.regions.count)
    // Of two in one place, as much is hidden as by the better one.
    let merged = width == 512 || orientations.count > 1
    #expect(plan.regions.filter { $0.kind == .default }.allSatisfy { $0.cells == 3 } == merged)
  }

  /// One that is the same turned and not turned for a moment, as in the middle of a square, lies in every place at the others.
  @Test func hidesATrackThroughTheMiddleWhereverItMayLie() throws {
    let (aside, middle) = (
      NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.2),
      NormalizedRect(x: 0.4, y: 0.4, width: 0.2, height: 0.2)
    )
    let track = PlannedTrack(
      id: "m1", points: [TrackPoint(time: 0, rect: aside), TrackPoint(time: 8, rect: middle)], score: nil,
      origin: .manual)
    let square = shape(.up, stored: (400, 400))
    let turned = try FilmPlan(tracks: [track], strength: .default).turned(from: square, to: square)
    for way in [Orientation.up, .left, .right] {
      let place = way.upright(fromStored: aside)
      #expect(turned.frame(at: 0).regions.contains { $0.rect.scaled(by: 1 + 1e-9).contains(place) })
    }
  }
}

extension NormalizedRect {
  fileprivate func moved(right: Double) -> NormalizedRect {
    NormalizedRect(x: x + right, y: y, width: width, height: height)
  }
}

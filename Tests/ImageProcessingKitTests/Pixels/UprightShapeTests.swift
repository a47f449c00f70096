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
}

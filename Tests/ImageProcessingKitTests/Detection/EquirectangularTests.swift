import TestSupport
import Testing

@testable import ImageProcessingKit

/// Photos of everything around a camera: people are seen in viewers who are torn or stretched in the file.
@Suite struct EquirectangularTests {
  private static let portrait = Result { try TestPhotos.pixels(of: TestPhotos.graceHopper()) }

  /// At the edge, far below, far above, and where both meet.
  @Test(arguments: [
    (180.0, 0.0), (176, -8), (-174, 10), (0, -65), (40, -70), (-100, -75), (180, -72), (20, 72),
  ])
  func findsWhoIsTornOrStretched(longitude: Double, latitude: Double) throws {
    var around = TestPhotos.AllAround()
    around.place(
      try Self.portrait.get(), TestPhotos.graceHopperFace, longitude: longitude, latitude: latitude,
      degrees: 16)
    let faces = try NetworkDetector().faces(in: around.picture)
    let hidden = faces.map { $0.rect.scaled(by: DetectedFace.usualMargin) }
    #expect(around.shareOfFace(in: hidden) > 0.95)
    // Not by hiding everything.
    #expect(hidden.map { $0.clampedToPicture().area }.reduce(0, +) < 0.2)
  }

  /// Looks at the picture see it in halves and views see it whole. Nothing that one of them sees is left open.
  @Test(arguments: [
    (180.0, 0.0, 16.0), (177, -20, 16), (-175, 40, 30), (180, -55, 16), (180, 40, 8), (177, 0, 30),
  ])
  func isOneRegionOnEitherSide(longitude: Double, latitude: Double, degrees: Double) throws {
    var around = TestPhotos.AllAround()
    around.place(
      try Self.portrait.get(), TestPhotos.graceHopperFace, longitude: longitude, latitude: latitude,
      degrees: degrees)
    let rects = try NetworkDetector().faces(in: around.picture).map(\.rect)
    #expect(rects.count == 2, "\(rects)")
    #expect(rects.faceCount == 1)
    #expect(around.shareOfFace(in: rects.map { $0.scaled(by: DetectedFace.usualMargin) }) > 0.95)
  }

  /// Whom the edge does not cut.
  @Test(arguments: [(160.0, 0.0, 16.0), (150, -20, 16), (-165, 30, 12)])
  func isOneRegionBesideTheEdge(longitude: Double, latitude: Double, degrees: Double) throws {
    var around = TestPhotos.AllAround()
    around.place(
      try Self.portrait.get(), TestPhotos.graceHopperFace, longitude: longitude, latitude: latitude,
      degrees: degrees)
    let rects = try NetworkDetector().faces(in: around.picture).map(\.rect)
    #expect(rects.count == 1, "\(rects)")
    #expect(around.shareOfFace(in: rects.map { $0.scaled(by: DetectedFace.usualMargin) }) > 0.95)
  }

  private func face(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ score: Double, _ look: String
  ) -> DetectedFace {
    DetectedFace(
      rect: NormalizedRect(x: x, y: y, width: width, height: height), score: score, seenBy: [look])
  }

  /// The boxes of a face in the middle of the edge, and somebody beside them.
  @Test func joinsHalvesByWhatIsSeenOfBoth() throws {
    let seen = [
      face(0.967, 0.745, 0.035, 0.137, 0.99, "left"), face(0, 0.755, 0.03, 0.114, 0.98, "right"),
      face(0.08, 0.75, 0.03, 0.1, 0.97, "neighbour"),
    ]
    let around = [
      face(-0.043, 0.762, 0.092, 0.105, 0.9, "around"), face(0.957, 0.762, 0.092, 0.105, 0.9, "around"),
    ]
    for (seen, around) in [(seen, around), (seen.reversed(), around.reversed())] {
      let faces = seen.joined(allAround: around)
      #expect(faces.count == 3)
      let whole = faces.filter { $0.seenBy.contains("around") }
      #expect(whole.allSatisfy { Set($0.seenBy) == ["left", "right", "around"] && $0.score == 0.99 })
      #expect(whole.map(\.rect).faceCount == 1)
      for part in seen + around {
        // A picture's width on, a box is where it was but for the last digits.
        #expect(
          faces.contains {
            $0.rect.scaled(by: 1 + 1e-9).contains(part.rect.clampedToPicture().scaled(by: 1 - 1e-9))
          })
      }
      #expect(
        faces.contains {
          $0.rect == seen.first { $0.seenBy == ["neighbour"] }?.rect && $0.seenBy == ["neighbour"]
        })
    }
  }

  /// What no view shows is left as it is, and other kinds are other things.
  @Test func joinsNothingElseAtTheEdge() {
    let left = face(-0.02, 0.3, 0.05, 0.1, 0.9, "left")
    var plate = face(0.97, 0.3, 0.05, 0.1, 0.8, "around")
    plate.kind = SubjectKind("plate")
    let faces = [left].joined(allAround: [plate])
    #expect(faces.map(\.kind) == [left.kind, plate.kind, plate.kind])
    #expect(faces[0] == left)
  }

  @Test func countsFacesAndNotTheirHalves() {
    let half = NormalizedRect(x: -0.043, y: 0.7, width: 0.092, height: 0.1)
    var other = half
    other.x += 1
    let beside = NormalizedRect(x: 0.957, y: 0.5, width: 0.092, height: 0.1)
    #expect([half, other].faceCount == 1 && [other, half, beside].faceCount == 2)
    #expect([half, beside].faceCount == 2 && [half].faceCount == 1 && [other].faceCount == 1)
    #expect([NormalizedRect]().faceCount == 0)
  }

  /// What a view shows whole is known where it is in the photo, all of it and little else.
  @Test(arguments: [
    (0.0, -55.0, 12.0), (36, -60, 9), (180, -58, 10), (-72, -78, 8), (100, -86, 9), (179, -70, 14),
    (0, 60, 10),
    (-150, 74, 12),
  ])
  func knowWhereThingsAre(longitude: Double, latitude: Double, degrees: Double) {
    var around = TestPhotos.AllAround()
    let paint = PixelBuffer(width: 100, height: 100, red: 255, green: 0, blue: 0)
    around.place(
      paint, PixelBox(x: 0, y: 0, width: 100, height: 100), longitude: longitude, latitude: latitude,
      degrees: degrees, surroundings: 1)
    guard let source = EquirectangularPicture(around.picture) else {
      Issue.record("it is not taken for what it is")
      return
    }
    let views = RectilinearViews(of: source)
    let side = views.picture.height / 2
    #expect(views.picture.width == 5 * side)
    var whole = 0
    for index in 0..<10 {
      let (left, top) = (index % 5 * side, index / 5 * side)
      var (columns, rows): (Range<Int>?, Range<Int>?)
      for y in 0..<side {
        for x in 0..<side where views.picture[left + x, top + y].red > 200 {
          columns = min(columns?.lowerBound ?? x, x)..<max(columns?.upperBound ?? 0, x + 1)
          rows = min(rows?.lowerBound ?? y, y)..<max(rows?.upperBound ?? 0, y + 1)
        }
      }
      guard let columns, let rows, columns.lowerBound > 0, columns.upperBound < side, rows.lowerBound > 0,
        rows.upperBound < side
      else { continue }
      // The square that was painted: its corners lie beyond the ellipse in its box.
      let box = NormalizedRect(
        x: Double(left + columns.lowerBound) / Double(5 * side),
        y: Double(top + rows.lowerBound) / Double(2 * side),
        width: Double(columns.count) / Double(5 * side), height: Double(rows.count) / Double(2 * side))
      let rects = views.rects(of: box)
      guard !rects.isEmpty else { continue }
      whole += 1
      #expect(around.shareOfFace(in: rects) > 0.98, "view \(index)")
      let area = rects.map { $0.clampedToPicture().area }.reduce(0, +)
      let own = Double(around.face.count) / Double(around.picture.width * around.picture.height)
      #expect(area < 3.5 * own, "view \(index)")
    }
    #expect(whole > 0)
  }

  @Test func tellsThemFromOtherPhotos() throws {
    #expect(EquirectangularPicture(TestPhotos.AllAround().picture) != nil)
    #expect(EquirectangularPicture(TestPhotos.AllAround(height: 300).picture) == nil)
    for jpeg in [try TestPhotos.astronaut(), try TestPhotos.graceHopper()] {
      let portrait = try TestPhotos.pixels(of: jpeg)
      #expect(EquirectangularPicture(portrait) == nil)
      let half = AreaResampler.shrink(
        portrait, extent: (Double(portrait.width), Double(portrait.height)), width: 1024, height: 512)
      #expect(EquirectangularPicture(half) == nil)
    }
    #expect(EquirectangularPicture(PixelBuffer(width: 2, height: 1)) == nil)
  }
}

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

import ImageProcessingKit
import TestSupport
import Testing

@Suite struct OrientationTests {
  /// Sides that are whole units of 16, so that the grids of all eight pictures lie on each other.
  private static func upright() throws -> PixelBuffer {
    var picture = PixelBuffer(width: 512, height: 592)
    picture.paste(try TestPhotos.pixels(of: TestPhotos.graceHopper()), x: 0, y: 0)
    return picture
  }

  private static func photo(_ orientation: Orientation) throws -> [UInt8] {
    let kind = TestJPEG.Kind { $0.quality = 95 }
    // Both byte orders in turn.
    return TestJPEG.oriented(
      try TestJPEG.encode(upright().stored(for: orientation), kind), orientation,
      littleEndian: orientation.rawValue.isMultiple(of: 2))
  }

  /// The changed units as a picture of one pixel per unit, white where a unit was changed.
  private static func changedUnits(_ comparison: RenderedCoefficients) -> PixelBuffer {
    var picture = PixelBuffer(width: comparison.columns, height: comparison.rows)
    for unit in comparison.allUnits where !comparison.isUntouched(unit.x, unit.y) {
      picture[unit.x, unit.y] = (255, 255, 255)
    }
    return picture
  }

  /// The upright photo, which all others are compared with.
  private static let plain = Result { try blur(.up) }

  private static func blur(_ orientation: Orientation) throws -> (report: ReportedPhoto, changed: PixelBuffer)
  {
    let scratch = try ScratchFolder()
    let original = try photo(orientation)
    try scratch.write(original, "photo.jpg")
    let report = try #require(try scratch.faceblur("blur", "photo.jpg", "--json").photos().first)
    let render = try scratch.read("photo_edited.jpg")
    let after = try #require(try scratch.faceblur("detect", "photo_edited.jpg", "--json").photos().first)
    // Who opens the render must see it upright as well.
    #expect(after.orientation == orientation.rawValue)
    #expect((after.width, after.height) == (512, 592))
    return (report, changedUnits(try RenderedCoefficients(original: original, render: render)))
  }

  @Test(arguments: Orientation.allCases)
  func aTurnedPhotoHasTheSameFacesAndTheSameBlurredPlaces(_ orientation: Orientation) throws {
    let plain = try Self.plain.get()
    let turned = try Self.blur(orientation)
    #expect(turned.report.orientation == orientation.rawValue)
    #expect((turned.report.width, turned.report.height) == (512, 592))
    #expect(turned.report.faces.count == 1)
    let face = try #require(turned.report.faces.first)
    let expected = try #require(plain.report.faces.first)
    // The two were encoded apart, so their pixels and with them the boxes differ a little.
    #expect(abs(face.x - expected.x) < 8 && abs(face.y - expected.y) < 8)
    #expect(abs(face.width - expected.width) < 8 && abs(face.height - expected.height) < 8)
    #expect(face.isNear(TestPhotos.graceHopperFace, within: 30))

    let places = plain.changed.stored(for: orientation)
    try #require((places.width, places.height) == (turned.changed.width, turned.changed.height))
    var common = 0
    var either = 0
    for y in 0..<places.height {
      for x in 0..<places.width {
        let (a, b) = (places[x, y].red > 0, turned.changed[x, y].red > 0)
        common += a && b ? 1 : 0
        either += a || b ? 1 : 0
      }
    }
    #expect(common > 150)
    // A box that moved by a pixel may take one more row of units on a side.
    #expect(Double(common) >= 0.85 * Double(either), "\(common) of \(either) units")
  }

  @Test func anImpossibleOrientationCountsAsUpright() throws {
    let scratch = try ScratchFolder()
    var photo = try TestJPEG.oriented(TestPhotos.astronaut(), .right)
    // SOI, marker and length, "Exif\0\0", TIFF header, count, the first tag, then the value of the second.
    let value = 2 + 4 + 6 + 8 + 2 + 12 + 8
    #expect(Array(photo[value..<(value + 2)]) == [0, 6])
    photo[value + 1] = 9
    try scratch.write(photo, "photo.jpg")
    let report = try #require(try scratch.faceblur("detect", "photo.jpg", "--json").photos().first)
    #expect(report.orientation == 1)
    #expect(report.faces.first?.isNear(TestPhotos.astronautFace, within: 20) == true)
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// Faces that only a small look sees, at the picture as it is, squeezed, or with the levels of its parts drawn apart.
@Suite struct SmallLookTests {
  private func hidden(_ picture: PixelBuffer, _ face: PixelBox) throws -> Bool {
    let wanted = face.normalized(width: picture.width, height: picture.height)
    return try NetworkDetector().faces(in: picture).contains {
      $0.rect.scaled(by: DetectedFace.usualMargin).intersection(wanted).area > 0.9 * wanted.area
    }
  }

  /// Behind a curtain or in a dark corner: flat, but beside what is not.
  @Test(arguments: [4.0, 234])
  func findAFaceInSixteenLevelsBesideALivelyPart(from base: Double) throws {
    let portrait = try HardPicture.Portrait.graceHopper().toned(16.0 / 256, plus: base)
    let (width, height) = (portrait.picture.width, portrait.picture.height)
    var picture = PixelBuffer(width: width + 200, height: height)
    picture.paste(portrait.picture, x: 0, y: 0)
    for y in 0..<height {
      let level = UInt8(255 * y / height)
      for x in width..<width + 200 { picture[x, y] = (level, level, level) }
    }
    #expect(RevealedPictures.of(picture, small: picture).isEmpty)
    #expect(try hidden(picture, portrait.face))
  }

  /// A poster that is seen at a slant of some 70 degrees.
  @Test func findAFaceThatIsThreeTimesTooNarrow() throws {
    let portrait = try HardPicture.Portrait.graceHopper()
    let narrow = AreaResampler.shrink(
      portrait.picture, extent: (Double(portrait.picture.width), Double(portrait.picture.height)),
      width: portrait.picture.width / 3, height: portrait.picture.height)
    var picture = TestPhotos.withoutFaces(width: 900, height: 700)
    picture.paste(narrow, x: 300, y: 50)
    let face = PixelBox(
      x: 300 + portrait.face.x / 3, y: 50 + portrait.face.y, width: portrait.face.width / 3,
      height: portrait.face.height)
    #expect(try hidden(picture, face))
  }

  /// What is of full contrast everywhere hides nobody, and what shows one level shows nothing.
  @Test func drawNothingApartThatIsNotFlat() {
    #expect(LocalLevels.drawnApart(TestPhotos.costliest(width: 320, height: 240)) == nil)
    #expect(
      LocalLevels.drawnApart(PixelBuffer(width: 300, height: 200, red: 250, green: 250, blue: 250)) == nil)
    for (width, height) in [(1, 1), (3, 3), (500, 1), (1, 500)] {
      _ = LocalLevels.drawnApart(TestPhotos.withoutFaces(width: width, height: height))
    }
  }
}

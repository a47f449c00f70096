import TestSupport
import Testing

@testable import ImageProcessingKit

/// Faces that people see in a picture, and networks do not as it is.
@Suite struct RevealedPicturesTests {
  private func hidden(_ hard: HardPicture) throws -> Set<Int> {
    hard.hidden(by: try NetworkDetector().faces(in: hard.picture))
  }

  /// Whoever draws the levels apart sees everybody.
  @Test(arguments: [0.0, 124, 247])
  func findsAFaceInEightLevels(from base: Double) throws {
    let portrait = try HardPicture.Portrait.astronaut().toned(8.0 / 256, plus: base)
    #expect(try hidden(HardPicture(portrait)) == [0])
  }

  @Test func findsAFaceInADitheredPrint() throws {
    var portrait = try HardPicture.Portrait.graceHopper()
    let (width, height) = (portrait.picture.width, portrait.picture.height)
    // By Floyd and Steinberg.
    var errors = [[Double]](repeating: [Double](repeating: 0, count: width + 2), count: 2)
    for y in 0..<height {
      errors = [errors[1], [Double](repeating: 0, count: width + 2)]
      for x in 0..<width {
        let (red, green, blue) = portrait.picture[x, y]
        let light = (Double(red) + 2 * Double(green) + Double(blue)) / 4 + errors[0][x + 1]
        let ink: UInt8 = light < 128 ? 0 : 255
        portrait.picture[x, y] = (ink, ink, ink)
        let error = (light - Double(ink)) / 16
        errors[0][x + 2] += 7 * error
        errors[1][x] += 3 * error
        errors[1][x + 1] += 5 * error
        errors[1][x + 2] += error
      }
    }
    #expect(try hidden(HardPicture(portrait)) == [0])
  }

  @Test func findsAFaceInNoise() throws {
    var portrait = try HardPicture.Portrait.astronaut()
    var state: UInt64 = 1
    /// Evenly from −1 to 1.
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 33) / Double(1 << 30) - 1
    }
    for y in 0..<portrait.picture.height {
      for x in 0..<portrait.picture.width {
        let (red, green, blue) = portrait.picture[x, y]
        func noisy(_ level: UInt8) -> UInt8 { UInt8(min(max(Double(level) + 140 * random(), 0), 255)) }
        portrait.picture[x, y] = (noisy(red), noisy(green), noisy(blue))
      }
    }
    #expect(try hidden(HardPicture(portrait)) == [0])
  }

  /// Of ordinary pictures none is looked at once more, whatever is in them.
  @Test func leavesOrdinaryPicturesAlone() throws {
    let portraits = [try TestPhotos.astronaut(), try TestPhotos.graceHopper()]
    for picture in try portraits.map(TestPhotos.pixels) + [TestPhotos.group().picture] {
      #expect(RevealedPictures.of(picture, small: picture).isEmpty)
    }
    let page = PixelBuffer(width: 300, height: 200, red: 250, green: 250, blue: 250)
    #expect(RevealedPictures.of(page, small: page).isEmpty)
    let dot = PixelBuffer(width: 1, height: 1)
    #expect(RevealedPictures.of(dot, small: dot).isEmpty)
  }

  /// A face twice as high as the picture, of which forehead and chin are cut off, whichever way round it lies.
  @Test(arguments: [Orientation.up, .right, .down, .left])
  func findsAFaceLargerThanThePicture(turn: Orientation) throws {
    for portrait in [try HardPicture.Portrait.astronaut(), try HardPicture.Portrait.graceHopper()] {
      var close = HardPicture(portrait.cut(around: -0.25)).turned(turn)
      close.faces = close.faces.map { $0.clampedToPicture() }
      #expect(try hidden(close) == [0], "turned \(turn)")
    }
  }

  /// A face that fills a picture which does not say that it lies on its side.
  @Test(arguments: [Orientation.right, .down, .left])
  func findsAFaceThatFillsATurnedPicture(turn: Orientation) throws {
    for portrait in [try HardPicture.Portrait.astronaut(), try HardPicture.Portrait.graceHopper()] {
      let close = HardPicture(portrait.cut(around: -0.1)).turned(turn)
      #expect(try hidden(close) == [0], "turned \(turn)")
    }
  }
}

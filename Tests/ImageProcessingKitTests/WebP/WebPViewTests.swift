import TestSupport
import Testing

@testable import ImageProcessingKit

/// What viewers make of WebPs: that is where faces are looked for.
@Suite struct WebPViewTests {
  private func image(_ pixel: [UInt8], _ change: (inout TestWebP) throws -> Void = { _ in }) throws
    -> DisplayImage
  {
    let picture = TestWebP.Picture(width: 1, height: 1, pixels: pixel)
    let file = try TestWebP.photo(picture, .lossless).changing(change)
    return try PhotoFormats.standard.open(file.bytes).displayImage(fitting: 1000)
  }

  /// The first pixel of each view, what most viewers show first.
  private func views(_ image: DisplayImage) -> [[UInt8]] {
    image.everyView.map { Array($0.bytes.prefix(3)) }
  }

  @Test func isOneWhereNothingIsTransparent() throws {
    #expect(views(try image([10, 20, 30, 255])) == [[10, 20, 30]])
    // Numbers of alpha that do not count.
    #expect(views(try image([10, 20, 30, 0]) { $0.saysAlpha = false }) == [[10, 20, 30]])
  }

  /// A face drawn in black shows over white alone, one in white over black, one in colours under full transparency in neither.
  @Test func isOverWhiteOverBlackAndWithoutTransparency() throws {
    #expect(views(try image([0, 100, 200, 51])) == [[204, 224, 244], [0, 20, 40], [0, 100, 200]])
    #expect(views(try image([1, 2, 3, 0])) == [[255, 255, 255], [0, 0, 0], [1, 2, 3]])
    // Where only the file's header says that alpha counts, some viewers heed it.
    let flagged = try image([1, 2, 3, 0]) { file in
      file.saysAlpha = false
      try file.extend(TestWebP.hasAlpha)
    }
    #expect(Set(views(flagged)).isSuperset(of: [[255, 255, 255], [0, 0, 0], [1, 2, 3]]))
  }

  /// A face that alpha alone holds, above colours of something else.
  @Test func isAlsoAlphaAlone() throws {
    let picture = TestWebP.Picture(width: 2, height: 1, pixels: [9, 90, 30, 40, 9, 90, 30, 200])
    for coding in [TestWebP.Coding.lossless, .lossy(90)] {
      let image = try PhotoFormats.standard.open(TestWebP.photo(picture, coding).bytes).displayImage(
        fitting: 1000)
      #expect(image.view(.alpha)?.bytes == [40, 40, 40, 200, 200, 200], "\(coding)")
    }
  }

  /// Colours as libwebp makes them of luma and its differences; it makes more samples of these in another way, so edges may differ.
  @Test(arguments: [false, true])
  func looksAsInOtherViewers(hasAlpha: Bool) throws {
    var picture = TestWebP.Picture(try TestPhotos.closeUp())
    if hasAlpha { picture = picture.faded }
    for coding in [TestWebP.Coding.lossless, .lossy(90), .lossy(40)] {
      let file = try TestWebP.photo(picture, coding).bytes
      let seen = try PhotoFormats.standard.open(file).displayImage(fitting: 1000)
      let shown = try TestWebP.read(file).picture
      // Over white; without transparency where there is none.
      var sum = 0
      for y in 0..<256 {
        for x in 0..<256 {
          let pixel = shown[x, y]
          let alpha = Int(pixel[3])
          let own = seen.pixels[x, y]
          for (channel, level) in [own.red, own.green, own.blue].enumerated() {
            let expected = (Int(pixel[channel]) * alpha + 255 * (255 - alpha) + 127) / 255
            sum += abs(expected - Int(level))
          }
        }
      }
      let mean = Double(sum) / Double(3 * 256 * 256)
      #expect(mean < (coding.isLossless ? 0.51 : 2), "\(coding): \(mean)")
    }
  }

  @Test(arguments: WebPCase.Form.all)
  func isShrunkAsAnyPicture(form: WebPCase.Form) throws {
    let file = try TestWebP.photo(form.picture(width: 61, height: 47), form.coding).bytes
    let photo = try PhotoFormats.standard.open(file)
    let whole = try photo.displayImage(fitting: 61).pixels
    #expect(whole.width == 61 && whole.height == 47)
    for side in [60, 17, 1] {
      #expect(try photo.displayImage(fitting: side).pixels == AreaResampler.shrink(whole, toLongSide: side))
    }
  }

  @Test func isGrayWhereThePictureIs() throws {
    let gray = TestWebP.Picture.noise(width: 40, height: 30, seed: 3).gray
    let file = try TestWebP.photo(gray, .lossless).bytes
    let shown = try PhotoFormats.standard.open(file).displayImage(fitting: 40).pixels
    #expect(shown == gray.colors)
  }

  /// A profile decides what is looked at.
  @Test func heedsTheProfile() throws {
    let picture = TestWebP.Picture(TestPhotos.noise(width: 16, height: 16, seed: 2))
    for coding in [TestWebP.Coding.lossless, .lossy(90)] {
      let plain = try PhotoFormats.standard.open(TestWebP.photo(picture, coding).bytes)
      let wide = try PhotoFormats.standard.open(
        TestWebP.photo(picture, coding, profile: TestProfile.profile(curve: TestProfile.curve([]))).bytes)
      #expect(try plain.displayImage(fitting: 16).pixels != wide.displayImage(fitting: 16).pixels)
    }
  }
}

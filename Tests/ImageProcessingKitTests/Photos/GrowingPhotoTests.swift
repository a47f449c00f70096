import TestSupport
import Testing

@testable import ImageProcessingKit

/// A photo that is looked at while it is decoded shows what it shows otherwise.
@Suite struct GrowingPhotoTests {
  static let kinds = [
    TestJPEG.Kind(), TestJPEG.Kind { $0.sampling = (1, 1) }, TestJPEG.Kind { $0.sampling = (1, 2) },
    TestJPEG.Kind { $0.components = 1 }, TestJPEG.Kind { $0.components = 4 },
    TestJPEG.Kind { $0.isProgressive = true },
  ]

  /// At half the size, at sizes between, at the whole, and at an eighth.
  @Test(arguments: kinds, [151, 150, 149, 80, 301, 30])
  func isTheSamePicture(kind: TestJPEG.Kind, side: Int) throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 301, height: 203, seed: 1), kind)
    let photo = try PhotoFormats.standard.open(jpeg)
    let expected = try photo.displayImage(fitting: side)
    let growing = GrowingPicture()
    let image = try photo.displayImage(fitting: side, growingIn: growing)
    #expect(image.pixels == expected.pixels && image.otherViews == expected.otherViews)
    #expect(image.warnings == expected.warnings && image.decoderWarning == expected.decoderWarning)
    #expect(growing.became(image.pixels) == (kind.components != 4 && side > 38))
  }

  /// One that is turned when it is whole is shown to nobody before.
  @Test func isTheUprightPictureOrNone() throws {
    let stored = try TestJPEG.encode(TestPhotos.noise(width: 301, height: 203, seed: 1))
    let photo = try PhotoFormats.standard.open(TestJPEG.oriented(stored, .right))
    let growing = GrowingPicture()
    let image = try photo.displayImage(fitting: 150, growingIn: growing)
    #expect(try image.pixels == photo.displayImage(fitting: 150).pixels)
    #expect(!growing.became(image.pixels) && growing.read { _ in true } == nil)
  }

  @Test func warnsAndFailsAsBefore() throws {
    let jpeg = try TestJPEG.encode(TestPhotos.noise(width: 301, height: 203, seed: 1))
    // Bytes behind the picture's data, which decoders read over, and a marker in its midst.
    var (longer, parted) = (jpeg, jpeg)
    longer.insert(contentsOf: [1, 2], at: jpeg.count - 2)
    parted.insert(contentsOf: [0xFF, 0xD3], at: jpeg.count / 2)
    for bytes in [longer, parted, Array(jpeg.prefix(jpeg.count / 2))] {
      let photo = try PhotoFormats.standard.open(bytes)
      let growing = GrowingPicture()
      do {
        let image = try photo.displayImage(fitting: 151, growingIn: growing)
        let expected = try photo.displayImage(fitting: 151)
        #expect(image.pixels == expected.pixels && image.warnings == expected.warnings)
      } catch {
        #expect(throws: error) { try photo.displayImage(fitting: 151) }
        #expect(!growing.wait(forRows: 102))
      }
    }
  }
}

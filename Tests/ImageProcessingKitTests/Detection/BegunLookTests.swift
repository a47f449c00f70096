import TestSupport
import Testing

@testable import ImageProcessingKit

/// A detector that begins to look while the picture is made finds what it finds in the whole one.
@Suite struct BegunLookTests {
  private struct Whole: BandedPhoto {
    let picture: PixelBuffer
    /// The photo's size for one of the picture's.
    var times = 1
    var uprightSize: (width: Int, height: Int) { (times * picture.width, times * picture.height) }
    func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {}
  }

  private func grown(_ picture: PixelBuffer, in growing: GrowingPicture) -> PixelBuffer {
    growing.make(width: picture.width, height: picture.height) { target, made in
      let length = picture.width * PixelBuffer.channels
      for row in 0..<picture.height {
        for place in row * length..<(row + 1) * length { target[place] = picture.bytes[place] }
        made(row + 1)
      }
    }
  }

  private func faces(
    _ detector: NetworkDetector, in picture: PixelBuffer, of photo: Whole
  ) throws -> [DetectedFace] {
    try detector.faces(in: DisplayImage(pixels: picture, warnings: []), of: photo)
  }

  /// Enlarged, as it is, and smaller than it is; and by nobody but the detector's own thread.
  @Test(arguments: [(1, 640), (2, 640), (1, 1600), (1, 1700)], [1, 2, 4])
  func findsTheSame(_ size: (times: Int, width: Int), threads: Int) throws {
    let group = try TestPhotos.group(columns: 3, rows: 2).picture
    let picture = AreaResampler.shrink(group, toLongSide: size.width)
    let photo = Whole(picture: picture, times: size.times)
    let detector = try NetworkDetector(threads: threads)
    let expected = try faces(detector, in: picture, of: photo)
    try #require(!expected.isEmpty)
    let growing = GrowingPicture()
    detector.beginLooking(at: growing, ofPhoto: photo.uprightSize)
    let whole = grown(picture, in: growing)
    #expect(try faces(detector, in: whole, of: photo) == expected)
    // It looks at the next one anew.
    #expect(try faces(detector, in: whole, of: photo) == expected)
  }

  /// What was begun at another picture counts for nothing.
  @Test func looksAtThePictureThatItIsAskedAbout() throws {
    let picture = try TestPhotos.group().picture
    let photo = Whole(picture: picture)
    let detector = try NetworkDetector(threads: 2)
    let expected = try faces(detector, in: picture, of: photo)
    let growing = GrowingPicture()
    detector.beginLooking(at: growing, ofPhoto: photo.uprightSize)
    _ = grown(TestPhotos.withoutFaces(width: picture.width, height: picture.height), in: growing)
    #expect(try faces(detector, in: picture, of: photo) == expected)

    let unmade = GrowingPicture()
    detector.beginLooking(at: unmade, ofPhoto: photo.uprightSize)
    unmade.end()
    #expect(try faces(detector, in: picture, of: photo) == expected)
  }

  /// A picture that cannot be decoded ends the look, and the detector goes on with the next photo.
  @Test func goesOnAfterAPictureThatIsNotMade() throws {
    let picture = try TestPhotos.group().picture
    let photo = Whole(picture: picture)
    let detector = try NetworkDetector(threads: 2)
    let expected = try faces(detector, in: picture, of: photo)
    let growing = GrowingPicture()
    detector.beginLooking(at: growing, ofPhoto: photo.uprightSize)
    let failure = FaceBlurError(.truncatedPhoto, "a.jpg", "half of it is there")
    #expect(throws: failure) {
      _ = try growing.make(width: picture.width, height: picture.height) { (_, made) throws(FaceBlurError) in
        made(1)
        throw failure
      }
    }
    #expect(try faces(detector, in: picture, of: photo) == expected)
  }
}

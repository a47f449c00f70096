import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Scrubbing takes the hidden picture and leaves the photo: its orientation, its colours, its pixels.
@Suite struct CarrierSurvivalTests {
  /// One of each kind of place, and none that changes what is looked at here.
  private static let names: Set<String> = [
    "EXIF JPEG thumbnail, little-endian", "Thumbnail in a second EXIF block, big-endian",
    "Maker note in the manner of NIKON CORPORATION", "XMP thumbnail", "Extended XMP in parts",
    "Photoshop thumbnail", "C2PA thumbnail", "JFXX JPEG thumbnail", "JFIF thumbnail",
    "Comment that is a picture", "Gain map", "Samsung trailer", "Motion photo",
    "Pixels between two segments", "Comment behind fill bytes",
  ]
  private static let sample = Carrier.all.filter { names.contains($0.name) }

  /// The carriers in a photo that lies on its side and has a wide gamut.
  private static let run = Result {
    let upright = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let plain = try TestJPEG.encode(upright.stored(for: .right))
    let profile = TestProfile.segments(TestProfile.wideGamut)
    let withoutEXIF = JPEGParts.inserting(profile, into: plain)
    let photo = JPEGParts.inserting(profile, into: TestJPEG.oriented(plain, .right))
    return try CarrierRun(
      Dictionary(
        uniqueKeysWithValues: sample.map { ($0.fileName, try $0.build(photo)) }
          + Carrier.sideways.map { ($0.fileName, try $0.build(withoutEXIF)) }))
  }
  private static let tags = Result { try ExifTool.tags(of: run.get().renders) }

  @Test func looksAtEveryCarrierOfTheSample() {
    #expect(Set(Self.sample.map(\.name)) == Self.names)
  }

  @Test(arguments: sample + Carrier.sideways)
  func keepsTheOrientation(_ carrier: Carrier) throws {
    let render = try Self.run.get().render(of: carrier.fileName)
    #expect(try PhotoFormats.standard.open(render).geometry.orientation == .right, "\(carrier)")
    #expect(try Self.tags.get()[carrier.fileName]?["IFD0:Orientation"] == "Rotate 90 CW", "\(carrier)")
  }

  @Test(arguments: sample + Carrier.sideways)
  func writesTheColourProfileAnew(_ carrier: Carrier) throws {
    let render = try Self.run.get().render(of: carrier.fileName)
    let plain = try Self.run.get().render(of: Carrier.sideways[0].fileName)
    #expect(!TestProfile.carried(by: render).isEmpty, "\(carrier)")
    #expect(TestProfile.carried(by: render) == TestProfile.carried(by: plain), "\(carrier)")
  }

  @Test(arguments: sample + Carrier.sideways)
  func keepsEveryPixelOutsideTheFace(_ carrier: Carrier) throws {
    let run = try Self.run.get()
    let before = try TestJPEG.decodeIndependently(try #require(run.photos[carrier.fileName]))
    let after = try TestJPEG.decodeIndependently(try run.render(of: carrier.fileName))
    try #require(before.width == after.width && before.height == after.height, "\(carrier)")
    let face = Self.surroundings(of: TestPhotos.astronautFace, inStored: before)
    let bytesPerPixel = PixelBuffer.channels
    var changedOutside = 0
    var changedInside = 0
    for y in 0..<before.height {
      let row = y * before.width * bytesPerPixel
      let inside =
        (face.y..<(face.y + face.height)).contains(y)
        ? (row + face.x * bytesPerPixel)..<(row + (face.x + face.width) * bytesPerPixel) : row..<row
      let end = row + before.width * bytesPerPixel
      if before.differs(from: after, in: row..<inside.lowerBound) { changedOutside += 1 }
      if before.differs(from: after, in: inside.upperBound..<end) { changedOutside += 1 }
      if before.differs(from: after, in: inside) { changedInside += 1 }
    }
    #expect(changedOutside == 0, "\(carrier): rows changed outside the face")
    #expect(changedInside > TestPhotos.astronautFace.width / 2, "\(carrier): the face was not changed")
  }

  /// A box of twice the size as it lies in the stored picture, whose columns are the upright picture's rows.
  private static func surroundings(of face: PixelBox, inStored picture: PixelBuffer) -> PixelBox {
    let top = max(0, face.y - face.height / 2)
    let left = max(0, face.x - face.width / 2)
    return PixelBox(
      x: top, y: picture.height - left - 2 * face.width, width: 2 * face.height, height: 2 * face.width)
  }
}

extension PixelBuffer {
  /// Whether a run of bytes differs; quick, for a debug build, too.
  fileprivate func differs(from other: PixelBuffer, in range: Range<Int>) -> Bool {
    bytes.withUnsafeBytes { a in
      other.bytes.withUnsafeBytes { b in
        guard let a = a.baseAddress, let b = b.baseAddress else { return false }
        return memcmp(a + range.lowerBound, b + range.lowerBound, range.count) != 0
      }
    }
  }
}

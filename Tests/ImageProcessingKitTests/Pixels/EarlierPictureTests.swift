import TestSupport
import Testing

@testable import ImageProcessingKit

/// A photo that has changed is known again by what an earlier output of it shows.
@Suite struct EarlierPictureTests {
  /// A photo, and what an output shows of it.
  private static let known = Result { () throws -> (photo: PixelBuffer, earlier: EarlierPicture) in
    let group = try TestPhotos.group()
    var output = group.picture
    for box in group.faces {
      for y in box.y..<(box.y + box.height) {
        for x in box.x..<(box.x + box.width) { output[x, y] = (128, 128, 128) }
      }
    }
    let hidden = group.faces.map { $0.normalized(width: output.width, height: output.height) }
    return (group.picture, EarlierPicture(output, hiding: hidden, reach: 1.3))
  }

  @Test(arguments: Orientation.allCases)
  func isShownByThePhotoHoweverItIsTurned(orientation: Orientation) throws {
    let known = try Self.known.get()
    // What was upright as it was stored is now upright as this.
    #expect(known.earlier.turns(to: orientation.upright(known.photo)) == [orientation])
  }

  @Test func isShownByThePhotoInPoorerQuality() throws {
    let known = try Self.known.get()
    for quality in [30, 60] {
      let jpeg = try TestJPEG.encode(known.photo, TestJPEG.Kind { $0.quality = quality })
      #expect(try known.earlier.turns(to: TestPhotos.pixels(of: jpeg)) == [.up])
    }
    for side in [200, 401, 800] {
      #expect(known.earlier.turns(to: AreaResampler.shrink(known.photo, toLongSide: side)) == [.up])
    }
  }

  /// Another scene before the same camera: somebody stands where nobody stood.
  @Test func isNotShownWhereSomebodyElseStands() throws {
    let known = try Self.known.get()
    let face = try TestPhotos.group().faces[0]
    var other = known.photo
    for y in 0..<40 { for x in 0..<32 { other[560 + x, 590 + y] = known.photo[face.x + x, face.y + y] } }
    try #require(other != known.photo)
    #expect(known.earlier.turns(to: other).isEmpty)
  }

  @Test func isNotShownByAPartOfThePhoto() throws {
    let known = try Self.known.get()
    let part = PictureFrame(
      width: known.photo.width, height: known.photo.height,
      visible: PixelRect(x: 34, y: 20, width: known.photo.width - 34, height: known.photo.height - 20))
    #expect(known.earlier.turns(to: known.photo.visible(in: part)).isEmpty)
    #expect(known.earlier.turns(to: TestPhotos.withoutFaces(width: 1088, height: 640)).isEmpty)
  }
}

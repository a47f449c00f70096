import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `--thumbnail`: made from the scrubbed picture, and lying as the picture is stored.
@Suite struct ThumbnailTests {
  private static let orientations: [Orientation] = [.up, .down, .right, .left]

  /// Grace Hopper's portrait in some orientations, blurred, by the orientation's number.
  private static let run = Result { () -> (renders: [Int: [UInt8]], thumbnails: [Int: [UInt8]]) in
    let scratch = try ScratchFolder()
    let upright = try TestPhotos.pixels(of: TestPhotos.graceHopper())
    for orientation in orientations {
      let stored = try TestJPEG.encode(upright.stored(for: orientation))
      try scratch.write(TestJPEG.oriented(stored, orientation), "\(orientation.rawValue).jpg")
    }
    let names = orientations.map { "\($0.rawValue).jpg" }
    let outcome = try BuiltCommand.run(["blur", "--thumbnail", "-o", "out/"] + names, in: scratch.path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let verified = try BuiltCommand.run(["verify"] + names.map { "out/\($0)" }, in: scratch.path)
    #expect(verified.exitCode == 0, "\(verified.output)\(verified.errors)")
    var renders: [Int: [UInt8]] = [:]
    for orientation in orientations {
      renders[orientation.rawValue] = try scratch.read("out/\(orientation.rawValue).jpg")
    }
    return (renders, try renders.mapValues(ExifTool.thumbnail))
  }

  // Else "no face is detected in the thumbnail" would say nothing.
  @Test func hasAPhotoWhoseFaceAThumbnailWouldShow() throws {
    let scratch = try ScratchFolder()
    let small = try PhotoFormats.standard.open(TestPhotos.graceHopper()).displayImage(fitting: 160).pixels
    try scratch.write(TestJPEG.encode(small), "small.jpg")
    let found = try scratch.faceblur("detect", "small.jpg", "--json").photos()[0]
    // 600 pixels became 160.
    let face = PixelBox(x: 48, y: 33, width: 47, height: 56)
    #expect(found.faces.contains { $0.isNear(face, within: 12) })
  }

  @Test(arguments: orientations)
  func showsNoFace(_ orientation: Orientation) throws {
    let thumbnail = try #require(Self.run.get().thumbnails[orientation.rawValue])
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.oriented(thumbnail, orientation), "thumbnail.jpg")
    let found = try scratch.faceblur("detect", "thumbnail.jpg", "--json").photos()[0]
    #expect(found.faces.isEmpty)
    #expect(max(found.width, found.height) == 160)
  }

  @Test(arguments: orientations)
  func isTheStoredPictureScaledDown(_ orientation: Orientation) throws {
    let (renders, thumbnails) = try Self.run.get()
    let render = try TestJPEG.decodeIndependently(#require(renders[orientation.rawValue]))
    let thumbnail = try TestJPEG.decodeIndependently(#require(thumbnails[orientation.rawValue]))
    #expect(max(thumbnail.width, thumbnail.height) == 160)
    #expect((thumbnail.width < thumbnail.height) == (render.width < render.height))
    let scaled = render.averaged(width: thumbnail.width, height: thumbnail.height)
    let sum = zip(scaled.bytes, thumbnail.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(sum) / Double(scaled.bytes.count) < 3)
  }

  @Test(arguments: orientations)
  func holdsNothingButItsPicture(_ orientation: Orientation) throws {
    let thumbnail = try #require(Self.run.get().thumbnails[orientation.rawValue])
    let markers = Set(JPEGParts.segments(of: thumbnail).map(\.marker))
    #expect(markers.isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA]), "\(markers)")
    #expect(thumbnail.suffix(2) == [0xFF, 0xD9])
  }

  // At the quality of other thumbnails, this one would not fit into its segment.
  @Test func fitsItsSegmentWhateverThePhotoShows() throws {
    let scratch = try ScratchFolder()
    func encoded(_ picture: PixelBuffer, _ quality: Int) throws -> [UInt8] {
      try TestJPEG.encode(
        picture,
        TestJPEG.Kind {
          $0.quality = quality
          $0.sampling = (1, 1)
        })
    }
    let photo = try encoded(TestPhotos.costliest(width: 160, height: 160), 100)
    #expect(try encoded(TestPhotos.pixels(of: photo), 90).count > 65_533)
    try scratch.write(photo, "photos/noise.jpg")
    let outcome = try scratch.scrub("--thumbnail")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let thumbnail = try TestJPEG.read(ExifTool.thumbnail(of: scratch.read("out/noise.jpg")))
    #expect(thumbnail.width == 160 && thumbnail.height == 160)
    try scratch.faceblur("verify", "out/noise.jpg")
  }

  @Test func isReplacedRenderedAgainAndTakenBackLikeAnyRender() throws {
    let scratch = try ScratchFolder()
    try scratch.writeGraceHopper()
    let before = try scratch.state()
    try scratch.faceblur("blur", "admiral.jpg", "--thumbnail")
    let withThumbnail = try scratch.digest("admiral_edited.jpg")
    try scratch.faceblur("render", "admiral.jpg", "-o", "again.jpg")
    #expect(try scratch.digest("again.jpg") == withThumbnail)
    try scratch.remove("again.jpg")
    try scratch.faceblur("blur", "admiral.jpg", "--cells", "4")
    #expect(try scratch.digest("admiral_edited.jpg") != withThumbnail)
    // What is not named stays as it was: the cells, but not what the render tells.
    try scratch.faceblur("blur", "admiral.jpg", "--thumbnail", "--cells", "12")
    #expect(try scratch.digest("admiral_edited.jpg") == withThumbnail)
    let outcome = try scratch.faceblur("revert", "admiral.jpg")
    #expect(outcome.errors.isEmpty)
    #expect(try scratch.state() == before)
  }
}

extension PixelBuffer {
  /// Each pixel the mean of those whose centres it covers: written out, apart from the code under test.
  fileprivate func averaged(width: Int, height: Int) -> PixelBuffer {
    var result = PixelBuffer(width: width, height: height)
    func span(_ place: Int, _ count: Int, _ all: Int) -> Range<Int> {
      let step = Double(all) / Double(count)
      let first = Int((Double(place) * step).rounded())
      return first..<max(first + 1, min(all, Int((Double(place + 1) * step).rounded())))
    }
    for y in 0..<height {
      let rows = span(y, height, self.height)
      for x in 0..<width {
        let columns = span(x, width, self.width)
        var sum = (0, 0, 0)
        for row in rows {
          for column in columns {
            let pixel = self[column, row]
            sum = (sum.0 + Int(pixel.red), sum.1 + Int(pixel.green), sum.2 + Int(pixel.blue))
          }
        }
        let count = rows.count * columns.count
        result[x, y] = (UInt8(sum.0 / count), UInt8(sum.1 / count), UInt8(sum.2 / count))
      }
    }
    return result
  }
}

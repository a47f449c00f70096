import TestSupport
import Testing

@testable import ImageProcessingKit

/// A face beyond the edge that the header states, which whoever changes the header sees, and other messages in the code.
@Suite struct HiddenCodeRunTests {
  /// A photo of two portraits whose header leaves out the last 31 columns, where a third face stands.
  private func photo() throws -> [UInt8] {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    let face = TestPhotos.astronautFace
    var picture = PixelBuffer(width: 544, height: 512)
    picture.paste(portrait, x: 0, y: 0)
    for y in 0..<512 {
      for x in 512..<544 {
        picture[x, y] = portrait[face.x + (x - 512) * face.width / 32, face.y + y % 40 * face.height / 40]
      }
    }
    let full = try TestJPEG.encode(picture, TestJPEG.Kind { $0.sampling = (4, 2) })
    return TestJPEG.resized(full, width: 513, height: 512)
  }

  @Test func isFoundByVerifyAndGoneFromTheRender() throws {
    let scratch = try ScratchFolder()
    try scratch.write(photo(), "photo.jpg")
    let before = try scratch.attempt("verify", "photo.jpg")
    #expect(before.exitCode == 1)
    #expect(before.output.contains("the blocks beyond its edge are not flat"), "\(before.output)")

    try scratch.faceblur("blur", "photo.jpg", "-o", "render.jpg")
    #expect(try scratch.attempt("verify", "render.jpg").exitCode == 0)
    let shown = TestJPEG.resized(try scratch.read("render.jpg"), width: 544, height: 512)
    let luma = try TestJPEG.read(shown).components[0]
    for y in 0..<luma.heightInBlocks {
      for x in 65..<luma.widthInBlocks {
        let isFlat = luma.block(x, y).dropFirst().allSatisfy { $0 == 0 }
        #expect(isFlat, "block \(x), \(y)")
      }
    }
  }

  @Test(arguments: [HiddenCode.zeroRuns, .otherEnds, .twoCodes, .unusedCodes])
  func isFoundByVerifyWhereverItIs(_ hidden: HiddenCode) throws {
    let scratch = try ScratchFolder()
    // Without the application segments, which verify would object to.
    let photo = try TestJPEG.encode(
      TestPhotos.pixels(of: TestPhotos.astronaut()), TestJPEG.Kind { $0.quality = 60 })
    try scratch.write(photo, "clean.jpg")
    try scratch.write(try #require(try hidden.planted(in: photo)), "photo.jpg")
    #expect(try scratch.attempt("verify", "clean.jpg").exitCode == 0)
    let found = try scratch.attempt("verify", "photo.jpg")
    #expect(found.exitCode == 1)
    #expect(found.output.contains("bytes between segments  LEAK: "), "\(found.output)")
    try scratch.faceblur("blur", "photo.jpg", "-o", "render.jpg")
    #expect(try scratch.attempt("verify", "render.jpg").exitCode == 0)
  }
}

import ImageProcessingKit
import TestSupport
import Testing

/// `--effort`, and photos that were stored sideways without saying so.
@Suite struct EffortTests {
  @Test(arguments: [Orientation.right, .down, .left])
  func hidesTheFaceOfAPhotoThatIsStoredSidewaysWithoutATag(turn: Orientation) throws {
    let scratch = try ScratchFolder()
    let upright = try TestPhotos.pixels(of: TestPhotos.astronaut())
    try scratch.write(TestJPEG.encode(upright.stored(for: turn)), "a.jpg")
    let photo = try #require(try scratch.faceblur("blur", "a.jpg", "--json").photos().first)
    #expect(!photo.faces.isEmpty)
    // Turned back, nobody is seen in the render.
    let rendered = try TestPhotos.pixels(of: scratch.read("a_edited.jpg"))
    try scratch.write(TestJPEG.encode(turnedBack(rendered, turn)), "back.jpg")
    let back = try #require(try scratch.faceblur("detect", "back.jpg", "--json").photos().first)
    #expect(back.faces.isEmpty)
  }

  private func turnedBack(_ picture: PixelBuffer, _ turn: Orientation) -> PixelBuffer {
    let inverse: Orientation = turn == .right ? .left : turn == .left ? .right : turn
    return picture.stored(for: inverse)
  }

  @Test func saysInTheRecordHowOftenItLooked() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.faceblur("blur", "a.jpg", "--effort", "fast")
    let settings = try RecordOnDisk(scratch.read("a.AAE")).settings
    let detector = try #require(settings["detector"] as? [String: Any])
    #expect(detector["effort"] as? String == "fast")
    #expect(detector["longSides"] as? [Int] == [320, 640])
  }

  @Test func refusesAnEffortThatItDoesNotKnow() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.expectFailure(64, naming: "--effort", "blur", "a.jpg", "--effort", "heroic")
  }
}

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
    let photo = try #require(
      try scratch.faceblur("blur", "a.jpg", "--json", "--effort", "normal").photos().first)
    #expect(!photo.faces.isEmpty)
    // Turned back, nobody is seen in the render.
    let rendered = try TestPhotos.pixels(of: scratch.read("a_edited.jpg"))
    try scratch.write(TestJPEG.encode(turnedBack(rendered, turn)), "back.jpg")
    let back = try #require(
      try scratch.faceblur("detect", "back.jpg", "--json", "--effort", "normal").photos().first)
    #expect(back.faces.isEmpty)
  }

  private func turnedBack(_ picture: PixelBuffer, _ turn: Orientation) -> PixelBuffer {
    let inverse: Orientation = turn == .right ? .left : turn == .left ? .right : turn
    return picture.stored(for: inverse)
  }

  /// No face of a panorama is lost because the whole picture shows it with five pixels.
  @Test func hidesEveryFaceOfAPanorama() throws {
    let scratch = try ScratchFolder()
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    var panorama = PixelBuffer(width: 13_000, height: portrait.height, red: 118, green: 118, blue: 118)
    let places = [0, 3100, 6170, 9233, 12_488]
    for left in places { panorama.paste(portrait, x: left, y: 0) }
    try scratch.write(TestJPEG.encode(panorama), "wide.jpg")
    try scratch.faceblur("blur", "wide.jpg", "--effort", "normal")
    let rendered = try TestPhotos.pixels(of: scratch.read("wide_edited.jpg"))
    let face = TestPhotos.astronautFace
    for left in places {
      var hidden = 0
      for y in face.y..<face.y + face.height {
        for x in left + face.x..<left + face.x + face.width where rendered[x, y] != panorama[x, y] {
          hidden += 1
        }
      }
      #expect(hidden > face.width * face.height * 9 / 10, "the one at \(left)")
    }
    // Who checks the render looks as closely, and is told how closely that is.
    try scratch.faceblur("verify", "--no-faces", "wide_edited.jpg", "--effort", "normal")
    #expect(try scratch.attempt("verify", "--no-faces", "wide.jpg", "--effort", "normal").exitCode == 1)
    #expect(try scratch.faceblur("show", "wide.jpg").output.contains("faces from 24 pixels on"))
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

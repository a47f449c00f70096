import Foundation
import TestSupport
import Testing

/// Photos of everything around a camera, whose edge cuts a face in two regions.
@Suite struct AllAroundTests {
  @Test func countsAFaceAtTheEdgeOnce() throws {
    let scratch = try ScratchFolder()
    var around = TestPhotos.AllAround()
    around.place(
      try TestPhotos.pixels(of: TestPhotos.graceHopper()), TestPhotos.graceHopperFace, longitude: 180,
      latitude: 0, degrees: 16)
    try scratch.write(TestJPEG.encode(around.picture), "photos/a.jpg")
    let said = try scratch.attempt(
      "blur", "photos/a.jpg", "-o", "a.jpg", "--record", "none", "--effort", "normal"
    ).output
    #expect(said.hasPrefix("photos/a.jpg: 1 face\n"), "\(said)")
    let photo = try #require(
      try scratch.faceblur("detect", "photos/a.jpg", "--json", "--effort", "normal").photos().first)
    #expect(photo.faces.count == 2)
    let verified = try scratch.attempt("verify", "photos/a.jpg", "--effort", "normal").output
    #expect(verified.contains("1 face is seen in it"), "\(verified)")
    let scrubbed = try BuiltCommand.run(
      ["scrub", "photos", "-o", "out", "--effort", "normal"], in: scratch.path)
    #expect(scrubbed.exitCode == 0)
    #expect(try scratch.report()["a.jpg"]?.faces == 1)
  }
}

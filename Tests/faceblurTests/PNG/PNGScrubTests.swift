import Foundation
import TestSupport
import Testing

/// Folders of JPEGs and PNGs together.
@Suite struct PNGScrubTests {
  /// Small photos of both formats, every second of them with a face, and PNGs of different kinds.
  private func write(_ count: Int, in scratch: ScratchFolder) throws {
    for index in 0..<count {
      let picture = try TestPhotos.small(index, width: 176 + index, hasFace: index % 2 == 0)
      if index % 4 < 2 {
        try scratch.write(TestJPEG.encode(picture), "photos/\(index % 3)/\(index).jpg")
      } else {
        let kinds = [TestPNG.Kind.rgb8, .gray8, .rgba8, TestPNG.Kind(2, 16), .palette8]
        let file = try TestPNG.encodeByLibpng(
          TestPNG.Picture(picture, kinds[index / 4 % kinds.count]), isInterlaced: index % 3 == 0)
        try scratch.write(
          TestPNGChunks(file).inserting([.text("Author", "Ann")], before: "IDAT").bytes,
          "photos/\(index % 3)/\(index).png")
      }
    }
  }

  @Test func areScrubbedTogether() throws {
    let scratch = try ScratchFolder()
    try write(24, in: scratch)
    try scratch.write(Array(TestPhotos.closeUpPNG().prefix(5000)), "photos/cut.png")
    try scratch.write(Array("no photo".utf8), "photos/text.png")
    let report = try scratch.expectScrubbed(24, butFor: ["cut.png", "text.png"])
    #expect(report["cut.png"]?.reason?.contains("cut short") == true)
    for index in 0..<24 {
      let name = "\(index % 3)/\(index).\(index % 4 < 2 ? "jpg" : "png")"
      let (photo, output) = (try scratch.read("photos/\(name)"), try scratch.read("out/\(name)"))
      #expect(photo.prefix(8) == output.prefix(8) || index % 4 < 2)
      let faces = report["\(index).\(index % 4 < 2 ? "jpg" : "png")"]?.faces
      #expect((faces ?? 0 > 0) == (index % 2 == 0), "\(name): \(faces ?? -1)")
      guard index % 4 >= 2 else { continue }
      let (before, after) = (try TestPNG.read(photo), try TestPNG.read(output))
      #expect(after.chunks.isEmpty && before.picture.kind == after.picture.kind, "\(name)")
      #expect((before.rgba == after.rgba) == (index % 2 == 1), "\(name)")
    }
    try scratch.expectAllDone(24)
  }

  /// Hostile files take down nothing but themselves.
  @Test func hostileFilesDoNotStopARun() throws {
    let scratch = try ScratchFolder()
    let small = try TestPNG.encode(TestPhotos.withoutFaces(width: 64, height: 64))
    try write(8, in: scratch)
    try scratch.write(HostileFile.png, of: small, in: "photos/hostile")
    try scratch.expectOnlyFailures(of: HostileFile.png, beside: "2.png")
  }
}

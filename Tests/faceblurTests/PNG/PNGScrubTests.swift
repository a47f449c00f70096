import Foundation
import TestSupport
import Testing

/// Folders of JPEGs and PNGs together.
@Suite struct PNGScrubTests {
  /// Small photos of both formats, every second of them with a face, and PNGs of different kinds.
  private func write(_ count: Int, in scratch: ScratchFolder) throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    for index in 0..<count {
      var picture = TestPhotos.withoutFaces(width: 176 + index, height: 160)
      if index % 2 == 0 { picture.paste(portrait, x: -140, y: -40 - index % 8) }
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
    let outcome = try scratch.scrub("--jobs", "2")
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("24 scrubbed"), "\(outcome.output)\(outcome.errors)")
    let report = try scratch.report()
    #expect(report["cut.png"]?.status == "failed" && report["cut.png"]?.reason?.contains("cut short") == true)
    #expect(report["text.png"]?.status == "failed")
    for index in 0..<24 {
      let name = "\(index % 3)/\(index).\(index % 4 < 2 ? "jpg" : "png")"
      let (photo, output) = (try scratch.read("photos/\(name)"), try scratch.read("out/\(name)"))
      #expect(photo.prefix(8) == output.prefix(8) || index % 4 < 2)
      let faces = report["\(index).\(index % 4 < 2 ? "jpg" : "png")"]?.faces
      #expect((faces ?? 0 > 0) == (index % 2 == 0), "\(name): \(faces ?? -1)")
      guard index % 4 >= 2 else { continue }
      let (before, after) = (try TestPNG.read(photo), try TestPNG.read(output))
      #expect(after.chunks.isEmpty && before.picture.kind == after.picture.kind, "\(name)")
      #expect((before.picture.samples == after.picture.samples) == (index % 2 == 1), "\(name)")
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
    #expect(try scratch.scrub().output.contains("24 were done before"))
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

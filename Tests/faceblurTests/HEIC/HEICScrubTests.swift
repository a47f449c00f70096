import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Folders of JPEGs, PNGs and HEICs together.
@Suite struct HEICScrubTests {
  /// Small photos of all formats, every second of them with a face.
  private func write(_ count: Int, in scratch: ScratchFolder) throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    for index in 0..<count {
      var picture = TestPhotos.withoutFaces(width: 176 + 2 * index, height: 160)
      if index % 2 == 0 { picture.paste(portrait, x: -140, y: -40 - index % 8) }
      let name = "photos/\(index % 3)/\(index)"
      switch index % 4 {
      case 0: try scratch.write(TestJPEG.encode(picture), "\(name).jpg")
      case 1: try scratch.write(TestPNG.encode(picture), "\(name).png")
      default:
        let planes = TestHEVC.Picture(picture, depth: index % 8 == 2 ? 10 : 8)
        try scratch.write(TestHEIC.phone(planes, coding: .lossy(24)).bytes, "\(name).heic")
      }
    }
  }

  @Test func areScrubbedTogether() throws {
    let scratch = try ScratchFolder()
    try write(16, in: scratch)
    let cut = try TestHEIC.phone(TestHEVC.Picture(TestPhotos.closeUp())).bytes
    try scratch.write(Array(cut.prefix(cut.count / 2)), "photos/cut.heic")
    let outcome = try scratch.scrub("--jobs", "2")
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("16 scrubbed"), "\(outcome.output)\(outcome.errors)")
    let report = try scratch.report()
    #expect(
      report["cut.heic"]?.status == "failed" && report["cut.heic"]?.reason?.contains("cut short") == true)
    for index in 0..<16 where index % 4 >= 2 {
      let name = "\(index % 3)/\(index).heic"
      let faces = report["\(index).heic"]?.faces ?? -1
      #expect((faces > 0) == (index % 2 == 0), "\(name): \(faces)")
      let (photo, output) = (try scratch.read("photos/\(name)"), try scratch.read("out/\(name)"))
      let isSame = try TestHEIC(photo).canvas() == TestHEIC(output).canvas()
      #expect(isSame == (index % 2 == 1), "\(name)")
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
    #expect(try scratch.scrub().output.contains("16 were done before"))
  }

  // Whatever the moment: nothing half, nothing missing, nothing done twice to another end.
  @Test(.timeLimit(.minutes(3)))
  func goesOnAfterAnyKill() throws {
    try ScratchFolder.expectTheSameAfterKills(15, within: 0.4, seed: 7) { try write(12, in: $0) }
  }
}

import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Folders of photos of several formats together, JPEG XLs among them.
@Suite struct JPEGXLScrubTests {
  private static let endings = ["jpg", "jxl", "png", "JXL", "webp", "jxl"]

  private static func name(_ index: Int) -> String { "\(index % 4)/\(index).\(endings[index % 6])" }

  /// Small photos, every second of them with a face, and JPEG XLs of different kinds.
  private func write(_ count: Int, in scratch: ScratchFolder) throws {
    for index in 0..<count {
      let picture = try TestPhotos.small(index, width: 176 + 2 * index, hasFace: Self.hasFace(index))
      let jpeg = try TestJPEG.encode(picture, TestJPEG.Kind { $0.isProgressive = index % 6 == 3 })
      let file: [UInt8]
      switch index % 6 {
      case 0: file = jpeg
      case 2: file = try TestPNG.encodeByLibpng(TestPNG.Picture(picture, .rgb8))
      case 4: file = try TestWebP.photo(TestWebP.Picture(picture), .lossless).bytes
      default:
        let oriented = TestJPEG.oriented(jpeg, index % 6 == 1 ? .up : .upMirrored)
        file = try TestJXL.transcode(
          oriented, .init { $0.boxes = [.init("xml ", Array("<x>Ann</x>".utf8), isPacked: true)] })
      }
      try scratch.write(file, "photos/\(Self.name(index))")
    }
  }

  private static func hasFace(_ index: Int) -> Bool { (index + index / 6) % 2 == 0 }

  @Test func areScrubbedTogether() throws {
    let scratch = try ScratchFolder()
    try write(24, in: scratch)
    let small = try TestPhotos.closeUpJPEGXL()
    try scratch.write(Array(small.prefix(5000)), "photos/cut.jxl")
    try scratch.write(TestJXL.encode(TestPhotos.closeUp()), "photos/native.jxl")
    try scratch.write(Array("no photo".utf8), "photos/text.jxl")
    let report = try scratch.expectScrubbed(24, butFor: ["cut.jxl", "native.jxl", "text.jxl"])
    #expect(report["native.jxl"]?.reason?.contains("no JPEG can be had back") == true)
    for index in 0..<24 where index % 2 == 1 {
      let name = Self.name(index)
      let faces = report["\(index).\(Self.endings[index % 6])"]?.faces ?? -1
      #expect((faces > 0) == Self.hasFace(index), "\(name): \(faces)")
      let (photo, render) = (try scratch.read("photos/\(name)"), try scratch.read("out/\(name)"))
      let (before, after) = (try TestJXL.read(photo), try TestJXL.read(render))
      #expect(before.orientation == after.orientation, "\(name)")
      #expect((before.picture == after.picture) != Self.hasFace(index), "\(name)")
      #expect(TestJXL.content(of: "xml ", in: photo) != nil && TestJXL.content(of: "xml ", in: render) == nil)
    }
    try scratch.expectAllDone(24)
  }

  // Whatever the moment: nothing half, nothing missing, nothing done twice to another end.
  @Test func goesOnAfterAnyKill() throws {
    try ScratchFolder.expectTheSameAfterKills(8, within: 0.4, seed: 9) { try write(12, in: $0) }
  }
}

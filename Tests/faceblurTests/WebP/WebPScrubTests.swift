import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Folders of photos of all formats together.
@Suite struct WebPScrubTests {
  private static let endings = ["jpg", "png", "heic", "tif", "webp", "WEBP"]

  private static func name(_ index: Int) -> String { "\(index % 4)/\(index).\(endings[index % 6])" }

  /// Small photos of all formats, every second of them with a face, and WebPs of different kinds.
  private func write(_ count: Int, in scratch: ScratchFolder) throws {
    for index in 0..<count {
      let picture = try TestPhotos.small(index, width: 176 + 2 * index, hasFace: Self.hasFace(index))
      let file: [UInt8]
      switch index % 6 {
      case 0: file = try TestJPEG.encode(picture)
      case 1: file = try TestPNG.encodeByLibpng(TestPNG.Picture(picture, .rgb8))
      case 2: file = try TestHEIF.phone(TestHEVC.Picture(picture), coding: .lossy(24)).bytes
      case 3: file = try TestTIFF.encodeByLibtiff(TestTIFF.Picture(picture, .rgb8), TestTIFF.Coding())
      default:
        let isLossless = index % 6 == 4
        let alpha: UInt8 = index / 6 % 2 == 0 ? 255 : 200
        file = try TestWebP.photo(
          TestWebP.Picture(picture, alpha: alpha), isLossless ? .lossless : .lossy(85)
        ).changing { $0.chunks.append(.init("XMP ", Array("<x>Ann</x>".utf8))) }.bytes
      }
      try scratch.write(file, "photos/\(Self.name(index))")
    }
  }

  private static func hasFace(_ index: Int) -> Bool { (index + index / 6) % 2 == 0 }

  @Test func areScrubbedTogether() throws {
    let scratch = try ScratchFolder()
    try write(24, in: scratch)
    let small = try TestWebP(TestPhotos.closeUpWebP())
    try scratch.write(Array(small.bytes.prefix(5000)), "photos/cut.webp")
    try scratch.write(small.changing { try $0.extend(TestWebP.isAnimated) }.bytes, "photos/film.webp")
    try scratch.write(Array("no photo".utf8), "photos/text.webp")
    let report = try scratch.expectScrubbed(24, butFor: ["cut.webp", "film.webp", "text.webp"])
    #expect(report["film.webp"]?.reason?.contains("animated") == true)
    for index in 0..<24 where index % 6 >= 4 {
      let name = Self.name(index)
      let faces = report["\(index).\(Self.endings[index % 6])"]?.faces ?? -1
      #expect((faces > 0) == Self.hasFace(index), "\(name): \(faces)")
      let (before, after) = (
        try TestWebP.read(scratch.read("photos/\(name)")), try TestWebP.read(scratch.read("out/\(name)"))
      )
      #expect(before.isLossless == after.isLossless, "\(name)")
      if before.isLossless { #expect((before.picture == after.picture) != Self.hasFace(index), "\(name)") }
      #expect(try TestWebP(scratch.read("out/\(name)"))["XMP "] == nil)
    }
    try scratch.expectAllDone(24)
  }

  // Whatever the moment: nothing half, nothing missing, nothing done twice to another end.
  @Test func goesOnAfterAnyKill() throws {
    try ScratchFolder.expectTheSameAfterKills(8, within: 0.4, seed: 9) { try write(12, in: $0) }
  }
}

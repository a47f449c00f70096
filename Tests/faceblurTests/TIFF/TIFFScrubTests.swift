import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Folders of photos of all formats together.
@Suite struct TIFFScrubTests {
  private static let endings = ["jpg", "png", "heic", "tif", "TIFF"]

  private static func name(_ index: Int) -> String { "\(index % 3)/\(index).\(endings[index % 5])" }

  /// Small photos of all formats, every second of them with a face, and TIFFs of different kinds.
  private func write(_ count: Int, in scratch: ScratchFolder) throws {
    let kinds = [TestTIFF.Kind.rgb8, .gray8, .rgba8, .rgb16, .cmyk8, .white8]
    var random = SplitMix(seed: 11)
    for index in 0..<count {
      let picture = try TestPhotos.small(index, width: 176 + 2 * index, hasFace: index % 2 == 0)
      let file: [UInt8]
      switch index % 5 {
      case 0: file = try TestJPEG.encode(picture)
      case 1: file = try TestPNG.encodeByLibpng(TestPNG.Picture(picture, .rgb8))
      case 2: file = try TestHEIF.phone(TestHEVC.Picture(picture), coding: .lossy(24)).bytes
      default:
        let compression = TestTIFF.Compression.allCases[index / 2 % TestTIFF.Compression.allCases.count]
        let coding = TestTIFF.Coding.any(compression, using: &random)
        var tiff = try OddTIFF(
          TestTIFF.encodeByLibtiff(TestTIFF.Picture(picture, kinds[index % kinds.count]), coding))
        tiff.first.set(tiff.text(315, "Ann"))
        file = tiff.bytes
      }
      try scratch.write(file, "photos/\(Self.name(index))")
    }
  }

  @Test func areScrubbedTogether() throws {
    let scratch = try ScratchFolder()
    try write(25, in: scratch)
    let small = try TestPhotos.closeUpTIFF()
    try scratch.write(Array(small.prefix(5000)), "photos/cut.tif")
    var pages = try OddTIFF(small)
    pages.chain.append(try pages.hidden(subfile: nil))
    try scratch.write(pages.bytes, "photos/pages.tif")
    var raw = try OddTIFF(small)
    raw.first.set(raw.bytes(50706, [1, 4, 0, 0], type: 1))
    try scratch.write(raw.bytes, "photos/raw.dng")
    let report = try scratch.expectScrubbed(25, butFor: ["cut.tif", "pages.tif", "raw.dng"])
    for index in 0..<25 where index % 5 >= 3 {
      let name = Self.name(index)
      let faces = report["\(index).\(Self.endings[index % 5])"]?.faces ?? -1
      #expect((faces > 0) == (index % 2 == 0), "\(name): \(faces)")
      let (before, after) = (
        try TestTIFF.read(scratch.read("photos/\(name)")), try TestTIFF.read(scratch.read("out/\(name)"))
      )
      #expect(after.warnings == 0 && before.coding == after.coding, "\(name)")
      #expect((before.picture == after.picture) == (index % 2 == 1), "\(name)")
    }
    try scratch.expectAllDone(25)
  }

  // Whatever the moment: nothing half, nothing missing, nothing done twice to another end.
  @Test func goesOnAfterAnyKill() throws {
    try ScratchFolder.expectTheSameAfterKills(8, within: 0.4, seed: 9) { try write(10, in: $0) }
  }
}

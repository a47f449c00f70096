import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Folders of JPEGs, PNGs, HEICs and AVIFs together.
@Suite struct HEIFScrubTests {
  /// Small photos of all formats, every second of them with a face.
  private func write(_ count: Int, in scratch: ScratchFolder) throws {
    let portrait = try TestPhotos.pixels(of: TestPhotos.astronaut())
    for index in 0..<count {
      var picture = TestPhotos.withoutFaces(width: 176 + 2 * index, height: 160)
      if index % 2 == 0 { picture.paste(portrait, x: -140, y: -40 - index % 8) }
      let name = "photos/\(index % 3)/\(index)"
      switch index % 6 {
      case 0: try scratch.write(TestJPEG.encode(picture), "\(name).jpg")
      case 1: try scratch.write(TestPNG.encode(picture), "\(name).png")
      case 2, 3:
        let planes = TestHEVC.Picture(picture, depth: index % 12 == 2 ? 10 : 8)
        try scratch.write(TestHEIF.phone(planes, coding: .lossy(24)).bytes, "\(name).heic")
      default:
        // Grids as phones write them, and single pictures with loss.
        let planes = TestHEVC.Picture(picture, depth: index % 12 == 4 ? 10 : 8)
        let kind = TestHEIF.Kind(.av1, tile: Self.isGrid(index) ? (64, 64) : nil, isLossy: true)
        try scratch.write(TestHEIF.phone(planes, kind).bytes, "\(name).avif")
      }
    }
  }

  private static func isGrid(_ index: Int) -> Bool { index / 6 % 2 == 0 }

  @Test func areScrubbedTogether() throws {
    let scratch = try ScratchFolder()
    try write(24, in: scratch)
    for codec in TestHEIF.Codec.allCases {
      let cut = try TestHEIF.phone(
        TestHEVC.Picture(TestPhotos.closeUp()), TestHEIF.Kind(codec, tile: (64, 64))
      ).bytes
      try scratch.write(Array(cut.prefix(cut.count / 2)), "photos/cut.\(codec.fileExtension)")
    }
    let film = try TestHEIF(TestPhotos.closeUpAVIF()).changing { $0.brands.append("avis") }
    try scratch.write(film.bytes, "photos/film.avif")
    for codec in TestHEIF.Codec.allCases {
      let drawnOut = try TestHEIF.photo(
        TestHEVC.Picture(TestPhotos.closeUp()),
        TestHEIF.Kind(codec, tile: (64, 64)) { $0.properties = [.aspect(3, 1)] })
      try scratch.write(drawnOut.bytes, "photos/drawn-out.\(codec.fileExtension)")
    }
    let outcome = try scratch.scrub("--jobs", "2")
    #expect(
      outcome.exitCode == 1 && outcome.output.contains("24 scrubbed"), "\(outcome.output)\(outcome.errors)")
    let report = try scratch.report()
    for name in ["cut.heic", "cut.avif"] {
      #expect(report[name]?.status == "failed" && report[name]?.reason?.contains("cut short") == true)
    }
    for name in ["drawn-out.heic", "drawn-out.avif"] {
      #expect(
        report[name]?.status == "failed"
          && report[name]?.reason?.contains("3 times as wide as high") == true)
    }
    #expect(
      report["film.avif"]?.status == "failed" && report["film.avif"]?.reason?.contains("animated") == true)
    for index in 0..<24 where index % 6 >= 2 {
      let ending = index % 6 < 4 ? "heic" : "avif"
      let name = "\(index % 3)/\(index).\(ending)"
      let faces = report["\(index).\(ending)"]?.faces ?? -1
      #expect((faces > 0) == (index % 2 == 0), "\(name): \(faces)")
      let (photo, output) = (try scratch.read("photos/\(name)"), try scratch.read("out/\(name)"))
      let render = try TestHEIF(output)
      #expect(render.codec.fileExtension == ending && !render.items.contains { $0.type == "mime" })
      // A picture with loss is another one, however little.
      guard ending == "heic" || Self.isGrid(index) else { continue }
      let isSame = try TestHEIF(photo).canvas() == render.canvas()
      #expect(isSame == (index % 2 == 1), "\(name)")
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
    #expect(try scratch.scrub().output.contains("24 were done before"))
  }

  /// Tiles that are coded as coarsely as they were are proven, and are not done twice.
  @Test func areScrubbedAsSmallAsTheyWere() throws {
    let scratch = try ScratchFolder()
    for codec in TestHEIF.Codec.allCases {
      let kind = TestHEIF.Kind(codec, tile: (64, 64), isLossy: true)
      let photo = try TestHEIF.phone(TestHEVC.Picture(TestPhotos.closeUp()), kind).bytes
      try scratch.write(photo, "photos/photo.\(codec.fileExtension)")
    }
    let close = ["--heic-tiles", "close"]
    let outcome = try scratch.scrub(close[0], close[1])
    #expect(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    for codec in TestHEIF.Codec.allCases {
      let name = "photo.\(codec.fileExtension)"
      let (photo, render) = (try scratch.read("photos/\(name)"), try scratch.read("out/\(name)"))
      #expect(Double(render.count) < 1.1 * Double(photo.count), "\(name): \(render.count) of \(photo.count)")
      #expect(try TestHEIF(photo).canvas() != TestHEIF(render).canvas())
    }
    #expect(try scratch.faceblur("verify", "out").exitCode == 0)
    #expect(try scratch.scrub(close[0], close[1]).output.contains("2 were done before"))
  }

  // Whatever the moment: nothing half, nothing missing, nothing done twice to another end.
  @Test func goesOnAfterAnyKill() throws {
    try ScratchFolder.expectTheSameAfterKills(15, within: 0.4, seed: 7) { try write(12, in: $0) }
  }
}

import Foundation
import TestSupport
import Testing

/// Photos that a helper decodes, in collections that keep their records.
@Suite struct CodedPhotoRecordTests {
  /// Two small photos of each format, all with a face.
  private func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for index in 0..<2 {
      let picture = try TestPhotos.small(index, width: 176, hasFace: true)
      let planes = TestHEVC.Picture(picture)
      try scratch.write(TestHEIF.phone(planes, coding: .lossy(24)).bytes, "photos/\(index).heic")
      try scratch.write(
        TestHEIF.phone(planes, TestHEIF.Kind(.av1, isLossy: true)).bytes, "photos/\(index).avif")
      try scratch.write(
        TestWebP.photo(TestWebP.Picture(picture), .lossy(90)).bytes, "photos/\(index).webp")
      try scratch.write(TestJXL.transcode(TestJPEG.encode(picture)), "photos/\(index).jxl")
    }
    return scratch
  }

  /// The render of before is proven while the next one is made, and a worker has one helper for both.
  @Test(arguments: ["beside", "records"])
  func areDoneAnewWithOtherOptions(_ records: String) throws {
    let scratch = try folder()
    var earlier: [String: String] = [:]
    for style in ["fill", "blur", "fill", "blur"] {
      let outcome = try scratch.scrub("--records", records, "--style", style, "--jobs", "2")
      #expect(outcome.exitCode == 0, "\(style): \(outcome.errors)")
      let published = try scratch.published()
      #expect(published.count == 8, "\(style): \(published.keys.sorted())")
      for (name, digest) in published { #expect(earlier[name] != digest, "\(style): \(name)") }
      earlier = published
    }
  }
}

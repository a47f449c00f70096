import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// Photos that are locked by whoever edits them, in collections that keep records.
@Suite struct ScrubLockedSourceTests {
  /// One file with several names is one photo for the lock, and as many for the run: its workers wait for each other.
  @Test(arguments: ["beside", "records"])
  func namesOfOneFileAreAllDone(_ records: String) throws {
    let scratch = try ScratchFolder()
    let photo = try scratch.writeAstronaut("photos/0.jpg")
    for index in 1..<8 {
      try FileManager.default.linkItem(atPath: photo, toPath: scratch.path("photos/\(index).jpg"))
    }
    for style in ["fill", "blur"] {
      let outcome = try scratch.scrub("--records", records, "--style", style, "--jobs", "2")
      #expect(outcome.exitCode == 0, "\(style): \(outcome.errors)")
      let published = try scratch.published()
      #expect(published.count == 8 && Set(published.values).count == 1, "\(style): \(published)")
    }
  }

  /// Nothing is wrong with a photo that another process is editing: it is on the list, what was published of it stays, and the next run takes
  /// that for its own.
  @Test func whatIsEditedElsewhereStaysPublished() throws {
    let scratch = try ScratchFolder()
    let photo = try scratch.writeAstronaut("photos/a.jpg")
    try scratch.writeGraceHopper("photos/b.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    let before = try scratch.published()
    let session = try EditSession.begin(FilePath(photo))
    let options = ["--records", "records", "--style", "fill"]
    for _ in 0..<2 {
      let outcome = try scratch.scrub(options)
      #expect(
        outcome.exitCode == 1 && outcome.errors.contains("another faceblur is editing it"),
        "\(outcome.errors)")
      let report = try scratch.report()
      #expect(report["a.jpg"]?.status == "failed" && report["b.jpg"]?.status == "done", "\(report)")
      let published = try scratch.published()
      #expect(published["a.jpg"] == before["a.jpg"] && published["b.jpg"] != before["b.jpg"])
    }
    session.cancel()
    let outcome = try scratch.scrub(options)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let published = try scratch.published()
    #expect(published.count == 2 && published["a.jpg"] != before["a.jpg"])
  }

  /// What an earlier run hid is not forgotten meanwhile.
  @Test func whatWasHiddenStaysHidden() throws {
    let scratch = try ScratchFolder()
    let photo = try scratch.writeAstronaut("photos/a.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    try scratch.faceblur("edit", "out/a.jpg", "--add", "400,400,64,48")
    let session = try EditSession.begin(FilePath(photo))
    #expect(try scratch.scrub("--records", "records").exitCode == 1)
    session.cancel()
    for options in [["--records", "records"], []] {
      #expect(try scratch.scrub(options).exitCode == 0)
      let seen = try RenderedCoefficients(
        original: scratch.read("photos/a.jpg"), render: scratch.read("out/a.jpg"))
      try #require(seen.isComparable)
      #expect(seen.coverage(of: PixelBox(x: 400, y: 400, width: 64, height: 48), by: seen.isFlat) == 1)
    }
  }
}

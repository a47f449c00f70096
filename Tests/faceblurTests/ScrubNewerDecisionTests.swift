import Foundation
import TestSupport
import Testing

/// What a person leaves open in the target, and the record of an edit of the same photo.
@Suite struct ScrubNewerDecisionTests {
  private static let corner = PixelBox(x: 16, y: 560, width: 64, height: 48)

  /// A photo with a record of a run, and in the target a decision that runs without records knew: of two faces f1 is left open, and a corner is
  /// drawn.
  /// - Parameter seconds: by which the record is later than it is.
  private func decided(recordIsLaterBy seconds: Int) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    #expect(try scratch.scrub("--records", "beside").exitCode == 0)
    var record = try RecordOnDisk(scratch.read("photos/group.AAE"))
    try record.forge { payload in
      var steps = payload["adjustments"] as? [[String: Any]] ?? []
      for index in steps.indices {
        steps[index]["madeAt"] = (steps[index]["madeAt"] as? Int ?? 0) + seconds
      }
      payload["adjustments"] = steps
    }
    try scratch.write(record.fileContent, "photos/group.AAE")
    #expect(try scratch.scrub("--style", "fill").exitCode == 0)
    try scratch.faceblur("edit", "out/group.jpg", "--exclude", "f1", "--add", "16,560,64,48")
    #expect(try hidden(scratch) == [0, 1, 1])
    return scratch
  }

  /// How much of the faces and the corner is hidden.
  private func hidden(_ scratch: ScratchFolder) throws -> [Double] {
    let seen = try RenderedCoefficients(
      original: scratch.read("photos/group.jpg"), render: scratch.read("out/group.jpg"))
    try #require(seen.isComparable)
    return try (TestPhotos.group().faces + [Self.corner]).map { seen.coverage(of: $0, by: seen.isFlat) }
  }

  @Test func staysOpenWhereTheRecordIsOlder() throws {
    let scratch = try decided(recordIsLaterBy: -3600)
    for _ in 0..<2 {
      let outcome = try scratch.scrub("--records", "beside")
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      #expect(try hidden(scratch) == [0, 1, 1])
    }
    // Who hides it in the record has said so last.
    try scratch.faceblur("edit", "photos/group.jpg", "--renders", "out", "--include", "f1")
    #expect(try hidden(scratch) == [1, 1, 1])
    for options in [["--records", "beside"], ["--records", "beside", "--style", "fill"]] {
      #expect(try scratch.scrub(options).exitCode == 0)
      #expect(try hidden(scratch) == [1, 1, 1])
    }
  }

  @Test func isHiddenAndToldWhereTheRecordIsNewer() throws {
    let scratch = try decided(recordIsLaterBy: 3600)
    let outcome = try scratch.scrub("--records", "beside")
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(try hidden(scratch) == [1, 1, 1])
    let warnings = try scratch.report()["group.jpg"]?.warnings ?? []
    #expect(warnings.contains { $0.contains("left open in the target (f1)") }, "\(warnings)")
  }
}

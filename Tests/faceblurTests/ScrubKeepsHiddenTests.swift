import TestSupport
import Testing

/// A later run over a collection shows nothing that an earlier one hid.
@Suite struct ScrubKeepsHiddenTests {
  private func faces(_ scratch: ScratchFolder) throws -> [Double] {
    let seen = try RenderedCoefficients(
      original: scratch.read("photos/group.jpg"), render: scratch.read("out/group.jpg"))
    return try TestPhotos.group().faces.map { seen.coverage(of: $0, by: seen.isFlat) }
  }

  @Test func whateverTheLaterRunFinds() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try faces(scratch) == [1, 1])
    for options in [["--threshold", "1"], ["--threshold", "0.99", "--cells", "3"]] {
      #expect(try scratch.scrub(options).exitCode == 0)
      #expect(try faces(scratch) == [1, 1])
      #expect(try scratch.report()["group.jpg"]?.faces == 2)
    }
    // Whoever wants that says so, also where nothing else is new.
    #expect(try scratch.scrub("--threshold", "1", "--forget").exitCode == 0)
    #expect(try faces(scratch) == [0, 0])
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try faces(scratch) == [1, 1])
  }

  /// A run that cannot read the photo knows nothing of it, and leaves what is known.
  @Test func alsoWhereARunInBetweenFailed() throws {
    let scratch = try ScratchFolder()
    let photo = try TestJPEG.encode(TestPhotos.group().picture)
    try scratch.write(photo, "photos/group.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    try scratch.write(Array(photo.prefix(300)), "photos/group.jpg")
    #expect(try scratch.scrub().exitCode != 0)
    #expect(try scratch.report()["group.jpg"]?.faces == 0)
    try scratch.write(photo, "photos/group.jpg")
    #expect(try scratch.scrub("--threshold", "1").exitCode == 0)
    #expect(try faces(scratch) == [1, 1])
    // With the words of the first run, too.
    try scratch.write(Array(photo.prefix(300)), "photos/group.jpg")
    #expect(try scratch.scrub("--threshold", "1").exitCode != 0)
    try scratch.write(photo, "photos/group.jpg")
    #expect(try scratch.scrub("--threshold", "1").exitCode == 0)
    #expect(try faces(scratch) == [1, 1])
  }

  /// What was found in another photo of the same name tells nothing about this one.
  @Test func butNotInAnotherPhoto() throws {
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "photos/group.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    try scratch.write(TestJPEG.encode(TestPhotos.withoutFaces(width: 1088, height: 640)), "photos/group.jpg")
    #expect(try scratch.scrub().exitCode == 0)
    #expect(try scratch.report()["group.jpg"]?.faces == 0)
  }
}

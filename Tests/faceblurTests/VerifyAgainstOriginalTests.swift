import ImageProcessingKit
import TestSupport
import Testing

/// `verify --original`: the picture compared with the photo it was made from, by its record.
@Suite struct VerifyAgainstOriginalTests {
  private static let edit = Result { () -> [String: [UInt8]] in
    let scratch = try ScratchFolder()
    try scratch.writeGraceHopper()
    try scratch.faceblur("blur", "admiral.jpg", "-o", "render.jpg")
    return try scratch.contents().compactMapValues(\.self)
  }

  private func folder(hasRecord: Bool = true) throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for (name, bytes) in try Self.edit.get() where hasRecord || name != "admiral.AAE" {
      try scratch.write(bytes, name)
    }
    return scratch
  }

  private func verify(_ file: String, in scratch: ScratchFolder) throws -> (code: Int32, text: String) {
    let outcome = try scratch.attempt("verify", file, "--original", "admiral.jpg")
    return (outcome.exitCode, outcome.output + outcome.errors)
  }

  private static let notObscured = "a region is not as obscured as the plan says"
  private static let stillSeen = "a face of the original can still be seen: f1"
  private static let changed = "the picture has changed outside the regions"

  @Test(arguments: [true, false])
  func passesOurOwnRender(hasRecord: Bool) throws {
    let (code, text) = try verify("render.jpg", in: folder(hasRecord: hasRecord))
    #expect(code == 0, "\(text)")
    #expect(text.contains("there is no record") == !hasRecord)
  }

  /// Nobody is to take for proven what no record says.
  @Test(arguments: [true, false])
  func saysWhetherARecordWasComparedWith(hasRecord: Bool) throws {
    let scratch = try folder(hasRecord: hasRecord)
    let words = ["verify", "render.jpg", "--original", "admiral.jpg"]
    let quiet = try BuiltCommand.run(words + ["-q"], in: scratch.path)
    #expect(quiet.exitCode == 0 && quiet.output.isEmpty)
    #expect(quiet.errors.isEmpty == hasRecord, "\(quiet.errors)")
    #expect(hasRecord || quiet.errors.contains("render.jpg") && quiet.errors.contains("--record"))
    let told = try #require(try BuiltCommand.run(words + ["--json"], in: scratch.path).jsonLines().first)
    #expect(told["recordCompared"] as? Bool == hasRecord)
    let alone = try #require(try scratch.faceblur("verify", "render.jpg", "--json").jsonLines().first)
    #expect(alone["recordCompared"] == nil)
  }

  /// Where the record lies elsewhere, it is found there, and says what is open.
  @Test func comparesWithARecordInAFolder() throws {
    let scratch = try ScratchFolder()
    try scratch.writeGraceHopper()
    let drawn = ["edit", "admiral.jpg", "--add", "8,8,48,48", "--record", "records"]
    try scratch.faceblur("blur", "admiral.jpg", "-o", "render.jpg", "--record", "records")
    try scratch.write(scratch.read("render.jpg"), "open.jpg")
    #expect(try BuiltCommand.run(drawn, in: scratch.path).exitCode == 0)
    // Nobody sees a face in what was drawn.
    let (code, text) = try verify("open.jpg", in: scratch)
    #expect(code == 0 && text.contains("there is no record"), "\(text)")
    let words = ["--original", "admiral.jpg", "--record", "records"]
    for (file, expected) in [("open.jpg", 1), ("render.jpg", 0)] as [(String, Int32)] {
      let outcome = try BuiltCommand.run(["verify", file] + words, in: scratch.path)
      #expect(outcome.exitCode == expected, "\(outcome)")
      #expect(!outcome.errors.contains("there is no record"), "\(outcome)")
      #expect(outcome.output.contains(Self.notObscured) == (expected == 1), "\(outcome)")
    }
    try scratch.makeFolder("empty")
    try scratch.expectFailure(
      66, naming: "empty/admiral.AAE", "verify", "render.jpg", "--original", "admiral.jpg", "--record",
      "empty")
    try scratch.expectFailure(64, naming: "--original", "verify", "render.jpg", "--record", "records")
  }

  @Test func findsTheFaceOfTheOriginalInItself() throws {
    let (code, text) = try verify("admiral.jpg", in: folder())
    #expect(code == 1 && text.contains(Self.notObscured) && text.contains(Self.stillSeen), "\(text)")
  }

  @Test func findsTheFaceWithoutARecordToo() throws {
    let (code, text) = try verify("admiral.jpg", in: folder(hasRecord: false))
    #expect(code == 1 && text.contains(Self.stillSeen), "\(text)")
  }

  // Whoever undoes the mosaic in an otherwise clean file.
  @Test func findsARegionThatShowsTheOriginalAgain() throws {
    let scratch = try folder()
    let original = try scratch.read("admiral.jpg")
    let comment = JPEGParts.segments(of: original).filter { $0.marker == 0xFE }
    var bare = original
    for segment in comment.reversed() { bare.removeSubrange(segment.range) }
    try scratch.write(bare, "undone.jpg")
    #expect(try scratch.faceblur("verify", "undone.jpg").exitCode == 0)
    let (code, text) = try verify("undone.jpg", in: scratch)
    #expect(code == 1 && text.contains(Self.notObscured) && text.contains(Self.stillSeen), "\(text)")
  }

  @Test func findsARegionThatIsOnlyHalfObscured() throws {
    let scratch = try folder()
    try scratch.writeGraceHopper("other.jpg")
    try scratch.faceblur("blur", "other.jpg", "-o", "smaller.jpg", "--margin", "1")
    let (code, text) = try verify("smaller.jpg", in: scratch)
    #expect(code == 1 && text.contains(Self.notObscured), "\(text)")
  }

  @Test(arguments: [
    TestJPEG.Kind(), TestJPEG.Kind { $0.sampling = (1, 1) }, TestJPEG.Kind { $0.isProgressive = true },
    TestJPEG.Kind { ($0.components, $0.sampling) = (1, (1, 1)) }, TestJPEG.Kind { $0.components = 4 },
    TestJPEG.Kind { $0.restartInterval = 2 }, TestJPEG.Kind { $0.quality = 20 },
  ])
  func saysThatAnotherToolEncodedTheRenderAnew(kind: TestJPEG.Kind) throws {
    let scratch = try folder()
    let shown = try TestPhotos.pixels(of: scratch.read("render.jpg"))
    try scratch.write(TestJPEG.encode(shown, kind), "saved.jpg")
    let (code, text) = try verify("saved.jpg", in: scratch)
    #expect(code == 1 && text.contains(Self.changed), "\(text)")
    #expect(!text.contains(Self.stillSeen))
  }

  @Test func saysThatTheRenderIsOfAnotherSize() throws {
    let scratch = try folder()
    let small = try PhotoFormats.standard.open(scratch.read("render.jpg")).displayImage(fitting: 300).pixels
    try scratch.write(TestJPEG.encode(small), "small.jpg")
    let (code, text) = try verify("small.jpg", in: scratch)
    #expect(code == 1 && text.contains("size"), "\(text)")
  }

  /// What hides the face says of nothing that it was to be hidden.
  @Test func refusesWhatHidesTheFaceAsTheOriginal() throws {
    let scratch = try ScratchFolder()
    try scratch.writeGraceHopper()
    try scratch.faceblur("blur", "admiral.jpg")
    let words = ["verify", "-q", "admiral.jpg", "--original"]
    try scratch.expectFailure(
      64, naming: "this is the render of admiral.jpg; name that with '--original admiral.jpg'",
      words + ["admiral_edited.jpg"])
    #expect(try scratch.scrub(from: "admiral.jpg").exitCode == 0)
    try scratch.expectFailure(64, naming: "a collection was scrubbed into", words + ["out/admiral.jpg"])
    try scratch.faceblur("verify", "admiral_edited.jpg", "--original", "admiral.jpg")
  }

  @Test func takesOneFileWithOneOriginal() throws {
    let scratch = try folder()
    try scratch.expectFailure(
      64, naming: "--original", "verify", "render.jpg", "admiral.jpg", "--original", "admiral.jpg")
    try scratch.expectFailure(66, naming: "gone.jpg", "verify", "render.jpg", "--original", "gone.jpg")
  }
}

import ImageProcessingKit
import TestSupport
import Testing

/// What `verify` cannot read it does not call clean, and a face that can be seen it tells of.
@Suite struct VerifyUnreadTests {
  /// Something that keeps the picture, or a part of it, from being read.
  enum Obstacle: CaseIterable {
    case twelveBits, noHeight, heightAfterTheScan, truncated, cutInTheScan, secondFrame, noise, unknownFrame

    func build(_ photo: [UInt8]) throws -> [UInt8] {
      var photo = photo
      let frame = try #require(
        JPEGParts.segments(of: photo).first { [0xC0, 0xC2].contains($0.marker) }?.range)
      let scan = try #require(JPEGParts.segments(of: photo).last?.range.upperBound)
      switch self {
      case .twelveBits: photo[frame.lowerBound + 4] = 12
      case .noHeight: photo.replaceSubrange((frame.lowerBound + 5)..<(frame.lowerBound + 7), with: [0, 0])
      case .heightAfterTheScan:
        // DNL (ITU-T T.81, B.2.5), which only some decoders know.
        let height = Array(photo[(frame.lowerBound + 5)..<(frame.lowerBound + 7)])
        photo.replaceSubrange((frame.lowerBound + 5)..<(frame.lowerBound + 7), with: [0, 0])
        photo.insert(contentsOf: [0xFF, 0xDC, 0, 4] + height, at: photo.count - 2)
      case .truncated: photo = Array(photo.prefix(photo.count - 40))
      case .cutInTheScan: photo = photo.prefix((scan + photo.count) / 2) + [0xFF, 0xD9]
      case .secondFrame: photo.insert(contentsOf: photo[frame], at: frame.upperBound)
      case .noise: photo.insert(contentsOf: [UInt8](repeating: 0x12, count: 64), at: photo.count - 2)
      case .unknownFrame: photo[frame.lowerBound + 1] = 0xC3
      }
      return photo
    }
  }

  private static let photo = Result { try TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.astronaut())) }
  private static let plain = Result { try TestJPEG.encode(TestPhotos.withoutFaces()) }

  private func expectUnread(_ outcome: BuiltCommand.Outcome, _ what: String) {
    #expect(outcome.exitCode == 1, "\(what): \(outcome.output)")
    let headline = outcome.output.split(separator: "\n").first ?? ""
    #expect(headline.hasPrefix("photo.jpg: ") && headline.contains("not read: "), "\(what): \(headline)")
    #expect(!headline.contains("no leak"), "\(what): \(headline)")
  }

  @Test(arguments: Obstacle.allCases)
  func doesNotCallCleanWhatItCannotRead(_ obstacle: Obstacle) throws {
    let scratch = try ScratchFolder()
    // With nothing in it to be seen, so that only the reading can fail.
    try scratch.write(obstacle.build(Self.plain.get()), "photo.jpg")
    expectUnread(try scratch.attempt("verify", "photo.jpg"), "\(obstacle)")
    let told = try scratch.attempt("verify", "--json", "photo.jpg")
    #expect(told.exitCode == 1)
    let line = try #require(try told.jsonLines().first)
    #expect(line["read"] as? Bool == false && line["failed"] as? Bool == true, "\(line)")
    #expect((line["reason"] as? String)?.isEmpty == false)
    // Quiet hides no error.
    let quiet = try scratch.attempt("verify", "-q", "photo.jpg")
    #expect(quiet.exitCode == 1 && quiet.output.isEmpty)
    #expect(quiet.errors.hasPrefix("faceblur: photo.jpg: not read: "), "\(quiet.errors)")
  }

  @Test func doesNotCallCleanWhatIsTooLarge() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.plain.get(), "photo.jpg")
    try scratch.faceblur("verify", "photo.jpg")
    expectUnread(try scratch.attempt("verify", "photo.jpg", "--max-pixels", "1000"), "too large")
  }

  // What hides in a file whose picture cannot be read is listed all the same.
  @Test func listsTheLeaksOfAFileThatItCannotRead() throws {
    let scratch = try ScratchFolder()
    let photo = try TestJPEG.inserting([(0xFE, Array("a comment".utf8))], into: Self.plain.get())
    try scratch.write(Obstacle.twelveBits.build(photo), "photo.jpg")
    let outcome = try scratch.attempt("verify", "photo.jpg")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.hasPrefix("photo.jpg: 1 leak, not read: "), "\(outcome.output)")
    #expect(outcome.output.contains("comment  LEAK"))
  }

  @Test func cannotCompareWhatItCannotRead() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.photo.get(), "photo.jpg")
    try scratch.write(Obstacle.noHeight.build(Self.photo.get()), "render.jpg")
    let outcome = try scratch.attempt("verify", "render.jpg", "--original", "photo.jpg")
    #expect(outcome.exitCode == 1 && outcome.output.contains("cannot be compared"), "\(outcome.output)")
  }

  // Without the record nobody knows what was to be hidden, and one that is there and cannot be read is not none.
  @Test func cannotCompareByARecordThatItCannotUse() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.photo.get(), "photo.jpg")
    try scratch.faceblur("blur", "photo.jpg", "-o", "render.jpg")
    let record = try scratch.read("photo.AAE")
    try scratch.write(Array(record.prefix(record.count / 2)), "photo.AAE")
    let damaged = try scratch.attempt("verify", "render.jpg", "--original", "photo.jpg")
    #expect(damaged.exitCode == 1 && damaged.output.contains("LEAK: the record"), "\(damaged.output)")
    try scratch.write(record, "photo.AAE")
    try scratch.append("x", to: "photo.jpg")
    let changed = try scratch.attempt("verify", "render.jpg", "--original", "photo.jpg")
    #expect(
      changed.exitCode == 1 && changed.output.contains("LEAK: the original has changed"), "\(changed.output)")
  }

  @Test func saysInTheFirstLineThatAFaceIsSeen() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.photo.get(), "open.jpg")
    try scratch.write(TestJPEG.encode(TestPhotos.group().picture), "two.jpg")
    try scratch.faceblur("blur", "open.jpg", "-o", "render.jpg")
    let open = try scratch.faceblur("verify", "open.jpg", "two.jpg", "render.jpg")
    for line in [
      "open.jpg: 1 face is seen, no leak", "two.jpg: 2 faces are seen, no leak", "render.jpg: no leak",
    ] {
      #expect(open.output.split(separator: "\n").contains { $0 == line }, "\(open.output)")
    }
  }

  @Test func failsForAFaceWhereItIsAskedTo() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Self.photo.get(), "open.jpg")
    try scratch.faceblur("blur", "open.jpg", "-o", "render.jpg")
    #expect(try scratch.faceblur("verify", "--no-faces", "render.jpg").exitCode == 0)
    for quiet in [[], ["-q"]] {
      let outcome = try BuiltCommand.run(["verify", "--no-faces", "open.jpg"] + quiet, in: scratch.path)
      #expect(outcome.exitCode == 1)
    }
    let told = try scratch.attempt("verify", "--no-faces", "--json", "open.jpg", "render.jpg")
    #expect(told.exitCode == 1)
    #expect(try told.jsonLines().map { $0["failed"] as? Bool } == [true, false])
    #expect(try told.jsonLines().map { $0["leak"] as? Bool } == [false, false])
  }

  // Whoever looks more closely counts what is hardly one, too.
  @Test func failsForADoubtfulFaceToo() throws {
    let scratch = try ScratchFolder()
    // As faint as a detector that is asked to doubt still sees.
    var faint = try TestPhotos.pixels(of: Self.photo.get())
    for y in 0..<faint.height {
      for x in 0..<faint.width {
        let pixel = faint[x, y]
        func near(_ sample: UInt8) -> UInt8 { UInt8(128 + (Int(sample) - 128) / 6) }
        faint[x, y] = (near(pixel.red), near(pixel.green), near(pixel.blue))
      }
    }
    try scratch.write(TestJPEG.encode(faint), "faint.jpg")
    let line = try #require(
      try scratch.attempt("verify", "--json", "--no-faces", "--threshold", "0", "faint.jpg").jsonLines().first
    )
    let faces = try #require(line["faces"] as? [[String: Any]])
    try #require(!faces.isEmpty)
    #expect(line["failed"] as? Bool == true)
  }
}

import Foundation
import TestSupport
import Testing

/// `verify` without the original: what it prints of a file and how it ends.
@Suite struct VerifyTests {
  private static let edit = Result { () -> [String: [UInt8]] in
    let scratch = try ScratchFolder()
    try scratch.write(CameraPhoto.jpeg(.bigEndian), "photo.jpg")
    try scratch.faceblur("blur", "photo.jpg", "-o", "render.jpg", "--metadata", "standard+gps", "--thumbnail")
    return try scratch.contents().compactMapValues(\.self)
  }

  private func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    for (name, bytes) in try Self.edit.get() { try scratch.write(bytes, name) }
    return scratch
  }

  @Test func tellsPeopleThatARenderIsClean() throws {
    let outcome = try folder().faceblur("verify", "render.jpg")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "render.jpg: no leak")
    #expect(!outcome.output.contains("LEAK"))
    for name in ["JFIF header", "EXIF", "EXIF thumbnail", "colour profile"] {
      #expect(lines.contains { $0.hasPrefix("  byte ") && $0.contains(" bytes  \(name)") }, "\(name)")
    }
    #expect(lines.last == "  picture  512 × 512, no face is seen in it")
    #expect(outcome.errors.isEmpty)
  }

  @Test func tellsPeopleWhatLeaksInACamerasPhoto() throws {
    let outcome = try folder().attempt("verify", "photo.jpg")
    #expect(outcome.exitCode == 1)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("photo.jpg: ") == true && lines.first?.hasSuffix("leaks") == true)
    let leaks = lines.filter { $0.contains("LEAK: ") }
    #expect(leaks.contains { $0.contains("EXIF (") && $0.contains("serial number") })
    #expect(leaks.contains { $0.contains("maker note") && $0.contains("it may show a face") })
    #expect(
      leaks.contains { $0.contains("colour profile") && $0.contains("it is no profile that renders carry") })
    #expect(lines.last == "  picture  512 × 512, 1 face is seen in it")
  }

  @Test func tellsProgramsTheSame() throws {
    let scratch = try folder()
    let clean = try #require(try scratch.faceblur("verify", "--json", "render.jpg").jsonLines().first)
    #expect(
      Set(clean.keys) == [
        "schema", "command", "file", "width", "height", "read", "leak", "failed", "blocks", "faces",
        "problems",
        "notes",
      ],
      "\(clean.keys)")
    #expect(clean["leak"] as? Bool == false && clean["read"] as? Bool == true)
    #expect(clean["failed"] as? Bool == false)
    #expect((clean["faces"] as? [Any])?.isEmpty == true)
    let leaking = try #require(try scratch.attempt("verify", "--json", "photo.jpg").jsonLines().first)
    #expect(leaking["leak"] as? Bool == true && leaking["failed"] as? Bool == true)
    let blocks = try #require(leaking["blocks"] as? [[String: Any]])
    for block in blocks {
      #expect((block["reason"] != nil) == (block["allowed"] as? Bool == false), "\(block)")
      #expect(block["name"] is String && block["kind"] is String && block["contents"] is [String])
    }
    let faces = try #require(leaking["faces"] as? [[String: Any]])
    #expect(faces.count == 1 && faces.first?["id"] as? String == "f1")
  }

  @Test func findsTheLeakingFileAmongCleanOnes() throws {
    let scratch = try folder()
    let outcome = try scratch.attempt("verify", "render.jpg", "photo.jpg", "render.jpg")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.split(separator: "\n").filter { $0.hasSuffix(": no leak") }.count == 2)
  }

  @Test func isQuietWhereItIsToldToAndEndsAllTheSame() throws {
    let scratch = try folder()
    for (file, code) in [("render.jpg", Int32(0)), ("photo.jpg", 1)] {
      let outcome = try scratch.attempt("verify", "-q", file)
      #expect(outcome.exitCode == code)
      #expect(outcome.output.isEmpty && outcome.errors.isEmpty, "\(outcome.output)\(outcome.errors)")
    }
  }

  @Test func refusesWhatItCannotRead() throws {
    let scratch = try folder()
    try scratch.expectFailure(66, naming: "missing.jpg", "verify", "missing.jpg")
    try scratch.write(Array("no photo at all".utf8), "text.jpg")
    try scratch.expectFailure(65, naming: "text.jpg", "verify", "text.jpg")
    try scratch.write([], "empty.jpg")
    try scratch.expectFailure(65, naming: "empty.jpg", "verify", "empty.jpg")
    try scratch.expectFailure(64, naming: "verify FILE", "verify")
  }

  @Test func goesOnBehindAFileThatIsMissing() throws {
    let scratch = try folder()
    let outcome = try scratch.attempt("verify", "--json", "missing.jpg", "render.jpg")
    #expect(outcome.exitCode == 1)
    #expect(try outcome.jsonLines().map { $0["leak"] as? Bool } == [nil, false])
  }
}

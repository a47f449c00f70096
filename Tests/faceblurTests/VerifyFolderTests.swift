import Foundation
import ImageProcessingKit
import TestSupport
import Testing

/// `verify FOLDER`: what a person wants to know before a folder is published.
@Suite struct VerifyFolderTests {
  private static let files = Result { () -> [String: [UInt8]] in
    let scratch = try ScratchFolder()
    try scratch.write(TestJPEG.encode(TestPhotos.pixels(of: TestPhotos.astronaut())), "open.jpg")
    try scratch.faceblur("blur", "open.jpg", "-o", "render.jpg")
    return ["open.jpg": try scratch.read("open.jpg"), "render.jpg": try scratch.read("render.jpg")]
  }

  /// Two clean renders in folders within folders.
  private func folder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    let render = try #require(try Self.files.get()["render.jpg"])
    try scratch.write(render, "published/b.jpg")
    try scratch.write(render, "published/a/deep/er/a.jpeg")
    return scratch
  }

  private func lines(_ outcome: BuiltCommand.Outcome) -> [String] {
    outcome.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["published", "published/", "./published", "."])
  func givesEachPhotoALineAndTheFolderTotals(_ name: String) throws {
    let scratch = try folder()
    let outcome = try scratch.faceblur("verify", name, "--no-faces")
    let found = lines(outcome)
    #expect(found.count == 3, "\(found)")
    #expect(
      found[0].hasSuffix("published/a/deep/er/a.jpeg: no leak")
        || name == "." && found[0].hasSuffix("a.jpeg: no leak"))
    #expect(found[1].hasSuffix("published/b.jpg: no leak"))
    #expect(found[2] == "\(name): 2 photos, no leak in 2")
    #expect(outcome.errors.isEmpty)
  }

  /// What makes a folder fail, whatever it was asked.
  enum Fault: CaseIterable {
    case leak, unread, truncated, gif, raw, namedPhoto, namedRaw, film, emptyPhoto, link, brokenLink,
      linkedFolder

    func put(into scratch: ScratchFolder) throws {
      let render = try #require(try VerifyFolderTests.files.get()["render.jpg"])
      switch self {
      case .leak: try scratch.write(TestJPEG.inserting([(0xFE, [65])], into: render), "published/x.jpg")
      case .unread: try scratch.write(VerifyUnreadTests.Obstacle.noHeight.build(render), "published/x.jpg")
      case .truncated: try scratch.write(Array(render.prefix(render.count / 2)), "published/x.jpg")
      // By what they are, whatever their names.
      case .gif: try scratch.write(Array("GIF89a".utf8), "published/x.txt")
      case .raw:
        try scratch.write([0x49, 0x49, 0x2A, 0, 16, 0, 0, 0, 0x43, 0x52, 2, 0, 0, 0, 0, 0], "published/x")
      // By their names, whatever they are.
      case .namedPhoto: try scratch.write(Array("hello".utf8), "published/x.WebP")
      case .namedRaw: try scratch.write(Array("hello".utf8), "published/x.PEF")
      case .film: try scratch.write([0, 0, 1, 0xBA], "published/x.mpg")
      case .emptyPhoto: try scratch.write([], "published/x.jpg")
      case .link:
        try scratch.write(render, "elsewhere.jpg")
        try scratch.link("published/x.jpg", to: "../elsewhere.jpg")
      case .brokenLink: try scratch.link("published/x.jpg", to: "nowhere.jpg")
      case .linkedFolder:
        try scratch.write(render, "elsewhere/y.jpg")
        try scratch.link("published/x", to: "../elsewhere")
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func failsForWhatLeaksOrCannotBeRead(_ fault: Fault) throws {
    let scratch = try folder()
    try fault.put(into: scratch)
    let outcome = try scratch.attempt("verify", "published")
    #expect(outcome.exitCode == 1, "\(outcome.output)")
    let found = lines(outcome)
    let line = try #require(found.first { $0.hasPrefix("published/x") }, "\(found)")
    #expect(!line.contains("no leak"))
    #expect(line.contains(fault == .leak ? "1 leak" : "not read: "), "\(line)")
    #expect(found.last?.contains(fault == .leak ? "leaks in 1" : "1 not read") == true, "\(found)")
    #expect(found.last?.contains("no leak in 2") == true)
    // The rest was checked all the same.
    #expect(found.filter { $0.hasSuffix(": no leak") }.count == 2)
    // A link is not followed.
    #expect(!outcome.output.contains("y.jpg"))
    let quiet = try scratch.attempt("verify", "-q", "published")
    #expect(quiet.exitCode == 1 && quiet.output.isEmpty)
    #expect(quiet.errors.isEmpty == (fault == .leak), "\(quiet.errors)")
    let told = try scratch.attempt("verify", "--json", "published")
    #expect(told.exitCode == 1)
    #expect(try told.jsonLines().map { $0["failed"] as? Bool }.count { $0 == true } == 1)
    #expect(try told.jsonLines().count == 3)
  }

  @Test func failsWhereAFolderCannotBeRead() throws {
    let scratch = try folder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: scratch.path("published/a/deep"))
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: scratch.path("published/a/deep"))
    }
    let outcome = try scratch.attempt("verify", "published", prefix: Hardship.permissionsApply)
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("published/a/deep: not read: "), "\(outcome.output)\(outcome.errors)")
  }

  @Test func namesWhatIsNoPhotoAndFailsForItWhereItIsAskedTo() throws {
    let scratch = try folder()
    try scratch.write(Array("%PDF-1.4".utf8), "published/list.pdf")
    try scratch.write(Array("words".utf8), "published/a/notes.txt")
    let outcome = try scratch.faceblur("verify", "published")
    let found = lines(outcome)
    #expect(found.contains("published/list.pdf: not a photo, not checked"), "\(found)")
    #expect(found.contains("published/a/notes.txt: not a photo, not checked"))
    #expect(found.last == "published: 2 photos, no leak in 2, 2 other files not checked")
    #expect(try scratch.attempt("verify", "published", "--no-faces").exitCode == 1)
    let quiet = try scratch.attempt("verify", "published", "--no-faces", "-q")
    #expect(quiet.exitCode == 1 && quiet.errors.contains("list.pdf"))
  }

  /// Pictures of kinds that nobody reads: a face in them would be seen all the same.
  @Test(
    arguments: [
      ("x.ico", []), ("x.icns", []), ("x.qoi", []), ("x.DDS", []), ("x.sgi", []), ("x.eps", []),
      ("x.svg", []),
      ("x.psd", []), ("x.xcf", []), ("x.tga", []), ("x.hdr", []), ("x.exr", []), ("x.jxr", []),
      ("x", Array("<?xml version=\"1.0\"?>\n<svg width=\"9\">".utf8)),
      ("x", Array("%!PS-Adobe-3.0 EPSF-3.0\n".utf8)), ("x", Array("gimp xcf v011".utf8)),
    ] as [(name: String, bytes: [UInt8])])
  func failsForPicturesThatAreNotRead(_ file: (name: String, bytes: [UInt8])) throws {
    let scratch = try folder()
    try scratch.write(file.bytes.isEmpty ? Array("hello".utf8) : file.bytes, "published/\(file.name)")
    let outcome = try scratch.attempt("verify", "published")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.contains("published/\(file.name): not read: "), "\(outcome.output)")
  }

  @Test func tellsOfFacesAndFailsForThemWhereItIsAskedTo() throws {
    let scratch = try folder()
    try scratch.write(try #require(try Self.files.get()["open.jpg"]), "published/open.jpg")
    let outcome = try scratch.faceblur("verify", "published")
    #expect(lines(outcome).contains("published/open.jpg: 1 face is seen, no leak"), "\(outcome.output)")
    #expect(lines(outcome).last == "published: 3 photos, no leak in 3, faces seen in 1")
    #expect(try scratch.attempt("verify", "published", "--no-faces").exitCode == 1)
    // A folder among files.
    #expect(try scratch.attempt("verify", "published/b.jpg", "published", "--no-faces").exitCode == 1)
  }

  // A folder that was mistyped or not yet filled is not clean.
  @Test func doesNotCallAFolderWithoutPhotosClean() throws {
    let scratch = try ScratchFolder()
    try scratch.makeFolder("empty")
    #expect(try scratch.attempt("verify", "empty").exitCode == 66)
    try scratch.write(Array("words".utf8), "empty/notes.txt")
    let outcome = try scratch.attempt("verify", "empty")
    #expect(outcome.exitCode == 66 && outcome.errors.contains("there is no photo in it"))
    #expect(try scratch.attempt("verify", "missing").exitCode == 66)
  }

  @Test func comparesNoFolderWithAnOriginal() throws {
    let scratch = try folder()
    #expect(
      try scratch.attempt("verify", "published", "--original", "published/b.jpg").exitCode == 64)
  }
}

import Foundation
import TestSupport
import Testing

/// What is given as a photo and is none: a clear error, soon, and nothing left behind.
@Suite struct BadPhotoTests {
  enum Content: CaseIterable {
    case empty, oneByte, text, gif, png, heic, avif, onlyMarkers, cutInHeader, cutInScan, cutProgressive
    case twelveBit, lossless, hugeClaim, noSize, manyScans

    var bytes: [UInt8] {
      get throws {
        let photo = try TestPhotos.astronaut()
        switch self {
        case .empty: return []
        case .oneByte: return [0xFF]
        case .text: return Array("Dear Sir or Madam\n".utf8)
        case .gif: return Array("GIF89a".utf8) + [UInt8](repeating: 0, count: 64)
        case .png: return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0, count: 64)
        case .heic: return [0, 0, 0, 24] + Array("ftypheic".utf8) + [UInt8](repeating: 0, count: 64)
        case .avif: return [0, 0, 0, 24] + Array("ftypavif".utf8) + [UInt8](repeating: 0, count: 64)
        case .onlyMarkers: return [0xFF, 0xD8, 0xFF, 0xD9]
        case .cutInHeader: return Array(photo.prefix(100))
        case .cutInScan: return Array(photo.prefix(photo.count / 2))
        case .cutProgressive:
          let progressive = try TestJPEG.encode(
            TestPhotos.pixels(of: photo), TestJPEG.Kind { $0.isProgressive = true })
          return Array(progressive.prefix(progressive.count / 2))
        case .twelveBit: return try Self.patching(photo) { $0[4] = 12 }
        case .lossless: return try Self.patching(photo) { $0[1] = 0xC3 }
        case .hugeClaim:
          return try Self.patching(photo) { frame in
            for byte in [5, 7] { (frame[byte], frame[byte + 1]) = (0xFF, 0xDC) }  // 65500
          }
        case .noSize: return try Self.patching(photo) { ($0[7], $0[8]) = (0, 0) }
        case .manyScans: return try Self.withManyScans()
        }
      }
    }

    /// Changes the frame header: marker, length, precision, height, width.
    private static func patching(_ photo: [UInt8], _ change: (inout ArraySlice<UInt8>) -> Void) throws
      -> [UInt8]
    {
      let start = try #require(photo.indices.dropLast().first { photo[$0] == 0xFF && photo[$0 + 1] == 0xC0 })
      var frame = Array(photo[start..<(start + 19)])[...]
      change(&frame)
      return Array(photo[..<start] + frame + photo[(start + 19)...])
    }

    /// A small progressive picture whose last scan comes two thousand times: little to read, much to decode.
    private static func withManyScans() throws -> [UInt8] {
      let progressive = try TestJPEG.encode(
        TestPhotos.withoutFaces(width: 32, height: 32), TestJPEG.Kind { $0.isProgressive = true })
      let last = try #require(
        progressive.indices.dropLast().last { progressive[$0] == 0xFF && progressive[$0 + 1] == 0xDA })
      let end = progressive.count - 2
      let repeated = repeatElement(progressive[last..<end], count: 2000).joined()
      return Array(progressive[..<end]) + Array(repeated) + [0xFF, 0xD9]
    }
  }

  @Test(arguments: Content.allCases, ["blur", "detect"])
  func refusesWhatIsNoReadablePhoto(_ content: Content, _ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.write(content.bytes, "bad.jpg")
    try scratch.expectFailure(
      65, naming: "bad.jpg", command, "bad.jpg", "--overlay", "look",
      prefix: Hardship.mustNotWait + Hardship.littleMemory)
  }

  @Test(arguments: ["blur", "detect", "render", "revert"])
  func refusesAFolder(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("album.jpg/portrait.jpg")
    try scratch.expectFailure(65, naming: "album.jpg", command, "album.jpg")
  }

  @Test(arguments: ["blur", "detect", "show", "render", "revert"])
  func saysThatThereIsNoSuchFile(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.expectFailure(66, naming: "nowhere.jpg", command, "nowhere.jpg")
    try scratch.expectFailure(66, naming: "nowhere/portrait.jpg", command, "nowhere/portrait.jpg")
  }

  @Test func saysThatALinkLeadsNowhere() throws {
    let scratch = try ScratchFolder()
    try scratch.link("link.jpg", to: "nowhere.jpg")
    try scratch.expectFailure(66, naming: "link.jpg", "blur", "link.jpg")
  }

  @Test(arguments: ["blur", "detect", "render", "revert"])
  func refusesAFileThatMayNotBeRead(_ command: String) throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut()
    try scratch.setMode(0, "portrait.jpg")
    try scratch.expectFailure(
      65, naming: "portrait.jpg", command, "portrait.jpg", prefix: Hardship.permissionsApply)
  }

  // Opening a pipe that nobody writes to waits for ever.
  @Test(arguments: ["blur", "detect", "render", "revert"])
  func doesNotWaitForAPipe(_ command: String) throws {
    let scratch = try ScratchFolder()
    try #require(mkfifo(scratch.path("pipe.jpg"), 0o600) == 0)
    try scratch.expectFailure(65, naming: "pipe.jpg", command, "pipe.jpg", prefix: Hardship.mustNotWait)
  }

  @Test func aBadPhotoDoesNotStopTheGoodOnes() throws {
    let scratch = try ScratchFolder()
    try scratch.writeAstronaut("a.jpg")
    try scratch.write(Array("no photo".utf8), "b.jpg")
    try scratch.writeGraceHopper("d.jpg")
    let outcome = try scratch.attempt("blur", "a.jpg", "b.jpg", "c.jpg", "d.jpg")
    #expect(outcome.exitCode == 1)
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains("b.jpg") == true && lines.last?.contains("c.jpg") == true)
    #expect(
      try scratch.names() == [
        "a.jpg", "a_edited.jpg", "a.AAE", "b.jpg", "d.jpg", "d_edited.jpg", "d.AAE",
      ])
  }

  // A script that checks for 66 or 65 need not care how many photos it gave.
  @Test func oneReasonForAllPhotosIsTheReasonOfTheRun() throws {
    let scratch = try ScratchFolder()
    #expect(try scratch.attempt("blur", "a.jpg", "b.jpg").exitCode == 66)
    try scratch.write([], "a.jpg")
    try scratch.write([], "b.jpg")
    #expect(try scratch.attempt("detect", "a.jpg", "b.jpg").exitCode == 65)
  }

  // A name is the only thing in an error that comes from outside.
  @Test func aNameWithALineBreakStillGivesOneLine() throws {
    let scratch = try ScratchFolder()
    try scratch.write([], "two\nlines.jpg")
    let outcome = try scratch.attempt("blur", "two\nlines.jpg")
    #expect(outcome.exitCode == 65)
    outcome.expectOneErrorLine(naming: "lines.jpg")
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

/// Each film has a folder of its own for what was seen in it.
@Suite struct LookFoldersTests {
  private func folders(_ scratch: ScratchFolder) throws -> LookFolders {
    try LookFolders(in: try #require(FilePath(scratch.path).resolved).appending("looks"))
  }

  private func film(_ scratch: ScratchFolder, _ name: String, _ bytes: [UInt8] = [1, 2, 3]) throws -> FilePath
  {
    FilePath(try scratch.write(bytes, name))
  }

  @Test func everyFilmHasOneAndFindsItAgain() throws {
    let scratch = try ScratchFolder()
    let (one, other) = (try film(scratch, "a.mp4"), try film(scratch, "b.mp4"))
    let folder = try #require(try folders(scratch).folder(of: one))
    #expect(folder.isFolder && Folder.mode(of: folder) == 0o700)
    #expect(try folders(scratch).folder(of: one) == folder)
    #expect(try folders(scratch).folder(of: other) != folder)
    #expect(try folders(scratch).folder(of: FilePath(scratch.path("c.mp4"))) == nil)
  }

  /// What worked on the film that was there before could have known which one comes next.
  @Test func anotherFilmOfTheNameHasAnother() throws {
    let scratch = try ScratchFolder()
    let path = try film(scratch, "a.mp4")
    let times = try FileManager.default.attributesOfItem(atPath: path.description)[.modificationDate]
    let folder = try #require(try folders(scratch).folder(of: path))
    // The same size and time.
    let next = try film(scratch, "next.mp4", [4, 5, 6])
    try FileManager.default.setAttributes(
      [.modificationDate: try #require(times)], ofItemAtPath: next.description)
    try FileManager.default.removeItem(atPath: path.description)
    try FileManager.default.moveItem(atPath: next.description, toPath: path.description)
    #expect(try folders(scratch).folder(of: path) != folder)
  }

  /// Also what earlier versions and strange workers have left; never what a link leads to.
  @Test func areTakenAway() throws {
    let scratch = try ScratchFolder()
    let folders = try folders(scratch)
    let folder = try #require(folders.folder(of: try film(scratch, "a.mp4")))
    for name in ["x.looks", "x.code", "strange"] {
      try scratch.write([1], "looks/\(folder.name)/\(name)")
    }
    try scratch.write([1], "looks/old.looks")
    try scratch.write([1], "elsewhere/mine.looks")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("looks/linked"), withDestinationPath: scratch.path("elsewhere"))
    folders.removeAll()
    #expect(try Set(scratch.contents().keys) == ["a.mp4", "elsewhere", "elsewhere/mine.looks"])
  }
}

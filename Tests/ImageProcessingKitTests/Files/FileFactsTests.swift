import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct FileFactsTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func facts(_ name: String) throws -> FileFacts {
    try #require(FileFacts(of: FilePath(scratch.path(name))))
  }

  @Test func tellApartFilesOfTheSameSizeAndTime() throws {
    for name in ["a", "b"] {
      let path = try scratch.write(Array(name.utf8), name)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: path)
    }
    let (first, second) = (try facts("a"), try facts("b"))
    #expect(first.stamp == second.stamp && first != second)
    #expect(try facts("a") == first)
    try FileManager.default.removeItem(atPath: scratch.path("a"))
    try FileManager.default.moveItem(atPath: scratch.path("b"), toPath: scratch.path("a"))
    #expect(try facts("a") != first)
  }

  @Test func areThoseOfAFileAlone() throws {
    let path = try scratch.write([1], "file")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path("link"), withDestinationPath: path)
    #expect(try facts("link") == facts("file"))
    let opened = try InputFile.open(FilePath(path)).facts
    #expect(try facts("file") == opened)
    #expect(FileFacts(of: FilePath(scratch.path)) == nil)
    #expect(FileFacts(of: FilePath(scratch.path("nothing"))) == nil)
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct FilePathTests {
  @Test func takesPathsApart() {
    let path: FilePath = "/photos/2026/IMG_1234.JPG"
    #expect(path.name == "IMG_1234.JPG" && path.stem == "IMG_1234" && path.pathExtension == "JPG")
    #expect(path.folder == "/photos/2026" && path.folder.folder.folder == "/")
    #expect(FilePath("a.jpg").folder == "." && FilePath("/a.jpg").folder == "/")
    #expect(FilePath("photos/").name == "photos" && FilePath("photos/").folder == ".")
    #expect(FilePath("").description == ".")
  }

  @Test func putsPathsTogether() {
    #expect(FilePath("/a").appending("b") == "/a/b")
    #expect(FilePath("/a/").appending("b") == "/a/b")
    #expect(FilePath(".").appending("b") == "b")
    #expect(FilePath("/a").appending("/b") == "/b")
  }

  @Test func keepsBytesThatAreNotText() throws {
    let folder = try ScratchFolder()
    let name = FilePath(bytes: [0x66, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67])
    let path = FilePath(folder.path).appending(name)
    try StagedFile.holding([1, 2], for: path, mode: 0o644).place(replacing: false)
    #expect(path.exists && path.name == name)
    #expect(try InputFile.open(path).readAll(limit: 10) == [1, 2])
  }
}

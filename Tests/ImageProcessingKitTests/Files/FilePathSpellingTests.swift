import TestSupport
import Testing

@testable import ImageProcessingKit

/// File systems that take names for one whose letters differ in case only, by what their folders list.
@Suite struct FilePathSpellingTests {
  private static let names: [(String, String, [String], Bool)] = [
    ("a.jpg", "A.JPG", ["A.JPG"], true), ("a.jpg", "A.JPG", ["a.jpg", "b.jpg"], true),
    // Written otherwise both times, and where nobody may list the folder.
    ("a.jpg", "A.JPG", ["A.jpg"], true), ("a.jpg", "A.JPG", [], true),
    ("a.jpg", "A.JPG", ["A.JPG", "a.jpg"], false), ("a.jpg", "b.jpg", ["b.jpg"], false),
    ("a.jpg", "a.jpg", ["A.JPG", "a.jpg"], true), ("ÉCOLE.jpg", "école.jpg", ["école.jpg"], true),
    ("ΣΑΣ.jpg", "σας.jpg", ["σας.jpg"], true),
  ]

  @Test(arguments: names)
  func knowsOneFileByTwoNames(name: String, other: String, listed: [String], isOne: Bool) {
    let listed = listed.map { FilePath($0) }
    #expect(FilePath(name).isSpelling(of: FilePath(other), among: listed) == isOne)
    #expect(FilePath(other).isSpelling(of: FilePath(name), among: listed) == isOne)
  }

  /// A photo is not another one than itself.
  @Test func leavesAFileOutOfTheOthers() {
    let listed: [FilePath] = ["IMG_1234.JPG", "IMG_1234.HEIC", "b.jpg"]
    let name: FilePath = "img_1234.jpg"
    #expect(name.others(among: listed, isThere: true) == ["IMG_1234.HEIC", "b.jpg"])
    // Nothing is by that name, so the file system tells them apart.
    #expect(name.others(among: listed, isThere: false) == listed)
    #expect(name.others(among: listed + [name], isThere: true) == listed)
  }

  @Test func tellsPathsApartWhereTheFileSystemDoes() throws {
    let folder = try ScratchFolder()
    let path = FilePath(try folder.write([1], "in/a.jpg"))
    #expect(path.isRespelled(path))
    let large = FilePath(folder.path("in/A.jpg"))
    let other = FilePath(folder.path("IN"))
    // Before there is something by these names, and then.
    #expect(!path.isRespelled(large) && !path.isInsideRespelled(other))
    try folder.write([1], "in/A.jpg")
    try folder.write([1], "IN/a.jpg")
    #expect(!path.isRespelled(large) && !path.isInsideRespelled(other))
    #expect(!path.isListedRespelled && !large.isListedRespelled)
    #expect(path.isInsideRespelled(FilePath(folder.path)) && path.isInsideRespelled("/"))
    #expect(!path.isInsideRespelled(FilePath(folder.path("i"))))
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct OutputGuardTests {
  private func verdict(
    _ target: String, originals: [String], force: Bool, ours: Bool = false
  ) throws -> OutputGuard.Verdict {
    try OutputGuard(originals: originals.map { FilePath($0) }, force: force)
      .check(FilePath(target), forContent: SHA256.hexDigest(of: [9, 9]), isOurs: { _ in ours })
  }

  @Test func neverLetsAnOriginalBeWritten() throws {
    let folder = try ScratchFolder()
    let original = try folder.write([1], "a.jpg")
    let link = folder.path("link.jpg")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: original)
    let hardLink = folder.path("hard.jpg")
    try FileManager.default.linkItem(atPath: original, toPath: hardLink)
    for target in [original, link, hardLink, folder.path("./x/../a.jpg")] {
      try? FileManager.default.createDirectory(atPath: folder.path("x"), withIntermediateDirectories: true)
      #expect(throws: FaceBlurError.self) {
        try verdict(target, originals: [original], force: true, ours: true)
      }
    }
  }

  @Test func replacesOnlyWhatIsOursOrForced() throws {
    let folder = try ScratchFolder()
    let target = try folder.write([1], "b.jpg")
    #expect(throws: FaceBlurError.self) { try verdict(target, originals: [], force: false) }
    #expect(try verdict(target, originals: [], force: false, ours: true) == .write(replaces: true))
    #expect(try verdict(target, originals: [], force: true) == .write(replaces: true))
    #expect(try verdict(folder.path("new.jpg"), originals: [], force: false) == .write(replaces: false))
    try folder.write([9, 9], "same.jpg")
    #expect(try verdict(folder.path("same.jpg"), originals: [], force: false) == .unchanged)
  }

  /// Not every file system says by its numbers that two paths lead to one file; its times do. A mere copy may be replaced.
  @Test(arguments: [true, false])
  func neverReplacesTheVeryBytesOfAnOriginal(isCopy: Bool) throws {
    let folder = try ScratchFolder()
    let original = try folder.write([1, 2, 3], "a.jpg")
    let copy = try folder.write([1, 2, 3], "copy.jpg")
    let other = try folder.write([1, 2, 4], "other.jpg")
    try FileManager.default.createSymbolicLink(atPath: folder.path("link.jpg"), withDestinationPath: copy)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("named.jpg"), withDestinationPath: original)
    let sha256 = SHA256.hexDigest(of: [9, 9])
    for name in ["a.jpg", "named.jpg"] {
      var outputs = OutputGuard(originals: [FilePath(folder.path(name))], force: true)
      outputs.whenChanged = { isCopy && $0 == FilePath(copy) ? 2 : 1 }
      for path in [copy, other, folder.path("link.jpg")] {
        let target = FilePath(path)
        if path == copy, !isCopy {
          #expect(throws: FaceBlurError.self) {
            try outputs.check(target, forContent: sha256) { _ in false }
          }
          #expect(throws: FaceBlurError.self) {
            try outputs.checkLarge(target, forContent: sha256) { _ in false }
          }
        } else {
          #expect(try outputs.check(target, forContent: sha256) { _ in false } == .write(replaces: true))
          #expect(try outputs.checkLarge(target, forContent: sha256) { _ in false } == .write(replaces: true))
        }
      }
      // A photo without faces and without metadata is its own render.
      outputs.ours = [SHA256.hexDigest(of: [1, 2, 3])]
      #expect(
        try outputs.check(FilePath(copy), forContent: sha256) { _ in false } == .write(replaces: true))
    }
  }

  @Test func neverReplacesAPhotoThatCameThroughAPipe() throws {
    let folder = try ScratchFolder()
    let target = FilePath(try folder.write([1, 2, 3], "a.jpg"))
    var outputs = OutputGuard(files: [], force: true)
    #expect(try outputs.check(target, forContent: "") { _ in false } == .write(replaces: true))
    outputs.note(streamed: SHA256.hexDigest(of: [1, 2, 3]))
    #expect(throws: FaceBlurError.self) { try outputs.check(target, forContent: "") { _ in false } }
  }

  /// What somebody read before says nothing of a file that is another one since.
  @Test func hashesAnewWhatWasChangedSinceItWasRead() throws {
    let folder = try ScratchFolder()
    let target = FilePath(try folder.write([1, 2], "c.jpg"))
    let known = HashedBytes([1, 2])
    let outputs = OutputGuard(originals: [], force: false)
    #expect(try outputs.check(target, forContent: known.sha256, knowing: known) { _ in false } == .unchanged)
    for changed: [UInt8] in [[1, 3], [1], [1, 2, 3], []] {
      try folder.write(changed, "c.jpg")
      #expect(throws: FaceBlurError.self) {
        try outputs.check(target, forContent: known.sha256, knowing: known) { known.equal($0) }
      }
      let sha256 = SHA256.hexDigest(of: changed)
      #expect(try outputs.check(target, forContent: sha256, knowing: known) { _ in false } == .unchanged)
    }
  }

  @Test func neverReplacesAnotherOutputOfTheSameRun() throws {
    let folder = try ScratchFolder()
    var outputs = OutputGuard(originals: [], force: true)
    let target = FilePath(folder.path("x.jpg"))
    try outputs.write([1], to: target, mode: 0o644) { _ in true }
    #expect(throws: FaceBlurError.self) { try outputs.write([2], to: target, mode: 0o644) { _ in true } }
    #expect(try folder.read("x.jpg") == [1])
  }

  @Test func aFileThatAppearsMeanwhileIsLeftAlone() throws {
    let folder = try ScratchFolder()
    let target = folder.path("late.jpg")
    do {
      let staged = try StagedFile.holding([1], for: FilePath(target), mode: 0o644)
      try folder.write([7], "late.jpg")
      #expect(throws: FaceBlurError.self) { try staged.place(replacing: false) }
    }
    #expect(try folder.contents().keys.sorted() == ["late.jpg"])
    #expect(try folder.read("late.jpg") == [7])
  }
}

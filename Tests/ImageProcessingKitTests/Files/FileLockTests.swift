import Foundation
import Glibc
import TestSupport
import Testing

@testable import ImageProcessingKit

/// A child process has all descriptors of this one until it has reached its own program, and with them the locks.
@Suite struct FileLockTests {
  private let scratch: ScratchFolder

  init() throws {
    scratch = try ScratchFolder()
    try scratch.write(TestPhotos.astronaut(), "photo.jpg")
  }

  /// What a child that is being started has of a file; closed when this value is gone.
  private final class Child {
    private let descriptors: [Int32]

    init(has path: String) throws {
      let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
      descriptors = own.filter {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
      }.map { dup($0) }
      try #require(!descriptors.isEmpty && descriptors.allSatisfy { $0 >= 0 })
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
  }

  @Test func aPhotoIsFreeAgainWhenItsEditIsOver() throws {
    let path = FilePath(scratch.path("photo.jpg"))
    var first: InputFile? = try InputFile.open(path)
    try first?.lock()
    let child = try Child(has: path.description)
    #expect(throws: FaceBlurError.self) { try InputFile.open(path).lock() }
    first = nil
    try InputFile.open(path).lock()
    withExtendedLifetime(child) {}
  }

  @Test func aTargetIsFreeAgainWhenItsRunIsOver() throws {
    let path = FilePath(scratch.path("out"))
    func open() throws -> TargetFolder {
      try TargetFolder(ScrubSettings(target: path), CollectionScrub.Input(sources: []), for: .run)
    }
    var first: TargetFolder? = try open()
    let child = try Child(has: path.description)
    #expect(throws: FaceBlurError.self) { try open() }
    #expect(first != nil)
    first = nil
    _ = try open()
    withExtendedLifetime(child) {}
  }

  @Test func aKeptFileIsFreeAgainWhenItsRunIsOver() throws {
    let path = FilePath(scratch.path("looks"))
    var first = GrowingFile(path)
    let child = try Child(has: path.description)
    #expect(GrowingFile(path) == nil && first != nil)
    first = nil
    #expect(GrowingFile(path) != nil)
    withExtendedLifetime(child) {}
  }
}

import Foundation
import TestSupport
import Testing

@testable import ImageProcessingKit

@Suite struct FollowingHashTests {
  /// More than a piece, so that some of it is read before the file is whole.
  private static let content = (0..<(3 * FollowingHash.pieceBytes + 4_321)).map {
    UInt8(truncatingIfNeeded: $0 &* 31 >> 3)
  }

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func staged() throws -> StagedFile {
    try StagedFile(for: FilePath(folder.path("a.jpg")), mode: 0o600)
  }

  @Test(arguments: [100, FollowingHash.pieceBytes - 1, FollowingHash.pieceBytes, content.count])
  func isThatOfWhatWasWrittenInWhateverPieces(of size: Int) throws {
    let staged = try staged()
    let hash = staged.followed(by: FollowingHash.init)
    for start in stride(from: 0, to: Self.content.count, by: size) {
      staged.sink.append(Array(Self.content[start..<min(start + size, Self.content.count)]))
    }
    _ = try staged.written()
    #expect(try hash.value() == SHA256.hexDigest(of: Self.content))
    #expect(try hash.value() == SHA256.hexDigest(of: Self.content))
  }

  @Test func isThatOfAnEmptyFile() throws {
    let staged = try staged()
    let hash = staged.followed(by: FollowingHash.init)
    staged.sink.endFollowing()
    #expect(try hash.value() == SHA256.hexDigest(of: [UInt8]()))
  }

  /// A way to write a photo may turn out not to be one after much is written.
  @Test func isThatOfAFileThatWasBegunAnew() throws {
    let staged = try staged()
    let hash = staged.followed(by: FollowingHash.init)
    for count in [Self.content.count, 10, 0, 2 * FollowingHash.pieceBytes] {
      staged.sink.append(Array(Self.content.prefix(count)))
      staged.sink.restart()
    }
    let others = Array(Self.content.reversed())
    staged.sink.append(others)
    _ = try staged.written()
    #expect(try hash.value() == SHA256.hexDigest(of: others))
  }

  @Test func leavesTheHashOfAWholeFileAlone() throws {
    let staged = try staged()
    let first = staged.followed(by: FollowingHash.init)
    staged.sink.append(Self.content)
    _ = try staged.written()
    let known = try first.value()
    staged.sink.restart()
    let second = staged.followed(by: FollowingHash.init)
    staged.sink.append([1, 2, 3])
    _ = try staged.written()
    #expect(try first.value() == known && known == SHA256.hexDigest(of: Self.content))
    #expect(try second.value() == SHA256.hexDigest(of: [1, 2, 3]))
  }

  @Test func isThatOfWhatTheFileSystemHasAndNotOfWhatTheWriterWasGiven() throws {
    let bytes = Array(Self.content.prefix(1_000))
    let file = try FileHandle(forUpdating: URL(filePath: try folder.write(bytes, "a.jpg")))
    let hash = FollowingHash(file.fileDescriptor, FilePath(folder.path("a.jpg")))
    try file.seek(toOffset: 500)
    try file.write(contentsOf: [7])
    hash.end(at: bytes.count)
    var changed = bytes
    changed[500] = 7
    #expect(try hash.value() == SHA256.hexDigest(of: changed))
  }

  @Test func failsByNameWhereTheFileIsShorterThanWhatWasWritten() throws {
    let staged = try staged()
    let hash = staged.followed(by: FollowingHash.init)
    staged.sink.append([1, 2, 3])
    hash.end(at: 2_000)
    let error = #expect(throws: FaceBlurError.self) { try hash.value() }
    #expect(error?.description.contains("a.jpg") == true)
  }

  @Test func endsItsThreadWhereNobodyAsks() throws {
    let staged = try staged()
    let hash = staged.followed(by: FollowingHash.init)
    staged.sink.append(Self.content)
    hash.letGo()
    // Nor does one that was let go tell a hash of the part that it has read.
    #expect(throws: FaceBlurError.self) { try hash.value() }
  }
}

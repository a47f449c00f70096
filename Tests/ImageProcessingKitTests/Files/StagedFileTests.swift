import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is written is had back from the file system, whether the file has a name meanwhile or not.
@Suite struct StagedFileTests {
  private static let sizes = [0, 1, 4095, 4096, 300_001]

  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 >> 7) }
  }

  @Test(arguments: sizes, [false, true])
  func givesBackWhatWasWritten(size: Int, isNamed: Bool) throws {
    let folder = try ScratchFolder()
    let bytes = Self.bytes(size)
    let staged = try StagedFile(
      for: FilePath(folder.path("render.jpg")), mode: 0o600,
      temporaryName: isNamed ? FilePath("pending.tmp") : nil, isNamed: isNamed)
    staged.sink.append(bytes)
    let written = try staged.written()
    #expect(Array(written) == bytes)
    #expect(SHA256.hexDigest(of: written) == SHA256.hexDigest(of: bytes))
    // What nobody needs for now is there when somebody asks for it.
    for range in [0..<size, 0..<size / 2, size / 3..<size, 0..<0] {
      written.letGo(range)
      #expect(Array(written) == bytes, "\(range)")
    }
    try staged.syncing()
    let sha256 = try staged.seal()
    #expect(sha256 == SHA256.hexDigest(of: bytes))
  }

  @Test func givesBackWhatWasWrittenAnew() throws {
    let staged = try StagedFile(inMemoryFor: FilePath("render.jpg"))
    for size in Self.sizes.reversed() {
      staged.sink.restart()
      staged.sink.append(Self.bytes(size))
      let written = try staged.written()
      #expect(Array(written) == Self.bytes(size))
    }
  }

  @Test func refusesWhatWasNotWritten() throws {
    let staged = try StagedFile(inMemoryFor: FilePath("render.jpg"))
    let cancellation = Cancellation()
    cancellation.cancel()
    staged.sink.cancellation = cancellation
    staged.sink.append([1, 2, 3])
    let written: FileBytes?
    do { written = try staged.written() } catch { written = nil }
    #expect(written?.count == nil)
  }
}

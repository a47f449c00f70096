import TestSupport
import Testing

@testable import ImageProcessingKit

/// Code of a film's pictures that outlives the run that made it.
@Suite struct CodedFileTests {
  /// All of it is coded anew, in parts of 256 and 256 pictures and one of the last 8.
  private static let film = TestFilm { ($0.frames, $0.width, $0.height) = (520, 96, 64) }

  /// Counts pictures that an earlier run had coded, and those that this one did.
  private final class Counted: CodedMemory {
    private var file: CodedFile?
    private(set) var given = 0
    private(set) var kept = 0

    init(_ scratch: ScratchFolder) {
      file = CodedFile(in: FilePath(scratch.path), of: String(repeating: "ab", count: 32), basis: "00")
    }

    func begin(_ key: String) { file?.begin(key) }

    /// Another run can have the file then.
    func end() { file = nil }

    func next(
      _ count: Int, _ take: ([UInt8]) throws(FaceBlurError) -> Void
    ) throws(FaceBlurError) -> Bool {
      let isKnown = try file?.next(count, take) ?? false
      given += isKnown ? count : 0
      return isKnown
    }

    func keep(_ code: [UInt8]) {
      kept += 1
      file?.keep(code)
    }
  }

  /// - Parameters:
  ///   - last: the picture behind which the run ends.
  ///   - hidden: the frames with the face; what is hidden at its end decides nothing of the first parts.
  /// - Returns: the render; nil where it was ended.
  private func render(
    _ memory: Counted?, endingAt last: Int = .max, quality: Int = 24, hiding hidden: Range<Int> = 0..<520
  ) throws -> [UInt8]? {
    let bytes = FileBytes(try Self.film.bytes())
    let plan = try SplicedRenderTests.Spliced.plan(Self.film, hidden)
    let watch = FilmWatch { $0.map { $0.done < last } ?? true }
    let sink = MemorySink()
    defer { memory?.end() }
    do throws(FaceBlurError) {
      let renderer = try FilmRenderer(
        MP4File(bytes), bytes, plan, FilmRenderOptions(quality: quality), watch, keepingIn: memory)
      _ = try renderer.render(into: sink)
      return sink.bytes
    } catch {
      guard error.kind == .cancelled else { throw error }
      return nil
    }
  }

  private func file(_ scratch: ScratchFolder) throws -> String {
    try #require(Folder.names(in: FilePath(scratch.path)).first { $0.pathExtension == "code" }).description
  }

  @Test func whatWasCodedIsNotCodedAgain() throws {
    let scratch = try ScratchFolder()
    let expected = try #require(try render(nil))
    let first = Counted(scratch)
    #expect(try render(first, endingAt: 300) == nil)
    #expect(first.given == 0 && (256..<300).contains(first.kept))
    // Half a part counts for nothing.
    let second = Counted(scratch)
    #expect(try render(second) == expected)
    #expect(second.given == 256 && second.kept == 264)
    let third = Counted(scratch)
    #expect(try render(third) == expected)
    #expect(third.given == 520 && third.kept == 0)
  }

  /// What another render has is taken for none of this one.
  @Test func anotherRenderBeginsAnew() throws {
    let scratch = try ScratchFolder()
    #expect(try render(Counted(scratch)) != nil)
    let finer = Counted(scratch)
    #expect(try render(finer, quality: 20) == render(nil, quality: 20))
    #expect(finer.given == 0 && finer.kept == 520)
    let other = Counted(scratch)
    #expect(try render(other, hiding: 0..<519) == render(nil, hiding: 0..<519))
    #expect(other.given == 0 && other.kept == 520)
  }

  /// Whatever became of the file: cut off where a run was killed, or pages lost to a power cut.
  @Test func whatIsNotWholeIsCodedAgain() throws {
    let scratch = try ScratchFolder()
    let expected = try #require(try render(Counted(scratch)))
    let name = try file(scratch)
    let whole = try scratch.read(name)
    var changed = whole
    changed[whole.count / 3] ^= 1
    for bytes in [Array(whole.dropLast()), changed, Array(whole.prefix(200)), Array(whole.prefix(20)), []] {
      try scratch.write(bytes, name)
      let memory = Counted(scratch)
      #expect(try render(memory) == expected)
      #expect(memory.given + memory.kept == 520 && [0, 256, 512].contains(memory.given))
      #expect(try scratch.read(name) == whole)
    }
  }

  /// Two at a time would spoil what the other one reads.
  @Test func oneAtATimeHasIt() throws {
    let scratch = try ScratchFolder()
    let first = Counted(scratch)
    first.begin("a")
    let second = Counted(scratch)
    #expect(try render(second) != nil)
    #expect(try scratch.read(file(scratch)).count < 100)
    first.end()
    #expect(try render(Counted(scratch)) != nil)
    #expect(try scratch.read(file(scratch)).count > 1000)
  }

  @Test func partsAreWholeGroups() {
    #expect(PartEncoder.parts(of: []) == [] && PartEncoder.parts(of: [3]) == [3])
    #expect(PartEncoder.parts(of: Array(repeating: 8, count: 65)) == [256, 256, 8])
    #expect(PartEncoder.parts(of: [100, 700, 30]) == [350, 250, 230])
  }
}

import TestSupport
import Testing

@testable import ImageProcessingKit

/// What is known of a stream before anybody knows what is hidden changes no render of it.
@Suite struct ScanIndexTests {
  static let kinds = [
    TestJPEG.Kind(), TestJPEG.Kind { $0.sampling = (1, 1) }, TestJPEG.Kind { $0.sampling = (2, 1) },
    TestJPEG.Kind { $0.components = 1 },
  ]

  /// Wide enough for two threads; neither side is a multiple of a unit.
  private static func photo(_ kind: TestJPEG.Kind) throws -> (file: FileBytes, stream: BaselineJPEG) {
    let file = FileBytes(try TestJPEG.encode(TestPhotos.noise(width: 901, height: 861, seed: 3), kind))
    return (file, try #require(BaselineJPEG(file)))
  }

  private static func areas(in stream: BaselineJPEG) throws -> [ObscuredArea] {
    let unit = (
      8 * (stream.components.map(\.blocksX).max() ?? 1), 8 * (stream.components.map(\.blocksY).max() ?? 1)
    )
    let geometry = PhotoGeometry(
      storedWidth: stream.width, storedHeight: stream.height, orientation: .up, unitWidth: unit.0,
      unitHeight: unit.1)
    return try GatedRender.plan(GatedRender.three).areas(on: geometry)
  }

  /// The stream with the first DCs of the areas in them, put together again.
  private static func rewritten(
    _ stream: BaselineJPEG, _ file: FileBytes, _ areas: [ObscuredArea], by index: ScanIndex?
  ) -> [UInt8]? {
    file.withUnsafeBufferPointer { bytes in
      guard let map = BaselineScanner.scan(stream, bytes, areas: areas, by: index) else { return nil }
      let sink = MemorySink()
      guard case .written = BaselineWriter.write(stream, bytes, map, segments: [], into: sink) else {
        return nil
      }
      return sink.bytes
    }
  }

  @Test(arguments: kinds)
  func leadsToTheSameRender(kind: TestJPEG.Kind) throws {
    let (file, stream) = try Self.photo(kind)
    let areas = try Self.areas(in: stream)
    let expected = try #require(Self.rewritten(stream, file, areas, by: nil))
    for threads in [1, 2] {
      let index = try #require(ScanIndex.make(of: stream, file, threads: threads))
      #expect(index.isDivided == (threads == 2))
      #expect(Self.rewritten(stream, file, areas, by: index) == expected)
      #expect(
        Self.rewritten(stream, file, [], by: index) == Self.rewritten(stream, file, [], by: nil))
    }
  }

  /// Wherever a thread begins, it comes to read what is there.
  @Test(arguments: kinds)
  func countsFromWhereverTheSecondThreadBegins(kind: TestJPEG.Kind) throws {
    let (file, stream) = try Self.photo(kind)
    try file.withUnsafeBufferPointer { bytes in
      for start in stride(from: stream.entropyStart + 999, to: bytes.count - (1 << 15), by: 97_003)
      where bytes[start - 1] != 0xFF {
        var part = try #require(UnitPasser(stream, bytes, from: start))
        part.findUnits(toByte: start + 1 << 14)
        part.beginHere()
        part.pass(upTo: UnitPasser.step * UnitPasser.step)
        #expect(part.count == UnitPasser.step * UnitPasser.step)
        var alone = try #require(UnitPasser(stream, bytes, from: stream.entropyStart))
        let place = try #require(part.marks.first?.position)
        let arrives = alone.pass(upTo: .max, until: place)
        #expect(arrives, "from \(start)")
      }
    }
  }

  /// Damage in the half of the second thread, or of the first one, is found as without it.
  @Test func passesOverNoDamage() throws {
    let (file, stream) = try Self.photo(TestJPEG.Kind())
    let areas = try Self.areas(in: stream)
    for place in stride(from: stream.entropyStart + 50, to: file.count - 2, by: file.count / 10) {
      var bytes = Array(file)
      guard bytes[place] != 0xFF, bytes[place] ^ 0x10 != 0xFF else { continue }
      bytes[place] ^= 0x10
      let damaged = FileBytes(bytes)
      let index = ScanIndex.make(of: stream, damaged, threads: 2)
      #expect(
        Self.rewritten(stream, damaged, areas, by: index) == Self.rewritten(stream, damaged, areas, by: nil),
        "byte \(place)")
    }
  }
}

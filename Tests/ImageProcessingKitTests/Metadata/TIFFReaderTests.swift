import TestSupport
import Testing

@testable import ImageProcessingKit

/// What reads the directories of EXIF blocks and of TIFF files.
@Suite struct TIFFReaderTests {
  private func turned(_ order: ByteOrder, isBig: Bool) -> [UInt8] {
    var file = OddTIFF(order, isBig: isBig, [OddTIFF.Directory()])
    file.first.set(file.short(0x0112, 6))
    return file.bytes
  }

  /// No viewer reads a BigTIFF in a photo's EXIF segment; the photo would be turned otherwise than people see it.
  @Test(arguments: ByteOrder.allCases)
  func blocksAreNoBigTIFFs(order: ByteOrder) {
    #expect(EXIFBlock(reading: turned(order, isBig: false)).orientation == .right)
    #expect(EXIFBlock(reading: turned(order, isBig: true)).orientation == .up)
    #expect(EXIFBlock(reading: turned(order, isBig: true), isFile: true).orientation == .right)
  }

  @Test(arguments: ByteOrder.allCases)
  func numbersThatAreTooLargeLieNowhere(order: ByteOrder) throws {
    let bytes = OddTIFF.header(order, isBig: true, directory: 16) + [UInt8](repeating: 255, count: 40)
    let reader = try #require(TIFFReader(bytes))
    #expect(reader.number(at: 16, bytes: 8) == .max)
    #expect(reader.number(at: 49, bytes: 8) == nil)
    #expect(!reader.isWhole(directoryAt: 16))
    #expect(reader.directory(after: 16) == nil)
    #expect(reader.entries(at: 16).values.allSatisfy { reader.numbers(of: $0, most: .max) == nil })
  }

  /// A preview that says so twice is one: readers go by the first of a tag's numbers.
  @Test(arguments: ByteOrder.allCases, [false, true])
  func theFirstOfSeveralNumbersCounts(order: ByteOrder, isBig: Bool) throws {
    var file = OddTIFF(order, isBig: isBig, [OddTIFF.Directory()])
    file.first.set(file.numbers(254, 3, [1, 0, 0, 0, 0]))
    let reader = try #require(TIFFReader(file.bytes))
    let entry = try #require(reader.entries(at: reader.firstDirectory ?? 0)[254])
    #expect(reader.firstNumber(of: entry) == 1)
    #expect(reader.numbers(of: entry, most: 4) == nil)
  }
}

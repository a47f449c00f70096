import TestSupport
import Testing

@testable import ImageProcessingKit

/// Every byte of a file belongs to exactly one piece, whatever the file holds.
@Suite struct JPEGPiecesTests {
  private func pieces(of bytes: [UInt8]) -> [JPEGPieces.Piece] {
    bytes.withUnsafeBufferPointer { Array(JPEGPieces($0)) }
  }

  /// Whether the pieces follow each other without a gap from the first byte to the last.
  private func covers(_ pieces: [JPEGPieces.Piece], _ count: Int) -> Bool {
    var reached = 0
    for piece in pieces {
      guard piece.range.lowerBound == reached, !piece.range.isEmpty else { return false }
      reached = piece.range.upperBound
    }
    return reached == count
  }

  @Test(arguments: Carrier.all + Carrier.refused)
  func coverEveryCarrier(_ carrier: Carrier) throws {
    let bytes = try carrier.build(TestPhotos.astronaut())
    let pieces = pieces(of: bytes)
    #expect(covers(pieces, bytes.count))
    #expect(pieces.first == JPEGPieces.Piece(kind: .marker(0xD8), range: 0..<2))
    #expect(pieces.count { $0.kind == .endOfImage } == 1)
  }

  @Test(arguments: Carrier.all)
  func areTheSegmentsThatAnotherReaderFinds(_ carrier: Carrier) throws {
    let bytes = try carrier.build(TestPhotos.astronaut())
    // The other reader stops at the first byte that is no segment's.
    let found = pieces(of: bytes).dropFirst().prefix { if case .segment = $0.kind { true } else { false } }
    let wanted = JPEGParts.segments(of: bytes).prefix(found.count)
    #expect(found.map(\.range) == wanted.map(\.range))
    #expect(found.map(\.kind) == wanted.map { .segment($0.marker) })
  }

  @Test(arguments: Carrier.all)
  func coverEveryDamagedCarrier(_ carrier: Carrier) throws {
    var random = SplitMix(seed: 31)
    let whole = try carrier.build(TestPhotos.astronaut())
    for _ in 0..<5 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        guard !bytes.isEmpty else { break }
        let place = Int.random(in: bytes.indices, using: &random)
        let length = min(Int.random(in: 1...400, using: &random), bytes.count - place)
        switch Int.random(in: 0...4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes[place] = 0xFF
        case 2: bytes.removeSubrange(place..<(place + length))
        case 3: bytes.insert(contentsOf: bytes[place..<(place + length)], at: 0)
        default: bytes.removeLast(length)
        }
      }
      #expect(covers(pieces(of: bytes), bytes.count))
    }
  }

  @Test func coverEveryStringOfMarkersAndFewBytes() {
    var random = SplitMix(seed: 32)
    let alphabet: [UInt8] = [0xFF, 0xFF, 0xD8, 0xD9, 0xDA, 0xD0, 0xE1, 0x00, 0x00, 0x02, 0x03, 0x41]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let pieces = pieces(of: bytes)
      guard covers(pieces, count) else {
        Issue.record("\(bytes): \(pieces)")
        return
      }
    }
  }

  @Test func lieWithinTheRangeThatIsLookedAt() throws {
    let jpeg = try HiddenPicture.jpeg()
    let bytes = [UInt8](repeating: 0x20, count: 77) + jpeg + [1, 2, 3]
    let pieces = bytes.withUnsafeBufferPointer { Array(JPEGPieces($0, in: 77..<(77 + jpeg.count))) }
    #expect(pieces.first?.range.lowerBound == 77)
    #expect(pieces.last == JPEGPieces.Piece(kind: .endOfImage, range: (75 + jpeg.count)..<(77 + jpeg.count)))
  }
}

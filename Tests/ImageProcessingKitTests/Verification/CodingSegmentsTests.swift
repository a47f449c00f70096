import TestSupport
import Testing

@testable import ImageProcessingKit

/// Tables, frames and scan headers hold what the picture needs and nothing else.
@Suite struct CodingSegmentsTests {
  private func objections(_ jpeg: [UInt8]) -> [MetadataBlock] {
    jpeg.withUnsafeBufferPointer { bytes in
      var inspection = JPEGInspection(bytes, policy: .everything, judge: HiddenPictureJudge(detector: nil))
      inspection.objectToCoding()
      return inspection.blocks.filter { !$0.isAllowed }
    }
  }

  /// How many there are in blocks, which may be one where they touch.
  private func bytes(_ blocks: [MetadataBlock]) -> Int { blocks.reduce(0) { $0 + $1.range.count } }

  private let table = [UInt8](repeating: 9, count: 64)

  @Test func raiseNoObjectionInAnyKindOfPhoto() throws {
    let picture = TestPhotos.noise(width: 70, height: 50, seed: 1)
    let kinds: [TestJPEG.Kind] = [
      TestJPEG.Kind(), TestJPEG.Kind { $0.components = 1 }, TestJPEG.Kind { $0.components = 4 },
      TestJPEG.Kind { $0.isProgressive = true }, TestJPEG.Kind { $0.isArithmetic = true },
      TestJPEG.Kind { $0.hasSeparateScans = true }, TestJPEG.Kind { $0.restartInterval = 2 },
      TestJPEG.Kind { $0.hasOptimizedTables = true },
      TestJPEG.Kind {
        $0.isProgressive = true
        $0.isArithmetic = true
      },
    ]
    for kind in kinds {
      let strangers = objections(try TestJPEG.encode(picture, kind))
      #expect(strangers.isEmpty, "\(kind): \(strangers)")
    }
  }

  @Test func areObjectedToWhereNoScanUsesThem() throws {
    let photo = try TestPhotos.astronaut()
    // A table of a number that no component names, and one that another takes the place of.
    #expect(objections(TestJPEG.inserting([(0xDB, [3] + table)], into: photo)).count == 1)
    #expect(objections(TestJPEG.inserting([(0xDB, [0] + table)], into: photo)).count == 1)
    let code = [UInt8](repeating: 0, count: 15) + [3] + [1, 2, 3]
    #expect(objections(TestJPEG.inserting([(0xC4, [0x13] + code)], into: photo)).count == 1)
    #expect(objections(TestJPEG.inserting([(0xCC, [0x13, 5])], into: photo)).count == 1)
    // Restart intervals that others take the place of, two bytes of something else each, and a table that is there again.
    let letters: [(UInt8, [UInt8])] = [(0xDD, [0xFF, 0xD8]), (0xDD, [0xFF, 0xE0]), (0xDD, [0, 0])]
    #expect(bytes(objections(TestJPEG.inserting(letters, into: photo))) == 2 * 6)
    let twice: [(UInt8, [UInt8])] = [(0xDB, [2] + table), (0xDB, [2] + table)]
    #expect(bytes(objections(TestJPEG.inserting(twice, into: photo))) == 2 * 69)
  }

  @Test func areObjectedToBehindAllScans() throws {
    let photo = try TestJPEG.encode(TestPhotos.noise(width: 70, height: 50, seed: 1), TestJPEG.Kind())
    #expect(objections(photo.dropLast(2) + [0xFF, 0xDD, 0, 4, 0xFF, 0xD8, 0xFF, 0xD9]).count == 1)
  }

  @Test func areObjectedToWhereBytesFollowThem() throws {
    let photo = try TestPhotos.astronaut()
    for segment: (marker: UInt8, content: [UInt8]) in [
      (0xDB, [0] + table + [1, 2, 3]), (0xDD, [0, 0, 7]), (0xC4, [0x00, 1]), (0xDC, [0, 9] + table),
      (0xC8, table), (0xC5, table), (0xDE, table),
    ] {
      #expect(!objections(TestJPEG.inserting([segment], into: photo)).isEmpty, "\(segment.marker)")
    }
  }
}

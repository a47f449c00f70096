import ImageProcessingKit
import TestSupport

/// Small whole photos of every kind that can be built: what is damaged, and what a fuzzer starts from.
enum HardeningSeeds {
  /// A photo whose size and detail follow from its number.
  struct Seed: Sendable {
    let kind: TestJPEG.Kind
    let number: Int

    func jpeg() throws -> [UInt8] {
      var random = SplitMix(seed: UInt64(number))
      let picture = TestPhotos.noise(
        width: .random(in: 1...56, using: &random), height: .random(in: 1...56, using: &random),
        seed: random.next())
      var kind = kind
      kind.quality = [25, 60, 90, 98][number % 4]
      let jpeg = try TestJPEG.encode(picture, kind)
      return number % 3 == 0 ? TestJPEG.oriented(jpeg, .right) : jpeg
    }
  }

  static let kinds: [TestJPEG.Kind] = {
    var kinds: [TestJPEG.Kind] = []
    // The bit-copy reads these itself, so they are the most.
    for sampling in [(1, 1), (2, 1), (1, 2), (2, 2), (4, 1)] {
      for restart in [0, 1, 3] {
        kinds.append(
          TestJPEG.Kind {
            $0.sampling = sampling
            $0.restartInterval = restart
            $0.hasOptimizedTables = restart == 1
          })
      }
    }
    for components in [1, 4] {
      for restart in [0, 2] {
        kinds.append(
          TestJPEG.Kind {
            $0.components = components
            $0.restartInterval = restart
            $0.keepsColors = restart == 2
          })
      }
    }
    let others: [(inout TestJPEG.Kind) -> Void] = [
      { $0.isProgressive = true }, { $0.isArithmetic = true }, { $0.hasSeparateScans = true },
    ]
    for other in others {
      for (components, restart) in [(1, 0), (3, 0), (3, 2), (4, 1)] {
        kinds.append(
          TestJPEG.Kind {
            $0.components = components
            $0.restartInterval = restart
            other(&$0)
          })
      }
    }
    return kinds
  }()

  /// Some photos of every kind.
  static func all(perKind count: Int) -> [Seed] {
    kinds.flatMap { kind in (0..<count).map { Seed(kind: kind, number: $0) } }
  }

  /// A few photos of some 200 to 400 KB, so that what is written goes through every buffer more than once.
  static func large() throws -> [[UInt8]] {
    try [(1, 1, 0), (2, 2, 0), (1, 1, 40)].map { h, v, restart in
      let picture = TestPhotos.noise(width: 357, height: 361, seed: UInt64(h + restart))
      return try TestJPEG.encode(
        picture,
        TestJPEG.Kind {
          $0.quality = 100
          $0.sampling = (h, v)
          $0.restartInterval = restart
        })
    }
  }
}

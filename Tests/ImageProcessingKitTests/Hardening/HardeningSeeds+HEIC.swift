import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// What the fuzzer of HEICs starts from: small ones of every kind, with every carrier and what misleads readers, and noise, of
  /// which it puts together files itself.
  static func heics() throws -> [[UInt8]] {
    let kinds = [TestHEIC.Kind(), .grid(32, 16)]
    let photos = try pictures().flatMap { picture in
      try kinds.flatMap { kind in
        try [TestHEVC.Coding.lossless, .lossy(35)].map { try TestHEIC.photo(picture, kind.coded($0)).bytes }
      }
    }
    // Of few bytes, whatever is hidden in it.
    let flat = TestHEVC.Picture(width: 128, height: 128, chroma: .half, depth: 8, value: 80)
    let phone = try TestHEIC.phone(flat, turns: 1).bytes
    let grid = try TestHEIC.photo(flat, .grid(64, 64)).bytes
    let carriers = try Carrier.heic.map { try $0.build(grid) }
    let hostile = try HostileFile.heic.map { try $0.build(phone) }
    let files = photos + [phone, grid] + carriers + hostile + (try OddHEIC.all.get()).map(\.file)
    return files.filter { $0.count <= 1 << 14 } + noise(120, seed: 5)
  }

  /// What the fuzzer of the codec starts from: a byte for the kind of input, then what that kind is made of.
  static func codecs() throws -> [[UInt8]] {
    let codings = [
      TestHEVC.Coding.lossless, .lossy(20), .lossy(45),
      TestHEVC.Coding { ($0.slices, $0.unit) = (2, 16) },
      TestHEVC.Coding { ($0.isLossless, $0.hasDeblocking, $0.hasOffsets) = (false, false, false) },
      TestHEVC.Coding { ($0.hasDelimiter, $0.hasSettings, $0.hasSums) = (true, true, true) },
    ]
    let codes = try pictures().flatMap { picture in
      try codings.flatMap { coding -> [[UInt8]] in
        let stream = try TestHEVC.encode(picture, coding)
        let separated: [UInt8] = stream.units.flatMap { [0, 0, 1] + $0 }
        let anyShape: [UInt8] = [0, 0, 0, 0]
        return [[1] + anyShape + stream.bytes(), [2] + anyShape + separated]
      }
    }
    let shapes: [[UInt8]] = (0..<20).map { [3, 31, 15, UInt8($0 & 3), UInt8($0 >> 2)] }
    let samples: [[UInt8]] = zip(shapes, noise(20, seed: 7)).map { $0 + $1 }
    let answers: [[UInt8]] = noise(20, seed: 8).map { [4] + $0 }
    let requests: [[UInt8]] = noise(20, seed: 9).map { [0] + $0 }
    return codes + samples + answers + requests
  }

  private static func pictures() -> [TestHEVC.Picture] {
    [.half, .gray, .halfWidth, .full].flatMap { chroma in
      [8, 10].map { .noise(width: 48, height: 32, chroma: chroma, depth: $0, seed: 4) }
    }
  }

  /// Bytes of nothing in particular.
  static func noise(_ count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SplitMix(seed: seed)
    return (0..<count).map { _ in
      (0..<Int.random(in: 40...400, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }
}

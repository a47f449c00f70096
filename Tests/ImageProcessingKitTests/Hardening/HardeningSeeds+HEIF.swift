import TestSupport

@testable import ImageProcessingKit

extension HardeningSeeds {
  /// What the fuzzer of HEICs starts from, or that of AVIFs: small ones of every kind, with every carrier and what misleads readers,
  /// and noise, of which it puts together files itself.
  static func heifs(_ codec: TestHEIF.Codec) throws -> [[UInt8]] {
    let photos = try pictures().flatMap { picture in
      try [(32, 16), nil].flatMap { tile in
        try [false, true].map { isLossy in
          try TestHEIF.photo(picture, TestHEIF.Kind(codec, tile: tile, isLossy: isLossy)).bytes
        }
      }
    }
    // Of few bytes, whatever is hidden in it.
    let flat = TestHEVC.Picture(width: 128, height: 128, chroma: .half, depth: 8, value: 80)
    let kind = TestHEIF.Kind(codec, tile: (64, 64))
    let (phone, grid) = (try TestHEIF.phone(flat, kind, turns: 1).bytes, try TestHEIF.photo(flat, kind).bytes)
    let isHEIC = codec == .hevc
    let carriers = try (isHEIC ? Carrier.heic : Carrier.avif).map { try $0.build(grid) }
    let hostile = try (isHEIC ? HostileFile.heic : HostileFile.avif).map { try $0.build(phone) }
    let odd = try (isHEIC ? OddHEIF.heic : OddHEIF.avif).get().map(\.file)
    let files = photos + [phone, grid] + carriers + hostile + odd
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
    return try codes + samples + answers + requests + stillCodecs()
  }

  /// Inputs of AV1 and JPEG XL for the helper: code as it writes it, and what becomes code.
  private static func stillCodecs() throws -> [[UInt8]] {
    let pictures = try AV1CodecTests.forms.flatMap { form in
      try [0, 60].map { quantizer -> [UInt8] in
        let code = try AV1Codec.encode(
          PlanarPicture(form.shape(40, 24)), SampleColors(), chromaPosition: 0, quantizer: quantizer)
        return [7, 39, 23, UInt8(form.chroma.rawValue), UInt8(form.depth - 8)] + code
      }
    }
    let jpegs = try JPEGXLCodecTests.kinds.map {
      try TestJPEG.encode(TestPhotos.noise(width: 24, height: 16, seed: 3), $0)
    }
    let files = try jpegs.map { try [9, 23, 15] + JPEGXLCodec.encode(jpeg: $0, width: 24, height: 16) }
    return pictures + noise(20, seed: 10).map { [8] + $0 } + files + jpegs.map { [10] + $0 }
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

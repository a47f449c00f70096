internal import FuzzerSupport
internal import TestSupport

/// A WebP that is put together from bytes that may be anything: its chunks are mostly sound, and its code decodes.
struct WebPDraft {
  let file: [UInt8]

  private static let names = ["EXIF", "ICCP", "XMP ", "ALPH", "VP8 ", "VP8L", "VP8X", "ANIM", "ANMF", "face"]

  /// Nil where there are too few bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 16 else { return nil }
    var choices = Choices(bytes)
    let flags = choices.byte()
    let size = (width: 1 + Int(choices.byte() % 40), height: 1 + Int(choices.byte() % 40))
    var photo: TestWebP
    if flags & 1 == 0 {
      guard let lossless = try? TestWebP.photo(Self.picture(size, flags, &choices), .lossless) else {
        return nil
      }
      photo = lossless
    } else {
      let head = Self.head(size, flags, &choices)
      let alpha = choices.byte()
      photo = TestWebP([TestWebP.Chunk("VP8 ", head.noise(seed: UInt64(choices.byte()), bytes: 3000))])
      if flags & 2 != 0 {
        let values = [UInt8](repeating: alpha, count: size.width * size.height)
        photo.insert([TestWebP.Chunk("ALPH", [0] + values)], at: 0)
      }
    }
    if flags & 4 != 0 || photo.chunks.count > 1 {
      photo.insert([TestWebP.header(choices.byte() & ~2, width: size.width, height: size.height)], at: 0)
    }
    for _ in 0..<choices.byte() % 4 {
      let chunk = TestWebP.Chunk(choices.one(of: Self.names), choices.bytes(Int(choices.byte() % 40)))
      photo.insert([chunk], at: Int(choices.byte()) % (photo.chunks.count + 1))
    }
    if choices.once(in: 8) { photo.trailing = choices.bytes(8) }
    if choices.once(in: 16), let index = photo.chunks.indices.last {
      photo.chunks[index].size = Int(choices.byte())
    }
    file = photo.bytes
  }

  private static func picture(
    _ size: (width: Int, height: Int), _ flags: UInt8, _ choices: inout Choices
  ) -> TestWebP.Picture {
    let noise = choices.bytes(1 + Int(choices.byte() % 12))
    let pixels = (0..<4 * size.width * size.height).map { place in
      place % 4 == 3 && flags & 2 == 0
        ? 255 : noise[place % noise.count] &+ UInt8(truncatingIfNeeded: place / 29)
    }
    return TestWebP.Picture(width: size.width, height: size.height, pixels: pixels)
  }

  private static func head(
    _ size: (width: Int, height: Int), _ flags: UInt8, _ choices: inout Choices
  ) -> TestVP8 {
    var head = TestVP8(width: size.width, height: size.height)
    head.index = Int(choices.byte() % 128)
    head.partitions = Int(choices.byte() % 4)
    head.filterLevel = Int(choices.byte() % 64)
    head.hasSimpleFilter = flags & 16 != 0
    guard flags & 8 != 0 else { return head }
    var features = TestVP8.Segments.Features()
    features.isAbsolute = flags & 32 != 0
    for segment in 0..<4 {
      let value = Int(choices.byte())
      features.quantizers[segment] = value < 64 ? nil : value - 128
    }
    head.segments = TestVP8.Segments(map: [1, 100, nil], features: features)
    return head
  }
}

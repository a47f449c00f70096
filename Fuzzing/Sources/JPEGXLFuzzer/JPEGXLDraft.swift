internal import FuzzerSupport
internal import ImageProcessingKit
internal import TestSupport

/// A JPEG XL that is put together from bytes that may be anything: its boxes are mostly sound, and the JPEG in it decodes.
struct JPEGXLDraft {
  let file: [UInt8]

  private static let names = ["Exif", "xml ", "jumb", "brob", "jxll", "jxlc", "jxlp", "jbrd", "ftyp", "face"]

  /// Nil where there are too few bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count > 16 else { return nil }
    var choices = Choices(bytes)
    let flags = choices.byte()
    var picture = PixelBuffer(width: 1 + Int(choices.byte() % 40), height: 1 + Int(choices.byte() % 40))
    let noise = choices.bytes(1 + Int(choices.byte() % 12))
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let value = noise[(x + 7 * y) % noise.count] &+ UInt8(truncatingIfNeeded: x / 3)
        picture[x, y] = (value, value &+ flags, 255 - value)
      }
    }
    let kind = TestJPEG.Kind {
      $0.isProgressive = flags & 1 != 0
      $0.sampling = (1 + Int(flags >> 1 & 1), 1 + Int(flags >> 2 & 1))
      if flags & 8 != 0 { ($0.components, $0.sampling) = (1, (1, 1)) }
      $0.restartInterval = flags & 16 != 0 ? 2 : 0
      $0.quality = 20 + Int(choices.byte() % 80)
    }
    guard var jpeg = try? TestJPEG.encode(picture, kind) else { return nil }
    if flags & 32 != 0 {
      jpeg = TestJPEG.oriented(jpeg, Orientation(rawValue: 1 + Int(choices.byte() % 8)) ?? .up)
    }
    guard var photo = try? TestJXL.photo(jpeg, .init { $0.effort = flags & 64 != 0 ? 1 : 7 }) else {
      return nil
    }
    if flags & 128 != 0 { photo.cutCode([Int(choices.byte() % 40)]) }
    for _ in 0..<choices.byte() % 4 {
      let box = TestJXL.Box(choices.one(of: Self.names), choices.bytes(Int(choices.byte() % 40)))
      photo.insert([box], at: Int(choices.byte()) % (photo.boxes.count + 1))
    }
    if choices.once(in: 8) { photo.trailing = choices.bytes(8) }
    if choices.once(in: 16), let index = photo.boxes.indices.last {
      photo.boxes[index].size = Int(choices.byte())
    }
    file = photo.bytes
  }
}

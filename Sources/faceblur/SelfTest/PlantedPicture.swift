/// A photo's file with a picture hidden in it, where cameras and programs leave one: what `verify` must find.
struct PlantedPicture {
  /// What the place is called: `an EXIF thumbnail`.
  let place: String
  /// The whole file.
  let bytes: [UInt8]
  /// Where the picture lies in it.
  let range: Range<Int>

  /// - Parameters:
  ///   - jpeg: the picture, of less than 64 KB.
  ///   - file: a render, whose structure is known.
  ///   - fileExtension: of its format; there is no place in a format that is not known here.
  init?(_ jpeg: [UInt8], in file: [UInt8], _ fileExtension: String) {
    let behind: (head: [UInt8], tail: [UInt8], rest: Int)
    switch fileExtension {
    case "jpg":
      place = "an EXIF thumbnail"
      // Behind the start of image.
      guard file.count > 2 else { return nil }
      behind = (Self.exifHead(count: jpeg.count), [], file.count - 2)
    case "png":
      place = "a private chunk"
      let name = Array("fcPv".utf8)
      // Before the last chunk, which is always the same.
      guard file.count > 12 else { return nil }
      behind = (Self.big(jpeg.count) + name, Self.big(Int(Self.crc(name + jpeg))), 12)
    case "heic", "avif", "jxl":
      place = "a box behind the picture"
      // ISO/IEC 14496-12, 4.2: a box of somebody's own, by a number that stands for them.
      let owner = [UInt8](repeating: 0xFB, count: 16)
      behind = (Self.big(8 + owner.count + jpeg.count) + Array("uuid".utf8) + owner, [], 0)
    case "tif":
      place = "bytes that no tag refers to"
      behind = ([], [], 0)
    case "webp":
      place = "a chunk that nobody knows"
      behind = (Array("fcPv".utf8) + Self.little(jpeg.count), jpeg.count % 2 == 0 ? [] : [0], 0)
    default: return nil
    }
    let start = file.count - behind.rest
    var bytes = Array(file[..<start]) + behind.head
    range = bytes.count..<(bytes.count + jpeg.count)
    bytes += jpeg
    bytes += behind.tail
    bytes += file[start...]
    // A RIFF file says how long it is.
    if fileExtension == "webp", bytes.count > 8 {
      bytes.replaceSubrange(4..<8, with: Self.little(bytes.count - 8))
    }
    self.bytes = bytes
  }

  /// What stands before the thumbnail in an EXIF segment that holds nothing else (Exif 2.32, 4.5).
  private static func exifHead(count: Int) -> [UInt8] {
    func entry(_ tag: Int, short value: Int) -> [UInt8] {
      [pair(tag), pair(3), big(1), pair(value), [0, 0]].flatMap(\.self)
    }
    func entry(_ tag: Int, long value: Int) -> [UInt8] {
      [pair(tag), pair(4), big(1), big(value)].flatMap(\.self)
    }
    let (first, second, end) = (8, 26, 68)
    let header = Array("MM".utf8) + pair(42) + big(first)
    let main = [pair(1), entry(0x0112, short: 1), big(second)]
    let thumbnail = [
      pair(3), entry(0x0103, short: 6), entry(0x0201, long: end), entry(0x0202, long: count), big(0),
    ]
    let content = Array("Exif\0\0".utf8) + header + (main + thumbnail).flatMap(\.self)
    return [0xFF, 0xE1] + pair(2 + content.count + count) + content
  }

  private static func pair(_ value: Int) -> [UInt8] { big(value).suffix(2) }

  private static func big(_ value: Int) -> [UInt8] { little(value).reversed() }

  private static func little(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// Of a PNG's chunk (PNG 1.2, appendix D).
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 {
        let isOdd = sum & 1 == 1
        sum >>= 1
        if isOdd { sum ^= 0xEDB8_8320 }
      }
    }
    return ~sum
  }
}

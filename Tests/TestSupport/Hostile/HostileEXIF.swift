extension HostileFile {
  private static let order = ByteOrder.bigEndian
  private static let maxBytes = 65_533 - EXIFBuilder.signature.count

  private static func file(_ name: String, _ tiff: @escaping @Sendable () -> [UInt8]) -> HostileFile {
    HostileFile(name) { JPEGParts.inserting([(0xE1, EXIFBuilder.signature + tiff())], into: $0) }
  }

  private static func entry(_ tag: Int, type: Int = 4, count: Int = 1, _ value: Int) -> [UInt8] {
    order.number(tag, 2) + order.number(type, 2) + order.number(count, 4) + order.number(value, 4)
  }

  private static func directory(_ entries: [[UInt8]], next: Int = 0, stating count: Int? = nil) -> [UInt8] {
    order.number(count ?? entries.count, 2) + entries.joined() + order.number(next, 4)
  }

  /// EXIF blocks whose directories lead in circles, over each other and out of the block.
  static let exif: [HostileFile] = [
    file("EXIF directory that is its own successor") { order.header() + directory([], next: 8) },
    file("EXIF directories that point to each other") {
      order.header() + directory([entry(0x8769, 8), entry(0x8825, 8)], next: 8)
        + directory([entry(0xA005, 8)], next: 8)
    },
    file("EXIF directory in the header") { order.header(directory: 0) + directory([entry(0x8769, 0)]) },
    file("EXIF directory of 65535 entries") {
      order.header() + directory([entry(0x8769, 8)], stating: 65_535) + fill(40_000, order.number(0xFFFF, 2))
    },
    file("EXIF directory of as many entries as fit") {
      order.header() + directory((0..<5000).map { entry(0x8000 + $0 % 9, $0) })
    },
    file("EXIF orientation behind 4,200 tags") {
      order.header()
        + directory((0..<4200).map { entry(0x8000 + $0 % 9, $0) } + [entry(0x0112, type: 3, 6 << 16)])
    },
    file("EXIF orientation in a directory in the header") {
      order.header(directory: 0) + [UInt8](repeating: 0, count: 6) + entry(0x0112, type: 3, 6 << 16)
        + [UInt8](repeating: 0, count: 40)
    },
    file("EXIF values of 4 GB") {
      order.header()
        + directory((1...13).map { entry(0x9000 + $0, type: $0, count: 0xFFFF_FFFF, 0xFFFF_FFFF) })
    },
    file("EXIF offsets past the end") {
      order.header()
        + directory(
          [0x8769, 0x8825, 0xA005, 0x014A, 0x927C].map { entry($0, 0xFFFF_FFF0) }, next: 0xFFFF_FFFF)
    },
    file("EXIF directories at every offset") {
      // Each points two bytes on, and the table of each is the next one's.
      order.header() + directory((0..<2000).map { entry(0x014A, 8 + 2 * $0) })
        + fill(30_000, order.number(0x014A, 2) + order.number(4, 2))
    },
    file("EXIF thumbnail in strips that are all one", stripsThatAreAllOne),
  ]

  @Sendable private static func stripsThatAreAllOne() -> [UInt8] {
    let strips = 256
    let start = 8 + 2 + 4 + 2 + 12 * 4 + 4
    let table = (0..<strips).flatMap { _ in order.number(0, 4) }
    let sizes = (0..<strips).flatMap { _ in order.number(40_000, 4) }
    return order.header() + directory([], next: 14)
      + directory([
        entry(0x0100, 4096), entry(0x0101, 4096), entry(0x0111, count: strips, start),
        entry(0x0117, count: strips, start + table.count),
      ]) + table + sizes + fill(50_000, [1])
  }

  /// 4,000 tags that state the same 60 KB, in each of many segments: billions of bytes if each were looked at.
  static let largeEXIF = [
    overlapping("EXIF values that are all one", 16) {
      entry(0x8000 + $0, type: 7, count: maxBytes - 9, $0 % 8)
    },
    // A turn, an exposure or a maker's name is among what may be kept, but none is as long as this.
    overlapping("EXIF numbers that are all one", 64) { entry(0x0112, type: 3, count: 30_000, 8 + $0 % 8) },
    overlapping("EXIF fractions that are all one", 64) { entry(0x011A, type: 5, count: 7_500, 8 + $0 % 8) },
    overlapping("EXIF texts that are all one", 64) { entry(0x010F, type: 2, count: 60_000, 8 + $0 % 8) },
    HostileFile("EXIF thumbnails in strips that are all one") { photo in
      repeating(64, [(0xE1, EXIFBuilder.signature + stripsThatAreAllOne())], in: photo)
    },
  ]

  private static func overlapping(
    _ name: String, _ segments: Int, _ entry: @escaping @Sendable (Int) -> [UInt8]
  ) -> HostileFile {
    HostileFile(name) { photo in
      let tiff = order.header() + directory((0..<4000).map(entry))
      let content = EXIFBuilder.signature + tiff + fill(maxBytes - tiff.count, [1])
      return repeating(segments, [(0xE1, content)], in: photo)
    }
  }
}

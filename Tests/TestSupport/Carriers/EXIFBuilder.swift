/// Builds EXIF segments as cameras write them (Exif 2.32, 4.5).
public enum EXIFBuilder {
  /// What an EXIF segment begins with.
  static let signature = Array("Exif".utf8) + [0, 0]

  /// An EXIF segment's content.
  /// - Parameters:
  ///   - gap: bytes between the header and the first directory, which nothing points to.
  ///   - slack: bytes behind the last directory.
  static func content(
    _ main: TIFFDirectory, thumbnail: TIFFDirectory? = nil, gap: [UInt8] = [], slack: [UInt8] = []
  ) -> [UInt8] {
    // Directories begin at even places.
    let gap = gap + [UInt8](repeating: 0, count: gap.count % 2)
    let start = 8 + gap.count
    return signature + main.order.header(directory: start) + gap + main.bytes(at: start, next: thumbnail)
      + slack
  }

  /// The first directory of a camera's photo, with nothing to hide in.
  static func camera(_ order: ByteOrder, make: String = "FaceBlur", orientation: Int? = nil) -> TIFFDirectory
  {
    TIFFDirectory(order) {
      $0.add(ascii: make, 0x010F)
      $0.add(ascii: "Test", 0x0110)
      if let orientation { $0.add(short: orientation, 0x0112) }
    }
  }

  /// A camera's first directory with an EXIF directory of its own.
  static func camera(
    _ order: ByteOrder, make: String = "FaceBlur", exif fill: @escaping (inout TIFFDirectory) -> Void
  ) -> TIFFDirectory {
    var main = camera(order, make: make)
    main.add(pointerTo: { TIFFDirectory(order, fill).bytes(at: $0) }, 0x8769)
    return main
  }

  /// A thumbnail directory with a JPEG.
  static func thumbnail(_ order: ByteOrder, jpeg: [UInt8]) -> TIFFDirectory {
    TIFFDirectory(order) {
      $0.add(short: 6, 0x0103)
      $0.add(pointerTo: { _ in jpeg }, 0x0201)
      $0.add(long: jpeg.count, 0x0202)
    }
  }

  /// A thumbnail directory with uncompressed RGB in four strips.
  static func thumbnail(_ order: ByteOrder, rgb: [UInt8], side: Int) -> TIFFDirectory {
    let strips = 4
    let stripBytes = rgb.count / strips
    return TIFFDirectory(order) {
      $0.add(short: side, 0x0100)
      $0.add(short: side, 0x0101)
      $0.add(shorts: [8, 8, 8], 0x0102)
      $0.add(short: 1, 0x0103)
      $0.add(short: 2, 0x0106)
      // The places of the strips, and behind them the strips.
      let offsets = TIFFDirectory.Value.placed { place in
        (0..<strips).flatMap { order.number(place + 4 * strips + $0 * stripBytes, 4) } + rgb
      }
      $0.entries.append(TIFFDirectory.Entry(tag: 0x0111, type: 4, count: strips, value: offsets))
      $0.add(short: 3, 0x0115)
      $0.add(short: side / strips, 0x0116)
      let counts = (0..<strips).flatMap { _ in order.number(stripBytes, 4) }
      $0.entries.append(TIFFDirectory.Entry(tag: 0x0117, type: 4, count: strips, value: .bytes(counts)))
    }
  }
}

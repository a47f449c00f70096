extension Carrier {
  /// Thumbnails of the JFIF segment and its extensions (JFIF 1.02, pages 5 to 8).
  static let jfif: [Carrier] = [
    extending("JFXX JPEG thumbnail", .jpeg) { [0x10] + (try HiddenPicture.jpeg()) },
    extending("JFXX RGB thumbnail", .undecodable) {
      [0x13, side, side] + (try HiddenPicture.rgb())
    },
    // One byte per pixel, and the colours before them.
    extending("JFXX palette thumbnail", .undecodable) {
      let palette = (0..<256).flatMap { [UInt8](repeating: UInt8($0), count: 3) }
      // The mark's row is there in full: every byte of it is an index.
      return [0x11, 192, side] + palette + (try HiddenPicture.rgb())
    },
    replacing("JFIF thumbnail", .undecodable) { header(side, side) + (try HiddenPicture.rgb()) },
    replacing("Picture behind a JFIF thumbnail of no size", .jpeg) {
      header(0, 0) + (try HiddenPicture.jpeg())
    },
    replacing("JFIF thumbnail larger than its segment", .undecodable) {
      header(255, 255) + (try HiddenPicture.rgb())
    },
    replacing("Picture behind a JFIF thumbnail", .jpeg) {
      header(1, 1) + [120, 120, 120] + (try HiddenPicture.jpeg())
    },
    Carrier("Thumbnail in a second JFIF segment", kind: "jfif", .undecodable) { photo in
      JPEGParts.insertingBehindJFIF(
        [(0xE0, header(side, side) + (try HiddenPicture.rgb()))], into: photo)
    },
  ]

  private static let side = UInt8(HiddenPicture.side)

  /// Version 1.02, one pixel as high as it is wide, and the size of the thumbnail.
  private static func header(_ width: UInt8, _ height: UInt8) -> [UInt8] {
    Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, width, height]
  }

  private static func extending(
    _ name: String, _ content: Content, _ thumbnail: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    Carrier(name, kind: "jfxx", content) { photo in
      JPEGParts.insertingBehindJFIF([(0xE0, Array("JFXX\0".utf8) + (try thumbnail()))], into: photo)
    }
  }

  private static func replacing(
    _ name: String, _ content: Content, _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    Carrier(name, kind: "jfif", content) { photo in JPEGParts.replacingJFIF(try bytes(), in: photo) }
  }
}

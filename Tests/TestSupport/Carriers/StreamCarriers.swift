import Foundation

extension Carrier {
  /// Places where the stream itself has room: between segments, between scans and around them.
  static let stream: [Carrier] = [
    // Decoders look for the next 0xFF and skip what is before it.
    Carrier("Pixels between two segments", kind: "strayBytes", .undecodable) { photo in
      JPEGParts.inserting(bytes: try HiddenPicture.rgb(), into: photo)
    },
    Carrier("Picture in base64 between two segments", kind: "strayBytes") { photo in
      let text = Data(try HiddenPicture.jpeg()).base64EncodedString()
      return JPEGParts.inserting(bytes: Array(text.utf8), into: photo)
    },
    Carrier("Pixels between the last scan and the end", kind: "strayBytes", .undecodable) { photo in
      photo.dropLast(2) + (try HiddenPicture.rgb()) + photo.suffix(2)
    },
    Carrier("Comment between the last scan and the end", kind: "comment") { photo in
      photo.dropLast(2) + JPEGParts.segment(0xFE, try HiddenPicture.jpeg()) + photo.suffix(2)
    },
    betweenScans("Comment between two scans", kind: "comment", TestJPEG.Kind { $0.hasSeparateScans = true }) {
      JPEGParts.segment(0xFE, try HiddenPicture.jpeg())
    },
    betweenScans(
      "Comment between two scans of a progressive photo", kind: "comment",
      TestJPEG.Kind { $0.isProgressive = true }
    ) {
      JPEGParts.segment(0xFE, try HiddenPicture.jpeg())
    },
    betweenScans("APP15 between two scans", kind: "app15", TestJPEG.Kind { $0.hasSeparateScans = true }) {
      JPEGParts.segment(0xEF, try HiddenPicture.jpeg())
    },
    betweenScans(
      "Pixels between two scans", kind: "strayBytes", TestJPEG.Kind { $0.hasSeparateScans = true },
      .undecodable
    ) {
      try HiddenPicture.rgb()
    },
    // Decoders skip the segment, which none of them needs.
    .segment("Picture in a segment for the number of lines", kind: "strayBytes", marker: 0xDC) {
      try HiddenPicture.jpeg()
    },
    // A decoder uses the last table of a number, if at all.
    .segment("Pixels in code tables", kind: "strayBytes", .undecodable, marker: 0xC4) {
      let counts = [UInt8](repeating: 0, count: 14) + [128, 128]
      return tables(try HiddenPicture.rgb(), head: [0x13] + counts, symbols: 256)
    },
    .segment("Pixels in quantiser tables", kind: "strayBytes", .undecodable, marker: 0xDB) {
      // A zero among them would be damage.
      tables(try HiddenPicture.rgb().map { max($0, 1) }, head: [0x03], symbols: 64)
    },
    Carrier("Comment behind fill bytes", kind: "comment") { photo in
      let fill = [UInt8](repeating: 0xFF, count: 300)
      return JPEGParts.inserting(
        bytes: fill + JPEGParts.segment(0xFE, try HiddenPicture.jpeg()), into: photo)
    },
  ]

  /// Tables of one number, so many bytes in each.
  private static func tables(_ bytes: [UInt8], head: [UInt8], symbols: Int) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: symbols).flatMap { head + bytes[$0..<($0 + symbols)] }
  }

  /// Photos that decoders refuse as damaged, and that hold the hidden picture all the same.
  public static let refused: [Carrier] = [
    Carrier("Comment behind a second start of image", kind: nil) { photo in
      [0xFF, 0xD8] + JPEGParts.segment(0xFE, try HiddenPicture.jpeg()) + photo
    },
    Carrier("Picture in the middle of the segments", kind: nil) { photo in
      JPEGParts.inserting(bytes: try HiddenPicture.jpeg(), into: photo)
    },
  ]

  /// The photo encoded anew in several scans, with bytes before the second one.
  private static func betweenScans(
    _ name: String, kind: String, _ photoKind: TestJPEG.Kind, _ content: Content = .jpeg,
    _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    Carrier(name, kind: kind, content) { photo in
      let encoded = try TestJPEG.encode(TestPhotos.pixels(of: photo), photoKind)
      let scanEnd = try firstScanEnd(in: encoded)
      return encoded[..<scanEnd] + (try bytes()) + encoded[scanEnd...]
    }
  }

  /// Where the first marker behind the first scan's coded bits is; a stuffed 0xFF and restarts are none.
  private static func firstScanEnd(in jpeg: [UInt8]) throws -> Int {
    guard let header = JPEGParts.segments(of: jpeg).last?.range.upperBound else { throw TestJPEG.Failure() }
    let marker = (header..<(jpeg.count - 1)).first {
      jpeg[$0] == 0xFF && jpeg[$0 + 1] != 0 && !(0xD0...0xD7).contains(jpeg[$0 + 1])
    }
    guard let marker else { throw TestJPEG.Failure() }
    return marker
  }
}

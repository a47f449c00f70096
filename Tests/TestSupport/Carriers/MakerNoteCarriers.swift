extension Carrier {
  /// Previews in maker notes, each laid out in the manner of a camera maker.
  static let makerNotes: [Carrier] = [
    // A directory without a header, whose offsets count from the EXIF block's beginning.
    makerNote("Canon", .littleEndian) { jpeg, order, place in
      TIFFDirectory(order) {
        $0.add(ascii: "Test", 0x0006)
        $0.add(opaque: jpeg, 0x00B6)
      }.bytes(at: place)
    },
    // A whole TIFF block behind a header, whose offsets count from its own beginning.
    makerNote("NIKON CORPORATION", .bigEndian) { jpeg, order, _ in
      Array("Nikon\0".utf8) + [2, 0x10, 0, 0] + order.header()
        + TIFFDirectory(order) {
          $0.add(opaque: Array("0210".utf8), 0x0001)
          $0.add(pointerTo: { EXIFBuilder.thumbnail(order, jpeg: jpeg).bytes(at: $0) }, 0x0011)
        }.bytes(at: 8)
    },
    // A header and a directory, whose offsets count from the EXIF block's beginning.
    makerNote("SONY", .littleEndian) { jpeg, order, place in
      let header = Array("SONY DSC ".utf8) + [0, 0, 0]
      return header
        + TIFFDirectory(order) {
          $0.add(ascii: "Test", 0xB020)
          $0.add(opaque: [UInt8](repeating: 0, count: 32) + jpeg, 0x2001)
        }.bytes(at: place + header.count)
    },
    makerNote("Nobody", .bigEndian) { jpeg, _, _ in jpeg },
  ]

  /// - Parameter note: makes the maker note from the picture, for a place in the EXIF block.
  private static func makerNote(
    _ make: String, _ order: ByteOrder,
    _ note: @escaping @Sendable (_ jpeg: [UInt8], _ order: ByteOrder, _ place: Int) -> [UInt8]
  ) -> Carrier {
    .segment("Maker note in the manner of \(make)", kind: "makerNote", marker: 0xE1) {
      let jpeg = try HiddenPicture.jpeg()
      return EXIFBuilder.content(
        EXIFBuilder.camera(order, make: make) {
          $0.add(ascii: "2024:05:04 12:30:00", 0x9003)
          $0.add(opaqueAt: { note(jpeg, order, $0) }, 0x927C)
        })
    }
  }
}

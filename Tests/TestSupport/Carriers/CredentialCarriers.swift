extension Carrier {
  /// Thumbnails in content credentials: JUMBF boxes in APP11 segments (ISO 19566-5; C2PA 2.1, A.3.1).
  static let credentials: [Carrier] = [
    Carrier("C2PA thumbnail", kind: "contentCredential") { photo in
      let box = try manifest()
      return JPEGParts.inserting([(0xEB, part(1) + box)], into: photo)
    },
    // Every part repeats the outermost box's header.
    Carrier("C2PA thumbnail in parts", kind: "contentCredential", .undecodable) { photo in
      let box = try manifest()
      let content = Array(box.dropFirst(8))
      let parts = stride(from: 0, to: content.count, by: 3000).enumerated().map { index, start in
        let bytes = content[start..<min(start + 3000, content.count)]
        return JPEGParts.Segment(marker: 0xEB, content: part(index + 1) + box.prefix(8) + bytes)
      }
      return JPEGParts.inserting(parts, into: photo)
    },
  ]

  /// Common identifier, instance number and the number of the part.
  private static func part(_ number: Int) -> [UInt8] {
    Array("JP".utf8) + [0, 1] + ByteOrder.bigEndian.number(number, 4)
  }

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    ByteOrder.bigEndian.number(content.count + 8, 4) + Array(type.utf8) + content
  }

  /// A box that describes its neighbours: their type and a label.
  private static func description(_ type: String, _ label: String) -> [UInt8] {
    let suffix: [UInt8] = [0x00, 0x11, 0x00, 0x10, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71]
    return box("jumd", Array(type.utf8) + suffix + [3] + Array(label.utf8) + [0])
  }

  static func manifest() throws -> [UInt8] {
    let file =
      box("bfdb", [0] + Array("image/jpeg".utf8) + [0]) + box("bidb", try HiddenPicture.jpeg())
    let type: [UInt8] = [
      0x40, 0xCB, 0x0C, 0x32, 0xBB, 0x8A, 0x48, 0x9D, 0xA7, 0x0B, 0x2A, 0xD6, 0xF4, 0x7F, 0x43, 0x69,
    ]
    let label = box("jumd", type + [3] + Array("c2pa.thumbnail.claim.jpeg".utf8) + [0])
    let thumbnail = box("jumb", label + file)
    let store = box("jumb", description("c2as", "c2pa.assertions") + thumbnail)
    let manifest = box("jumb", description("c2ma", "urn:uuid:test") + store)
    return box("jumb", description("c2pa", "c2pa") + manifest)
  }
}

extension Carrier {
  /// What follows the end of the picture.
  static let trailing: [Carrier] = [
    Carrier("Trailing picture", kind: "trailingPicture") { $0 + (try HiddenPicture.jpeg()) },
    // Cameras fill up to the next block.
    Carrier("Trailing picture behind a gap", kind: "trailingPicture") { photo in
      photo + [UInt8](repeating: 0, count: 500) + (try HiddenPicture.jpeg())
    },
    Carrier("Two trailing pictures", kind: "trailingPicture") { photo in
      photo + (try TestJPEG.encode(TestPhotos.withoutFaces(width: 64, height: 64)))
        + (try HiddenPicture.jpeg())
    },
    Carrier("Motion photo", kind: "trailingVideo") { photo in
      let video =
        box("ftyp", Array("mp42\0\0\0\0isommp42".utf8)) + box("free", [])
        + box("mdat", try HiddenPicture.jpeg()) + box("moov", box("mvhd", [UInt8](repeating: 0, count: 100)))
      let note = XMPBuilder.packet(
        attributes: #"xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" GCamera:MicroVideo="1" "#
          + #"GCamera:MotionPhoto="1" GCamera:MicroVideoOffset="\#(video.count)""#)
      return JPEGParts.inserting([(0xE1, note)], into: photo) + video
    },
    Carrier("Samsung trailer", kind: "samsungTrailer") { photo in
      photo + samsungTrailer(try HiddenPicture.jpeg())
    },
    Carrier("Trailing text", kind: "trailingBytes", .text) { photo in
      photo + Array(repeatElement(HiddenPicture.mark, count: 20).joined())
    },
    Carrier("Trailing pixels", kind: "trailingBytes", .undecodable) { photo in
      photo + (try HiddenPicture.rgb())
    },
  ]

  private static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    ByteOrder.bigEndian.number(content.count + 8, 4) + Array(type.utf8) + content
  }

  /// Named blocks, a directory of them that counts backwards from itself, and its length.
  private static func samsungTrailer(_ jpeg: [UInt8]) -> [UInt8] {
    let order = ByteOrder.littleEndian
    func block(_ type: Int, _ name: String, _ data: [UInt8]) -> [UInt8] {
      [0, 0] + order.number(type, 2) + order.number(name.utf8.count, 4) + Array(name.utf8) + data
    }
    let picture = block(0x0001, "EmbeddedImage", jpeg)
    let date = block(0x0A01, "Image_UTC_Data", Array("1714825800000".utf8))
    func entry(_ type: Int, back offset: Int, _ size: Int) -> [UInt8] {
      [0, 0] + order.number(type, 2) + order.number(offset, 4) + order.number(size, 4)
    }
    let directory =
      Array("SEFH".utf8) + order.number(107, 4) + order.number(2, 4)
      + entry(0x0001, back: picture.count + date.count, picture.count)
      + entry(0x0A01, back: date.count, date.count)
    return picture + date + directory + order.number(directory.count, 4) + Array("SEFT".utf8)
  }
}

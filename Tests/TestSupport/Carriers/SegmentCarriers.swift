extension Carrier {
  /// Pictures in segments of which each maker has its own, and in comments.
  static let segments: [Carrier] = [
    .segment("APP3 picture", kind: "app3", marker: 0xE3) { try HiddenPicture.jpeg() },
    .segment("APP4 picture", kind: "app4", marker: 0xE4) { try HiddenPicture.jpeg() },
    .segment("APP15 picture", kind: "app15", marker: 0xEF) {
      Array("TEST\0".utf8) + (try HiddenPicture.jpeg())
    },
    // Old video cameras and printers have APP0 segments of their own.
    .segment("Picture in an unknown APP0", kind: nil, marker: 0xE0) {
      Array("AVI1".utf8) + (try HiddenPicture.jpeg())
    },
    // A segment that decoders need, with more in it than they read.
    .segment("Picture behind an Adobe segment's fields", kind: nil, marker: 0xEE) {
      Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1] + (try HiddenPicture.jpeg())
    },
    .segment("Picture in an unknown APP1", kind: "app1", marker: 0xE1) {
      Array("http://ns.example.org/picture\0".utf8) + (try HiddenPicture.jpeg())
    },
    .segment("Picture in an unknown APP2", kind: "app2", marker: 0xE2) {
      Array("PICTURE\0".utf8) + (try HiddenPicture.jpeg())
    },
    .segment("FLIR picture", kind: "flir", marker: 0xE1) {
      Array("FLIR\0".utf8) + [1, 0, 0] + Array("FFF\0".utf8) + (try HiddenPicture.jpeg())
    },
    Carrier("FlashPix picture", kind: "flashPix") { photo in
      let jpeg = try HiddenPicture.jpeg()
      let order = ByteOrder.bigEndian
      // One stream of the list, and its content (Exif 2.32, 4.7.3).
      let name = "/Picture\0".utf16.flatMap { ByteOrder.littleEndian.number(Int($0), 2) }
      let list =
        Array("FPXR\0".utf8) + [0, 1] + order.number(1, 2) + order.number(jpeg.count, 4) + [0] + name
      let stream = Array("FPXR\0".utf8) + [0, 2] + order.number(0, 2) + order.number(0, 4) + jpeg
      return JPEGParts.inserting([(0xE2, list), (0xE2, stream)], into: photo)
    },
    .segment("Comment that is a picture", kind: "comment", marker: 0xFE) { try HiddenPicture.jpeg() },
  ]
}

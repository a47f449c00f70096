extension Carrier {
  /// Chunks that no viewer needs, and known ones with more in them than belongs there.
  static let pngChunks: [Carrier] = [
    png("Picture in a private chunk", kind: "furtherChunk") {
      [TestPNGChunk("faCe", try HiddenPicture.jpeg())]
    },
    png("Picture in a private chunk behind the picture", kind: "furtherChunk", before: "IEND") {
      [TestPNGChunk("faCe", try HiddenPicture.jpeg())]
    },
    png("PNG in a private chunk", kind: "furtherChunk") { [TestPNGChunk("faCe", try HiddenPicture.png())] },
    png("Pixels in a private chunk", kind: "furtherChunk", .undecodable) {
      [TestPNGChunk("faCe", try HiddenPicture.rgb())]
    },
    png("Picture in a private chunk, in parts", kind: "furtherChunk", .undecodable) {
      let jpeg = try HiddenPicture.jpeg()
      return stride(from: 0, to: jpeg.count, by: 1000).map {
        TestPNGChunk("faCe", Array(jpeg[$0..<min($0 + 1000, jpeg.count)]))
      }
    },
    png("Picture in a chunk with a wrong sum", kind: "furtherChunk") {
      [TestPNGChunk("faCe", try HiddenPicture.jpeg(), crcError: 77)]
    },
    png("Picture in a chunk of a reserved name", kind: "furtherChunk") {
      [TestPNGChunk("face", try HiddenPicture.jpeg())]
    },
    png("Picture in a signature", kind: "furtherChunk") { [TestPNGChunk("dSIG", try HiddenPicture.jpeg())] },
    png("Picture in vpAg", kind: "furtherChunk") { [TestPNGChunk("vpAg", try HiddenPicture.jpeg())] },
    png("Picture in iDOT", kind: "furtherChunk") { [TestPNGChunk("iDOT", try HiddenPicture.jpeg())] },
    png("Picture in an extension of GIFs", kind: "furtherChunk") {
      [TestPNGChunk("gIFx", Array("FaceBlur123".utf8) + (try HiddenPicture.jpeg()))]
    },
    png("Picture in a frame without an animation", kind: "animation", .undecodable, before: "IEND") {
      let side = HiddenPicture.side
      let order = ByteOrder.bigEndian
      let places: [UInt8] = [0, side, side, 0, 0].flatMap { order.number($0, 4) }
      let rgb = try HiddenPicture.rgb()
      var rows: [UInt8] = []
      for y in 0..<side {
        rows.append(0)
        rows += rgb[(3 * side * y)..<(3 * side * (y + 1))]
      }
      let stream = try ZlibStream().compress(rows)
      return [
        TestPNGChunk("fcTL", places + [0, 1, 0, 10, 0, 0]), TestPNGChunk("fdAT", order.number(1, 4) + stream),
      ]
    },
    png("C2PA thumbnail in a PNG", kind: "contentCredential") { [TestPNGChunk("caBX", try manifest())] },
    png("Mark in a calibration", kind: "furtherChunk", .text) {
      let numbers = ByteOrder.bigEndian.number(0, 4) + ByteOrder.bigEndian.number(255, 4)
      return [TestPNGChunk("pCAL", HiddenPicture.mark + [0] + numbers + [0, 2] + Array("m\0000\0001".utf8))]
    },
    png("Mark in a scale", kind: "furtherChunk", .text) {
      [TestPNGChunk("sCAL", [1] + HiddenPicture.mark + [0, 0x31])]
    },
    png("Mark as a time", kind: "time", .text, before: "IEND") {
      [TestPNGChunk("tIME", [7, 232, 1] + HiddenPicture.mark)]
    },
    known("gAMA", "colorSpace", [0, 0, 0xB1, 0x8F]),
    known("cHRM", "colorSpace", [UInt8](repeating: 1, count: 32)),
    known("sRGB", "colorSpace", [0]),
    known("sBIT", "colorSpace", [5, 6, 5]),
    known("cICP", "colorSpace", [12, 13, 0, 1]),
    known("bKGD", "background", [0, 1, 0, 2, 0, 3]),
    known("pHYs", "pixelDensity", [0, 0, 0, 1, 0, 0, 0, 2, 0]),
    png("Second gAMA with a picture", kind: "colorSpace") { photo in
      photo.inserting(
        [TestPNGChunk("gAMA", [0, 0, 0xB1, 0x8F]), TestPNGChunk("gAMA", try HiddenPicture.jpeg())],
        behind: "IHDR")
    },
    png("gAMA with a picture behind the picture", kind: "colorSpace", before: "IEND") {
      [TestPNGChunk("gAMA", try HiddenPicture.jpeg())]
    },
  ]

  /// A known chunk with a picture behind what it should hold.
  private static func known(_ type: String, _ kind: String, _ content: [UInt8]) -> Carrier {
    png("Picture in \(type)", kind: kind) { photo in
      photo.inserting([TestPNGChunk(type, content + (try HiddenPicture.jpeg()))], behind: "IHDR")
    }
  }

  // MARK: The picture's own stream

  static let pngStream: [Carrier] = [
    png("Picture behind the stream in IDAT", kind: "pictureSlack") { photo in
      photo.replacing(stream: photo.stream + (try HiddenPicture.jpeg()))
    },
    png("Pixels behind the stream in IDAT", kind: "pictureSlack", .undecodable) { photo in
      photo.replacing(stream: photo.stream + (try HiddenPicture.rgb()))
    },
    png("Picture in an IDAT behind the stream", kind: "pictureSlack") { photo in
      photo.inserting([TestPNGChunk("IDAT", try HiddenPicture.jpeg())], behind: "IDAT")
    },
    png("Second stream in IDAT", kind: "pictureSlack", .undecodable) { photo in
      photo.inserting([TestPNGChunk("IDAT", try ZlibStream().compress(HiddenPicture.rgb()))], behind: "IDAT")
    },
    png("Rows beyond the last one", kind: "pictureSlack", .undecodable) { photo in
      let rows = ZlibStream.decompress(photo.stream)?.bytes ?? []
      return photo.replacing(stream: try ZlibStream().compress(rows + HiddenPicture.rgb()), each: 8192)
    },
    png("Picture beyond the last row", kind: "pictureSlack", .undecodable) { photo in
      let rows = ZlibStream.decompress(photo.stream)?.bytes ?? []
      return photo.replacing(stream: try ZlibStream { $0.level = 0 }.compress(rows + HiddenPicture.jpeg()))
    },
  ]

  // MARK: Behind the end

  static let pngTrailing: [Carrier] = [
    png("JPEG behind a PNG", kind: "trailingPicture") { $0.adding(trailing: try HiddenPicture.jpeg()) },
    png("JPEG behind a PNG and a gap", kind: "trailingPicture") {
      $0.adding(trailing: [UInt8](repeating: 0, count: 500) + (try HiddenPicture.jpeg()))
    },
    png("PNG behind a PNG", kind: "trailingPicture") { $0.adding(trailing: try HiddenPicture.png()) },
    png("Chunk behind a PNG", kind: nil) {
      $0.adding(trailing: TestPNGChunk("faCe", try HiddenPicture.jpeg()).bytes)
    },
    png("Second picture in chunks behind a PNG", kind: nil, .undecodable) {
      $0.adding(trailing: Array(try HiddenPicture.png().dropFirst(8)))
    },
    png("Archive behind a PNG", kind: nil) { photo in
      photo.adding(trailing: archive("face.jpg", try HiddenPicture.jpeg()))
    },
    png("Video behind a PNG", kind: "trailingVideo") { photo in
      func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        ByteOrder.bigEndian.number(content.count + 8, 4) + Array(type.utf8) + content
      }
      return photo.adding(
        trailing: box("ftyp", Array("mp42\0\0\0\0isommp42".utf8)) + box("mdat", try HiddenPicture.jpeg())
          + box("moov", box("mvhd", [UInt8](repeating: 0, count: 100))))
    },
    png("Text behind a PNG", kind: "trailingBytes", .text) {
      $0.adding(trailing: Array(repeatElement(HiddenPicture.mark, count: 20).joined()))
    },
    png("Pixels behind a PNG", kind: "trailingBytes", .undecodable) {
      $0.adding(trailing: try HiddenPicture.rgb())
    },
  ]

  /// A ZIP file with one file in it, stored.
  static func archive(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let order = ByteOrder.littleEndian
    let common =
      order.number(20, 2) + [0, 0, 0, 0, 0, 0, 0x21, 0x58] + order.number(Int(TestPNGChunk.crc(content)), 4)
      + order.number(content.count, 4) + order.number(content.count, 4) + order.number(name.utf8.count, 2) + [
        0, 0,
      ]
    let local = Array("PK\u{3}\u{4}".utf8) + common + Array(name.utf8) + content
    var entry: [UInt8] = Array("PK\u{1}\u{2}".utf8) + order.number(20, 2)
    entry += common + [UInt8](repeating: 0, count: 14) + Array(name.utf8)
    var end: [UInt8] = Array("PK\u{5}\u{6}".utf8) + [0, 0, 0, 0, 1, 0, 1, 0]
    end += order.number(entry.count, 4) + order.number(local.count, 4) + [0, 0]
    return local + entry + end
  }
}

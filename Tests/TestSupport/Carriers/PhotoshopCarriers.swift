extension Carrier {
  /// Pictures in Photoshop's image resources (Adobe Photoshop File Formats, "Image Resource Blocks").
  static let photoshop: [Carrier] = [
    .segment("Photoshop thumbnail", kind: "photoshop", marker: 0xED) {
      resources(0x040C, thumbnailHeader(try HiddenPicture.jpeg()))
    },
    // Photoshop 4 wrote it with red and blue exchanged.
    .segment("Photoshop 4 thumbnail", kind: "photoshop", marker: 0xED) {
      resources(0x0409, thumbnailHeader(try HiddenPicture.jpeg()))
    },
    .segment("IPTC preview", kind: "photoshop", marker: 0xED) {
      resources(
        0x0404,
        dataset(200, [0, 11]) + dataset(201, [0, 1]) + dataset(202, try HiddenPicture.jpeg()))
    },
  ]

  /// An APP13 segment with a harmless resource and another one.
  private static func resources(_ number: Int, _ data: [UInt8]) -> [UInt8] {
    Array("Photoshop 3.0\0".utf8) + resource(0x0425, [UInt8](repeating: 7, count: 16))
      + resource(number, data)
  }

  private static func resource(_ number: Int, _ data: [UInt8]) -> [UInt8] {
    Array("8BIM".utf8) + ByteOrder.bigEndian.number(number, 2) + [0, 0]
      + ByteOrder.bigEndian.number(data.count, 4) + data + [UInt8](repeating: 0, count: data.count % 2)
  }

  private static func thumbnailHeader(_ jpeg: [UInt8]) -> [UInt8] {
    let rowBytes = (171 * 24 + 31) / 32 * 4
    let numbers = [1, 171, 200, rowBytes, rowBytes * 200, jpeg.count]
    return numbers.flatMap { ByteOrder.bigEndian.number($0, 4) } + [0, 24, 0, 1] + jpeg
  }

  /// A dataset of IPTC's application record (IIM 4.2, 1.6), in the long form where it has to be.
  private static func dataset(_ number: UInt8, _ data: [UInt8]) -> [UInt8] {
    let order = ByteOrder.bigEndian
    let size = data.count < 0x8000 ? order.number(data.count, 2) : [0x80, 4] + order.number(data.count, 4)
    return [0x1C, 2, number] + size + data
  }
}

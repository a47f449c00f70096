extension Carrier {
  /// Second pictures behind the first that an index points to (CIPA DC-007, Multi-Picture Format).
  static let multiPicture: [Carrier] = [
    Carrier("Second picture of a multi-picture file", kind: "trailingPicture") { photo in
      indexed(photo, with: try HiddenPicture.jpeg())
    },
    Carrier("Gain map", kind: "gainMap") { photo in
      let gainMap = JPEGParts.inserting(
        [(0xE1, XMPBuilder.packet(attributes: gainMapAttributes))], into: try HiddenPicture.jpeg())
      let directory = XMPBuilder.packet(directory(length: gainMap.count))
      return indexed(JPEGParts.inserting([(0xE1, directory)], into: photo), with: gainMap)
    },
  ]

  private static let gainMapAttributes =
    #"xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0" hdrgm:GainMapMax="3""#

  /// What the first picture says about the second (Ultra HDR image format 1.1).
  private static func directory(length: Int) -> String {
    let item = #"Item:Mime="image/jpeg" Item:Semantic"#
    return #"<Container:Directory xmlns:Container="http://ns.google.com/photos/1.0/container/" "#
      + #"xmlns:Item="http://ns.google.com/photos/1.0/container/item/"><rdf:Seq>"#
      + #"<rdf:li rdf:parseType="Resource"><Container:Item \#(item)="Primary"/></rdf:li>"#
      + #"<rdf:li rdf:parseType="Resource"><Container:Item \#(item)="GainMap" "#
      + #"Item:Length="\#(length)"/></rdf:li></rdf:Seq></Container:Directory>"#
  }

  private static func indexed(_ photo: [UInt8], with second: [UInt8]) -> [UInt8] {
    let place = JPEGParts.endOfApplicationSegments(photo)
    let order = ByteOrder.bigEndian
    let signature = Array("MPF\0".utf8)
    func index(_ photoBytes: Int) -> [UInt8] {
      // Offsets count from the index's own header: marker, length and signature come before it.
      let offset = photoBytes - (place + 4 + signature.count)
      let entries = [
        order.number(0x2003_0000, 4), order.number(photoBytes, 4), order.number(0, 8),
        order.number(0, 4), order.number(second.count, 4), order.number(offset, 4), order.number(0, 4),
      ]
      let directory = TIFFDirectory(order) {
        $0.add(opaque: Array("0100".utf8), 0xB000)
        $0.add(long: 2, 0xB001)
        $0.add(opaque: entries.flatMap { $0 }, 0xB002)
      }
      return signature + order.header() + directory.bytes(at: 8)
    }
    let size = photo.count + 4 + index(0).count
    return JPEGParts.inserting([(0xE2, index(size))], into: photo) + second
  }
}

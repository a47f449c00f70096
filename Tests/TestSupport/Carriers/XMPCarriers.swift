import Foundation

extension Carrier {
  /// Pictures in base64 in XMP packets (XMP specification part 3, 1.1.3).
  static let xmp: [Carrier] = [
    .segment("XMP thumbnail", kind: "xmp", marker: 0xE1) {
      XMPBuilder.packet(XMPBuilder.thumbnail(try base64()))
    },
    // Adobe's programs break the lines, and a line feed in XML is a character reference.
    .segment("XMP thumbnail in broken lines", kind: "xmp", marker: 0xE1) {
      XMPBuilder.packet(XMPBuilder.thumbnail(broken(try base64(), by: "&#xA;")))
    },
    .segment("XMP depth map", kind: "xmp", marker: 0xE1) {
      XMPBuilder.packet(attributes: XMPBuilder.depth(try base64()))
    },
    extended("Extended XMP in parts") { $0 },
    extended("Extended XMP in parts out of order") { $0.reversed() },
  ]

  private static func base64() throws -> String { Data(try HiddenPicture.jpeg()).base64EncodedString() }

  private static func broken(_ text: String, by lineBreak: String) -> String {
    let characters = Array(text)
    return stride(from: 0, to: characters.count, by: 72).map {
      String(characters[$0..<min($0 + 72, characters.count)])
    }.joined(separator: lineBreak)
  }

  private static func extended(
    _ name: String, _ arrange: @escaping @Sendable ([JPEGParts.Segment]) -> [JPEGParts.Segment]
  ) -> Carrier {
    Carrier(name, kind: "extendedXMP") { photo in
      // The digest of the extended packet should stand here; readers do not ask.
      let name = "0123456789ABCDEF0123456789ABCDEF"
      let main = XMPBuilder.packet(
        attributes: #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(name)""#)
      let packet = Array(XMPBuilder.document(attributes: XMPBuilder.depth(try base64()), "").utf8)
      let parts = stride(from: 0, to: packet.count, by: 4000).map { start -> JPEGParts.Segment in
        let numbers = ByteOrder.bigEndian.number(packet.count, 4) + ByteOrder.bigEndian.number(start, 4)
        return (
          marker: 0xE1,
          content: Array("http://ns.adobe.com/xmp/extension/\0\(name)".utf8) + numbers
            + packet[start..<min(start + 4000, packet.count)]
        )
      }
      return JPEGParts.inserting([(0xE1, main)] + arrange(parts), into: photo)
    }
  }
}

/// Builds XMP packets.
enum XMPBuilder {
  /// An XMP segment's content.
  static func packet(attributes: String = "", _ elements: String = "") -> [UInt8] {
    Array("http://ns.adobe.com/xap/1.0/\0".utf8)
      + Array(#"<?xpacket begin="\#u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>"#.utf8)
      + Array(document(attributes: attributes, elements).utf8) + Array(#"<?xpacket end="w"?>"#.utf8)
  }

  /// The XML of a packet.
  static func document(attributes: String, _ elements: String) -> String {
    #"<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF "#
      + #"xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" "#
      + "\(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>"
  }

  /// A thumbnail as the XMP specification has it (part 2, 1.2.2.3).
  static func thumbnail(_ base64: String) -> String {
    #"<xmp:Thumbnails xmlns:xmp="http://ns.adobe.com/xap/1.0/" "#
      + #"xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/"><rdf:Alt><rdf:li rdf:parseType="Resource">"#
      + "<xmpGImg:width>171</xmpGImg:width><xmpGImg:height>200</xmpGImg:height>"
      + "<xmpGImg:format>JPEG</xmpGImg:format><xmpGImg:image>\(base64)</xmpGImg:image>"
      + "</rdf:li></rdf:Alt></xmp:Thumbnails>"
  }

  /// A depth map as phones write it.
  static func depth(_ base64: String) -> String {
    #"xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" GDepth:Format="RangeInverse" "#
      + #"GDepth:Mime="image/jpeg" GDepth:Data="\#(base64)""#
  }
}

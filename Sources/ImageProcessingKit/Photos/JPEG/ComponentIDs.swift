/// The names that a frame gives its components, a byte each, of which decoders know only a few.
enum ComponentIDs {
  /// Names with which a picture is shown as it was with its own.
  ///
  /// What libjpeg and others guess colours by where no application segment tells them, and what encoders write, stays.
  /// With any other names three components are YCbCr, like 1, 2 and 3.
  static func canonical(_ ids: [UInt8]) -> [UInt8] {
    known.contains(ids) ? ids : (0..<ids.count).map { UInt8($0 + 1) }
  }

  private static let known: [[UInt8]] = [
    [0], [0, 1, 2], [0, 1, 2, 3], Array("RGB".utf8), Array("CMYK".utf8),
  ]
}

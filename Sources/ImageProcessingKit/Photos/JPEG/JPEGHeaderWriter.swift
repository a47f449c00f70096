/// Writes the application segments of a render: a whitelist of what decoding needs, each built anew.
struct JPEGHeaderWriter {
  /// Pixel density from the source's JFIF segment.
  struct JFIF: Sendable, Hashable {
    var densityUnit: UInt8
    var densityX: UInt16
    var densityY: UInt16

    /// The denser pixels lie, the narrower they are.
    private var stretch: PixelStretch { PixelStretch(across: Int(densityY), down: Int(densityX)) }

    /// What a render says of it. Of pixels that are drawn out so far that faces are not found it says nothing, whatever the policy.
    func kept(by policy: MetadataPolicy) -> JFIF {
      if stretch.hidesFaces { return Self.nothing }
      return policy.keeps(.pixelDensity) ? self : withoutDensity
    }

    private static let nothing = JFIF(densityUnit: 0, densityX: 1, densityY: 1)

    /// Without the unit: the shape of a pixel, which is needed to show the picture, as small numbers.
    private var withoutDensity: JFIF {
      func divisor(_ a: UInt16, _ b: UInt16) -> UInt16 { b == 0 ? a : divisor(b, a % b) }
      let common = max(divisor(densityX, densityY), 1)
      let shape = (x: densityX / common, y: densityY / common)
      let isShape = (1...Self.maxShape).contains(shape.x) && (1...Self.maxShape).contains(shape.y)
      return JFIF(densityUnit: 0, densityX: isShape ? shape.x : 1, densityY: isShape ? shape.y : 1)
    }

    /// Pixels of films and videos are less elongated.
    private static let maxShape: UInt16 = 100
  }

  /// Present where the source had one: it makes decoders take three components for YCbCr.
  var jfif: JFIF?
  /// The TIFF that the EXIF segment holds, put together by `EXIFBlock`; empty for none.
  var exif: [UInt8]
  /// Written by `ICCWriter`.
  var colorProfile: [UInt8]?
  /// The transform of the source's Adobe segment: it decides how components become colours.
  var adobeTransform: UInt8?

  private static let maxContent = 65_533

  /// What a thumbnail may take of the EXIF segment; the longest values of all tags together take less than the rest.
  static let maxThumbnailBytes = 62_500

  /// A marker segment with its length (ITU-T T.81, B.1.1.4).
  /// - Parameter content: at most 65,533 bytes.
  static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
  }

  /// All segments, to be put behind SOI.
  func segments() -> [UInt8] {
    var result: [UInt8] = []
    func append(_ marker: UInt8, _ content: [UInt8]) { result += Self.segment(marker, content) }
    if let jfif {
      func bigEndian(_ value: UInt16) -> [UInt8] { [UInt8(value >> 8), UInt8(value & 0xFF)] }
      append(
        0xE0,
        Array("JFIF".utf8) + [0, 1, 1, jfif.densityUnit]
          + bigEndian(jfif.densityX) + bigEndian(jfif.densityY) + [0, 0])  // a thumbnail of 0 × 0
    }
    if !exif.isEmpty { append(0xE1, JPEGSegmentSignature.exif + exif) }
    if let colorProfile {
      let partBytes = Self.maxContent - JPEGSegmentSignature.colorProfile.count - 2
      let count = (colorProfile.count + partBytes - 1) / partBytes
      for part in 0..<count {
        let content = colorProfile[(part * partBytes)..<min((part + 1) * partBytes, colorProfile.count)]
        append(0xE2, JPEGSegmentSignature.colorProfile + [UInt8(part + 1), UInt8(count)] + content)
      }
    }
    if let adobeTransform {
      // Version 100, no flags: what decoders look at is the transform alone.
      append(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobeTransform])
    }
    return result
  }
}

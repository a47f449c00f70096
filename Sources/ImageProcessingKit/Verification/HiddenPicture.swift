/// A picture or film that lies in the bytes of something else.
struct HiddenPicture: Hashable {
  enum Format: String, Hashable {
    case jpeg = "JPEG"
    case png = "PNG"
    case webp = "WebP"
    case heif = "HEIF, AVIF or video"
    /// A JPEG as text, as XMP holds it.
    case base64JPEG = "JPEG in base64"
    case base64PNG = "PNG in base64"
  }

  let format: Format
  /// Where it begins, and where the bytes end that it may reach to.
  let range: Range<Int>

  /// More than a file of any camera holds. Where there are more, the first ones are evidence enough.
  static let maxFound = 32

  /// Looks for the beginnings of pictures, once over the bytes.
  /// - Parameter range: the part that is looked at.
  static func find(in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> [HiddenPicture] {
    var found: [HiddenPicture] = []
    var place = range.lowerBound
    func matches(_ text: StaticString, at place: Int) -> Bool {
      place >= range.lowerBound && place + text.utf8CodeUnitCount <= range.upperBound
        && (0..<text.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == text.utf8Start[$0] }
    }
    func format(at place: Int) -> (Format, start: Int)? {
      switch bytes[place] {
      case 0xFF
      where place + 3 < range.upperBound && bytes[place + 1] == 0xD8 && bytes[place + 2] == 0xFF
        && isJPEG(bytes, place..<range.upperBound):
        (.jpeg, place)
      case 0x89 where matches("PNG\r\n", at: place + 1): (.png, place)
      case UInt8(ascii: "R") where matches("RIFF", at: place) && matches("WEBP", at: place + 8):
        (.webp, place)
      case UInt8(ascii: "f") where matches("ftyp", at: place) && place >= range.lowerBound + 4:
        (.heif, place - 4)
      case UInt8(ascii: "/") where matches("/9j/", at: place): (.base64JPEG, place)
      case UInt8(ascii: "i") where matches("iVBORw0KGgo", at: place): (.base64PNG, place)
      default: nil
      }
    }
    while place < range.upperBound, found.count < maxFound {
      guard let (format, start) = format(at: place) else {
        place += 1
        continue
      }
      let end = end(of: format, at: start, in: bytes, limit: range.upperBound)
      found.append(HiddenPicture(format: format, range: start..<end))
      place = max(place + 1, end == range.upperBound && format != .base64JPEG ? place + 4 : end)
    }
    return found
  }

  /// Whether two segments follow a start of image at once: numbers that happen to begin like one have none.
  ///
  /// Looks at these few bytes alone: a search for the next marker, from each of many beginnings, could go over the
  /// whole file each time.
  private static func isJPEG(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    var place = range.lowerBound + 2
    for _ in 0..<2 {
      guard place + 4 <= range.upperBound, bytes[place] == 0xFF else { return false }
      switch bytes[place + 1] {
      case 0x00, 0x01, 0xD0...0xD9, 0xFF: return false
      default: break
      }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2, place + 2 + length <= range.upperBound else { return false }
      place += 2 + length
    }
    return true
  }

  /// Where a picture ends, so that what is nested in it is not found again; the limit where that cannot be told.
  private static func end(
    of format: Format, at start: Int, in bytes: UnsafeBufferPointer<UInt8>, limit: Int
  ) -> Int {
    switch format {
    case .jpeg:
      for piece in JPEGPieces(bytes, in: start..<limit) {
        if piece.kind == .endOfImage { return piece.range.upperBound }
        // A second start of image is another picture's, or damage.
        if piece.kind == .marker(JPEGPieces.startOfImage), piece.range.lowerBound > start { break }
      }
      return limit
    case .base64JPEG, .base64PNG:
      return (start..<limit).first { Base64.value(of: bytes[$0]) == nil && !Base64.isSpace(bytes[$0]) }
        ?? limit
    case .png, .webp, .heif:
      return limit
    }
  }

  /// Whether it is a JPEG that says of itself that it maps how much brighter light is: in Adobe's XMP, in Apple's, or as ISO 21496-1 has it.
  func isGainMap(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard format == .jpeg else { return false }
    for piece in JPEGPieces(bytes, in: range) {
      switch piece.kind {
      case .marker(JPEGPieces.startOfImage), .segment(0xFE): continue
      case .segment(0xE0...0xEF):
        let segment = UnsafeBufferPointer(rebasing: bytes[piece.content])
        if Self.gainMapMarks.contains(where: { HiddenText.contains($0, in: segment) }) { return true }
      default: return false
      }
    }
    return false
  }

  private static let gainMapMarks = [
    "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.apple.com/HDRGainMap/1.0/",
    "urn:iso:std:iso:ts:21496:-1",
  ]

  /// The first bytes of the picture's file, as many as tell its format.
  func head(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    switch format {
    case .jpeg, .png, .webp, .heif: Array(bytes[range.prefix(Self.headBytes)])
    case .base64JPEG, .base64PNG: Base64.decoded(bytes[range.prefix(2 * Self.headBytes)])
    }
  }

  static let headBytes = 64

  /// The bytes of the picture's file, whatever it is wrapped in.
  func content(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    switch format {
    case .jpeg, .png, .webp, .heif: Array(bytes[range])
    case .base64JPEG, .base64PNG: Base64.decoded(bytes[range])
    }
  }
}

/// Base64 (RFC 4648, section 4) as found in the wild: with line breaks, entities for them, and no padding.
private enum Base64 {
  static func value(of byte: UInt8) -> UInt32? {
    switch byte {
    case 0x41...0x5A: UInt32(byte) - 0x41
    case 0x61...0x7A: UInt32(byte) - 0x61 + 26
    case 0x30...0x39: UInt32(byte) - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }

  /// Whether a byte may stand between the letters; `&#xA;` is how XML writes a line break.
  static func isSpace(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D, 0x26, 0x23, 0x3B].contains(byte)
  }

  static func decoded(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var isEntity = false
    for byte in text {
      if byte == UInt8(ascii: "&") { isEntity = true }
      defer { if byte == UInt8(ascii: ";") { isEntity = false } }
      guard !isEntity, let value = value(of: byte) else { continue }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return result
  }
}

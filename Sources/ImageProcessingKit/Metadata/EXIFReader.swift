extension EXIFBlock {
  /// Reads the whitelisted tags of a TIFF block in either byte order, or of a TIFF file; what breaks a rule is left out.
  ///
  /// Every offset is checked. Each of the four directories is read once and no chain is followed, so the time is
  /// linear in the block's size whatever it holds.
  ///
  /// - Parameter isFile: whether it is a file, which may be a BigTIFF.
  init<Bytes: RandomAccessCollection>(reading tiff: Bytes, isFile: Bool = false)
  where Bytes.Element == UInt8, Bytes.Index == Int {
    guard let reader = TIFFReader(tiff), isFile || !reader.form.isBig, let first = reader.firstDirectory
    else { return }
    let image = reader.entries(at: first)
    let exif = image[EXIFPointer.exif].map(reader.directory) ?? [:]
    let gps = image[EXIFPointer.gps].map(reader.directory) ?? [:]
    let interoperability = exif[EXIFPointer.interoperability].map(reader.directory) ?? [:]
    for tag in EXIFTag.all {
      let directory =
        switch tag.directory {
        case .image: image
        case .exif: exif
        case .gps: gps
        case .interoperability: interoperability
        }
      if let entry = directory[tag.number] { self[tag] = reader.value(of: tag, in: entry) }
    }
  }
}

/// The tags that say where a further directory lies.
enum EXIFPointer {
  static let exif = 0x8769
  static let gps = 0x8825
  static let interoperability = 0xA005
}

/// What the values of EXIF tags must be.
extension TIFFReader {
  /// An entry's value; nil where it is not what the tag's value must be.
  func value(of tag: EXIFTag, in entry: Entry) -> EXIFBlock.Value? {
    // Exif 3.0 has a type of its own for texts that are UTF-8.
    let isText = tag.type == .text && entry.type == Self.utf8Type
    guard entry.type == tag.type.rawValue || isText, let range = value(of: entry, size: tag.type.size) else {
      return nil
    }
    if tag.type == .text {
      let text = copy(range.lowerBound, min(range.count, Self.maxTextBytes)) ?? []
      return self.text(of: tag, Array(text.prefix { $0 != 0 }))
    }
    // Some cameras state a second sensitivity; the first is the one that every reader shows.
    guard entry.count == tag.count || tag.field == .photographicSensitivity else { return nil }
    let numbers = stride(from: 0, to: tag.count * tag.type.size, by: tag.type.numberSize).compactMap {
      number(at: range.lowerBound + $0, bytes: tag.type.numberSize).map(UInt32.init(truncatingIfNeeded:))
    }
    return tag.pattern.allows(numbers) ? .numbers(numbers) : nil
  }

  private static var utf8Type: Int { 129 }
  /// As much of a text is looked at; a segment of a JPEG holds no more.
  private static var maxTextBytes: Int { 1 << 16 }

  /// A text in UTF-8, without control characters and not longer than it may be.
  private func text(of tag: EXIFTag, _ bytes: [UInt8]) -> EXIFBlock.Value? {
    // What is not UTF-8 is nearly always Latin-1, whose bytes are the first 256 characters of Unicode.
    let string =
      String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    var text: [UInt8] = []
    for scalar in string.unicodeScalars {
      let next =
        scalar.properties.generalCategory == .control ? [UInt8(ascii: " ")] : Array(String(scalar).utf8)
      guard text.count + next.count <= tag.count || tag.pattern != .free else { break }
      text += next
    }
    let isBlank = text.allSatisfy { $0 == UInt8(ascii: " ") }
    return !isBlank && text.count <= tag.count && tag.pattern.matches(text) ? .text(text) : nil
  }
}

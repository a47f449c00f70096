extension EXIFBlock {
  /// Reads the whitelisted tags of a TIFF block in either byte order; what breaks a rule is left out.
  ///
  /// Every offset is checked. Each of the four directories is read once and no chain is followed, so the time is
  /// linear in the block's size whatever it holds.
  init(reading tiff: ArraySlice<UInt8>) {
    guard let reader = EXIFReader(tiff), let first = reader.number(at: 4, bytes: 4) else { return }
    let image = reader.entries(at: Int(first))
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

/// Reads numbers and directories of one TIFF block.
private struct EXIFReader {
  struct Entry {
    let type: Int
    let count: Int
    /// Where the four bytes lie that are the value or say where it is.
    let field: Int
  }

  private let bytes: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  init?(_ tiff: ArraySlice<UInt8>) {
    switch Array(tiff.prefix(4)) {
    case [0x49, 0x49, 0x2A, 0x00]: isLittleEndian = true
    case [0x4D, 0x4D, 0x00, 0x2A]: isLittleEndian = false
    default: return nil
    }
    bytes = tiff
  }

  func number(at offset: Int, bytes count: Int) -> UInt32? {
    guard offset >= 0, offset <= bytes.count - count else { return nil }
    var result: UInt32 = 0
    for place in 0..<count {
      let byte = bytes[bytes.startIndex + offset + (isLittleEndian ? count - 1 - place : place)]
      result = result << 8 | UInt32(byte)
    }
    return result
  }

  /// More than any camera writes.
  private static let maxEntries = 4096

  /// A directory's entries by tag, the first of each; as many as lie in the block. None lies in the header.
  func entries(at offset: Int) -> [Int: Entry] {
    guard offset > 0, let count = number(at: offset, bytes: 2) else { return [:] }
    var entries: [Int: Entry] = [:]
    for index in 0..<min(Int(count), Self.maxEntries) {
      let place = offset + 2 + index * 12
      guard let tag = number(at: place, bytes: 2), let type = number(at: place + 2, bytes: 2),
        let count = number(at: place + 4, bytes: 4), place + 12 <= bytes.count
      else { break }
      if entries[Int(tag)] == nil {
        entries[Int(tag)] = Entry(type: Int(type), count: Int(count), field: place + 8)
      }
    }
    return entries
  }

  /// The directory that an entry points to.
  func directory(_ pointer: Entry) -> [Int: Entry] {
    number(at: pointer.field, bytes: 4).map { entries(at: Int($0)) } ?? [:]
  }

  /// An entry's value; nil where it is not what the tag's value must be.
  func value(of tag: EXIFTag, in entry: Entry) -> EXIFBlock.Value? {
    // Exif 3.0 has a type of its own for texts that are UTF-8.
    let isText = tag.type == .text && entry.type == Self.utf8Type
    guard entry.type == tag.type.rawValue || isText, entry.count > 0, entry.count <= bytes.count else {
      return nil
    }
    let size = entry.count * tag.type.size
    guard let place = size <= 4 ? entry.field : number(at: entry.field, bytes: 4).map(Int.init),
      place <= bytes.count - size
    else { return nil }
    if tag.type == .text {
      let start = bytes.startIndex + place
      return text(of: tag, Array(bytes[start..<(start + size)].prefix { $0 != 0 }))
    }
    // Some cameras state a second sensitivity; the first is the one that every reader shows.
    guard entry.count == tag.count || tag.field == .photographicSensitivity else { return nil }
    let numbers = stride(from: 0, to: tag.count * tag.type.size, by: tag.type.numberSize).compactMap {
      number(at: place + $0, bytes: tag.type.numberSize)
    }
    return tag.pattern.allows(numbers) ? .numbers(numbers) : nil
  }

  private static let utf8Type = 129

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

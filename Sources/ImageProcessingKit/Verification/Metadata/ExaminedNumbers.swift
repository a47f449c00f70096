/// The numbers and tables of a TIFF or BigTIFF (TIFF 6.0, section 2), for the gate.
///
/// Numbers of 64 bits that no `Int` holds are the largest `Int`, which is no place in any file. Nothing is remembered.
struct ExaminedNumbers {
  /// An entry of a table.
  struct Field: Hashable {
    let tag: Int
    let type: Int
    let count: Int
    /// Where the value lies, counted from the block's beginning; empty where it lies outside or is of no known type.
    let value: Range<Int>
    /// Whether the value stands in the entry itself.
    let isInline: Bool
  }

  /// A directory as it lies.
  struct Table {
    let fields: [Field]
    /// Where it lies, with the offset of the next one.
    let range: Range<Int>
    /// How many entries it is said to have.
    let stated: Int
    /// Where the next one lies, 0 for none; nil where the file ends before it says so.
    let next: Int?
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let range: Range<Int>
  let isLittleEndian: Bool
  /// Whether counts and offsets have 64 bits.
  let isBig: Bool

  /// Nil where the block does not begin as TIFF does.
  /// - Parameters:
  ///   - range: where the block lies in the bytes.
  ///   - allowsBig: whether it may be a BigTIFF.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, allowsBig: Bool) {
    guard range.count >= 8 else { return nil }
    let start = range.lowerBound
    switch (bytes[start], bytes[start + 1]) {
    case (0x49, 0x49): isLittleEndian = true
    case (0x4D, 0x4D): isLittleEndian = false
    default: return nil
    }
    let version = isLittleEndian ? (bytes[start + 2], bytes[start + 3]) : (bytes[start + 3], bytes[start + 2])
    switch version {
    case (42, 0): isBig = false
    case (43, 0) where allowsBig && range.count >= 16: isBig = true
    default: return nil
    }
    self.bytes = bytes
    self.range = range
    if isBig, number(at: 4, size: 2) != 8 || number(at: 6, size: 2) != 0 { return nil }
  }

  var headerBytes: Int { isBig ? 16 : 8 }
  /// Bytes of an offset, and of the room for a value in its entry.
  var offsetBytes: Int { isBig ? 8 : 4 }
  private var countBytes: Int { isBig ? 8 : 2 }
  private var entryBytes: Int { isBig ? 20 : 12 }

  /// Where the first directory lies.
  var firstDirectory: Int { number(at: headerBytes - offsetBytes, size: offsetBytes) ?? 0 }

  /// An unsigned number at a place counted from the block's beginning; nil where it does not lie in the block.
  func number(at place: Int, size: Int) -> Int? {
    guard place >= 0, place <= range.count - size else { return nil }
    var sum: UInt64 = 0
    for index in 0..<size {
      sum = sum << 8 | UInt64(bytes[range.lowerBound + place + (isLittleEndian ? size - 1 - index : index)])
    }
    return Int(clamping: sum)
  }

  private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

  /// Bytes of one value; 0 of a type that is not known. LONG8 and its kin are types of BigTIFF alone.
  func size(ofType type: Int) -> Int {
    if Self.sizes.indices.contains(type) { return Self.sizes[type] }
    return isBig && (16...18).contains(type) ? 8 : 0
  }

  /// Reads a directory.
  /// - Parameter limit: no more entries than these.
  /// - Returns: nil where not even its count lies in the block.
  func table(at place: Int, limit: Int) -> Table? {
    guard let stated = number(at: place, size: countBytes) else { return nil }
    let start = place + countBytes
    let count = min(stated, (range.count - start) / entryBytes, limit)
    let fields = (0..<count).compactMap { field(at: start + entryBytes * $0) }
    let end = start + entryBytes * count
    let next = number(at: end, size: offsetBytes)
    return Table(
      fields: fields, range: place..<(end + (next == nil ? 0 : offsetBytes)), stated: stated, next: next)
  }

  private func field(at place: Int) -> Field? {
    guard let tag = number(at: place, size: 2), let type = number(at: place + 2, size: 2),
      let count = number(at: place + 4, size: offsetBytes)
    else { return nil }
    let room = place + 4 + offsetBytes
    let (size, isTooLong) = size(ofType: type).multipliedReportingOverflow(by: count)
    let isInline = !isTooLong && size <= offsetBytes
    let start = isInline ? room : number(at: room, size: offsetBytes) ?? 0
    let fits = !isTooLong && size > 0 && start <= range.count - size
    return Field(
      tag: tag, type: type, count: count, value: fits ? start..<(start + size) : 0..<0, isInline: isInline)
  }

  /// How many unsigned numbers a field holds whose places are known.
  func numberCount(of field: Field) -> Int {
    isUnsigned(field.type) && !field.value.isEmpty ? field.count : 0
  }

  /// One of a field's unsigned numbers; nil where it has not so many.
  func number(_ index: Int, of field: Field) -> Int? {
    guard index >= 0, index < numberCount(of: field) else { return nil }
    let size = size(ofType: field.type)
    return number(at: field.value.lowerBound + index * size, size: size)
  }

  /// BYTE, SHORT, LONG, and LONG8 of a BigTIFF.
  private func isUnsigned(_ type: Int) -> Bool { [1, 3, 4].contains(type) || isBig && type == 16 }

  /// A part of the block, counted in the file.
  func fileRange(_ part: Range<Int>) -> Range<Int> {
    (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound)
  }
}

internal import FoundationEssentials

/// A binary property list: objects, a table of where they lie, and a trailer that says where the table is and which
/// object is the list (CFBinaryPList.c of Apple's CoreFoundation describes the format).
///
/// Objects refer to each other by number, in circles where a file says so. Only the list's own keys and the values that
/// were asked for are looked at, each by itself.
struct BinaryPropertyList {
  static let magic = Array("bplist00".utf8)
  private static let trailerLength = 32

  private let bytes: [UInt8]
  /// Bytes of a place in the table, and of an object's number.
  private let placeSize: Int
  private let numberSize: Int
  private let objectCount: Int
  private let list: Int
  /// Where the table of places lies; objects lie before it.
  private let table: Int

  /// - Throws: `FaceBlurError` of kind `damagedRecord` where the trailer does not fit the file.
  init(_ content: [UInt8]) throws(FaceBlurError) {
    bytes = content
    let trailer = content.count - Self.trailerLength
    guard trailer >= Self.magic.count else { throw PropertyListReader.notAList }
    placeSize = Int(content[trailer + 6])
    numberSize = Int(content[trailer + 7])
    guard let objectCount = Self.number(content, trailer + 8, 8),
      let list = Self.number(content, trailer + 16, 8), let table = Self.number(content, trailer + 24, 8),
      (1...8).contains(placeSize), (1...8).contains(numberSize), list < objectCount,
      (Self.magic.count...trailer).contains(table), objectCount <= (trailer - table) / placeSize
    else { throw PropertyListReader.notAList }
    self.objectCount = objectCount
    self.list = list
    self.table = table
  }

  /// See `PropertyListReader`.
  func values(of keys: Set<String>) throws(FaceBlurError) -> [String: PropertyListValue] {
    guard let dictionary = object(list), dictionary.kind == 0xD,
      let references = content(of: dictionary, size: 2 * numberSize)
    else { throw PropertyListReader.notAList }
    let maxKeyLength = keys.map(\.utf16.count).max() ?? 0
    var values: [String: PropertyListValue] = [:]
    for index in 0..<dictionary.count {
      let place = references.lowerBound + index * numberSize
      guard let keyNumber = Self.number(bytes, place, numberSize),
        let valueNumber = Self.number(bytes, place + dictionary.count * numberSize, numberSize),
        let key = object(keyNumber), let value = object(valueNumber), [5, 6].contains(key.kind)
      else { throw PropertyListReader.notAList }
      // Thousands of keys may be the same long text.
      guard key.count <= maxKeyLength else { continue }
      guard case .string(let name)? = self.value(of: key) else { throw PropertyListReader.notAList }
      guard keys.contains(name) else { continue }
      guard values[name] == nil else { throw PropertyListReader.twice(name) }
      guard let value = self.value(of: value) else { throw PropertyListReader.notAList }
      values[name] = value
    }
    return values
  }

  /// An object's first byte, taken apart.
  private struct Object {
    let kind: Int
    /// Elements, or the low half of the first byte where the kind has none.
    let count: Int
    /// Where what follows begins.
    let start: Int
  }

  /// - Parameter count: at most 8.
  private static func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
    guard place >= 0, count <= bytes.count, place <= bytes.count - count else { return nil }
    return Int(exactly: bytes[place..<(place + count)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private func object(_ number: Int) -> Object? {
    guard number < objectCount, let place = Self.number(bytes, table + number * placeSize, placeSize),
      (Self.magic.count..<table).contains(place)
    else { return nil }
    let kind = Int(bytes[place] >> 4)
    let low = Int(bytes[place] & 15)
    guard low == 15, kind >= 4 else { return Object(kind: kind, count: low, start: place + 1) }
    // A count of 15 and more is a number of its own behind the first byte.
    guard place + 1 < table, bytes[place + 1] & 0xF0 == 0x10, bytes[place + 1] & 15 <= 3 else { return nil }
    let size = 1 << Int(bytes[place + 1] & 15)
    return Self.number(bytes, place + 2, size).map { Object(kind: kind, count: $0, start: place + 2 + size) }
  }

  /// Where an object's elements lie, each of some bytes; nil where they reach into the table.
  private func content(of object: Object, size: Int) -> Range<Int>? {
    guard object.start <= table, object.count <= (table - object.start) / size else { return nil }
    return object.start..<(object.start + object.count * size)
  }

  /// Nil for one that is made of others, or is broken.
  private func value(of object: Object) -> PropertyListValue? {
    switch (object.kind, object.count) {
    case (0, 8): return .boolean(false)
    case (0, 9): return .boolean(true)
    case (1, 0...3): return integer(object)
    case (2, 2), (2, 3), (3, 3): return real(object)
    case (4, _): return content(of: object, size: 1).map { .data(Array(bytes[$0])) }
    case (5, _):
      guard let text = content(of: object, size: 1).map({ bytes[$0] }), text.allSatisfy({ $0 < 128 }) else {
        return nil
      }
      return .string(String(decoding: text, as: UTF8.self))
    case (6, _):
      guard let range = content(of: object, size: 2) else { return nil }
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return String(validating: units, as: UTF16.self).map { .string($0) }
    default: return nil
    }
  }

  /// The bits of a number of 2^`count` bytes.
  private func bits(_ object: Object) -> UInt64? {
    let size = 1 << object.count
    guard object.start <= table - size else { return nil }
    return bytes[object.start..<(object.start + size)].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Of eight bytes with a sign, of fewer without.
  private func integer(_ object: Object) -> PropertyListValue? {
    bits(object).map { .integer(Int(Int64(bitPattern: $0))) }
  }

  /// A number, or a time in seconds since 2001.
  private func real(_ object: Object) -> PropertyListValue? {
    guard let bits = bits(object) else { return nil }
    if object.kind == 3 {
      return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits)))
    }
    return .real(
      object.count == 3
        ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))))
  }
}

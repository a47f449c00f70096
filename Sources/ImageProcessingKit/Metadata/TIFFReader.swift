/// Reads numbers and directories of a TIFF file or block; every place is checked.
struct TIFFReader<Bytes: RandomAccessCollection> where Bytes.Element == UInt8, Bytes.Index == Int {
  /// What a directory says of one tag.
  struct Entry {
    /// As TIFF numbers them.
    let type: Int
    let count: Int
    /// Where the bytes lie that are the value or say where it is.
    let field: Int
  }

  let form: TIFFForm
  private let bytes: Bytes

  /// Nil where the bytes do not begin as TIFF does.
  init?(_ bytes: Bytes) {
    guard let form = TIFFForm(bytes) else { return nil }
    self.form = form
    self.bytes = bytes
  }

  /// An unsigned number of at most eight bytes, no more than the largest `Int`; nil where it lies outside.
  func number(at place: Int, bytes count: Int) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    var result: UInt64 = 0
    for index in 0..<count {
      let byte = bytes[bytes.startIndex + place + (form.isLittleEndian ? count - 1 - index : index)]
      result = result << 8 | UInt64(byte)
    }
    return Int(clamping: result)
  }

  /// Some bytes; nil where they lie outside.
  func copy(_ place: Int, _ count: Int) -> [UInt8]? {
    guard place >= 0, count >= 0, place <= bytes.count - count else { return nil }
    let start = bytes.startIndex + place
    return Array(bytes[start..<(start + count)])
  }

  /// Where the first directory lies.
  var firstDirectory: Int? { number(at: form.headerBytes - form.placeBytes, bytes: form.placeBytes) }

  /// A directory's entries by tag, the first of each; as many as lie in the file. None lies in the header.
  func entries(at place: Int) -> [Int: Entry] {
    guard place > 0, let stated = number(at: place, bytes: form.directoryCountBytes) else { return [:] }
    var entries: [Int: Entry] = [:]
    for index in 0..<min(stated, TIFFLimits.maxEntries) {
      let start = place + form.directoryCountBytes + index * form.entryBytes
      guard let tag = number(at: start, bytes: 2), let type = number(at: start + 2, bytes: 2),
        start <= bytes.count - form.entryBytes
      else { break }
      let count = number(at: start + 4, bytes: form.placeBytes) ?? 0
      if entries[tag] == nil {
        entries[tag] = Entry(type: type, count: count, field: start + 4 + form.placeBytes)
      }
    }
    return entries
  }

  /// Whether a directory lies in the file from its beginning to its end, and has no more entries than one ever has.
  func isWhole(directoryAt place: Int) -> Bool {
    guard let count = number(at: place, bytes: form.directoryCountBytes),
      (1...TIFFLimits.maxEntries).contains(count)
    else { return false }
    let size = form.directoryCountBytes + count * form.entryBytes + form.placeBytes
    return place <= bytes.count - size
  }

  /// Where the directory lies that follows another one; nil where there is none.
  func directory(after place: Int) -> Int? {
    guard let count = number(at: place, bytes: form.directoryCountBytes), count <= TIFFLimits.maxEntries,
      let next = number(
        at: place + form.directoryCountBytes + count * form.entryBytes, bytes: form.placeBytes)
    else { return nil }
    return next > 0 ? next : nil
  }

  /// The directory that an entry points to.
  func directory(_ pointer: Entry) -> [Int: Entry] {
    number(at: pointer.field, bytes: form.isBig && ![4, 13].contains(pointer.type) ? 8 : 4).map(entries)
      ?? [:]
  }

  /// Where an entry's value lies; nil where that is outside.
  /// - Parameter size: bytes of one of its values.
  func value(of entry: Entry, size: Int) -> Range<Int>? {
    guard entry.count > 0, entry.count <= bytes.count / size else { return nil }
    let count = entry.count * size
    guard
      let place = count <= form.placeBytes ? entry.field : number(at: entry.field, bytes: form.placeBytes),
      place <= bytes.count - count
    else { return nil }
    return place..<(place + count)
  }

  /// An entry's unsigned whole numbers.
  /// - Parameter most: how many there may be.
  /// - Returns: nil where it has none, more, or of another type.
  func numbers(of entry: Entry, most: Int) -> [Int]? {
    numbers(of: entry, most: most, sizes: Self.numberSizes)
  }

  /// By type, bytes of BYTE, SHORT, LONG and LONG8.
  private static var numberSizes: [Int: Int] { [1: 1, 3: 2, 4: 4, 16: 8] }

  /// The first of an entry's unsigned whole numbers, however many it has; nil where it has none.
  func firstNumber(of entry: Entry) -> Int? {
    guard let size = Self.numberSizes[entry.type], size < 8 || form.isBig else { return nil }
    return value(of: entry, size: size).flatMap { number(at: $0.lowerBound, bytes: size) }
  }

  /// Places of directories that an entry names.
  /// - Parameter most: how many there may be.
  func places(of entry: Entry, most: Int) -> [Int]? {
    // LONG, IFD, LONG8 and IFD8.
    numbers(of: entry, most: most, sizes: [4: 4, 13: 4, 16: 8, 18: 8])
  }

  private func numbers(of entry: Entry, most: Int, sizes: [Int: Int]) -> [Int]? {
    guard let size = sizes[entry.type], size < 8 || form.isBig, entry.count <= most,
      let range = value(of: entry, size: size)
    else { return nil }
    var numbers: [Int] = []
    numbers.reserveCapacity(entry.count)
    for place in stride(from: range.lowerBound, to: range.upperBound, by: size) {
      guard let number = number(at: place, bytes: size) else { return nil }
      numbers.append(number)
    }
    return numbers
  }
}

enum TIFFLimits {
  /// Entries of a directory: more than any camera or program writes.
  static let maxEntries = 4096
}

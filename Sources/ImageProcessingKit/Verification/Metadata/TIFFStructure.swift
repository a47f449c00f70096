/// A TIFF block, or a whole TIFF or BigTIFF file (TIFF 6.0, section 2), taken apart for looking at: which bytes belong to which tag,
/// and which to none.
///
/// Every directory that can be reached is read once, however it is reached; the number of entries is limited, so
/// loops and overlapping directories cost no more than a sound block. Shares no code with the reader that renders
/// are made by.
struct TIFFStructure {
  enum Directory: Hashable {
    case image
    /// The second one in the chain of a block; its picture is the thumbnail. Further ones are `other`, and in a file this one, too.
    case thumbnail
    case exif
    case gps
    case interoperability
    case other
  }

  struct Entry {
    let directory: Directory
    let tag: Int
    let type: Int
    let count: Int
    /// Where the value lies, counted from the block's beginning; empty where it lies outside or is of no known type.
    let value: Range<Int>
    /// Whether the value stands in the entry itself.
    let isInline: Bool
  }

  /// One directory that was read.
  struct Table {
    let directory: Directory
    /// Where it lies, counted from the block's beginning.
    let range: Range<Int>
    /// The places of its entries among all.
    let entries: Range<Int>
  }

  private(set) var entries: [Entry] = []
  private(set) var tables: [Table] = []
  /// Whether an offset leads out of the block, a directory is cut off, or there are too many entries.
  private(set) var isBroken = false
  /// Whether it is a file: its further directories are those of further pictures.
  let isFile: Bool
  let fields: ExaminedNumbers
  /// Bytes of directories and of the values outside them.
  private var covered: [Range<Int>]

  /// How many subdirectories may still be followed.
  private var followable = maxEntries

  /// More than any camera writes.
  private static let maxEntries = 4096

  var range: Range<Int> { fields.range }
  private var bytes: UnsafeBufferPointer<UInt8> { fields.bytes }

  /// Nil where the block does not begin as TIFF does.
  /// - Parameters:
  ///   - range: where the block lies in the bytes.
  ///   - isFile: whether it is a file of its own and no block of EXIF; then it may be a BigTIFF.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, isFile: Bool = false) {
    guard let fields = ExaminedNumbers(bytes, in: range, allowsBig: isFile) else { return nil }
    self.fields = fields
    self.isFile = isFile
    covered = [0..<fields.headerBytes]
    readAll()
  }

  /// An unsigned number at a place counted from the block's beginning.
  func number(at place: Int, size: Int) -> Int? { fields.number(at: place, size: size) }

  /// The first number of an entry's value.
  func number(of entry: Entry) -> Int? {
    guard Self.numberTypes.contains(entry.type), !entry.value.isEmpty else { return nil }
    return number(at: entry.value.lowerBound, size: fields.size(ofType: entry.type))
  }

  /// BYTE, SHORT, LONG and IFD, and of BigTIFF LONG8 and IFD8.
  private static let numberTypes: Set<Int> = [1, 3, 4, 13, 16, 18]

  /// All numbers of an entry's value; not more than a thumbnail has strips.
  func numbers(of entry: Entry) -> [Int] {
    guard [3, 4].contains(entry.type), entry.count <= 256 else { return [] }
    return numbers(of: entry, size: fields.size(ofType: entry.type)).map(Int.init)
  }

  /// An entry's value as unsigned numbers of some bytes; a rational is two.
  func numbers(of entry: Entry, size: Int) -> [UInt32] {
    stride(from: entry.value.lowerBound, to: entry.value.upperBound, by: size).compactMap {
      number(at: $0, size: size).map(UInt32.init(truncatingIfNeeded:))
    }
  }

  /// Whether nothing stands in an entry's field behind a value that does not fill it.
  func isZeroBehindValue(of entry: Entry) -> Bool {
    guard entry.value.count < fields.offsetBytes else { return true }
    let rest = entry.value.upperBound..<(entry.value.lowerBound + fields.offsetBytes)
    return fileRange(rest).allSatisfy { bytes[$0] == 0 }
  }

  func entry(_ directory: Directory, _ tag: Int) -> Entry? {
    entries.first { $0.directory == directory && $0.tag == tag }
  }

  /// A value's bytes, counted in the file.
  func fileRange(_ part: Range<Int>) -> Range<Int> { fields.fileRange(part) }

  private mutating func readAll() {
    var pending: [(place: Int, directory: Directory)] = [(fields.firstDirectory, .image)]
    var seen: Set<Int> = []
    while let (place, directory) = pending.popLast(), place != 0 {
      // A file may be any number of empty directories.
      guard !isFile || tables.count < Self.maxEntries, seen.insert(place).inserted else {
        isBroken = true
        continue
      }
      pending += read(place, directory)
    }
  }

  /// Reads one directory and returns those it leads to.
  private mutating func read(_ place: Int, _ directory: Directory) -> [(place: Int, directory: Directory)] {
    guard let table = fields.table(at: place, limit: Self.maxEntries - entries.count) else {
      isBroken = true
      return []
    }
    if table.fields.count < table.stated { isBroken = true }
    let first = entries.count
    var further: [(place: Int, directory: Directory)] = []
    for field in table.fields {
      if field.value.isEmpty {
        isBroken = true
      } else if !field.isInline {
        covered.append(field.value)
      }
      let entry = Entry(
        directory: directory, tag: field.tag, type: field.type, count: field.count, value: field.value,
        isInline: field.isInline)
      entries.append(entry)
      further += targets(of: entry)
    }
    covered.append(table.range)
    tables.append(Table(directory: directory, range: table.range, entries: first..<entries.count))
    if let next = table.next, next > 0 {
      further.append((next, directory == .image && !isFile ? .thumbnail : .other))
    }
    return further
  }

  private static let pointers: [Int: Directory] = [
    0x8769: .exif, 0x8825: .gps, 0xA005: .interoperability, subdirectories: .other,
  ]
  private static let subdirectories = 0x014A

  /// The directories that an entry leads to.
  private mutating func targets(of entry: Entry) -> [(place: Int, directory: Directory)] {
    guard let kind = Self.pointers[entry.tag], let first = number(of: entry) else { return [] }
    // What a further picture of a file leads to belongs to that.
    let directory = isFile && entry.directory == .other ? .other : kind
    guard isFile, entry.tag == Self.subdirectories else { return first > 0 ? [(first, directory)] : [] }
    // Thousands of entries may state the same thousands of places.
    let count = min(entry.count, followable)
    if count < entry.count { isBroken = true }
    followable -= count
    let size = fields.size(ofType: entry.type)
    return (0..<count).reversed().compactMap { index in
      guard let target = number(at: entry.value.lowerBound + index * size, size: size), target > 0 else {
        return nil
      }
      return (target, directory)
    }
  }

  /// Bytes that no directory, no value and none of `others` covers, as ranges from the block's beginning. A single
  /// zero at an odd place is padding.
  func unreferenced(besides others: [Range<Int>]) -> [Range<Int>] {
    var gaps: [Range<Int>] = []
    var reached = 0
    for part in (covered + others).sorted(by: { $0.lowerBound < $1.lowerBound }) + [range.count..<range.count]
    {
      if part.lowerBound > reached { gaps.append(reached..<part.lowerBound) }
      reached = max(reached, part.upperBound)
    }
    return gaps.filter { gap in
      !(gap.count == 1 && gap.lowerBound % 2 == 1 && bytes[range.lowerBound + gap.lowerBound] == 0)
    }
  }
}

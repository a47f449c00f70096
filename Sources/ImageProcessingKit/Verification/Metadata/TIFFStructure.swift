/// A TIFF block (TIFF 6.0, section 2) taken apart for looking at: which bytes belong to which tag, and which to none.
///
/// Every directory that can be reached is read once, however it is reached; the number of entries is limited, so
/// loops and overlapping directories cost no more than a sound block. Shares no code with the reader that renders
/// are made by.
struct TIFFStructure {
  enum Directory: Hashable {
    case image
    /// The second one in the chain; its picture is the thumbnail. Further ones are `other`.
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
  }

  private(set) var entries: [Entry] = []
  /// Whether an offset leads out of the block, a directory is cut off, or there are too many entries.
  private(set) var isBroken = false
  /// Bytes of directories and of the values outside them.
  private var covered: [Range<Int>] = [0..<8]

  /// More than any camera writes.
  private static let maxEntries = 4096
  private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

  private let bytes: UnsafeBufferPointer<UInt8>
  let range: Range<Int>
  let isLittleEndian: Bool

  /// Nil where the block does not begin as TIFF does.
  /// - Parameter range: where the block lies in the bytes.
  init?(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    guard range.count >= 8 else { return nil }
    let start = range.lowerBound
    switch (bytes[start], bytes[start + 1], bytes[start + 2], bytes[start + 3]) {
    case (0x49, 0x49, 0x2A, 0): isLittleEndian = true
    case (0x4D, 0x4D, 0, 0x2A): isLittleEndian = false
    default: return nil
    }
    self.bytes = bytes
    self.range = range
    readAll()
  }

  /// An unsigned number at a place counted from the block's beginning.
  func number(at place: Int, size: Int) -> Int? {
    guard place >= 0, place + size <= range.count else { return nil }
    return (0..<size).reduce(0) { sum, index in
      let byte = bytes[range.lowerBound + place + (isLittleEndian ? size - 1 - index : index)]
      return sum << 8 | Int(byte)
    }
  }

  /// The first number of an entry's value.
  func number(of entry: Entry) -> Int? {
    guard [1, 3, 4, 13].contains(entry.type), !entry.value.isEmpty else { return nil }
    return number(at: entry.value.lowerBound, size: Self.sizes[entry.type])
  }

  /// All numbers of an entry's value; not more than a thumbnail has strips.
  func numbers(of entry: Entry) -> [Int] {
    guard [3, 4].contains(entry.type), entry.count <= 256 else { return [] }
    return numbers(of: entry, size: Self.sizes[entry.type]).map(Int.init)
  }

  /// An entry's value as unsigned numbers of some bytes; a rational is two.
  func numbers(of entry: Entry, size: Int) -> [UInt32] {
    stride(from: entry.value.lowerBound, to: entry.value.upperBound, by: size).compactMap {
      number(at: $0, size: size).map(UInt32.init(truncatingIfNeeded:))
    }
  }

  /// Whether nothing stands in an entry's field behind a value that does not fill it.
  func isZeroBehindValue(of entry: Entry) -> Bool {
    guard entry.value.count < 4 else { return true }
    let rest = entry.value.upperBound..<(entry.value.lowerBound + 4)
    return fileRange(rest).allSatisfy { bytes[$0] == 0 }
  }

  func entry(_ directory: Directory, _ tag: Int) -> Entry? {
    entries.first { $0.directory == directory && $0.tag == tag }
  }

  /// A value's bytes, counted in the file.
  func fileRange(_ part: Range<Int>) -> Range<Int> {
    (range.lowerBound + part.lowerBound)..<(range.lowerBound + part.upperBound)
  }

  private mutating func readAll() {
    var pending: [(place: Int, directory: Directory)] = [(number(at: 4, size: 4) ?? 0, .image)]
    var seen: Set<Int> = []
    while let (place, directory) = pending.popLast(), place != 0 {
      guard seen.insert(place).inserted else {
        isBroken = true
        continue
      }
      pending += read(place, directory)
    }
  }

  /// Reads one directory and returns those it leads to.
  private mutating func read(_ place: Int, _ directory: Directory) -> [(place: Int, directory: Directory)] {
    guard let stated = number(at: place, size: 2) else {
      isBroken = true
      return []
    }
    let count = min(stated, (range.count - place - 2) / 12, Self.maxEntries - entries.count)
    if count < stated { isBroken = true }
    var further: [(place: Int, directory: Directory)] = []
    for index in 0..<count {
      let start = place + 2 + 12 * index
      guard let tag = number(at: start, size: 2), let type = number(at: start + 2, size: 2),
        let count = number(at: start + 4, size: 4)
      else { continue }
      let size = (Self.sizes.indices.contains(type) ? Self.sizes[type] : 0) * count
      let valuePlace = size <= 4 ? start + 8 : number(at: start + 8, size: 4) ?? 0
      let fits = size > 0 && valuePlace <= range.count - size
      if !fits { isBroken = true }
      let value = fits ? valuePlace..<(valuePlace + size) : 0..<0
      if fits, size > 4 { covered.append(value) }
      let entry = Entry(directory: directory, tag: tag, type: type, count: count, value: value)
      entries.append(entry)
      if let kind = Self.pointers[tag], let target = number(of: entry), target > 0 {
        further.append((target, kind))
      }
    }
    let tableEnd = place + 2 + 12 * count
    let next = number(at: tableEnd, size: 4)
    covered.append(place..<(tableEnd + (next == nil ? 0 : 4)))
    if let next, next > 0 { further.append((next, directory == .image ? .thumbnail : .other)) }
    return further
  }

  private static let pointers: [Int: Directory] = [
    0x8769: .exif, 0x8825: .gps, 0xA005: .interoperability, 0x014A: .other,
  ]

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

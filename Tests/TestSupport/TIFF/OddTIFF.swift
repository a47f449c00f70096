/// A TIFF as the directories and pieces that it is made of: any tags in any order, any bytes anywhere, classic and BigTIFF, to be put
/// together in ways in which nobody else writes one.
///
/// Left alone, it is laid out as a render is: each directory with its values behind it, those that it points to behind it, and last
/// the pictures' strips and tiles, without a gap.
public struct OddTIFF: Sendable, Hashable {
  public indirect enum Value: Sendable, Hashable {
    /// The value's bytes, in the entry where they fit, otherwise behind the directory.
    case bytes([UInt8])
    /// The field of the entry as it is, whatever type and count say: an offset that may lead anywhere.
    case field([UInt8])
    /// Where the directory's strips or tiles are, and how many bytes each has.
    case chunkOffsets
    case chunkSizes
    /// Pointers to directories.
    case directories([Directory])
    /// Pointers to some bytes behind all directories, as previews have them.
    case data([[UInt8]])
  }

  public struct Entry: Sendable, Hashable {
    public var tag: Int
    public var type: Int
    /// What the entry says; nil for what there is.
    public var count: Int?
    public var value: Value

    public init(_ tag: Int, _ type: Int, _ value: Value, count: Int? = nil) {
      self.tag = tag
      self.type = type
      self.count = count
      self.value = value
    }
  }

  public struct Directory: Sendable, Hashable {
    public var entries: [Entry] = []
    /// Strips or tiles.
    public var chunks: [[UInt8]] = []
    /// Behind the table and its values.
    public var slack: [UInt8] = []
    /// Before each strip or tile.
    public var gap: [UInt8] = []
    /// How many entries the directory says it has; nil for what there are.
    public var count: Int?
    /// Where it says the next directory is; nil for where it is.
    public var next: Int?
    /// Whether its table is cut off behind the entries, so that no next directory follows.
    public var isCut = false

    public init(_ entries: [Entry] = [], chunks: [[UInt8]] = []) {
      self.entries = entries
      self.chunks = chunks
    }

    public subscript(tag: Int) -> Entry? { entries.first { $0.tag == tag } }

    /// Replaces the entries of a tag by one, in the order of tags.
    public mutating func set(_ entry: Entry) {
      remove(entry.tag)
      entries.insert(entry, at: entries.firstIndex { $0.tag > entry.tag } ?? entries.count)
    }

    public mutating func remove(_ tag: Int) { entries.removeAll { $0.tag == tag } }

    /// Changes the first entry of a tag.
    public mutating func change(_ tag: Int, _ change: (inout Entry) -> Void) {
      if let index = entries.firstIndex(where: { $0.tag == tag }) { change(&entries[index]) }
    }
  }

  public var order: ByteOrder
  public var isBig: Bool
  /// The directories that follow each other.
  public var chain: [Directory]
  /// Between header and first directory.
  public var gap: [UInt8] = []
  /// Behind everything.
  public var trailing: [UInt8] = []
  /// Other bytes where the header is.
  public var header: [UInt8]?

  public init(_ order: ByteOrder = .littleEndian, isBig: Bool = false, _ chain: [Directory] = []) {
    self.order = order
    self.isBig = isBig
    self.chain = chain
  }

  /// The first directory: the picture's.
  public var first: Directory {
    get { chain.first ?? Directory() }
    set { if chain.isEmpty { chain = [newValue] } else { chain[0] = newValue } }
  }

  /// The first directory's entry of a tag.
  public subscript(tag: Int) -> Entry? { first[tag] }

  /// The type that offsets have.
  public var offsetType: Int { isBig ? 16 : 4 }
  public var offsetBytes: Int { isBig ? 8 : 4 }

  // MARK: Entries

  public func bytes(_ tag: Int, _ bytes: [UInt8], type: Int = 7) -> Entry { Entry(tag, type, .bytes(bytes)) }
  public func text(_ tag: Int, _ text: String) -> Entry { bytes(tag, Array(text.utf8) + [0], type: 2) }
  public func numbers(_ tag: Int, _ type: Int, _ numbers: [Int]) -> Entry {
    let size = Self.size(ofType: type)
    return Entry(tag, type, .bytes(numbers.flatMap { order.number($0, size) }))
  }
  public func short(_ tag: Int, _ value: Int) -> Entry { numbers(tag, 3, [value]) }
  public func long(_ tag: Int, _ value: Int) -> Entry { numbers(tag, 4, [value]) }
  public func pointer(_ tag: Int, to directories: [Directory], type: Int? = nil) -> Entry {
    Entry(tag, type ?? offsetType, .directories(directories))
  }

  /// Bytes of one value of a type (TIFF 6.0, section 2); 1 for types that are none.
  public static func size(ofType type: Int) -> Int {
    switch type {
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 1
    }
  }

  /// The numbers of an entry whose value is bytes.
  public func numbers(of entry: Entry) -> [Int] {
    guard case .bytes(let bytes) = entry.value else { return [] }
    let size = Self.size(ofType: entry.type)
    return stride(from: 0, to: bytes.count - size + 1, by: size).map {
      Self.number(bytes, at: $0, size, order) ?? 0
    }
  }

  // MARK: Writing

  /// Places of offsets and sizes that are known later.
  private struct Fixup {
    let place: Int
    let size: Int
  }

  private struct Placed {
    let chunks: [[UInt8]]
    let gap: [UInt8]
    var offsets: [[Fixup]]
    let data: [(bytes: [UInt8], fixup: Fixup)]
  }

  public var bytes: [UInt8] {
    var file = header ?? Self.header(order, isBig: isBig, directory: (isBig ? 16 : 8) + gap.count)
    file += gap
    var placed: [Placed] = []
    var link: Fixup?
    for directory in chain {
      if let link { patch(&file, link, file.count) }
      link = emit(directory, &file, &placed)
    }
    for part in placed {
      for (index, chunk) in part.chunks.enumerated() {
        file += part.gap
        for fixups in part.offsets where index < fixups.count { patch(&file, fixups[index], file.count) }
        file += chunk
      }
      for (bytes, fixup) in part.data {
        patch(&file, fixup, file.count)
        file += bytes
      }
    }
    return file + trailing
  }

  public static func header(_ order: ByteOrder, isBig: Bool, directory: Int) -> [UInt8] {
    isBig
      ? Array((order == .littleEndian ? "II" : "MM").utf8) + order.number(43, 2) + order.number(8, 2)
        + order.number(0, 2) + order.number(directory, 8)
      : order.header(directory: directory)
  }

  private func patch(_ file: inout [UInt8], _ fixup: Fixup, _ value: Int) {
    file.replaceSubrange(fixup.place..<(fixup.place + fixup.size), with: order.number(value, fixup.size))
  }

  /// - Returns: where the offset of the next directory stands.
  private func emit(_ directory: Directory, _ file: inout [UInt8], _ placed: inout [Placed]) -> Fixup? {
    let (countBytes, entryBytes) = isBig ? (8, 20) : (2, 12)
    let start = file.count
    file += order.number(directory.count ?? directory.entries.count, countBytes)
    file += [UInt8](repeating: 0, count: directory.entries.count * entryBytes)
    if !directory.isCut { file += order.number(directory.next ?? 0, offsetBytes) }
    let link = directory.isCut || directory.next != nil ? nil : file.count - offsetBytes
    var part = Placed(chunks: directory.chunks, gap: directory.gap, offsets: [], data: [])
    var data: [(bytes: [UInt8], fixup: Fixup)] = []
    var children: [(directory: Directory, fixup: Fixup)] = []
    for (index, entry) in directory.entries.enumerated() {
      let place = start + countBytes + index * entryBytes
      let size = Self.size(ofType: entry.type)
      let value: [UInt8]
      switch entry.value {
      case .bytes(let bytes), .field(let bytes): value = bytes
      case .chunkOffsets: value = [UInt8](repeating: 0, count: directory.chunks.count * size)
      case .chunkSizes: value = directory.chunks.flatMap { order.number($0.count, size) }
      case .directories(let list): value = [UInt8](repeating: 0, count: list.count * size)
      case .data(let list): value = [UInt8](repeating: 0, count: list.count * size)
      }
      let count = entry.count ?? (value.count + size - 1) / size
      let isField = if case .field = entry.value { true } else { false }
      let head = order.number(entry.tag, 2) + order.number(entry.type, 2) + order.number(count, offsetBytes)
      file.replaceSubrange(place..<(place + head.count), with: head)
      var valuePlace = place + head.count
      if value.count <= offsetBytes || isField {
        let field = value.prefix(offsetBytes)
        file.replaceSubrange(valuePlace..<(valuePlace + field.count), with: field)
      } else {
        patch(&file, Fixup(place: valuePlace, size: offsetBytes), file.count)
        valuePlace = file.count
        file += value
        if value.count % 2 == 1 { file.append(0) }
      }
      func fixup(_ number: Int) -> Fixup { Fixup(place: valuePlace + number * size, size: size) }
      switch entry.value {
      case .chunkOffsets: part.offsets.append(directory.chunks.indices.map(fixup))
      case .directories(let list):
        for (number, child) in list.enumerated() { children.append((child, fixup(number))) }
      case .data(let list): for (number, bytes) in list.enumerated() { data.append((bytes, fixup(number))) }
      case .bytes, .field, .chunkSizes: break
      }
    }
    file += directory.slack
    part = Placed(chunks: part.chunks, gap: part.gap, offsets: part.offsets, data: data)
    placed.append(part)
    for (child, fixup) in children {
      patch(&file, fixup, file.count)
      _ = emit(child, &file, &placed)
    }
    return link.map { Fixup(place: $0, size: offsetBytes) }
  }

  // MARK: Reading

  /// Takes a sound file apart: the chain, what the pointers to EXIF, GPS and interoperability lead to, and all strips and tiles.
  ///
  /// Bytes that nothing refers to are not kept, so that a file that is the same when it is put together has none.
  /// - Throws: `TestTIFF.Failure` where something lies outside of the file.
  public init(_ file: [UInt8]) throws {
    order = file.starts(with: [0x49, 0x49]) ? .littleEndian : .bigEndian
    isBig = Self.number(file, at: 2, 2, order) == 43
    chain = []
    guard [42, 43].contains(Self.number(file, at: 2, 2, order)) else {
      throw TestTIFF.Failure(description: "no TIFF")
    }
    var next = try number(file, at: isBig ? 8 : 4, offsetBytes)
    var seen: Set<Int> = []
    while next != 0, seen.insert(next).inserted {
      var directory = Directory()
      next = try read(&directory, at: next, from: file, isImage: true)
      chain.append(directory)
    }
  }

  private static func number(_ bytes: [UInt8], at place: Int, _ size: Int, _ order: ByteOrder) -> Int? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    let field = bytes[place..<(place + size)]
    return (order == .bigEndian ? Array(field) : field.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  private func number(_ file: [UInt8], at place: Int, _ size: Int) throws -> Int {
    guard let number = Self.number(file, at: place, size, order) else {
      throw TestTIFF.Failure(description: "a number lies outside of the file")
    }
    return number
  }

  private func slice(_ file: [UInt8], _ start: Int, _ count: Int) throws -> [UInt8] {
    guard start >= 0, count >= 0, count <= file.count, start <= file.count - count else {
      throw TestTIFF.Failure(description: "something lies outside of the file")
    }
    return Array(file[start..<(start + count)])
  }

  /// - Returns: where the next directory is, or 0.
  private func read(
    _ directory: inout Directory, at start: Int, from file: [UInt8], isImage: Bool, depth: Int = 0
  ) throws -> Int {
    let (countBytes, entryBytes) = isBig ? (8, 20) : (2, 12)
    let count = try number(file, at: start, countBytes)
    guard count < 5000, depth < 4 else { throw TestTIFF.Failure(description: "too many entries") }
    var places: [Int: [Int]] = [:]
    for index in 0..<count {
      let place = start + countBytes + index * entryBytes
      let tag = try number(file, at: place, 2)
      let type = try number(file, at: place + 2, 2)
      let values = try number(file, at: place + 4, offsetBytes)
      let size = Self.size(ofType: type)
      guard values < file.count else { throw TestTIFF.Failure(description: "too many values") }
      let field = place + 4 + offsetBytes
      let valuePlace = values * size <= offsetBytes ? field : try number(file, at: field, offsetBytes)
      var entry = Entry(tag, type, .bytes(try slice(file, valuePlace, values * size)))
      let found = numbers(of: entry)
      switch tag {
      case 0x8769 where isImage, 0x8825 where isImage, 0xA005 where !isImage:
        var children: [Directory] = []
        for offset in found {
          var child = Directory()
          _ = try read(&child, at: offset, from: file, isImage: false, depth: depth + 1)
          children.append(child)
        }
        entry.value = .directories(children)
      case 273 where isImage, 324 where isImage:
        places[0] = found
        entry.value = .chunkOffsets
      case 279 where isImage, 325 where isImage:
        places[1] = found
        entry.value = .chunkSizes
      default: break
      }
      directory.entries.append(entry)
    }
    for (offset, size) in zip(places[0] ?? [], places[1] ?? []) {
      directory.chunks.append(try slice(file, offset, size))
    }
    return try number(file, at: start + countBytes + count * entryBytes, offsetBytes)
  }
}

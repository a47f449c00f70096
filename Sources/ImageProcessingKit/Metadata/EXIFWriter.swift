extension EXIFBlock {
  /// The block with every value and nothing between them: big-endian TIFF, the directories one
  /// after another, each followed by its values, the thumbnail last; empty where there is nothing to tell.
  /// - Parameter thumbnail: a JPEG of the render itself, as long as the container has room for.
  func tiff(thumbnail: [UInt8]?) -> [UInt8] {
    guard !values.isEmpty || thumbnail != nil else { return [] }
    let interoperability = Directory(values, .interoperability)
    let gps = Directory(values, .gps, constants: [(0, 1, [2, 3, 0, 0])])
    var exif = Directory(values, .exif, constants: [(0x9000, 7, Array("0232".utf8))])
    var image = Directory(values, .image)
    // Pointers are set once the directories have their places; their number decides the sizes.
    if !interoperability.isEmpty { exif.entries[EXIFPointer.interoperability] = .long(0) }
    if !exif.isEmpty { image.entries[EXIFPointer.exif] = .long(0) }
    if !gps.isEmpty { image.entries[EXIFPointer.gps] = .long(0) }
    // A directory holds one entry at least (TIFF 6.0, section 2).
    if image.isEmpty {
      image.entries[EXIFTag.orientation.number] = .short(1)
    }
    var layout = [image, exif, interoperability, gps]

    var places: [Int] = []
    var end = 8
    for directory in layout {
      places.append(end)
      end += directory.isEmpty ? 0 : directory.size
    }
    layout[1].point(EXIFPointer.interoperability, to: places[2])
    layout[0].point(EXIFPointer.exif, to: places[1])
    layout[0].point(EXIFPointer.gps, to: places[3])

    var result: [UInt8] = [0x4D, 0x4D, 0, 42] + BigEndian.bytes(8, 4)
    for (index, directory) in layout.enumerated() where !directory.isEmpty {
      let next = index == 0 && thumbnail != nil ? end : 0
      result += directory.written(at: places[index], next: next)
    }
    if let thumbnail {
      var directory = Directory([:], .image)
      let start = end + Directory.size(entries: 3)
      // Compression 6 is JPEG (Exif 2.32, 4.6.4 B).
      directory.entries = [
        0x0103: .short(6),
        0x0201: .long(start),
        0x0202: .long(thumbnail.count),
      ]
      result += directory.written(at: end, next: 0) + thumbnail
    }
    return result
  }
}

/// One directory on its way into a block.
private struct Directory {
  struct Entry {
    let type: Int
    let count: Int
    let bytes: [UInt8]

    static func long(_ value: Int) -> Entry { Entry(type: 4, count: 1, bytes: BigEndian.bytes(value, 4)) }
    static func short(_ value: Int) -> Entry { Entry(type: 3, count: 1, bytes: BigEndian.bytes(value, 2)) }
  }

  /// By tag number.
  var entries: [Int: Entry] = [:]

  /// The values of one directory; `constants` are added where there is any.
  init(
    _ values: [EXIFTag: EXIFBlock.Value], _ kind: EXIFTag.Directory,
    constants: [(tag: Int, type: Int, bytes: [UInt8])] = []
  ) {
    for (tag, value) in values where tag.directory == kind {
      switch value {
      case .text(let text):
        entries[tag.number] = Entry(type: tag.type.rawValue, count: text.count + 1, bytes: text + [0])
      case .numbers(let numbers):
        entries[tag.number] = Entry(
          type: tag.type.rawValue, count: tag.count,
          bytes: numbers.flatMap { BigEndian.bytes(Int($0), tag.type.numberSize) })
      }
    }
    guard !entries.isEmpty else { return }
    for constant in constants {
      entries[constant.tag] = Entry(type: constant.type, count: constant.bytes.count, bytes: constant.bytes)
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  mutating func point(_ tag: Int, to place: Int) {
    if entries[tag] != nil { entries[tag] = .long(place) }
  }

  static func size(entries count: Int) -> Int { 2 + 12 * count + 4 }

  /// Bytes of the table and of the values that do not fit into it, each at an even place.
  var size: Int {
    entries.values.reduce(Self.size(entries: entries.count)) { sum, entry in
      entry.bytes.count > 4 ? sum + entry.bytes.count + entry.bytes.count % 2 : sum
    }
  }

  func written(at place: Int, next: Int) -> [UInt8] {
    var table = BigEndian.bytes(entries.count, 2)
    var data: [UInt8] = []
    let dataStart = place + Self.size(entries: entries.count)
    for (tag, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let bytes = entry.bytes
      table += BigEndian.bytes(tag, 2) + BigEndian.bytes(entry.type, 2) + BigEndian.bytes(entry.count, 4)
      if bytes.count <= 4 {
        table += bytes + [UInt8](repeating: 0, count: 4 - bytes.count)
      } else {
        table += BigEndian.bytes(dataStart + data.count, 4)
        data += bytes + [UInt8](repeating: 0, count: bytes.count % 2)
      }
    }
    return table + BigEndian.bytes(next, 4) + data
  }
}

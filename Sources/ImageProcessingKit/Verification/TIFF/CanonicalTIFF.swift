/// The header and the directories of a render, written by the gate itself: a file is compared with them byte by byte, so that nothing
/// stands in it but what is foretold, and the code of its strips or tiles.
///
/// What the whitelisted tags and the colour profile say is judged apart from this.
struct CanonicalTIFF {
  /// One entry of a directory, with its value.
  private struct Entry {
    let tag: Int
    let type: Int
    let count: Int
    let value: [UInt8]
  }

  private let picture: ExaminedTIFF
  private let structure: TIFFStructure
  private var fields: ExaminedNumbers { picture.fields }
  private var layout: ExaminedTIFF.Layout { picture.layout }

  /// The type of an offset, and of a count of bytes.
  private var offsetType: Int { layout.isBig ? 16 : 4 }

  /// - Throws: `FaceBlurError` where a file is not laid out as a render that has its picture, its tags and its profile.
  static func check(_ picture: ExaminedTIFF) throws(FaceBlurError) {
    let bytes = picture.fields.bytes
    guard let structure = TIFFStructure(bytes, in: bytes.indices, isFile: true) else {
      throw .damagedRender("it does not begin as a TIFF does")
    }
    let canonical = CanonicalTIFF(picture: picture, structure: structure)
    let (head, end) = canonical.head()
    if let place = head.indices.first(where: { $0 >= bytes.count || bytes[$0] != head[$0] }) {
      throw .damagedRender("it is not laid out as a render is at byte \(place)")
    }
    // Where the strips or tiles lie the directory says, which is as it must be.
    guard bytes.count == end else { throw .damagedRender("something follows its strips or tiles") }
  }

  /// All that stands before the code of the picture, and where that ends.
  private func head() -> (bytes: [UInt8], end: Int) {
    // Where they lie does not change how long directories are.
    var places: [Int] = []
    var count = fields.headerBytes
    for directory in directories(at: [0, 0, 0, 0], data: 0) {
      places.append(count)
      count += size(of: directory)
    }
    var head = [UInt8](layout.isLittleEndian ? "II".utf8 : "MM".utf8)
    head += number(layout.isBig ? 43 : 42, 2)
    if layout.isBig { head += number(8, 2) + number(0, 2) }
    head += number(fields.headerBytes, fields.offsetBytes)
    for (index, directory) in directories(at: places, data: count).enumerated() where !directory.isEmpty {
      head += written(directory, at: places[index])
    }
    let data = (0..<layout.chunkCount).reduce(0) { $0 + picture.chunk($1).count }
    return (head, count + data)
  }

  /// The image's directory, that of EXIF, of interoperability and of GPS; empty where there is none.
  /// - Parameters:
  ///   - places: where each lies.
  ///   - data: where the code of the first strip or tile lies.
  private func directories(at places: [Int], data: Int) -> [[Entry]] {
    let interoperability = kept(.interoperability)
    var exif = kept(.exif)
    if !exif.isEmpty || structure.entry(.exif, 0x9000) != nil && !interoperability.isEmpty {
      exif.append(Entry(tag: 0x9000, type: 7, count: 4, value: Array("0232".utf8)))
    }
    if !interoperability.isEmpty { exif.append(pointer(0xA005, places[2])) }
    var gps = kept(.gps)
    if !gps.isEmpty { gps.append(Entry(tag: 0, type: 1, count: 4, value: [2, 3, 0, 0])) }
    var image = pictureEntries(data: data) + kept(.image)
    if !exif.isEmpty { image.append(pointer(0x8769, places[1])) }
    if !gps.isEmpty { image.append(pointer(0x8825, places[3])) }
    return [image, exif, interoperability, gps].map { $0.sorted { $0.tag < $1.tag } }
  }

  /// What the picture needs.
  private func pictureEntries(data: Int) -> [Entry] {
    var entries = [
      entry(256, 4, [layout.width]), entry(257, 4, [layout.height]),
      entry(258, 3, [Int](repeating: layout.bits, count: layout.samples)),
      entry(259, 3, [layout.compression.rawValue]), entry(262, 3, [layout.photometric.rawValue]),
      entry(277, 3, [layout.samples]), entry(284, 3, [layout.isPlanar ? 2 : 1]),
    ]
    if layout.isDifferenced { entries.append(entry(317, 3, [2])) }
    if layout.extras > 0 { entries.append(entry(338, 3, picture.extraKinds)) }
    if layout.isTiled {
      entries += [entry(322, 4, [layout.chunkWidth]), entry(323, 4, [layout.chunkHeight])]
    } else {
      entries.append(entry(278, 4, [layout.chunkHeight]))
    }
    let counts = (0..<layout.chunkCount).map { picture.chunk($0).count }
    var place = data
    let offsets = counts.map { count in
      defer { place += count }
      return place
    }
    entries.append(entry(layout.isTiled ? 324 : 273, offsetType, offsets))
    entries.append(entry(layout.isTiled ? 325 : 279, offsetType, counts))
    if let profile = picture.profile {
      entries.append(Entry(tag: 34675, type: 7, count: profile.count, value: Array(fields.bytes[profile])))
    }
    return entries
  }

  /// The file's entries of a directory that a render may have.
  private func kept(_ directory: EXIFTag.Directory) -> [Entry] {
    let place: TIFFStructure.Directory =
      switch directory {
      case .image: .image
      case .exif: .exif
      case .gps: .gps
      case .interoperability: .interoperability
      }
    return EXIFTag.all.compactMap { tag in
      guard tag.directory == directory, let found = structure.entry(place, tag.number),
        found.type == tag.type.rawValue, tag != .orientation || structure.number(of: found) != 1,
        tag.type == .text ? found.count <= tag.count + 1 : found.count == tag.count
      else { return nil }
      return Entry(
        tag: tag.number, type: found.type, count: found.count, value: Array(fields.bytes[found.value]))
    }
  }

  private func entry(_ tag: Int, _ type: Int, _ numbers: [Int]) -> Entry {
    let size = fields.size(ofType: type)
    var value: [UInt8] = []
    value.reserveCapacity(size * numbers.count)
    for number in numbers { append(number, size, to: &value) }
    return Entry(tag: tag, type: type, count: numbers.count, value: value)
  }

  /// A LONG also in a BigTIFF: directories stand near its beginning.
  private func pointer(_ tag: Int, _ place: Int) -> Entry { entry(tag, 4, [place]) }

  /// A number in the file's byte order.
  private func number(_ value: Int, _ size: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    append(value, size, to: &bytes)
    return bytes
  }

  private func append(_ value: Int, _ size: Int, to bytes: inout [UInt8]) {
    for index in 0..<size {
      let place = layout.isLittleEndian ? index : size - 1 - index
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * place)))
    }
  }

  private func tableSize(_ entries: Int) -> Int { layout.isBig ? 16 + 20 * entries : 6 + 12 * entries }

  /// Bytes of a value that stands behind its table, at an even place.
  private func outside(_ entry: Entry) -> Int {
    entry.value.count > fields.offsetBytes ? entry.value.count + entry.value.count % 2 : 0
  }

  private func size(of directory: [Entry]) -> Int {
    directory.isEmpty ? 0 : directory.reduce(tableSize(directory.count)) { $0 + outside($1) }
  }

  private func written(_ directory: [Entry], at place: Int) -> [UInt8] {
    var table = number(directory.count, layout.isBig ? 8 : 2)
    var values: [UInt8] = []
    let start = place + tableSize(directory.count)
    for entry in directory {
      table += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, fields.offsetBytes)
      if outside(entry) > 0 {
        table += number(start + values.count, fields.offsetBytes)
        values += entry.value
        if entry.value.count % 2 == 1 { values.append(0) }
      } else {
        table += entry.value + [UInt8](repeating: 0, count: fields.offsetBytes - entry.value.count)
      }
    }
    return table + number(0, fields.offsetBytes) + values
  }
}

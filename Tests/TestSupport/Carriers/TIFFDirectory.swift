/// A TIFF image file directory with the data that it points to (TIFF 6.0, section 2).
struct TIFFDirectory {
  struct Entry {
    let tag: Int
    let type: Int
    /// In units of the type; nil for as many as there are bytes.
    let count: Int?
    let value: Value
  }

  enum Value {
    /// In the entry itself where it fits into four bytes, otherwise behind the directory.
    case bytes([UInt8])
    /// Behind the directory, made for the place where it comes to stand.
    case placed((Int) -> [UInt8])
  }

  let order: ByteOrder
  var entries: [Entry] = []

  init(_ order: ByteOrder, _ fill: (inout TIFFDirectory) -> Void = { _ in }) {
    self.order = order
    fill(&self)
  }

  mutating func add(ascii text: String, _ tag: Int) {
    entries.append(Entry(tag: tag, type: 2, count: nil, value: .bytes(Array(text.utf8) + [0])))
  }

  mutating func add(short value: Int, _ tag: Int) {
    entries.append(Entry(tag: tag, type: 3, count: 1, value: .bytes(order.number(value, 2))))
  }

  mutating func add(shorts values: [Int], _ tag: Int) {
    let bytes = values.flatMap { order.number($0, 2) }
    entries.append(Entry(tag: tag, type: 3, count: values.count, value: .bytes(bytes)))
  }

  /// - Parameters type, count: what the entry says it holds, which may be a lie.
  mutating func add(long value: Int, _ tag: Int, type: Int = 4, count: Int = 1) {
    entries.append(Entry(tag: tag, type: type, count: count, value: .bytes(order.number(value, 4))))
  }

  mutating func add(opaque bytes: [UInt8], _ tag: Int) {
    entries.append(Entry(tag: tag, type: 7, count: nil, value: .bytes(bytes)))
  }

  /// Adds a value whose content depends on where it stands.
  mutating func add(opaqueAt make: @escaping (Int) -> [UInt8], _ tag: Int) {
    entries.append(Entry(tag: tag, type: 7, count: nil, value: .placed(make)))
  }

  /// Adds a pointer to something behind the directory.
  mutating func add(pointerTo make: @escaping (Int) -> [UInt8], _ tag: Int) {
    entries.append(Entry(tag: tag, type: 4, count: 1, value: .placed(make)))
  }

  /// The directory, its data and the next directory, to stand at an offset.
  func bytes(at offset: Int, next: TIFFDirectory? = nil) -> [UInt8] {
    let dataStart = offset + 2 + 12 * entries.count + 4
    var table = order.number(entries.count, 2)
    var data: [UInt8] = []
    for entry in entries {
      let head = order.number(entry.tag, 2) + order.number(entry.type, 2)
      switch entry.value {
      case .bytes(let bytes) where bytes.count <= 4:
        table += head + order.number(entry.count ?? bytes.count, 4) + bytes
        table += [UInt8](repeating: 0, count: 4 - bytes.count)
        continue
      case .bytes(let bytes):
        table += head + order.number(entry.count ?? bytes.count, 4) + order.number(dataStart + data.count, 4)
        data += bytes
      case .placed(let make):
        let bytes = make(dataStart + data.count)
        table += head + order.number(entry.count ?? bytes.count, 4) + order.number(dataStart + data.count, 4)
        data += bytes
      }
      if data.count % 2 == 1 { data.append(0) }
    }
    guard let next else { return table + order.number(0, 4) + data }
    let nextStart = dataStart + data.count
    return table + order.number(nextStart, 4) + data + next.bytes(at: nextStart)
  }
}

/// One directory on its way into a TIFF file or block (TIFF 6.0, section 2).
struct TIFFDirectory {
  struct Entry {
    /// As TIFF numbers them.
    let type: Int
    /// Of values.
    let count: Int
    /// The values, in the byte order of the file.
    let bytes: [UInt8]
  }

  let form: TIFFForm
  /// By tag number.
  var entries: [Int: Entry] = [:]

  init(_ form: TIFFForm) { self.form = form }

  var isEmpty: Bool { entries.isEmpty }

  mutating func set(_ tag: Int, shorts values: [Int]) {
    entries[tag] = Entry(type: 3, count: values.count, bytes: values.flatMap { form.bytes($0, 2) })
  }

  mutating func set(_ tag: Int, long value: Int) {
    entries[tag] = Entry(type: 4, count: 1, bytes: form.bytes(value, 4))
  }

  /// Sets places in the file, or numbers as large.
  mutating func set(_ tag: Int, places values: [Int]) {
    entries[tag] = Entry(
      type: form.placeType, count: values.count, bytes: values.flatMap { form.bytes($0, form.placeBytes) })
  }

  /// Bytes of a table of so many entries.
  private func tableBytes(_ count: Int) -> Int {
    form.directoryCountBytes + form.entryBytes * count + form.placeBytes
  }

  /// Bytes of the table and of the values that do not fit into it, each at an even place.
  var size: Int {
    entries.values.reduce(tableBytes(entries.count)) { sum, entry in
      entry.bytes.count > form.placeBytes ? sum + entry.bytes.count + entry.bytes.count % 2 : sum
    }
  }

  /// - Parameters:
  ///   - place: where the directory begins in the file.
  ///   - next: where the next one does; 0 for none.
  func written(at place: Int, next: Int) -> [UInt8] {
    var table = form.bytes(entries.count, form.directoryCountBytes)
    var data: [UInt8] = []
    let dataStart = place + tableBytes(entries.count)
    for (tag, entry) in entries.sorted(by: { $0.key < $1.key }) {
      let bytes = entry.bytes
      table += form.bytes(tag, 2) + form.bytes(entry.type, 2) + form.bytes(entry.count, form.placeBytes)
      if bytes.count <= form.placeBytes {
        table += bytes + [UInt8](repeating: 0, count: form.placeBytes - bytes.count)
      } else {
        table += form.bytes(dataStart + data.count, form.placeBytes)
        data += bytes + [UInt8](repeating: 0, count: bytes.count % 2)
      }
    }
    return table + form.bytes(next, form.placeBytes) + data
  }
}

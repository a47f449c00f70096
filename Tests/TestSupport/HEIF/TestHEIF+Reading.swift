extension TestHEIF {
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// Takes a sound file apart: its items with their data, properties and references. How it was laid out is forgotten, and what
  /// belongs to no item.
  public init(_ file: [UInt8]) throws {
    let reader = Reader(file: file)
    self = try reader.heic()
  }
}

/// Reads without looking for what may be wrong: for files that are known to be sound.
private struct Reader {
  let file: [UInt8]

  /// Numbers one behind the other.
  private struct Cursor {
    let bytes: [UInt8]
    var place: Int
    let end: Int

    mutating func number(_ count: Int) throws -> Int {
      guard count <= end - place else { throw TestHEIF.Failure(description: "a box is cut") }
      defer { place += count }
      return TestBox.number(bytes, place, count)
    }

    mutating func take(_ count: Int) throws -> [UInt8] {
      guard count <= end - place else { throw TestHEIF.Failure(description: "a box is cut") }
      defer { place += count }
      return Array(bytes[place..<(place + count)])
    }

    mutating func text() throws -> [UInt8] {
      guard let zero = bytes[place..<end].firstIndex(of: 0) else {
        throw TestHEIF.Failure(description: "a name has no end")
      }
      defer { place = zero + 1 }
      return Array(bytes[place..<zero])
    }
  }

  private func cursor(_ path: String) throws -> Cursor {
    guard let box = TestBox.find(path, in: file) else {
      throw TestHEIF.Failure(description: "there is no \(path)")
    }
    return cursor(box)
  }

  private func cursor(_ box: TestBox) -> Cursor {
    Cursor(bytes: file, place: box.content.lowerBound, end: box.content.upperBound)
  }

  func heic() throws -> TestHEIF {
    var cursor = try cursor("meta/pitm")
    let version = try cursor.number(4) >> 24
    var heic = TestHEIF(primary: try cursor.number(version == 0 ? 2 : 4), try entries())
    try refer(&heic)
    try locate(&heic)
    try associate(&heic)
    if let box = TestBox.find("meta/grpl", in: file) {
      heic.groups = try box.children(file).map { group in
        var cursor = self.cursor(group)
        _ = try cursor.number(4)
        let id = try cursor.number(4)
        let count = try cursor.number(4)
        return TestHEIF.Group(group.type, id: id, try (0..<count).map { _ in try cursor.number(4) })
      }
    }
    if let box = TestBox.find("ftyp", in: file) {
      let names = stride(from: box.content.lowerBound, to: box.content.upperBound - 3, by: 4).map {
        String(decoding: file[$0..<($0 + 4)], as: UTF8.self)
      }
      heic.majorBrand = names.first ?? ""
      heic.brands = Array(names.dropFirst(2))
    }
    return heic
  }

  private func entries() throws -> [TestHEIF.Item] {
    guard let box = TestBox.find("meta/iinf", in: file) else {
      throw TestHEIF.Failure(description: "there is no iinf")
    }
    var cursor = cursor(box)
    let wide = try cursor.number(4) >> 24 > 0
    _ = try cursor.number(wide ? 4 : 2)
    return try TestBox.list(file, in: cursor.place..<cursor.end).map { entry in
      var cursor = self.cursor(entry)
      let head = try cursor.number(4)
      let id = try cursor.number(head >> 24 == 2 ? 2 : 4)
      let protection = try cursor.number(2)
      let type = String(decoding: try cursor.take(4), as: UTF8.self)
      return try TestHEIF.Item(id, type, place: .nowhere) { _ in }.changing {
        $0.isHidden = head & 1 == 1
        $0.protection = protection
        $0.name = try cursor.text()
        if type == "mime" { $0.contentType = String(decoding: try cursor.text(), as: UTF8.self) }
        if type == "uri " { $0.uri = String(decoding: try cursor.text(), as: UTF8.self) }
      }
    }
  }

  private func locate(_ heic: inout TestHEIF) throws {
    var cursor = try cursor("meta/iloc")
    let version = try cursor.number(4) >> 24
    let sizes = try cursor.number(2)
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    let descriptors = TestBox.find("meta/idat", in: file)?.content.lowerBound ?? 0
    for _ in 0..<(try cursor.number(version < 2 ? 2 : 4)) {
      let id = try cursor.number(version < 2 ? 2 : 4)
      let method = version == 0 ? 0 : try cursor.number(2) & 15
      _ = try cursor.number(2)
      let base = try cursor.number(baseSize) + (method == 1 ? descriptors : 0)
      var data: [UInt8] = []
      for _ in 0..<(try cursor.number(2)) {
        let index = indexSize > 0 ? try cursor.number(indexSize) : 1
        let start = base + (try cursor.number(offsetSize))
        let length = try cursor.number(lengthSize)
        // Of another item that has been read before.
        let sources = heic[id].references.first { $0.type == "iloc" }?.items ?? []
        let source = method == 2 && sources.indices.contains(index - 1) ? heic[sources[index - 1]].data : file
        guard start + length <= source.count else {
          throw TestHEIF.Failure(description: "item \(id) lies beyond the end")
        }
        data += source[start..<(start + length)]
      }
      heic[id].data = data
      heic[id].references.removeAll { $0.type == "iloc" }
      heic[id].place = method == 1 ? .descriptor : .data(0)
    }
  }

  private func associate(_ heic: inout TestHEIF) throws {
    let boxes = TestBox.find("meta/iprp/ipco", in: file)?.children(file) ?? []
    for box in TestBox.find("meta/iprp", in: file)?.children(file) ?? [] where box.type == "ipma" {
      var cursor = cursor(box)
      let head = try cursor.number(4)
      for _ in 0..<(try cursor.number(4)) {
        let id = try cursor.number(head >> 24 == 0 ? 2 : 4)
        for _ in 0..<(try cursor.number(1)) {
          let size = head & 1 == 1 ? 2 : 1
          let value = try cursor.number(size)
          let essential = 1 << (8 * size - 1)
          let index = value & (essential - 1)
          guard index > 0, index <= boxes.count else { continue }
          let found = boxes[index - 1]
          heic[id].properties.append(
            TestHEIF.Property(
              found.type, Array(file[found.content]), isEssential: value & essential != 0))
        }
      }
    }
  }

  private func refer(_ heic: inout TestHEIF) throws {
    guard let box = TestBox.find("meta/iref", in: file) else { return }
    let size = file[box.content.lowerBound] == 0 ? 2 : 4
    for reference in box.children(file) {
      var cursor = cursor(reference)
      let id = try cursor.number(size)
      let count = try cursor.number(2)
      heic[id].references.append(
        TestHEIF.Reference(reference.type, try (0..<count).map { _ in try cursor.number(size) }))
    }
  }
}

extension TestHEIF.Item {
  fileprivate func changing(_ change: (inout TestHEIF.Item) throws -> Void) rethrows -> TestHEIF.Item {
    var result = self
    try change(&result)
    return result
  }
}

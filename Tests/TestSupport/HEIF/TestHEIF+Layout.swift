extension TestHEIF {
  /// How a file is laid out: by default as phones do it.
  public struct Layout: Sendable {
    /// A box at the top of the file.
    public enum Part: Sendable, Hashable {
      case fileType, meta
      /// One of the `mdat` boxes.
      case data(Int)
      /// Whatever is there besides, boxes or not.
      case bytes([UInt8])
    }

    /// A box in `meta`.
    public enum MetaPart: Sendable, Hashable {
      case handler, dataInformation, primary, information, references, properties, descriptors, locations,
        groups
      case bytes([UInt8])
    }

    /// What stands before a box's content.
    public enum Size: Sendable, Hashable {
      case short
      /// 1, and 64 bits behind the type.
      case long
      /// 0: up to the end of what it lies in.
      case toEnd
      /// A lie of 32 bits.
      case stated(Int)
    }

    public var parts: [Part] = [.fileType, .meta, .data(0)]
    public var metaParts: [MetaPart] = [
      .handler, .dataInformation, .primary, .information, .references, .properties, .descriptors, .locations,
      .groups,
    ]
    public var handlerName: [UInt8] = []
    /// Of `pitm`, `iinf` and `iref`: 0, or 1 with wider numbers of items.
    public var primaryVersion = 0, informationVersion = 0, referenceVersion = 0
    /// Of `infe`: 2, or 3 with wider numbers.
    public var entryVersion = 2
    /// Of `iloc`: 0 without construction methods, 1, or 2 with wider numbers of items.
    public var locationVersion = 1
    /// Bytes of a number: 0, 4 or 8.
    public var offsetSize = 4, lengthSize = 4, baseSize = 0, indexSize = 0
    /// Of `ipma`: 0, or 1 with wider numbers of items; and whether places of properties have 15 bits instead of 7.
    public var associationVersion = 0
    public var hasWideAssociations = false
    /// How many `ipma` boxes the associations are spread over.
    public var associationBoxes = 1
    /// Properties that are the same stand in `ipco` once.
    public var sharesProperties = true
    /// Properties in `ipco` that no item has, before those that items have.
    public var unassociated: [Property] = []
    /// By the box's path: `meta/iloc`, `mdat0`, `meta/iinf/infe`, `meta/iprp/ipco/hvcC`.
    public var sizes: [String: Size] = [:]
    /// Makes another content of a box's own, of the same length whatever the places of data are; by the path, too.
    public var changes: [String: @Sendable ([UInt8]) -> [UInt8]] = [:]

    public init(_ change: (inout Layout) -> Void = { _ in }) { change(&self) }

    /// Puts bytes before a part, or behind all.
    public mutating func insert(_ bytes: [UInt8], before part: Part? = nil) {
      parts.insert(.bytes(bytes), at: part.flatMap { parts.firstIndex(of: $0) } ?? parts.count)
    }

    /// The same in `meta`.
    public mutating func insert(_ bytes: [UInt8], inMetaBefore part: MetaPart?) {
      metaParts.insert(.bytes(bytes), at: part.flatMap { metaParts.firstIndex(of: $0) } ?? metaParts.count)
    }
  }

  /// The whole file.
  public var bytes: [UInt8] {
    var writer = Writer(self)
    return writer.file()
  }
}

/// Writes a file twice: once to know how long everything is, once with the places of the data.
private struct Writer {
  /// A piece of an item's data as `iloc` names it.
  private struct Spot {
    var offset: Int
    var length: Int
    var index = 1
  }

  private let heic: TestHEIF
  private let layout: TestHEIF.Layout
  /// What each `mdat` holds, and `idat` under -1.
  private var areas: [Int: [UInt8]] = [:]
  /// Of each item, counted from the beginning of its area.
  private var spots: [[Spot]] = []
  /// Where the content of each `mdat` begins in the file.
  private var starts: [Int: Int] = [:]

  init(_ heic: TestHEIF) {
    self.heic = heic
    layout = heic.layout
    for part in layout.parts { if case .data(let number) = part { areas[number] = [] } }
    for item in heic.items { place(item) }
    // What an item has of another one lies where that has it.
    for (index, item) in heic.items.enumerated() {
      for (number, extent) in item.extents.filter(\.isListed).enumerated() {
        guard case .shared(let other, let range) = extent,
          let owner = heic.items.firstIndex(where: { $0.id == other }), let first = spots[owner].first
        else { continue }
        spots[index][number] = Spot(offset: first.offset + range.lowerBound, length: range.count)
      }
    }
  }

  private func area(of place: TestHEIF.Place) -> Int {
    if case .data(let number) = place { number } else { -1 }
  }

  private mutating func place(_ item: TestHEIF.Item) {
    let area = area(of: item.place)
    var own: [Spot] = []
    for extent in item.extents {
      switch extent {
      case .bytes(let bytes):
        own.append(Spot(offset: areas[area, default: []].count, length: bytes.count))
        areas[area, default: []] += bytes
      case .gap(let bytes): areas[area, default: []] += bytes
      case .shared: own.append(Spot(offset: 0, length: 0))
      case .claimed(let offset, let length, let index):
        own.append(Spot(offset: offset, length: length, index: index))
      }
    }
    spots.append(own)
  }

  mutating func file() -> [UInt8] {
    _ = written()
    return written()
  }

  private mutating func written() -> [UInt8] {
    var file: [UInt8] = []
    for part in layout.parts {
      switch part {
      case .fileType:
        file += box("ftyp", TestBox.name(heic.majorBrand) + [0, 0, 0, 0] + heic.brands.flatMap(TestBox.name))
      case .meta: file += box("meta", meta())
      case .data(let number):
        let content = areas[number] ?? []
        let header = layout.sizes["mdat\(number)"] == .long ? 16 : 8
        starts[number] = file.count + header
        file += box("mdat", path: "mdat\(number)", content)
      case .bytes(let bytes): file += bytes
      }
    }
    return file
  }

  // MARK: Boxes

  private func number(_ value: Int, _ count: Int) -> [UInt8] { ByteOrder.bigEndian.number(value, count) }

  private func box(_ type: String, path: String? = nil, _ content: [UInt8]) -> [UInt8] {
    let path = path ?? type
    let content = layout.changes[path]?(content) ?? content
    let name = TestBox.name(type)
    switch layout.sizes[path] ?? .short {
    case .short: return number(content.count + 8, 4) + name + content
    case .long: return number(1, 4) + name + number(content.count + 16, 8) + content
    case .toEnd: return number(0, 4) + name + content
    case .stated(let size): return number(size, 4) + name + content
    }
  }

  /// A box in `meta` with a version and flags.
  private func full(_ type: String, _ version: Int, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
    box(type, path: "meta/\(type)", [UInt8(version)] + number(flags, 3) + content)
  }

  private func meta() -> [UInt8] {
    number(0, 4) + layout.metaParts.flatMap(metaPart)
  }

  private func metaPart(_ part: TestHEIF.Layout.MetaPart) -> [UInt8] {
    switch part {
    case .handler:
      return full("hdlr", 0, number(0, 4) + Array("pict".utf8) + number(0, 12) + layout.handlerName + [0])
    case .dataInformation:
      let entry = TestBox.bytes("url ", version: 0, flags: 1, [])
      return box("dinf", path: "meta/dinf", TestBox.bytes("dref", version: 0, number(1, 4) + entry))
    case .primary:
      return full("pitm", layout.primaryVersion, number(heic.primary, layout.primaryVersion == 0 ? 2 : 4))
    case .information:
      let named = heic.items.filter(\.isNamed)
      return full(
        "iinf", layout.informationVersion,
        number(named.count, layout.informationVersion == 0 ? 2 : 4) + named.flatMap(entry))
    case .references: return references()
    case .properties: return properties()
    case .descriptors:
      guard let content = areas[-1] else { return [] }
      return box("idat", path: "meta/idat", content)
    case .locations: return locations()
    case .groups:
      guard !heic.groups.isEmpty else { return [] }
      return box(
        "grpl", path: "meta/grpl",
        heic.groups.flatMap { group in
          TestBox.bytes(
            group.type, version: 0,
            number(group.id, 4) + number(group.entities.count, 4) + group.entities.flatMap { number($0, 4) })
        })
    case .bytes(let bytes): return bytes
    }
  }

  private func entry(_ item: TestHEIF.Item) -> [UInt8] {
    var content = number(item.id, layout.entryVersion == 2 ? 2 : 4) + number(item.protection, 2)
    content += TestBox.name(item.type) + item.name + [0]
    if item.type == "mime" { content += Array(item.contentType.utf8) + [0] }
    if item.type == "uri " { content += Array(item.uri.utf8) + [0] }
    return box(
      "infe", path: "meta/iinf/infe",
      [UInt8(layout.entryVersion)] + number(item.isHidden ? 1 : 0, 3) + content)
  }

  private func references() -> [UInt8] {
    let size = layout.referenceVersion == 0 ? 2 : 4
    let boxes = heic.items.flatMap { item in
      item.references.flatMap { reference in
        box(
          reference.type, path: "meta/iref/\(reference.type)",
          number(item.id, size) + number(reference.items.count, 2)
            + reference.items.flatMap { number($0, size) })
      }
    }
    return boxes.isEmpty ? [] : full("iref", layout.referenceVersion, boxes)
  }

  private func properties() -> [UInt8] {
    var boxes = layout.unassociated
    // Which boxes an item has, counted from 1.
    var places: [[UInt8]: Int] = [:]
    let associations = heic.items.filter { !$0.properties.isEmpty }.map { item in
      let indices = item.properties.map { property -> [UInt8] in
        let key = TestBox.name(property.type) + property.data
        let index = layout.sharesProperties ? places[key] ?? boxes.count + 1 : boxes.count + 1
        if index > boxes.count { boxes.append(property) }
        places[key] = index
        return layout.hasWideAssociations
          ? number(index | (property.isEssential ? 0x8000 : 0), 2)
          : [UInt8(truncatingIfNeeded: index | (property.isEssential ? 0x80 : 0))]
      }
      return number(item.id, layout.associationVersion == 0 ? 2 : 4) + [UInt8(item.properties.count)]
        + indices.flatMap { $0 }
    }
    let container = box(
      "ipco", path: "meta/iprp/ipco",
      boxes.flatMap { box($0.type, path: "meta/iprp/ipco/\($0.type)", $0.data) })
    let share = max(1, (associations.count + layout.associationBoxes - 1) / max(1, layout.associationBoxes))
    var lists: [UInt8] = []
    for start in stride(from: 0, to: max(associations.count, 1), by: share) {
      let part = associations[start..<min(start + share, associations.count)]
      lists += box(
        "ipma", path: "meta/iprp/ipma",
        [UInt8(layout.associationVersion)] + number(layout.hasWideAssociations ? 1 : 0, 3)
          + number(part.count, 4) + part.flatMap { $0 })
    }
    return box("iprp", path: "meta/iprp", container + lists)
  }

  private func locations() -> [UInt8] {
    let version = layout.locationVersion
    let listed = heic.items.indices.filter { heic.items[$0].place != .nowhere }
    var content = [
      UInt8(layout.offsetSize << 4 | layout.lengthSize),
      UInt8(layout.baseSize << 4 | (version == 0 ? 0 : layout.indexSize)),
    ]
    content += number(listed.count, version < 2 ? 2 : 4)
    for index in listed {
      let item = heic.items[index]
      content += number(item.id, version < 2 ? 2 : 4)
      let method =
        switch item.place {
        case .data, .nowhere: 0
        case .descriptor: 1
        case .item: 2
        }
      if version > 0 { content += number(method, 2) }
      content += number(0, 2)
      let start = starts[area(of: item.place)] ?? 0
      content += number(layout.baseSize > 0 ? start : 0, layout.baseSize)
      content += number(spots[index].count, 2)
      let claims = item.extents.filter(\.isListed)
      for (spot, extent) in zip(spots[index], claims) {
        if version > 0 { content += number(spot.index, layout.indexSize) }
        var offset = spot.offset
        if case .claimed = extent {
        } else if layout.baseSize == 0 {
          offset += start
        }
        content += number(offset, layout.offsetSize) + number(spot.length, layout.lengthSize)
      }
    }
    return full("iloc", version, content)
  }
}

extension TestHEIF.Extent {
  /// Whether `iloc` names it.
  fileprivate var isListed: Bool { if case .gap = self { false } else { true } }
}

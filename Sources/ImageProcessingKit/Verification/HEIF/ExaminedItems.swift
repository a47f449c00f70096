/// What the boxes of a HEIF file say of its items, as far as it can be read (ISO/IEC 14496-12, 8.11; ISO/IEC 23008-12, 9).
///
/// One pass over each box; nothing in it is believed that leads out of the file, and no more is taken in than `maxItems` and the other
/// limits say.
struct ExaminedItems {
  struct Item {
    let id: Int
    var type: BoxType = "????"
    var isHidden = false
    /// The box that says that there is the item.
    var entry = 0..<0
    var name = 0..<0
    /// What the box says behind the name: of a file, what type it is of.
    var details = 0..<0
    /// Where its data lies in the file, piece by piece.
    var extents: [Range<Int>] = []
    /// Whether all of its data can be found in the file.
    var isPlaced = false
    var isInItemData = false
    var associations: [Association] = []
  }

  /// A property of an item.
  struct Association: Hashable {
    /// Its place in `properties`.
    let property: Int
    let isEssential: Bool
  }

  struct Reference {
    let type: BoxType
    let from: Int
    let to: [Int]
  }

  /// A part of the file that cannot be read.
  struct Flaw {
    let range: Range<Int>
    let reason: String
  }

  let bytes: UnsafeBufferPointer<UInt8>
  /// Those that stand beside each other in the file, up to a second beginning of a file.
  private(set) var boxes: [ExaminedBox] = []
  /// What follows those.
  private(set) var rest: Range<Int>
  private(set) var fileType: ExaminedBox?
  private(set) var majorBrand: BoxType?
  private(set) var brands: [BoxType] = []
  private(set) var meta: ExaminedBox?
  private(set) var metaBoxes: [ExaminedBox] = []
  /// What may hold items' data beside the file itself.
  private(set) var itemData: Range<Int>?
  private(set) var primary: Int?
  private(set) var items: [Item] = []
  private(set) var references: [Reference] = []
  private(set) var properties: [ExaminedBox] = []
  private(set) var flaws: [Flaw] = []
  private var places: [Int: Int] = [:]
  /// By item, which of the references are from it.
  private var referencesFrom: [Int: [Int]] = [:]

  static let maxBoxes = 1 << 16
  static let maxItems = 1 << 16
  private static let maxExtents = 1 << 16
  private static let maxTargets = 1 << 17
  private static let maxAssociations = 1 << 20
  private static let maxBrands = 256

  /// - Parameter bytes: the file; must outlive the value.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var file = ExaminedBoxes(bytes, in: bytes.indices)
    rest = file.rest
    while boxes.count < Self.maxBoxes, let box = file.next() {
      if box.type == "ftyp" {
        // Another file begins: a film behind the photo.
        guard fileType == nil else { break }
        fileType = box
      }
      boxes.append(box)
      rest = file.rest
      if box.type == "meta", meta == nil { meta = box }
    }
    readBrands()
    readMeta()
  }

  /// Where an item stands among the items.
  func place(of id: Int) -> Int? { places[id] }

  func item(_ id: Int) -> Item? { places[id].map { items[$0] } }

  /// What references of a type from an item lead to, in their order.
  func targets(of type: BoxType, from id: Int) -> [Int] {
    (referencesFrom[id] ?? []).filter { references[$0].type == type }.flatMap { references[$0].to }
  }

  /// The data of an item, copied.
  func data(of item: Item) -> [UInt8] { item.extents.flatMap { bytes[$0] } }

  /// The first bytes of an item's data.
  func head(of item: Item, _ count: Int) -> [UInt8] {
    var head: [UInt8] = []
    for extent in item.extents where head.count < count { head += bytes[extent.prefix(count - head.count)] }
    return head
  }

  /// What of an item's data follows its first bytes, piece by piece.
  func rest(of item: Item, behind count: Int) -> [Range<Int>] {
    var left = count
    return item.extents.compactMap { extent in
      let taken = min(left, extent.count)
      left -= taken
      return taken < extent.count ? extent.lowerBound + taken..<extent.upperBound : nil
    }
  }

  private func fields(_ range: Range<Int>) -> ExaminedFields { ExaminedFields(bytes, in: range) }

  private func type(_ fields: inout ExaminedFields) -> BoxType? {
    fields.number(bytes: 4).map { BoxType(UInt32(truncatingIfNeeded: $0)) }
  }

  private mutating func note(_ range: Range<Int>, _ reason: String) {
    if flaws.count < 64 { flaws.append(Flaw(range: range, reason: reason)) }
  }

  private mutating func readBrands() {
    guard let fileType else { return }
    var fields = fields(fileType.content)
    majorBrand = type(&fields)
    _ = fields.number(bytes: 4)
    while brands.count < Self.maxBrands, let brand = type(&fields) { brands.append(brand) }
  }

  private mutating func readMeta() {
    guard let meta else { return }
    var fields = fields(meta.content)
    guard fields.versionAndFlags() != nil else { return note(meta.range, "its items are cut off") }
    var inner = ExaminedBoxes(bytes, in: fields.rest)
    while metaBoxes.count < Self.maxBoxes, let box = inner.next() { metaBoxes.append(box) }
    if !inner.rest.isEmpty { note(inner.rest, "they are no box") }
    var seen: Set<BoxType> = []
    let first = metaBoxes.filter { seen.insert($0.type).inserted }
    // Items before what speaks of them.
    for type in ["idat", "iinf", "pitm", "iloc", "iref", "iprp"] as [BoxType] {
      guard let box = first.first(where: { $0.type == type }) else { continue }
      let isRead: Bool
      switch type {
      case "idat":
        itemData = box.content
        isRead = true
      case "iinf": isRead = readItems(box.content)
      case "pitm": isRead = readPrimary(box.content)
      case "iloc": isRead = readLocations(box.content)
      case "iref": isRead = readReferences(box.content)
      default: isRead = readProperties(box.content)
      }
      if !isRead { note(box.range, "they cannot be read") }
    }
  }

  /// - Returns: whether all of it could be read, as that of every function that reads a box.
  private mutating func readItems(_ content: Range<Int>) -> Bool {
    var fields = fields(content)
    guard let version = fields.versionAndFlags()?.version,
      let count = fields.number(bytes: version == 0 ? 2 : 4)
    else { return false }
    var entries = ExaminedBoxes(bytes, in: fields.rest)
    var isWhole = true
    while items.count < Self.maxItems, let box = entries.next() {
      guard box.type == "infe", let item = item(box), places[item.id] == nil else {
        isWhole = false
        continue
      }
      places[item.id] = items.count
      items.append(item)
    }
    return isWhole && entries.rest.isEmpty && items.count == count
  }

  private func item(_ box: ExaminedBox) -> Item? {
    var fields = fields(box.content)
    guard let (version, flags) = fields.versionAndFlags(),
      let id = fields.number(bytes: version == 3 ? 4 : 2), fields.number(bytes: 2) != nil
    else { return nil }
    var item = Item(id: id)
    item.entry = box.range
    item.isHidden = flags & 1 != 0
    if version >= 2 {
      guard let type = type(&fields) else { return nil }
      item.type = type
    }
    // Some leave out the zero behind it.
    let name = fields.text()
    item.name = name ?? fields.rest
    if name != nil { item.details = fields.rest }
    return item
  }

  private mutating func readPrimary(_ content: Range<Int>) -> Bool {
    var fields = fields(content)
    guard let version = fields.versionAndFlags()?.version else { return false }
    primary = fields.number(bytes: version == 0 ? 2 : 4)
    return primary != nil && fields.rest.isEmpty
  }

  private mutating func readReferences(_ content: Range<Int>) -> Bool {
    var fields = fields(content)
    guard let version = fields.versionAndFlags()?.version else { return false }
    let size = version == 0 ? 2 : 4
    var boxes = ExaminedBoxes(bytes, in: fields.rest)
    var left = Self.maxTargets
    var isWhole = true
    while let box = boxes.next() {
      var fields = self.fields(box.content)
      guard let from = fields.number(bytes: size), let count = fields.number(bytes: 2),
        references.count < Self.maxItems, count <= left
      else { return false }
      var to: [Int] = []
      for _ in 0..<count {
        guard let id = fields.number(bytes: size) else { return false }
        to.append(id)
      }
      left -= count
      isWhole = isWhole && fields.rest.isEmpty
      referencesFrom[from, default: []].append(references.count)
      references.append(Reference(type: box.type, from: from, to: to))
    }
    return isWhole && boxes.rest.isEmpty
  }
}

/// Where items' data lies (ISO/IEC 14496-12, 8.11.3).
extension ExaminedItems {
  private struct Sizes {
    let offset: Int
    let length: Int
    let base: Int
    let index: Int

    /// Nil where one is none that there is.
    init?(_ fields: inout ExaminedFields, version: Int) {
      guard let packed = fields.number(bytes: 2) else { return nil }
      (offset, length, base) = (packed >> 12, packed >> 8 & 15, packed >> 4 & 15)
      index = version == 0 ? 0 : packed & 15
      guard [offset, length, base, index].allSatisfy({ [0, 4, 8].contains($0) }) else { return nil }
    }
  }

  private mutating func readLocations(_ content: Range<Int>) -> Bool {
    var fields = fields(content)
    guard let version = fields.versionAndFlags()?.version, version <= 2,
      let sizes = Sizes(&fields, version: version), let count = fields.number(bytes: version < 2 ? 2 : 4)
    else { return false }
    var left = Self.maxExtents
    var seen: Set<Int> = []
    var isWhole = true
    for _ in 0..<min(count, Self.maxItems) {
      guard let id = fields.number(bytes: version < 2 ? 2 : 4),
        let method = version == 0 ? 0 : fields.number(bytes: 2), let source = fields.number(bytes: 2),
        let base = fields.number(bytes: sizes.base), let extents = fields.number(bytes: 2), extents <= left
      else { return false }
      left -= extents
      let area = method & 15 == 0 ? bytes.indices : method & 15 == 1 ? itemData : nil
      var found: [Range<Int>] = []
      var isPlaced = area != nil && source == 0 && extents > 0
      for _ in 0..<extents {
        guard fields.number(bytes: sizes.index) != nil, let offset = fields.number(bytes: sizes.offset),
          let length = fields.number(bytes: sizes.length)
        else { return false }
        guard let area, let range = Self.range(base, offset, length, in: area, isAlone: extents == 1) else {
          isPlaced = false
          continue
        }
        found.append(range)
      }
      guard seen.insert(id).inserted, let place = places[id] else {
        isWhole = false
        continue
      }
      items[place].extents = found
      items[place].isPlaced = isPlaced
      items[place].isInItemData = method & 15 == 1
    }
    return isWhole && count <= Self.maxItems && fields.rest.isEmpty
  }

  /// Of a piece that is alone a length of 0 leads to the end.
  private static func range(
    _ base: Int, _ offset: Int, _ length: Int, in area: Range<Int>, isAlone: Bool
  ) -> Range<Int>? {
    let (start, isTooFar) = base.addingReportingOverflow(offset)
    guard !isTooFar, start <= area.count, length <= area.count - start else { return nil }
    let end = length == 0 && isAlone ? area.count : start + length
    return area.lowerBound + start..<area.lowerBound + end
  }
}

/// What items are like (ISO/IEC 23008-12, 9.3).
extension ExaminedItems {
  private mutating func readProperties(_ content: Range<Int>) -> Bool {
    var boxes = ExaminedBoxes(bytes, in: content)
    guard let container = boxes.next(), container.type == "ipco" else { return false }
    var inner = ExaminedBoxes(bytes, in: container.content)
    while properties.count < Self.maxItems, let box = inner.next() { properties.append(box) }
    var isWhole = inner.rest.isEmpty
    var left = Self.maxAssociations
    while let box = boxes.next() {
      guard box.type == "ipma", readAssociations(box.content, &left) else {
        isWhole = false
        continue
      }
    }
    return isWhole && boxes.rest.isEmpty
  }

  private mutating func readAssociations(_ content: Range<Int>, _ left: inout Int) -> Bool {
    var fields = fields(content)
    guard let (version, flags) = fields.versionAndFlags(), let count = fields.number(bytes: 4),
      count <= Self.maxItems
    else { return false }
    let size = flags & 1 == 0 ? 1 : 2
    var isWhole = true
    for _ in 0..<count {
      guard let id = fields.number(bytes: version == 0 ? 2 : 4), let number = fields.number(bytes: 1),
        number <= left
      else { return false }
      left -= number
      var associations: [Association] = []
      for _ in 0..<number {
        guard let packed = fields.number(bytes: size) else { return false }
        let essential = 1 << (8 * size - 1)
        let index = packed & (essential - 1)
        guard index > 0, index <= properties.count else {
          isWhole = isWhole && index == 0
          continue
        }
        associations.append(Association(property: index - 1, isEssential: packed & essential != 0))
      }
      guard let place = places[id], items[place].associations.isEmpty else {
        isWhole = false
        continue
      }
      items[place].associations = associations
    }
    return isWhole && fields.rest.isEmpty
  }
}

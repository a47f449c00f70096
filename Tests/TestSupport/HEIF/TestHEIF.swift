/// A HEIC or AVIF file as the items it is made of, and how they are laid out (ISO/IEC 23008-12 and 14496-12). Built by settings,
/// taken apart, changed and put together again, apart from the code under test.
public struct TestHEIF: Sendable {
  /// How the pictures in a file are coded, which makes it a HEIC or an AVIF.
  public enum Codec: Sendable, CaseIterable {
    case hevc, av1

    /// What items and what decodes them are called.
    public var itemType: String { self == .hevc ? "hvc1" : "av01" }
    public var configurationType: String { self == .hevc ? "hvcC" : "av1C" }
    /// What the file is called.
    public var name: String { self == .hevc ? "HEIC" : "AVIF" }
    public var fileExtension: String { self == .hevc ? "heic" : "avif" }
  }

  /// What an item says about itself: a box of `ipco`, with version and flags in its data where it has some.
  public struct Property: Sendable, Hashable {
    public var type: String
    public var data: [UInt8]
    public var isEssential: Bool

    public init(_ type: String, _ data: [UInt8], isEssential: Bool = false) {
      self.type = type
      self.data = data
      self.isEssential = isEssential
    }
  }

  /// A piece of an item's data.
  public enum Extent: Sendable, Hashable {
    case bytes([UInt8])
    /// Bytes that lie there and belong to no item.
    case gap([UInt8])
    /// Some of what another item has; of its first piece where there are several.
    case shared(item: Int, Range<Int>)
    /// Whatever is claimed. Nothing is written for it. The offset counts from what the construction method says.
    case claimed(offset: Int, length: Int, index: Int = 1)
  }

  /// Where an item's data lie.
  public enum Place: Sendable, Hashable {
    /// In one of the `mdat` boxes.
    case data(Int)
    /// In `idat`.
    case descriptor
    /// In another item, to which an `iloc` reference points.
    case item
    /// `iloc` does not name it.
    case nowhere
  }

  public struct Reference: Sendable, Hashable {
    public var type: String
    public var items: [Int]

    public init(_ type: String, _ items: [Int]) {
      self.type = type
      self.items = items
    }
  }

  public struct Item: Sendable, Hashable, Identifiable {
    public var id: Int
    public var type: String
    public var extents: [Extent]
    public var properties: [Property]
    public var references: [Reference]
    public var place: Place
    public var isHidden = false
    public var protection = 0
    public var name: [UInt8] = []
    /// Of a `mime` item.
    public var contentType = ""
    /// Of a `uri ` item.
    public var uri = ""
    /// Whether `iinf` names it.
    public var isNamed = true

    public init(
      _ id: Int, _ type: String, _ data: [UInt8] = [], properties: [Property] = [],
      references: [Reference] = [],
      place: Place = .data(0), _ change: (inout Item) -> Void = { _ in }
    ) {
      self.id = id
      self.type = type
      extents = [.bytes(data)]
      self.properties = properties
      self.references = references
      self.place = place
      change(&self)
    }

    /// Its own bytes, one extent behind the other.
    public var data: [UInt8] {
      get {
        extents.flatMap { extent -> [UInt8] in
          if case .bytes(let bytes) = extent { return bytes }
          return []
        }
      }
      set { extents = [.bytes(newValue)] }
    }

    /// The data in so many pieces, with a byte that belongs to nobody between them.
    public mutating func split(into count: Int) {
      let data = data
      let size = max(1, (data.count + count - 1) / count)
      extents = stride(from: 0, to: data.count, by: size).flatMap { start -> [Extent] in
        [.bytes(Array(data[start..<min(start + size, data.count)])), .gap([0xEE])]
      }
    }

    /// Puts a property in place of those of its type, or behind all.
    public mutating func set(_ property: Property) {
      let index = properties.firstIndex { $0.type == property.type } ?? properties.count
      properties.removeAll { $0.type == property.type }
      properties.insert(property, at: min(index, properties.count))
    }

    public func has(_ type: String, to item: Int) -> Bool {
      references.contains { $0.type == type && $0.items.contains(item) }
    }
  }

  /// An entity group (ISO/IEC 14496-12, 8.18).
  public struct Group: Sendable, Hashable {
    public var type: String
    public var id: Int
    public var entities: [Int]

    public init(_ type: String, id: Int, _ entities: [Int]) {
      self.type = type
      self.id = id
      self.entities = entities
    }
  }

  public var majorBrand = "heic"
  public var brands = ["mif1", "heic"]
  public var primary: Int
  /// In the order of `iinf` and of `iloc`; their data lie in this order, too.
  public var items: [Item]
  public var groups: [Group] = []
  public var layout = Layout()

  public init(primary: Int, _ items: [Item]) {
    self.primary = primary
    self.items = items
  }

  /// The item of a number, which must be there to be changed.
  public subscript(id: Int) -> Item {
    get { items.first { $0.id == id } ?? Item(id, "none") }
    set {
      if let index = items.firstIndex(where: { $0.id == id }) { items[index] = newValue }
    }
  }

  public var primaryItem: Item {
    get { self[primary] }
    set { self[primary] = newValue }
  }

  /// A number that no item has.
  public var freeID: Int { (items.map(\.id).max() ?? 0) + 1 }

  /// What the primary picture is made of: the tiles of a grid in its order, or the picture itself.
  public var tiles: [Int] {
    get { primaryItem.references.first { $0.type == "dimg" }?.items ?? [primary] }
    set { primaryItem.references = [Reference("dimg", newValue)] }
  }

  /// AV1 where there is a picture of it.
  public var codec: Codec { items.contains { $0.type == Codec.av1.itemType } ? .av1 : .hevc }

  public func changing(_ change: (inout TestHEIF) throws -> Void) rethrows -> TestHEIF {
    var result = self
    try change(&result)
    return result
  }

  /// Adds items behind all others.
  public func adding(_ items: Item...) -> TestHEIF {
    changing { $0.items += items }
  }
}

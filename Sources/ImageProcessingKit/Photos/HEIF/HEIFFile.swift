/// The items of a HEIF file (ISO/IEC 23008-12): what its `meta` box says of them, checked, and where their bytes lie.
struct HEIFFile: Sendable {
  /// By what a file's bytes are asked for: a range that lies in it.
  typealias Read = (Range<Int>) throws(FaceBlurError) -> [UInt8]

  struct Item: Sendable {
    let id: Int
    let type: FourCC
    /// What it refers to, by the references' kind, in their order.
    var references: [FourCC: [Int]] = [:]
    /// Indices into `properties`, in their order.
    var properties: [Int] = []
    /// Of those, the ones that nobody may pass over.
    var essentials: Set<Int> = []
    var location: Location?
  }

  struct Property: Sendable, Hashable {
    let type: FourCC
    let content: [UInt8]
  }

  /// Where an item's bytes lie.
  struct Location: Sendable {
    enum Place: Sendable {
      case file, itemData, elsewhere
    }
    let place: Place
    let extents: [Extent]
  }

  struct Extent: Sendable {
    let offset: Int
    /// nil: up to the end.
    let length: Int?
  }

  let format: HEIFFormat
  /// Brands, the major one first.
  let brands: [FourCC]
  let primary: Int
  let items: [Int: Item]
  /// The items' numbers in the order of the file.
  let order: [Int]
  let properties: [Property]
  /// Of the file, in bytes.
  let size: Int
  private let itemData: [UInt8]

  static let maxItems = 65_536
  private static let maxMeta = 32 << 20
  private static let maxTopBoxes = 10_000
  fileprivate static let maxExtents = 4 * maxItems

  /// - Parameters:
  ///   - size: of the file.
  ///   - format: what it is read as.
  ///   - read: is asked for the heads of its boxes, and for what stands in `ftyp` and `meta`.
  /// - Throws: `FaceBlurError` where the boxes say nothing of a picture, or what no file may.
  init(size: Int, _ format: HEIFFormat, _ read: Read) throws(FaceBlurError) {
    var brands: [FourCC]?
    var meta: [UInt8]?
    var hasMovie = false
    var place = 0
    var count = 0
    boxes: while place < size {
      let bytes = try read(place..<min(place + BoxHead.most, size))
      let head: BoxHead
      do { head = try BoxHead(bytes[...], room: size - place) } catch {
        // Behind the picture some cameras put what is no box.
        if meta != nil, brands != nil { break }
        throw error
      }
      let content = place + head.headSize..<place + head.size
      switch head.type {
      case "ftyp":
        // Another file begins: a film behind the photo.
        guard brands == nil else { break boxes }
        guard content.count <= 4096, content.count >= 8 else {
          throw .damagedPhoto("it does not say its brands")
        }
        let bytes = try read(content)
        brands = FourCC.brands(bytes[...])
      case "meta" where meta == nil:
        guard content.count <= Self.maxMeta else {
          throw .photoTooLarge("what it says of its items is longer than 32 MB")
        }
        meta = try read(content)
      case "moov": hasMovie = true
      default: break
      }
      place += head.size
      count += 1
      guard count <= Self.maxTopBoxes else {
        throw .damagedPhoto("it has more than \(Self.maxTopBoxes) boxes side by side")
      }
    }
    let animated = hasMovie ? format.animated.union(format.animatedWithMovie) : format.animated
    if brands?.contains(where: animated.contains) == true {
      throw .unsupportedPhoto(
        format: format.name, reason: "it is animated, and each of its pictures may show a face",
        instead: "a single picture")
    }
    guard let brands, let meta else { throw .damagedPhoto("it does not say what it holds") }
    self.format = format
    self.brands = brands
    self.size = size
    var reader = MetaReader(format)
    try reader.read(meta)
    guard let primary = reader.primary, reader.items[primary] != nil else {
      throw .damagedPhoto("it does not say which of its pictures is to be shown")
    }
    self.primary = primary
    (items, order, properties) = (reader.items, reader.order, reader.properties)
    itemData = reader.itemData
  }

  /// An item's bytes, which may lie in several places, as one run.
  struct Run: Sendable {
    let count: Int
    fileprivate let isInFile: Bool
    /// In their order, with the place in the run where each begins.
    fileprivate let parts: [(start: Int, range: Range<Int>)]
  }

  /// Where an item's bytes lie.
  /// - Parameter limit: how many there may be.
  /// - Throws: `FaceBlurError` where they are not in the file, or are more.
  func run(of item: Item, limit: Int) throws(FaceBlurError) -> Run {
    guard let location = item.location else { throw .damagedPhoto("its item \(item.id) lies nowhere") }
    let room: Int
    switch location.place {
    case .file: room = size
    case .itemData: room = itemData.count
    case .elsewhere: throw format.unsupported("a part of the picture lies in another item or file")
    }
    var parts: [(start: Int, range: Range<Int>)] = []
    var count = 0
    for extent in location.extents {
      let length = extent.length ?? max(room - extent.offset, 0)
      guard extent.offset <= room, length <= room - extent.offset else {
        throw .truncatedPhoto("its item \(item.id) reaches beyond the end of the file")
      }
      guard count + length <= limit else {
        throw .photoTooLarge("its item \(item.id) has more than \(limit) bytes")
      }
      parts.append((count, extent.offset..<(extent.offset + length)))
      count += length
    }
    return Run(count: count, isInFile: location.place == .file, parts: parts)
  }

  /// Some bytes of a run, as many of them as it has.
  /// - Parameter read: is asked for what lies in the file.
  func bytes(_ wanted: Range<Int>, of run: Run, _ read: Read) throws(FaceBlurError) -> [UInt8] {
    var first = 0
    var end = run.parts.count
    while first < end {
      let middle = (first + end) / 2
      if run.parts[middle].start + run.parts[middle].range.count <= wanted.lowerBound {
        first = middle + 1
      } else {
        end = middle
      }
    }
    var bytes: [UInt8] = []
    for part in run.parts[first...] {
      guard part.start < wanted.upperBound else { break }
      let places = wanted.clamped(to: part.start..<(part.start + part.range.count))
      guard !places.isEmpty else { continue }
      let start = part.range.lowerBound + places.lowerBound - part.start
      let range = start..<(start + places.count)
      bytes += run.isInFile ? try read(range) : Array(itemData[range])
    }
    return bytes
  }

  /// An item's bytes.
  /// - Parameters:
  ///   - limit: how many there may be.
  ///   - read: is asked for what lies in the file.
  /// - Throws: `FaceBlurError` where they are not in the file, or are more.
  func data(of item: Item, limit: Int, _ read: Read) throws(FaceBlurError) -> [UInt8] {
    let run = try run(of: item, limit: limit)
    return try bytes(0..<run.count, of: run, read)
  }

  /// Whether all of an item's bytes are there.
  func liesInFile(_ item: Item) -> Bool {
    guard let location = item.location else { return false }
    let room = location.place == .itemData ? itemData.count : size
    return location.extents.allSatisfy { $0.offset <= room && $0.length ?? 0 <= room - $0.offset }
  }

  /// The bytes that an item has, as far as it says so; more than any file has where that is not known.
  func length(of item: Item) -> Int {
    var sum = 0
    for extent in item.location?.extents ?? [] {
      let room = item.location?.place == .itemData ? itemData.count : size
      let (length, isTooLong) = sum.addingReportingOverflow(extent.length ?? max(room - extent.offset, 0))
      guard !isTooLong, length <= size else { return size + 1 }
      sum = length
    }
    return sum
  }

  /// An item's properties of a kind, in their order.
  func properties(_ type: FourCC, of item: Item) -> [Property] {
    item.properties.map { properties[$0] }.filter { $0.type == type }
  }
}

/// Reads what stands in a `meta` box. Boxes in it are read in one pass, and none that lies deeper than its format says.
private struct MetaReader {
  private let format: HEIFFormat
  var primary: Int?
  var items: [Int: HEIFFile.Item] = [:]
  var order: [Int] = []
  var properties: [HEIFFile.Property] = []
  var itemData: [UInt8] = []
  private var extentCount = 0

  init(_ format: HEIFFormat) { self.format = format }

  mutating func read(_ meta: [UInt8]) throws(FaceBlurError) {
    var cursor = BoxCursor(meta[...], of: "meta")
    guard try cursor.versionAndFlags().version == 0 else {
      throw format.unsupported("its meta box is of another version")
    }
    let boxes = try Box.all(in: cursor.rest, limit: 1000)
    func only(_ type: FourCC) throws(FaceBlurError) -> Box? {
      let found = boxes.filter { $0.type == type }
      guard found.count <= 1 else { throw .damagedPhoto("it has \(found.count) boxes \(type.name)") }
      return found.first
    }
    guard let handler = try only("hdlr"), handler.content.count >= 12,
      handler.content.dropFirst(8).prefix(4).elementsEqual(FourCC("pict").bytes)
    else { throw .damagedPhoto("it is not about pictures") }
    guard let infos = try only("iinf"), let locations = try only("iloc"), let primaryItem = try only("pitm"),
      let properties = try only("iprp")
    else { throw .damagedPhoto("it does not say what it holds") }
    try readPrimary(primaryItem)
    try readInfos(infos)
    try readLocations(locations)
    if let references = try only("iref") { try readReferences(references) }
    try readProperties(properties)
    if let data = try only("idat") { itemData = Array(data.content) }
  }

  private mutating func readPrimary(_ box: Box) throws(FaceBlurError) {
    var cursor = BoxCursor(box)
    let version = try cursor.versionAndFlags().version
    primary = try cursor.number(version == 0 ? 2 : 4)
  }

  private mutating func readInfos(_ box: Box) throws(FaceBlurError) {
    var cursor = BoxCursor(box)
    let version = try cursor.versionAndFlags().version
    let count = try cursor.number(version == 0 ? 2 : 4)
    guard count <= HEIFFile.maxItems else { throw .photoTooLarge("it has \(count) items") }
    for entry in try Box.all(in: cursor.rest, limit: count) where entry.type == "infe" {
      var cursor = BoxCursor(entry)
      let version = try cursor.versionAndFlags().version
      guard version == 2 || version == 3 else { throw format.unsupported("its items have no types") }
      let id = try cursor.number(version == 2 ? 2 : 4)
      guard try cursor.number(2) == 0 else { throw format.unsupported("its item \(id) is encrypted") }
      let item = HEIFFile.Item(id: id, type: FourCC(try cursor.bytes(4)))
      _ = try cursor.text()
      guard items.updateValue(item, forKey: id) == nil else { throw .damagedPhoto("it has two items \(id)") }
      order.append(id)
    }
  }

  private mutating func readLocations(_ box: Box) throws(FaceBlurError) {
    var cursor = BoxCursor(box)
    let version = try cursor.versionAndFlags().version
    guard version <= 2 else { throw format.unsupported("its iloc box is of another version") }
    let sizes = try cursor.number(2)
    let (offsetSize, lengthSize) = (sizes >> 12, sizes >> 8 & 15)
    let (baseSize, indexSize) = (sizes >> 4 & 15, version > 0 ? sizes & 15 : 0)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy([0, 4, 8].contains) else {
      throw .damagedPhoto("its iloc box has numbers of odd sizes")
    }
    let count = try cursor.number(version < 2 ? 2 : 4)
    guard count <= HEIFFile.maxItems else { throw .photoTooLarge("it has \(count) items") }
    for _ in 0..<count {
      let id = try cursor.number(version < 2 ? 2 : 4)
      let method = version > 0 ? try cursor.number(2) & 15 : 0
      let reference = try cursor.number(2)
      let base = try cursor.number(baseSize)
      let extentCount = try cursor.number(2)
      self.extentCount += extentCount
      guard self.extentCount <= HEIFFile.maxExtents else {
        throw .photoTooLarge("its items lie in too many parts")
      }
      var extents: [HEIFFile.Extent] = []
      for _ in 0..<extentCount {
        _ = try cursor.number(indexSize)
        let offset = try cursor.number(offsetSize)
        let length = try cursor.number(lengthSize)
        let sum = base.addingReportingOverflow(offset)
        guard !sum.overflow else { throw .damagedPhoto("its item \(id) lies beyond every file") }
        // Nothing said of the length means all there is (ISO/IEC 14496-12, 8.11.3.3).
        extents.append(HEIFFile.Extent(offset: sum.partialValue, length: length == 0 ? nil : length))
      }
      let place: HEIFFile.Location.Place =
        reference != 0 || method > 1 ? .elsewhere : method == 1 ? .itemData : .file
      guard items[id]?.location == nil else { throw .damagedPhoto("its item \(id) lies in two places") }
      items[id]?.location = HEIFFile.Location(place: place, extents: extents)
    }
  }

  private mutating func readReferences(_ box: Box) throws(FaceBlurError) {
    var cursor = BoxCursor(box)
    let size = try cursor.versionAndFlags().version == 0 ? 2 : 4
    var total = 0
    for reference in try Box.all(in: cursor.rest, limit: HEIFFile.maxItems) {
      var cursor = BoxCursor(reference)
      let from = try cursor.number(size)
      let count = try cursor.number(2)
      total += count
      guard total <= HEIFFile.maxExtents else { throw .photoTooLarge("its items refer to too many others") }
      var targets: [Int] = []
      for _ in 0..<count { targets.append(try cursor.number(size)) }
      items[from]?.references[reference.type, default: []] += targets
    }
  }

  private mutating func readProperties(_ box: Box) throws(FaceBlurError) {
    let boxes = try Box.all(in: box.content, limit: 1000)
    guard let container = boxes.first, container.type == "ipco" else {
      throw .damagedPhoto("it has no properties")
    }
    properties = try Box.all(in: container.content, limit: HEIFFile.maxItems).map {
      HEIFFile.Property(type: $0.type, content: Array($0.content))
    }
    var count = 0
    for association in boxes.dropFirst() where association.type == "ipma" {
      var cursor = BoxCursor(association)
      let (version, flags) = try cursor.versionAndFlags()
      for _ in 0..<(try cursor.number(4)) {
        let id = try cursor.number(version == 0 ? 2 : 4)
        let indices = try cursor.number(1)
        count += indices
        guard count <= 8 * HEIFFile.maxItems else {
          throw .photoTooLarge("its items have too many properties")
        }
        for _ in 0..<indices {
          let association = flags & 1 == 0 ? (try cursor.number(1)) << 8 : try cursor.number(2)
          let number = flags & 1 == 0 ? association >> 8 & 0x7F : association & 0x7FFF
          guard number > 0 else { continue }
          guard number <= properties.count else {
            throw .damagedPhoto("its item \(id) has a property that is not there")
          }
          items[id]?.properties.append(number - 1)
          if association & 0x8000 != 0 { items[id]?.essentials.insert(number - 1) }
        }
      }
    }
  }
}

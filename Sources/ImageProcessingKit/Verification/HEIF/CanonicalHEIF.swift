/// The boxes of a render, written by the gate itself: a file is compared with them byte by byte, so that nothing stands in its headers
/// that is not foretold.
///
/// What may be said at all is what `ExaminedHEIF` and the picture's properties have: their contents are judged apart from this.
struct CanonicalHEIF<Configuration: ExaminedTileConfiguration> {
  /// A property of the tiles, of the picture, or of both.
  private struct Property {
    let type: BoxType
    let content: [UInt8]
    let isOfTiles: Bool
    let isOfPicture: Bool
    let isEssential: Bool
  }

  private let brands: [BoxType]
  private let grid: [UInt8]?
  private let properties: [Property]
  /// The places of the picture's properties, in the order in which it names them.
  private let order: [Int]

  private static var transformations: [BoxType] { ["clap", "irot", "imir"] }

  /// The form of a file that has the picture, the properties and the brands of another one.
  init?(_ picture: ExaminedHEIF<Configuration>) {
    guard let first = picture.tiles.indices.first,
      let configuration = picture.configuration(ofTile: first)
    else { return nil }
    let file = picture.file
    let major = Configuration.majorBrand(of: picture.shape)
    brands =
      [major]
      + Configuration.knownBrands.filter {
        Configuration.commonBrands.contains($0) || $0 == major || file.brands.contains($0)
      }
    grid = picture.grid?.content
    let given = HEIFProperties(picture)
    var properties: [Property] = []
    func add(
      _ type: BoxType, _ content: [UInt8]?, tiles: Bool, picture: Bool = true, isEssential: Bool = false
    ) {
      guard let content else { return }
      properties.append(
        Property(
          type: type, content: content, isOfTiles: tiles, isOfPicture: picture, isEssential: isEssential))
    }
    let isGrid = picture.grid != nil
    add(
      Configuration.propertyType, configuration.canonical(file.bytes), tiles: true, picture: !isGrid,
      isEssential: true)
    add(
      "ispe", Self.size(picture.shape.width, picture.shape.height), tiles: true, picture: !isGrid)
    for type in ["nclx", "prof", "pixi"] as [BoxType] {
      add(type == "pixi" ? type : "colr", given[type], tiles: true)
    }
    if let grid = picture.grid { add("ispe", Self.size(grid.width, grid.height), tiles: false) }
    for type in ["pasp", "clli", "mdcv"] as [BoxType] { add(type, given[type], tiles: false) }
    let fixed = properties.count
    for type in Self.transformations { add(type, given[type], tiles: false, isEssential: true) }
    self.properties = properties
    // The last ones in the order in which they are applied.
    let turned = given.transformations.compactMap { type in
      properties[fixed...].firstIndex { $0.type == type }
    }
    order = (0..<fixed).filter { properties[$0].isOfPicture } + turned
  }

  private static func size(_ width: Int, _ height: Int) -> [UInt8] {
    number(0, 4) + number(width, 4) + number(height, 4)
  }

  /// All that stands before the items' data.
  /// - Parameters:
  ///   - tiles: of how many bytes the data of each is.
  ///   - exif: likewise, where there is EXIF.
  /// - Returns: nil where there is no room for so much.
  func head(tiles: [Int], exif: Int?) -> [UInt8]? {
    let length = (tiles + [exif ?? 0]).reduce(0, +)
    guard !tiles.isEmpty, tiles.count <= ExaminedHEIF<Configuration>.maxTiles, length < Int(UInt32.max) / 2
    else {
      return nil
    }
    // What iloc says of places does not change its length.
    let start = boxes(tiles: tiles, exif: exif, at: 0).count + 8
    return boxes(tiles: tiles, exif: exif, at: start) + Self.number(length + 8, 4) + Self.letters("mdat")
  }

  private func boxes(tiles: [Int], exif: Int?, at start: Int) -> [UInt8] {
    let picture = grid == nil ? 1 : tiles.count + 1
    var locations: [UInt8] = []
    var entries: [UInt8] = []
    var position = start
    func add(_ id: Int, _ type: BoxType, isHidden: Bool = false, _ length: Int, inItemData: Bool = false) {
      locations += Self.number(id, 2) + Self.number(inItemData ? 1 : 0, 2) + Self.number(0, 2)
      locations += Self.number(1, 2) + Self.number(inItemData ? 0 : position, 4) + Self.number(length, 4)
      if !inItemData { position += length }
      entries += Self.box(
        "infe", version: 2, flags: isHidden ? 1 : 0,
        Self.number(id, 2) + Self.number(0, 2) + Self.letters(type) + [0])
    }
    for (index, length) in tiles.enumerated() {
      add(index + 1, Configuration.itemType, isHidden: grid != nil, length)
    }
    if let grid { add(picture, "grid", grid.count, inItemData: true) }
    if let exif { add(picture + 1, "Exif", exif) }
    let count = Self.number(picture + (exif == nil ? 0 : 1), 2)
    var references: [UInt8] = []
    if grid != nil {
      references += Self.box(
        "dimg",
        Self.number(picture, 2) + Self.number(tiles.count, 2)
          + (1...tiles.count).flatMap { Self.number($0, 2) })
    }
    if exif != nil {
      references += Self.box(
        "cdsc", Self.number(picture + 1, 2) + Self.number(1, 2) + Self.number(picture, 2))
    }
    var meta = Self.box(
      "hdlr", version: 0, Self.number(0, 4) + Self.letters("pict") + Self.number(0, 12) + [0])
    meta += Self.box("pitm", version: 0, Self.number(picture, 2))
    meta += Self.box("iloc", version: 1, Self.number(0x4400, 2) + count + locations)
    meta += Self.box("iinf", version: 0, count + entries)
    if !references.isEmpty { meta += Self.box("iref", version: 0, references) }
    meta += Self.box(
      "iprp",
      Self.box("ipco", properties.flatMap { Self.box($0.type, $0.content) })
        + Self.box("ipma", version: 0, associations(tiles: tiles.count)))
    if let grid { meta += Self.box("idat", grid) }
    let fileType = Self.letters(brands[0]) + Self.number(0, 4) + brands.dropFirst().flatMap(Self.letters)
    return Self.box("ftyp", fileType) + Self.box("meta", version: 0, meta)
  }

  private func associations(tiles: Int) -> [UInt8] {
    func entry(_ id: Int, _ places: [Int]) -> [UInt8] {
      Self.number(id, 2) + [UInt8(places.count)]
        + places.map { UInt8($0 + 1) | (properties[$0].isEssential ? 0x80 : 0) }
    }
    guard grid != nil else { return Self.number(1, 4) + entry(1, order) }
    let ofTiles = properties.indices.filter { properties[$0].isOfTiles }
    return Self.number(tiles + 1, 4) + (1...tiles).flatMap { entry($0, ofTiles) } + entry(tiles + 1, order)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  private static func letters(_ type: BoxType) -> [UInt8] { number(Int(type.rawValue), 4) }

  private static func box(_ type: BoxType, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + letters(type) + content
  }

  private static func box(_ type: BoxType, version: Int, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
    box(type, number(version << 24 | flags, 4) + content)
  }
}

extension CanonicalHEIF {
  /// Where a file begins to differ from a render that has its picture.
  /// - Returns: nil where it is one, byte by byte but for the data of tiles and EXIF.
  static func difference(of picture: ExaminedHEIF<Configuration>) -> Int? {
    let (file, bytes) = (picture.file, picture.file.bytes)
    let exif = file.items.first { $0.type == "Exif" }
    let tiles = picture.tiles.map { length(of: file.items[$0.item]) }
    let block = exif.map { length(of: $0) }
    guard let head = Self(picture)?.head(tiles: tiles, exif: block) else { return 0 }
    if let place = head.indices.first(where: { $0 >= bytes.count || bytes[$0] != head[$0] }) { return place }
    let end = head.count + (tiles + [block ?? 0]).reduce(0, +)
    return bytes.count == end ? nil : min(bytes.count, end)
  }

  private static func length(of item: ExaminedItems.Item) -> Int {
    item.extents.reduce(0) { $0 + $1.count }
  }

  /// A file that shows a picture of another one, and nothing else.
  /// - Returns: nil where it cannot be told how.
  static func file(of picture: ExaminedHEIF<Configuration>) -> [UInt8]? {
    var data: [[UInt8]] = []
    for index in picture.tiles.indices {
      guard let configuration = picture.configuration(ofTile: index) else { return nil }
      data.append(configuration.shown(of: picture.data(ofTile: index)))
    }
    guard let head = Self(picture)?.head(tiles: data.map(\.count), exif: nil) else { return nil }
    return head + data.joined()
  }
}

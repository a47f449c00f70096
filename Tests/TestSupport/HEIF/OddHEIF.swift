public import ImageProcessingKit

/// HEICs and AVIFs that are sound and that readers stumble over, with the picture that is in them.
public struct OddHEIF: Sendable, CustomStringConvertible {
  public let name: String
  /// What is stored, a grid cut to its size, before anything is cropped or turned.
  public let picture: TestHEVC.Picture
  public let file: [UInt8]
  /// Whether libheif 1.15 reads it.
  public let isReadByLibheif: Bool
  /// Whether the samples fill the whole range of numbers.
  public var isFullRange: Bool { name != Self.narrow }

  private static let narrow = "Samples of the narrow range"

  public var description: String { name }

  private init(
    _ name: String, _ picture: TestHEVC.Picture, _ heic: TestHEIF, isReadByLibheif: Bool = true,
    _ change: (inout TestHEIF) throws -> Void = { _ in }
  ) throws {
    self.name = name
    self.picture = picture
    self.isReadByLibheif = isReadByLibheif
    file = try heic.changing(change).bytes
  }

  public static let heic = Result { try all(.hevc, tiles()) }
  public static let avif = Result { try all(.av1, av1Tiles()) }

  private static func all(_ codec: TestHEIF.Codec, _ tiles: [OddHEIF]) throws -> [OddHEIF] {
    try layouts(codec) + properties(codec) + tiles + pictures(codec) + furtherItems(codec)
  }

  /// Five tiles and a half, coded without loss.
  private static let noise = TestHEVC.Picture.noise(width: 88, height: 60, seed: 11)

  /// The same file said in other ways.
  private static func layouts(_ codec: TestHEIF.Codec) throws -> [OddHEIF] {
    let phone = try TestHEIF.phone(noise, TestHEIF.Kind(codec, tile: (32, 32)), turns: 3)
    func odd(_ name: String, isReadByLibheif: Bool = true, _ change: (inout TestHEIF) throws -> Void) throws
      -> OddHEIF
    {
      try OddHEIF(name, noise, phone, isReadByLibheif: isReadByLibheif, change)
    }
    func layout(_ name: String, isReadByLibheif: Bool = true, _ change: (inout TestHEIF.Layout) -> Void)
      throws -> OddHEIF
    {
      try odd(name, isReadByLibheif: isReadByLibheif) { change(&$0.layout) }
    }
    return [
      try layout("As a phone writes it") { _ in },
      try odd("Places without construction methods") { heic in
        heic.layout.locationVersion = 0
        // All that is in idat stands in mdat.
        for item in heic.items.indices { heic.items[item].place = .data(0) }
      },
      try layout("Places with wide numbers of items") { $0.locationVersion = 2 },
      try layout("Places of 64 bits") { ($0.offsetSize, $0.lengthSize) = (8, 8) },
      try layout("Places that count from a base") { $0.baseSize = 4 },
      try layout("Places that count from a base of 64 bits") { ($0.baseSize, $0.offsetSize) = (8, 4) },
      try layout("Places with indices", isReadByLibheif: false) { $0.indexSize = 4 },
      try layout("Places with indices and wide numbers") { ($0.indexSize, $0.locationVersion) = (8, 2) },
      try odd("Tiles within another item", isReadByLibheif: false) { heic in
        let all = heic.freeID
        heic.items.insert(
          TestHEIF.Item(all, "face", heic[1].data + heic[2].data) { $0.isHidden = true }, at: 0)
        let first = heic[1].data.count
        for (id, range) in [(1, 0..<first), (2, first..<(first + heic[2].data.count))] {
          heic[id].place = .item
          heic[id].references = [TestHEIF.Reference("iloc", [all])]
          heic[id].extents = [.claimed(offset: range.lowerBound, length: range.count)]
        }
      },
      try layout("Wide numbers everywhere") {
        ($0.locationVersion, $0.primaryVersion, $0.informationVersion, $0.referenceVersion) = (2, 1, 1, 1)
        ($0.entryVersion, $0.associationVersion, $0.hasWideAssociations) = (3, 1, true)
      },
      try layout("Wide associations") { $0.hasWideAssociations = true },
      try odd("More than 127 properties") { heic in
        heic.layout.hasWideAssociations = true
        heic.layout.sharesProperties = false
        heic.layout.unassociated = (0..<200).map { .size($0 + 1, 7) }
      },
      try layout("Properties that are not shared") { $0.sharesProperties = false },
      try layout("Associations in three boxes") { $0.associationBoxes = 3 },
      try odd("Every item in three pieces") { heic in
        for item in heic.items.indices { heic.items[item].split(into: 3) }
      },
      try odd("A piece for every byte of a tile", isReadByLibheif: false) { heic in
        heic[2].extents =
          heic[2].data.prefix(1000).map { .bytes([$0]) } + [
            .bytes(Array(heic[2].data.dropFirst(1000)))
          ]
      },
      try odd("Pieces of no bytes") { heic in
        heic[1].extents = [.bytes([])] + heic[1].extents + [.bytes([])]
      },
      try layout("Data before everything else") { $0.parts = [.fileType, .data(0), .meta] },
      try odd("Several boxes of data") { heic in
        for item in heic.items.indices where heic.items[item].place == .data(0) {
          heic.items[item].place = .data(item % 3)
        }
        heic.layout.parts = [.fileType, .data(2), .meta, .data(0), .data(1)]
      },
      try odd("Free space everywhere") { heic in
        let free = TestBox.bytes("free", [UInt8](repeating: 0, count: 20))
        heic.layout.parts = [.fileType, .bytes(free), .meta, .bytes(free), .data(0), .bytes(free)]
        heic.layout.metaParts = heic.layout.metaParts.flatMap { [.bytes(free), $0] } + [.bytes(free)]
        for item in heic.items.indices { heic.items[item].extents.append(.gap([1, 2, 3])) }
      },
      try layout("Data of a length of 64 bits") { $0.sizes["mdat0"] = .long },
      try layout("Data up to the end") { $0.sizes["mdat0"] = .toEnd },
      try layout("Every box of a length of 64 bits") {
        for path in [
          "ftyp", "meta", "mdat0", "meta/hdlr", "meta/pitm", "meta/iinf", "meta/iref", "meta/iprp",
          "meta/iloc", "meta/idat", "meta/dinf", "meta/iinf/infe", "meta/iprp/ipco", "meta/iprp/ipma",
          "meta/iprp/ipco/\(codec.configurationType)", "meta/iprp/ipco/ispe", "meta/iref/dimg",
        ] { $0.sizes[path] = .long }
      },
      try layout("The parts of meta in another order") {
        $0.metaParts = [
          .handler, .locations, .descriptors, .properties, .references, .information, .primary,
        ]
      },
      try odd("Items in another order") { $0.items.reverse() },
      try odd("Large numbers of items") { heic in
        func changed(_ id: Int) -> Int { 65_535 - 3 * id }
        for item in heic.items.indices {
          heic.items[item].id = changed(heic.items[item].id)
          for reference in heic.items[item].references.indices {
            heic.items[item].references[reference].items = heic.items[item].references[reference].items.map(
              changed)
          }
        }
        heic.primary = changed(heic.primary)
      },
      try odd("The grid's descriptor in mdat") { $0.primaryItem.place = .data(0) },
      try odd("A tile in idat") { $0[3].place = .descriptor },
      try odd("A descriptor with wide numbers") {
        $0.primaryItem.data = TestHEIF.gridDescriptor(
          columns: 3, rows: 2, width: noise.width, height: noise.height, isWide: true)
      },
      try odd("A name for every item and for the handler") { heic in
        for item in heic.items.indices { heic.items[item].name = Array("Item".utf8) }
        heic.layout.handlerName = Array("Pictures".utf8)
      },
      try odd("Two items that share their bytes") { heic in
        heic.items.append(
          TestHEIF.Item(heic.freeID, codec.itemType, properties: heic[1].properties) {
            $0.extents = [.shared(item: 1, 0..<heic[1].data.count)]
            $0.isHidden = true
          })
      },
    ]
  }

  /// What turns and crops.
  private static func properties(_ codec: TestHEIF.Codec) throws -> [OddHEIF] {
    var result: [OddHEIF] = []
    func add(_ name: String, isReadByLibheif: Bool = true, _ properties: [TestHEIF.Property]) throws {
      for isGrid in [true, false] {
        let kind = TestHEIF.Kind(codec, tile: isGrid ? (32, 32) : nil) { $0.properties = properties }
        result.append(
          try OddHEIF(
            "\(name), \(isGrid ? "grid" : "single")", noise, TestHEIF.photo(noise, kind),
            isReadByLibheif: isReadByLibheif))
      }
    }
    for turns in 0..<4 {
      try add("Turned \(turns) times", [.rotation(turns)])
      for axis in 0..<2 {
        try add("Turned \(turns) times, then mirrored over \(axis)", [.rotation(turns), .mirror(axis)])
        try add("Mirrored over \(axis), then turned \(turns) times", [.mirror(axis), .rotation(turns)])
      }
    }
    let box = PixelBox(x: 10, y: 6, width: 40, height: 30)
    let crop = TestHEIF.Property.crop(to: box, of: noise.width, noise.height)
    try add("Cropped", [crop])
    try add("Cropped, turned and mirrored", [crop, .rotation(1), .mirror(1)])
    try add("Turned, then cropped", [.rotation(1), .crop(width: (30, 1), height: (40, 1))])
    try add(
      "Cropped to parts of pixels",
      [.crop(width: (81, 2), height: (100, 3), right: (1, 3), down: (-5, 7))])
    try add("Cropped to nothing but the edge", [.crop(width: (88, 1), height: (60, 1))])
    try add("Pixels that are no squares", [.aspect(4, 3)])
    try add("Light and a display", [.light(1000, 203), .mastering])
    return result
  }

  /// Other tiles than phones have.
  private static func tiles() throws -> [OddHEIF] {
    var result: [OddHEIF] = []
    func add(
      _ name: String, isReadByLibheif: Bool = true, tile: (Int, Int)? = (32, 32),
      _ change: (inout TestHEIF.Kind) -> Void
    ) throws {
      let kind = TestHEIF.Kind {
        $0.tile = tile
        change(&$0)
      }
      result.append(
        try OddHEIF(name, noise, TestHEIF.photo(noise, kind), isReadByLibheif: isReadByLibheif))
    }
    for size in [1, 2] {
      // Small enough for a unit of 255 bytes.
      let kind = TestHEIF.Kind.grid(16, 16) { $0.lengthSize = size }
      let flat = TestHEVC.Picture(width: 40, height: 24, chroma: .half, depth: 8, value: 99)
      result.append(
        try OddHEIF(
          "Lengths of \(size) before units", flat, TestHEIF.photo(flat, kind), isReadByLibheif: false))
    }
    try add("A message in hvcC") { $0.configurationUnits = [TestHEVC.message([1, 2, 3])] }
    try add("Delimiters and messages in tiles") {
      $0.units = { [TestHEVC.delimiter, TestHEVC.message([UInt8($0)])] + $1 }
    }
    try add("Sums and filler behind slices") {
      $0.coding = { _ in TestHEVC.Coding { ($0.hasSums, $0.hasSettings) = (true, true) } }
      $0.units = { $1 + [TestHEVC.filler(50)] }
    }
    try add("Three slices in a tile", tile: (64, 64)) {
      $0.coding = { _ in TestHEVC.Coding { ($0.slices, $0.unit) = (3, 16) } }
    }
    try add("Three slices in a single picture", tile: nil) {
      $0.coding = { _ in TestHEVC.Coding { ($0.slices, $0.unit) = (3, 16) } }
    }
    try add("Two configurations") { kind in
      kind.coding = { tile in TestHEVC.Coding { $0.unit = tile % 2 == 0 ? 16 : 32 } }
    }
    try add("A window in a single picture", tile: nil) { _ in }
    try add("One tile alone", tile: (96, 64)) { _ in }
    try add("Tiles of one column", tile: (96, 16)) { _ in }
    try add("Tiles of one row", tile: (16, 64)) { _ in }
    try add("Tiles that are no multiples of a unit", tile: (36, 20)) { _ in }
    try add(narrow, tile: (32, 32)) { kind in
      kind.coding = { _ in TestHEVC.Coding { ($0.isFullRange, $0.colors) = (false, [1, 13, 6]) } }
      kind.colors = [.colors(primaries: 1, transfer: 13, matrix: 6, isFullRange: false)]
    }
    try add("Numbers and a profile") {
      $0.colors = [.colors(primaries: 12, transfer: 13, matrix: 6), .profile(TestProfile.wideGamut)]
    }
    try add("A restricted profile") { $0.colors = [.profile(TestProfile.wideGamut, type: "rICC")] }
    try add("No colours") { $0.colors = [] }
    return result
  }

  /// The same of AVIFs.
  private static func av1Tiles() throws -> [OddHEIF] {
    var result: [OddHEIF] = []
    func add(
      _ name: String, isReadByLibheif: Bool = true, tile: (Int, Int)? = (32, 32),
      _ change: (inout TestHEIF.Kind) throws -> Void
    ) throws {
      var kind = TestHEIF.Kind(.av1, tile: tile)
      try change(&kind)
      result.append(
        try OddHEIF(name, noise, TestHEIF.photo(noise, kind), isReadByLibheif: isReadByLibheif))
    }
    func coded(_ name: String, tile: (Int, Int)? = (32, 32), _ change: (inout TestAV1.Coding) -> Void) throws
    {
      let coding = TestAV1.Coding(change)
      try add(name, tile: tile) { $0.av1Coding = { _ in coding } }
    }
    try coded("Full headers") { $0.isReduced = false }
    try coded("Headers of films") { $0.isStill = false }
    try coded("Full headers in a single picture", tile: nil) { $0.isReduced = false }
    try coded("Places of chroma") { ($0.chromaPosition, $0.colors) = (2, [1, 13, 6]) }
    try add("Headers with times") { kind in
      kind.av1Coding = { _ in TestAV1.Coding { $0.isReduced = false } }
      kind.av1Units = { _, units in [TestAV1.timed(units[0]) ?? units[0]] + units[1...] }
    }
    try add("A sequence header in av1C") { kind in
      let first = noise.cut(x: 0, y: 0, width: 32, height: 32)
      kind.av1ConfigurationUnits = try TestAV1.encode(first).sequenceHeaders
    }
    try add("A message in av1C") { $0.av1ConfigurationUnits = [TestAV1.message([1, 2, 3])] }
    try add("Delimiters and messages in tiles") {
      $0.av1Units = { [TestAV1.delimiter, $1[0], TestAV1.message([UInt8($0)])] + $1[1...] }
    }
    try add("Padding behind frames") { $0.av1Units = { $1 + [TestAV1.padding([1, 2, 3])] } }
    try add("OBUs of reserved types") { $0.av1Units = { $1 + [TestAV1.Unit(12, [1, 2, 3])] } }
    try add("A sequence header twice") { $0.av1Units = { [$1[0]] + $1 } }
    try add("Frames without a size") {
      $0.av1Units = { _, units in units.map { $0.kind == .frame ? $0.changing { $0.hasSize = false } : $0 } }
    }
    try add("Sizes that are longer than need be") {
      $0.av1Units = { _, units in units.map { $0.changing { $0.sizePadding = 2 } } }
    }
    try add("OBUs that say of which layer they are") {
      $0.av1Units = { _, units in
        units.map { $0.kind == .sequenceHeader ? $0 : $0.changing { $0.layer = 0 } }
      }
    }
    try add("Sizes of layers") { $0.properties = [.layerSizes([])] }
    try add("A higher level") { $0.av1Units = { [TestAV1.leveled($1[0], 13)] + $1[1...] } }
    try add("Two configurations") { kind in
      kind.av1Coding = { tile in TestAV1.Coding { $0.isReduced = tile % 2 == 0 } }
    }
    try add("One tile alone", tile: (96, 64)) { _ in }
    try add("Tiles of one column", tile: (96, 16)) { _ in }
    try add("Tiles of one row", tile: (16, 64)) { _ in }
    try add("Tiles that are no multiples of a unit", tile: (36, 20)) { _ in }
    try add(narrow) { kind in
      kind.av1Coding = { _ in TestAV1.Coding { ($0.isFullRange, $0.colors) = (false, [1, 13, 6]) } }
      kind.colors = [.colors(primaries: 1, transfer: 13, matrix: 6, isFullRange: false)]
    }
    try add("Numbers and a profile") {
      $0.colors = [.colors(primaries: 12, transfer: 13, matrix: 6), .profile(TestProfile.wideGamut)]
    }
    try add("A restricted profile") { $0.colors = [.profile(TestProfile.wideGamut, type: "rICC")] }
    try add("No colours") { $0.colors = [] }
    for brand in ["mif1", "mif2", "miaf"] {
      result.append(
        try OddHEIF(
          "The brand \(brand) first", noise, TestHEIF.photo(noise, TestHEIF.Kind(.av1, tile: (32, 32)))
        ) {
          $0.majorBrand = brand
        })
    }
    // Large enough for several AV1 tiles, and for two groups of them.
    let large = TestAV1.Picture.noise(width: 160, height: 136, seed: 12)
    for groups in [1, 2] {
      for isGrid in [false, true] {
        let kind = TestHEIF.Kind.avif(
          TestAV1.Coding { ($0.tileColumns, $0.tileRows, $0.tileGroups) = (2, 2, groups) },
          tile: isGrid ? (136, 136) : nil)
        result.append(
          try OddHEIF(
            "Four AV1 tiles in \(groups) OBUs, \(isGrid ? "grid" : "single")", large,
            TestHEIF.photo(large, kind)))
      }
    }
    return result
  }

  /// Other samples, and odd sizes.
  private static func pictures(_ codec: TestHEIF.Codec) throws -> [OddHEIF] {
    try TestHEVC.Chroma.allCases.flatMap { chroma in
      try [8, 10, 12].flatMap { depth in
        let step = chroma.step
        // Of an odd size where the code can have one.
        let picture = TestHEVC.Picture.noise(
          width: 66 + (step.x == 1 || codec == .av1 ? 1 : 0),
          height: 38 + (step.y == 1 || codec == .av1 ? 1 : 0), chroma: chroma, depth: depth)
        // A grid cuts what its tiles have too much, to any size where there is a sample for every pixel.
        let odd = TestHEVC.Picture.noise(width: 67, height: 39, chroma: chroma, depth: depth)
        return [
          try OddHEIF("Single picture of \(picture)", picture, TestHEIF.photo(picture, TestHEIF.Kind(codec))),
          try OddHEIF("Grid of \(odd)", odd, TestHEIF.photo(odd, TestHEIF.Kind(codec, tile: (32, 32)))),
        ]
      }
    }
  }

  /// Items that no viewer needs, beside the picture.
  private static func furtherItems(_ codec: TestHEIF.Codec) throws -> [OddHEIF] {
    let photo = try TestHEIF.photo(noise, TestHEIF.Kind(codec, tile: (32, 32)))
    let small = TestHEVC.Picture.noise(width: 32, height: 32, chroma: .gray)
    return try TestHEIF.Auxiliary.allCases.map { type in
      try OddHEIF("With \(type)", noise, photo) { try $0.addAuxiliary(type, small) }
    } + [
      try OddHEIF("With many thumbnails", noise, photo) { heic in
        for _ in 0..<20 { try heic.addThumbnail(small) }
      },
      try OddHEIF("With an item that nobody refers to", noise, photo) {
        $0.items.append(TestHEIF.Item($0.freeID, "face", [1, 2, 3]))
      },
      try OddHEIF("With groups", noise, photo) {
        $0.groups = [
          TestHEIF.Group("altr", id: 900, [$0.primary]), TestHEIF.Group("face", id: 901, []),
        ]
      },
    ]
  }
}

extension OddHEIF {
  /// What viewers show: the picture after its properties have cropped, turned and mirrored it, in their order; nil where it is
  /// cropped to parts of pixels.
  public var shown: PixelBuffer? {
    get throws {
      var pixels = picture.pixels(isFullRange: isFullRange)
      for property in try TestHEIF(file).primaryItem.properties {
        let numbers = stride(from: 0, to: property.data.count - 3, by: 4).map {
          Int(Int32(truncatingIfNeeded: TestBox.number(property.data, $0, 4)))
        }
        switch property.type {
        case "irot":
          let turned = [Orientation.up, .right, .down, .left][Int(property.data[0] & 3)]
          pixels = pixels.stored(for: turned)
        case "imir":
          pixels = pixels.stored(for: property.data[0] & 1 == 0 ? .downMirrored : .upMirrored)
        case "clap":
          let (width, height) = (
            Double(numbers[0]) / Double(numbers[1]), Double(numbers[2]) / Double(numbers[3])
          )
          let left = (Double(pixels.width) - width) / 2 + Double(numbers[4]) / Double(numbers[5])
          let top = (Double(pixels.height) - height) / 2 + Double(numbers[6]) / Double(numbers[7])
          guard [width, height, left, top].allSatisfy({ $0 == $0.rounded() }) else { return nil }
          var cropped = PixelBuffer(width: Int(width), height: Int(height))
          cropped.paste(pixels, x: -Int(left), y: -Int(top))
          pixels = cropped
        default: break
        }
      }
      return pixels
    }
  }
}

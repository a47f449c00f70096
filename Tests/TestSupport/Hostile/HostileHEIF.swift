import Foundation

/// HEICs and AVIFs that are made to keep a reader busy, or to lead it astray. Each takes a photo of `TestHEIF.phone` as its photo.
extension HostileFile {
  /// Small enough to be looked at one by one: photos that hold more than they show, and files that are no photos.
  public static let heic = heif + hevcFiles
  public static let avif = heif.map(\.avif) + av1Files
  /// Likewise for work that grows with the square of the size, and memory that grows with what a file says.
  public static let largeHEIC = heifCounts + heifBombs
  public static let largeAVIF = largeHEIC.map(\.avif) + av1Counts

  /// What has nothing to do with the code of the pictures.
  private static let heif = heifBoxes + heifPlaces + heifItems + heifProperties

  /// The same file as an AVIF.
  private var avif: HostileFile {
    HostileFile(
      name.replacingOccurrences(of: "HEIC", with: "AVIF"), isPhoto: isPhoto, fileExtension: "avif",
      build: build)
  }

  static func heic(
    _ name: String, isPhoto: Bool = true,
    _ change: @escaping @Sendable (_ photo: inout TestHEIF) throws -> Void
  ) -> HostileFile {
    HostileFile(name, isPhoto: isPhoto, fileExtension: "heic") { try TestHEIF($0).changing(change).bytes }
  }

  /// A file that a careful reader refuses. libheif 1.15 reads about a third of them, and crashes on grids of each other.
  static func refused(
    _ name: String, _ change: @escaping @Sendable (_ photo: inout TestHEIF) throws -> Void
  ) -> HostileFile {
    heic(name, isPhoto: false, change)
  }

  // MARK: Boxes

  private static let boxPaths = [
    "ftyp", "meta", "meta/hdlr", "meta/pitm", "meta/iinf", "meta/iref", "meta/iprp", "meta/iprp/ipco",
    "meta/iprp/ipma", "meta/iloc", "meta/idat",
  ]

  private static let heifSizes: [HostileFile] = boxPaths.flatMap { path in
    // A size of nothing is one up to the end, which none but the last box may have.
    [0, 1, 7, 0x7FFF_FFFF, 0xFFFF_FFFF].map { size in
      refused("A size of \(size) for \(path)") { $0.layout.sizes[path] = .stated(size) }
    }
  }

  private static let metaParts: [TestHEIF.Layout.MetaPart] = [
    .primary, .information, .references, .properties, .locations, .descriptors,
  ]

  private static let heifMetaParts: [HostileFile] = metaParts.flatMap { part in
    [
      refused("No \(part)") { $0.layout.metaParts.removeAll { $0 == part } },
      refused("Twice \(part)") { $0.layout.metaParts.append(part) },
    ]
  }

  private static let heifBoxes: [HostileFile] =
    heifSizes + heifMetaParts + [
      refused("No meta") { $0.layout.parts = [.fileType, .data(0)] },
      refused("No brands that are known") { ($0.majorBrand, $0.brands) = ("face", ["face"]) },
      refused("A video's brands") { ($0.majorBrand, $0.brands) = ("isom", ["isom", "mp42"]) },
      refused("Two metas") { heic in
        heic.layout.parts = [.fileType, .meta, .meta, .data(0)]
      },
      refused("A second meta with another primary item") { heic in
        let other = heic.changing {
          $0.primary = 1
          $0.layout.parts = [.meta]
        }
        heic.layout.insert(other.bytes)
      },
      refused("Two file types") { $0.layout.parts = [.fileType, .fileType, .meta, .data(0)] },
      refused("meta before the file type") { $0.layout.parts = [.meta, .fileType, .data(0)] },
      refused("No handler") { $0.layout.metaParts.removeAll { $0 == .handler } },
      refused("A handler of videos") {
        $0.layout.changes["meta/hdlr"] = { $0[..<8] + Array("vide".utf8) + $0[12...] }
      },
      refused("Boxes in boxes a thousand deep") { heic in
        let nested = (0..<1000).reduce([UInt8]()) { bytes, _ in
          TestBox.bytes("meta", version: 0, bytes)
        }
        heic.layout.insert(nested, before: .meta)
      },
      heic("Free boxes in free boxes") { heic in
        let nested = (0..<1000).reduce([UInt8]()) { bytes, _ in TestBox.bytes("free", bytes) }
        heic.layout.insert(nested, before: .meta)
      },
      heic("Starts of HEICs in free space") {
        $0.layout.insert(
          TestBox.bytes("free", fill(60_000, TestBox.bytes("ftyp", Array("heic\0\0\0\0".utf8)))))
      },
      refused("A box that ends within its name") {
        $0.layout.insert(TestBox.bytes("uuid", [11, 97, 116]), before: .meta)
      },
      refused("Bytes that are no box before meta") { $0.layout.insert([0, 0, 0, 3, 1], before: .meta) },
    ]

  // MARK: Places of data

  private static func claimed(_ name: String, _ offset: Int, _ length: Int) -> HostileFile {
    refused(name) { $0[$0.tiles[1]].extents = [.claimed(offset: offset, length: length)] }
  }

  private static let heifPlaces: [HostileFile] = [
    claimed("A tile behind the end", 0x7000_0000, 100),
    claimed("A tile up to behind the end", 100, 0x7FFF_FFFF),
    claimed("A tile of all ones", 0xFFFF_FFFF, 0xFFFF_FFFF),
    claimed("A tile of the whole file", 0, 3000),
    claimed("A tile in the file's type", 0, 24),
    claimed("A tile in meta", 100, 200),
    claimed("A tile of nothing", 0, 0),
    refused("Places whose sum overflows") { heic in
      (heic.layout.offsetSize, heic.layout.lengthSize, heic.layout.baseSize) = (8, 8, 8)
      heic[heic.tiles[1]].extents = [.claimed(offset: -8, length: -1)]
    },
    refused("Places that are negative") { heic in
      (heic.layout.offsetSize, heic.layout.lengthSize) = (8, 8)
      heic[heic.tiles[1]].extents = [.claimed(offset: Int.min, length: Int.min)]
    },
    refused("A tile twice in iloc") { heic in
      var other = heic[heic.tiles[1]]
      other.isNamed = false
      other.properties = []
      heic.items.append(other)
    },
    heic("Two tiles of the same bytes as a hidden item") { heic in
      let tile = heic.tiles[0]
      heic.items.append(
        TestHEIF.Item(heic.freeID, "face") {
          $0.extents = [.shared(item: tile, 10..<60)]
          $0.isHidden = true
        })
    },
    refused("Tiles that overlap") { heic in
      let first = heic.tiles[0]
      heic[heic.tiles[1]].extents = [.shared(item: first, 20..<heic[first].data.count)]
    },
    refused("Extents of one item that overlap") { heic in
      let tile = heic.tiles[0]
      let count = heic[tile].data.count
      heic[tile].extents += [.shared(item: tile, (count / 2)..<count)]
    },
    refused("A tile in another file") {
      $0.layout.changes["meta/iloc"] = { iloc in
        // data_reference_index of the first entry, behind version, sizes, count, number and method.
        Array(iloc[..<12]) + [0, 1] + Array(iloc[14...])
      }
    },
    refused("An unknown construction method") {
      $0.layout.changes["meta/iloc"] = { Array($0[..<11]) + [9] + Array($0[12...]) }
    },
    refused("Numbers of three bytes in iloc") {
      $0.layout.changes["meta/iloc"] = { Array($0[..<4]) + [0x33] + Array($0[5...]) }
    },
    refused("A future version of iloc") {
      $0.layout.changes["meta/iloc"] = { [9] + Array($0[1...]) }
    },
    refused("Tiles that lie in each other") { heic in
      let (one, other) = (heic.tiles[0], heic.tiles[1])
      for (id, source) in [(one, other), (other, one)] {
        heic[id].place = .item
        heic[id].references.append(.init("iloc", [source]))
        heic[id].extents = [.claimed(offset: 0, length: 50)]
      }
    },
    refused("A tile that lies in itself") { heic in
      let tile = heic.tiles[0]
      heic[tile].place = .item
      heic[tile].references.append(.init("iloc", [tile]))
      heic[tile].extents = [.claimed(offset: 0, length: 50)]
    },
    refused("A primary item without a place") { $0.primaryItem.place = .nowhere },
    refused("A tile without a place") { $0[$0.tiles[1]].place = .nowhere },
  ]

  // MARK: Items

  private static let heifItems: [HostileFile] = [
    refused("A grid of itself") { heic in
      heic.tiles = [UInt8](repeating: 0, count: heic.tiles.count).map { _ in heic.primary }
    },
    refused("Grids of each other") { heic in
      var other = heic.primaryItem
      other.id = heic.freeID
      other.references = [.init("dimg", heic.tiles.map { _ in heic.primary })]
      heic.items.append(other)
      heic.tiles = heic.tiles.map { _ in other.id }
    },
    refused("Grids of grids") { heic in
      var inner = heic.primaryItem
      inner.id = heic.freeID
      heic.items.append(inner)
      heic.primaryItem.data = TestHEIF.gridDescriptor(columns: 1, rows: 1, width: 64, height: 64)
      heic.tiles = [inner.id]
    },
    refused("Thirty identities of each other") { heic in
      var last = heic.primary
      for _ in 0..<30 {
        let id = heic.freeID
        heic.items.append(
          TestHEIF.Item(
            id, "iden", properties: [.size(64, 64)], references: [.init("dimg", [last])],
            place: .descriptor))
        last = id
      }
      heic.primary = last
    },
    refused("An identity of itself as the primary item") { heic in
      let id = heic.freeID
      heic.items.append(
        TestHEIF.Item(
          id, "iden", properties: [.size(64, 64)], references: [.init("dimg", [id])], place: .descriptor))
      heic.primary = id
    },
    refused("An overlay as the primary item") { heic in
      let id = heic.freeID
      heic.items.append(
        TestHEIF.Item(
          id, "iovl", TestHEIF.overlayDescriptor(width: 64, height: 64, places: [(0, 0)]),
          properties: [.size(64, 64)], references: [.init("dimg", [heic.primary])], place: .descriptor))
      heic.primary = id
    },
    refused("A grid that lacks a tile") { $0.tiles.removeLast() },
    refused("A grid with a tile too many") { $0.tiles.append($0.tiles[0]) },
    refused("A grid without tiles") { $0.tiles = [] },
    refused("A grid of tiles that are not there") { $0.tiles = $0.tiles.map { $0 + 9000 } },
    refused("Two lists of a grid's tiles") {
      $0.primaryItem.references.append(.init("dimg", $0.tiles.reversed()))
    },
    refused("A grid that is larger than its tiles") {
      $0.primaryItem.data = TestHEIF.gridDescriptor(columns: 2, rows: 2, width: 4000, height: 64)
    },
    refused("A grid of two billion pixels") {
      $0.primaryItem.data = TestHEIF.gridDescriptor(columns: 2, rows: 2, width: 0x7FFF_FFFF, height: 1)
    },
    refused("A grid of no pixels") {
      $0.primaryItem.data = TestHEIF.gridDescriptor(columns: 2, rows: 2, width: 0, height: 0)
    },
    refused("A descriptor that is cut") { $0.primaryItem.data.removeLast(3) },
    refused("A descriptor of another version") { $0.primaryItem.data[0] = 7 },
    refused("Tiles of different sizes") { heic in
      let other = TestHEVC.Picture.noise(width: 48, height: 32)
      var item = try heic.coded(heic.tiles[1], other)
      item.isHidden = true
      heic[heic.tiles[1]] = item
    },
    refused("Tiles of different depths") { heic in
      var item = try heic.coded(heic.tiles[1], .noise(width: 32, height: 32, depth: 10))
      item.isHidden = true
      heic[heic.tiles[1]] = item
    },
    refused("Tiles of different chroma") { heic in
      var item = try heic.coded(heic.tiles[1], .noise(width: 32, height: 32, chroma: .full))
      item.isHidden = true
      heic[heic.tiles[1]] = item
    },
    refused("A tile that is turned") { $0[$0.tiles[0]].properties.append(.rotation(1)) },
    refused("A tile that is cropped") {
      $0[$0.tiles[0]].properties.append(.crop(width: (16, 1), height: (16, 1)))
    },
    refused("A tile twice in a grid") { $0.tiles[1] = $0.tiles[0] },
    refused("A primary item that is not there") { $0.primary = 4000 },
    refused("A primary item that is EXIF") { heic in
      heic.primary = heic.items.first { $0.type == "Exif" }?.id ?? 0
    },
    refused("A primary item of number 0") { $0.primary = 0 },
    refused("A protected picture") { $0[$0.tiles[0]].protection = 1 },
    refused("Two items of one number") { heic in
      let tile = heic[heic.tiles[0]]
      heic.items.insert(
        TestHEIF.Item(tile.id, "mime", [1]) { $0.contentType = "text/plain" }, at: heic.items.count)
    },
    heic("EXIF without an offset") { heic in
      for item in heic.items.indices where heic.items[item].type == "Exif" { heic.items[item].data = [0, 0] }
    },
    heic("EXIF whose offset leads beyond its end") { heic in
      for item in heic.items.indices where heic.items[item].type == "Exif" {
        heic.items[item].data = [0xFF, 0xFF, 0xFF, 0xFF] + heic.items[item].data.dropFirst(4)
      }
    },
    heic("Names without an end") {
      $0.items.append(TestHEIF.Item($0.freeID, "face") { $0.name = fill(3000, [0x61]) })
    },
  ]

  // MARK: Properties

  private static func property(_ name: String, _ property: TestHEIF.Property) -> HostileFile {
    refused(name) { $0.primaryItem.set(property) }
  }

  private static let heifProperties: [HostileFile] =
    [
      property("A clap of no width", .crop(width: (0, 1), height: (10, 1))),
      property("A clap over zero", .crop(width: (10, 0), height: (10, 1))),
      property("A clap that is larger than the picture", .crop(width: (900, 1), height: (900, 1))),
      property(
        "A clap beside the picture", .crop(width: (10, 1), height: (10, 1), right: (500, 1), down: (500, 1))),
      property("A clap of negative size", .crop(width: (-10, 1), height: (-10, 1))),
      property(
        "A clap of all ones",
        .crop(width: (-1, -1), height: (-1, -1), right: (0x7FFF_FFFF, 1), down: (Int(Int32.min), -1))),
      property("A clap that is cut", TestHEIF.Property("clap", [0, 0, 0, 1], isEssential: true)),
      property("An irot that is cut", TestHEIF.Property("irot", [], isEssential: true)),
      property("A pixi of fewer channels than it says", TestHEIF.Property("pixi", [0, 0, 0, 0, 9, 8, 8, 8])),
      property("A pixi of 99 bits", .depths([99, 8, 8])),
      property("A size that is cut", TestHEIF.Property("ispe", [0, 0, 0, 0])),
      property("A size of two billion", .size(0x7FFF_FFFF, 0x7FFF_FFFF)),
      property("A size of nothing", .size(0, 0)),
      property("A size that is not that of the grid", .size(60, 64)),
      property(
        "An essential property that nobody knows", TestHEIF.Property("face", [1], isEssential: true)),
      refused("Two turns") { $0.primaryItem.properties += [.rotation(1), .rotation(1)] },
      refused("No size") { $0.primaryItem.properties.removeAll { $0.type == "ispe" } },
      refused("A tile without a configuration") { heic in
        let type = heic.codec.configurationType
        heic[heic.tiles[0]].properties.removeAll { $0.type == type }
      },
      refused("Associations with boxes that are not there") { heic in
        heic.layout.changes["meta/iprp/ipma"] = { ipma in
          var ipma = ipma
          for index in 11..<ipma.count { ipma[index] |= 0x7F }
          return ipma
        }
      },
      refused("A future version of ipma") {
        $0.layout.changes["meta/iprp/ipma"] = { [9] + Array($0[1...]) }
      },
    ]

  // MARK: Coded pictures

  private static func configuration(
    _ name: String, _ change: @escaping @Sendable (_ configuration: [UInt8]) -> [UInt8]
  ) -> HostileFile {
    refused(name) { heic in
      for tile in heic.tiles {
        for index in heic[tile].properties.indices where heic[tile].properties[index].type == "hvcC" {
          heic[tile].properties[index].data = change(heic[tile].properties[index].data)
        }
      }
    }
  }

  private static func units(
    _ name: String, _ change: @escaping @Sendable (_ units: [[UInt8]]) throws -> [[UInt8]]
  ) -> HostileFile {
    refused(name) { heic in
      let tile = heic.tiles[0]
      heic[tile].data = TestHEVC.bytes(try change(TestHEVC.Stream(heic[tile].data)?.units ?? []))
    }
  }

  private static let hevcFiles: [HostileFile] = [
    refused("A sequence's brands") { ($0.majorBrand, $0.brands) = ("hevc", ["msf1", "hevc"]) },
    refused("A picture of another codec") { heic in
      (heic.majorBrand, heic.brands) = ("avif", ["mif1", "avif"])
      for tile in heic.tiles { heic[tile].type = "av01" }
    },
    refused("A tile with two configurations") { heic in
      let stream = try TestHEVC.encode(.noise(width: 64, height: 64))
      heic[heic.tiles[0]].properties.append(.configuration(stream, of: .noise(width: 64, height: 64)))
    },
    configuration("A configuration that is cut") { Array($0.dropLast(9)) },
    configuration("A configuration of the first bytes alone") { Array($0.prefix(20)) },
    configuration("A configuration without units") { Array($0.prefix(22)) + [0] },
    configuration("A configuration of another version") { [2] + Array($0.dropFirst()) },
    configuration("A configuration with lengths of 3") { $0[..<21] + [$0[21] & 0xFC | 2] + $0[22...] },
    configuration("A configuration that says it is of 10 bits") { $0[..<17] + [0xFA, 0xFA] + $0[19...] },
    configuration("A configuration that says it is 4:4:4") { $0[..<16] + [0xFF] + $0[17...] },
    configuration("A configuration of zeros") { [UInt8](repeating: 0, count: $0.count) },
    units("A tile without a slice") { $0.filter { TestHEVC.type(of: $0) >= 32 } },
    units("A tile whose slice is cut") { $0.map { Array($0.prefix($0.count / 2)) } },
    units("A tile whose slice is of zeros") { $0.map { $0.prefix(2) + [UInt8](repeating: 0, count: 50) } },
    units("A tile with its slice twice") { $0 + $0 },
    units("A tile with a slice of another kind") { $0.map { [2, 1] + $0.dropFirst(2) } },
    units("A tile with empty units") { [[], [], [40]] + $0 },
    units("A tile with another picture's parameter sets") {
      try TestHEVC.encode(.noise(width: 64, height: 16)).parameterSets + $0
    },
    units("A tile of another size than its ispe says") { _ in
      try TestHEVC.encode(.noise(width: 64, height: 16)).units
    },
    refused("A tile whose length leads beyond its end") { heic in
      heic[heic.tiles[0]].data.replaceSubrange(0..<4, with: [0x7F, 0xFF, 0xFF, 0xFF])
    },
    refused("A tile whose length is of all ones") { heic in
      heic[heic.tiles[0]].data.replaceSubrange(0..<4, with: [0xFF, 0xFF, 0xFF, 0xFF])
    },
    refused("A tile that is a JPEG") { $0[$0.tiles[0]].data = [0xFF, 0xD8, 0xFF, 0xD9] },
  ]

  // MARK: Many and large

  private static let heifCounts: [HostileFile] = [
    heic("Boxes by the hundred thousand") {
      $0.layout.insert(fill(8 * 200_000, TestBox.bytes("free", [])))
    },
    heic("Boxes in meta by the hundred thousand") {
      $0.layout.insert(fill(8 * 200_000, TestBox.bytes("free", [])), inMetaBefore: nil)
    },
    heic("Properties by the ten thousand") { heic in
      heic.layout.hasWideAssociations = true
      heic.layout.unassociated = (0..<30_000).map { .size($0, 1) }
    },
    heic("Items by the ten thousand") { heic in
      for id in 1000..<21_000 { heic.items.append(TestHEIF.Item(id, "face", [1])) }
    },
    heic("Items of the same bytes by the ten thousand") { heic in
      let tile = heic.tiles[0]
      let all = 0..<heic[tile].data.count
      for id in 1000..<21_000 {
        heic.items.append(TestHEIF.Item(id, "face") { $0.extents = [.shared(item: tile, all)] })
      }
    },
    heic("References by the ten thousand") { heic in
      let primary = heic.primary
      for id in 1000..<11_000 {
        heic.items.append(
          TestHEIF.Item(id, "face", [1], references: [.init("cdsc", [primary]), .init("thmb", [primary])]))
      }
    },
    heic("A list of references to everything from everything") { heic in
      let all = heic.items.map(\.id)
      for item in heic.items.indices where heic.items[item].id != heic.primary {
        heic.items[item].references += (0..<100).map { _ in
          .init("face", Array(repeatElement(all, count: 60).joined()))
        }
      }
    },
    heic("Extents by the ten thousand") { heic in
      let tile = heic.tiles[0]
      let data = heic[tile].data
      heic[tile].extents = (0..<60_000).map { _ in .bytes([]) } + [.bytes(data)]
    },
    heic("Exif items by the thousand") { heic in
      for _ in 0..<3000 { heic.addEXIF([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0]) }
    },
    refused("A grid of 65,536 tiles that are one") { heic in
      let tile = heic.tiles[0]
      heic.primaryItem.data = TestHEIF.gridDescriptor(columns: 256, rows: 256, width: 8192, height: 8192)
      heic.tiles = [Int](repeating: tile, count: 65_535)
    },
    refused("A grid of 256 tiles a level, ten levels deep") { heic in
      var below = heic.tiles[0]
      for _ in 0..<10 {
        let id = heic.freeID
        heic.items.append(
          TestHEIF.Item(
            id, "grid", TestHEIF.gridDescriptor(columns: 16, rows: 16, width: 65_000, height: 65_000),
            properties: [.size(65_000, 65_000)],
            references: [.init("dimg", [Int](repeating: below, count: 256))], place: .descriptor))
        below = id
      }
      heic.primary = below
    },
    refused("Counts of all ones in iinf") {
      $0.layout.changes["meta/iinf"] = { Array($0[..<4]) + [0xFF, 0xFF] + Array($0[6...]) }
    },
    refused("Counts of all ones in iloc") {
      $0.layout.changes["meta/iloc"] = { Array($0[..<6]) + [0xFF, 0xFF] + Array($0[8...]) }
    },
    refused("Counts of all ones in ipma") {
      $0.layout.changes["meta/iprp/ipma"] = {
        Array($0[..<4]) + [0xFF, 0xFF, 0xFF, 0xFF] + Array($0[8...])
      }
    },
    refused("Counts of all ones in iref") {
      $0.layout.changes["meta/iref/dimg"] = { Array($0[..<2]) + [0xFF, 0xFF] + Array($0[4...]) }
    },
  ]

  private static let heifBombs: [HostileFile] = [
    refused("A tile of 4096 × 4096 in a few bytes") { heic in
      heic[heic.tiles[0]] = try flat(heic.tiles[0], heic.codec)
    },
    refused("Four tiles of 4096 × 4096 in a few bytes") { heic in
      let tile = try flat(heic.tiles[0], heic.codec)
      for id in heic.tiles {
        var item = tile
        item.id = id
        heic[id] = item
      }
      heic.primaryItem.data = TestHEIF.gridDescriptor(columns: 2, rows: 2, width: 8192, height: 8192)
      heic.primaryItem.set(.size(8192, 8192))
    },
    heic("A thumbnail of 4096 × 4096 in a few bytes") { heic in
      var thumbnail = try flat(heic.freeID, heic.codec)
      thumbnail.references = [.init("thmb", [heic.primary])]
      heic.items.append(thumbnail)
    },
    heic("A million starts of a HEIC behind the end") {
      $0.layout.insert(fill(8 << 20, TestBox.bytes("ftyp", Array("heic\0\0\0\0".utf8))))
    },
    heic("Starts of JPEGs in an item") {
      $0.items.append(TestHEIF.Item($0.freeID, "face", fill(4 << 20, [0xFF, 0xD8, 0xFF, 0xE0])))
    },
    heic("XMP of megabytes") {
      $0.addXMP(XMPBuilder.document(attributes: "", String(repeating: "<a/>", count: 1 << 20)))
    },
  ]

  /// An item of many pixels that are all the same.
  private static func flat(_ id: Int, _ codec: TestHEIF.Codec) throws -> TestHEIF.Item {
    var item = try codec == .hevc ? flatItem.get() : flatAV1Item.get()
    item.id = id
    return item
  }

  private static let flatItem = Result {
    try flat(
      TestHEIF.Kind().coded(TestHEVC.Coding { ($0.isLossless, $0.qp, $0.unit) = (false, 51, 64) }))
  }
  private static let flatAV1Item = Result { try flat(.avif(.lossy(63))) }

  private static func flat(_ kind: TestHEIF.Kind) throws -> TestHEIF.Item {
    try TestHEIF.coded(
      1, TestHEVC.Picture(width: 4096, height: 4096, chroma: .half, depth: 8, value: 128), kind)
  }
}

extension TestHEIF {
  /// The file cut at every boundary of boxes and of data, and around it. None is whole.
  public static func truncations(of file: [UInt8]) -> [[UInt8]] {
    var boxes = TestBox.list(file)
    for box in boxes { boxes += box.children(file) + box.children(file).flatMap { $0.children(file) } }
    var places = [0, 1, file.count - 1, file.count - 100, file.count / 2]
    for box in boxes {
      for place in [box.range.lowerBound, box.range.lowerBound + 4, box.content.lowerBound] {
        places += [place - 1, place, place + 1]
      }
    }
    return Set(places).sorted().filter { (0..<file.count).contains($0) }.map { Array(file.prefix($0)) }
  }
}

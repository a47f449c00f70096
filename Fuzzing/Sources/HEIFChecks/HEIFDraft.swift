internal import FuzzerSupport
internal import TestSupport

/// A HEIC or an AVIF that is put together from bytes that may be anything: of tiles that can be decoded, with everything where its boxes say,
/// and changed in ways that know the format.
struct HEIFDraft {
  let file: [UInt8]

  /// Nil where there are too few bytes.
  init?(_ bytes: [UInt8], _ codec: TestHEIF.Codec) {
    let photos = codec == .hevc ? Self.heics : Self.avifs
    guard bytes.count > 8, !photos.isEmpty else { return nil }
    var choices = Choices(bytes)
    var heic = choices.one(of: photos)
    for _ in 0..<(1 + choices.byte() % 12) where !choices.isEmpty { choices.change(&heic) }
    var file = heic.bytes
    // What no writer of boxes does.
    for _ in 0..<(choices.byte() & 3) where !choices.isEmpty {
      let place = Int(choices.byte()) << 8 | Int(choices.byte())
      file[place % file.count] = choices.byte()
    }
    self.file = file
  }

  /// Small photos of every kind.
  private static let heics: [TestHEIF] = {
    let plain = TestHEIF.Kind { $0.colors = [] }
    let grid = TestHEIF.Kind.grid(32, 16) { $0.colors = [colors] }
    return [
      photo(32, 32, plain), photo(40, 24, plain, .gray, 10), photo(32, 16, plain, .full, 8),
      photo(32, 16, plain, .halfWidth, 12), photo(60, 40, grid), photo(60, 30, grid, .gray, 8),
      photo(64, 32, grid, .full, 10), photo(60, 40, grid.coded(.lossy(30))),
      photo(64, 64, grid.coded(TestHEVC.Coding { ($0.unit, $0.slices) = (16, 2) })),
      photo(
        30, 22,
        TestHEIF.Kind {
          ($0.colors, $0.window) = ([], TestHEVC.Window(left: 0, right: 2, top: 0, bottom: 2))
        }),
      phone(TestHEIF.Kind(.hevc, tile: (32, 32))),
    ].compactMap(\.self)
  }()

  private static let avifs: [TestHEIF] = {
    func plain(_ coding: TestAV1.Coding = .lossless) -> TestHEIF.Kind { .avif(coding) { $0.colors = [] } }
    func grid(_ coding: TestAV1.Coding = .lossless) -> TestHEIF.Kind {
      .avif(coding, tile: (32, 16)) { $0.colors = [colors] }
    }
    return [
      photo(32, 32, plain()), photo(41, 23, plain(), .gray, 10), photo(33, 17, plain(.lossy(20)), .full, 8),
      photo(32, 17, plain(.lossy(40)), .halfWidth, 12), photo(31, 33, plain(.lossy(5))),
      photo(60, 40, grid()),
      photo(60, 30, grid(), .gray, 8), photo(64, 32, grid(), .full, 10), photo(60, 40, grid(.lossy(30))),
      photo(32, 32, plain(TestAV1.Coding { $0.isReduced = false })),
      photo(60, 40, grid(TestAV1.Coding { ($0.isReduced, $0.isStill) = (false, false) })),
      photo(40, 40, plain(TestAV1.Coding { $0.grain = 3 })),
      photo(128, 128, plain(TestAV1.Coding { ($0.tileColumns, $0.tileRows, $0.tileGroups) = (2, 2, 2) })),
      phone(TestHEIF.Kind(.av1, tile: (32, 32))),
    ].compactMap(\.self)
  }()

  private static let colors = TestHEIF.Property.colors(primaries: 1, transfer: 13, matrix: 6)

  private static func photo(
    _ width: Int, _ height: Int, _ kind: TestHEIF.Kind, _ chroma: TestHEVC.Chroma = .half, _ depth: Int = 8
  ) -> TestHEIF? {
    var picture = TestHEVC.Picture(
      width: width, height: height, chroma: chroma, depth: depth, value: 1 << UInt16(depth - 1))
    // A little of everything, and few bytes of code.
    for plane in picture.planes.indices {
      for place in stride(from: 0, to: picture.planes[plane].count, by: 5) {
        picture.planes[plane][place] = UInt16(place % (1 << depth))
      }
    }
    return try? TestHEIF.photo(picture, kind)
  }

  private static func phone(_ kind: TestHEIF.Kind) -> TestHEIF? {
    try? TestHEIF.phone(
      TestHEVC.Picture(width: 56, height: 40, chroma: .half, depth: 8, value: 90), kind, turns: 1)
  }
}

extension Choices {
  fileprivate mutating func change(_ heic: inout TestHEIF) {
    // A change before may have taken all of them.
    guard !heic.tiles.isEmpty else { return }
    switch byte() % 14 {
    case 0: changeNumbers(of: &heic.layout)
    case 1: heic.primaryItem.properties.append(property())
    case 2: heic[one(of: heic.tiles)].set(property())
    case 3: changeProperty(of: &heic[item(of: heic)])
    case 4: heic[item(of: heic)].split(into: 1 + Int(byte() % 5))
    case 5: changeUnits(of: &heic[one(of: heic.tiles)])
    case 6: addItem(to: &heic)
    case 7: heic.addEXIF(exif(), prefix: bytes(Int(byte() % 7)))
    case 8: heic[item(of: heic)].place = one(of: [.descriptor, .data(0), .data(1), .item, .nowhere])
    case 9: changeReferences(of: &heic)
    case 10:
      heic.majorBrand = one(of: Self.brands)
      heic.brands = (0..<(byte() % 5)).map { _ in one(of: Self.brands) }
    case 11: changeBoxes(of: &heic.layout)
    case 12: changeHead(of: &heic[item(of: heic)])
    default: changeGrid(of: &heic)
    }
  }

  private static let brands = [
    "heic", "heix", "mif1", "mif2", "miaf", "MiHB", "MiHE", "hevc", "msf1", "avif",
    "avis", "MA1A", "MA1B",
  ]
  private static let propertyTypes = [
    "irot", "imir", "clap", "colr", "pixi", "pasp", "clli", "mdcv", "ispe", "hvcC", "av1C", "auxC", "rloc",
    "lsel", "a1op", "a1lx", "face",
  ]
  private static let itemTypes = [
    "hvc1", "av01", "grid", "Exif", "mime", "uri ", "iovl", "iden", "tmap", "jpeg", "face",
  ]
  private static let referenceTypes = ["dimg", "thmb", "auxl", "cdsc", "iloc", "base", "prem", "face"]

  /// The number of an item, mostly of one that is there.
  private mutating func item(of heic: TestHEIF) -> Int {
    once(in: 16) ? Int(byte()) : one(of: heic.items.map(\.id))
  }

  private mutating func changeNumbers(of layout: inout TestHEIF.Layout) {
    let size: [Int] = [4, 8, 0, 4]
    switch byte() % 8 {
    case 0: layout.locationVersion = Int(byte() % 3)
    case 1: (layout.offsetSize, layout.lengthSize) = (one(of: size), one(of: size))
    case 2: (layout.baseSize, layout.indexSize) = (one(of: size), one(of: size))
    case 3: layout.primaryVersion = Int(byte() & 1)
    case 4: (layout.informationVersion, layout.entryVersion) = (Int(byte() & 1), 2 + Int(byte() & 1))
    case 5: layout.referenceVersion = Int(byte() & 1)
    case 6:
      (layout.associationVersion, layout.hasWideAssociations) = (Int(byte() & 1), once(in: 2))
      layout.associationBoxes = 1 + Int(byte() & 3)
    default:
      layout.sharesProperties = once(in: 2)
      layout.unassociated = (0..<(byte() & 3)).map { _ in property() }
    }
  }

  private mutating func property() -> TestHEIF.Property {
    switch byte() % 10 {
    case 0: return .rotation(Int(byte() & 7))
    case 1: return .mirror(Int(byte() & 3))
    case 2:
      // Sides and middles of some pixels, in quarters.
      func side() -> (Int, Int) { (Int(byte()), 1 + Int(byte() & 3)) }
      func shift() -> (Int, Int) { (Int(byte()) - 128 & 0xFFFF_FFFF, 1 + Int(byte() & 3)) }
      return .crop(width: side(), height: side(), right: shift(), down: shift())
    case 3:
      return .colors(
        primaries: Int(byte()), transfer: Int(byte() % 20), matrix: Int(byte() % 16), isFullRange: once(in: 2)
      )
    case 4:
      return .profile(
        once(in: 2) ? TestProfile.wideGamut : bytes(Int(byte())), type: one(of: ["prof", "rICC"]))
    case 5: return .aspect(Int(byte()), Int(byte()))
    case 6: return .depths((0..<Int(byte() % 5)).map { _ in Int(byte()) })
    case 7: return .light(Int(byte()), Int(byte()))
    case 8: return .auxiliary(one(of: TestHEIF.Auxiliary.allCases.map(\.rawValue)), bytes(Int(byte() % 9)))
    default:
      return TestHEIF.Property(one(of: Self.propertyTypes), bytes(Int(byte() % 40)), isEssential: once(in: 2))
    }
  }

  /// Changes bits of a property, such as a size or a parameter set.
  private mutating func changeProperty(of item: inout TestHEIF.Item) {
    guard !item.properties.isEmpty else { return }
    let index = Int(byte()) % item.properties.count
    switch byte() & 3 {
    case 0: item.properties.remove(at: index)
    case 1: item.properties.swapAt(index, Int(byte()) % item.properties.count)
    default:
      guard !item.properties[index].data.isEmpty else { return }
      item.properties[index].data[Int(byte()) % item.properties[index].data.count] ^= byte()
    }
  }

  private mutating func changeUnits(of tile: inout TestHEIF.Item) {
    guard tile.type != "av01" else { return changeOBUs(of: &tile) }
    guard var units = TestHEVC.Stream(tile.data)?.units, !units.isEmpty else { return }
    let place = Int(byte()) % units.count
    switch byte() % 10 {
    case 0: units.insert(TestHEVC.message(bytes(Int(byte() & 31)), isBehind: once(in: 2)), at: place)
    case 1: units.insert(TestHEVC.delimiter, at: place)
    case 2: units.append(TestHEVC.filler(Int(byte())))
    case 3: units.insert(TestHEVC.unknown(byte() & 63, bytes(Int(byte() & 31))), at: place)
    case 4: units.append(units[place])
    case 5: units[place].removeLast(min(Int(byte() & 15), units[place].count))
    case 6: units[place] += bytes(Int(byte() & 15))
    case 7: tile.data += bytes(Int(byte() & 7))
    default:
      guard !units[place].isEmpty else { return }
      units[place][(Int(byte()) << 2 | Int(byte() & 3)) % units[place].count] ^= byte()
    }
    tile.data = TestHEVC.bytes(units)
  }

  private mutating func changeOBUs(of tile: inout TestHEIF.Item) {
    guard var units = TestAV1.Stream(tile.data)?.units, !units.isEmpty else { return }
    let place = Int(byte()) % units.count
    switch byte() % 14 {
    case 0: units.insert(TestAV1.message(bytes(Int(byte() & 31))), at: place)
    case 1: units.insert(TestAV1.delimiter, at: place)
    case 2: units.append(TestAV1.padding(bytes(Int(byte() & 31))))
    case 3: units.insert(TestAV1.Unit(Int(byte() & 15), bytes(Int(byte() & 31))), at: place)
    case 4: units.append(units[place])
    case 5: units[place].content.removeLast(min(Int(byte() & 15), units[place].content.count))
    case 6: units[place].content += bytes(Int(byte() & 31))
    case 7: units[place].layer = once(in: 4) ? nil : byte()
    case 8: units[place].sizePadding = Int(byte() & 7)
    case 9: units[place].hasSize.toggle()
    case 10: (units[place].isForbidden, units[place].isReserved) = (once(in: 4), once(in: 2))
    case 11: tile.data += bytes(Int(byte() & 7))
    default:
      guard !units[place].content.isEmpty else { return }
      // Mostly in the headers.
      let reach = once(in: 2) ? units[place].content.count : min(24, units[place].content.count)
      units[place].content[(Int(byte()) << 2 | Int(byte() & 3)) % reach] ^= byte()
    }
    tile.data = TestAV1.Stream(units).bytes
  }

  private mutating func addItem(to heic: inout TestHEIF) {
    var item = TestHEIF.Item(heic.freeID, one(of: Self.itemTypes))
    if once(in: 3) {
      item = heic[one(of: heic.tiles)]
      item.id = heic.freeID
    } else {
      item.data = bytes(Int(byte()))
      item.properties = (0..<(byte() & 3)).map { _ in property() }
    }
    item.references = (0..<(byte() & 1)).map { _ in
      TestHEIF.Reference(one(of: Self.referenceTypes), [self.item(of: heic)])
    }
    item.isHidden = once(in: 2)
    item.contentType = one(of: ["application/rdf+xml", "image/jpeg", ""])
    if once(in: 4) {
      item.extents.append(.claimed(offset: Int(byte()) << Int(byte() & 31), length: Int(byte())))
    }
    if once(in: 4) { item.extents.append(.shared(item: heic.tiles[0], 0..<Int(byte()))) }
    heic.items.insert(item, at: Int(byte()) % (heic.items.count + 1))
  }

  /// A TIFF block with a directory that is mostly sound.
  private mutating func exif() -> [UInt8] {
    if once(in: 4) { return bytes(Int(byte())) }
    let count = byte() & 7
    var block: [UInt8] = Array("MM\0*\0\0\0\u{8}\0".utf8) + [count]
    for _ in 0..<count {
      block += [
        one(of: [0x01, 0x87, 0x90, 0xA4, 0x88]), byte(), 0, 1 + byte() % 12, 0, 0, 0, byte() & 15, 0, 0,
      ]
      block += bytes(2)
    }
    return block + [0, 0, 0, byte()] + bytes(Int(byte() & 63))
  }

  private mutating func changeReferences(of heic: inout TestHEIF) {
    let id = item(of: heic)
    switch byte() & 3 {
    case 0: heic[id].references = []
    case 1: heic.tiles.swapAt(0, Int(byte()) % heic.tiles.count)
    case 2: heic.tiles[Int(byte()) % heic.tiles.count] = item(of: heic)
    default:
      let targets = (0..<(byte() & 3)).map { _ in item(of: heic) }
      heic[id].references.append(TestHEIF.Reference(one(of: Self.referenceTypes), targets))
    }
  }

  private mutating func changeBoxes(of layout: inout TestHEIF.Layout) {
    let names = ["free", "uuid", "mdat", "meta", "ftyp", "moov", "mpvd", "iprp", "idat", "iloc"]
    let box = TestBox.bytes(one(of: names), bytes(Int(byte() & 63)))
    switch byte() % 6 {
    case 0: layout.insert(box, before: one(of: [.fileType, .meta, .data(0)]))
    case 1: layout.insert(once(in: 2) ? box : bytes(Int(byte())))
    case 2: layout.insert(box, inMetaBefore: one(of: [.handler, .primary, .properties, .locations]))
    case 3:
      let paths = ["ftyp", "meta", "mdat0", "meta/iloc", "meta/iprp", "meta/iprp/ipco", "meta/iinf"]
      layout.sizes[one(of: paths)] = one(of: [.long, .toEnd, .stated(Int(byte()))])
    case 4: layout.parts.swapAt(Int(byte()) % layout.parts.count, Int(byte()) % layout.parts.count)
    default: layout.metaParts.swapAt(0, Int(byte()) % layout.metaParts.count)
    }
  }

  private mutating func changeHead(of item: inout TestHEIF.Item) {
    switch byte() % 5 {
    case 0: item.type = one(of: Self.itemTypes)
    case 1: item.isHidden.toggle()
    case 2: item.protection = Int(byte() & 1)
    case 3: item.name = bytes(Int(byte() & 15))
    default: item.isNamed.toggle()
    }
  }

  private mutating func changeGrid(of heic: inout TestHEIF) {
    guard heic.primaryItem.type == "grid" else { return }
    // Mostly a little less than all tiles, and said twice.
    let (width, height) = (33 + Int(byte() & 31), 17 + Int(byte() & 31))
    let shape = once(in: 4) ? (1 + Int(byte() & 3), 1 + Int(byte() & 3)) : (2, max(1, heic.tiles.count / 2))
    heic.primaryItem.data = TestHEIF.gridDescriptor(
      columns: shape.0, rows: shape.1, width: width, height: height, isWide: once(in: 4))
    if !once(in: 8) { heic.primaryItem.set(.size(width, height)) }
  }
}

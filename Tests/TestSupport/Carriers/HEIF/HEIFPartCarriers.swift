import ImageProcessingKit

/// Places of HEICs that are no items: properties, units of the coded picture, the spaces between boxes.
extension Carrier {
  // MARK: Properties

  static let heifProperties: [Carrier] =
    [
      heic("Property that no item has") { heic in
        heic.layout.unassociated = [.init("face", try HiddenPicture.jpeg())]
      },
      heic("Known property that no item has", kind: nil) { heic in
        heic.layout.unassociated = [.profile(TestProfile.profile(slack: try HiddenPicture.jpeg()))]
      },
      heic("Free space among properties") { heic in
        heic.layout.unassociated = [.init("free", try HiddenPicture.jpeg())]
      },
      heic("Property of an unknown type") { heic in
        heic.primaryItem.properties.append(.init("face", try HiddenPicture.jpeg()))
      },
      heic("Property of an unknown type, of a tile") { heic in
        heic[heic.tiles[0]].properties.append(.init("face", try HiddenPicture.jpeg()))
      },
      heic("Property with an identifier of its own") { heic in
        let property = TestHEIF.Property("uuid", Array("FaceBlurFaceBlur".utf8) + (try HiddenPicture.jpeg()))
        heic.primaryItem.properties.append(property)
      },
      heic("Description of the picture", .text) { heic in
        let text = [0, 0, 0, 0] + Array("en\0".utf8) + HiddenPicture.mark + [0, 0, 0]
        heic.primaryItem.properties.append(.init("udes", text))
      },
      heic("Picture in the private tag of a HEIC's profile") { heic in
        let tag = Array("data\0\0\0\0\0\0\0\u{1}".utf8) + (try HiddenPicture.jpeg())
        heic.set(profile: TestProfile.profile([("face", tag)]))
      },
      heic("Picture behind the tags of a HEIC's profile") { heic in
        heic.set(profile: TestProfile.profile(slack: try HiddenPicture.jpeg()))
      },
      heic("Picture that says it is a HEIC's profile") { $0.set(profile: try HiddenPicture.jpeg()) },
      heic("Second profile of a HEIC") { heic in
        let profile = TestProfile.profile(slack: try HiddenPicture.jpeg())
        heic.primaryItem.properties.append(.profile(profile, type: "rICC"))
      },
      heic("Profile of a tile alone") { heic in
        let profile = TestProfile.profile(slack: try HiddenPicture.jpeg())
        heic[heic.tiles[0]].set(.profile(profile))
      },
      heic("Picture behind the numbers of a colour space") { heic in
        var property = TestHEIF.Property.colors(primaries: 12, transfer: 13, matrix: 6)
        property.data += try HiddenPicture.jpeg()
        heic.primaryItem.properties.append(property)
      },
      heic("Colours of an unknown type") { heic in
        heic.primaryItem.properties.append(.init("colr", Array("face".utf8) + (try HiddenPicture.jpeg())))
      },
    ]
    + [
      ("ispe", TestHEIF.Property?.none), ("pixi", nil), ("hvcC", nil), ("irot", .rotation(0)),
      ("pasp", .aspect(1, 1)), ("clli", .light(1000, 400)), ("mdcv", .mastering),
    ].map { type, property in
      heic("Picture behind what \(type) says") { heic in
        // What decodes a picture stands with the tiles.
        let isConfiguration = type == "hvcC"
        let type = isConfiguration ? heic.codec.configurationType : type
        let item = isConfiguration ? heic.tiles[0] : heic.primary
        if let property { heic[item].set(property) }
        let jpeg = try HiddenPicture.jpeg()
        for index in heic[item].properties.indices where heic[item].properties[index].type == type {
          heic[item].properties[index].data += jpeg
        }
      }
    }

  // MARK: Units of the coded picture

  /// Changes the units of the first tile.
  private static func units(
    _ name: String, _ content: Content = .jpeg,
    _ change: @escaping @Sendable (_ units: [[UInt8]]) throws -> [[UInt8]]
  ) -> Carrier {
    heic(name, content) { heic in
      let id = heic.tiles[0]
      let units = TestHEVC.Stream(heic[id].data)?.units ?? []
      heic[id].data = TestHEVC.bytes(try change(units))
    }
  }

  /// Changes the parameter sets of every tile.
  private static func configuration(
    _ name: String, _ content: Content = .jpeg, _ others: @escaping @Sendable () throws -> [[UInt8]]
  ) -> Carrier {
    heic(name, content) { heic in
      let others = try others()
      for tile in heic.tiles {
        let stream = try heic.stream(of: tile)
        heic[tile].set(
          TestHEIF.Property(
            "hvcC",
            TestHEVC.configuration(stream.parameterSets, chroma: .half, depth: 8, others: others),
            isEssential: true))
      }
    }
  }

  static let hevcUnits: [Carrier] = [
    units("Message before a tile's slice") { [TestHEVC.message(try HiddenPicture.jpeg())] + $0 },
    units("Message behind a tile's slice") {
      $0 + [TestHEVC.message(try HiddenPicture.jpeg(), isBehind: true)]
    },
    units("Unit of an unknown type in a tile") { [TestHEVC.unknown(48, try HiddenPicture.jpeg())] + $0 },
    units("Unit of a reserved type behind a tile's slice") {
      $0 + [TestHEVC.unknown(41, try HiddenPicture.jpeg())]
    },
    units("Filler that is a picture") {
      $0 + [[76, 1] + TestHEVC.escaped(try HiddenPicture.jpeg()) + [0x80]]
    },
    units("Picture behind the end of a slice", .jpeg) { units in
      units.dropLast() + [units[units.count - 1] + TestHEVC.escaped(try HiddenPicture.jpeg())]
    },
    units("Pixels behind the end of a slice", .undecodable) { units in
      // What the standard lets follow, and then more.
      units.dropLast() + [
        units[units.count - 1] + [0, 0, 3, 0, 0, 3] + TestHEVC.escaped(try HiddenPicture.rgb())
      ]
    },
    units("Second picture in a tile", .undecodable) { $0 + (try HiddenPicture.hevc().slices) },
    units("Picture of another layer in a tile", .undecodable) { units in
      units + (try HiddenPicture.hevc().slices.map { [$0[0], $0[1] | 8] + $0.dropFirst(2) })
    },
    units("Second picture before a tile's own", .undecodable) { (try HiddenPicture.hevc().slices) + $0 },
    heic("Second picture before a tile's own, with parameter sets", .undecodable) { heic in
      let tile = heic.tiles[0]
      let units = try HiddenPicture.hevc().units + heic.stream(of: tile).units
      heic[tile].data = TestHEVC.bytes(units)
    },
    heic("Picture behind the units of a tile") { heic in
      heic[heic.tiles[0]].data += [0, 0, 0, 0] + (try HiddenPicture.jpeg())
    },
    configuration("Message in the configuration") { [TestHEVC.message(try HiddenPicture.jpeg())] },
    configuration("Unit of an unknown type in the configuration") {
      [TestHEVC.unknown(50, try HiddenPicture.jpeg())]
    },
    configuration("Picture parameter set that nobody uses") {
      let set = TestHEVC.renumbered(try HiddenPicture.hevc().parameterSets[2], to: 1)
      return [set + TestHEVC.escaped(try HiddenPicture.jpeg())]
    },
    configuration("Video parameter set that nobody uses") {
      let set = TestHEVC.renumbered(try HiddenPicture.hevc().parameterSets[0], to: 1)
      return [set + TestHEVC.escaped(try HiddenPicture.jpeg())]
    },
    configuration("Picture in the configuration", .undecodable) { try HiddenPicture.hevc().slices },
    heic("Picture behind a parameter set that is used") { heic in
      for tile in heic.tiles {
        var sets = try heic.stream(of: tile).parameterSets
        sets[2] += TestHEVC.escaped(try HiddenPicture.jpeg())
        heic[tile].set(
          TestHEIF.Property(
            "hvcC", TestHEVC.configuration(sets, chroma: .half, depth: 8), isEssential: true))
      }
    },
  ]

  // MARK: Between the data

  static let heifData: [Carrier] = [
    heic("Picture before the first item's data") { heic in
      guard let first = heic.items.firstIndex(where: { $0.place == .data(0) }) else { return }
      heic.items[first].extents.insert(.gap(try HiddenPicture.jpeg()), at: 0)
    },
    heic("Picture between items' data") { heic in
      let filler = TestHEIF.Item(heic.freeID, "Exif", [0, 0, 0, 0] + EXIFBuilder.phone(turns: 0)) {
        $0.references = [.init("cdsc", [heic.primary])]
      }
      heic[heic.tiles[0]].extents.append(.gap(try HiddenPicture.jpeg()))
      heic.items.append(filler)
    },
    heic("Picture behind the last item's data") { heic in
      guard let last = heic.items.lastIndex(where: { $0.place == .data(0) }) else { return }
      heic.items[last].extents.append(.gap(try HiddenPicture.jpeg()))
    },
    heic("Pixels between the pieces of a tile", .undecodable) { heic in
      let data = heic[heic.tiles[0]].data
      let half = data.count / 2
      heic[heic.tiles[0]].extents = [
        .bytes(Array(data[..<half])), .gap(try HiddenPicture.rgb()), .bytes(Array(data[half...])),
      ]
    },
    heic("Picture in idat that no item names") { heic in
      let jpeg = try HiddenPicture.jpeg()
      if let item = heic.items.firstIndex(where: { $0.place == .descriptor }) {
        heic.items[item].extents.append(.gap(jpeg))
      } else {
        heic.layout.insert(TestBox.bytes("idat", jpeg), inMetaBefore: .locations)
      }
    },
    heic("Second mdat") { $0.layout.insert(TestBox.bytes("mdat", try HiddenPicture.jpeg())) },
    heic("mdat before meta") {
      $0.layout.insert(TestBox.bytes("mdat", try HiddenPicture.jpeg()), before: .meta)
    },
  ]

  // MARK: Boxes

  static let heifBoxes: [Carrier] =
    ["free", "skip", "uuid", "udta", "face", "wide", "moov", "mpvd", "sefd", "pdin", "meco"].flatMap { type in
      [TestHEIF.Layout.Part.meta, nil].map { part in
        heic("Box \(type) \(part == nil ? "behind all" : "before meta")") {
          $0.layout.insert(try box(type), before: part)
        }
      }
    }
    + ["free", "uuid", "face", "xml ", "bxml", "ipro"].map { type in
      heic("Box \(type) in meta") { $0.layout.insert(try box(type), inMetaBefore: .locations) }
    }
    + ["iprp", "iprp/ipco", "iref", "dinf"].map { path in
      heic("Box in \(path)") { heic in
        let bytes = try box("free")
        if path == "iref" {
          heic.primaryItem.references.append(.init("face", [heic.primary]))
          let reference = try HiddenPicture.jpeg()
          heic.layout.changes["meta/iref/face"] = { $0 + reference }
        } else {
          heic.layout.changes["meta/\(path)"] = { $0 + bytes }
        }
      }
    }
    + ["hdlr", "pitm", "iinf", "iloc", "iprp/ipma", "iinf/infe"].map { path in
      heic("Picture behind what \(path) holds") { heic in
        // As a box, where boxes are read until the end.
        let bytes = path == "iinf" ? try box("free") : try HiddenPicture.jpeg()
        heic.layout.changes["meta/\(path)"] = { $0 + bytes }
      }
    }
    + [
      heic("Mark in the handler's name", .text) { $0.layout.handlerName = HiddenPicture.mark },
      heic("Mark in brands", .text) { heic in
        heic.brands += stride(from: 0, to: HiddenPicture.mark.count, by: 4).map { start in
          String(decoding: HiddenPicture.mark.dropFirst(start).prefix(4), as: UTF8.self)
        }
      },
      heic("Place of the data in another file", .text) {
        $0.layout.changes["meta/dinf"] = { _ in
          let url = TestBox.bytes("url ", version: 0, HiddenPicture.mark + [0])
          let own = TestBox.bytes("url ", version: 0, flags: 1, [])
          return TestBox.bytes("dref", version: 0, [0, 0, 0, 2] + own + url)
        }
      },
    ]

  /// A box with the hidden picture.
  private static func box(_ type: String) throws -> [UInt8] {
    let jpeg = try HiddenPicture.jpeg()
    switch type {
    case "uuid": return TestBox.bytes(type, Array("FaceBlurFaceBlur".utf8) + jpeg)
    case "moov": return TestBox.bytes(type, TestBox.bytes("udta", TestBox.bytes("face", jpeg)))
    case "mpvd": return TestBox.bytes(type, video(jpeg))
    case "xml ", "bxml": return TestBox.bytes(type, version: 0, jpeg)
    default: return TestBox.bytes(type, jpeg)
    }
  }

  private static func video(_ jpeg: [UInt8]) -> [UInt8] {
    TestBox.bytes("ftyp", Array("mp42\0\0\0\0isommp42".utf8)) + TestBox.bytes("mdat", jpeg)
      + TestBox.bytes("moov", TestBox.bytes("mvhd", [UInt8](repeating: 0, count: 100)))
  }

  // MARK: Where nobody looks

  static let heifPadding: [Carrier] = [
    heic("Tile outside of the picture", .undecodable) { heic in
      let picture = try heic.picture()
      heic.primaryItem.references = []
      var wider = picture.cut(x: 0, y: 0, width: picture.width + 128, height: picture.height)
      wider.paste(try HiddenPicture.planes(), x: picture.width, y: 0)
      try heic.replacePicture(
        wider, .grid(128, 128), shown: .size(picture.width, picture.height))
    },
    heic("Face in the part of tiles that is not shown", .undecodable) { heic in
      let picture = try heic.picture()
      let tile = picture.width / 2 + 48
      var wider = picture.cut(x: 0, y: 0, width: 2 * tile, height: picture.height)
      wider.paste(try HiddenPicture.planes(), x: picture.width, y: 40)
      try heic.replacePicture(
        wider, .grid(tile, picture.height), shown: .size(picture.width, picture.height))
    },
    heic("Face beside what is shown of a single picture", .undecodable) { heic in
      let picture = try heic.picture()
      var wider = picture.cut(x: 0, y: 0, width: picture.width + 128, height: picture.height)
      wider.paste(try HiddenPicture.planes(), x: picture.width, y: 40)
      try heic.replacePicture(wider, .init(), shown: nil)
      heic.primaryItem.properties.append(
        .crop(
          to: PixelBox(x: 0, y: 0, width: picture.width, height: picture.height), of: wider.width,
          wider.height))
    },
    heic("Face in a part of the code that ispe leaves out", .undecodable) { heic in
      let picture = try heic.picture()
      try heic.replacePicture(try taller(picture), .init(), shown: nil)
      heic.primaryItem.set(.size(picture.width, picture.height))
    },
  ]

  static let hevcPadding: [Carrier] = [
    heic("Face in a part of the code that the code itself crops", .undecodable) { heic in
      let picture = try heic.picture()
      try heic.replacePicture(
        try taller(picture), .init { $0.window = .init(bottom: 128) }, shown: nil)
    }
  ]

  /// A picture with the face under it.
  private static func taller(_ picture: TestHEVC.Picture) throws -> TestHEVC.Picture {
    var taller = picture.cut(x: 0, y: 0, width: picture.width, height: picture.height + 128)
    taller.paste(try HiddenPicture.planes(), x: 40, y: picture.height)
    return taller
  }

  // MARK: Behind the end

  static let heifTrailing: [Carrier] = [
    trailing("JPEG behind a HEIC") { try HiddenPicture.jpeg() },
    trailing("JPEG behind a HEIC and a gap") {
      [UInt8](repeating: 0, count: 500) + (try HiddenPicture.jpeg())
    },
    trailing("PNG behind a HEIC") { try HiddenPicture.png() },
    trailing("HEIC behind a HEIC", .undecodable) { try TestHEIF.single(HiddenPicture.planes()).bytes },
    trailing("AVIF behind a HEIC", .undecodable) {
      try TestHEIF.single(HiddenPicture.planes(), TestHEIF.Kind(.av1)).bytes
    },
    trailing("Video behind a HEIC") { video(try HiddenPicture.jpeg()) },
    trailing("Text behind a HEIC", .text) { Array(repeatElement(HiddenPicture.mark, count: 20).joined()) },
    trailing("Pixels behind a HEIC", .undecodable) { try HiddenPicture.rgb() },
    heic("Picture behind the data, in an mdat up to the end") { heic in
      guard let last = heic.items.lastIndex(where: { $0.place == .data(0) }) else { return }
      heic.items[last].extents.append(.gap(try HiddenPicture.jpeg()))
      heic.layout.sizes["mdat0"] = .toEnd
    },
  ]

  private static func trailing(
    _ name: String, _ content: Content = .jpeg, _ bytes: @escaping @Sendable () throws -> [UInt8]
  ) -> Carrier {
    heic(name, content) { $0.layout.insert(try bytes()) }
  }
}

extension TestHEIF {
  /// Puts another profile in place of the one of every picture.
  mutating func set(profile: [UInt8]) {
    for id in Set(tiles + [primary]) { self[id].set(.profile(profile)) }
  }

  /// Puts another picture in place of the primary one, with the same properties besides, behind all other items.
  /// - Parameter shown: the size of a grid, if not that of the picture.
  public mutating func replacePicture(_ picture: TestHEVC.Picture, _ kind: Kind, shown: Property?) throws {
    let old = primary
    let gone = Set(tiles + [primary])
    let further = primaryItem.properties.filter {
      ![codec.configurationType, "ispe", "colr", "pixi"].contains($0.type)
    }
    let first = freeID
    var kind = kind
    kind.codec = codec
    var other = try Self.photo(picture, kind)
    for index in other.items.indices {
      other.items[index].id += first
      for number in other.items[index].references.indices {
        other.items[index].references[number].items = other.items[index].references[number].items.map {
          $0 + first
        }
      }
    }
    other.primary += first
    other.primaryItem.properties += further
    if let shown {
      other.primaryItem.set(shown)
      let columns = Int(other.primaryItem.data[3]) + 1
      other.primaryItem.data = Self.gridDescriptor(
        columns: columns, rows: Int(other.primaryItem.data[2]) + 1,
        width: TestBox.number(shown.data, 4, 4), height: TestBox.number(shown.data, 8, 4))
    }
    items.removeAll { gone.contains($0.id) }
    for index in items.indices {
      for number in items[index].references.indices {
        items[index].references[number].items = items[index].references[number].items.map {
          $0 == old ? other.primary : $0
        }
      }
    }
    items += other.items
    primary = other.primary
  }
}

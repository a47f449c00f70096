/// What AVIFs may be wrong in besides boxes and items: the OBUs of their tiles, and `av1C`. Each takes a photo of `TestHEIF.phone`.
extension HostileFile {
  private static func avif(
    _ name: String, isPhoto: Bool = true, _ change: @escaping @Sendable (inout TestHEIF) throws -> Void
  ) -> HostileFile {
    HostileFile(name, isPhoto: isPhoto, fileExtension: "avif") { try TestHEIF($0).changing(change).bytes }
  }

  private static func no(_ name: String, _ change: @escaping @Sendable (inout TestHEIF) throws -> Void)
    -> HostileFile
  {
    avif(name, isPhoto: false, change)
  }

  /// Changes the OBUs of the first tile.
  private static func units(
    _ name: String, isPhoto: Bool = false,
    _ change: @escaping @Sendable (_ units: [TestAV1.Unit]) throws -> [TestAV1.Unit]
  ) -> HostileFile {
    avif(name, isPhoto: isPhoto) { avif in
      let tile = avif.tiles[0]
      avif[tile].data = TestAV1.Stream(try change(avif.av1Stream(of: tile).units)).bytes
    }
  }

  /// Changes `av1C` of every tile.
  private static func configuration(
    _ name: String, isPhoto: Bool = false, _ change: @escaping @Sendable ([UInt8]) -> [UInt8]
  ) -> HostileFile {
    avif(name, isPhoto: isPhoto) { avif in
      for tile in avif.tiles {
        for index in avif[tile].properties.indices where avif[tile].properties[index].type == "av1C" {
          avif[tile].properties[index].data = change(avif[tile].properties[index].data)
        }
      }
    }
  }

  /// The tiles as one picture is coded that is no still one, or of which there are several.
  private static func other(_ picture: TestAV1.Picture, _ coding: TestAV1.Coding = .lossless) throws
    -> [TestAV1.Unit]
  {
    try TestAV1.encode(picture, coding).item.units
  }

  static let av1Files: [HostileFile] = [
    no("A film's brands") { $0.brands.append("avis") },
    no("A film's brand alone") { ($0.majorBrand, $0.brands) = ("avis", ["avis", "avif", "mif1", "miaf"]) },
    no("A picture of another codec") { heic in
      (heic.majorBrand, heic.brands) = ("heic", ["mif1", "heic"])
      for tile in heic.tiles { heic[tile].type = "hvc1" }
    },
    no("A tile with two configurations") { avif in
      let stream = try avif.av1Stream(of: avif.tiles[1])
      avif[avif.tiles[0]].properties.append(try .configuration(stream, others: [TestAV1.delimiter]))
    },
    no("An operating point") { avif in
      for tile in avif.tiles { avif[tile].properties.append(.operatingPoint(0)) }
    },
    no("A layer that is chosen") { avif in
      for tile in avif.tiles { avif[tile].properties.append(.layer(0)) }
    },
    avif("Sizes of layers") { avif in
      for tile in avif.tiles { avif[tile].properties.append(.layerSizes([10, 20])) }
    },
    configuration("A configuration that is cut") { Array($0.prefix(3)) },
    configuration("A configuration of nothing") { _ in [] },
    configuration("A configuration without its marker") { [$0[0] & 0x7F] + $0.dropFirst() },
    configuration("A configuration of another version") { [$0[0] ^ 2] + $0.dropFirst() },
    configuration("A configuration of another profile") { [$0[0], $0[1] ^ 0x20] + $0.dropFirst(2) },
    configuration("A configuration that says it is of 10 bits") { $0[..<2] + [$0[2] | 0x40] + $0[3...] },
    configuration("A configuration that says it is of 12 bits") { $0[..<2] + [$0[2] | 0x60] + $0[3...] },
    configuration("A configuration that says it is grey") { $0[..<2] + [$0[2] | 0x10] + $0[3...] },
    configuration("A configuration that says it is 4:4:4") { $0[..<2] + [$0[2] & ~0x0C] + $0[3...] },
    configuration("A configuration of zeros") { [UInt8](repeating: 0, count: $0.count) },
    units("A tile without a frame") { $0.filter { $0.kind == .sequenceHeader } },
    units("A tile without a sequence header") { $0.filter { $0.kind != .sequenceHeader } },
    units("A tile of a delimiter alone") { _ in [TestAV1.delimiter] },
    units("A tile with its frame before its sequence header") { $0.reversed() },
    units("A tile with its frame twice") { $0 + $0.filter { $0.kind == .frame } },
    units("A tile with another frame and its sequence header") {
      try $0 + other(.noise(width: 64, height: 64, seed: 3))
    },
    units("A tile with two sequence headers that differ") { units in
      [TestAV1.leveled(units[0], 9)] + units
    },
    units("A tile whose frame is cut") { units in
      units.map { unit in
        unit.kind == .frame ? unit.changing { $0.content = Array($0.content.prefix(9)) } : unit
      }
    },
    units("A tile whose frame is of zeros") { units in
      units.map { unit in
        unit.kind == .frame ? unit.changing { $0.content = [UInt8](repeating: 0, count: 60) } : unit
      }
    },
    units("A tile whose frame is of all ones") { units in
      units.map { unit in
        unit.kind == .frame ? unit.changing { $0.content = [UInt8](repeating: 255, count: 60) } : unit
      }
    },
    units("A tile whose frame is empty") { units in
      units.map { unit in unit.kind == .frame ? unit.changing { $0.content = [] } : unit }
    },
    units("A tile whose sequence header is empty") { units in
      [units[0].changing { $0.content = [] }] + units[1...]
    },
    units("A tile whose sequence header is cut") { units in
      [units[0].changing { $0.content = Array($0.content.prefix(3)) }] + units[1...]
    },
    units("A tile whose sequence header is of all ones") { units in
      [units[0].changing { $0.content = [UInt8](repeating: 255, count: 60) }] + units[1...]
    },
    units("A tile with a tile list") { $0 + [TestAV1.Unit(.tileList, [0, 0, 0, 0])] },
    units("A tile with a forbidden bit") { units in
      units.map { unit in unit.kind == .frame ? unit.changing { $0.isForbidden = true } : unit }
    },
    units("A tile of another size than its ispe says") { _ in try other(.noise(width: 64, height: 16)) },
    units("A tile of another depth than the others") { _ in
      try other(.noise(width: 64, height: 64, depth: 10))
    },
    units("A tile of other chroma than the others") { _ in
      try other(.noise(width: 64, height: 64, chroma: .full))
    },
    no("A tile whose size leads beyond its end") { avif in
      let header: [UInt8] = [0x0A, 0xFF, 0xFF, 0x7F]
      avif[avif.tiles[0]].data = header + avif[avif.tiles[0]].data.dropFirst(2)
    },
    no("A tile whose size has no end") { avif in
      avif[avif.tiles[0]].data = [0x0A] + [UInt8](repeating: 0x80, count: 40)
    },
    no("A tile whose size is of all ones") { avif in
      avif[avif.tiles[0]].data = [0x0A] + [UInt8](repeating: 0xFF, count: 40)
    },
    no("A tile whose header is cut") { avif in avif[avif.tiles[0]].data += [0x36] },
    no("A tile that is a JPEG") { $0[$0.tiles[0]].data = [0xFF, 0xD8, 0xFF, 0xD9] },
    no("A tile of nothing at all") { $0[$0.tiles[0]].data = [] },
  ]

  static let av1Counts: [HostileFile] = [
    units("OBUs by the thousand") { units in
      units + [TestAV1.Unit](repeating: TestAV1.Unit(.padding, []), count: 1001)
    },
    units("OBUs by the hundred thousand") { units in
      units + [TestAV1.Unit](repeating: TestAV1.delimiter, count: 200_000)
    },
    units("Sequence headers by the ten thousand") { units in
      [TestAV1.Unit](repeating: units[0], count: 20_000) + units
    },
    configuration("OBUs by the hundred thousand in a configuration", isPhoto: true) {
      $0 + [TestAV1.Unit](repeating: TestAV1.Unit(.padding, []), count: 100_000).flatMap(\.bytes)
    },
    units("A frame of 65,535 × 65,535 in a few bytes") { units in
      // 15 and 15 bits for the sides, and all of them set; behind the profile and the two bits of a still picture.
      [TestAV1.Unit(.sequenceHeader, [0x18, 0x3F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x80])] + units[1...]
    },
    avif("Padding of megabytes") { avif in
      avif[avif.tiles[0]].data += TestAV1.padding(fill(4 << 20, [0xFF, 0xD8, 0xFF, 0xE0])).bytes
    },
  ]
}

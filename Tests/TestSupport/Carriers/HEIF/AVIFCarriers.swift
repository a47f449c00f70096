import ImageProcessingKit

/// Places in the code of an AVIF's tile.
extension Carrier {
  private static func avif(
    _ name: String, _ content: Content = .jpeg, _ change: @escaping @Sendable (inout TestHEIF) throws -> Void
  ) -> Carrier {
    Carrier(name, kind: nil, content, fileExtension: "avif") { try TestHEIF($0).changing(change).bytes }
  }

  /// Changes the OBUs of the first tile.
  private static func units(
    _ name: String, _ content: Content = .jpeg,
    _ change: @escaping @Sendable (_ units: [TestAV1.Unit]) throws -> [TestAV1.Unit]
  ) -> Carrier {
    avif(name, content) { avif in
      let tile = avif.tiles[0]
      avif[tile].data = TestAV1.Stream(try change(avif.av1Stream(of: tile).units)).bytes
    }
  }

  /// Puts OBUs into the configuration of every tile.
  private static func configuration(
    _ name: String, _ content: Content = .jpeg, _ units: @escaping @Sendable () throws -> [TestAV1.Unit]
  ) -> Carrier {
    avif(name, content) { avif in
      let units = try units()
      for tile in avif.tiles { avif[tile].set(try .configuration(avif.av1Stream(of: tile), others: units)) }
    }
  }

  /// The names of those in the code of an AVIF's pictures.
  public static let inAV1 = Set(av1Units.map(\.name))

  static let av1Units: [Carrier] =
    [
      units("Message before a tile's frame") { units in
        [units[0], TestAV1.message(try HiddenPicture.jpeg())] + units[1...]
      },
      units("Message before a tile's sequence header") { [TestAV1.message(try HiddenPicture.jpeg())] + $0 },
      units("Message behind a tile's frame") { $0 + [TestAV1.message(try HiddenPicture.jpeg())] },
      units("Mark in the light of a tile", .text) { units in
        // Content light level, of which 4 bytes are read.
        [units[0], TestAV1.Unit(.metadata, [1, 0, 9, 0, 9] + HiddenPicture.mark + [0x80])] + units[1...]
      },
      units("Pixels in a message of an unknown type", .undecodable) {
        $0 + [TestAV1.Unit(.metadata, [31] + (try HiddenPicture.rgb()) + [0x80])]
      },
      units("Padding that is a picture") { $0 + [TestAV1.padding(try HiddenPicture.jpeg())] },
      units("Padding that is a picture, before the frame") { units in
        [units[0], TestAV1.padding(try HiddenPicture.jpeg())] + units[1...]
      },
      units("Temporal delimiter that holds a picture") {
        [TestAV1.Unit(.temporalDelimiter, try HiddenPicture.jpeg())] + $0
      },
      units("Tile list that is a picture") { $0 + [TestAV1.Unit(.tileList, try HiddenPicture.jpeg())] },
      units("Redundant frame header that is a picture") {
        $0 + [TestAV1.Unit(.redundantFrameHeader, try HiddenPicture.jpeg())]
      },
      units("Picture behind what the sequence header says") { units in
        let jpeg = try HiddenPicture.jpeg()
        return [units[0].changing { $0.content += jpeg }] + units[1...]
      },
      units("Second sequence header that holds a picture") { units in
        let jpeg = try HiddenPicture.jpeg()
        return [units[0], units[0].changing { $0.content += jpeg }] + units[1...]
      },
      units("Picture behind the end of a frame's code") { units in
        let jpeg = try HiddenPicture.jpeg()
        return units.map { unit in unit.kind == .frame ? unit.changing { $0.content += jpeg } : unit }
      },
      units("Pixels behind the end of a frame's code", .undecodable) { units in
        let rgb = try HiddenPicture.rgb()
        return units.map { unit in unit.kind == .frame ? unit.changing { $0.content += rgb } : unit }
      },
      units("Second frame in a tile", .undecodable) { $0 + (try HiddenPicture.av1().frames) },
      units("Second frame in a tile, with a sequence header", .undecodable) {
        $0 + (try HiddenPicture.av1().item.units)
      },
      units("Second frame before a tile's own", .undecodable) { units in
        [units[0]] + (try HiddenPicture.av1().frames) + units[1...]
      },
      units("Second frame before a tile's own, behind a delimiter", .undecodable) {
        (try HiddenPicture.av1().units) + [TestAV1.delimiter] + $0
      },
      units("Frame of another layer in a tile", .undecodable) {
        $0 + (try HiddenPicture.av1().frames.map { unit in unit.changing { $0.layer = 0x08 } })
      },
      avif("Picture behind a tile's OBUs") { avif in
        // What begins with 0xFF is an OBU of a reserved type.
        avif[avif.tiles[0]].data += try HiddenPicture.jpeg()
      },
      configuration("Message in the configuration") { [TestAV1.message(try HiddenPicture.jpeg())] },
      configuration("Padding in the configuration") { [TestAV1.padding(try HiddenPicture.jpeg())] },
      configuration("Frame in the configuration", .undecodable) { try HiddenPicture.av1().item.units },
      avif("Picture behind the sizes of layers") { avif in
        var property = TestHEIF.Property.layerSizes([100])
        property.data += try HiddenPicture.jpeg()
        avif[avif.tiles[0]].properties.append(property)
      },
    ]
    + (9...14).map { type in
      units("OBU of the reserved type \(type)") { $0 + [TestAV1.Unit(type, try HiddenPicture.jpeg())] }
    } + [
      configuration("OBU of a reserved type in the configuration") {
        [TestAV1.Unit(10, try HiddenPicture.jpeg())]
      }
    ]
}

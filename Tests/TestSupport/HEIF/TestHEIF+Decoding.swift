extension TestHEIF {
  /// The samples of an item as they are coded, by FFmpeg's decoder or libaom's: of a grid the whole canvas, padding included.
  /// - Parameter id: nil for the primary item.
  public func canvas(of id: Int? = nil) throws -> TestHEVC.Picture {
    let item = self[id ?? primary]
    guard item.type == "grid" else { return try decoded(item) }
    let tiles = item.references.first { $0.type == "dimg" }?.items ?? []
    let descriptor = item.data
    guard descriptor.count >= 8, tiles.count == (Int(descriptor[2]) + 1) * (Int(descriptor[3]) + 1) else {
      throw Failure(description: "a grid of other tiles")
    }
    let columns = Int(descriptor[3]) + 1
    var canvas: TestHEVC.Picture?
    for (index, tile) in tiles.enumerated() {
      let picture = try decoded(self[tile])
      var whole =
        canvas
        ?? TestHEVC.Picture(
          width: columns * picture.width, height: tiles.count / columns * picture.height,
          chroma: picture.chroma, depth: picture.depth, value: 0)
      canvas = nil
      whole.paste(picture, x: index % columns * picture.width, y: index / columns * picture.height)
      canvas = whole
    }
    guard let canvas else { throw Failure(description: "a grid without tiles") }
    return canvas
  }

  /// The same cut to the size that is shown of a grid, before anything is cropped or turned.
  public func picture(of id: Int? = nil) throws -> TestHEVC.Picture {
    let canvas = try canvas(of: id)
    let item = self[id ?? primary]
    guard item.type == "grid" else { return canvas }
    let data = item.data
    let size = data[1] & 1 == 1 ? 4 : 2
    guard data.count >= 4 + 2 * size else { throw Failure(description: "a descriptor is cut") }
    return canvas.cut(
      x: 0, y: 0, width: TestBox.number(data, 4, size), height: TestBox.number(data, 4 + size, size))
  }

  /// Units of an `hvc1` item: those of its `hvcC`, then its own.
  public func stream(of id: Int) throws -> TestHEVC.Stream {
    let item = self[id]
    guard let configuration = item.properties.first(where: { $0.type == "hvcC" })?.data,
      let sets = TestHEVC.units(ofConfiguration: configuration),
      let own = TestHEVC.Stream(item.data, lengthSize: Int(configuration[21] & 3) + 1)
    else { throw Failure(description: "item \(id) is no picture") }
    return TestHEVC.Stream(sets + own.units)
  }

  /// The same file of HEVC, of which all tiles are coded under other parameter sets.
  /// - Parameter change: changes VPS, SPS and PPS, or all of each kind.
  public func changingSets(_ change: (inout [[UInt8]]) throws -> Void) throws -> TestHEIF {
    var result = self
    for tile in tiles {
      guard var property = self[tile].properties.first(where: { $0.type == "hvcC" }) else { continue }
      var sets = try stream(of: tile).parameterSets
      try change(&sets)
      // What stands before them stays.
      let units = TestHEVC.configuration(sets, chroma: .half, depth: 8).dropFirst(22)
      property.data = Array(property.data.prefix(22)) + units
      result[tile].set(property)
    }
    return result
  }

  /// OBUs of an `av01` item.
  public func av1Stream(of id: Int) throws -> TestAV1.Stream {
    guard self[id].type == Codec.av1.itemType, let stream = TestAV1.Stream(self[id].data) else {
      throw Failure(description: "item \(id) is no picture")
    }
    return stream
  }

  private func decoded(_ item: Item) throws -> TestHEVC.Picture {
    guard item.type == Codec.av1.itemType else { return try TestHEVC.decode(stream(of: item.id)) }
    // libaom wants every size, and is not asked about what else is there.
    let stream = try av1Stream(of: item.id).item
    return try TestAV1.decode(
      TestAV1.Stream(stream.units.map { unit in unit.changing { $0.hasSize = true } }))
  }
}

/// What a render's picture is coded in.
struct HEIFCode {
  let majorBrand: FourCC
  /// In the order in which they are written.
  let compatibleBrands: [FourCC]
  /// What the property of the tiles' configuration holds.
  let configuration: [UInt8]
  /// The tiles' code, row by row.
  let tiles: [[UInt8]]
}

/// Lays a HEIF out anew: what a render holds, and nothing between it.
struct HEIFWriter {
  /// The photo's.
  let picture: HEIFPicture
  let code: HEIFCode
  /// Written by `ICCWriter`; nil for none.
  let profile: [UInt8]?
  /// A TIFF block; empty for none.
  let exif: [UInt8]

  private var shape: PlanarShape { picture.shape }
  private var grid: HEIFTiles.Grid? { picture.grid }
  private var tiles: [[UInt8]] { code.tiles }

  /// - Throws: `FaceBlurError` where there is more than a file of this kind holds.
  func append(to sink: any ByteSink) throws(FaceBlurError) {
    let items = tiles + (exif.isEmpty ? [] : [[0, 0, 0, 0] + exif])
    let length = items.reduce(8) { $0 + $1.count }
    // Places have 32 bits, with what stands before the items.
    guard length <= 1 << 31 else { throw .photoTooLarge("its render would be larger than 2 GB") }
    let head = fileType
    // The places depend on how long what says them is, which does not depend on them.
    let empty = meta(start: 0)
    sink.append(head)
    sink.append(meta(start: head.count + empty.count + 8))
    sink.append(BigEndian.bytes(length, 4) + FourCC("mdat").bytes)
    for item in items { sink.append(item) }
  }

  private var fileType: [UInt8] {
    BoxWriter.box(
      "ftyp", code.majorBrand.bytes + [0, 0, 0, 0] + code.compatibleBrands.flatMap(\.bytes))
  }

  private var primary: Int { grid == nil ? 1 : tiles.count + 1 }
  private var exifID: Int { primary + 1 }

  private func meta(start: Int) -> [UInt8] {
    let handler = [0, 0, 0, 0] + FourCC("pict").bytes + [UInt8](repeating: 0, count: 13)
    return BoxWriter.fullBox(
      "meta",
      BoxWriter.fullBox("hdlr", handler)
        + BoxWriter.fullBox("pitm", BigEndian.bytes(primary, 2))
        + locations(start: start) + infos + references + properties
        + (grid.map { BoxWriter.box("idat", Self.descriptor($0)) } ?? []))
  }

  private static func descriptor(_ grid: HEIFTiles.Grid) -> [UInt8] {
    let size = max(grid.width, grid.height) > 65_535 ? 4 : 2
    return [0, size == 4 ? 1 : 0, UInt8(grid.rows - 1), UInt8(grid.columns - 1)]
      + BigEndian.bytes(grid.width, size) + BigEndian.bytes(grid.height, size)
  }

  private func locations(start: Int) -> [UInt8] {
    var entries: [UInt8] = []
    var count = 0
    func add(_ id: Int, method: Int, offset: Int, length: Int) {
      entries += BigEndian.bytes(id, 2) + BigEndian.bytes(method, 2) + [0, 0] + BigEndian.bytes(1, 2)
      entries += BigEndian.bytes(offset, 4) + BigEndian.bytes(length, 4)
      count += 1
    }
    var place = start
    for (index, tile) in tiles.enumerated() {
      add(index + 1, method: 0, offset: place, length: tile.count)
      place += tile.count
    }
    if let grid { add(primary, method: 1, offset: 0, length: Self.descriptor(grid).count) }
    if !exif.isEmpty { add(exifID, method: 0, offset: place, length: exif.count + 4) }
    return BoxWriter.fullBox("iloc", version: 1, [0x44, 0] + BigEndian.bytes(count, 2) + entries)
  }

  private var infos: [UInt8] {
    var entries: [[UInt8]] = []
    func add(_ id: Int, _ type: FourCC, isHidden: Bool = false) {
      entries.append(
        BoxWriter.fullBox(
          "infe", version: 2, flags: isHidden ? 1 : 0, BigEndian.bytes(id, 2) + [0, 0] + type.bytes + [0]))
    }
    for index in tiles.indices { add(index + 1, picture.format.item, isHidden: grid != nil) }
    if grid != nil { add(primary, "grid") }
    if !exif.isEmpty { add(exifID, "Exif") }
    return BoxWriter.fullBox("iinf", BigEndian.bytes(entries.count, 2) + entries.flatMap(\.self))
  }

  private var references: [UInt8] {
    func reference(_ type: FourCC, from: Int, to: [Int]) -> [UInt8] {
      BoxWriter.box(
        type, BigEndian.bytes(from, 2) + BigEndian.bytes(to.count, 2) + to.flatMap { BigEndian.bytes($0, 2) })
    }
    let all =
      (grid == nil ? [] : reference("dimg", from: primary, to: tiles.indices.map { $0 + 1 }))
      + (exif.isEmpty ? [] : reference("cdsc", from: exifID, to: [primary]))
    return all.isEmpty ? [] : BoxWriter.fullBox("iref", all)
  }

  private var properties: [UInt8] {
    var boxes: [UInt8] = []
    var count = 0
    var ofTiles: [UInt8] = []
    var ofPicture: [UInt8] = []
    func add(_ type: FourCC, _ content: [UInt8], isEssential: Bool = false, tiles: Bool, picture: Bool) {
      boxes += BoxWriter.box(type, content)
      count += 1
      let association = UInt8(count) | (isEssential ? 0x80 : 0)
      if tiles { ofTiles.append(association) }
      if picture || grid == nil { ofPicture.append(association) }
    }
    func size(_ width: Int, _ height: Int) -> [UInt8] {
      [0, 0, 0, 0] + BigEndian.bytes(width, 4) + BigEndian.bytes(height, 4)
    }
    add(picture.format.configuration, code.configuration, isEssential: true, tiles: true, picture: false)
    add("ispe", size(shape.width, shape.height), tiles: true, picture: false)
    if let colors = picture.kept["colr"] { add("colr", colors, tiles: true, picture: true) }
    if let profile { add("colr", FourCC("prof").bytes + profile, tiles: true, picture: true) }
    if let bits = picture.kept["pixi"] { add("pixi", bits, tiles: true, picture: true) }
    if let grid { add("ispe", size(grid.width, grid.height), tiles: false, picture: true) }
    for type: FourCC in ["pasp", "clli", "mdcv"] {
      if let content = picture.kept[type] { add(type, content, tiles: false, picture: true) }
    }
    // Their boxes stand in one order; they are done in that of the photo.
    let turns = picture.turns.properties
    var numbers: [FourCC: UInt8] = [:]
    for type: FourCC in ["clap", "irot", "imir"] {
      guard let turn = turns.first(where: { $0.type == type }) else { continue }
      boxes += BoxWriter.box(type, turn.content)
      count += 1
      numbers[type] = UInt8(count) | 0x80
    }
    ofPicture += turns.compactMap { numbers[$0.type] }
    var associations: [UInt8] = []
    if grid != nil {
      for index in tiles.indices {
        associations += BigEndian.bytes(index + 1, 2) + [UInt8(ofTiles.count)] + ofTiles
      }
    }
    associations += BigEndian.bytes(primary, 2) + [UInt8(ofPicture.count)] + ofPicture
    let entryCount = grid == nil ? 1 : tiles.count + 1
    return BoxWriter.box(
      "iprp",
      BoxWriter.box("ipco", boxes)
        + BoxWriter.fullBox("ipma", BigEndian.bytes(entryCount, 4) + associations))
  }
}

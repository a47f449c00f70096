/// What the boxes of a HEIF file say of its picture, for the gate (ISO/IEC 23008-12).
///
/// The picture is one coded item, or a grid of them; each is called a tile.
struct ExaminedHEIF<Configuration: ExaminedTileConfiguration> {
  /// A coded part of the picture.
  struct Tile {
    /// Its item's place among the items.
    let item: Int
    /// Of its configuration among the properties.
    let configuration: Int
  }

  let file: ExaminedItems
  /// The picture's item.
  let primary: ExaminedItems.Item
  /// Nil where the picture is one coded item.
  let grid: ExaminedGrid?
  /// Row by row.
  let tiles: [Tile]
  /// Of each tile.
  let shape: PlanarShape
  /// By the place of the property, each that a tile has.
  let configurations: [Int: Configuration]

  static var maxTiles: Int { 65_000 }
  private static var maxSide: Int { 65_535 }

  /// - Throws: `FaceBlurError` where the file holds no picture that can be put together from tiles.
  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) { try self.init(ExaminedItems(bytes)) }

  /// - Parameter id: of the item that is the picture; nil for the one that the file says is.
  init(_ file: ExaminedItems, showing id: Int? = nil) throws(FaceBlurError) {
    self.file = file
    guard file.fileType != nil else { throw .damagedRender("it does not say what it is") }
    if let objection = Configuration.objection(to: file) { throw .damagedRender(objection) }
    guard let primary = (id ?? file.primary).flatMap(file.item) else {
      throw .damagedRender("it holds no picture")
    }
    self.primary = primary
    var ids = [primary.id]
    switch primary.type {
    case Configuration.itemType: grid = nil
    case "grid":
      guard primary.isPlaced, let grid = ExaminedGrid(file.head(of: primary, ExaminedGrid.maxLength)) else {
        throw .damagedRender("its grid is none")
      }
      self.grid = grid
      ids = file.targets(of: "dimg", from: primary.id)
      guard ids.count == grid.columns * grid.rows, ids.count <= Self.maxTiles else {
        throw .damagedRender("its grid has other tiles than it says")
      }
    default: throw .damagedRender("its picture is coded in another way than \(Configuration.codeName)")
    }
    var tiles: [Tile] = []
    var sizes: Set<Size> = []
    var configurations: [Int: Configuration] = [:]
    var length = 0
    for id in ids {
      guard let item = file.item(id), item.type == Configuration.itemType, item.isPlaced else {
        throw .damagedRender("a part of its picture is missing")
      }
      guard let size = Self.size(of: item, file),
        let place = item.associations.first(where: {
          file.properties[$0.property].type == Configuration.propertyType
        })?.property
      else { throw .damagedRender("it does not say how its picture is coded") }
      if configurations[place] == nil {
        configurations[place] = Configuration(file.bytes, file.properties[place].content)
      }
      guard configurations[place] != nil else { throw .damagedRender("its decoder's settings are not whole") }
      sizes.insert(size)
      guard let position = file.place(of: id) else {
        throw .damagedRender("a part of its picture is missing")
      }
      tiles.append(Tile(item: position, configuration: place))
      length += item.extents.reduce(0) { $0 + $1.count }
      guard length <= file.bytes.count else { throw .damagedRender("its tiles share their data") }
    }
    let codes = Set(configurations.values.map { [$0.chroma.rawValue, $0.depths.luma, $0.depths.chroma] })
    guard let size = sizes.first, sizes.count == 1, let code = codes.first, codes.count == 1,
      let chroma = ChromaFormat(rawValue: code[0]), code[1] == code[2] || chroma == .gray
    else { throw .damagedRender("its tiles are not of one kind") }
    shape = PlanarShape(width: size.width, height: size.height, chroma: chroma, depth: code[1])
    self.tiles = tiles
    self.configurations = configurations
    guard shape.depth <= 12 else { throw .damagedRender("its samples have more than 12 bits") }
    guard let grid else { return }
    let (step, isOne) = (chroma.step, tiles.count == 1)
    guard grid.width <= canvas.width, grid.height <= canvas.height,
      isOne || size.width % step.x == 0 && size.height % step.y == 0
    else { throw .damagedRender("its tiles do not make a picture of its size") }
  }

  private struct Size: Hashable {
    let width: Int
    let height: Int
  }

  /// What an item's first `ispe` says (ISO/IEC 23008-12, 6.5.3).
  private static func size(of item: ExaminedItems.Item, _ file: ExaminedItems) -> Size? {
    guard
      let box = item.associations.lazy.map({ file.properties[$0.property] }).first(where: {
        $0.type == "ispe"
      })
    else { return nil }
    var fields = ExaminedFields(file.bytes, in: box.content)
    guard fields.versionAndFlags() != nil, let width = fields.number(bytes: 4),
      let height = fields.number(bytes: 4), (1...maxSide).contains(width), (1...maxSide).contains(height)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// The whole coded picture, in pixels.
  var canvas: (width: Int, height: Int) {
    (shape.width * (grid?.columns ?? 1), shape.height * (grid?.rows ?? 1))
  }

  /// Where a tile lies on the canvas.
  func part(ofTile index: Int) -> PixelRect {
    let columns = grid?.columns ?? 1
    return PixelRect(
      x: index % columns * shape.width, y: index / columns * shape.height, width: shape.width,
      height: shape.height)
  }

  /// The data of a tile, copied.
  func data(ofTile index: Int) -> [UInt8] { file.data(of: file.items[tiles[index].item]) }

  /// Nil where there is no such tile.
  func configuration(ofTile index: Int) -> Configuration? {
    configurations[tiles[index].configuration]
  }

  /// The properties of an item, in the order in which it names them.
  func properties(of item: ExaminedItems.Item) -> [ExaminedBox] {
    item.associations.map { file.properties[$0.property] }
  }
}

/// How the picture is shown (ISO/IEC 23008-12, 6.5.9 to 6.5.12).
extension ExaminedHEIF {
  /// The picture's turning, mirroring and cropping, in their order.
  var transformations: [ExaminedBox] {
    properties(of: primary).filter { ["clap", "irot", "imir"].contains($0.type) }
  }

  var pictureShape: PictureShape {
    var turn = Turn()
    let whole = PixelRect(x: 0, y: 0, width: canvas.width, height: canvas.height)
    var visible = PixelRect(
      x: 0, y: 0, width: grid?.width ?? whole.width, height: grid?.height ?? whole.height)
    for box in transformations {
      let content = file.bytes[box.content]
      switch (box.type, content.first) {
      case ("irot", let angle?): for _ in 0..<(angle & 3) { turn.turnLeft() }
      case ("imir", let axis?): turn.mirror(topAndBottom: axis & 1 == 0)
      case ("clap", _):
        let upright = turn.orientation.upright(
          fromStored: PixelRect(x: 0, y: 0, width: visible.width, height: visible.height),
          width: visible.width, height: visible.height)
        guard let crop = Self.crop(Array(content), of: upright) else { break }
        let stored = turn.inverse.upright(fromStored: crop, width: upright.width, height: upright.height)
        visible = PixelRect(
          x: visible.x + stored.x, y: visible.y + stored.y, width: stored.width, height: stored.height)
      default: break
      }
    }
    return PictureShape(orientation: turn.orientation, visible: visible == whole ? nil : visible)
  }

  /// Turning and mirroring one after the other.
  private struct Turn {
    private var swapsAxes = false
    private var flipsX = false
    private var flipsY = false

    /// By 90° against the clock.
    mutating func turnLeft() {
      swapsAxes.toggle()
      (flipsX, flipsY) = (flipsY, !flipsX)
    }

    mutating func mirror(topAndBottom: Bool) {
      if topAndBottom { flipsY.toggle() } else { flipsX.toggle() }
    }

    var orientation: Orientation {
      switch (swapsAxes, flipsX, flipsY) {
      case (false, false, false): .up
      case (false, true, false): .upMirrored
      case (false, true, true): .down
      case (false, false, true): .downMirrored
      case (true, false, false): .leftMirrored
      case (true, true, false): .right
      case (true, true, true): .rightMirrored
      case (true, false, true): .left
      }
    }

    /// What undoes it.
    var inverse: Orientation {
      switch orientation {
      case .left: .right
      case .right: .left
      default: orientation
      }
    }
  }

  /// The pixels of a picture that a clean aperture touches (ISO/IEC 14496-12, 12.1.4).
  /// - Parameter picture: from 0, 0.
  /// - Returns: nil where it says nothing sensible.
  private static func crop(_ content: [UInt8], of picture: PixelRect) -> PixelRect? {
    guard content.count == 32 else { return nil }
    let numbers = stride(from: 0, to: 32, by: 4).map { place in
      content[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    /// From the first pixel to behind the last one, of a side.
    func span(_ size: (UInt32, UInt32), _ offset: (UInt32, UInt32), of side: Int) -> Range<Int>? {
      let (length, divisor) = (Int128(size.0), Int128(size.1))
      let (shift, parts) = (Int128(Int32(bitPattern: offset.0)), Int128(offset.1))
      guard length > 0, divisor > 0, parts > 0 else { return nil }
      // Its middle lies `shift / parts` from the picture's.
      let whole = 2 * divisor * parts
      let start = (Int128(side) * divisor - length) * parts + 2 * shift * divisor
      let end = start + 2 * length * parts
      func floor(_ value: Int128) -> Int128 { value >= 0 ? value / whole : -((whole - 1 - value) / whole) }
      let range = max(floor(start), 0)..<max(min(-floor(-end), Int128(side)), max(floor(start), 0))
      return range.isEmpty ? nil : Int(range.lowerBound)..<Int(range.upperBound)
    }
    guard let across = span((numbers[0], numbers[1]), (numbers[4], numbers[5]), of: picture.width),
      let down = span((numbers[2], numbers[3]), (numbers[6], numbers[7]), of: picture.height)
    else { return nil }
    return PixelRect(x: across.lowerBound, y: down.lowerBound, width: across.count, height: down.count)
  }

  /// How a file's picture is shown; upright and whole where that cannot be read.
  static func pictureShape(of file: UnsafeBufferPointer<UInt8>) -> PictureShape {
    (try? Self(file))?.pictureShape ?? PictureShape()
  }
}

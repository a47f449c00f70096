/// What a HEIF's picture is, whatever its tiles are coded in.
struct HEIFPicture: Sendable {
  let parts: HEIFTiles
  /// Of a tile.
  let shape: PlanarShape
  /// What the samples mean: `nclx`, or what the code says.
  let colors: SampleColors
  /// What the code itself says of that: tiles that are written anew say the same.
  let codedColors: SampleColors
  let turns: HEIFTurns
  /// What viewers show of the canvas, in stored pixels; nil for all.
  let visible: PixelRect?
  /// Of the picture, by their kind, what a render carries as it is.
  let kept: [FourCC: [UInt8]]
  let profile: [UInt8]?
  let exif: EXIFBlock
  /// What of the file is shown by some viewers and no render holds, for people.
  let losses: [String]

  var heif: HEIFFile { parts.heif }
  var format: HEIFFormat { heif.format }
  var tiles: [HEIFFile.Item] { parts.items }
  var grid: HEIFTiles.Grid? { parts.grid }
  /// Tiles across.
  var columns: Int { grid?.columns ?? 1 }

  /// Pixels across and down a unit: as much as share the smallest part of the code that is filtered as one, twice.
  static let unit = 16
  private static let maxEXIF = 16 << 20

  /// - Parameters:
  ///   - shape: of a tile, as its code says.
  ///   - codedColors: likewise.
  /// - Throws: `FaceBlurError` where what the file says of its picture is no picture of such tiles.
  init(
    _ parts: HEIFTiles, _ shape: PlanarShape, _ codedColors: SampleColors, _ read: HEIFFile.Read
  ) throws(FaceBlurError) {
    let (heif, primary, grid) = (parts.heif, parts.primary, parts.grid)
    let format = heif.format
    (self.parts, self.shape, self.codedColors) = (parts, shape, codedColors)
    for tile in parts.items {
      guard try Self.size(of: tile, in: heif) == (shape.width, shape.height) else {
        throw .damagedPhoto("its parts are of other sizes than it says")
      }
    }
    let picture = try Self.pictureSize(primary, grid, shape, in: heif)
    turns = try HEIFTurns(
      primary.properties.map { heif.properties[$0] }, width: picture.width, height: picture.height, of: format
    )
    let isWhole = grid.map { (shape.width * $0.columns, shape.height * $0.rows) == picture } ?? true
    visible =
      turns.visible ?? (isWhole ? nil : PixelRect(x: 0, y: 0, width: picture.width, height: picture.height))

    let colorProperties =
      heif.properties("colr", of: primary) + (parts.items.first.map { heif.properties("colr", of: $0) } ?? [])
    func color(_ types: [FourCC]) -> [UInt8]? {
      colorProperties.first { property in types.contains { property.content.starts(with: $0.bytes) } }?
        .content
    }
    let codePoints = color(["nclx"])
    guard codePoints.map({ $0.count == 11 && $0[10] & 0x7F == 0 }) ?? true else {
      throw .damagedPhoto("its property colr holds something else than it should")
    }
    self.colors = codePoints.map(SampleColors.init(codePoints:)) ?? codedColors
    profile = color(["prof", "rICC"]).map { Array($0.dropFirst(4)) }
    var kept: [FourCC: [UInt8]] = [:]
    guard Self.knownMatrices.contains(self.colors.matrix), self.colors.matrix != 0 || shape.chroma == .full
    else {
      throw format.unsupported("its colours are coded in an unusual way")
    }
    for (type, count) in Self.keptTypes {
      guard let property = heif.properties(type, of: primary).first else { continue }
      guard count.contains(property.content.count), type != "pixi" || Self.isDepths(property.content) else {
        throw .damagedPhoto("its property \(type.name) holds something else than it should")
      }
      kept[type] = property.content
    }
    if let shape = kept["pasp"] {
      let stretch = PixelStretch(
        across: BigEndian.number(shape.prefix(4)), down: BigEndian.number(shape.suffix(4)))
      guard !stretch.hidesFaces else { throw format.drawnOut(stretch) }
    }
    if let codePoints { kept["colr"] = codePoints }
    self.kept = kept
    losses = try Self.losses(primary, heif)
    guard !Self.areTransparent(parts.items, in: heif) else {
      throw format.unsupported("parts of it are transparent")
    }
    exif = Self.exif(primary, heif, read)
  }

  var geometry: PhotoGeometry {
    PhotoGeometry(
      storedWidth: shape.width * columns, storedHeight: shape.height * (grid?.rows ?? 1),
      orientation: turns.orientation, unitWidth: Self.unit, unitHeight: Self.unit, visible: visible)
  }

  /// What is copied where it is of its right length, in bytes: bits of the samples, the shape of a pixel, how light it is.
  private static let keptTypes: [(FourCC, ClosedRange<Int>)] = [
    ("pixi", 6...8), ("pasp", 8...8), ("clli", 4...4), ("mdcv", 24...24),
  ]

  /// Whether a property says how many bits the samples of each channel have (ISO/IEC 23008-12, 6.5.6).
  private static func isDepths(_ content: [UInt8]) -> Bool {
    content.prefix(4).allSatisfy { $0 == 0 } && Int(content[4]) == content.count - 5
      && content.dropFirst(5).allSatisfy { $0 <= 16 }
  }

  /// H.273's numbers of how colours are coded that are shown here as viewers show them.
  private static let knownMatrices: Set<Int> = [0, 1, 2, 4, 5, 6, 7, 9, 10]

  /// The size that an item is said to have.
  private static func size(
    of item: HEIFFile.Item, in heif: HEIFFile
  ) throws(FaceBlurError) -> (width: Int, height: Int) {
    guard let property = heif.properties("ispe", of: item).first else {
      throw .damagedPhoto("it does not say how large it is")
    }
    var cursor = BoxCursor(property.content[...], of: property.type)
    _ = try cursor.versionAndFlags()
    return (try cursor.number(4), try cursor.number(4))
  }

  /// What is shown before it is cut out and turned.
  private static func pictureSize(
    _ primary: HEIFFile.Item, _ grid: HEIFTiles.Grid?, _ shape: PlanarShape, in heif: HEIFFile
  ) throws(FaceBlurError) -> (width: Int, height: Int) {
    guard let grid else { return (shape.width, shape.height) }
    guard grid.width > 0, grid.height > 0, grid.width <= shape.width * grid.columns,
      grid.height <= shape.height * grid.rows, try size(of: primary, in: heif) == (grid.width, grid.height)
    else { throw .damagedPhoto("its tiles do not make a picture of its size") }
    // A sample of colour belongs to one tile (ISO/IEC 23000-22, 7.3.11.4.2).
    let step = shape.chroma.step
    guard shape.width % step.x == 0 && shape.height % step.y == 0 else {
      throw heif.format.unsupported("its tiles have odd sides")
    }
    return (grid.width, grid.height)
  }

  /// What of the file some viewers show beside the picture.
  /// - Throws: `FaceBlurError` where the picture without it would show what it hides.
  private static func losses(_ primary: HEIFFile.Item, _ heif: HEIFFile) throws(FaceBlurError) -> [String] {
    var losses: Set<String> = []
    for item in heif.items.values {
      if item.type == "tmap" { losses.insert(gainMapLoss) }
      guard item.references["auxl"]?.contains(primary.id) == true else { continue }
      for name in auxiliaryNames(of: item, heif) {
        switch name {
        case _ where isTransparency(name): throw heif.format.unsupported("parts of it are transparent")
        case "urn:com:apple:photo:2020:aux:hdrgainmap": losses.insert(gainMapLoss)
        case _ where name.hasSuffix(":auxid:2") || name.hasSuffix(":auxiliary:depth"):
          losses.insert("its depth map was dropped")
        default: break
        }
      }
    }
    return losses.sorted()
  }

  /// What an item is to others (ISO/IEC 23008-12, 6.5.8).
  private static func auxiliaryNames(of item: HEIFFile.Item, _ heif: HEIFFile) -> [String] {
    heif.properties("auxC", of: item).map { property in
      String(decoding: property.content.dropFirst(4).prefix(256).prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// Whether an auxiliary picture is a plane of transparency, whichever codec its name speaks of: viewers heed each in the files of all.
  private static func isTransparency(_ name: String) -> Bool {
    name.hasSuffix(":auxid:1") || name.hasSuffix(":auxiliary:alpha")
  }

  /// Whether some tiles are transparent by themselves, which some viewers heed.
  private static func areTransparent(_ tiles: [HEIFFile.Item], in heif: HEIFFile) -> Bool {
    let ids = Set(tiles.map(\.id))
    return heif.items.values.contains { item in
      item.references["auxl"]?.contains(where: ids.contains) == true
        && auxiliaryNames(of: item, heif).contains(where: isTransparency)
    }
  }

  private static let gainMapLoss = "its map of brighter lights (HDR gain map) was dropped"

  private static func exif(_ primary: HEIFFile.Item, _ heif: HEIFFile, _ read: HEIFFile.Read) -> EXIFBlock {
    let item = heif.order.compactMap { heif.items[$0] }.first {
      $0.type == "Exif" && $0.references["cdsc"]?.contains(primary.id) ?? true
    }
    guard let item, let bytes = try? heif.data(of: item, limit: maxEXIF, read), bytes.count > 4 else {
      return EXIFBlock()
    }
    let start = BigEndian.number(bytes[..<4])
    guard start <= bytes.count - 4 else { return EXIFBlock() }
    var exif = EXIFBlock(reading: bytes[(4 + start)...])
    // How the picture is turned its own properties say, and viewers go by them alone.
    exif.orientation = .up
    return exif
  }
}

extension SampleColors {
  /// - Parameter codePoints: of a `colr` property of type `nclx`, that name included.
  fileprivate init(codePoints: [UInt8]) {
    func number(_ place: Int) -> Int { BigEndian.number(codePoints[place..<(place + 2)]) }
    self.init()
    (primaries, transfer, matrix) = (number(4), number(6), number(8))
    isFullRange = codePoints[10] & 0x80 != 0
  }
}

/// What a HEIC file holds: a picture of HEVC tiles, or of one that is the whole of it.
struct HEICFile: Sendable {
  let heif: HEIFFile
  /// Row by row.
  let tiles: [HEIFFile.Item]
  /// nil where the picture is one item.
  let grid: Grid?
  /// Of a tile.
  let shape: PlanarShape
  let configuration: HEVCConfiguration
  /// What the samples mean: `nclx`, or what the code says.
  let colors: SampleColors
  /// What the code itself says of that: tiles that are written anew say the same.
  let codedColors: SampleColors
  let turns: HEICTurns
  /// What viewers show of the canvas, in stored pixels; nil for all.
  let visible: PixelRect?
  /// Of the picture, by their kind, what a render carries as it is.
  let kept: [FourCC: [UInt8]]
  let profile: [UInt8]?
  let exif: EXIFBlock
  /// What of the file is shown by some viewers and no render holds, for people.
  let losses: [String]

  /// Tiles that are put together (ISO/IEC 23008-12, 6.6.2.3).
  struct Grid: Sendable, Hashable {
    let columns: Int
    let rows: Int
    let width: Int
    let height: Int

    init(_ bytes: [UInt8]) throws(FaceBlurError) {
      var cursor = BoxCursor(bytes[...], of: "grid")
      guard try cursor.number(1) == 0 else { throw .unsupportedHEIF("its grid is of another version") }
      let size = try cursor.number(1) & 1 == 0 ? 2 : 4
      rows = try cursor.number(1) + 1
      columns = try cursor.number(1) + 1
      width = try cursor.number(size)
      height = try cursor.number(size)
      guard cursor.rest.isEmpty else {
        throw .damagedPhoto("more than a grid stands where its grid is described")
      }
    }
  }

  private static let maxEXIF = 16 << 20
  /// Their numbers have 16 bits, and some are for others.
  private static let maxTiles = 65_000

  /// - Throws: `FaceBlurError` where it is no picture of this kind.
  init(size: Int, _ read: HEIFFile.Read) throws(FaceBlurError) {
    let heif = try HEIFFile(size: size, read)
    guard let primary = heif.items[heif.primary] else { throw .damagedPhoto("its picture is missing") }
    switch primary.type {
    case "hvc1": (tiles, grid) = ([primary], nil)
    case "grid":
      let grid = try Grid(try heif.data(of: primary, limit: 64, read))
      let ids = primary.references["dimg"] ?? []
      guard ids.count == grid.columns * grid.rows, Set(ids).count == ids.count else {
        throw .damagedPhoto("its grid has \(ids.count) tiles for \(grid.columns) × \(grid.rows)")
      }
      let tiles = ids.compactMap { heif.items[$0] }
      guard tiles.count == ids.count else { throw .damagedPhoto("a tile is missing") }
      guard tiles.allSatisfy({ $0.type == "hvc1" }) else { throw .unsupportedHEIF("its tiles are no HEVC") }
      (self.tiles, self.grid) = (tiles, grid)
    case "av01": throw .unsupportedHEIF("its picture is coded as AV1")
    case "jpeg": throw .unsupportedHEIF("its picture is coded as JPEG")
    case "iovl", "iden", "tmap": throw .unsupportedHEIF("its picture is made of others")
    default: throw .unsupportedHEIF("its picture is of the kind \(primary.type.name)")
    }
    self.heif = heif
    guard let first = tiles.first, let configured = heif.properties("hvcC", of: first).first else {
      throw .damagedPhoto("it does not say how it is coded")
    }
    guard tiles.count <= Self.maxTiles else { throw .photoTooLarge("it has \(tiles.count) tiles") }
    guard configured.content.count <= HEVCConfiguration.maxBytes else {
      throw .photoTooLarge("its parameter sets are longer than 64 KB")
    }
    guard tiles.allSatisfy(heif.liesInFile) else {
      throw .truncatedPhoto("a tile reaches beyond the end of the file")
    }
    // Tiles that share their bytes would make a photo of any size from a small file.
    let length = tiles.reduce(0) { $0 + heif.length(of: $1) }
    guard length <= size else {
      throw .damagedPhoto("its tiles lie in the same place")
    }
    try Self.checkEssentials(tiles + [primary], heif)
    for tile in tiles {
      guard heif.properties("hvcC", of: tile) == [configured] else {
        throw .unsupportedHEIF("its tiles are coded in different ways")
      }
      // Turns of a tile are for nobody who shows the grid.
      guard
        grid == nil
          || tile.properties.allSatisfy({ !["clap", "irot", "imir"].contains(heif.properties[$0].type) })
      else { throw .unsupportedHEIF("its tiles are turned") }
    }
    configuration = try HEVCConfiguration(configured)
    guard let sequence = configuration.sets[.sequence]?.first else {
      throw .damagedPhoto("it has no parameter set")
    }
    let parameters = try SequenceParameters(sequence)
    let shape = parameters.shape
    self.shape = shape
    try Self.checkCodable(shape)
    guard configuration.chroma == shape.chroma, configuration.depth == shape.depth else {
      throw .damagedPhoto("its configuration and its parameter sets contradict each other")
    }
    for tile in tiles {
      guard try Self.size(of: tile, in: heif) == (shape.width, shape.height) else {
        throw .damagedPhoto("its parts are of other sizes than it says")
      }
    }
    let picture = try Self.pictureSize(primary, grid, shape, in: heif)
    turns = try HEICTurns(
      primary.properties.map { heif.properties[$0] }, width: picture.width, height: picture.height)
    let isWhole = grid.map { (shape.width * $0.columns, shape.height * $0.rows) == picture } ?? true
    visible =
      turns.visible ?? (isWhole ? nil : PixelRect(x: 0, y: 0, width: picture.width, height: picture.height))

    let colorProperties = heif.properties("colr", of: primary) + heif.properties("colr", of: first)
    func color(_ types: [FourCC]) -> [UInt8]? {
      colorProperties.first { property in types.contains { property.content.starts(with: $0.bytes) } }?
        .content
    }
    let codePoints = color(["nclx"])
    guard codePoints.map({ $0.count == 11 && $0[10] & 0x7F == 0 }) ?? true else {
      throw .damagedPhoto("its property colr holds something else than it should")
    }
    self.colors = codePoints.map(SampleColors.init(codePoints:)) ?? parameters.colors
    codedColors = parameters.colors
    profile = color(["prof", "rICC"]).map { Array($0.dropFirst(4)) }
    var kept: [FourCC: [UInt8]] = [:]
    guard Self.knownMatrices.contains(self.colors.matrix), self.colors.matrix != 0 || shape.chroma == .full
    else {
      throw .unsupportedHEIF("its colours are coded in an unusual way")
    }
    for (type, count) in Self.keptTypes {
      guard let property = heif.properties(type, of: primary).first else { continue }
      guard count.contains(property.content.count) else {
        throw .damagedPhoto("its property \(type.name) holds something else than it should")
      }
      kept[type] = property.content
    }
    if let codePoints { kept["colr"] = codePoints }
    self.kept = kept
    losses = try Self.losses(primary, heif)
    exif = Self.exif(primary, heif, read)
  }

  /// What is copied where it is of its right length, in bytes: bits of the samples, the shape of a pixel, how light it is.
  private static let keptTypes: [(FourCC, ClosedRange<Int>)] = [
    ("pixi", 6...8), ("pasp", 8...8), ("clli", 4...4), ("mdcv", 24...24),
  ]

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
    _ primary: HEIFFile.Item, _ grid: Grid?, _ shape: PlanarShape, in heif: HEIFFile
  ) throws(FaceBlurError) -> (width: Int, height: Int) {
    guard let grid else { return (shape.width, shape.height) }
    guard grid.width > 0, grid.height > 0, grid.width <= shape.width * grid.columns,
      grid.height <= shape.height * grid.rows, try size(of: primary, in: heif) == (grid.width, grid.height)
    else { throw .damagedPhoto("its tiles do not make a picture of its size") }
    // A sample of colour belongs to one tile (ISO/IEC 23000-22, 7.3.11.4.2).
    let step = shape.chroma.step
    guard shape.width % step.x == 0 && shape.height % step.y == 0 else {
      throw .unsupportedHEIF("its tiles have odd sides")
    }
    return (grid.width, grid.height)
  }

  private static let knownProperties: Set<FourCC> = [
    "hvcC", "ispe", "colr", "pixi", "pasp", "clap", "irot", "imir", "clli", "mdcv", "auxC",
  ]

  /// - Throws: `FaceBlurError` where some items cannot be shown without what is not known here.
  private static func checkEssentials(_ items: [HEIFFile.Item], _ heif: HEIFFile) throws(FaceBlurError) {
    for item in items {
      for property in item.essentials where !knownProperties.contains(heif.properties[property].type) {
        throw .unsupportedHEIF(
          "it cannot be shown without its property \(heif.properties[property].type.name)")
      }
    }
  }

  /// - Throws: `FaceBlurError` where a picture is read and cannot be written again.
  private static func checkCodable(_ shape: PlanarShape) throws(FaceBlurError) {
    guard [8, 10, 12].contains(shape.depth) else {
      throw .unsupportedHEIF("its samples have \(shape.depth) bits")
    }
    guard min(shape.width, shape.height) >= 16 else {
      throw .unsupportedHEIF("it is narrower than 16 pixels")
    }
  }

  /// What of the file some viewers show beside the picture.
  /// - Throws: `FaceBlurError` where the picture without it would show what it hides.
  private static func losses(_ primary: HEIFFile.Item, _ heif: HEIFFile) throws(FaceBlurError) -> [String] {
    var losses: Set<String> = []
    for item in heif.items.values {
      if item.type == "tmap" { losses.insert(gainMapLoss) }
      guard item.references["auxl"]?.contains(primary.id) == true else { continue }
      for property in heif.properties("auxC", of: item) {
        let name = String(
          decoding: property.content.dropFirst(4).prefix(256).prefix { $0 != 0 }, as: UTF8.self)
        switch name {
        case "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1":
          throw .unsupportedHEIF("parts of it are transparent")
        case "urn:com:apple:photo:2020:aux:hdrgainmap": losses.insert(gainMapLoss)
        case "urn:mpeg:hevc:2015:auxid:2", "urn:mpeg:mpegB:cicp:systems:auxiliary:depth":
          losses.insert("its depth map was dropped")
        default: break
        }
      }
    }
    return losses.sorted()
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

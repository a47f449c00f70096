/// The tiles that a HEIF's picture is put together from; one, where it is no grid.
struct HEIFTiles: Sendable {
  let heif: HEIFFile
  /// What is to be shown: the grid, or the one tile.
  let primary: HEIFFile.Item
  /// Row by row.
  let items: [HEIFFile.Item]
  /// nil where the picture is one item.
  let grid: Grid?
  /// What says how all tiles are coded.
  let configuration: HEIFFile.Property

  /// How tiles are put together (ISO/IEC 23008-12, 6.6.2.3).
  struct Grid: Sendable, Hashable {
    let columns: Int
    let rows: Int
    let width: Int
    let height: Int

    init(_ bytes: [UInt8], of format: HEIFFormat) throws(FaceBlurError) {
      var cursor = BoxCursor(bytes[...], of: "grid")
      guard try cursor.number(1) == 0 else { throw format.unsupported("its grid is of another version") }
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

  /// Their numbers have 16 bits, and some are for others.
  private static let maxTiles = 65_000

  /// - Throws: `FaceBlurError` where the file has no picture that is coded as its format's are.
  init(_ heif: HEIFFile, _ read: HEIFFile.Read) throws(FaceBlurError) {
    let format = heif.format
    guard let primary = heif.items[heif.primary] else { throw .damagedPhoto("its picture is missing") }
    switch primary.type {
    case format.item: (items, grid) = ([primary], nil)
    case "grid":
      let grid = try Grid(try heif.data(of: primary, limit: 64, read), of: format)
      let ids = primary.references["dimg"] ?? []
      guard ids.count == grid.columns * grid.rows, Set(ids).count == ids.count else {
        throw .damagedPhoto("its grid has \(ids.count) tiles for \(grid.columns) × \(grid.rows)")
      }
      let tiles = ids.compactMap { heif.items[$0] }
      guard tiles.count == ids.count else { throw .damagedPhoto("a tile is missing") }
      guard tiles.allSatisfy({ $0.type == format.item }) else {
        throw format.unsupported("its tiles are no \(HEIFFormat.codes[format.item] ?? format.item.name)")
      }
      (items, self.grid) = (tiles, grid)
    case "iovl", "iden", "tmap": throw format.unsupported("its picture is made of others")
    default:
      guard let code = HEIFFormat.codes[primary.type] else {
        throw format.unsupported("its picture is of the kind \(primary.type.name)")
      }
      throw format.unsupported("its picture is coded as \(code)")
    }
    (self.heif, self.primary) = (heif, primary)
    guard let first = items.first, let configured = heif.properties(format.configuration, of: first).first
    else {
      throw .damagedPhoto("it does not say how it is coded")
    }
    guard items.count <= Self.maxTiles else { throw .photoTooLarge("it has \(items.count) tiles") }
    guard configured.content.count <= HEIFFormat.maxConfigurationBytes else {
      throw .photoTooLarge(format.longConfiguration)
    }
    guard items.allSatisfy(heif.liesInFile) else {
      throw .truncatedPhoto("a tile reaches beyond the end of the file")
    }
    // Tiles that share their bytes would make a photo of any size from a small file.
    let length = items.reduce(0) { $0 + heif.length(of: $1) }
    guard length <= heif.size else {
      throw .damagedPhoto("its tiles lie in the same place")
    }
    configuration = configured
    try checkProperties()
  }

  /// For people who asked for tiles that are coded as coarsely as they were.
  /// - Parameter count: of the tiles that are not.
  static func exactNote(_ count: Int) -> String {
    "\(count) of its tiles were coded without loss: they were before, or do not say plainly how coarsely they are coded"
  }

  private static let knownProperties: Set<FourCC> = [
    "ispe", "colr", "pixi", "pasp", "clap", "irot", "imir", "clli", "mdcv", "auxC",
  ]

  /// - Throws: `FaceBlurError` where some items cannot be shown without what is not known here, or tiles are not alike.
  private func checkProperties() throws(FaceBlurError) {
    let format = heif.format
    for item in items + [primary] {
      guard format.layers.isDisjoint(with: item.properties.map { heif.properties[$0].type }) else {
        throw format.unsupported("it is coded in layers")
      }
      for property in item.essentials {
        let type = heif.properties[property].type
        guard Self.knownProperties.contains(type) || type == format.configuration else {
          throw format.unsupported("it cannot be shown without its property \(type.name)")
        }
      }
    }
    for tile in items {
      guard heif.properties(format.configuration, of: tile) == [configuration] else {
        throw format.unsupported("its tiles are coded in different ways")
      }
      // Turns of a tile are for nobody who shows the grid.
      guard
        grid == nil
          || tile.properties.allSatisfy({ !["clap", "irot", "imir"].contains(heif.properties[$0].type) })
      else { throw format.unsupported("its tiles are turned") }
    }
  }
}

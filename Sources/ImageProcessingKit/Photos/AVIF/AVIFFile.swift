/// What an AVIF file holds: a picture of AV1 tiles, or of one that is the whole of it.
struct AVIFFile: Sendable {
  let picture: HEIFPicture
  let configuration: AV1Configuration
  /// The first tile's.
  let code: AVIFCode

  /// More than any picture's code has.
  private static let maxTileBytes = 1 << 28

  /// - Throws: `FaceBlurError` where it is no picture of this kind.
  init(size: Int, _ read: HEIFFile.Read) throws(FaceBlurError) {
    let tiles = try HEIFTiles(try HEIFFile(size: size, .avif, read), read)
    configuration = try AV1Configuration(tiles.configuration)
    guard let first = tiles.items.first else { throw .damagedPhoto("it has no tiles") }
    let run = try tiles.heif.run(of: first, limit: Self.maxTileBytes)
    code = try AVIFCode(count: run.count) { (range) throws(FaceBlurError) in
      try tiles.heif.bytes(range, of: run, read)
    }
    let shape = try code.shape
    try HEIFFormat.avif.check(shape)
    guard configuration.isNearlyAlike(AV1Configuration(of: code.sequence)) else {
      throw .damagedPhoto("its configuration and its sequence header contradict each other")
    }
    picture = try HEIFPicture(tiles, shape, code.sequence.colors, read)
    guard picture.colors.isFullRange == picture.codedColors.isFullRange else {
      throw HEIFFormat.avif.twoRanges
    }
  }

  /// How coarsely a render is coded at most, as `base_q_idx`: without loss, unless the picture is a single item that is coded with
  /// loss.
  var quantizer: Int { picture.grid == nil ? code.frame.quantizer : 0 }

  /// How a render is written.
  var path: RenderSummary.Path { quantizer > 0 ? .lossy : .tiles }

  /// All of a tile's data.
  /// - Throws: `FaceBlurError` where it is not in the file.
  func data(ofTile index: Int, _ read: HEIFFile.Read) throws(FaceBlurError) -> [UInt8] {
    try picture.heif.data(of: picture.tiles[index], limit: Self.maxTileBytes, read)
  }

  /// Those that say what reads the file, in the order in which they are written.
  private static let knownBrands: [FourCC] = ["mif1", "mif2", "miaf", "avif", "MA1A", "MA1B"]
  private static let ownBrands: Set<FourCC> = ["mif1", "miaf", "avif"]

  /// What a render's picture is coded in.
  /// - Parameter tiles: row by row.
  func code(_ configuration: AV1Configuration, _ tiles: [[UInt8]]) -> HEIFCode {
    HEIFCode(
      majorBrand: "avif",
      compatibleBrands: Self.knownBrands.filter {
        Self.ownBrands.contains($0) || picture.heif.brands.contains($0)
      },
      configuration: configuration.content, tiles: tiles)
  }
}

extension HEIFFormat {
  static let avif = HEIFFormat(
    name: "AVIF", item: "av01", configuration: "av1C",
    longConfiguration: "its configuration is longer than 64 KB", layers: ["a1op", "lsel"], animated: ["avis"])
}

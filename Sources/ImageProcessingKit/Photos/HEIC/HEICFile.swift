/// What a HEIC file holds: a picture of HEVC tiles, or of one that is the whole of it.
struct HEICFile: Sendable {
  let picture: HEIFPicture
  let configuration: HEVCConfiguration

  /// - Throws: `FaceBlurError` where it is no picture of this kind.
  init(size: Int, _ read: HEIFFile.Read) throws(FaceBlurError) {
    let tiles = try HEIFTiles(try HEIFFile(size: size, .heic, read), read)
    configuration = try HEVCConfiguration(tiles.configuration)
    guard let sequence = configuration.sets[.sequence]?.first else {
      throw .damagedPhoto("it has no parameter set")
    }
    let parameters = try SequenceParameters(sequence)
    let shape = parameters.shape
    try HEIFFormat.heic.check(shape)
    guard configuration.chroma == shape.chroma, configuration.depth == shape.depth else {
      throw .damagedPhoto("its configuration and its parameter sets contradict each other")
    }
    picture = try HEIFPicture(tiles, shape, parameters.colors, read)
    // Parameter sets that say nothing of it stand for a part of the range, but nobody goes by what is not there.
    guard picture.colors.isFullRange || !picture.codedColors.isFullRange else {
      throw HEIFFormat.heic.twoRanges
    }
  }

  /// Those that say what reads the file, in the order in which they are written.
  private static let knownBrands: [FourCC] = ["mif1", "mif2", "miaf", "heic", "heix", "MiHB", "MiHA", "MiHE"]

  /// What a render's picture is coded in.
  /// - Parameter tiles: row by row, each unit behind its length.
  func code(_ configuration: HEVCConfiguration, _ tiles: [[UInt8]]) -> HEIFCode {
    let shape = picture.shape
    let isPlain = shape.depth == 8 && (shape.chroma == .half || shape.chroma == .gray)
    let major: FourCC = isPlain ? "heic" : "heix"
    return HEIFCode(
      majorBrand: major,
      compatibleBrands: Self.knownBrands.filter {
        picture.heif.brands.contains($0) || $0 == "mif1" || $0 == major
      },
      configuration: configuration.content, tiles: tiles)
  }
}

extension HEIFFormat {
  static let heic = HEIFFormat(
    name: "HEIC", item: "hvc1", configuration: "hvcC",
    longConfiguration: "its parameter sets are longer than 64 KB",
    animatedWithMovie: ["hevc", "hevx", "msf1"])
}

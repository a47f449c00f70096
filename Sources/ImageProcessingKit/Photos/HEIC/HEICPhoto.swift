/// A HEIC. Tiles without a hidden pixel are copied, bit for bit; others are decoded, hidden and encoded without loss, so that
/// nothing outside the areas is another than it was, or on request as coarsely as they were. A picture that is one item is one tile.
struct HEICPhoto: HEIFPhoto {
  let fileBytes: FileBytes
  let file: HEICFile
  let geometry: PhotoGeometry
  let colors: PhotoColors

  /// More than any picture's code has.
  private static let maxTileBytes = 1 << 28

  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    file = try HEICFile(size: bytes.count) { (range) throws(FaceBlurError) in bytes.copy(range) }
    fileBytes = bytes
    geometry = file.picture.geometry
    try geometry.check(limits)
    colors = PhotoColors(
      file.picture.profile, components: file.picture.shape.chroma == .gray ? 1 : 3, isInverted: false)
  }

  var picture: HEIFPicture { file.picture }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try HEICPhoto(FileBytes(render), limits: .none)
  }

  /// The units that a tile is coded in.
  /// - Throws: `FaceBlurError` where they are not in the file or break the rules.
  func code(ofTile index: Int) throws(FaceBlurError) -> HEICTileCode {
    let data = try picture.heif.data(of: picture.tiles[index], limit: Self.maxTileBytes) {
      (range) throws(FaceBlurError) in
      fileBytes.copy(range)
    }
    return try HEICTileCode(try NALUnit.all(in: data, lengthSize: file.configuration.lengthSize))
  }

  func decoded(tile index: Int) throws(FaceBlurError) -> PackedPicture {
    try HEVCCodec.packed(decodable(tile: index), as: picture.shape)
  }

  /// What a decoder needs of a tile, each unit behind its length in 4 bytes. The code of a picture that is one tile is long, and not kept
  /// in several forms while it is decoded.
  private func decodable(tile index: Int) throws(FaceBlurError) -> [UInt8] {
    var units = file.configuration.units
    try code(ofTile: index).appendDecodable(to: &units)
    return units
  }

  /// How coarsely a tile is coded, `SliceQpY`; nil where it takes no loss, or that is said in a way that is not read.
  /// - Throws: `FaceBlurError` where the tile is not in the file or breaks the rules.
  func quantizer(ofTile index: Int) throws(FaceBlurError) -> Int? {
    guard let slice = try code(ofTile: index).slice else { return nil }
    return try file.configuration.sets(ofPicture: try HEICTileCode.parametersNumber(of: slice))?.quantizer(
      of: slice)
  }

  /// Bytes that rendering and comparing takes: the tiles of a row twice, those that are kept while they are hidden, what a codec takes
  /// of a tile in its own process, and the render while it is put together and when it is whole: without loss, it is about as
  /// large as its samples.
  static func workingBytes(of picture: HEIFPicture) -> Int {
    let tile = 2 * picture.shape.sampleCount
    return 2 * picture.columns * tile + HiddenTiles<HEICPhoto>.keptBytes + 24 * tile + picture.tiles.count
      * tile
  }
}

/// What a tile is coded in.
struct HEICTileCode: Sendable {
  private let units: [NALUnit]

  init(_ units: [NALUnit]) throws(FaceBlurError) {
    self.units = units
    guard units.contains(where: { $0.kind == .picture }) else {
      throw .damagedPhoto("a tile holds no picture")
    }
  }

  /// Appends what a decoder needs, each unit behind its length in 4 bytes.
  func appendDecodable(to bytes: inout [UInt8]) {
    let needed = units.filter { $0.kind != .other }
    bytes.reserveCapacity(needed.reduce(bytes.count) { $0 + 4 + $1.bytes.count })
    for unit in needed {
      bytes += BigEndian.bytes(unit.bytes.count, 4)
      bytes += unit.bytes
    }
  }

  /// The one slice that is all of the picture; nil where there is more, or it is of another kind: such a tile is written anew.
  var slice: NALUnit? {
    let coded = units.filter { $0.kind != .other }
    guard coded.count == 1, let slice = coded.first, slice.isIntra, slice.isBase, slice.bytes[2] & 0x80 != 0,
      !slice.holdsPictureFile
    else { return nil }
    return slice
  }

  /// The number of the picture parameter set that a slice names.
  static func parametersNumber(of slice: NALUnit) throws(FaceBlurError) -> Int {
    var reader = BitReader(slice.payload(limit: 16))
    // The first slice's flag, and one that all of these pictures have (ITU-T H.265, 7.3.6.1).
    _ = try reader.bits(2)
    return try reader.unsigned()
  }

  /// The numbers that some slices name.
  static func parametersNumbers(of slices: [NALUnit]) throws(FaceBlurError) -> Set<Int> {
    var numbers: Set<Int> = []
    for slice in slices { numbers.insert(try parametersNumber(of: slice)) }
    return numbers
  }
}

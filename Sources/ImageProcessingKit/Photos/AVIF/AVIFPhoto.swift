/// An AVIF. Of a grid, tiles without a hidden pixel are copied, bit for bit; others are decoded, hidden and encoded without loss, so
/// that nothing outside the areas is another than it was. A picture that is one item is written in the same way where it was coded without
/// loss. Of one with loss each part is predicted from those before it, so none can be copied: it is coded anew, as closely as about as
/// many bytes let it be and never more coarsely than it was.
struct AVIFPhoto: HEIFPhoto {
  let fileBytes: FileBytes
  let file: AVIFFile
  let geometry: PhotoGeometry
  let colors: PhotoColors

  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    file = try AVIFFile(size: bytes.count) { (range) throws(FaceBlurError) in bytes.copy(range) }
    fileBytes = bytes
    geometry = file.picture.geometry
    try geometry.check(limits)
    colors = PhotoColors(
      file.picture.profile, components: file.picture.shape.chroma == .gray ? 1 : 3, isInverted: false)
  }

  var picture: HEIFPicture { file.picture }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try AVIFPhoto(FileBytes(render), limits: .none)
  }

  /// A tile's data, and what of it is a picture.
  /// - Throws: `FaceBlurError` where it is not in the file, breaks the rules, or is another picture than the photo says.
  func code(ofTile index: Int) throws(FaceBlurError) -> (code: AVIFCode, data: [UInt8]) {
    let data = try file.data(ofTile: index) { (range) throws(FaceBlurError) in fileBytes.copy(range) }
    let code = try AVIFCode(of: data)
    guard try code.shape == picture.shape else {
      throw .damagedPhoto("its parts are of other sizes than it says")
    }
    // Where nothing else says what samples mean, viewers go by the code: of each tile, or of the first.
    guard picture.kept["colr"] != nil || code.sequence.colors == picture.codedColors else {
      throw picture.format.unsupported("its tiles are coded in different ways")
    }
    guard code.sequence.colors.isFullRange == picture.colors.isFullRange else {
      throw picture.format.twoRanges
    }
    return (code, data)
  }

  func decoded(tile index: Int) throws(FaceBlurError) -> PackedPicture {
    let (code, data) = try code(ofTile: index)
    return try AV1Codec.packed(code.decodable(data), as: picture.shape)
  }

  /// Bytes that rendering and comparing takes: the tiles of a row in two pictures, what the gate compares them with, those that are
  /// kept while they are hidden, what a codec takes of a tile in its own process, and the render while it is put together and when
  /// it is whole: without loss, it is about as large as its samples.
  static func workingBytes(of picture: HEIFPicture) -> Int {
    let tile = 2 * picture.shape.sampleCount
    let codec = codecBytes * picture.shape.sampleCount + codecBase
    return 4 * picture.columns * tile + HiddenTiles<AVIFPhoto>.keptBytes + codec
      + picture.tiles.count * tile
  }

  /// Of a sample, while it is encoded.
  private static let codecBytes = 40
  /// Whatever the size.
  private static let codecBase = 64 << 20
}

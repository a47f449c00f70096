/// A HEIC. Tiles without a hidden pixel are copied, bit for bit; others are decoded, hidden and encoded without loss, so that
/// nothing outside the areas is another than it was. A picture that is one item is one tile.
struct HEICPhoto: EditablePhoto {
  let fileBytes: FileBytes
  let file: HEICFile
  let geometry: PhotoGeometry
  let colors: PhotoColors

  /// Pixels across and down a unit: as much as share the smallest part of the code that is filtered as one, twice.
  static let unit = 16
  /// More than any picture's code has.
  private static let maxTileBytes = 1 << 28

  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    file = try HEICFile(size: bytes.count) { (range) throws(FaceBlurError) in bytes.copy(range) }
    fileBytes = bytes
    geometry = Self.geometry(of: file)
    let pixels = geometry.storedWidth * geometry.storedHeight
    guard pixels <= limits.maxPixels else {
      throw .photoTooLarge("\(pixels) pixels, more than the limit of \(limits.maxPixels)")
    }
    colors = PhotoColors(file.profile, components: file.shape.chroma == .gray ? 1 : 3, isInverted: false)
  }

  static func geometry(of file: HEICFile) -> PhotoGeometry {
    PhotoGeometry(
      storedWidth: file.shape.width * (file.grid?.columns ?? 1),
      storedHeight: file.shape.height * (file.grid?.rows ?? 1), orientation: file.turns.orientation,
      unitWidth: unit, unitHeight: unit, visible: file.visible)
  }

  var isGray: Bool { file.shape.chroma == .gray }
  var keepsColorProfile: Bool { colors.profile != .none }
  var captureFacts: CaptureFacts { CaptureFacts(file.exif) }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try HEICPhoto(FileBytes(render), limits: .none)
  }

  /// Where a tile lies on the canvas, in stored pixels.
  func place(ofTile index: Int) -> PixelRect {
    let columns = file.grid?.columns ?? 1
    return PixelRect(
      x: index % columns * file.shape.width, y: index / columns * file.shape.height, width: file.shape.width,
      height: file.shape.height)
  }

  /// The units that a tile is coded in.
  /// - Throws: `FaceBlurError` where they are not in the file or break the rules.
  func code(ofTile index: Int) throws(FaceBlurError) -> HEICTileCode {
    let data = try file.heif.data(of: file.tiles[index], limit: Self.maxTileBytes) {
      (range) throws(FaceBlurError) in
      fileBytes.copy(range)
    }
    return try HEICTileCode(try NALUnit.all(in: data, lengthSize: file.configuration.lengthSize))
  }

  /// A tile's samples.
  /// - Throws: `FaceBlurError` where it cannot be decoded.
  func decoded(tile index: Int) throws(FaceBlurError) -> PlanarPicture {
    let code = try code(ofTile: index)
    return try HEVCCodec.decode(file.configuration.units + code.decodable, as: file.shape)
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

  /// What a decoder needs, each unit behind its length in 4 bytes.
  var decodable: [UInt8] { units.flatMap { $0.kind == .other ? [] : $0.behindLength } }

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

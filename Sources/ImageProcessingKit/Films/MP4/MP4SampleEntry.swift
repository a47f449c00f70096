/// What the box `stsd` says of pictures (ISO/IEC 14496-12, 12.1.3, and ISO/IEC 14496-15).
struct MP4SampleEntry {
  let codec: VideoCodec
  let configuration: [UInt8]
  let shape: PlanarShape
  let pixelAspect: PixelAspect
  private let form: CodedForm
  private let stated: StatedColors?
  /// Whether it says that pictures are made of two fields.
  let isInterlaced: Bool
  private let aperture: (width: Double, height: Double)?

  /// How films are coded that are read, and the box that holds the configuration.
  private static let codecs: [FourCC: (codec: VideoCodec, configuration: FourCC)] = [
    "avc1": (.h264, "avcC"), "avc3": (.h264, "avcC"), "hvc1": (.hevc, "hvcC"), "hev1": (.hevc, "hvcC"),
    "vp09": (.vp9, "vpcC"), "av01": (.av1, "av1C"),
  ]
  /// What people call the others.
  private static let otherCodecs: [FourCC: String] = [
    "mp4v": "MPEG-4 Visual", "jpeg": "Motion JPEG", "mjpa": "Motion JPEG", "mjpb": "Motion JPEG",
    "s263": "H.263", "apch": "ProRes", "apcn": "ProRes", "apcs": "ProRes", "apco": "ProRes",
    "ap4h": "ProRes", "ap4x": "ProRes", "dvh1": "Dolby Vision alone", "dvhe": "Dolby Vision alone",
    "dva1": "Dolby Vision alone", "dvav": "Dolby Vision alone", "vp08": "VP8", "vvc1": "VVC",
    "AVdn": "DNxHD", "CFHD": "CineForm", "SVQ3": "Sorenson Video", "rle ": "QuickTime Animation",
  ]
  private static let encrypted: Set<FourCC> = ["encv", "drmi"]
  /// Boxes of pictures that show more than one layer: for the other eye, larger or sharper. Nobody would look at it.
  private static let layers: Set<FourCC> = ["lhvC", "mvcC", "svcC", "lvcC", "vexu"]

  /// - Throws: `FaceBlurError` where it is damaged, or says what is not read.
  init(_ stsd: Box) throws(FaceBlurError) {
    var cursor = BoxCursor(stsd)
    _ = try cursor.versionAndFlags()
    let count = try cursor.number(4)
    let entries = try Box.all(in: cursor.rest, limit: FilmLimits.maxBoxes, mayEndInZeros: true)
    guard let entry = entries.first, entries.count == count else {
      throw .damagedFilm("it does not say how its pictures are coded")
    }
    guard count == 1 else { throw .unsupportedFilm("its pictures are coded in more than one way") }
    guard !Self.encrypted.contains(entry.type) else { throw Self.encryptedFilm }
    guard let known = Self.codecs[entry.type] else {
      let name = Self.otherCodecs[entry.type].map { " (\($0))" } ?? ""
      throw .unsupportedFilm("its pictures are coded as \(entry.type.name)\(name)")
    }

    cursor = BoxCursor(entry)
    _ = try cursor.bytes(24)
    let (width, height) = (try cursor.number(2), try cursor.number(2))
    _ = try cursor.bytes(50)
    let boxes = try MP4Boxes(cursor.rest, of: entry.type)
    guard !boxes.has("sinf") else { throw Self.encryptedFilm }
    guard boxes.firstType(of: Self.layers) == nil else {
      throw .unsupportedFilm("its pictures have several layers, and each may show a face")
    }
    codec = known.codec
    let record = try boxes.needed(known.configuration).content
    guard record.count <= FilmLimits.maxConfigurationBytes else {
      throw .damagedFilm("what its decoder needs is longer than 64 KB")
    }
    configuration = Array(record)
    form = try CodedForm(codec, configuration)
    shape = try form.shape(stated: (width, height))
    stated = try Self.colors(boxes)
    pixelAspect = try Self.pixelAspect(boxes)
    isInterlaced = boxes.all("fiel").contains { $0.content.first == 2 }
    aperture = try Self.aperture(boxes)
  }

  private static var encryptedFilm: FaceBlurError {
    .unsupportedFilm("it is encrypted", advice: "give a film without copy protection")
  }

  /// What a box `colr` says.
  private struct StatedColors {
    var colors: SampleColors
    /// Whether it says which part of the samples' range is used.
    let saysRange: Bool
  }

  /// What its samples mean, as the box `colr` says, else the code, else what is usual; and what the code says where that is another thing.
  /// - Parameter first: reads the first bytes of the first picture.
  /// - Throws: what `first` throws.
  func colors(
    first: () throws(FaceBlurError) -> [UInt8]
  ) throws(FaceBlurError) -> (heeded: SampleColors, coded: SampleColors?) {
    let coded = try form.colors(of: codec, first: first)
    var heeded = stated?.colors ?? coded
    if stated?.saysRange != true { heeded.isFullRange = coded.isFullRange }
    heeded = heeded.completed(width: shape.width, height: shape.height)
    return (heeded, coded.contradiction(of: heeded))
  }

  /// What the box `colr` says; nil where there is none. A profile is for those who show the film.
  private static func colors(_ boxes: MP4Boxes) throws(FaceBlurError) -> StatedColors? {
    var colors: StatedColors?
    for box in boxes.all("colr") {
      var cursor = BoxCursor(box)
      let kind = FourCC(try cursor.bytes(4))
      guard kind == "nclx" || kind == "nclc" else { continue }
      guard colors == nil else { throw .damagedFilm("it says twice what its colours are") }
      var stated = StatedColors(colors: SampleColors(), saysRange: kind == "nclx")
      stated.colors.primaries = try cursor.number(2)
      stated.colors.transfer = try cursor.number(2)
      stated.colors.matrix = try cursor.number(2)
      if stated.saysRange { stated.colors.isFullRange = try cursor.number(1) & 0x80 != 0 }
      colors = stated
    }
    return colors
  }

  private static func pixelAspect(_ boxes: MP4Boxes) throws(FaceBlurError) -> PixelAspect {
    guard let box = try boxes.one("pasp") else { return .square }
    var cursor = BoxCursor(box)
    let aspect = PixelAspect(across: try cursor.number(4), down: try cursor.number(4))
    // Some write zeros for what they do not know.
    guard aspect.across > 0, aspect.down > 0 else { return .square }
    guard !aspect.stretch.hidesFaces else { throw .drawnOutFilm(aspect.stretch) }
    return aspect
  }

  /// What a box `clap` leaves of a picture, in pixels; nil where nothing is cut off.
  private static func aperture(_ boxes: MP4Boxes) throws(FaceBlurError) -> (width: Double, height: Double)? {
    guard let box = try boxes.one("clap") else { return nil }
    var cursor = BoxCursor(box)
    var sides: [Double] = []
    for _ in 0..<2 {
      let (part, whole) = (try cursor.number(4), try cursor.number(4))
      sides.append(Double(part) / Double(whole))
    }
    return (sides[0], sides[1])
  }

  /// Players of QuickTime's kind show pictures, or what a clean aperture leaves of them, in the size that the track says.
  /// - Parameters:
  ///   - width: as the track says, in any unit.
  ///   - height: likewise.
  /// - Throws: `FaceBlurError` where they draw pixels out so far that faces are not found.
  func checkSize(_ width: Int, _ height: Int) throws(FaceBlurError) {
    let sizes = [(width: Double(shape.width), height: Double(shape.height)), aperture].compactMap { $0 }
    for size in sizes {
      let stretch = PixelStretch(
        across: Double(width) / size.width, down: Double(height) / size.height)
      guard !stretch.hidesFaces else { throw .drawnOutFilm(stretch) }
    }
  }
}

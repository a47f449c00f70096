/// A PNG. Rows without a hidden pixel are copied, as they were filtered; all are deflated again together, so that nothing of
/// the code tells what was hidden: an encoder goes by all it has seen.
struct PNGPhoto: EditablePhoto {
  let fileBytes: FileBytes
  let file: PNGFile
  let geometry: PhotoGeometry
  let colors: PhotoColors

  /// Pixels across and down a unit: nothing in the format asks for any.
  static let unit = 8
  /// No stream of deflate holds more than so many times its bytes.
  private static let maxRatio = 1032

  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    let header = try PNGHeader(bytes)
    let pixels = header.width * header.height
    guard pixels <= limits.maxPixels else {
      throw .photoTooLarge("\(pixels) pixels, more than the limit of \(limits.maxPixels)")
    }
    file = try PNGFile(bytes)
    guard header.filteredBytes / Self.maxRatio <= file.data.count else {
      throw .truncatedPhoto("its data cannot hold the pixels that its header states")
    }
    fileBytes = bytes
    geometry = PhotoGeometry(
      storedWidth: header.width, storedHeight: header.height, orientation: file.exif.orientation,
      unitWidth: Self.unit, unitHeight: Self.unit)
    let isGray = header.colorType.isGray
    // One that is not for the colours of the picture is none to its viewers (11.3.2.3).
    let profile = file.profile.map {
      $0.dropFirst(16).starts(with: (isGray ? "GRAY" : "RGB ").utf8) ? $0 : []
    }
    colors = PhotoColors(profile, components: isGray ? 1 : 3, isInverted: false)
  }

  var header: PNGHeader { file.header }
  var isGray: Bool { header.colorType.isGray }
  var keepsColorProfile: Bool { colors.profile != .none }
  var exif: EXIFBlock { file.exif }

  /// What the samples of its colours mean to what hides them. A palette's entries are of 8 bits.
  var raster: SampleRaster {
    SampleRaster(
      geometry: geometry, colors: isGray ? .gray : .rgb,
      maxSample: header.colorType == .palette ? 255 : header.maxSample)
  }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try PNGPhoto(FileBytes(render), limits: .none)
  }
}

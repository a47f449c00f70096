/// A TIFF. Strips and tiles without a hidden pixel are copied as they are compressed, each being compressed by itself; the others
/// are compressed anew.
struct TIFFPhoto: EditablePhoto {
  let fileBytes: FileBytes
  let file: TIFFFile
  let geometry: PhotoGeometry
  let colors: PhotoColors

  /// Pixels across and down a unit: nothing in the format asks for any.
  static let unit = 8

  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    file = try TIFFFile(bytes, limits: limits)
    fileBytes = bytes
    let layout = file.layout
    geometry = PhotoGeometry(
      storedWidth: layout.width, storedHeight: layout.height, orientation: file.exif.orientation,
      unitWidth: Self.unit, unitHeight: Self.unit)
    colors = PhotoColors(file.profile, components: layout.photometric.components, isInverted: false)
  }

  var isGray: Bool { file.layout.photometric.components == 1 }
  var keepsColorProfile: Bool { colors.profile != .none }
  var exif: EXIFBlock { file.exif }
  var displaySpace: KnownColorSpace? { colors.space }

  /// What the samples of its colours mean to what hides them: those of gray as `TIFFBlock` tells them.
  var raster: SampleRaster {
    let model: ColorModel =
      switch file.layout.photometric {
      case .whiteIsZero, .blackIsZero: .gray
      case .rgb: .rgb
      case .separated: .cmyk
      }
    return SampleRaster(geometry: geometry, colors: model, maxSample: file.layout.maxSample)
  }

  /// What writes the photo with what a policy keeps of its metadata.
  func writer(_ policy: MetadataPolicy) -> TIFFWriter {
    var exif = file.exif.filtered(by: policy)
    // One that is not turned need not say so.
    exif.orientation = file.exif.orientation
    return TIFFWriter(
      form: file.form, layout: file.layout, exif: exif,
      colorProfile: policy.keeps(.colorProfile) ? colors.renderProfile : nil)
  }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try TIFFPhoto(FileBytes(render), limits: .none)
  }
}

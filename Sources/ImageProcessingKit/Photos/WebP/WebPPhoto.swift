/// A WebP. One without loss is coded anew without loss, so that nothing outside the areas is another than it was. Of one with loss
/// each part is predicted from those before it, so none can be copied: it is coded anew, as closely as about as many bytes let it be and
/// never more coarsely than it was.
struct WebPPhoto: EditablePhoto {
  let fileBytes: FileBytes
  let file: WebPFile
  let geometry: PhotoGeometry
  let colors: PhotoColors

  /// Pixels across and down a unit where samples are known exactly: nothing in the format asks for any.
  private static let losslessUnit = 8
  /// Those that are coded as one: a unit of one colour takes a few bits.
  private static let lossyUnit = 16

  init(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) {
    file = try WebPFile(size: bytes.count) { (range) throws(FaceBlurError) in bytes.copy(range) }
    fileBytes = bytes
    let form = file.form
    guard form.pixelCount <= limits.maxPixels else {
      throw .photoTooLarge("\(form.pixelCount) pixels, more than the limit of \(limits.maxPixels)")
    }
    let unit = form.coding == .lossless ? Self.losslessUnit : Self.lossyUnit
    geometry = PhotoGeometry(
      storedWidth: form.width, storedHeight: form.height, orientation: file.exif.orientation,
      unitWidth: unit, unitHeight: unit)
    colors = PhotoColors(file.profile, components: 3, isInverted: false)
  }

  /// The format has no other pictures.
  var isGray: Bool { false }
  var keepsColorProfile: Bool { colors.profile != .none }
  var exif: EXIFBlock { file.exif }
  var displaySpace: KnownColorSpace? { colors.space }
  var hasHalvedColor: Bool { file.form.coding == .lossy }

  /// The picture's code as it stands in a file.
  var code: [UInt8] { file.code(fileBytes) }

  /// What a render has beside its code.
  /// - Throws: `FaceBlurError` where its colours cannot be told.
  func writer(_ policy: MetadataPolicy) throws(FaceBlurError) -> WebPWriter {
    if case .foreign(_, let reason) = colors.profile {
      throw .unwritableProfile(format: "WebP", reason: reason, instead: "a PNG")
    }
    return WebPWriter(
      form: file.form, colorProfile: policy.keeps(.colorProfile) ? colors.renderProfile : nil,
      exif: file.exif.filtered(by: policy).tiff(thumbnail: nil))
  }

  func opening(render: [UInt8]) throws(FaceBlurError) -> any EditablePhoto {
    try WebPPhoto(FileBytes(render), limits: .none)
  }

  /// Bytes that rendering and comparing takes: the samples as they are and as they are coded, those of the gate, and what the codec
  /// takes in its own process.
  static func workingBytes(of form: WebPForm) -> Int {
    64 * form.pixelCount
  }
}

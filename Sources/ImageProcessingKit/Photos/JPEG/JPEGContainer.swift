/// JPEG files (ITU-T T.81).
struct JPEGContainer: PhotoContainer {
  let name = "JPEG"
  let typeIdentifier = "public.jpeg"
  let fileExtensions = ["jpg", "jpeg", "jpe", "jfif"]
  let holdsThumbnails = true

  func recognizes(_ head: [UInt8]) -> Bool { head.starts(with: [0xFF, 0xD8]) }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    guard let frame = try JPEGFrame(in: file) else { return nil }
    let samples = frame.width * frame.height * frame.components
    // 16-bit coefficients of the photo and, when they are compared, of the render. See `ImageLimits.maxPixels`.
    return PhotoExtent(
      width: frame.width, height: frame.height, workingBytes: frame.isBaseline ? 0 : 4 * samples,
      isReadInBands: frame.components < 4)
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    try JPEGPhoto(bytes, limits: limits)
  }

  func export(of photo: any EditablePhoto) throws(FaceBlurError) -> any EditablePhoto {
    if let held = photo.held as? JPEGPhoto { return held }
    return try JPEGExport.photo(of: photo)
  }
}

/// The ways in which JPEGs are rendered, the gentlest and fastest first.
extension RenderSummary.Path {
  /// Entropy-coded bits were copied and only the areas written anew; everything outside is as it was.
  static let bitCopy = Self("bitCopy")
  /// Quantised coefficients were edited; everything outside the areas is as it was.
  static let coefficients = Self("coefficients")
  /// Pixels were decoded and encoded again, because the decoder warned about the coefficients or tones were changed.
  static let pixels = Self("pixels")
}

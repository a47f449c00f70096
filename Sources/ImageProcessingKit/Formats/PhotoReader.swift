/// How files are opened as photos: in which formats, and what a hostile one may claim.
public struct PhotoReader: Sendable {
  package var formats: PhotoFormats
  public var limits: ImageLimits

  /// Reads the standard formats.
  /// - Parameter limits: what is refused before memory is taken.
  public init(limits: ImageLimits = ImageLimits()) { self.init(formats: .standard, limits: limits) }

  package init(formats: PhotoFormats, limits: ImageLimits = ImageLimits()) {
    self.formats = formats
    self.limits = limits
  }

  /// Opens a photo from the bytes of its file.
  /// - Throws: `FaceBlurError` where the bytes are not a photo of a known format or exceed the limits.
  package func open(_ bytes: FileBytes) throws(FaceBlurError) -> Photo {
    try formats.open(bytes, limits: limits)
  }

  /// The same, from an array.
  package func open(_ bytes: [UInt8]) throws(FaceBlurError) -> Photo { try open(FileBytes(bytes)) }

  /// Opens a file that was made here, whose photo has passed the limits.
  func reopen(_ bytes: FileBytes) throws(FaceBlurError) -> Photo { try formats.open(bytes, limits: .none) }
}

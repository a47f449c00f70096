/// How files are opened as photos: in which formats, and what a hostile one may claim.
public struct PhotoReader: Sendable {
  public var formats: PhotoFormats
  public var limits: ImageLimits

  public init(formats: PhotoFormats = .standard, limits: ImageLimits = ImageLimits()) {
    self.formats = formats
    self.limits = limits
  }

  /// Opens a photo from the bytes of its file.
  /// - Throws: `FaceBlurError` where the bytes are not a photo of a known format or exceed the limits.
  public func open(_ bytes: FileBytes) throws(FaceBlurError) -> Photo {
    try formats.open(bytes, limits: limits)
  }

  /// The same, from an array.
  public func open(_ bytes: [UInt8]) throws(FaceBlurError) -> Photo { try open(FileBytes(bytes)) }

  /// Opens a file that was made here, whose photo has passed the limits.
  func reopen(_ bytes: FileBytes) throws(FaceBlurError) -> Photo { try formats.open(bytes, limits: .none) }
}

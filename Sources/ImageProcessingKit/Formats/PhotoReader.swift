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

  /// The bytes of a photo that comes through a stream. What begins as no photo does is not read on.
  /// - Parameters:
  ///   - stream: is read to its end.
  ///   - name: what errors call it.
  /// - Throws: `FaceBlurError` where reading fails, it is empty or no photo, or has more bytes than a file may have.
  package func bytes(of stream: ByteStream, called name: FilePath) throws(FaceBlurError) -> FileBytes {
    let head = try stream.read(upTo: PhotoFormats.headBytes, called: name)
    guard !head.isEmpty else { throw .emptyPhoto.naming(name) }
    guard formats.format(of: head) != nil else { throw formats.notAPhoto(head).naming(name) }
    let limit = limits.maxFileBytes
    let bytes = try stream.read(upTo: limit + 1, after: head, called: name)
    guard bytes.count <= limit else {
      throw FaceBlurError(.notReadable, name, "it has more bytes than the limit of \(limit)")
    }
    return FileBytes(bytes)
  }

  /// Opens a file that was made here, whose photo has passed the limits.
  func reopen(_ bytes: FileBytes) throws(FaceBlurError) -> Photo { try formats.open(bytes, limits: .none) }
}

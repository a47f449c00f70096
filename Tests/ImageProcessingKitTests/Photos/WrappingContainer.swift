@testable import ImageProcessingKit

/// JPEG files, of whose photos others are made.
struct WrappingContainer: PhotoContainer {
  private let jpeg = JPEGContainer()
  let wrap: @Sendable (any EditablePhoto) -> any EditablePhoto

  var name: String { jpeg.name }
  var typeIdentifier: String { jpeg.typeIdentifier }
  var fileExtensions: [String] { jpeg.fileExtensions }
  var holdsThumbnails: Bool { jpeg.holdsThumbnails }

  func recognizes(_ head: [UInt8]) -> Bool { jpeg.recognizes(head) }

  func extent(of file: borrowing InputFile) throws(FaceBlurError) -> PhotoExtent? {
    try jpeg.extent(of: file)
  }

  func open(_ bytes: FileBytes, limits: ImageLimits) throws(FaceBlurError) -> any EditablePhoto {
    wrap(try jpeg.open(bytes, limits: limits))
  }
}

extension PhotoReader {
  /// Makes others of the photos that it opens.
  static func wrapping(_ wrap: @escaping @Sendable (any EditablePhoto) -> any EditablePhoto) -> PhotoReader {
    PhotoReader(formats: PhotoFormats([PhotoFormat(WrappingContainer(wrap: wrap), JPEGGate())]))
  }
}

extension EditSession.Options {
  /// Begins edits of others than the photos that are there.
  static func wrapping(_ wrap: @escaping @Sendable (any EditablePhoto) -> any EditablePhoto) -> Self {
    var options = Self()
    options.reader = .wrapping(wrap)
    return options
  }
}

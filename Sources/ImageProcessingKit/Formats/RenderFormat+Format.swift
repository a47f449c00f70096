/// What a choice of a format comes to for a photo.
extension RenderFormat {
  /// The format that all renders have, whatever the photos have; nil for each photo's own.
  package var ofAll: PhotoFormat? {
    switch self {
    case .original: nil
    case .jpeg: .jpeg
    }
  }

  /// The format of a photo's renders.
  /// - Parameter format: the photo's.
  package func format(ofRendersOf format: PhotoFormat) -> PhotoFormat { ofAll ?? format }

  /// The choice without what needs no telling: that a JPEG is to stay one.
  /// - Parameter format: the photo's.
  package func chosen(for format: PhotoFormat) -> RenderFormat {
    self.format(ofRendersOf: format).isSame(as: format) ? .original : self
  }

  /// The choice that files of one format come from, made of photos of another one.
  init(of file: PhotoFormat, madeFrom format: PhotoFormat) {
    self = file.isSame(as: .jpeg) && !format.isSame(as: .jpeg) ? .jpeg : .original
  }
}

extension PhotoFormat {
  package func isSame(as other: PhotoFormat) -> Bool { typeIdentifier == other.typeIdentifier }
}

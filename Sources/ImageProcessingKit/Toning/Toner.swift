/// Applies filters to a picture of one size, row by row: the one way, for previews and for photos at full size.
struct Toner: Sendable {
  private let filters: [any RowToner]

  /// - Parameters:
  ///   - width: the picture's size in pixels, upright or as stored.
  ///   - height: as `width`.
  init(_ filters: ToneFilters, width: Int, height: Int) {
    self.filters = filters.prepared(width: width, height: height)
  }

  /// Changes a row in place.
  /// - Parameters:
  ///   - row: interleaved 8-bit RGB, as long as the picture is wide.
  ///   - y: the row's number from the top.
  func tone(_ row: UnsafeMutableBufferPointer<UInt8>, y: Int) {
    for filter in filters { filter.tone(row, y: y) }
  }

  /// The same in 16 bits, 0…65535.
  func tone(_ row: UnsafeMutableBufferPointer<UInt16>, y: Int) {
    for filter in filters { filter.tone(row, y: y) }
  }
}

extension ToneFilters {
  /// Applies the filters to a whole picture. It may be a photo at any size and in any orientation: what is seen is the
  /// same, because no filter depends on more than a pixel's colour and how far it lies from the centre.
  package func apply(to picture: inout PixelBuffer) {
    let toner = Toner(self, width: picture.width, height: picture.height)
    let length = picture.width * PixelBuffer.channels
    let height = picture.height
    picture.withUnsafeMutableBytes { bytes in
      for y in 0..<height {
        toner.tone(UnsafeMutableBufferPointer(rebasing: bytes[(y * length)...].prefix(length)), y: y)
      }
    }
  }
}

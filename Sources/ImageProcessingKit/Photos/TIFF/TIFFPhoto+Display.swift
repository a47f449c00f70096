/// What viewers make of a TIFF.
extension TIFFPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let pixels = TIFFPixels(file.layout)
    let (width, components) = (geometry.storedWidth, file.layout.photometric.components)
    let transparency = pixels.transparency
    var views = PictureViews(
      geometry, fitting: longSide, transform: try colors.transform(), curve: nil, transparency)
    // What is seen without the black ink, and samples that are no colours: each may be a picture.
    let shrinker = RowShrinker(width: width, height: geometry.storedHeight, fitting: longSide)
    var withoutBlack = file.layout.photometric == .separated ? shrinker : nil
    var extras = pixels.extras.map { _ in ExtraView(shrinker) }
    let channels = colors.samples.channels
    let memory = try PictureMemory(count: (channels + PixelBuffer.channels + 1) * width)
    let inks = UnsafeMutableBufferPointer(rebasing: memory.bytes[..<(channels * width)])
    let view = UnsafeMutableBufferPointer(
      rebasing: memory.bytes[(channels * width)..<((channels + PixelBuffer.channels) * width)])
    let extra = UnsafeMutableBufferPointer(rebasing: memory.bytes.suffix(width))
    try forEachRow { (_, samples) throws(FaceBlurError) in
      pixels.expand(samples, into: views.rgb)
      if transparency != .none { pixels.copy(components, of: samples, into: views.alpha) }
      if channels == 4 {
        pixels.copyInks(of: samples, into: inks)
        try views.takeRow(inks: UnsafeBufferPointer(inks))
        for x in 0..<width {
          for channel in 0..<PixelBuffer.channels {
            view[PixelBuffer.channels * x + channel] = 255 - inks[4 * x + channel]
          }
        }
        withoutBlack?.append(UnsafeBufferPointer(view))
      } else {
        try views.takeRow()
      }
      for (index, component) in pixels.extras.enumerated() {
        pixels.copy(component, of: samples, into: extra)
        extras[index].append(UnsafeBufferPointer(extra), by: view)
      }
    }
    let further = [withoutBlack?.picture].compactMap(\.self) + extras.compactMap(\.picture)
    let pictures = (views.pictures + further).map(geometry.orientation.upright)
    return DisplayImage(
      pixels: pictures[0], otherViews: Array(pictures.dropFirst()), warnings: colors.warnings)
  }
}

/// A sample that is no colour, as a gray picture.
private struct ExtraView {
  private var shrinker: RowShrinker
  private var first: UInt8?
  private var isFlat = true

  init(_ shrinker: RowShrinker) { self.shrinker = shrinker }

  /// - Parameter scratch: room for the row in red, green and blue.
  mutating func append(
    _ row: UnsafeBufferPointer<UInt8>, by scratch: UnsafeMutableBufferPointer<UInt8>
  ) {
    let level = first ?? row[0]
    first = level
    isFlat = isFlat && row.allSatisfy { $0 == level }
    for (x, sample) in row.enumerated() {
      for channel in 0..<PixelBuffer.channels { scratch[PixelBuffer.channels * x + channel] = sample }
    }
    shrinker.append(UnsafeBufferPointer(scratch))
  }

  /// Nil where there is nothing to see: the alpha of most pictures is the same everywhere.
  var picture: PixelBuffer? { isFlat ? nil : shrinker.picture }
}

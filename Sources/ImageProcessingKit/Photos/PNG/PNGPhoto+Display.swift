/// What viewers make of a PNG.
extension PNGPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let pixels = PNGPixels(file)
    var views = PictureViews(
      geometry, fitting: longSide, transform: try colors.transform(), curve: shownCurve,
      pixels.hasTransparency ? .plain : .none)
    try show(pixels, in: &views)
    let pictures = views.pictures.map(geometry.orientation.upright)
    return DisplayImage(
      pixels: pictures[0], otherViews: Array(pictures.dropFirst()), warnings: colors.warnings)
  }

  func parts(_ rects: [PixelRect], fitting longSide: Int) throws(FaceBlurError) -> [PixelBuffer] {
    let pixels = PNGPixels(file)
    var views = PictureViews(
      geometry, cutting: PartCutter(geometry, cutting: rects, fitting: longSide),
      transform: try colors.transform(), curve: shownCurve, pixels.hasTransparency ? .plain : .none)
    try show(pixels, in: &views)
    return try views.parts()
  }

  private func show(_ pixels: PNGPixels, in views: inout PictureViews) throws(FaceBlurError) {
    try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      try PNGRows.forEachWhole(of: file, in: bytes) { (_, samples) throws(FaceBlurError) in
        pixels.expand(samples, into: views.rgb, alpha: views.alpha)
        try views.takeRow()
      }
    }
  }
}

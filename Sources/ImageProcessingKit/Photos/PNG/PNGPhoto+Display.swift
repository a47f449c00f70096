/// What viewers make of a PNG.
extension PNGPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let pixels = PNGPixels(file)
    var views = PictureViews(
      geometry, fitting: longSide, transform: try colors.transform(), curve: shownCurve,
      pixels.hasTransparency ? .plain : .none)
    try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      try PNGRows.forEachWhole(of: file, in: bytes) { (_, samples) throws(FaceBlurError) in
        pixels.expand(samples, into: views.rgb, alpha: views.alpha)
        try views.takeRow()
      }
    }
    let pictures = views.pictures.map(geometry.orientation.upright)
    return DisplayImage(
      pixels: pictures[0], otherViews: Array(pictures.dropFirst()), warnings: colors.warnings)
  }
}

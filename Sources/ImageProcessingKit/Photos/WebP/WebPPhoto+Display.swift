/// What viewers make of a WebP.
extension WebPPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let form = file.form
    var views = PictureViews(
      geometry, fitting: longSide, transform: try colors.transform(), light: nil,
      form.hasAlpha ? .plain : .none)
    try show(in: &views)
    return try views.image(geometry.orientation, warnings: colors.warnings)
  }

  var hasOneView: Bool { colors.areShownAsStored && !file.form.hasAlpha }

  func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer] {
    var views = PictureViews(
      kind, geometry, cutting: PartCutter(geometry, cutting: rects, fitting: longSide),
      transform: try colors.transform(), light: nil, file.form.hasAlpha ? .plain : .none)
    try show(in: &views)
    return try views.parts()
  }

  private func show(in views: inout PictureViews) throws(FaceBlurError) {
    switch file.form.coding {
    case .lossless: try show(try WebPCodec.pixels(of: code, file.form), in: &views)
    case .lossy: try show(try WebPCodec.planes(of: code, file.form), in: &views)
    }
  }

  private func show(_ pixels: [UInt8], in views: inout PictureViews) throws(FaceBlurError) {
    for y in 0..<file.form.height {
      var place = 4 * y * file.form.width
      for x in 0..<file.form.width {
        for channel in 0..<3 { views.rgb[3 * x + channel] = pixels[place + channel] }
        views.alpha[x] = pixels[place + 3]
        place += 4
      }
      try views.takeRow()
    }
  }

  private func show(_ planes: WebPPlanes, in views: inout PictureViews) throws(FaceBlurError) {
    let conversion = LumaChroma(file.form.planarShape, WebPPlanes.colors)
    for y in 0..<file.form.height {
      conversion.convert(row: y, of: planes.picture, into: views.rgb)
      if let alpha = planes.alpha {
        _ = views.alpha.update(fromContentsOf: alpha[y * file.form.width..<(y + 1) * file.form.width])
      }
      try views.takeRow()
    }
  }
}

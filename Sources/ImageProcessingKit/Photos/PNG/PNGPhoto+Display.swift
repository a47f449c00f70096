/// What viewers make of a PNG.
extension PNGPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let pixels = PNGPixels(file)
    let stretches = try stretches(pixels)
    var views = PictureViews(
      geometry, fitting: longSide, transform: try colors.transform(), light: shownLight,
      stretch: stretches.colors, alphaStretch: stretches.alpha, pixels.hasTransparency ? .plain : .none)
    try show(pixels, in: &views)
    return try views.image(geometry.orientation, warnings: colors.warnings)
  }

  var hasOneView: Bool {
    colors.areShownAsStored && shownLight == nil && header.depth < 16 && !PNGPixels(file).hasTransparency
  }

  func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer] {
    let pixels = PNGPixels(file)
    let stretches = [.stretched, .alpha].contains(kind) ? try stretches(pixels) : (colors: nil, alpha: nil)
    var views = PictureViews(
      kind, geometry, cutting: PartCutter(geometry, cutting: rects, fitting: longSide),
      transform: try colors.transform(), light: shownLight,
      stretch: stretches.colors, alphaStretch: stretches.alpha, pixels.hasTransparency ? .plain : .none)
    try show(pixels, in: &views)
    return try views.parts()
  }

  private func show(_ pixels: PNGPixels, in views: inout PictureViews) throws(FaceBlurError) {
    let isWide = header.depth == 16
    let row = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: isWide ? 4 * header.width : 0)
    defer { row.deallocate() }
    let wide = UnsafeMutableBufferPointer(rebasing: row.prefix(3 * header.width))
    let alpha = UnsafeMutableBufferPointer(rebasing: row.dropFirst(3 * header.width))
    try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      try PNGRows.forEachWhole(of: file, in: bytes) { (_, samples) throws(FaceBlurError) in
        pixels.expand(samples, into: views.rgb, alpha: views.alpha)
        if isWide { pixels.expand(samples, into: wide, alpha: alpha) }
        try views.takeRow(
          wide: isWide ? UnsafeBufferPointer(wide) : nil,
          wideAlpha: isWide ? UnsafeBufferPointer(alpha) : nil)
      }
    }
  }

  /// What draws colours and alpha apart where they are of 16 bits and lie close together; nil for all others.
  private func stretches(
    _ pixels: PNGPixels
  ) throws(FaceBlurError) -> (colors: SampleStretch?, alpha: SampleStretch?) {
    guard header.depth == 16 else { return (nil, nil) }
    let row = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: 4 * header.width)
    defer { row.deallocate() }
    var colors = SampleRanges()
    var alphas = SampleRanges(channels: 1)
    let hasTransparency = pixels.hasTransparency
    try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      // Most pictures tell by their first rows that there is nothing to draw apart.
      try PNGRows.forEachWanted(of: file, in: bytes) { (stored) throws(FaceBlurError) -> Bool in
        let count = stored.pass.width
        let wide = UnsafeMutableBufferPointer(rebasing: row[..<(3 * count)])
        let alpha = UnsafeMutableBufferPointer(rebasing: row[(3 * count)..<(4 * count)])
        pixels.expand(stored.packed, into: wide, alpha: alpha)
        colors.take(UnsafeBufferPointer(wide))
        if hasTransparency { alphas.take(UnsafeBufferPointer(alpha)) }
        return !(colors.areWide && (alphas.areWide || !hasTransparency))
      }
    }
    return (colors.stretch, alphas.stretch)
  }
}

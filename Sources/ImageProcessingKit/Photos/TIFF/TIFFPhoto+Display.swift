/// What viewers make of a TIFF.
extension TIFFPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let pixels = TIFFPixels(file.layout)
    let width = geometry.storedWidth
    let stretches = try stretches(pixels)
    var views = PictureViews(
      geometry, fitting: longSide, transform: try colors.transform(), light: nil,
      stretch: stretches.colors, pixels.transparency, showsAlpha: false)
    // What is seen without the black ink, and samples that are no colours, alpha among them: each may be a picture.
    let shrinker = RowShrinker(width: width, height: geometry.storedHeight, fitting: longSide)
    var withoutBlack = file.layout.photometric == .separated ? shrinker : nil
    var extras = pixels.extras.map { _ in ExtraView(shrinker) }
    let channels = colors.samples.channels
    let wide = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: PixelBuffer.channels * width)
    defer { wide.deallocate() }
    let memory = try PictureMemory(count: (channels + PixelBuffer.channels + 1) * width)
    let inks = UnsafeMutableBufferPointer(rebasing: memory.bytes[..<(channels * width)])
    let view = UnsafeMutableBufferPointer(
      rebasing: memory.bytes[(channels * width)..<((channels + PixelBuffer.channels) * width)])
    let extra = UnsafeMutableBufferPointer(rebasing: memory.bytes.suffix(width))
    try forEachRow { (_, samples) throws(FaceBlurError) in
      try show(samples, of: pixels, inks: inks, wide: wide, in: &views)
      if channels == 4 {
        Self.showWithoutBlack(inks, into: view)
        withoutBlack?.append(UnsafeBufferPointer(view))
      }
      for (index, component) in pixels.extras.enumerated() {
        Self.show(component, of: samples, pixels, by: stretches.extras[index], wide: wide, in: extra)
        extras[index].append(UnsafeBufferPointer(extra), by: view)
      }
    }
    let inksAlone = withoutBlack.map { [DisplayView(kind: .withoutBlack, pixels: $0.picture)] } ?? []
    let further = extras.enumerated().compactMap { place, extra in
      extra.picture.map { DisplayView(kind: pixels.kind(ofExtra: place), pixels: $0) }
    }
    return try views.image(
      geometry.orientation, beside: inksAlone + further, warnings: colors.warnings)
  }

  var hasOneView: Bool {
    let layout = file.layout
    return colors.areShownAsStored && layout.bits < 16 && layout.extras.isEmpty
      && layout.photometric != .separated
  }

  func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer] {
    let pixels = TIFFPixels(file.layout)
    var cutter = PartCutter(geometry, cutting: rects, fitting: longSide)
    let width = geometry.storedWidth
    let wide = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: PixelBuffer.channels * width)
    defer { wide.deallocate() }
    let memory = try PictureMemory(count: (colors.samples.channels + PixelBuffer.channels) * width)
    let inks = UnsafeMutableBufferPointer(rebasing: memory.bytes[..<(colors.samples.channels * width)])
    let view = UnsafeMutableBufferPointer(rebasing: memory.bytes.suffix(PixelBuffer.channels * width))
    let extraPlace = (0..<pixels.extras.count).first { pixels.kind(ofExtra: $0) == kind }
    if kind == .withoutBlack, colors.samples.channels == 4 {
      try forEachRow { (_, samples) throws(FaceBlurError) in
        pixels.copyInks(of: samples, into: inks)
        Self.showWithoutBlack(inks, into: view)
        cutter.append(UnsafeBufferPointer(view))
      }
      return try cutter.pictures()
    }
    if let place = extraPlace {
      let stretch = try stretches(pixels).extras[place]
      let extra = UnsafeMutableBufferPointer(rebasing: inks.prefix(width))
      try forEachRow { (_, samples) throws(FaceBlurError) in
        Self.show(
          pixels.extras.lowerBound + place, of: samples, pixels, by: stretch, wide: wide, in: extra)
        ExtraView.show(UnsafeBufferPointer(extra), in: view)
        cutter.append(UnsafeBufferPointer(view))
      }
      return try cutter.pictures()
    }
    var views = PictureViews(
      kind, geometry, cutting: cutter, transform: try colors.transform(), light: nil,
      stretch: kind == .stretched ? try stretches(pixels).colors : nil, pixels.transparency)
    try forEachRow { (_, samples) throws(FaceBlurError) in
      try show(samples, of: pixels, inks: inks, wide: wide, in: &views)
    }
    return try views.parts()
  }

  /// Shows a row of inks without the fourth.
  /// - Parameter view: room for red, green and blue.
  private static func showWithoutBlack(
    _ inks: UnsafeMutableBufferPointer<UInt8>, into view: UnsafeMutableBufferPointer<UInt8>
  ) {
    for x in 0..<view.count / PixelBuffer.channels {
      for channel in 0..<PixelBuffer.channels {
        view[PixelBuffer.channels * x + channel] = 255 - inks[4 * x + channel]
      }
    }
  }

  /// Shows a sample that is no colour.
  /// - Parameters:
  ///   - component: its place among the samples of a pixel.
  ///   - samples: of a row.
  ///   - stretch: what draws it apart; nil where it need not be.
  ///   - wide: room for samples of 16 bits.
  ///   - row: room for one of 8 bits for each pixel.
  private static func show(
    _ component: Int, of samples: UnsafeBufferPointer<UInt16>, _ pixels: TIFFPixels,
    by stretch: SampleStretch?,
    wide: UnsafeMutableBufferPointer<UInt16>, in row: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let stretch else { return pixels.copy(component, of: samples, into: row) }
    let wide = UnsafeMutableBufferPointer(rebasing: wide.prefix(row.count))
    pixels.copy(component, of: samples, into: wide)
    stretch.show(UnsafeBufferPointer(wide), into: row)
  }

  /// What draws apart the samples of colours, and each further one, where they are of 16 bits and lie close together; nil for all
  /// others.
  private func stretches(
    _ pixels: TIFFPixels
  ) throws(FaceBlurError) -> (colors: SampleStretch?, extras: [SampleStretch?]) {
    guard file.layout.bits == 16 else {
      return (nil, [SampleStretch?](repeating: nil, count: pixels.extras.count))
    }
    let width = geometry.storedWidth
    let wide = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: PixelBuffer.channels * width)
    defer { wide.deallocate() }
    let row = UnsafeMutableBufferPointer(rebasing: wide.prefix(width))
    var colors = SampleRanges()
    var extras = pixels.extras.map { _ in SampleRanges(channels: 1) }
    // Most pictures tell by their first rows that there is nothing to draw apart.
    try forEachWantedRow { (_, samples) throws(FaceBlurError) -> Bool in
      pixels.expand(samples, into: wide)
      colors.take(UnsafeBufferPointer(wide))
      for (index, component) in pixels.extras.enumerated() {
        pixels.copy(component, of: samples, into: row)
        extras[index].take(UnsafeBufferPointer(row))
      }
      return !(colors.areWide && extras.allSatisfy(\.areWide))
    }
    return (colors.stretch, extras.map(\.stretch))
  }

  /// - Parameters:
  ///   - samples: of a row.
  ///   - inks: room for them, where they are no red, green and blue.
  ///   - wide: room for red, green and blue of 16 bits.
  private func show(
    _ samples: UnsafeBufferPointer<UInt16>, of pixels: TIFFPixels, inks: UnsafeMutableBufferPointer<UInt8>,
    wide: UnsafeMutableBufferPointer<UInt16>, in views: inout PictureViews
  ) throws(FaceBlurError) {
    let isWide = file.layout.bits == 16
    if isWide { pixels.expand(samples, into: wide) }
    let deep = isWide ? UnsafeBufferPointer(wide) : nil
    pixels.expand(samples, into: views.rgb)
    if pixels.transparency != .none {
      pixels.copy(file.layout.photometric.components, of: samples, into: views.alpha)
    }
    guard colors.samples.channels == 4 else { return try views.takeRow(wide: deep) }
    pixels.copyInks(of: samples, into: inks)
    try views.takeRow(inks: UnsafeBufferPointer(inks), wide: deep)
  }
}

/// What viewers make of a PNG.
extension PNGPhoto {
  func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    var views = try PNGViews(of: self, fitting: longSide)
    try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      try PNGRows.forEachWhole(of: file, in: bytes) { (_, samples) throws(FaceBlurError) in
        try views.take(samples)
      }
    }
    let pictures = views.pictures.map(geometry.orientation.upright)
    return DisplayImage(
      pixels: pictures[0], otherViews: Array(pictures.dropFirst()), warnings: colors.warnings)
  }
}

/// The pictures that viewers make of one PNG, brought down to display size row by row.
///
/// What is transparent is shown over white, as on paper; others show it over black, and some show the colours that lie
/// beneath, which are in the file all the same. Where the file says what its samples mean, some viewers do not listen.
private struct PNGViews: ~Copyable {
  private let pixels: PNGPixels
  private let transform: ColorTransform?
  /// By 8-bit sample, what it is in sRGB; nil where that is much the same.
  private let curve: [UInt8]?
  private var managed: RowShrinker?
  private var profiled: RowShrinker?
  private var stored: RowShrinker
  private var overWhite: RowShrinker?
  private var overBlack: RowShrinker?
  private var isOpaque = true
  private let rgb: UnsafeMutableBufferPointer<UInt8>
  private let shown: UnsafeMutableBufferPointer<UInt8>
  private let blend: UnsafeMutableBufferPointer<UInt8>
  private let alpha: UnsafeMutableBufferPointer<UInt8>

  init(of photo: borrowing PNGPhoto, fitting longSide: Int) throws(FaceBlurError) {
    let header = photo.header
    pixels = PNGPixels(photo.file)
    transform = try photo.colors.transform()
    curve = photo.shownCurve
    let shrinker = RowShrinker(width: header.width, height: header.height, fitting: longSide)
    stored = shrinker
    managed = curve != nil ? shrinker : nil
    profiled = transform != nil ? shrinker : nil
    (overWhite, overBlack) = pixels.hasTransparency ? (shrinker, shrinker) : (nil, nil)
    rgb = .allocate(capacity: 3 * header.width)
    shown = .allocate(capacity: 3 * header.width)
    blend = .allocate(capacity: 3 * header.width)
    alpha = .allocate(capacity: header.width)
  }

  deinit {
    rgb.deallocate()
    shown.deallocate()
    blend.deallocate()
    alpha.deallocate()
  }

  mutating func take(_ samples: UnsafeBufferPointer<UInt8>) throws(FaceBlurError) {
    pixels.expand(samples, into: rgb, alpha: alpha)
    stored.append(UnsafeBufferPointer(rgb))
    // What viewers show that heed all that the file says is there last, for what is transparent.
    _ = shown.update(fromContentsOf: rgb)
    switch transform {
    case .some(let transform):
      try transform.convert(UnsafeBufferPointer(rgb), into: shown)
      profiled?.append(UnsafeBufferPointer(shown))
    case .none: break
    }
    if let curve {
      for place in rgb.indices { shown[place] = curve[Int(rgb[place])] }
      managed?.append(UnsafeBufferPointer(shown))
    }
    guard overWhite != nil else { return }
    isOpaque = isOpaque && alpha.allSatisfy { $0 == 255 }
    fillBlend(over: 255)
    overWhite?.append(UnsafeBufferPointer(blend))
    fillBlend(over: 0)
    overBlack?.append(UnsafeBufferPointer(blend))
  }

  /// The first is what most viewers show; the others only where they differ.
  var pictures: [PixelBuffer] {
    let colors = [managed?.picture, profiled?.picture, stored.picture].compactMap(\.self)
    guard !isOpaque else { return colors }
    return [overWhite?.picture, overBlack?.picture].compactMap(\.self) + colors
  }

  private func fillBlend(over ground: UInt32) {
    for place in alpha.indices {
      let opacity = UInt32(alpha[place])
      for channel in 3 * place..<3 * place + 3 {
        let sum = UInt32(shown[channel]) * opacity + ground * (255 - opacity)
        blend[channel] = UInt8(truncatingIfNeeded: (sum + 127) / 255)
      }
    }
  }
}

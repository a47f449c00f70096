/// The pictures that viewers make of one photo, brought down to display size row by row.
///
/// What is transparent is shown over white, as on paper; others show it over black, and some show the colours that lie
/// beneath, which are in the file all the same. Where the file says what its samples mean, some viewers do not listen. Samples of
/// 16 bits that lie close together some draw apart.
struct PictureViews: ~Copyable {
  /// Takes the next row before `takeRow` is told of it: red, green and blue as they are stored.
  let rgb: UnsafeMutableBufferPointer<UInt8>
  /// Likewise its alpha, where the photo has any.
  let alpha: UnsafeMutableBufferPointer<UInt8>

  /// How colours and alpha belong together.
  enum Transparency {
    case none
    case plain
    /// Colours have been multiplied by alpha.
    case premultiplied
  }

  private let transparency: Transparency
  private let transform: ColorTransform?
  private let light: ShownLight?
  private let stretch: SampleStretch?
  private var managed: RowShrinker?
  private var profiled: RowShrinker?
  private var stored: RowShrinker?
  /// By the words on light alone, where there are others on primary colours.
  private var lit: RowShrinker?
  private var stretched: RowShrinker?
  /// By all words, of samples of 16 bits that a viewer has cut or rounded to 8 before.
  private var cut: RowShrinker?
  private var rounded: RowShrinker?
  private var overWhite: RowShrinker?
  private var overBlack: RowShrinker?
  private var isOpaque = true
  private let shown: UnsafeMutableBufferPointer<UInt8>
  private let blend: UnsafeMutableBufferPointer<UInt8>
  private let narrow: UnsafeMutableBufferPointer<UInt16>

  /// Of what the first picture shows, where nothing else is asked for.
  private var cutter: PartCutter?

  /// - Parameters:
  ///   - geometry: of the photo.
  ///   - longSide: of the pictures in pixels, at most.
  ///   - transform: what the colour profile makes of the samples; nil for much the same.
  ///   - light: what other words of the file make of the samples; nil for much the same.
  ///   - stretch: what draws apart samples of 16 bits; nil where they need not be.
  init(
    _ geometry: PhotoGeometry, fitting longSide: Int, transform: consuming ColorTransform?,
    light: ShownLight?, stretch: SampleStretch? = nil, _ transparency: Transparency = .none
  ) {
    let shrinker = RowShrinker(width: geometry.storedWidth, height: geometry.storedHeight, fitting: longSide)
    self.init(
      width: geometry.storedWidth, shrinker, nil, transform: transform, light: light, stretch: stretch,
      transparency)
  }

  /// For parts of the first picture alone.
  /// - Parameters:
  ///   - geometry: of the photo.
  ///   - cutter: for the photo.
  ///   - transform: as above.
  ///   - light: likewise.
  init(
    _ geometry: PhotoGeometry, cutting cutter: PartCutter, transform: consuming ColorTransform?,
    light: ShownLight?, _ transparency: Transparency = .none
  ) {
    self.init(
      width: geometry.storedWidth, nil, cutter, transform: transform, light: light, stretch: nil, transparency
    )
  }

  private init(
    width: Int, _ shrinker: RowShrinker?, _ cutter: PartCutter?, transform: consuming ColorTransform?,
    light: ShownLight?, stretch: SampleStretch?, _ transparency: Transparency
  ) {
    stored = shrinker
    managed = light != nil ? shrinker : nil
    let isLit = light.map { $0.hasColors && $0.hasCurve } ?? false
    lit = isLit ? shrinker : nil
    stretched = stretch != nil ? shrinker : nil
    let isNarrowed = shrinker != nil && light?.isWide == true
    (cut, rounded) = isNarrowed ? (shrinker, shrinker) : (nil, nil)
    let isProfiled = transform != nil
    profiled = isProfiled ? shrinker : nil
    (overWhite, overBlack) = transparency != .none ? (shrinker, shrinker) : (nil, nil)
    self.cutter = cutter
    self.transform = transform
    self.light = light
    self.stretch = stretch
    self.transparency = transparency
    rgb = .allocate(capacity: 3 * width)
    shown = .allocate(capacity: 3 * width)
    blend = .allocate(capacity: 3 * width)
    narrow = .allocate(capacity: isNarrowed ? 3 * width : 0)
    alpha = .allocate(capacity: width)
    // Of a part, what is beside it is not always there.
    rgb.initialize(repeating: 0)
  }

  deinit {
    rgb.deallocate()
    shown.deallocate()
    blend.deallocate()
    narrow.deallocate()
    alpha.deallocate()
  }

  /// Takes the row that is in `rgb` and `alpha`.
  /// - Parameters:
  ///   - inks: what the profile is asked about, where the photo's samples are no red, green and blue.
  ///   - wide: what `rgb` was made from, where the photo's samples are of 16 bits; the words on light are for these then.
  mutating func takeRow(
    inks: UnsafeBufferPointer<UInt8>? = nil, wide: UnsafeBufferPointer<UInt16>? = nil
  ) throws(FaceBlurError) {
    guard needsNext else { return skip(1) }
    stored?.append(UnsafeBufferPointer(rgb))
    // What viewers show that heed all that the file says is there last, for what is transparent.
    _ = shown.update(fromContentsOf: rgb)
    switch transform {
    case .some(let transform):
      if let inks {
        try transform.convert(samples: inks, into: shown)
      } else {
        try transform.convert(UnsafeBufferPointer(rgb), into: shown)
      }
      profiled?.append(UnsafeBufferPointer(shown))
    case .none: break
    }
    if let light { show(wide, by: light) }
    if stretched != nil, let stretch, let wide {
      stretch.show(wide, into: blend)
      stretched?.append(UnsafeBufferPointer(blend))
    }
    guard transparency != .none else {
      cutter?.append(UnsafeBufferPointer(shown))
      return
    }
    fillBlend(over: 255)
    guard cutter == nil else {
      cutter?.append(UnsafeBufferPointer(blend))
      return
    }
    isOpaque = isOpaque && alpha.allSatisfy { $0 == 255 }
    overWhite?.append(UnsafeBufferPointer(blend))
    fillBlend(over: 0)
    overBlack?.append(UnsafeBufferPointer(blend))
  }

  /// Leaves in `shown` what the words on light and primary colours make of the row.
  private mutating func show(_ wide: UnsafeBufferPointer<UInt16>?, by light: ShownLight) {
    if let wide {
      light.show(wide, into: shown)
      if lit != nil { light.showLight(wide, into: blend) }
    } else {
      light.show(UnsafeBufferPointer(rgb), into: shown)
      if lit != nil { light.showLight(UnsafeBufferPointer(rgb), into: blend) }
    }
    managed?.append(UnsafeBufferPointer(shown))
    lit?.append(UnsafeBufferPointer(blend))
    if let wide, cut != nil { showNarrowed(wide, by: light) }
  }

  /// The same, as viewers show it that have no more than 8 bits of a sample: the upper ones, or the nearest.
  private mutating func showNarrowed(_ wide: UnsafeBufferPointer<UInt16>, by light: ShownLight) {
    for place in narrow.indices { narrow[place] = (wide[place] >> 8) * 257 }
    light.show(UnsafeBufferPointer(narrow), into: blend)
    cut?.append(UnsafeBufferPointer(blend))
    for place in narrow.indices { narrow[place] = UInt16(rgb[place]) * 257 }
    light.show(UnsafeBufferPointer(narrow), into: blend)
    rounded?.append(UnsafeBufferPointer(blend))
  }

  /// Whether anything that is asked for shows the next row.
  var needsNext: Bool { cutter?.needsNext ?? true }

  /// Passes over rows of which no part that is asked for has anything.
  mutating func skip(_ rows: Int) { cutter?.skip(rows) }

  /// The parts that were asked for, upright.
  /// - Throws: `FaceBlurError` where rows are missing.
  func parts() throws(FaceBlurError) -> [PixelBuffer] { try cutter?.pictures() ?? [] }

  /// The first is what most viewers show; the others only where they differ.
  var pictures: [PixelBuffer] {
    var colors = [
      managed?.picture, profiled?.picture, stored?.picture, lit?.picture, stretched?.picture,
    ].compactMap(\.self)
    for narrowed in [cut?.picture, rounded?.picture].compactMap(\.self)
    where !colors.contains(where: narrowed.isMuch(like:)) {
      colors.append(narrowed)
    }
    guard !isOpaque else { return colors }
    return [overWhite?.picture, overBlack?.picture].compactMap(\.self) + colors
  }

  /// The row over a ground. Over black, colours that have been multiplied are what is stored: they are shown as if they had not been,
  /// as programs do that take the alpha off.
  private func fillBlend(over ground: UInt32) {
    for place in alpha.indices {
      let opacity = UInt32(alpha[place])
      for channel in 3 * place..<3 * place + 3 {
        let color = UInt32(shown[channel])
        switch transparency {
        case .premultiplied where ground == 0:
          blend[channel] = UInt8(truncatingIfNeeded: opacity == 0 ? color : min(color * 255 / opacity, 255))
        case .premultiplied:
          blend[channel] = UInt8(truncatingIfNeeded: min(color + (ground * (255 - opacity) + 127) / 255, 255))
        default:
          let sum = color * opacity + ground * (255 - opacity)
          blend[channel] = UInt8(truncatingIfNeeded: (sum + 127) / 255)
        }
      }
    }
  }
}

extension PixelBuffer {
  /// Whether nothing can be told apart in one of two pictures of the same size that cannot in the other one.
  fileprivate func isMuch(like other: PixelBuffer) -> Bool {
    bytes.count == other.bytes.count
      && zip(bytes, other.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 8 }
  }
}

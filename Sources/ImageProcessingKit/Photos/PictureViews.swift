/// The pictures that viewers make of one photo, brought down to display size row by row.
///
/// What is transparent is shown over white, as on paper; others show it over black, and some show the colours that lie
/// beneath, which are in the file all the same; and alpha may be a picture by itself. Where the file says what its samples mean, some viewers do not listen. Samples of
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

  /// What a picture is made of, in the order of the pictures.
  private enum Source: Int, CaseIterable {
    case overWhite, overBlack
    /// By all words on light and primary colours.
    case managed
    case profiled
    case stored
    /// By the words on light alone, where there are others on primary colours.
    case lit
    case stretched
    /// By all words, of samples of 16 bits that a viewer has cut or rounded to 8 before.
    case cut, rounded
    /// Alpha, as a gray picture.
    case alpha
  }

  private let transparency: Transparency
  private let transform: ColorTransform?
  private let light: ShownLight?
  private let stretch: SampleStretch?
  private let alphaStretch: SampleStretch?
  private var shrinkers: [(source: Source, shrinker: RowShrinker)]
  /// Parts of one of the pictures, where nothing else is asked for.
  private var cutter: (source: Source, parts: PartCutter)?
  /// Nil where it is not asked for.
  private var alphaView: ExtraView?
  /// Whether colours over black show what alpha shows: those of white do.
  private var isAlphaSeenOverBlack = true
  private var isOpaque = true
  private let shown: UnsafeMutableBufferPointer<UInt8>
  private let blend: UnsafeMutableBufferPointer<UInt8>
  private let narrow: UnsafeMutableBufferPointer<UInt16>

  /// - Parameters:
  ///   - geometry: of the photo.
  ///   - longSide: of the pictures in pixels, at most.
  ///   - transform: what the colour profile makes of the samples; nil for much the same.
  ///   - light: what other words of the file make of the samples; nil for much the same.
  ///   - stretch: what draws apart samples of 16 bits; nil where they need not be.
  ///   - alphaStretch: likewise of alpha.
  ///   - showsAlpha: false where the caller shows it by itself.
  init(
    _ geometry: PhotoGeometry, fitting longSide: Int, transform: consuming ColorTransform?,
    light: ShownLight?, stretch: SampleStretch? = nil, alphaStretch: SampleStretch? = nil,
    _ transparency: Transparency = .none, showsAlpha: Bool = true
  ) {
    let isProfiled = transform != nil
    self.init(
      width: geometry.storedWidth, transform: transform, light: light, stretch: stretch,
      alphaStretch: alphaStretch, transparency)
    let shrinker = RowShrinker(width: geometry.storedWidth, height: geometry.storedHeight, fitting: longSide)
    shrinkers = Source.allCases.filter { source in
      switch source {
      case .overWhite, .overBlack: transparency != .none
      case .managed: light != nil
      case .profiled: isProfiled
      case .stored: true
      case .lit: light.map { $0.hasColors && $0.hasCurve } ?? false
      case .stretched: stretch != nil
      case .cut, .rounded: light?.isWide == true
      case .alpha: false
      }
    }.map { ($0, shrinker) }
    if transparency != .none, showsAlpha { alphaView = ExtraView(shrinker) }
  }

  /// For parts of one of the pictures alone.
  /// - Parameters:
  ///   - kind: of the viewers; nil for most of them.
  ///   - geometry: of the photo.
  ///   - cutter: for the photo.
  ///   - transform: as above.
  ///   - light: likewise.
  ///   - stretch: likewise.
  ///   - alphaStretch: likewise.
  init(
    _ kind: DisplayView.Kind?, _ geometry: PhotoGeometry, cutting cutter: PartCutter,
    transform: consuming ColorTransform?, light: ShownLight?, stretch: SampleStretch? = nil,
    alphaStretch: SampleStretch? = nil, _ transparency: Transparency = .none
  ) {
    let isProfiled = transform != nil
    self.init(
      width: geometry.storedWidth, transform: transform, light: light, stretch: stretch,
      alphaStretch: alphaStretch, transparency)
    let managed: Source = light != nil ? .managed : isProfiled ? .profiled : .stored
    let source: Source? =
      switch kind {
      case nil: transparency == .none ? managed : .overWhite
      case .overBlack: .overBlack
      case .opaque: managed
      case .alpha: .alpha
      case .byProfile: .profiled
      case .unmanaged: .stored
      case .byGamma: .lit
      case .stretched: .stretched
      case .cutTo8Bits: .cut
      case .roundedTo8Bits: .rounded
      case .withoutBlack, .inverted, .invertedWithoutBlack, .extraChannel: nil
      }
    self.cutter = source.map { ($0, cutter) }
  }

  private init(
    width: Int, transform: consuming ColorTransform?, light: ShownLight?, stretch: SampleStretch?,
    alphaStretch: SampleStretch?, _ transparency: Transparency
  ) {
    shrinkers = []
    cutter = nil
    alphaView = nil
    self.transform = transform
    self.light = light
    self.stretch = stretch
    self.alphaStretch = alphaStretch
    self.transparency = transparency
    rgb = .allocate(capacity: 3 * width)
    shown = .allocate(capacity: 3 * width)
    blend = .allocate(capacity: 3 * width)
    narrow = .allocate(capacity: light?.isWide == true ? 3 * width : 0)
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
  ///   - wideAlpha: what `alpha` was made from, likewise.
  mutating func takeRow(
    inks: UnsafeBufferPointer<UInt8>? = nil, wide: UnsafeBufferPointer<UInt16>? = nil,
    wideAlpha: UnsafeBufferPointer<UInt16>? = nil
  ) throws(FaceBlurError) {
    guard needsNext else { return skip(1) }
    append(rgb, as: .stored)
    // What viewers show that heed all that the file says is there last, for what is transparent.
    _ = shown.update(fromContentsOf: rgb)
    let isProfiled: Bool
    switch transform {
    case .some(let transform):
      if let inks {
        try transform.convert(samples: inks, into: shown)
      } else {
        try transform.convert(UnsafeBufferPointer(rgb), into: shown)
      }
      isProfiled = true
    case .none: isProfiled = false
    }
    if isProfiled { append(shown, as: .profiled) }
    if let light { show(wide, by: light) }
    if needs(.stretched), let stretch, let wide {
      stretch.show(wide, into: blend)
      append(blend, as: .stretched)
    }
    if needs(.overWhite) {
      fillBlend(over: 255)
      append(blend, as: .overWhite)
    }
    if needs(.overBlack) {
      isOpaque = isOpaque && alpha.allSatisfy { $0 == 255 }
      fillBlend(over: 0)
      append(blend, as: .overBlack)
    }
    if needs(.alpha) { showAlpha(wideAlpha) }
  }

  /// Takes the row of alpha, after that over black: it is not needed any more.
  private mutating func showAlpha(_ wide: UnsafeBufferPointer<UInt16>?) {
    if let alphaStretch, let wide { alphaStretch.show(wide, into: alpha) }
    if isAlphaSeenOverBlack, alphaView != nil {
      isAlphaSeenOverBlack = alpha.indices.allSatisfy { x in
        (3 * x..<3 * x + 3).allSatisfy { blend[$0] == alpha[x] }
      }
    }
    alphaView?.append(UnsafeBufferPointer(alpha), by: blend)
    if cutter?.source == .alpha {
      ExtraView.show(UnsafeBufferPointer(alpha), in: blend)
      cutter?.parts.append(UnsafeBufferPointer(blend))
    }
  }

  /// Whether a row of that kind is asked for.
  private func needs(_ source: Source) -> Bool {
    if source == .alpha, alphaView != nil { return true }
    return cutter?.source == source || shrinkers.contains { $0.source == source }
  }

  private mutating func append(_ row: UnsafeMutableBufferPointer<UInt8>, as source: Source) {
    if let place = shrinkers.firstIndex(where: { $0.source == source }) {
      shrinkers[place].shrinker.append(UnsafeBufferPointer(row))
    }
    if cutter?.source == source { cutter?.parts.append(UnsafeBufferPointer(row)) }
  }

  /// Leaves in `shown` what the words on light and primary colours make of the row.
  private mutating func show(_ wide: UnsafeBufferPointer<UInt16>?, by light: ShownLight) {
    if let wide {
      light.show(wide, into: shown)
      if needs(.lit) { light.showLight(wide, into: blend) }
    } else {
      light.show(UnsafeBufferPointer(rgb), into: shown)
      if needs(.lit) { light.showLight(UnsafeBufferPointer(rgb), into: blend) }
    }
    append(shown, as: .managed)
    if needs(.lit) { append(blend, as: .lit) }
    if let wide { showNarrowed(wide, by: light) }
  }

  /// The same, as viewers show it that have no more than 8 bits of a sample: the upper ones, or the nearest.
  private mutating func showNarrowed(_ wide: UnsafeBufferPointer<UInt16>, by light: ShownLight) {
    if needs(.cut) {
      for place in narrow.indices { narrow[place] = (wide[place] >> 8) * 257 }
      light.show(UnsafeBufferPointer(narrow), into: blend)
      append(blend, as: .cut)
    }
    if needs(.rounded) {
      for place in narrow.indices { narrow[place] = UInt16(rgb[place]) * 257 }
      light.show(UnsafeBufferPointer(narrow), into: blend)
      append(blend, as: .rounded)
    }
  }

  /// Whether anything that is asked for shows the next row.
  var needsNext: Bool { cutter?.parts.needsNext ?? true }

  /// Passes over rows of which no part that is asked for has anything.
  mutating func skip(_ rows: Int) { cutter?.parts.skip(rows) }

  /// The parts that were asked for, upright.
  /// - Throws: `FaceBlurError` where rows are missing, or the photo has no such picture.
  func parts() throws(FaceBlurError) -> [PixelBuffer] {
    guard let cutter else { throw .internalError("no parts of a picture were asked for") }
    return try cutter.parts.pictures()
  }

  /// What viewers show, upright.
  /// - Parameters:
  ///   - orientation: the photo's.
  ///   - others: further views, as they are stored.
  ///   - warnings: about the photo.
  func image(
    _ orientation: Orientation, beside others: [DisplayView] = [], warnings: [String]
  ) throws(FaceBlurError) -> DisplayImage {
    var pixels: PixelBuffer?
    var views: [DisplayView] = []
    for (source, shrinker) in shrinkers where !isOpaque || ![.overWhite, .overBlack].contains(source) {
      let picture = shrinker.picture
      guard let first = pixels else {
        pixels = picture
        continue
      }
      let isNarrowed = [.cut, .rounded].contains(source)
      if isNarrowed, ([first] + views.map(\.pixels)).contains(where: { picture.isMuch(like: $0) }) {
        continue
      }
      views.append(DisplayView(kind: kind(source), pixels: picture))
    }
    guard let pixels else { throw .internalError("a photo has no picture") }
    if !isAlphaSeenOverBlack, let picture = alphaView?.picture {
      views.append(DisplayView(kind: .alpha, pixels: picture))
    }
    return DisplayImage(
      pixels: orientation.upright(pixels),
      otherViews: (views + others).map { DisplayView(kind: $0.kind, pixels: orientation.upright($0.pixels)) },
      warnings: warnings)
  }

  /// What is said of a picture that is not the first.
  private func kind(_ source: Source) -> DisplayView.Kind {
    let managed = shrinkers.first { ![.overWhite, .overBlack].contains($0.source) }?.source
    return switch source {
    case .overWhite, .overBlack: .overBlack
    case managed: .opaque
    case .managed, .profiled: .byProfile
    case .stored: .unmanaged
    case .lit: .byGamma
    case .stretched: .stretched
    case .cut: .cutTo8Bits
    case .rounded: .roundedTo8Bits
    case .alpha: .alpha
    }
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

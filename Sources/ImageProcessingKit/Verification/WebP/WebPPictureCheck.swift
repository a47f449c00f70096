/// Proves that a WebP shows its original outside the areas, and in them what the style makes of their surroundings.
///
/// Both pictures are in memory, once or twice each.
struct WebPPictureCheck {
  let render: ExaminedWebP
  let original: ExaminedWebP?
  let geometry: PhotoGeometry

  /// - Parameters:
  ///   - render: the file; must outlive the value, as the original.
  ///   - original: nil where there is none.
  ///   - geometry: the photo's.
  /// - Throws: `FaceBlurError` where one holds no picture that is read, or they are not of one form.
  init(
    _ render: UnsafeBufferPointer<UInt8>, _ original: UnsafeBufferPointer<UInt8>?, _ geometry: PhotoGeometry
  ) throws(FaceBlurError) {
    self.geometry = geometry
    self.render = try ExaminedWebP(render)
    if let original { self.original = try ExaminedWebP(original) } else { self.original = nil }
    let form = self.render.form
    guard form.width == geometry.storedWidth, form.height == geometry.storedHeight else { throw .otherShape }
    guard let before = self.original else { return }
    guard before.form.width == form.width, before.form.height == form.height else { throw .otherShape }
    // What was opaque stays so; whether one that could be transparent is, the samples tell.
    guard before.form.coding == form.coding, before.form.hasAlpha || !form.hasAlpha,
      self.render.profile == nil || before.profile != nil
    else { throw .changedOutside }
  }

  /// How renders of a form are made.
  static func path(of form: WebPForm) -> RenderSummary.Path {
    switch form.coding {
    case .lossless: .lossless
    case .lossy: .lossy
    }
  }

  /// Proves that all but the picture's code is what a render has.
  /// - Throws: `FaceBlurError` where anything else stands in the file.
  func checkForm() throws(FaceBlurError) {
    if let place = CanonicalWebP.difference(of: render) {
      throw .damagedRender("it is not laid out as a render is at byte \(place)")
    }
  }

  /// - Parameter judgesCode: whether anything else in the picture's code is refused.
  func check(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, judgesCode: Bool = false
  ) throws(FaceBlurError) {
    switch (render.form.coding, original) {
    case (.lossless, _): try checkWithoutLoss(areas, style, judgesCode: judgesCode)
    case (.lossy, let original?): try checkWithLoss(against: original, areas, style)
    case (.lossy, nil): try checkRegionsWithLoss(areas, style)
    }
  }

  // MARK: Without loss

  private static let channels = 4

  private func checkWithoutLoss(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, judgesCode: Bool
  ) throws(FaceBlurError) {
    let shown = try Self.pixels(of: render)
    let before = try original.map { (original) throws(FaceBlurError) in try Self.pixels(of: original) }
    var rows = RasterRows(geometry, .rgb, extras: 1, areas, style, hasOriginal: before != nil)
    for y in 0..<geometry.storedHeight {
      try Self.row(y, of: shown, geometry).withUnsafeBufferPointer { (row) throws(FaceBlurError) in
        guard let before else { return try rows.take(row, y: y) }
        try Self.row(y, of: before, geometry).withUnsafeBufferPointer { (before) throws(FaceBlurError) in
          try rows.take(row, against: before, y: y)
        }
      }
    }
    try rows.prove { pixel, tones in pixel[3] == 255 && RasterRows.isRounded(pixel, tones) }
    if judgesCode { try Self.checkCodeWithoutLoss(render, of: shown) }
  }

  /// Red, green, blue and alpha of each pixel; 255 where alpha does not count.
  static func pixels(of file: ExaminedWebP) throws(FaceBlurError) -> [UInt8] {
    try WebPCodec.pixels(of: file.code, file.form)
  }

  /// A row of pixels, as `RasterRows` takes it.
  static func row(_ y: Int, of pixels: [UInt8], _ geometry: PhotoGeometry) -> [UInt16] {
    let length = channels * geometry.storedWidth
    return pixels[y * length..<(y + 1) * length].map(UInt16.init)
  }

  /// Proves that a code without loss holds its pixels and nothing else: that it is what the codec makes of them, to the last byte.
  /// - Parameter pixels: that it was decoded to.
  static func checkCodeWithoutLoss(
    _ file: ExaminedWebP, of pixels: [UInt8]
  ) throws(FaceBlurError) {
    let code = try WebPCodec.encode(pixels, width: file.form.width, height: file.form.height)
    guard code == file.code else {
      throw .damagedRender("its picture is coded in another way than a render's")
    }
  }
}

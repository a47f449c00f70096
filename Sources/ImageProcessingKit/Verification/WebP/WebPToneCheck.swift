/// Proves that a toned WebP shows its checked render with the filters applied, and nothing else.
enum WebPToneCheck {
  /// - Parameters:
  ///   - toned: the file as it was written.
  ///   - render: what it was made from, which has passed the gate itself.
  /// - Throws: `FaceBlurError` of kind `leak`: `.otherTones` where the picture is another.
  static func check(
    _ toned: UnsafeBufferPointer<UInt8>, against render: UnsafeBufferPointer<UInt8>,
    _ geometry: PhotoGeometry, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    let (picture, base) = (try ExaminedWebP(toned), try ExaminedWebP(render))
    for form in [picture.form, base.form] {
      guard form.width == geometry.storedWidth, form.height == geometry.storedHeight else {
        throw .otherShape
      }
    }
    guard picture.form.coding == base.form.coding, base.form.hasAlpha || !picture.form.hasAlpha,
      hasSameProfile(picture, base)
    else { throw .otherTones }
    if let place = CanonicalWebP.difference(of: picture) {
      throw .damagedRender("it is not laid out as a render is at byte \(place)")
    }
    switch base.form.coding {
    case .lossless: try checkWithoutLoss(picture, base, geometry, filters)
    case .lossy: try checkWithLoss(picture, base, geometry, filters)
    }
  }

  /// Whether a profile is the render's, or was dropped.
  private static func hasSameProfile(_ picture: ExaminedWebP, _ base: ExaminedWebP) -> Bool {
    guard let profile = picture.profile else { return true }
    return base.profile.map {
      base.file.bytes[$0.content].elementsEqual(picture.file.bytes[profile.content])
    } ?? false
  }

  private static func checkWithoutLoss(
    _ picture: ExaminedWebP, _ base: ExaminedWebP, _ geometry: PhotoGeometry, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    let shown = try WebPPictureCheck.pixels(of: picture)
    let before = try WebPPictureCheck.pixels(of: base)
    let (width, height) = (geometry.storedWidth, geometry.storedHeight)
    let toner = Toner(filters, width: width, height: height)
    for y in 0..<height {
      let start = 4 * width * y
      var row: [UInt8] = []
      row.reserveCapacity(3 * width)
      for x in 0..<width { row += before[start + 4 * x..<start + 4 * x + 3] }
      row.withUnsafeMutableBufferPointer { toner.tone($0, y: y) }
      for x in 0..<width {
        let place = start + 4 * x
        guard shown[place..<place + 3].elementsEqual(row[3 * x..<3 * x + 3]),
          shown[place + 3] == before[place + 3]
        else { throw .otherTones }
      }
    }
    try WebPPictureCheck.checkCodeWithoutLoss(picture, of: shown)
  }

  /// By a witness, as renders with loss are: the render's samples with the filters applied, which are reckoned anew.
  private static func checkWithLoss(
    _ picture: ExaminedWebP, _ base: ExaminedWebP, _ geometry: PhotoGeometry, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    let before = try WebPCodec.planes(of: base.code, base.form)
    guard let quantizer = base.frame?.quantizer else { throw .damagedRender("it has no quantizer") }
    let toned = try LossyWitness.toned(before.picture, filters, WebPPlanes.colors)
    let witness = WebPPlanes(picture: toned, alpha: before.alpha)
    do throws(FaceBlurError) {
      try WebPPictureCheck.check(picture, shows: witness, in: [], geometry, [quantizer])
    } catch {
      // There is no inside and outside here.
      throw error.kind == .leak(.changedOutside) ? .otherTones : error
    }
  }
}

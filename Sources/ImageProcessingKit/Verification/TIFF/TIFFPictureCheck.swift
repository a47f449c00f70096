/// Proves that a TIFF shows its original outside the areas, and in them what the style makes of their surroundings.
///
/// Rows are compared as they come, so that it holds a band of each file and what lies in the areas.
struct TIFFPictureCheck {
  let render: ExaminedTIFF
  private let original: ExaminedTIFF?
  private let geometry: PhotoGeometry

  /// - Parameters:
  ///   - render: the file; must outlive the value, as the original.
  ///   - original: nil where there is none.
  ///   - geometry: the photo's.
  /// - Throws: `FaceBlurError` where one is no TIFF that is read, or they are not laid out alike.
  init(
    _ render: UnsafeBufferPointer<UInt8>, _ original: UnsafeBufferPointer<UInt8>?, _ geometry: PhotoGeometry
  ) throws(FaceBlurError) {
    self.geometry = geometry
    self.render = try ExaminedTIFF(render)
    if let original { self.original = try ExaminedTIFF(original) } else { self.original = nil }
    try self.render.checkSize(geometry)
    guard let original = self.original else { return }
    try original.checkSize(geometry)
    try Self.checkMeaning(of: self.render, original)
    guard self.render.layout == original.layout else {
      throw .damagedRender("its samples are not stored as its original's are")
    }
  }

  /// What says how samples are shown must be the original's: the colour profile, which a policy may drop, can be missing.
  private static func checkMeaning(of render: ExaminedTIFF, _ original: ExaminedTIFF) throws(FaceBlurError) {
    guard render.layout.photometric == original.layout.photometric,
      render.layout.samples == original.layout.samples, render.layout.bits == original.layout.bits,
      render.extraKinds.first == original.extraKinds.first,
      // Beside the first one they mean nothing.
      zip(render.extraKinds, original.extraKinds).allSatisfy({ $0 == $1 || $0 == 0 }),
      render.profile == nil || original.profile != nil
    else { throw .changedOutside }
  }

  /// - Parameter judgesCode: whether anything in a strip or tile but its samples is refused.
  func check(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, judgesCode: Bool = false
  ) throws(FaceBlurError) {
    let layout = render.layout
    var raster = RasterRows(
      geometry, layout.colors, extras: layout.extras, depth: layout.bits, areas, style,
      hasOriginal: original != nil)
    let rows = try ExaminedTIFFRows(render)
    let before: ExaminedTIFFRows?
    if let original { before = try ExaminedTIFFRows(original) } else { before = nil }
    while let row = try rows.next() {
      guard let before else {
        try raster.take(row, y: rows.count - 1)
        continue
      }
      guard let old = try before.next() else { throw .otherShape }
      try raster.take(row, against: old, y: rows.count - 1)
    }
    let (components, largest) = (layout.components, UInt16(layout.largest))
    try raster.prove { pixel, tones in
      pixel.dropFirst(components).allSatisfy { $0 == largest } && RasterRows.isRounded(pixel, tones)
    }
    guard !judgesCode || rows.isTight else {
      throw .damagedRender("a strip or tile holds more than the picture")
    }
  }
}

extension ExaminedTIFF {
  /// - Throws: `FaceBlurError` of kind `leak(.shape)` where the picture is not as large as it should be.
  func checkSize(_ geometry: PhotoGeometry) throws(FaceBlurError) {
    guard layout.width == geometry.storedWidth, layout.height == geometry.storedHeight else {
      throw .otherShape
    }
  }
}

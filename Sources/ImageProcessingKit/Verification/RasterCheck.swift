/// Proves pictures of interleaved 8-bit samples that are in memory: `RasterRows` for formats whose files are small.
struct RasterCheck {
  /// In stored orientation, as many for each pixel as there are components, row by row from the top.
  let samples: [UInt8]
  let geometry: PhotoGeometry
  let colors: ColorModel

  /// A render with its original.
  /// - Parameters:
  ///   - original: its samples, of the same size and components.
  ///   - areas: on the grid of the geometry's units.
  /// - Throws: `FaceBlurError` of kind `leak`.
  func check(
    against original: [UInt8], _ areas: [ObscuredArea], _ style: ObscuringStyle
  ) throws(FaceBlurError) {
    try check(areas, style, against: original)
  }

  /// The areas alone; cells of means need only be flat.
  /// - Throws: `FaceBlurError` of kind `leak(.region)` where an area shows something else than its style makes of it.
  func checkRegions(_ areas: [ObscuredArea], _ style: ObscuringStyle) throws(FaceBlurError) {
    try check(areas, style, against: nil)
  }

  /// Whether the picture is another one with filters applied. Both are red, green and blue.
  /// - Throws: `FaceBlurError` of kind `leak(.otherTones)` where it is not.
  func checkTones(of render: [UInt8], _ filters: ToneFilters) throws(FaceBlurError) {
    guard colors == .rgb, render.count == samples.count else { throw .otherTones }
    let toner = Toner(filters, width: geometry.storedWidth, height: geometry.storedHeight)
    for y in 0..<geometry.storedHeight {
      var row = Array(render[y * length..<(y + 1) * length])
      row.withUnsafeMutableBufferPointer { toner.tone($0, y: y) }
      guard row[...] == samples[y * length..<(y + 1) * length] else { throw .otherTones }
    }
  }

  /// Samples of a row.
  private var length: Int { geometry.storedWidth * colors.components.count }

  private func check(
    _ areas: [ObscuredArea], _ style: ObscuringStyle, against original: [UInt8]?
  ) throws(FaceBlurError) {
    guard samples.count == length * geometry.storedHeight, original?.count ?? samples.count == samples.count
    else { throw .otherShape }
    var rows = RasterRows(geometry, colors, areas, style, hasOriginal: original != nil)
    for y in 0..<geometry.storedHeight {
      try wide(samples, y).withUnsafeBufferPointer { (row) throws(FaceBlurError) in
        guard let original else { return try rows.take(row, y: y) }
        try wide(original, y).withUnsafeBufferPointer { (original) throws(FaceBlurError) in
          try rows.take(row, against: original, y: y)
        }
      }
    }
    try rows.prove()
  }

  /// A row of some samples, as `RasterRows` takes it.
  private func wide(_ samples: [UInt8], _ y: Int) -> [UInt16] {
    samples[y * length..<(y + 1) * length].map(UInt16.init)
  }
}

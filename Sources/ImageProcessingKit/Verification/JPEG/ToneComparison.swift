internal import CJPEG

/// Proves that a toned file shows its checked render with the filters applied, and nothing else.
///
/// The render is decoded once more and the filters are applied to it, and the toned file must be what an encoder makes of
/// that with the render's own quantisers and sampling, so no area can show what the render does not. Of code that writes
/// files it shares the whitelist, the filters and libjpeg. It takes 2 bytes of memory a sample: 3 a pixel at 4:2:0, 6 at
/// 4:4:4.
enum ToneComparison {
  /// - Parameters:
  ///   - toned: the file as it was written.
  ///   - render: what it was made from, which has passed the gate itself.
  /// - Throws: `FaceBlurError` of kind `leak`: `.otherTones` where the picture is another.
  static func check(
    _ toned: FileBytes, against render: any EditablePhoto, _ filters: ToneFilters
  ) throws(FaceBlurError) {
    let base = render.fileBytes
    try CanonicalCheck.check(toned)
    let stream = JPEGStream(bytes: toned, limits: .none)
    let header = try stream.header()
    let geometry = render.geometry
    guard Int(header.width) == geometry.storedWidth, Int(header.height) == geometry.storedHeight else {
      throw .otherShape
    }
    let baseHeader = try JPEGStream(bytes: base, limits: .none).header()
    try base.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      let rows = try JPEGRowReader(bytes, limits: .none)
      let coded = try CoefficientComparison.opened(stream)
      let components = expectedComponents(baseHeader, rows)
      // The same coefficients make another picture of other quantisers, sampling or colours.
      guard CoefficientComparison.components(of: header, coded) == components,
        header.standard_colors == baseHeader.standard_colors
      else { throw .otherTones }
      let comparison = SampleComparison(
        coded, components, width: geometry.storedWidth, height: geometry.storedHeight,
        isYCbCr: baseHeader.standard_colors)
      let toner = Toner(filters, width: geometry.storedWidth, height: geometry.storedHeight)
      try compare(comparison, with: rows, toner, geometry)
    }
  }

  /// The components that a toned file has: the render's own, or of a grey one three like its own.
  private static func expectedComponents(
    _ header: fbj_header, _ rows: borrowing JPEGRowReader
  ) -> [ComparedComponent] {
    var components: [ComparedComponent] = []
    for (index, component) in header.componentList.enumerated() {
      components.append(ComparedComponent(component, rows.quantizers(ofComponent: index)))
    }
    return components.count == 1 ? [ComparedComponent](repeating: components[0], count: 3) : components
  }

  private static func compare(
    _ comparison: consuming SampleComparison, with rows: consuming JPEGRowReader, _ toner: Toner,
    _ geometry: PhotoGeometry
  ) throws(FaceBlurError) {
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: geometry.storedWidth * PixelBuffer.channels)
    defer { row.deallocate() }
    for y in 0..<geometry.storedHeight {
      try rows.next(into: row)
      toner.tone(row, y: y)
      guard try comparison.take(UnsafeBufferPointer(row)) == nil else { throw .otherTones }
    }
  }
}

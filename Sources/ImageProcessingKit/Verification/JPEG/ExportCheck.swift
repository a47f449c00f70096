internal import CJPEG

/// Proves that a JPEG that was made of a photo of another format shows what viewers show of that, at the same places, and nothing else.
///
/// The photo is decoded once more, and every coefficient must be what an encoder makes of that picture with the quantisers of the one
/// quality that is written. Of code that makes the JPEG it shares libjpeg's reading of coefficients, and the picture of the photo: that
/// is where faces are looked for, so a JPEG of another one would have its regions beside them. It takes 2 bytes of memory a sample, 3 a pixel at
/// 4:2:0 and 6 at 4:4:4, and 3 a pixel for the picture.
enum ExportCheck {
  /// Luma and chroma, by row of the block (ITU-T T.81, tables K.1 and K.2).
  private static let tables: [[Int]] = [
    [
      16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
      14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
      18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
      49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ],
    [
      17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
      24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
      99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
      99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
    ],
  ]
  /// Percent of the tables that quality 92 is: 200 less twice that.
  private static let share = 16

  /// - Throws: `FaceBlurError` of kind `leak`: `.changedOutside` where the picture is another, `.shape` where its size or orientation
  ///   is, `.block` where its file holds anything that is not needed; of another kind where a file cannot be read.
  static func check(_ export: any EditablePhoto, of original: any EditablePhoto) throws(FaceBlurError) {
    let frame = original.geometry.frame
    let visible = frame.visible
    let shape = export.geometry
    guard shape.orientation == .up, shape.frame.isWhole,
      (shape.storedWidth, shape.storedHeight) == (visible.width, visible.height)
    else { throw .otherShape }
    try ConversionCheck.checkMetadata(of: export.fileBytes)
    guard export.fileBytes.withUnsafeBufferPointer(JPEGInspection.orientation) == .up else {
      throw .otherShape
    }

    let picture = try original.displayImage(fitting: max(frame.width, frame.height)).pixels
    guard (picture.width, picture.height) == (frame.width, frame.height) else { throw .otherShape }
    let stream = JPEGStream(bytes: export.fileBytes, limits: .none)
    let header = try stream.header()
    guard header.standard_colors, (Int(header.width), Int(header.height)) == (visible.width, visible.height)
    else { throw .changedOutside }
    let coded = try CoefficientComparison.opened(stream)
    let components = CoefficientComparison.components(of: header, coded)
    guard expectedForms(of: visible).contains(components) else { throw .changedOutside }
    let comparison = SampleComparison(
      coded, components, width: visible.width, height: visible.height, isYCbCr: components.count == 3)
    guard try shows(comparison, picture, visible, isGray: components.count == 1) else {
      throw .changedOutside
    }
  }

  /// Whether a file codes a part of a picture.
  private static func shows(
    _ comparison: consuming SampleComparison, _ picture: PixelBuffer, _ part: PixelRect, isGray: Bool
  ) throws(FaceBlurError) -> Bool {
    let grays = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: part.width)
    defer { grays.deallocate() }
    return try picture.bytes.withUnsafeBufferPointer { (pixels) throws(FaceBlurError) -> Bool in
      for y in part.y..<(part.y + part.height) {
        let first = 3 * (y * picture.width + part.x)
        let row = UnsafeBufferPointer(rebasing: pixels[first..<(first + 3 * part.width)])
        for x in 0..<(isGray ? part.width : 0) {
          guard row[3 * x] == row[3 * x + 1], row[3 * x] == row[3 * x + 2] else { return false }
          grays[x] = row[3 * x]
        }
        if try comparison.take(isGray ? UnsafeBufferPointer(grays) : row) != nil { return false }
      }
      return true
    }
  }

  /// How a JPEG of a size may be coded: gray, and in colour with as much of it as of brightness or a quarter of that.
  private static func expectedForms(of size: PixelRect) -> [[ComparedComponent]] {
    let quantizers = tables.map { table in
      table.map { UInt16(clamping: max(($0 * share + 50) / 100, 1)) }
    }
    func component(_ table: Int, _ blocks: Int, inUnitsOf unit: Int) -> ComparedComponent {
      let pixels = 8 * unit / blocks
      return ComparedComponent(
        across: blocks, down: blocks, widthInBlocks: (size.width + pixels - 1) / pixels,
        heightInBlocks: (size.height + pixels - 1) / pixels, quantizers: quantizers[table])
    }
    let luma = component(0, 1, inUnitsOf: 1)
    let (full, half) = (component(1, 1, inUnitsOf: 1), component(1, 1, inUnitsOf: 2))
    return [[luma], [luma, full, full], [component(0, 2, inUnitsOf: 2), half, half]]
  }
}

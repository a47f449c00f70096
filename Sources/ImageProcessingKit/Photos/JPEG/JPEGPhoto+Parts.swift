internal import CJPEG

/// Parts of the picture at full size, cut out while it is read row by row.
extension JPEGPhoto {
  func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind?
  ) throws(FaceBlurError) -> [PixelBuffer] {
    var cutter = PartCutter(geometry, cutting: rects, fitting: longSide)
    if kind == nil, let transform = try colors.transform() {
      _ = try ConvertedRows.forEach(of: stream, header, by: transform) { (row) throws(FaceBlurError) in
        cutter.append(UnsafeBufferPointer(row))
      }
      return try cutter.pictures()
    }
    guard header.component_count != 4 else { return try partsOfWhole(rects, fitting: longSide, by: kind) }
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: geometry.storedWidth * PixelBuffer.channels)
    defer { row.deallocate() }
    try stream.bytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      var reader = try JPEGRowReader(scaled: bytes, eighths: 8, limits: stream.limits)
      while !cutter.isComplete {
        try reader.next(into: row)
        cutter.append(UnsafeBufferPointer(row))
      }
    }
    return try cutter.pictures()
  }
}

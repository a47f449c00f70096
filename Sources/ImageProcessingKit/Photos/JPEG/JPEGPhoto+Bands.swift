internal import CJPEG

/// The picture at half its size, read row by row.
extension JPEGPhoto {
  func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    try forEachBand(within: BandLimits(), use)
  }

  /// As `forEachBand`, in bands of other sizes.
  func forEachBand(
    within limits: BandLimits, _ use: (PictureBand) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) {
    // Other views, and colours that are converted, are made of the whole.
    guard hasOneView else { return try useAsOneBand(use) }
    let eighths = 4
    let size = (
      width: Int(fbj_scaled_size(header.width, UInt32(eighths))),
      height: Int(fbj_scaled_size(header.height, UInt32(eighths)))
    )
    let extent = DisplayScale.extent(of: (geometry.storedWidth, geometry.storedHeight), eighths: eighths)
    var cutter = BandCutter(geometry, size: size, extent: extent, limits)
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size.width * PixelBuffer.channels)
    defer { row.deallocate() }
    try stream.bytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      var reader = try JPEGRowReader(scaled: bytes, eighths: eighths, limits: stream.limits)
      for _ in 0..<size.height {
        try reader.next(into: row)
        try cutter.append(UnsafeBufferPointer(row), use)
      }
    }
  }
}

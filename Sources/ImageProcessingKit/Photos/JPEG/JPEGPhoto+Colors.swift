internal import CJPEG

/// What viewers make of a photo that is shown as it is stored by some of them only.
extension JPEGPhoto {
  func conversion() throws(FaceBlurError) -> ColorConversion? {
    guard case .foreign(_, let reason) = colors.profile, let transform = try colors.transform() else {
      return nil
    }
    let converted = try converted(by: transform)
    let warning =
      "its colour profile cannot be carried over (\(reason)), so the picture was converted to sRGB"
    return ColorConversion(
      photo: converted.photo,
      warnings: [warning] + (converted.warning.map { ["the decoder warned: \($0)"] } ?? []))
  }

  /// What a viewer shows that heeds colour profiles, in stored orientation; nil where that is much like the picture as it
  /// is stored.
  ///
  /// Pixels are converted before the picture is brought down: of a curve that may be anything, the mean of the samples is
  /// not the mean of what they show.
  func managedImage(fitting longSide: Int) throws(FaceBlurError) -> PixelBuffer? {
    guard let transform = try colors.transform() else { return nil }
    return try converted(by: transform).photo.storedImage(fitting: longSide).pixels
  }

  /// What a viewer shows that heeds colour profiles, in stored orientation.
  func shownImage(fitting longSide: Int) throws(FaceBlurError) -> PixelBuffer {
    if let managed = try managedImage(fitting: longSide) { return managed }
    return try storedImage(fitting: longSide).pixels
  }

  /// The photo in sRGB, with the same quantisers and sampling, baseline, its Huffman tables the standard's.
  private func converted(
    by transform: consuming ColorTransform
  ) throws(FaceBlurError) -> (photo: JPEGPhoto, warning: String?) {
    var writer = try JPEGRowWriter(like: stream, isProgressive: false)
    let warning = try ConvertedRows.forEach(of: stream, header, by: transform) {
      (row) throws(FaceBlurError) in
      try writer.append(row)
    }
    let isSame = header.component_count == 3
    let jfif = JPEGHeaderWriter.JFIF(
      densityUnit: header.density_unit, densityX: max(header.density_x, 1),
      densityY: max(header.density_y, 1))
    var exif = segments.exif.filtered(by: .everything)
    exif.forgetColorSpace()
    let segments = JPEGHeaderWriter(
      // Without either marker, three components are what their names say.
      jfif: header.has_jfif || !isSame ? jfif : nil, exif: exif.tiff(thumbnail: nil),
      colorProfile: nil, adobeTransform: isSame && header.has_adobe ? header.adobe_transform : nil
    ).segments()
    var bytes: [UInt8] = []
    try writer.finish { encoded in
      bytes.reserveCapacity(encoded.count + segments.count)
      bytes += encoded.prefix(2)
      bytes += segments
      bytes += encoded.dropFirst(2)
    }
    return (try JPEGPhoto(bytes, limits: .none), warning)
  }

  /// What viewers show of four inks that go about black in another way, or do not know how Adobe stores inks; none of other
  /// photos. A picture may stand in three inks under black that covers all of it.
  func inkViews(fitting longSide: Int) throws(FaceBlurError) -> [DisplayView] {
    guard header.component_count == 4 else { return [] }
    let scale = DisplayScale(geometry, fitting: longSide)
    let inks = try stream.decodeCMYK(eighths: scale.eighths, of: header)
    func view(_ kind: DisplayView.Kind, hasBlack: Bool, isInverted: Bool) -> DisplayView {
      DisplayView(
        kind: kind, pixels: scale.fitted(inks.picture(hasBlack: hasBlack, isInverted: isInverted)))
    }
    let plain = [view(.withoutBlack, hasBlack: false, isInverted: false)]
    if header.has_adobe { return plain }
    return plain + [
      view(.inverted, hasBlack: true, isInverted: true),
      view(.invertedWithoutBlack, hasBlack: false, isInverted: true),
    ]
  }
}

/// The rows of a photo in sRGB, from the top.
enum ConvertedRows {
  /// - Parameter use: is lent each row, interleaved RGB.
  /// - Returns: what the decoder warned about first.
  static func forEach(
    of stream: JPEGStream, _ header: fbj_header, by transform: borrowing ColorTransform,
    _ use: (UnsafeMutableBufferPointer<UInt8>) throws(FaceBlurError) -> Void
  ) throws(FaceBlurError) -> String? {
    let width = Int(header.width)
    let components = Int(header.component_count)
    let channels = transform.samples.channels
    let stored = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * components)
    let samples = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * channels)
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: width * PixelBuffer.channels)
    defer {
      stored.deallocate()
      samples.deallocate()
      row.deallocate()
    }
    var warning: String?
    try stream.bytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      var reader = try JPEGRowReader(unmixed: bytes, limits: stream.limits)
      for _ in 0..<Int(header.height) {
        let said = try reader.next(into: stored)
        warning = warning ?? said
        // Grey is to a profile for red, green and blue as much of each.
        for place in samples.indices { samples[place] = stored[place * components / channels] }
        try transform.convert(samples: UnsafeBufferPointer(samples), into: row)
        try use(row)
      }
    }
    return warning
  }
}

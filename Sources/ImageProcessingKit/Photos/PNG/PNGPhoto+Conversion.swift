extension PNGPhoto {
  func conversion() throws(FaceBlurError) -> ColorConversion? {
    // A code for a colour space counts for more than a profile, and is kept.
    guard file.kept[.codePoints] == nil, case .foreign(_, let reason) = colors.profile,
      let transform = try colors.transform()
    else { return nil }
    let pixels = PNGPixels(file)
    var head = head(.everything).inFullColor(hasAlpha: pixels.hasTransparency, depth: 8)
    head.colorProfile = nil
    for type in [PNGChunk.Kind.codePoints, .standardRGB, .gamma, .chromaticities] { head.kept[type] = nil }
    var exif = file.exif.filtered(by: .everything)
    exif.forgetColorSpace()
    head.exif = exif.tiff(thumbnail: nil)

    let sink = MemorySink()
    try head.append(to: sink)
    try converted(pixels, head.header, by: transform).append(to: sink)
    PNGChunk.append(.end, [], to: sink)
    let isNarrowed = header.depth == 16 ? " of 8 bits" : ""
    return ColorConversion(
      photo: try PNGPhoto(FileBytes(sink.bytes), limits: .none),
      warnings: [
        "its colour profile cannot be carried over (\(reason)), so the picture was converted to sRGB\(isNarrowed)"
      ])
  }

  /// The picture in sRGB, deflated.
  /// - Parameter header: of the converted picture.
  private func converted(
    _ pixels: PNGPixels, _ header: PNGHeader, by transform: consuming ColorTransform
  ) throws(FaceBlurError) -> PNGDeflater.Stream {
    let rows = try PictureMemory(count: header.filteredBytes)
    let row = try PictureMemory(count: header.width * header.pixelBytes)
    let scratch = try PictureMemory(count: 7 * header.width)
    let bytes = scratch.bytes
    let rgb = UnsafeMutableBufferPointer(rebasing: bytes[..<(3 * header.width)])
    let shown = UnsafeMutableBufferPointer(rebasing: bytes[(3 * header.width)..<(6 * header.width)])
    let alpha = UnsafeMutableBufferPointer(rebasing: bytes[(6 * header.width)...])
    let count = header.colorType.samples
    var encoder = try PNGRowEncoder(header, into: rows.bytes)
    let target = row.bytes
    try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      try PNGRows.forEachWhole(of: file, in: bytes) { (_, samples) throws(FaceBlurError) in
        pixels.expand(samples, into: rgb, alpha: alpha)
        try transform.convert(UnsafeBufferPointer(rgb), into: shown)
        for place in alpha.indices {
          for channel in 0..<3 { target[place * count + channel] = shown[3 * place + channel] }
          if count == 4 { target[place * count + 3] = alpha[place] }
        }
        encoder.append(UnsafeBufferPointer(target))
      }
    }
    encoder.finish()
    return try PNGDeflater.deflate(UnsafeBufferPointer(rows.bytes), .usual)
  }
}

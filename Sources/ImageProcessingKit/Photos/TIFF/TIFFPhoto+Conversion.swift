extension TIFFPhoto {
  func conversion() throws(FaceBlurError) -> ColorConversion? {
    guard case .foreign(_, let reason) = colors.profile, let transform = try colors.transform() else {
      return nil
    }
    let pixels = TIFFPixels(file.layout)
    let (width, components) = (geometry.storedWidth, file.layout.photometric.components)
    var layout = file.layout
    layout.bits = 8
    layout.photometric = .rgb
    layout.compression = .deflate
    (layout.isPlanar, layout.isPredicted) = (false, true)
    layout.cut = .strips(rows: min(file.layout.block(0).height, file.layout.height))

    let channels = transform.samples.channels
    let memory = try PictureMemory(count: (channels + 2 * PixelBuffer.channels) * width)
    let inks = UnsafeMutableBufferPointer(rebasing: memory.bytes[..<(channels * width)])
    let both = memory.bytes[(channels * width)...]
    let rgb = UnsafeMutableBufferPointer(rebasing: both.prefix(PixelBuffer.channels * width))
    let shown = UnsafeMutableBufferPointer(rebasing: both.dropFirst(PixelBuffer.channels * width))
    let row = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: width * layout.samples)
    defer { row.deallocate() }
    var encoder = TIFFRowEncoder(layout, file.form)
    try forEachRow { (_, samples) throws(FaceBlurError) in
      if channels == 4 {
        pixels.copyInks(of: samples, into: inks)
        try transform.convert(samples: UnsafeBufferPointer(inks), into: shown)
      } else {
        pixels.expand(samples, into: rgb)
        try transform.convert(UnsafeBufferPointer(rgb), into: shown)
      }
      for x in 0..<width {
        for channel in 0..<3 { row[x * layout.samples + channel] = UInt16(shown[3 * x + channel]) }
        for extra in layout.extras.indices {
          row[x * layout.samples + 3 + extra] = UInt16(
            pixels.narrow(samples[x * file.layout.samples + components + extra]))
        }
      }
      try encoder.append(UnsafeBufferPointer(row))
    }

    var writer = writer(.everything)
    (writer.layout, writer.colorProfile) = (layout, nil)
    writer.exif.forgetColorSpace()
    let sink = MemorySink()
    try writer.write(try encoder.chunks(), from: UnsafeBufferPointer(start: nil, count: 0), into: sink)
    let isNarrowed = file.layout.bits == 16 ? " of 8 bits" : ""
    return ColorConversion(
      photo: try TIFFPhoto(FileBytes(sink.bytes), limits: .none),
      warnings: [
        "its colour profile cannot be carried over (\(reason)), so the picture was converted to sRGB\(isNarrowed)"
      ])
  }
}

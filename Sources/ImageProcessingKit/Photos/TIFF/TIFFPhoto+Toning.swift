extension TIFFPhoto {
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    if let conversion = try conversion() {
      return try conversion.written { (photo) throws(FaceBlurError) in
        try photo.toneUnproven(with: filters, options: options, into: sink)
      }
    }
    let photometric = file.layout.photometric
    guard photometric != .separated else {
      throw .unsupportedTIFF(
        "its colours are inks, CMYK, which filters cannot change", instead: "an RGB TIFF")
    }
    var writer = writer(options.metadata)
    writer.layout.photometric = .rgb
    var notes: [String] = []
    if isGray {
      notes.append("it was gray and is stored in colour now")
      if writer.colorProfile != nil {
        writer.colorProfile = nil
        notes.append("its colour profile is that of a gray picture and was dropped")
      }
    }
    let row = TIFFTonedRow(writer.layout, from: file.layout, filters)
    var encoder = TIFFRowEncoder(writer.layout, file.form)
    try forEachRow { (y, samples) throws(FaceBlurError) in
      row.tone(samples, y: y)
      try encoder.append(UnsafeBufferPointer(row.samples))
    }
    try writer.write(try encoder.chunks(), from: UnsafeBufferPointer(start: nil, count: 0), into: sink)
    return RenderSummary(path: .strips, notes: notes, warnings: [])
  }
}

/// One row of a TIFF with filters applied: red, green and blue, and what further samples there are as they were.
private struct TIFFTonedRow: ~Copyable {
  /// As `TIFFRowEncoder` takes them.
  let samples: UnsafeMutableBufferPointer<UInt16>
  private let layout: TIFFLayout
  private let original: TIFFLayout
  private let toner: Toner
  private let rgb: UnsafeMutableBufferPointer<UInt8>
  private let wideRGB: UnsafeMutableBufferPointer<UInt16>

  /// - Parameters:
  ///   - layout: of the toned picture.
  ///   - original: of the photo's; gray or RGB, of the same depth.
  init(_ layout: TIFFLayout, from original: TIFFLayout, _ filters: ToneFilters) {
    self.layout = layout
    self.original = original
    toner = Toner(filters, width: layout.width, height: layout.height)
    samples = .allocate(capacity: layout.width * layout.samples)
    rgb = .allocate(capacity: layout.bits == 8 ? 3 * layout.width : 0)
    wideRGB = .allocate(capacity: layout.bits == 16 ? 3 * layout.width : 0)
  }

  deinit {
    samples.deallocate()
    rgb.deallocate()
    wideRGB.deallocate()
  }

  func tone(_ row: UnsafeBufferPointer<UInt16>, y: Int) {
    let components = original.photometric.components
    func stored(_ x: Int, _ channel: Int) -> UInt16 {
      row[x * original.samples + min(channel, components - 1)]
    }
    if layout.bits == 8 {
      for x in 0..<layout.width {
        for channel in 0..<3 { rgb[3 * x + channel] = UInt8(truncatingIfNeeded: stored(x, channel)) }
      }
      toner.tone(rgb, y: y)
    } else {
      for x in 0..<layout.width {
        for channel in 0..<3 { wideRGB[3 * x + channel] = stored(x, channel) }
      }
      toner.tone(wideRGB, y: y)
    }
    for x in 0..<layout.width {
      for channel in 0..<3 {
        samples[x * layout.samples + channel] =
          layout.bits == 8 ? UInt16(rgb[3 * x + channel]) : wideRGB[3 * x + channel]
      }
      for extra in layout.extras.indices {
        samples[x * layout.samples + 3 + extra] = row[x * original.samples + components + extra]
      }
    }
  }
}

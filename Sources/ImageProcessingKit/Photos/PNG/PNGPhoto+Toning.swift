extension PNGPhoto {
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    if let conversion = try conversion() {
      return try conversion.written { (photo) throws(FaceBlurError) in
        try photo.toneUnproven(with: filters, options: options, into: sink)
      }
    }
    let pixels = PNGPixels(file)
    var head = head(options.metadata).inFullColor(
      hasAlpha: pixels.hasTransparency, depth: header.depth == 16 ? 16 : 8)
    let notes = toningNotes(&head)

    let rows = try PictureMemory(count: head.header.filteredBytes)
    let toner = Toner(filters, width: header.width, height: header.height)
    var encoder = try PNGRowEncoder(head.header, into: rows.bytes)
    try fileBytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      let row = PNGTonedRow(head.header, pixels, toner)
      try PNGRows.forEachWhole(of: file, in: bytes) { (y, samples) throws(FaceBlurError) in
        row.tone(samples, y: y)
        encoder.append(UnsafeBufferPointer(row.bytes))
      }
    }
    encoder.finish()
    try head.append(to: sink)
    try PNGDeflater.deflate(UnsafeBufferPointer(rows.bytes), .usual).append(to: sink)
    PNGChunk.append(.end, [], to: sink)
    return RenderSummary(path: .rows, notes: notes, warnings: [])
  }

  private func toningNotes(_ head: inout PNGHead) -> [String] {
    var notes: [String] = []
    if isGray {
      notes.append("it was gray and is stored in colour now")
      if head.colorProfile != nil, colors.samples == .gray {
        head.colorProfile = nil
        notes.append("its colour profile is for gray and was dropped")
      }
    }
    if header.colorType == .palette {
      notes.append("it had a palette and is stored in full colour now")
    }
    return notes
  }
}

/// One row of a PNG with filters applied, of red, green and blue, and alpha where there is any.
private struct PNGTonedRow: ~Copyable {
  /// As it is stored.
  let bytes: UnsafeMutableBufferPointer<UInt8>
  private let header: PNGHeader
  private let pixels: PNGPixels
  private let toner: Toner
  private let rgb: UnsafeMutableBufferPointer<UInt8>
  private let alpha: UnsafeMutableBufferPointer<UInt8>
  private let wideRGB: UnsafeMutableBufferPointer<UInt16>
  private let wideAlpha: UnsafeMutableBufferPointer<UInt16>

  /// - Parameter header: of the toned picture.
  init(_ header: PNGHeader, _ pixels: PNGPixels, _ toner: Toner) {
    self.header = header
    self.pixels = pixels
    self.toner = toner
    let isWide = header.depth == 16
    bytes = .allocate(capacity: header.width * header.pixelBytes)
    rgb = .allocate(capacity: isWide ? 0 : 3 * header.width)
    alpha = .allocate(capacity: isWide ? 0 : header.width)
    wideRGB = .allocate(capacity: isWide ? 3 * header.width : 0)
    wideAlpha = .allocate(capacity: isWide ? header.width : 0)
  }

  deinit {
    bytes.deallocate()
    rgb.deallocate()
    alpha.deallocate()
    wideRGB.deallocate()
    wideAlpha.deallocate()
  }

  func tone(_ samples: UnsafeBufferPointer<UInt8>, y: Int) {
    let count = header.colorType.samples
    guard header.depth == 16 else {
      pixels.expand(samples, into: rgb, alpha: alpha)
      toner.tone(rgb, y: y)
      for place in alpha.indices {
        for channel in 0..<3 { bytes[place * count + channel] = rgb[3 * place + channel] }
        if count == 4 { bytes[place * count + 3] = alpha[place] }
      }
      return
    }
    pixels.expand(samples, into: wideRGB, alpha: wideAlpha)
    toner.tone(wideRGB, y: y)
    for place in wideAlpha.indices {
      for channel in 0..<count {
        let sample = channel == 3 ? wideAlpha[place] : wideRGB[3 * place + channel]
        bytes[2 * (place * count + channel)] = UInt8(truncatingIfNeeded: sample >> 8)
        bytes[2 * (place * count + channel) + 1] = UInt8(truncatingIfNeeded: sample)
      }
    }
  }
}

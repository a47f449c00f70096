internal import CJPEG

extension JPEGPhoto {
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    if let conversion = try conversion() {
      return try conversion.written { (photo) throws(FaceBlurError) in
        try photo.toneUnproven(with: filters, options: options, into: sink)
      }
    }
    guard header.component_count != 4 else {
      throw .unsupportedJPEG("its colours are inks, CMYK, which filters cannot change; convert it to RGB")
    }
    let isGray = header.component_count == 1
    let colors: StoredColors = isGray ? .madeFromGray : .asTheyAre
    let staysProgressive = header.progressive && options.keepsProgressive
    var notes = progressiveNotes(stays: staysProgressive)
    if isGray {
      notes.append("it was gray and is stored in colour now")
      if options.metadata.keeps(.colorProfile), self.colors.renderProfile != nil {
        notes.append("its colour profile is for gray and was dropped")
      }
    }
    return try writing(options, in: colors, into: sink) { (options, sink) throws(FaceBlurError) in
      let writer = try tonedRows(filters, isProgressive: staysProgressive)
      try writer.finish { append($0, options, in: colors, to: sink) }
      return RenderSummary(path: .pixels, notes: notes, warnings: [])
    }
  }

  /// Decodes, changes and encodes the picture row by row: no more than one row of pixels is in memory.
  private func tonedRows(
    _ filters: ToneFilters, isProgressive: Bool
  ) throws(FaceBlurError) -> JPEGRowWriter {
    var writer = try JPEGRowWriter(like: stream, isProgressive: isProgressive)
    let toner = Toner(filters, width: geometry.storedWidth, height: geometry.storedHeight)
    try stream.bytes.withUnsafeBufferPointer { (bytes) throws(FaceBlurError) in
      var reader = try JPEGRowReader(bytes, limits: stream.limits)
      let row = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: geometry.storedWidth * PixelBuffer.channels)
      defer { row.deallocate() }
      for y in 0..<geometry.storedHeight {
        try reader.next(into: row)
        toner.tone(row, y: y)
        try writer.append(row)
      }
    }
    return writer
  }
}

extension JPEGXLPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    try coding(into: sink) { (sink) throws(FaceBlurError) in
      try jpeg.renderUnproven(areas, with: obscurer, options: options, into: sink)
    }
  }

  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    try coding(into: sink) { (sink) throws(FaceBlurError) in
      try jpeg.toneUnproven(with: filters, options: options, into: sink)
    }
  }

  func conversion() throws(FaceBlurError) -> ColorConversion? {
    guard let conversion = try jpeg.conversion() else { return nil }
    let converted = conversion.photo.fileBytes
    let file = try coded(converted.copy(0..<converted.count))
    return ColorConversion(photo: try opening(render: file), warnings: conversion.warnings)
  }

  /// Has a JPEG written in memory, and codes it.
  private func coding(
    into sink: any ByteSink, _ write: (MemorySink) throws(FaceBlurError) -> RenderSummary
  ) throws(FaceBlurError) -> RenderSummary {
    let written = MemorySink()
    let summary = try write(written)
    sink.append(try coded(written.bytes))
    return summary
  }

  /// - Parameter jpeg: of the photo's size.
  private func coded(_ jpeg: [UInt8]) throws(FaceBlurError) -> [UInt8] {
    try JPEGXLCodec.encode(jpeg: jpeg, width: geometry.storedWidth, height: geometry.storedHeight)
  }
}

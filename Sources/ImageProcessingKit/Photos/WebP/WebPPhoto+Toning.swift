extension WebPPhoto {
  func toneUnproven(
    with filters: ToneFilters, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    let writer = try writer(options.metadata)
    let form = file.form
    guard let quantizer = file.quantizer else {
      var pixels = try WebPCodec.pixels(of: code, form)
      tone(&pixels, with: filters)
      writer.write(try WebPCodec.encode(pixels, width: form.width, height: form.height), into: sink)
      return RenderSummary(path: .lossless, warnings: [])
    }
    let planes = try WebPCodec.planes(of: code, form)
    var parts = [planes.picture]
    PlanarToner(filters, form.planarShape, WebPPlanes.colors).tone(&parts, y: 0)
    let toned = WebPPlanes(picture: parts[0], alpha: planes.alpha)
    writer.write(try WebPCodec.encode(toned, quantizer), into: sink)
    return RenderSummary(path: .lossy, warnings: [])
  }

  private func tone(_ pixels: inout [UInt8], with filters: ToneFilters) {
    let width = geometry.storedWidth
    let toner = Toner(filters, width: width, height: geometry.storedHeight)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 3 * width) { row in
      row.initialize(repeating: 0)
      for y in 0..<geometry.storedHeight {
        let start = 4 * y * width
        for x in 0..<width {
          for channel in 0..<3 { row[3 * x + channel] = pixels[start + 4 * x + channel] }
        }
        toner.tone(row, y: y)
        for x in 0..<width {
          for channel in 0..<3 { pixels[start + 4 * x + channel] = row[3 * x + channel] }
        }
      }
    }
  }
}

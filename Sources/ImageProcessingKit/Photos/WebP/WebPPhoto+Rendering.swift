extension WebPPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    let writer = try writer(options.metadata)
    let form = file.form
    guard let quantizer = file.quantizer else {
      var pixels = try WebPCodec.pixels(of: code, form)
      hide(areas, with: obscurer, in: &pixels)
      writer.write(try WebPCodec.encode(pixels, width: form.width, height: form.height), into: sink)
      return RenderSummary(path: .lossless, warnings: [])
    }
    var planes = try WebPCodec.planes(of: code, form)
    hide(areas, with: obscurer, in: &planes)
    writer.write(try WebPCodec.encode(planes, quantizer), into: sink)
    return RenderSummary(path: .lossy, warnings: [])
  }

  private func hide(_ areas: [ObscuredArea], with obscurer: any Obscuring, in pixels: inout [UInt8]) {
    var rows = RowObscurer(areas, in: SampleRaster(geometry: geometry, colors: .rgb), with: obscurer)
    let (width, length) = (geometry.storedWidth, 4 * geometry.storedWidth)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<geometry.storedHeight where rows.concerns(y) {
        let row = UnsafeBufferPointer(rebasing: pixels[y * length..<(y + 1) * length])
        rows.take(row, pixelStride: 4, RasterRow(y: y))
      }
      rows.settle()
      for y in 0..<geometry.storedHeight where rows.hides(y) {
        rows.forEachHiddenPixel(of: RasterRow(y: y), width: width) { x, hidden in
          let place = y * length + 4 * x
          for channel in 0..<3 { pixels[place + channel] = UInt8(truncatingIfNeeded: hidden[channel]) }
          // An outline in the alpha channel would tell, too.
          pixels[place + 3] = 255
        }
      }
    }
  }

  private func hide(_ areas: [ObscuredArea], with obscurer: any Obscuring, in planes: inout WebPPlanes) {
    var obscurer = PlaneObscurer(areas, in: geometry, planes.picture.shape, with: obscurer)
    obscurer.take(planes.picture, x: 0, y: 0)
    obscurer.settle()
    obscurer.hide(in: &planes.picture, x: 0, y: 0)
    guard planes.alpha != nil else { return }
    let stretches = AreaStretches(areas, in: geometry)
    for y in 0..<geometry.storedHeight {
      for stretch in stretches.at(y) where stretch.isInside {
        for x in stretches.columns(stretch) { planes.alpha?[y * geometry.storedWidth + x] = 255 }
      }
    }
  }
}

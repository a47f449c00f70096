extension WebPPhoto {
  func renderUnproven(
    _ areas: [ObscuredArea], with obscurer: any Obscuring, options: RenderOptions, into sink: any ByteSink
  ) throws(FaceBlurError) -> RenderSummary {
    let writer = try writer(options.metadata)
    let form = file.form
    guard let quantizer = file.quantizer else {
      var pixels = try WebPCodec.pixels(of: code, form)
      SampleRaster(geometry: geometry, colors: .rgb).obscure(areas, extras: 1, in: &pixels, with: obscurer)
      writer.write(try WebPCodec.encode(pixels, width: form.width, height: form.height), into: sink)
      return RenderSummary(path: .lossless, warnings: [])
    }
    var planes = try WebPCodec.planes(of: code, form)
    hide(areas, with: obscurer, in: &planes)
    writer.write(try WebPCodec.encode(planes, quantizer), into: sink)
    return RenderSummary(path: .lossy, warnings: [])
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

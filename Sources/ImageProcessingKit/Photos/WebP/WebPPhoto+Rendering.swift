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
    let code = code
    var planes = try WebPCodec.planes(of: code, form)
    hide(areas, with: obscurer, in: &planes)
    writer.write(try closestCode(of: planes, quantizer, photoBytes: code.count), into: sink)
    return RenderSummary(path: .lossy, warnings: [])
  }

  /// Codes a picture that was coded with loss as closely to its samples as about as many bytes let it, and never more coarsely than it
  /// was.
  /// - Parameters:
  ///   - own: the photo's.
  ///   - photoBytes: of its code.
  /// - Returns: the code. The same samples, quantiser and number of bytes give the same code, of at most three that are made.
  private func closestCode(
    of planes: WebPPlanes, _ own: WebPQuantizer, photoBytes: Int
  ) throws(FaceBlurError) -> [UInt8] {
    let first = try WebPCodec.encode(planes, own)
    let form = file.form
    var closest = ClosestCode(of: planes.picture, photoBytes: photoBytes, first: first) {
      (code) throws(FaceBlurError) in try WebPCodec.planes(of: code, form).picture
    }
    guard closest.share(of: first) <= Self.spare else { return first }
    // On the levels of half of a quantiser lie all of its own. Where that takes too much, the middle between both may not.
    for index in [own.index / 2, own.index * 3 / 4] where index < own.index {
      let quantizer = WebPQuantizer(index: index, isSegmented: own.isSegmented)
      let code = try WebPCodec.encode(planes, quantizer)
      // The gate asks the codec for what the code says of itself.
      if try VP8Header.quantizer(of: code) == quantizer { try closest.offer(code) }
      guard closest.isTooLong(code) else { break }
    }
    return closest.code
  }

  /// Of the photo's code, in thousandths: beside one that takes more, there is no room for a finer one.
  private static let spare = 950

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

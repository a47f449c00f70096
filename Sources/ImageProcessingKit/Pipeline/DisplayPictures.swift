/// Draws the pictures that people look at beside a render: the preview of what it shows, and the overlay of what was found.
struct DisplayPictures {
  /// Folders for each; nil for none. They are made where missing.
  var previewFolder: FilePath?
  var overlayFolder: FilePath?
  /// The long side in pixels of the largest picture that was looked at.
  let longestLook: Int

  /// Looks for what stands in the way of the pictures that were asked for, before anything else is written.
  /// - Parameter hasPreview: whether a preview would be drawn.
  /// - Throws: `FaceBlurError` where one may not be written.
  func check(
    _ owner: DisplayOutput.Owner, hasPreview: Bool, guardedBy outputs: OutputGuard
  ) throws(FaceBlurError) {
    if let previewFolder, hasPreview {
      try DisplayOutput.preview.check(for: owner, in: previewFolder, guardedBy: outputs)
    }
    if let overlayFolder {
      try DisplayOutput.overlay.check(for: owner, in: overlayFolder, guardedBy: outputs)
    }
  }

  /// Draws the pictures that were asked for.
  /// - Parameters:
  ///   - lookedAt: the picture that they are made from.
  ///   - state: what a render does; nil for no preview.
  func draw(
    of photo: Photo, _ lookedAt: PixelBuffer, _ state: EditState?,
    _ owner: DisplayOutput.Owner, _ report: inout PhotoReport, _ outputs: inout OutputGuard
  ) throws(FaceBlurError) {
    if let state, let folder = previewFolder, let plan = report.plan {
      var shown = try forPeople(lookedAt, of: photo, at: report.file)
      shown.show(plan, state.tone.filters, of: photo)
      shown = shown.visible(in: photo.geometry.frame)
      report.outputs.preview = try DisplayOutput.preview.write(
        shown, of: owner, to: folder, guardedBy: &outputs)
    }
    try writeOverlay(of: photo, lookedAt, owner, &report, &outputs)
  }

  /// Draws the overlay alone.
  func writeOverlay(
    of photo: Photo, _ lookedAt: PixelBuffer, _ owner: @autoclosure () -> DisplayOutput.Owner,
    _ report: inout PhotoReport, _ outputs: inout OutputGuard
  ) throws(FaceBlurError) {
    guard let folder = overlayFolder, let plan = report.plan else { return }
    let (file, geometry) = (report.file, photo.geometry)
    let overlay = try naming(file, try DetectionOverlay(plan, of: geometry))
    let picture = try forPeople(lookedAt, of: photo, at: file, longSide: overlay.pictureSide)
    let drawn = try naming(file, try overlay.drawn(on: picture.visible(in: geometry.frame)))
    report.outputs.overlay = try DisplayOutput.overlay.write(
      drawn, of: owner(), to: folder, guardedBy: &outputs)
  }

  /// The whole picture at a size that people look at, from the one that the detector looked at where that is large enough.
  /// - Parameter longSide: of what viewers show of it.
  private func forPeople(
    _ lookedAt: PixelBuffer, of photo: Photo, at path: FilePath, longSide: Int = DisplayImage.standardSide
  ) throws(FaceBlurError) -> PixelBuffer {
    let longSide = photo.geometry.frame.longSide(showing: longSide)
    guard longestLook >= longSide else {
      return try photo.displayImage(fitting: longSide, at: path).pixels
    }
    // By the photo's size: what was looked at is rounded already.
    let (width, height) = photo.geometry.uprightSize
    let scale = Double(longSide) / Double(max(width, height))
    guard scale < 1, max(lookedAt.width, lookedAt.height) > longSide else { return lookedAt }
    return AreaResampler.shrink(
      lookedAt, extent: (Double(lookedAt.width), Double(lookedAt.height)),
      width: max(1, Int((Double(width) * scale).rounded())),
      height: max(1, Int((Double(height) * scale).rounded())))
  }
}

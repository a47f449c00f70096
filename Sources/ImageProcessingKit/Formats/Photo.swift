/// An opened photo: what its file holds, and its format.
package struct Photo: Sendable {
  let content: any EditablePhoto
  package let format: PhotoFormat

  init(_ content: any EditablePhoto, _ format: PhotoFormat) {
    self.content = content
    self.format = format
  }

  package var geometry: PhotoGeometry { content.geometry }
  /// The file that the photo was opened from.
  package var fileBytes: FileBytes { content.fileBytes }
  /// Whether the photo has no colours but greys.
  package var isGray: Bool { content.isGray }
  /// When and where the photo was taken, as far as its file says.
  package var captureFacts: CaptureFacts { content.captureFacts }

  /// The whole coded picture, upright, whose long side is at most `longSide` pixels; never enlarged. All that looks at a photo asks for
  /// it here.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded, or is not of the photo's shape: regions would be elsewhere then.
  package func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    try checked(content.displayImage(fitting: longSide), fitting: longSide)
  }

  /// The same, which others may look at while it is made.
  /// - Parameter growing: becomes the first picture, if its format makes that row by row; it is over in any case.
  package func displayImage(
    fitting longSide: Int, growingIn growing: GrowingPicture
  ) throws(FaceBlurError) -> DisplayImage {
    defer { growing.end() }
    return try checked(content.displayImage(fitting: longSide, growingIn: growing), fitting: longSide)
  }

  private func checked(_ image: DisplayImage, fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    let (width, height) = geometry.uprightSize
    let scale = min(1, Double(max(longSide, 1)) / Double(max(width, height)))
    func isNear(_ pixels: Int, _ whole: Int) -> Bool { abs(Double(pixels) - Double(whole) * scale) <= 1 }
    guard isNear(image.pixels.width, width), isNear(image.pixels.height, height) else { throw otherShape }
    return image
  }

  /// The whole coded picture at half its size, upright, band by band, in the same colours and views as `displayImage`. In
  /// which order the bands come is up to how the photo is stored.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded, which may show after some of its bands, or the bands are not of
  ///   the photo's shape or not all there: no face may be between them. And what `use` throws.
  package func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    let (width, height) = geometry.uprightSize
    func isNear(_ pixels: Int, _ part: Double, of whole: Int) -> Bool {
      abs(Double(pixels) - Double(whole) / 2 * part) <= 1
    }
    var covered = 0.0
    try content.forEachBand { (band) throws(FaceBlurError) in
      for view in band.views {
        guard isNear(view.width, band.rect.width, of: width),
          isNear(view.height, band.rect.height, of: height)
        else { throw otherShape }
      }
      guard !band.views.isEmpty, band.rect.contains(band.core) else { throw otherShape }
      covered += band.core.area
      try use(band)
    }
    // Bands are at least a row each, so what is missing is far more than arithmetic on fractions is off by.
    guard abs(covered - 1) < 1e-6 else { throw otherShape }
  }

  /// Begins on threads of its own what a render takes that does not depend on what is hidden.
  package func prepareRendering(threads: Int) { content.prepareRendering(threads: threads) }

  /// Whether what the file says of its picture has all viewers show it alike. Where it does not, `displayImage` tells.
  package var hasOneView: Bool { content.hasOneView }

  /// Parts of the coded picture, upright, at full size or, where they are larger, with a long side of `longSide` pixels.
  /// The whole picture is in memory only where its format leaves no choice, and then parts of a very large one are smaller.
  /// - Parameters:
  ///   - rects: in upright pixels of the whole; each must lie in it.
  ///   - kind: of the viewers that show it so, which `displayImage` names; nil for most of them.
  /// - Returns: one for each, in their order.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded, or a part is not in it.
  package func parts(
    _ rects: [PixelRect], fitting longSide: Int, by kind: DisplayView.Kind? = nil
  ) throws(FaceBlurError) -> [PixelBuffer] {
    let (width, height) = geometry.uprightSize
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    guard rects.allSatisfy({ $0.lies(in: whole) }) else {
      throw .internalError("a part is not in the photo")
    }
    return try content.parts(rects, fitting: max(longSide, 1), by: kind)
  }

  /// Why a picture is not looked at: regions would be elsewhere.
  private var otherShape: FaceBlurError {
    .internalError("a picture of \(format.name) is not of the photo's shape")
  }
}

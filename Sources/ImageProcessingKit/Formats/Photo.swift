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
    let image = try content.displayImage(fitting: longSide)
    let (width, height) = geometry.uprightSize
    let scale = min(1, Double(max(longSide, 1)) / Double(max(width, height)))
    func isNear(_ pixels: Int, _ whole: Int) -> Bool { abs(Double(pixels) - Double(whole) * scale) <= 1 }
    guard isNear(image.pixels.width, width), isNear(image.pixels.height, height) else {
      throw .internalError("a picture of \(format.name) is not of the photo's shape")
    }
    return image
  }
}

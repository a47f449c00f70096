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

  /// The upright picture whose long side is at most `longSide` pixels; never enlarged.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  package func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    try content.displayImage(fitting: longSide)
  }
}

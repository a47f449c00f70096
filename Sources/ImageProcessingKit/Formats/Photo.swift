/// An opened photo: what its file holds, and its format.
public struct Photo: Sendable {
  let content: any EditablePhoto
  public let format: PhotoFormat

  init(_ content: any EditablePhoto, _ format: PhotoFormat) {
    self.content = content
    self.format = format
  }

  public var geometry: PhotoGeometry { content.geometry }
  /// The file that the photo was opened from.
  public var fileBytes: FileBytes { content.fileBytes }
  /// Whether the photo has no colours but greys.
  public var isGray: Bool { content.isGray }
  /// When and where the photo was taken, as far as its file says.
  public var captureFacts: CaptureFacts { content.captureFacts }

  /// The upright picture whose long side is at most `longSide` pixels; never enlarged.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  public func displayImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    try content.displayImage(fitting: longSide)
  }
}

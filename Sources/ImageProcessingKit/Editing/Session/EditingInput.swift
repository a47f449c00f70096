public import FoundationEssentials

/// What an editor is given to begin with, under the names of Photos' `PHContentEditingInput`.
public struct EditingInput: Sendable {
  public enum MediaType: String, Sendable, Hashable {
    case image
  }

  /// The photo that is edited: the original, or what another program made of it. It is never written.
  public let fullSizeImage: FilePath
  public let fullSizeImageOrientation: Orientation
  /// The upright photo, of which regions are fractions.
  public var frame: PictureFrame { photo.geometry.frame }
  /// The edit to take up; nil where there is none of ours.
  public let adjustmentData: AdjustmentData?
  /// What to show until a display-size picture is there: the current render, if there is one.
  public let placeholderImage: FilePath?
  /// When the photo was taken, as it says itself.
  public let creationDate: Date?
  /// Where the photo was taken, as it says itself.
  public let location: CaptureFacts.Location?
  public let mediaType = MediaType.image
  public var uniformTypeIdentifier: String { photo.format.typeIdentifier }

  let photo: Photo

  /// The upright picture, all that the photo codes, whose long side is at most `longSide` pixels; never enlarged.
  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  public func displaySizeImage(fitting longSide: Int) throws(FaceBlurError) -> DisplayImage {
    try photo.displayImage(fitting: longSide)
  }

  /// The faces of the photo, each once, the surest first: also those that are too small in a picture of display size, where the
  /// detector looks for faces of one size whatever the photo's (`DetectorIdentity.smallestFace`).
  /// - Parameters:
  ///   - picture: the photo's picture at the size that the detector makes use of (`FaceDetecting.longestLook`).
  ///   - detector: who looks.
  /// - Throws: `FaceBlurError` where the detector fails or the photo cannot be decoded.
  public func faces(
    in picture: DisplayImage, by detector: any FaceDetecting
  ) throws(FaceBlurError) -> [DetectedFace] {
    try detector.faces(in: picture, of: photo)
  }
}

extension Photo: BandedPhoto {
  package var uprightSize: (width: Int, height: Int) { geometry.uprightSize }
}

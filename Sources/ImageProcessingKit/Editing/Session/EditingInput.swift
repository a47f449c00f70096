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
}

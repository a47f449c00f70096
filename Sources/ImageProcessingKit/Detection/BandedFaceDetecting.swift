/// A photo that can be looked at closely without its picture being in memory.
package protocol BandedPhoto {
  /// In pixels of the photo.
  var uprightSize: (width: Int, height: Int) { get }

  /// Lends the whole picture at half its size, band by band.
  func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError)

  /// Is told that the looks at the whole picture are done, which keep all threads busy as those behind them may not: who has other work
  /// for threads begins with it now. It may be told more than once.
  func wholeWasLookedAt()
}

extension BandedPhoto {
  package func wholeWasLookedAt() {}
}

/// A detector that finds faces of one size whatever the photo's size, because it looks at more of a large photo than the picture at
/// display size.
package protocol BandedFaceDetecting: FaceDetecting {
  /// The faces of a photo as any viewer shows it, each once, the surest first.
  /// - Parameters:
  ///   - image: the picture at the size that the detector makes use of.
  ///   - photo: the same picture, larger.
  /// - Throws: `FaceBlurError` where the engine fails or the photo cannot be decoded.
  func faces(in image: DisplayImage, of photo: some BandedPhoto) throws(FaceBlurError) -> [DetectedFace]

  /// Says that a picture is being made which the detector will be asked about next: it may begin to look at the rows that are there.
  /// What is found is the same.
  /// - Parameter size: the photo's, upright, in pixels.
  func beginLooking(at picture: GrowingPicture, ofPhoto size: (width: Int, height: Int))
}

extension BandedFaceDetecting {
  package func beginLooking(at picture: GrowingPicture, ofPhoto size: (width: Int, height: Int)) {}
}

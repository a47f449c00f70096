/// Looks at photos for faces: at a picture of the size that the detector makes use of.
struct FaceFinder {
  let detector: any FaceDetecting

  /// - Throws: `FaceBlurError` where the picture cannot be decoded.
  func picture(of photo: Photo, at path: FilePath) throws(FaceBlurError) -> DisplayImage {
    try photo.displayImage(fitting: detector.longestLook, at: path)
  }

  /// The picture that faces are looked for in next: it is decoded beside other work, and the detector begins with the rows that are
  /// there.
  func pictureLookedAtMeanwhile(of photo: Photo, at path: FilePath) -> Future<DisplayImage> {
    guard let banded = detector as? any BandedFaceDetecting else {
      return pictureMeanwhile(of: photo, at: path)
    }
    let longestLook = detector.longestLook
    let growing = GrowingPicture()
    let picture = Future { () throws(FaceBlurError) in
      try naming(path, try photo.displayImage(fitting: longestLook, growingIn: growing))
    }
    // Where there is no thread for either, the picture is there by now.
    banded.beginLooking(at: growing, ofPhoto: photo.uprightSize)
    return picture
  }

  /// The same picture for what looks at a render last: it is decoded beside the work before that.
  func pictureMeanwhile(of photo: Photo, at path: FilePath) -> Future<DisplayImage> {
    let longestLook = detector.longestLook
    return Future { () throws(FaceBlurError) in try photo.displayImage(fitting: longestLook, at: path) }
  }

  /// Begins an edit whose render is looked at last. The picture for that takes longest, so the original's is decoded while its hash is
  /// computed and the record is read.
  /// - Parameter picture: is set to the original's.
  func begin(
    _ path: FilePath, _ options: EditSession.Options, decodingMeanwhile picture: inout Future<DisplayImage>?
  ) throws(FaceBlurError) -> EditSession {
    try EditSession.begin(path, options, needingBase: true) { original in
      picture = pictureMeanwhile(of: original, at: path)
    }
  }

  /// The picture of the photo that an edit begins from.
  /// - Parameter picture: the original's, which another program's edit may lie above.
  func picture(
    of session: borrowing EditSession, begunAs picture: Future<DisplayImage>?, at path: FilePath
  ) -> Future<DisplayImage> {
    if let picture, session.base == nil { return picture }
    return pictureMeanwhile(of: session.photo, at: path)
  }

  /// Looks at a render, once the picture is there.
  func secondLook(comparingWith picture: Future<DisplayImage>) -> SecondLook {
    SecondLook(detector: detector) { () throws(FaceBlurError) in try picture.value().pixels }
  }

  /// The same with a picture that is there already.
  func secondLook(comparingWith picture: PixelBuffer) -> SecondLook {
    SecondLook(detector: detector, picture: picture)
  }

  /// - Parameter beginOtherWork: begins what threads can do that the detector needs no more.
  /// - Throws: `FaceBlurError` where the detector fails, or sees more faces than a record holds.
  func faces(
    in picture: DisplayImage, of photo: Photo, at path: FilePath,
    meanwhile beginOtherWork: @escaping () -> Void = {}
  ) throws(FaceBlurError) -> [DetectedFace] {
    let lookedAt = PhotoLookedAt(photo: photo, beginOtherWork: beginOtherWork)
    let faces = try naming(path, try detector.faces(in: picture, of: lookedAt))
    guard faces.count <= FaceBlurAdjustment.maxRegions else {
      throw .tooManyFaces(faces.count).naming(path)
    }
    return faces
  }
}

/// A photo that is looked at before other work is done with it.
private struct PhotoLookedAt: BandedPhoto {
  let photo: Photo
  let beginOtherWork: () -> Void

  var uprightSize: (width: Int, height: Int) { photo.uprightSize }

  func forEachBand(_ use: (PictureBand) throws(FaceBlurError) -> Void) throws(FaceBlurError) {
    try photo.forEachBand(use)
  }

  func wholeWasLookedAt() { beginOtherWork() }
}

extension Photo {
  func displayImage(fitting longSide: Int, at path: FilePath) throws(FaceBlurError) -> DisplayImage {
    try naming(path, try displayImage(fitting: longSide))
  }
}

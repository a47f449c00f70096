/// Looks at photos for faces: at a picture of the size that the detector makes use of.
struct FaceFinder {
  let detector: any FaceDetecting

  /// - Throws: `PipelineError` where the picture cannot be decoded.
  func picture(of photo: Photo, at path: FilePath) throws(PipelineError) -> DisplayImage {
    try photo.displayImage(fitting: detector.longestLook, at: path)
  }

  /// - Throws: `PipelineError` where the detector fails, or sees more faces than a record holds.
  func faces(in picture: DisplayImage, of path: FilePath) throws(PipelineError) -> [DetectedFace] {
    do throws(DetectionError) {
      let faces = try detector.faces(in: picture)
      guard faces.count <= FaceBlurAdjustment.maxRegions else { throw .tooManyFaces(faces.count) }
      return faces
    } catch {
      throw .detection(path, error)
    }
  }
}

extension Photo {
  func displayImage(fitting longSide: Int, at path: FilePath) throws(PipelineError) -> DisplayImage {
    do throws(PhotoError) { return try displayImage(fitting: longSide) } catch {
      throw .edit(.photo(path, error))
    }
  }
}

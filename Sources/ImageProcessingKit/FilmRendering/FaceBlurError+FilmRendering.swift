/// Why a film cannot be done.
extension FaceBlurError {
  static func undecodedPictures(_ missing: Int, of count: Int) -> FaceBlurError {
    .damagedFilm("\(missing) of its \(counted(count, "picture")) cannot be decoded")
  }

  static var outOfThreads: FaceBlurError { .internalError("the system gives no thread to decode the film") }
}

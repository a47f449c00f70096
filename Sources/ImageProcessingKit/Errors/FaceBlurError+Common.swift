/// Errors of any room.
extension FaceBlurError {
  /// The work was cancelled before it had an effect.
  static var cancelled: FaceBlurError {
    FaceBlurError(.cancelled, "the edit was cancelled", advice: "nothing was changed")
  }

  /// A fault of this library.
  static func internalError(_ reason: String) -> FaceBlurError {
    FaceBlurError(.internalError, "internal error (\(reason))", advice: "please report it")
  }
}

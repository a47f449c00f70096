/// Errors of any room.
extension FaceBlurError {
  /// The work was cancelled before it had an effect.
  static var cancelled: FaceBlurError {
    FaceBlurError(.cancelled, "the edit was cancelled", advice: "nothing was changed")
  }

  /// What is said where a render has its place and what shows it could not be drawn, for this reason.
  var asUndrawn: String {
    "the pictures that were asked for were not made: \(file.map { "\($0): " } ?? "")\(reason)"
  }

  /// A fault of this library.
  static func internalError(_ reason: String) -> FaceBlurError {
    FaceBlurError(.internalError, "internal error (\(reason))", advice: "please report it")
  }
}

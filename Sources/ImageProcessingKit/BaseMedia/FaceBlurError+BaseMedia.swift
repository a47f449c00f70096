/// Why boxes and what they hold cannot be read, whether the file is a photo or a film. Whoever opened it adds its name.
extension FaceBlurError {
  static func truncatedFile(_ reason: String) -> FaceBlurError {
    FaceBlurError(.truncatedPhoto, "the file is cut short (\(reason))", advice: "restore it from a copy")
  }

  static func damagedFile(_ reason: String) -> FaceBlurError {
    FaceBlurError(.damagedPhoto, "the file is damaged (\(reason))", advice: "restore it from a copy")
  }
}

/// Why a photo cannot be read or rendered. Whoever opened the file adds its name.
extension FaceBlurError {
  static var emptyPhoto: FaceBlurError {
    FaceBlurError(.emptyPhoto, "the file is empty", advice: "restore it from a copy")
  }

  /// - Parameters:
  ///   - kind: what the file looks like.
  ///   - readable: what the formats that are read are called.
  static func notAPhoto(kind: String, readable: String) -> FaceBlurError {
    FaceBlurError(.notAPhoto, kind, advice: "give a \(readable) photo")
  }

  /// - Parameter instead: as what to save it.
  static func unsupportedPhoto(format: String, reason: String, instead: String) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, "this kind of \(format) is not supported (\(reason))",
      advice: "save it as \(instead) first")
  }

  /// - Parameters:
  ///   - reason: why its colour profile cannot be carried over.
  ///   - instead: as what to save it.
  static func unwritableProfile(format: String, reason: String, instead: String) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto,
      "this kind of \(format) is not supported (its colour profile cannot be written anew: \(reason))",
      advice: "\(.renderAsJPEG), or save it as \(instead) first")
  }

  static func photoTooLarge(_ reason: String) -> FaceBlurError {
    FaceBlurError(.photoTooLarge, "the photo is too large (\(reason))", advice: "scale it down first")
  }

  static func truncatedPhoto(_ reason: String) -> FaceBlurError {
    FaceBlurError(.truncatedPhoto, "the photo is cut short (\(reason))", advice: "restore it from a copy")
  }

  static func damagedPhoto(_ reason: String) -> FaceBlurError {
    FaceBlurError(.damagedPhoto, "the photo is damaged (\(reason))", advice: "restore it from a copy")
  }

  static var outOfMemoryForPhoto: FaceBlurError {
    FaceBlurError(
      .outOfMemory, "there is not enough memory for this photo", advice: "scale it down first")
  }
}

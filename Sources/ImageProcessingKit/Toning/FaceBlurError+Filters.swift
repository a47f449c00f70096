/// Why a filter cannot be applied, or a file of one cannot be read. Whoever opened the file adds its name.
extension FaceBlurError {
  /// - Parameter setting: which one lies outside 0…1.
  static func filterOutOfRange(_ setting: String) -> FaceBlurError {
    FaceBlurError(.filterOutOfRange, "\(setting) is out of range", advice: "give a number from 0 to 1")
  }

  /// A file is larger or longer than any colour table that is read here.
  static func colorTableTooLarge(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .unusableColorTable, "the colour table is too large (\(reason))",
      advice: "export it with 33 or 65 nodes a side")
  }

  /// A colour table of a kind that is not read here.
  static func unsupportedColorTable(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .unusableColorTable, "this kind of colour table is not supported (\(reason))",
      advice: "export it as a 3D LUT in the .cube format")
  }

  /// A file that is no colour table, or a broken one.
  static func damagedColorTable(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .unusableColorTable, "the colour table cannot be read (\(reason))",
      advice: "give a 3D LUT in the .cube format")
  }
}

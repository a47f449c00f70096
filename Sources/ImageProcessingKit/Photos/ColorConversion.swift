/// A photo whose colour profile cannot be carried over, in sRGB.
///
/// Its picture is of the same size and turned the same way, and each coding unit is made from the same unit of the photo
/// alone, so nothing of an obscured region reaches what lies outside.
struct ColorConversion: Sendable {
  /// What renders are made from. Its file is in memory alone.
  let photo: any EditablePhoto
  /// That it was converted and why, and what the decoder warned about.
  let warnings: [String]

  /// Has a file written from the converted photo, and tells with it that it was converted.
  func written(
    _ write: (any EditablePhoto) throws(FaceBlurError) -> RenderSummary
  ) throws(FaceBlurError) -> RenderSummary {
    var summary = try write(photo)
    summary.warnings += warnings
    return summary
  }
}

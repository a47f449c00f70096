/// The version of a photo that a run meets, by which it finds there what lay in an earlier one.
struct PhotoVersion {
  /// Of the file, in lower-case hexadecimal.
  let sha256: String
  let shape: UprightShape
  /// An earlier version that is known again by what it shows, and in which ways that may have been turned to become this one.
  var known: (sha256: String, turns: [Orientation])?

  /// A plan with its regions where they lie in this version. What nobody knows again is found by its shape.
  /// - Parameters:
  ///   - plan: of a version, which may be this one.
  ///   - sha256: of that version's file.
  ///   - shape: of that version.
  /// - Throws: `FaceBlurError` of kind `originalChanged` where a region may lie anywhere.
  func plan(
    _ plan: RegionPlan, of sha256: String, _ shape: UprightShape
  ) throws(FaceBlurError) -> RegionPlan {
    if sha256 == self.sha256 { return plan }
    guard let known, known.sha256 == sha256 else { return try plan.turned(from: shape, to: self.shape) }
    return plan.turned(by: known.turns)
  }
}

extension EditSession {
  /// Takes a state in place of the one so far.
  /// - Parameters:
  ///   - next: what a person has seen and decided.
  ///   - step: the recorded one, from 1, that it follows as a step of its own; nil for the current one.
  /// - Throws: as `goBack`.
  mutating func become(_ next: EditState, afterStep step: Int?) throws(FaceBlurError) {
    if let step { try goBack(toStep: step) }
    for adjustment in next.adjustments(since: state) { apply(adjustment) }
  }

  /// Of the record file, in lower-case hexadecimal; nil where there is none.
  var recordSHA256: String? { recordContent.map { SHA256.hexDigest(of: $0) } }

  /// - Parameter recordSHA256: of the record file that a person has decided upon; nil for none.
  /// - Throws: `FaceBlurError` where the record is another one now.
  func refuseOther(than recordSHA256: String?) throws(FaceBlurError) {
    guard self.recordSHA256 == recordSHA256 else {
      throw FaceBlurError(
        .refused, asset.record, "it was changed after this was decided",
        advice: "open the photo again, and decide anew")
    }
  }
}

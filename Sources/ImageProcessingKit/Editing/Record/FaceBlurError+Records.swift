/// Why an adjustment record cannot be taken up. Whoever opened it adds its name.
extension FaceBlurError {
  static var noRecord: FaceBlurError {
    FaceBlurError(.noRecord, "there is no edit record for this photo", advice: "\(.blur)")
  }

  static func damagedRecord(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .damagedRecord, "the edit record is damaged (\(reason))",
      advice: "restore it from a copy, or move it away and blur the photo anew")
  }

  static func recordTooLarge(_ reason: String) -> FaceBlurError {
    FaceBlurError(
      .recordTooLarge, "the edit record is too large (\(reason))",
      advice: "move it away and blur the photo anew")
  }

  static func foreignRecord(identifier: String, version: String) -> FaceBlurError {
    FaceBlurError(
      .foreignRecord, "it records an edit of another program (\(identifier) \(version)), and none of ours",
      advice: "nothing was done")
  }

  /// The same, and its render, which an edit would begin from, is not where it should be.
  /// - Parameter readable: in which formats it may be.
  static func foreignWithoutRender(
    identifier: String, version: String, _ path: FilePath, readable: String
  ) -> FaceBlurError {
    FaceBlurError(
      .foreignRecord,
      "it records an edit of another program (\(identifier) \(version)), whose result is not at \(path)",
      advice:
        "export the edited photo to there as a \(readable), or move the record away to edit the original")
  }

  /// What is hidden was chosen in what another program made of the photo, and not in the photo itself.
  static var regionsInAnotherPicture: FaceBlurError {
    FaceBlurError(
      .foreignRecord,
      "the edit was made on top of another program's, so what it hides cannot be found in the photo itself",
      advice: "\(.recordBeside), which goes on with that edit, or \(.revert())")
  }

  /// What another program made of the photo, kept to go back to, is gone or has changed.
  static func baseGone(_ path: FilePath) -> FaceBlurError {
    FaceBlurError(
      .baseGone, "the edit was made on top of another program's, whose result \(path) is gone or has changed",
      advice: "restore it from a copy, or \(.revertAll)")
  }

  /// There are fewer steps than that.
  static func noSuchStep(_ step: Int, count: Int) -> FaceBlurError {
    FaceBlurError(
      .noSuchStep, "there is no step \(step), the record has \(count)", advice: "\(.listSteps)")
  }

  /// Read as a photo's.
  static var recordOfFilm: FaceBlurError {
    FaceBlurError(
      .otherRecord, "it is the edit record of a film, and none of a photo",
      advice: "move it to its film, or away")
  }

  /// Written by a newer FaceBlur.
  static func newerRecord(version: String) -> FaceBlurError {
    FaceBlurError(
      .newerRecord, "it was written by a newer faceblur (format \(version))",
      advice: "update faceblur to take it up")
  }

  /// The original is not the one that was edited.
  static var originalChanged: FaceBlurError {
    FaceBlurError(
      .originalChanged, "the original has changed since it was edited",
      advice: "restore the original, or \(.rebase)")
  }

  /// Every region is excluded, so a render would be the photo itself.
  static var obscuresNothing: FaceBlurError {
    FaceBlurError(
      .obscuresNothing, "the edit obscures nothing, so its render would show every face",
      advice: "blur the photo anew")
  }

  /// Nobody has looked for faces in the state that is to be rendered.
  static var nobodyLooked: FaceBlurError {
    FaceBlurError(
      .nobodyLooked, "nobody has looked for faces in this photo",
      advice: "\(.blur), or to render it all the same, \(.unhide)")
  }

  /// Regions that are hidden now would be shown.
  /// - Parameter step: that shows them; nil for a state that a program has made.
  static func wouldShow(_ ids: [String], atStep step: Int? = nil) -> FaceBlurError {
    let list = ids.prefix(20).joined(separator: ", ") + (ids.count > 20 ? ", …" : "")
    return FaceBlurError(
      .wouldShow, "\(step.map { "step \($0)" } ?? "it") shows what is hidden now (\(list))",
      advice: "to render it all the same, \(.unhide)")
  }

  /// What a program has set is nothing that a record may hold.
  static func invalidArgument(_ flaw: String) -> FaceBlurError {
    FaceBlurError(
      .invalidArgument, "what is to be rendered is out of range (\(flaw))", advice: "nothing was written")
  }

  /// The render is in a place that only the record names.
  static func renderElsewhere(_ path: FilePath) -> FaceBlurError {
    FaceBlurError(
      .renderElsewhere, "the render is at \(path), outside the photo's folder, and only the record says so",
      advice: "if that is right, \(.allowRenders(in: path.folder))")
  }

  /// The record says the render is in a place that holds no render of this photo.
  static func renderGone(_ path: FilePath) -> FaceBlurError {
    FaceBlurError(
      .renderGone, "there is no render of this photo at \(path) any more",
      advice: "\(.blur), which goes on with the edit")
  }

  /// The record keeps track of as many renders as it can.
  static var tooManyRenders: FaceBlurError {
    FaceBlurError(
      .tooManyRenders, "the photo has been rendered to \(EditRecord.maxRenders) places",
      advice: "\(.revert()) first")
  }
}

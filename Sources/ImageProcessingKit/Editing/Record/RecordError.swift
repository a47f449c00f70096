/// Why an adjustment record cannot be taken up.
public enum RecordError: Error, Sendable, Hashable {
  case missing
  case damaged(String)
  case tooLarge(String)
  /// Another program's edit; its identifier and version.
  case foreign(identifier: String, version: String)
  /// The same, and its render, which an edit would begin from, is not where it should be; `readable` says in which formats it may
  /// be.
  case foreignWithoutRender(identifier: String, version: String, FilePath, readable: String)
  /// What another program made of the photo, kept to go back to, is gone or has changed.
  case baseGone(FilePath)
  /// There are fewer steps than that.
  case noSuchStep(Int, count: Int)
  /// Written by a newer FaceBlur.
  case newer(version: String)
  /// The original is not the one that was edited.
  case originalChanged
  /// Every region is excluded, so a render would be the photo itself.
  case obscuresNothing
  /// Nobody has looked for faces in the state that is to be rendered.
  case nobodyLooked
  /// A step shows regions that are hidden now; their ids.
  case wouldShow([String], atStep: Int)
  /// The render is in a place that only the record names.
  case renderElsewhere(FilePath)
  /// The record says the render is in a place that holds no render of this photo.
  case renderGone(FilePath)
  /// The record keeps track of as many renders as it can.
  case tooManyRenders
}

extension RecordError: CustomStringConvertible {
  /// What is wrong and what to do, without the path.
  public var description: String {
    switch self {
    case .missing:
      "there is no edit record for this photo; make one with 'faceblur blur'"
    case .damaged(let reason):
      "the edit record is damaged (\(reason)); restore it from a copy, or move it away and blur the photo anew"
    case .tooLarge(let reason):
      "the edit record is too large (\(reason)); move it away and blur the photo anew"
    case .foreign(let identifier, let version):
      "it records an edit of another program (\(identifier) \(version)), and none of ours; nothing was done"
    case .foreignWithoutRender(let identifier, let version, let path, let readable):
      "it records an edit of another program (\(identifier) \(version)), whose result is not at \(path); export the"
        + " edited photo to there as a \(readable), or move the record away to edit the original"
    case .baseGone(let path):
      "the edit was made on top of another program's, whose result \(path) is gone or has changed; restore it from a"
        + " copy, or take everything back with 'faceblur revert'"
    case .noSuchStep(let step, let count):
      "there is no step \(step); the record has \(count), which 'faceblur show' lists"
    case .newer(let version):
      "it was written by a newer faceblur (format \(version)); update faceblur to take it up"
    case .originalChanged:
      "the original has changed since it was edited; restore the original, or blur it anew with --force-rebase"
    case .obscuresNothing:
      "the edit obscures nothing, so its render would show every face; blur the photo anew"
    case .nobodyLooked:
      "nobody has looked for faces in this photo; 'faceblur blur' does, and --unhidden renders it all the same"
    case .wouldShow(let ids, let step):
      "step \(step) shows what is hidden now (\(ids.prefix(20).joined(separator: ", "))\(ids.count > 20 ? ", …" : ""));"
        + " to render it all the same, add --unhidden"
    case .renderElsewhere(let path):
      "the render is at \(path), outside the photo's folder, and only the record says so; if that is right, name its"
        + " folder: --renders \(path.folder)"
    case .renderGone(let path):
      "there is no render of this photo at \(path) any more; say with -o where to write one"
    case .tooManyRenders:
      "the photo has been rendered to \(EditRecord.maxRenders) places; take the edit back with"
        + " 'faceblur revert' first"
    }
  }
}

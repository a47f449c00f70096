internal import ImageProcessingKit

extension Console {
  /// Names halves of a Live Photo of which another one was edited, and which have no edit, also where little is to be said: they may show the same
  /// faces.
  func insist(onHalves halves: [FilePath]) {
    for half in halves {
      insist("\(half): \(LivePhoto.uneditedWarning); type 'faceblur blur \(half.shellWord)'")
    }
  }
}

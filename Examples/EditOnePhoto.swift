import ImageProcessingKit

/// Takes up the edit of a photo, or begins one: looks for faces, hides them and keeps what was hidden before.
@main struct EditOnePhoto {
  static func main() throws {
    guard let photo = CommandLine.arguments.dropFirst().first.map({ FilePath($0) }) else {
      return print("usage: EditOnePhoto PHOTO")
    }
    let detector = try DetectorChoice.networks.makeDetector()

    // The photo is locked until the session ends, and never written.
    var session = try EditSession.begin(photo)
    let picture = try session.input.displaySizeImage(fitting: detector.longestLook)
    let faces = try session.input.faces(in: picture, by: detector)
    let plan = try session.state.faceBlur?.plan().merged(with: faces) ?? RegionPlanner().plan(for: faces)
    guard !plan.applied.isEmpty else { return print("\(photo): no face was found") }
    session.apply(.faceBlur(FaceBlurAdjustment(plan, foundBy: detector.identity)))
    guard session.shouldShowCancelConfirmation else {
      session.cancel()
      return print("\(photo): nothing has changed")
    }

    // Checked like a stranger's file, and looked at again, before anything gets a name.
    var outputs = OutputGuard(originals: [photo])
    let output = try session.render(
      lookingAgain: SecondLook(detector: detector, picture: picture.pixels), guardedBy: outputs)
    let edit = try session.commit(output, guardedBy: &outputs)
    for warning in edit.warnings { print("\(photo): \(warning)") }
    print(
      "\(edit.render): \(edit.plan.applied.count) faces hidden\(edit.recordFile.map { ", as \($0) says" } ?? "")"
    )
  }
}

internal import ImageProcessingKit

/// Whether a portrait of one format is blurred, whether the gate agrees, and whether a picture that is hidden in the render is found:
/// by the very code that the commands run.
struct FormatCheck {
  private let pipeline: BlurPipeline
  private let verifier: PhotoVerifier
  private let folder: PrivateFolder

  init(_ detector: any FaceDetecting, in folder: PrivateFolder) {
    pipeline = BlurPipeline(detector: detector)
    verifier = PhotoVerifier(detector: detector, wording: \.text)
    self.folder = folder
  }

  /// - Returns: nil where somebody has asked for the end meanwhile.
  func check(_ photo: SelfTestPhoto) -> SelfTestCheck? {
    do throws(FaceBlurError) {
      guard let (trial, place) = try tryOut(photo) else { return nil }
      if let fault = trial.fault { return SelfTestCheck(photo.format, .failed, fault) }
      return SelfTestCheck(
        photo.format, .works, "read and written; the face is hidden, and a picture in \(place) is found")
    } catch {
      guard error.kind == .libraryMissing else {
        return SelfTestCheck(photo.format, .failed, Self.text(of: error))
      }
      return .missing(photo.format, .codecs, CodecHelpers.isInstalled ? Self.text(of: error) : nil)
    }
  }

  /// - Returns: what there is to be judged, and what the planted picture's place is called; nil where somebody has asked for the end.
  private func tryOut(
    _ photo: SelfTestPhoto
  ) throws(FaceBlurError) -> (FormatTrial, place: String)? {
    // The record that comes to lie beside the portrait says what the render must show.
    let name = photo.fileExtension
    let original = try folder.write(photo.bytes, "\(name)-portrait.\(name)")
    let target = folder.path.appending(FilePath("\(name)-render.\(name)"))
    var outputs = OutputGuard(originals: [original])
    let report = try pipeline.blur(original, to: target, guardedBy: &outputs)
    guard !StopSignal.isRaised else { return nil }
    guard let render = report.outputs.render else {
      throw FaceBlurError(.nothingFound, SelfTestPhoto.notFound)
    }
    let verdict = try verifier.verify(render, against: original)
    guard !StopSignal.isRaised else { return nil }
    let bytes = try InputFile.open(render).readAll(limit: 16 << 20)
    guard let planted = PlantedPicture(SelfTestPhoto.hidden, in: bytes, name) else {
      throw FaceBlurError(
        .internalError, "internal error (no picture can be hidden in a \(photo.format))",
        advice: "please report it")
    }
    let found = try verifier.verify(try folder.write(planted.bytes, "\(name)-planted.\(name)"))
    let trial = FormatTrial(hidden: report.applied, render: verdict, planted: found, place: planted.range)
    return (trial, planted.place)
  }

  /// Without the file's name, which tells nobody anything.
  private static func text(of error: FaceBlurError) -> String { error.message(\.text) }
}

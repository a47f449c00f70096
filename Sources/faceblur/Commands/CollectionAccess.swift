internal import ImageProcessingKit

/// The way to photos that `scrub` has put into a target: they are corrected there, and the collection's journal keeps what was
/// decided.
struct CollectionAccess {
  static let state = Option<FilePath>.path(
    "--state", value: "DIR",
    help: "For a photo that 'scrub' wrote: the journal is in this folder, not in TARGET.faceblur.")

  private let state: FilePath?
  private let force: Bool
  /// An option that is of no use here: of photos that have a record of their own.
  private let misplaced: String?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    state = try arguments.value(of: Self.state)
    force = arguments.has(CommonParameters.force)
    let own = [
      ("--record", try arguments.value(of: CommonParameters.record) != nil),
      ("--renders", try !arguments.values(of: CommonParameters.renders).isEmpty),
      ("--xmp", arguments.has(CommonParameters.sidecar)),
      ("--format", try arguments.value(of: RenderParameters.format) != nil),
    ]
    misplaced = own.first { $0.1 }?.0
  }

  /// Changes an output of a collection, and prints what became of it.
  /// - Returns: nil where the photo is none.
  func change(
    _ change: OutputChange, _ photo: FilePath, _ settings: BlurPipeline.Settings, _ detection: DetectionRun,
    notes: [String] = []
  ) -> ExitCode? {
    do {
      guard let output = try find(photo) else { return nil }
      if let misplaced {
        detection.console.fail(
          "\(photo): 'faceblur scrub' made it from \(output.source), and its journal keeps the record; leave"
            + " \(misplaced) out")
        return .usage
      }
      return detection.withDetector { detector in
        detection.reporter.report(on: photo) { () throws(FaceBlurError) in
          var report = try output.change(change, settings, lookingWith: detector)
          report.notes = notes + report.notes
          return report
        }
      }
    } catch {
      return detection.reporter.tell(of: error, photo)
    }
  }

  /// What the journal says of an output; nil where the photo is none.
  func listing(of photo: FilePath) throws(FaceBlurError) -> RecordListing? {
    if misplaced != nil { return nil }
    return try find(photo)?.listing()
  }

  private func find(_ photo: FilePath) throws(FaceBlurError) -> CollectionOutput? {
    try CollectionOutput.find(photo, state: state, force: force, wording: \.text)
  }
}

internal import ImageProcessingKit

/// The way to photos and films that `scrub` has put into a target: they are corrected there, and the collection's journal keeps what was
/// decided.
struct CollectionAccess {
  static let state = Option<FilePath>.path(
    "--state", value: "DIR",
    help: "For what 'scrub' wrote: the journal is in this folder, not in TARGET.faceblur.")

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

  /// Refuses what `edit` and `filter` would write into the target of a collection beside the outputs that are corrected there.
  /// - Throws: `FaceBlurError` where a preview or an overlay would lie in one, or a record in a folder that was named.
  func keepOutOfTargets(_ photo: FilePath, _ settings: BlurPipeline.Settings) throws(FaceBlurError) {
    var places = PublishedFolder.pictures(of: photo, settings)
    if !settings.dryRun, case .folder(let records) = settings.record {
      places.append(PublishedFolder.Place(path: records.appending(photo.name), option: "--record"))
    }
    try PublishedFolder.refuse(places, of: photo, state: state)
  }

  /// What is done with an output that is a film.
  typealias FilmChange =
    (CollectionOutput, any FaceDetecting, FilmWatch) throws(FaceBlurError) -> FilmEditReport

  /// Changes an output of a collection, and prints what became of it.
  /// - Parameter films: the same of a film.
  /// - Returns: nil where the photo is none, and no edit of it by its own record is due to change one.
  func change(
    _ change: OutputChange, _ photo: FilePath, _ settings: BlurPipeline.Settings, _ detection: DetectionRun,
    notes: [String] = [], films: FilmChange
  ) -> ExitCode? {
    do {
      guard let output = try find(photo) else {
        try CollectionOutput.refuseUnreached(
          photo, recordedAt: settings.record, rendersIn: settings.renderFolders, state: state)
        return nil
      }
      if let misplaced {
        detection.console.fail(
          "\(photo): 'faceblur scrub' made it from \(output.source), and its journal keeps the record; leave"
            + " \(misplaced) out")
        return .usage
      }
      return detection.withDetector { detector in
        guard !output.isFilm else {
          return detection.reporter.reportFilmEdit(on: photo) { (watch) throws(FaceBlurError) in
            try films(output, detector, watch)
          }
        }
        return detection.reporter.report(on: photo) { () throws(FaceBlurError) in
          var report = try output.change(change, settings, lookingWith: detector)
          report.notes = notes + report.notes
          return report
        }
      }
    } catch {
      return detection.reporter.tell(of: error, photo)
    }
  }

  /// The output that a photo or film is; nil where it is none.
  func output(_ photo: FilePath) throws(FaceBlurError) -> CollectionOutput? {
    misplaced == nil ? try find(photo) : nil
  }

  private func find(_ photo: FilePath) throws(FaceBlurError) -> CollectionOutput? {
    try CollectionOutput.find(photo, state: state, force: force, wording: \.text)
  }
}

internal import ImageProcessingKit

/// One detector over many photos, and what is printed about each.
struct DetectionRun {
  /// What says how faces are looked for.
  static let parameters = [
    CommonParameters.effort.parameter, CommonParameters.engine.parameter,
    CommonParameters.threshold.parameter, CommonParameters.detector.parameter,
    CommonParameters.models.parameter,
  ]

  private(set) var reporter: PhotoReporter
  private let choice: DetectorChoice
  private var effort: DetectionEffort
  /// Whether an option says it.
  private let isEffortGiven: Bool
  private let threshold: Double?
  private let engine: NetworkEngine
  private let models: ModelLocator

  var console: Console { reporter.console }

  init(_ arguments: ParsedArguments) throws(UsageError) {
    reporter = PhotoReporter(console: CommonParameters.console(arguments))
    choice = try arguments.value(of: CommonParameters.detector) ?? .networks
    let effort = try arguments.value(of: CommonParameters.effort)
    self.effort = effort ?? arguments.wishes.effort ?? .normal
    isEffortGiven = effort != nil
    engine = try arguments.value(of: CommonParameters.engine) ?? .native
    threshold = try arguments.value(of: CommonParameters.threshold)
    models = try CommonParameters.modelLocator(arguments)
  }

  /// The same for a photo whose edit is taken up: nobody looks for faces anew, and stored settings are for edits that are begun.
  var withoutStoredEffort: DetectionRun {
    var run = self
    if !isEffortGiven { run.effort = .normal }
    return run
  }

  /// The same where standard output is for a photo.
  var reportingAside: DetectionRun {
    var run = self
    run.reporter.console.isAside = true
    return run
  }

  /// The photos, each once, without those that are renders of others among them: `*.jpg` names both. One that is named without its original
  /// fails: another program's render shows its faces, and whoever names it waits for a file that nobody would write.
  func leavingOutRenders(_ photos: [ChosenPhoto]) -> [ChosenPhoto] {
    let all = Set(photos.compactMap { FileIdentity(of: $0.path) })
    // By the place of each: a hard link is another photo.
    var seen: [FilePath: FilePath] = [:]
    return photos.compactMap { chosen -> ChosenPhoto? in
      guard chosen.failure == nil else { return chosen }
      let photo = chosen.path
      let place = photo.resolvedWhereItExists ?? photo
      if let first = seen[place] {
        // Whoever names a link to a photo waits for a file of that name.
        let line = "\(photo): named before\(first.name == photo.name ? "" : " as \(first)"); it is done once"
        if first.name == photo.name { console.warn(line) } else { console.insist(line) }
        return nil
      }
      seen[place] = photo
      guard
        let original = PhotoAsset.original(ofRender: photo) ?? PhotoAsset.original(ofFilmRender: photo)
      else { return chosen }
      let isOriginalTaken = FileIdentity(of: original).map(all.contains) ?? false
      guard chosen.isMet || isOriginalTaken else {
        var failing = chosen
        failing.failure = FaceBlurError.isRender(of: original).naming(photo)
        return failing
      }
      leaveOut(photo, asRenderOf: original, isExpected: chosen.isMet && isOriginalTaken)
      return nil
    }
  }

  /// - Parameter isExpected: whether nobody has asked for it by its name.
  private func leaveOut(_ render: FilePath, asRenderOf original: FilePath, isExpected: Bool) {
    let line = "\(render): left out, because it is the render of \(original)"
    if isExpected { console.warn(line) } else { console.insist(line) }
    if console.json { console.emit(LeftOutObject(file: render, original: original)) }
  }

  /// Makes a detector for each of several workers, which have one thread.
  var workerMaker: @Sendable () throws(FaceBlurError) -> any FaceDetecting { maker(threads: 1) }

  /// Makes a detector for photos that are done one after the other.
  var maker: @Sendable () throws(FaceBlurError) -> any FaceDetecting { maker(threads: nil) }

  /// What was chosen, for this program or another one.
  var choices: DetectionChoices {
    DetectionChoices(choice, effort, engine, threshold: threshold, models: models)
  }

  private func maker(threads: Int?) -> @Sendable () throws(FaceBlurError) -> any FaceDetecting {
    choices.maker(threads: threads)
  }

  /// Makes the detector and does some work with it.
  func withDetector(_ work: (any FaceDetecting) -> ExitCode) -> ExitCode {
    do {
      return work(try maker())
    } catch {
      console.fail(error.text)
      return ExitCode(error)
    }
  }

  /// Takes every photo through the pipeline. One that fails is reported and does not stop the others.
  /// - Parameter films: takes films; nil where the command has nothing to do with them, and then they are no photos.
  func overPhotos(
    _ photos: [ChosenPhoto], _ settings: BlurPipeline.Settings,
    films: ((FilmPipeline, ChosenPhoto) throws(FaceBlurError) -> FilmReport)? = nil,
    _ process: (BlurPipeline, ChosenPhoto) throws(FaceBlurError) -> PhotoReport
  ) -> ExitCode {
    withDetector { detector in
      ExitCode(
        ofAll: photos.map { photo in
          // What is left behind a film that was being done.
          if StopSignal.isRaised { return .interrupted }
          if let failure = photo.failure { return reporter.tell(of: failure, photo.path) }
          if let films, photo.path != StandardPhoto.name, FilmPipeline.isFilm(photo.path) {
            var pipeline = FilmPipeline(detector: detector, limits: settings.reader.limits)
            return reporter.reportFilm(on: photo.path) { (watch) throws(FaceBlurError) in
              pipeline.watch = watch
              return try films(pipeline, photo)
            }
          }
          let pipeline = BlurPipeline(detector: detector, settings: photo.settings(settings))
          return reporter.report(on: photo.path) { () throws(FaceBlurError) in
            try process(pipeline, photo)
          }
        })
    }
  }
}

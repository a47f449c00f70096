internal import ImageProcessingKit

/// `faceblur blur -`: a photo from standard input, whose render goes to standard output or into a file.
struct StreamedBlur {
  /// Nil for standard output.
  private let target: FilePath?
  private let settings: BlurPipeline.Settings
  private let force: Bool
  private let detection: DetectionRun

  /// - Parameters:
  ///   - arguments: of the command, with `-` among its photos.
  ///   - output: where the render goes, as it was named; nil for standard output.
  ///   - settings: what to do with the photo.
  ///   - detection: how faces are found.
  /// - Throws: `UsageError` for what makes no sense without a file, and where a render would go nowhere.
  init(
    _ arguments: ParsedArguments, to output: FilePath?, _ settings: BlurPipeline.Settings,
    _ detection: DetectionRun
  ) throws(UsageError) {
    guard arguments.operands.count == 1 else {
      throw UsageError(
        "a photo from standard input is blurred alone; type 'faceblur blur - < PHOTO > RENDER'")
    }
    if let misplaced = try Self.misplaced(arguments) {
      throw UsageError(
        "a photo from standard input lies nowhere, so nothing is kept of it or written beside it; leave"
          + " \(misplaced) out")
    }
    target = output == StandardPhoto.name ? nil : output
    self.settings = settings
    self.detection = detection
    force = arguments.has(CommonParameters.force)
    if let target {
      try Self.check(target, as: settings.renderOptions.format)
    } else if isSending {
      try Self.checkStandardOutput()
    }
  }

  /// Whether standard output is for the render.
  private var isSending: Bool { target == nil && !settings.dryRun }

  /// An option that is of no use here.
  private static func misplaced(_ arguments: ParsedArguments) throws(UsageError) -> String? {
    let record = try arguments.value(of: CommonParameters.record) ?? RecordPlace.none
    return [
      ("--record", record != .none), ("--xmp", arguments.has(CommonParameters.sidecar)),
      (BlurCommand.anonymousNames.parameter.name, arguments.has(BlurCommand.anonymousNames)),
      ("--preview", try arguments.value(of: CommonParameters.preview) != nil),
      ("--overlay", try arguments.value(of: CommonParameters.overlay) != nil),
      ("--forget", arguments.has(CommonParameters.forget)),
      ("--force-rebase", arguments.has(CommonParameters.forceRebase)),
      (ChosenPhoto.recursive.parameter.name, arguments.has(ChosenPhoto.recursive)),
    ].first { $0.1 }?.0
  }

  private static func check(_ target: FilePath, as format: RenderFormat) throws(UsageError) {
    if target.isFolder || target.endsWithSeparator {
      throw UsageError(
        "a photo from standard input has no name, so its render needs one: '-o \(target.appending("NAME.jpg"))'"
      )
    }
    guard RenderDestination.isRenderName(target, as: format) else {
      throw UsageError(RenderDestination.named(target, nil, as: format))
    }
  }

  private static func checkStandardOutput() throws(UsageError) {
    guard !ByteStream.standardOutput.isTerminal else {
      throw UsageError(
        "a render is nothing for a terminal; type 'faceblur blur - < PHOTO > RENDER', or name a file with -o")
    }
    if let file = ByteStream.standardOutput.file, file == ByteStream.standardInput.file {
      throw UsageError("standard input and standard output are one file; write the render to another one")
    }
  }

  func run() -> ExitCode {
    guard isSending else {
      return detection.withDetector { detector in
        write(BlurPipeline(detector: detector, settings: settings))
      }
    }
    guard let output = ByteStream.takingStandardOutput() else {
      detection.console.fail("standard output cannot be written: too many files are open")
      return .cannotWrite
    }
    return detection.reportingAside.withDetector { detector in
      send(BlurPipeline(detector: detector, settings: settings), to: output)
    }
  }

  /// Into a file, or nowhere in a dry run.
  private func write(_ pipeline: BlurPipeline) -> ExitCode {
    let reporter = detection.reporter
    do throws(FaceBlurError) {
      let report = try blur(pipeline)
      guard let target, report.outputs.render == nil, !settings.dryRun else {
        reporter.tell(of: report)
        return .done
      }
      return reporter.failWithoutRender(
        report, PhotoReporter.nothing(at: target, report.regions.isEmpty))
    } catch {
      return reporter.tell(of: error, StandardPhoto.name)
    }
  }

  private func blur(_ pipeline: BlurPipeline) throws(FaceBlurError) -> PhotoReport {
    if let target, !settings.dryRun {
      let place = PublishedFolder.Place(path: target, option: "-o")
      try PublishedFolder.refuse([place], of: StandardPhoto.name)
    }
    let photo = try StandardPhoto.read(with: settings.reader)
    guard let target else { return try pipeline.blur(photo).report }
    var outputs = OutputGuard(files: [ByteStream.standardInput.file].compactMap(\.self), force: force)
    return try pipeline.blur(photo, to: target, guardedBy: &outputs)
  }

  /// To what standard output was. Not a byte goes out before the whole render has passed.
  private func send(_ pipeline: BlurPipeline, to output: ByteStream) -> ExitCode {
    let reporter = detection.reportingAside.reporter
    do {
      let photo = try StandardPhoto.read(with: settings.reader)
      let (report, render) = try pipeline.blur(photo)
      guard let render else {
        return reporter.failWithoutRender(
          report, "no face was found, so there is no render and nothing was written")
      }
      guard reporter.console.send(render, to: output) else {
        if reporter.console.json {
          let reason = "standard output cannot be written"
          reporter.console.emit(FailureObject(file: photo.name, error: reason, exitCode: .cannotWrite))
        }
        return .cannotWrite
      }
      reporter.tell(of: report)
      return .done
    } catch {
      return reporter.tell(of: error, StandardPhoto.name)
    }
  }
}

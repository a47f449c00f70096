internal import ImageProcessingKit

/// `faceblur blur`: render and record per photo.
struct BlurCommand: Command {
  static let name = "blur"
  static let abstract = "Obscure the faces in photos and films; write a render and an edit record for each."
  static let heedsStoredSettings = true
  static let standardInput: String? =
    "A photo from standard input, alone; its render goes to standard output, whole or not at all, and no record is kept."
  static let operandName = "PHOTO…"
  static let operandCount = CommonParameters.anyNumberOfPhotos
  static let manual = [
    "Each photo gets a render and a record beside it: IMG_E1234.JPG and IMG_1234.AAE beside IMG_1234.JPG. The record holds what was found and how"
      + " it is hidden, so that the edit can be corrected, taken up again and taken back. A photo without a face gets neither.",
    "Photos named again are blurred anew, and their renders are left out; a render that is named without its photo is an error. What was hidden, drawn, moved or excluded stays so unless --forget is given.",
    "A file that faceblur did not write, or that was changed since, is replaced only with --force.",
    "Films are MP4, MOV and their like, and Matroska and WebM, of which an MP4 is made. Groups of pictures without a face are copied, the others coded anew; sound is copied as it is unless --audio says otherwise.",
  ]
  static let examples = [
    CommandExample(
      "faceblur blur IMG_1234.JPG",
      "Hide the faces in a photo; the render and the record are written beside it."),
    CommandExample(
      "faceblur blur *.jpg -o blurred/ --overlay check/",
      "Write renders into one folder, and into another one pictures that show what was found."),
    CommandExample(
      "faceblur blur party.jpg --dry-run --preview look/",
      "Write the blurred picture at display size and nothing else."),
    CommandExample(
      "faceblur blur party.mp4 --audio drop",
      "Hide the faces in a film and leave its sound out; party_edited.mp4 and the record are written beside it."
    ),
  ]

  private static let output = Option<FilePath>.path(
    "-o", value: "FILE|DIR", completion: .photosAndFilms,
    help:
      "Write the render to this file, or into this folder under the photo's name; with -r in the same folders below it."
  )
  static let anonymousNames = Flag(
    "--anonymous-names", help: "Give the render a random name; which is whose, only the record tells.")

  static let parameters =
    [
      output.parameter, ChosenPhoto.recursive.parameter,
    ] + StrengthParameters.parameters + DetectionRun.parameters + [
      CommonParameters.preview.parameter, CommonParameters.overlay.parameter, CommonParameters.json.parameter,
      CommonParameters.dryRun.parameter,
      RenderParameters.format.parameter, RenderParameters.metadata.parameter,
      RenderParameters.thumbnail.parameter, anonymousNames.parameter,
      RenderParameters.keepProgressive.parameter, RenderParameters.tiles.parameter,
      FilmOptions.audio.parameter,
      CommonParameters.maxPixels.parameter, CommonParameters.noSandbox.parameter,
      CommonParameters.record.parameter, CommonParameters.sidecar.parameter,
      CommonParameters.forget.parameter, CommonParameters.forceRebase.parameter,
      CommonParameters.force.parameter, CommonParameters.quiet.parameter, CommonParameters.verbose.parameter,
    ]

  private enum Work {
    case stream(StreamedBlur)
    case photos([FilePath], RenderDestination)
  }

  private let work: Work
  private let isRecursive: Bool
  private let settings: BlurPipeline.Settings
  private let audio: AudioChoice?
  private let force: Bool
  private let detection: DetectionRun

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let operands = arguments.operands
    let output = try arguments.value(of: Self.output)
    force = arguments.has(CommonParameters.force)
    isRecursive = arguments.has(ChosenPhoto.recursive)
    audio = try arguments.value(of: FilmOptions.audio)
    detection = try DetectionRun(arguments)

    var settings = try CommonParameters.settings(arguments)
    settings.strength = try StrengthParameters.change(arguments)
    settings.renderOptions = try RenderParameters.options(arguments)
    settings.isMetadataAskedFor = try arguments.value(of: RenderParameters.metadata) != nil
    settings.anonymousNames = arguments.has(Self.anonymousNames)
    self.settings = settings
    if operands.contains(StandardPhoto.name) {
      work = .stream(try StreamedBlur(arguments, to: output, settings, detection))
      return
    }
    guard output != StandardPhoto.name else {
      throw UsageError(
        "standard output is for a photo from standard input; type 'faceblur blur - < PHOTO > RENDER', and -o ./- for a"
          + " folder that is called -")
    }
    let destination = try RenderDestination(
      output, photos: operands, holdingFolders: operands.contains(where: \.isFolder),
      as: try arguments.value(of: RenderParameters.format) ?? .original)
    if settings.anonymousNames, let path = destination.file {
      throw UsageError("--anonymous-names makes up the name; name a folder: '-o \(path.folder)/'")
    }
    if let file = destination.file { try Self.refuseFolder(at: file, settings) }
    for folder in [settings.previewFolder, settings.overlayFolder].compactMap(\.self)
    where settings.anonymousNames && destination.isFolder(folder) {
      throw UsageError("previews and overlays bear the originals' names; put them elsewhere than the renders")
    }
    work = .photos(operands, destination)
  }

  /// The folder would be made first, and then be in the render's way.
  /// - Throws: `UsageError` where the place of the render is to be a folder as well.
  private static func refuseFolder(
    at file: FilePath, _ settings: BlurPipeline.Settings
  ) throws(UsageError) {
    var folders = [("--preview", settings.previewFolder), ("--overlay", settings.overlayFolder)]
    if case .folder(let records) = settings.record { folders.append(("--record", records)) }
    guard let place = file.resolvedWhereItExists else { return }
    for (option, folder) in folders where folder?.resolvedWhereItExists == place {
      throw UsageError("-o and \(option) both name \(file); name a folder: '\(option) DIR'")
    }
  }

  func run() -> ExitCode {
    switch work {
    case .stream(let stream): return stream.run()
    case .photos(let operands, let destination):
      let named = ChosenPhoto.choose(
        operands, isRecursive: isRecursive, outputs: destination.folder, isEdited: true, settings.reader,
        detection.console)
      var live = LivePhotos(
        detection.leavingOutRenders(
          named.map {
            $0.keptOutOfTargets(settings, renderedTo: destination.target(for: $0.path, in: $0.folder))
          }), detection.console)
      let chosen = live.chosen
      // What fails as a render is nobody's original, and its own original may come as half of a Live Photo.
      let originals = chosen.filter { $0.failure?.kind != .isRender }
      var outputs = OutputGuard(originals: originals.map(\.path), force: force)
      func blur(film pipeline: FilmPipeline, _ film: ChosenPhoto) throws(FaceBlurError) -> FilmReport {
        let settings = film.settings(live.settings(settings, forFilm: film))
        let target = destination.target(for: film.path, in: film.folder)
        return try live.blurFilm(film, recordedAt: settings.record, to: target) { () throws(FaceBlurError) in
          try FilmOptions.refuseOutput(film.path)
          let own = try FilmOptions.settings(for: film.path, settings, audio: audio)
          let report = try pipeline.blur(film.path, to: target, own, guardedBy: &outputs)
          if report.outputs.render == nil {
            insistThatNothingIs(at: target, of: destination, report.summaries.isEmpty)
          }
          return report
        }
      }
      let code = detection.overPhotos(chosen, settings, films: blur) {
        pipeline, photo throws(FaceBlurError) in
        try live.blurStill(photo) { () throws(FaceBlurError) in
          let target = destination.target(for: photo.path, in: photo.folder)
          let report = try pipeline.blur(photo.path, to: target, guardedBy: &outputs)
          if report.outputs.render == nil {
            insistThatNothingIs(at: target, of: destination, report.regions.isEmpty)
          }
          return report
        }
      }
      live.takeBackHalves(rendersIn: destination.folders)
      return code
    }
  }

  /// Says that nothing was written where a file was named for the render.
  /// - Parameter foundNothing: whether no face was found at all.
  private func insistThatNothingIs(
    at target: FilePath?, of destination: RenderDestination, _ foundNothing: Bool
  ) {
    guard let target, destination.file != nil, !settings.dryRun else { return }
    detection.reporter.insistThatNothingIs(at: target, foundNothing)
  }
}

internal import ImageProcessingKit

/// `faceblur verify`: the leak gate on any file.
struct VerifyCommand: Command {
  static let name = "verify"
  static let abstract =
    "List what the file of a photo or film holds besides its pictures, and say whether it may show a face."
  static let standardInput: String? = "A photo from standard input, alone or among others."
  static let operandName = "FILE|FOLDER…"
  static let operandCount = CommonParameters.anyNumberOfPhotos
  static let manual = [
    "The file is read as a stranger would. Everything beside the picture that a render does not have is a leak, and so is whatever may show a face."
      + " A folder is gone through with all that is in it.",
    "No record and no original is needed for that; with either of them the picture is compared, too. Where there is no record of a photo's original, what it"
      + " shows is compared only with what is seen in that, which a warning says: a region may be open that nobody sees.",
    "Of a film (MP4, MOV and their like, Matroska, WebM) every frame is looked at, and each face counts once for as long as it is followed. With --original every picture and the sound are compared, by the record beside the original; the file alone does not tell whether its regions are as they should be, so --regions is refused.",
  ]
  static let examples = [
    CommandExample(
      "faceblur verify --no-faces published/",
      "Check a folder before it is published; whatever else is in the files, and any face, fails."),
    CommandExample(
      "faceblur verify a.jpg --original IMG_1234.JPG",
      "Check that a picture is as the record of its original says."),
    CommandExample(
      "faceblur verify published/a.jpg --original school/a.jpg --record records/",
      "The same for a run of 'faceblur scrub --records records/'."),
    CommandExample(
      "faceblur verify a.jpg --regions IMG_1234.AAE",
      "Check from the file alone that its regions show their surroundings."),
    CommandExample(
      "faceblur verify --no-faces film_edited.mp4 --original film.mp4",
      "Check that a film hides what the record says, is otherwise the original, and shows no face."),
  ]

  private static let original = Option<FilePath>.path(
    "--original", value: "FILE", completion: .files,
    help:
      "Compare the picture with the photo that it was made from, or the film with its film, by its record.")

  private static let record = Option<FilePath>.path(
    "--record", value: "DIR", completion: .folders,
    help: "Where the record of the original is kept, if not beside it.")

  private static let regions = Option<FilePath>.path(
    "--regions", value: "RECORD", completion: .files("aae"),
    help:
      "Check from the file alone that the regions of a photo's record (.AAE) show what their surroundings give, and nothing else."
  )

  private static let noFaces = Flag(
    "--no-faces",
    help: "Fail where a face is seen in a picture or film, and in a folder where something is neither."
  )

  static let parameters =
    [
      original.parameter, record.parameter, regions.parameter, noFaces.parameter,
      CommonParameters.json.parameter,
    ] + DetectionRun.parameters + [
      CommonParameters.maxPixels.parameter, CommonParameters.noSandbox.parameter,
      CommonParameters.quiet.parameter,
    ]

  private let files: [FilePath]
  private let original: FilePath?
  /// The folder of the original's record; nil for that of the original.
  private let records: FilePath?
  private let regions: FilePath?
  /// Whether a face in the picture itself is a failure, too.
  private let refusesFaces: Bool
  private let limits: ImageLimits
  private let detection: DetectionRun
  private let view: FilmProgressView

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = arguments.operands
    original = try arguments.value(of: Self.original)
    records = try arguments.value(of: Self.record)
    regions = try arguments.value(of: Self.regions)
    refusesFaces = arguments.has(Self.noFaces)
    if regions != nil, files.count > 1 || ChosenPhoto.isFolder(files[0]) {
      throw UsageError(
        "--regions is one photo's; type 'faceblur verify FILE --regions RECORD' for each file")
    }
    if original != nil, files.count > 1 || ChosenPhoto.isFolder(files[0]) {
      throw UsageError(
        "--original is one file's; type 'faceblur verify FILE --original ORIGINAL' for each file")
    }
    if records != nil, original == nil {
      throw UsageError("--record says where the record of an original is; name that, too, with --original")
    }
    limits = try CommonParameters.limits(arguments)
    detection = try DetectionRun(arguments)
    view = FilmProgressView(detection.console)
  }

  func run() -> ExitCode {
    detection.withDetector { detector in
      let reader = PhotoReader(limits: limits)
      let photos = PhotoVerifier(detector: detector, reader: reader, wording: \.text)
      var films = FilmVerifier(detector: detector, reader: reader, wording: \.text)
      // Nothing is written, so a signal may end the program at once.
      films.watch = view.watch
      return ExitCode(
        ofAll: files.map { file in
          ChosenPhoto.isFolder(file) ? verify(folder: file, photos, films) : verify(file, photos, films)
        })
    }
  }

  private func verify(_ file: FilePath, _ photos: PhotoVerifier, _ films: FilmVerifier) -> ExitCode {
    do throws(FaceBlurError) {
      if let original { try Self.refuseMade(original) }
      if file == StandardPhoto.name {
        let verdict = try photos.verify(
          .standardInput, called: file, against: original, recordedIn: records, regionsOf: regions)
        return present(verdict)
      }
      guard FilmPipeline.isFilm(file) else {
        return present(
          try photos.verify(file, against: original, recordedIn: records, regionsOf: regions))
      }
      if regions != nil { throw Self.regionsOfFilm(file) }
      ProcessMemory.shareHeap()
      let verdict = try films.verify(file, against: original, recordedIn: records)
      view.end()
      return present(verdict)
    } catch {
      view.end()
      return detection.reporter.tell(of: error, file)
    }
  }

  /// - Throws: `FaceBlurError` where what was named as the original hides faces itself: a film's render, or what a collection was scrubbed into.
  private static func refuseMade(_ original: FilePath) throws(FaceBlurError) {
    if let film = PhotoAsset.original(ofFilmRender: original) {
      throw .isNoOriginal(original, butRenderOf: film)
    }
    guard let target = CollectionOutput.target(around: original) else { return }
    throw FaceBlurError(
      .isRender, file: original, "a collection was scrubbed into \(target), so this is no original",
      advice: "name what it was made from, as the report of the collection says, with --original")
  }

  private static func regionsOfFilm(_ film: FilePath) -> FaceBlurError {
    FaceBlurError(
      .unsupportedPhoto, file: film,
      "the regions of a film cannot be checked from its file alone: what coding changes in its frames may be as much as what would be left of a face",
      advice: "\(.giveOriginal) in place of --regions")
  }

  private func verify(folder: FilePath, _ photos: PhotoVerifier, _ films: FilmVerifier) -> ExitCode {
    var count = FolderCount()
    photos.verify(folder: folder, leavingFilms: FilmPipeline.isFilm) { finding in
      switch finding {
      case .photo(let verdict):
        let text = VerdictText(verdict)
        count.take(text, .photo, fails: fails(text))
        show(text, verdict, isBrief: !fails(text))
      case .film(let path):
        do throws(FaceBlurError) {
          let verdict = try films.verify(path)
          view.end()
          let text = VerdictText(verdict)
          count.take(text, .film, fails: fails(text))
          show(text, verdict, isBrief: !fails(text))
        } catch {
          view.end()
          let reason = error.file == path ? error.message(\.text) : error.text
          count.takeUnread()
          showUnread(.unread(path, reason: reason), "not read: \(reason)", isFailure: true)
        }
      case .unread(_, let reason):
        count.takeUnread()
        showUnread(finding, "not read: \(reason)", isFailure: true)
      case .other(_, let reason):
        count.takeOther(fails: refusesFaces)
        showUnread(finding, "\(reason), not checked", isFailure: refusesFaces)
      }
    }
    detection.console.say(["\(folder): \(count.summary)"])
    if count.isEmpty {
      detection.console.fail(
        "\(folder): there is no photo in it and no film, so nothing was checked; name another folder")
      return .noInput
    }
    return count.failures > 0 ? .someFailed : .done
  }

  private func fails(_ text: VerdictText) -> Bool {
    !text.isClean || refusesFaces && text.faceCount > 0
  }

  private func present(_ verdict: PhotoVerifier.Verdict) -> ExitCode {
    let text = VerdictText(verdict)
    show(text, verdict, isBrief: false)
    return fails(text) ? .someFailed : .done
  }

  private func present(_ verdict: FilmVerifier.Verdict) -> ExitCode {
    let text = VerdictText(verdict)
    show(text, verdict, isBrief: false)
    return fails(text) ? .someFailed : .done
  }

  /// - Parameters:
  ///   - verdict: for programs.
  ///   - isBrief: whether a line will do.
  private func show(_ text: VerdictText, _ verdict: some Encodable, isBrief: Bool) {
    let console = detection.console
    if console.json { console.emit(VerdictObject(verdict: verdict, failed: fails(text))) }
    console.say(["\(text.file): \(text.headline)"] + (isBrief ? [] : text.details))
    if text.isUncompared { console.insist("\(text.file): \(VerdictText.uncompared)") }
    // An error, which quiet does not hide.
    if let unread = text.unread, console.verbosity == .quiet {
      console.fail("\(text.file): not read: \(unread)")
    }
  }

  /// What is not read is an error where it is a failure, and quiet does not hide that.
  private func showUnread(_ finding: PhotoVerifier.Finding, _ text: String, isFailure: Bool) {
    let (console, verdict) = (detection.console, finding.verdict)
    if console.json { console.emit(VerdictObject(verdict: verdict, failed: isFailure)) }
    console.say(["\(verdict.file): \(text)"])
    if isFailure, console.verbosity == .quiet { console.fail("\(verdict.file): \(text)") }
  }
}

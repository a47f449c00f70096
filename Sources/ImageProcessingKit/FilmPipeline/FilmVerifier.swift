/// Looks at the file of any film, ours or another tool's, for what could still show a face; what `PhotoVerifier` is for photos.
public struct FilmVerifier {
  private let detector: any FaceDetecting
  private let reader: PhotoReader
  private let wording: @Sendable (Advice.Remedy) -> String
  /// Is told of every picture that was looked at or checked, and may end the work.
  package var watch = FilmWatch()

  /// - Parameters:
  ///   - detector: looks for faces in the frames, and in pictures that are hidden in the file.
  ///   - reader: of photos, in which such pictures are read; its limits hold for frames, too.
  ///   - wording: how verdicts say what a person does the client's way.
  public init(
    detector: any FaceDetecting, reader: PhotoReader = PhotoReader(),
    wording: @escaping @Sendable (Advice.Remedy) -> String = \.description
  ) {
    self.detector = detector
    self.reader = reader
    self.wording = wording
  }

  /// What was found in a file.
  public struct Verdict: FileVerdict, Sendable {
    public let file: FilePath
    /// Everything that is neither picture nor what is needed to show them, in the order of the file; sound is listed.
    public internal(set) var blocks: [MetadataBlock]
    /// Why the frames were not looked at, or not all of them as they are; nil where they were.
    public internal(set) var unread: String?
    /// What was seen in the frames, also in those that an edit list hides; nil where they cannot be decoded.
    public internal(set) var report: FilmReport?
    /// What is wrong with the pictures or the sound, given the original.
    public internal(set) var problems: [String] = []
    public internal(set) var notes: [String] = []
    /// Whether the pictures were compared with what the record of the original says; nil where no original was given.
    public internal(set) var isRecordCompared: Bool?

    /// How many faces are seen: each is counted once for as long as it is followed.
    public var faceCount: Int { report?.tracks.count ?? 0 }
  }

  /// - Parameters:
  ///   - path: what is looked at.
  ///   - original: the film that it was made from. Its record says what was to be hidden, and how renders were made.
  ///   - folder: where the record is; nil for beside the original.
  /// - Throws: `FaceBlurError` where a file cannot be read, the original has no record or has changed since, or the detector fails.
  public func verify(
    _ path: FilePath, against original: FilePath? = nil, recordedIn folder: FilePath? = nil
  ) throws(FaceBlurError) -> Verdict {
    let file = try FilmFile(path)
    // Before the frames are looked at, which takes long: whatever stands in the way.
    var recorded: RecordedFilm?
    if let original { recorded = try RecordedFilm.of(original, recordedIn: folder) }
    var verdict = Verdict(file: path, blocks: [])
    if original != nil { verdict.isRecordCompared = false }
    do throws(FaceBlurError) {
      verdict.blocks = try naming(path, try blocks(of: file))
    } catch {
      guard case .leak = error.kind else { throw error }
      verdict.unread = error.message(wording)
    }
    do throws(FaceBlurError) {
      let report = try naming(path, try pipeline.detect(try FilmContainers.open(file), named: path))
      verdict.report = report
      verdict.notes = report.notes
      // Another program may make other pictures of such code.
      verdict.unread = FilmPipeline.damage(report.damagedCount) ?? verdict.unread
    } catch {
      guard Self.isOfFilm(error) else { throw error }
      verdict.unread = error.message(wording)
    }
    if let recorded { try compare(file, with: recorded, &verdict) }
    return verdict
  }

  private var pipeline: FilmPipeline {
    var pipeline = FilmPipeline(detector: detector, limits: reader.limits)
    pipeline.watch = watch
    return pipeline
  }

  /// Whether an error says what is wrong with a film, and nothing of the machine that looks at it.
  private static func isOfFilm(_ error: FaceBlurError) -> Bool {
    switch error.kind {
    case .unsupportedPhoto, .photoTooLarge, .truncatedPhoto, .damagedPhoto, .emptyPhoto, .notAPhoto: true
    default: false
    }
  }

  private func blocks(of file: FilmFile) throws(FaceBlurError) -> [MetadataBlock] {
    let judge = HiddenPictureJudge(
      detector: detector, limits: reader.limits, containers: reader.formats.all.map(\.container))
    return try FilmInspection(file).blocks(judgedBy: judge)
  }

  private func compare(
    _ file: FilmFile, with original: RecordedFilm, _ verdict: inout Verdict
  ) throws(FaceBlurError) {
    guard let report = verdict.report else {
      verdict.problems.append("its pictures cannot be compared with the original")
      return
    }
    let problem = try original.problem(of: file, watch)
    if let problem { verdict.problems.append(problem.message(wording)) }
    verdict.isRecordCompared = true
    try findVisibleFaces(of: original, report, asPlanned: problem == nil, &verdict)
  }

  /// Faces of the original that can be seen in the film, too, unless the record leaves them out on purpose.
  /// - Parameter isAsPlanned: whether the film shows what the record says.
  private func findVisibleFaces(
    of original: RecordedFilm, _ report: FilmReport, asPlanned isAsPlanned: Bool, _ verdict: inout Verdict
  ) throws(FaceBlurError) {
    let seen = SeenFaces(report.tracks) { original.leavesOut($0) || isAsPlanned && original.hides($0) }
    // The original is looked at only where there is something to find.
    guard !seen.isEmpty else { return }
    let before = try naming(
      original.path, try pipeline.detect(try FilmContainers.open(original.file), named: original.path))
    verdict.problems += seen.shared(with: SeenFaces(before.tracks) { original.leavesOut($0) }).map {
      "a face of the original can still be seen: \($0)"
    }
  }
}

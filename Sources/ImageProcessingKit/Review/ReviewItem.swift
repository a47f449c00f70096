internal import FoundationEssentials

/// What is known of a photo apart from the review: what was found in it, what is recorded and what is written.
struct RecordedPhoto: Sendable {
  /// What becomes of a photo of which nothing is written.
  enum Output: Sendable {
    /// Something is written.
    case there
    /// It is written as soon as a person has dealt with it and it hides or changes something.
    case ifChanged
    /// It was left out because no face was found, and stays out unless a person finds one.
    case ifHiding
    /// It was left out for a person to look at, and is written once one has.
    case ifLooked
  }

  /// The photo that pictures are made from.
  var path: FilePath
  var frame: PictureFrame
  /// How what is stored is turned.
  var orientation = Orientation.up
  /// Of the original, in lower-case hexadecimal.
  var sha256: String
  /// The same of what another program has made of it, where pictures are made from that.
  var pictureSHA256: String?
  /// The same of what is shown.
  var shownSHA256: String { pictureSHA256 ?? sha256 }
  /// What is recorded; where that is nothing, what was found.
  var start: ReviewEdit
  /// What taking the recorded edit back shows; nil where there is nothing to take back.
  var reverted: ReviewEdit?
  var steps: [EditRecord.Step] = []
  /// What found the regions.
  var detector: DetectorIdentity
  var output: Output
  /// Of the record file; nil where there is none.
  var recordSHA256: String?
  /// Of what lies in the target by the journal, or by the record where one is kept; nil where that is nothing, and outside of collections.
  var outputSHA256: String?
  var warnings: [String] = []
  /// Whether what is recorded was about to be rendered when the program was ended: it is rendered again, whatever is decided about it.
  var isUnfinished = false
  /// Its tracks, where it is a film; nil of photos.
  var film: ReviewedFilm?

  /// Stands for all of this that a person's decisions build on.
  var basis: ReviewBasis {
    var start = start
    if let film { start.plan.regions = film.listed(start.plan.regions) }
    // How an edit is to be begun may be asked otherwise the next time.
    if isUnedited { start.plan.strength = .default }
    let known = [sha256, recordSHA256 ?? "", Self.json(start)] + [pictureSHA256].compactMap(\.self)
    return ReviewBasis(
      content: SHA256.hexDigest(of: Array(known.joined(separator: "\n").utf8)),
      strength: isUnedited ? Self.digest(of: self.start.plan.strength) : "",
      shape: UprightShape(width: frame.width, height: frame.height, orientation: orientation))
  }

  /// Stands for how something is shown.
  static func digest(of strength: ObscuringStrength) -> String {
    let empty = ReviewEdit(plan: RegionPlan(regions: [], strength: strength))
    return String(SHA256.hexDigest(of: Array(json(empty).utf8)).prefix(16))
  }

  /// An edit as it is kept; nil where it is what is recorded.
  func unrecorded(_ edit: ReviewEdit?) -> ReviewEdit? { edit.flatMap { $0.isSame(as: start) ? nil : $0 } }

  static func json(_ edit: ReviewEdit) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return (try? encoder.encode(edit)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Whether it belongs to no collection, and there is no edit of it.
  var isUnedited: Bool {
    if case .ifChanged = output { recordSHA256 == nil } else { false }
  }

  var currentStep: Int { steps.count { $0.isEnabled } }

  /// The same photo as a record file tells of it.
  /// - Parameters:
  ///   - path: of the record file.
  ///   - asset: the photo.
  /// - Throws: `FaceBlurError` where it cannot be read, is another program's, or is of another photo.
  func asRecorded(
    in path: FilePath, _ asset: PhotoAsset
  ) throws(FaceBlurError) -> (photo: RecordedPhoto, record: EditRecord) {
    let bytes = try naming(path, try RecordFile.bytes(of: path))
    guard case .ours(let record, _) = try naming(path, try RecordFile.content(of: bytes)) else {
      throw FaceBlurError(.foreignRecord, path, "it records an edit of another program")
    }
    guard record.source.sha256 == sha256 else { throw FaceBlurError.originalChanged.naming(path) }
    var photo = self
    photo.recordSHA256 = SHA256.hexDigest(of: bytes)
    (photo.frame, photo.orientation) = (record.photo.frame, record.photo.orientation)
    if let base = record.base {
      (photo.path, photo.pictureSHA256) = (asset.place(of: base), base.photo.sha256)
    }
    photo.start = try naming(path, try ReviewEdit(record.state))
    photo.detector = record.state.faceBlur?.detector ?? .byHand
    photo.steps = record.steps
    return (photo, record)
  }
}

/// A photo of a review, and what was decided about it so far.
struct ReviewItem: Sendable {
  /// Why a photo cannot be reviewed.
  struct Failure: Sendable, Hashable {
    let kind: FaceBlurError.Kind
    /// Without the photo's name, which the list has anyway.
    let reason: String

    /// Whether it may be over without a trace at the photo's files: what is tried again whenever somebody asks.
    var isPassing: Bool { kind == .busy || kind == .outOfMemory }
  }

  /// Names it in the store: below the collection's target, or absolute.
  let key: FilePath
  /// How people call it.
  let name: FilePath
  /// Nil where faces are still looked for, and where it cannot be reviewed.
  var recorded: RecordedPhoto?
  /// Why it cannot be reviewed.
  var failure: Failure?
  /// Nil for what is recorded.
  var edit: ReviewEdit?
  var answers = ReviewAnswers()
  /// The outputs that this review has put what was decided in place of, by their hashes; nil among them for none.
  var replaced: Set<String?> = []
  var version = 0
  var warnings: [String] = []

  /// Whether it is a film.
  let isFilm: Bool

  init(
    key: FilePath, name: FilePath, _ recorded: RecordedPhoto? = nil, failure: Failure? = nil,
    isFilm: Bool = false
  ) {
    self.key = key
    self.name = name
    self.isFilm = isFilm
    self.recorded = recorded
    self.failure = failure
  }

  var isWaiting: Bool { recorded == nil && failure == nil }

  /// What it is to be made of as things are; nil where nobody knows.
  var current: ReviewEdit? { edit ?? recorded?.start }

  /// Whether it is rendered when the review is finished.
  var isChanged: Bool {
    guard let recorded, failure == nil, let current else { return false }
    if current.isReverted { return true }
    let isEdited = !current.rendersLike(recorded.start)
    let isTouched = edit != nil || !answers.isEmpty
    return switch recorded.output {
    case .there: isEdited || current.step != nil || recorded.isUnfinished
    case .ifChanged: isTouched && !current.changesNothing
    case .ifHiding: isTouched && !current.hidesNothing
    case .ifLooked: answers.isLooked(current.plan) || isEdited && !current.hidesNothing
    }
  }

  /// Whether a render takes the recorded edit of a photo outside of collections back as a whole: a person wants that, or leaves nothing
  /// in the photo that is hidden or toned.
  var endsEdit: Bool {
    guard let recorded, let current, recorded.recordSHA256 != nil, recorded.reverted?.isReverted == true
    else { return false }
    return current.isReverted || current.changesNothing
  }

  /// What the order of questions goes by.
  var reviewed: ReviewedState {
    guard let current, let recorded, failure == nil else {
      return ReviewedState(isReviewable: false)
    }
    var state = ReviewedState(
      regions: current.plan.regions, frame: recorded.frame, looked: answers.looked(in: current.plan),
      isLooked: answers.isLooked(current.plan), cells: current.plan.strength.cells)
    if let film = recorded.film {
      // No frame of a film is like a photo.
      state.frame = nil
      state.doubted = film.doubtful
    }
    return state
  }

  private var status: ReviewQueue.Status {
    if failure != nil { return .failed }
    guard let current else { return .waiting }
    let applied = current.plan.applied
    let doubted = recorded?.film?.doubtful ?? []
    let isDoubtful = applied.contains { $0.isDoubtful || doubted.contains($0.id) }
    return applied.isEmpty ? .noFace : isDoubtful ? .doubtful : .clear
  }

  /// - Parameters:
  ///   - isOpen: whether a question about it is open.
  ///   - isHeldUp: whether something is decided about it that cannot be rendered as things are.
  func entry(isOpen: Bool, isHeldUp: Bool) -> ReviewQueue.Entry {
    ReviewQueue.Entry(
      name: name, status: status, faces: current?.plan.applied.count ?? 0,
      isLooked: !isOpen && recorded != nil && failure == nil, isChanged: isChanged || isHeldUp,
      reason: failure?.reason,
      isFilm: isFilm)
  }

  /// - Throws: `FaceBlurError` where it cannot be reviewed.
  func photo(_ number: Int) throws(FaceBlurError) -> ReviewedPhoto {
    let (recorded, current) = try reviewable()
    let frame = recorded.frame
    return ReviewedPhoto(
      number: number, version: version, basis: basis, name: name, width: frame.visible.width,
      height: frame.visible.height, regions: current.plan.visible(in: frame).regions,
      looked: answers.looked(in: current.plan), isLooked: answers.isLooked(current.plan),
      strength: current.plan.strength, filters: current.filters,
      steps: recorded.steps.enumerated().map { index, step in
        ReviewedPhoto.Step(
          number: index + 1, kind: step.adjustment.kind, madeAt: step.madeAt,
          isEnabled: current.step.map { index < $0 } ?? step.isEnabled)
      },
      isChanged: isChanged, isReverted: current.isReverted, warnings: recorded.warnings + warnings)
  }

  /// The film, and what is hidden in it as things are; nil of a photo.
  /// - Throws: `FaceBlurError` where it cannot be reviewed.
  func film(_ number: Int) throws(FaceBlurError) -> ReviewFilms.Subject? {
    let (recorded, current) = try reviewable()
    return recorded.film.map { film in
      ReviewFilms.Subject(
        key: number, path: recorded.path, plan: film.plan(current), doubtful: film.doubtful,
        sightings: film.sightings)
    }
  }

  /// - Throws: `FaceBlurError` where it cannot be reviewed.
  func reviewable() throws(FaceBlurError) -> (recorded: RecordedPhoto, current: ReviewEdit) {
    if let failure { throw FaceBlurError(.notReadable, name, failure.reason) }
    guard let recorded, let current else {
      throw FaceBlurError(.busy, name, "faces are still looked for in it", advice: "wait a moment")
    }
    return (recorded, current)
  }

  /// Takes what is written now, after a render or in place of what was known.
  mutating func take(_ recorded: RecordedPhoto) {
    self.recorded = recorded
    failure = nil
    version += 1
  }

  /// Forgets that the photo as a whole was answered for where its output is another one since, unless this review has made that: of what
  /// somebody else has made nobody has said that it shows the same.
  mutating func holdLook() {
    guard let recorded, answers.looked != nil, answers.lookedOutput != recorded.outputSHA256 else { return }
    if replaced.contains(answers.lookedOutput) {
      answers.lookedOutput = recorded.outputSHA256
    } else {
      answers.looked = nil
    }
  }
}

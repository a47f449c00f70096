/// Photos and films that belong to no collection: each is an edit with its record, as `BlurPipeline` and `FilmPipeline` make it.
final class ReviewedPhotos: ReviewBackend {
  let settings: BlurPipeline.Settings
  private let force: Bool
  private let photos: [FilePath]
  /// Sizes and times of photos and their records, when they were looked at.
  let stamps = Monitor<[FilePath: [FileStamp?]]>([:])

  /// - Parameter subjects: photos and films, and folders of them.
  /// - Returns: the photos without those that faceblur has made itself, in the order of the subjects and of their names; and the subjects
  ///   without these.
  /// - Throws: `FaceBlurError` where something is not there, or no photo is.
  static func open(
    _ subjects: [FilePath], _ options: ReviewSession.Options
  ) throws(FaceBlurError) -> (photos: ReviewedPhotos, items: [ReviewItem], subjects: [FilePath]) {
    let own = OwnPictures(reader: options.settings.reader, keepsBases: true)
    var items: [ReviewItem] = []
    var met: Set<FilePath> = []
    func take(_ path: FilePath, isNamed: Bool) -> Bool {
      let isNamedFilm = FilmPipeline.fileExtensions.contains(path.pathExtension.lowercased())
      let isKnown = isNamedFilm || options.settings.reader.formats.isPhotoExtension(path.pathExtension)
      guard isNamed || isKnown, let key = path.resolvedWhereItExists, met.insert(key).inserted else {
        return false
      }
      // A film is one by its content, whatever its name.
      let isFilm = FilmPipeline.isFilm(path)
      // A person sees it where nobody can tell.
      guard (isFilm ? OwnFilms.kind(of: path) : try? own.kind(of: path)) == nil else { return false }
      // What another program has made of a photo is what that shows.
      if !isNamed, !isFilm, PhotoAsset.original(ofRender: path) != nil { return false }
      items.append(ReviewItem(key: key, name: path, isFilm: isFilm))
      return true
    }
    // The renders that a review makes match the pattern that photos were named by.
    var taken: [FilePath] = []
    for subject in subjects {
      guard subject.exists, let place = subject.resolved else { throw .reading(subject) }
      // A record beside an output would be published with it.
      if let root = OpenedCollection.root(above: place) {
        throw FaceBlurError(
          .refused, subject, "a collection was scrubbed into \(root)", advice: "review that folder")
      }
      // Only a file can be a photo; a pipe would be waited for.
      if !subject.isFolder, FileStamp(of: subject) == nil { _ = try InputFile.open(subject) }
      guard subject.isFolder else {
        if take(subject, isNamed: true) { taken.append(subject) }
        continue
      }
      taken.append(subject)
      FolderWalk.walk(subject) { path, entry in
        switch entry {
        case .file: _ = take(path, isNamed: false)
        case .problem(let reason): items.append(ReviewItem(key: path, name: path, failure: reason))
        case .other: break
        }
      }
    }
    guard items.contains(where: { $0.failure == nil }) else {
      throw FaceBlurError(
        .notAPhoto, subjects.first ?? ".", "no photo is there that could be reviewed, and no film")
    }
    return (ReviewedPhotos(options, items.filter { $0.failure == nil }.map(\.name)), items, taken)
  }

  private init(_ options: ReviewSession.Options, _ photos: [FilePath]) {
    settings = options.settings
    force = options.force
    self.photos = photos
  }

  func look(
    at item: ReviewItem, _ memory: FoundMemory, _ watch: FilmWatch,
    _ makeDetector: () throws(FaceBlurError) -> any FaceDetecting
  ) throws(FaceBlurError) -> RecordedPhoto {
    if item.isFilm { return try look(atFilm: item, memory, watch, makeDetector) }
    let path = item.name
    let stamps = stamps(of: path, shownBy: path)
    if let recorded = recordedAgain(item, stamps) {
      self.stamps.update { $0[path] = stamps }
      return recorded
    }
    let session = try EditSession.begin(path, settings.sessionOptions())
    let (photo, sha256) = (session.photo, session.sha256)
    let (state, isRecorded) = (session.state, session.record != nil)
    var recorded = RecordedPhoto(
      path: session.input.fullSizeImage, frame: photo.geometry.frame, sha256: sha256,
      start: try naming(path, try ReviewEdit(state)),
      detector: state.faceBlur?.detector ?? .byHand, output: isRecorded ? .there : .ifChanged)
    recorded.orientation = photo.geometry.orientation
    recorded.pictureSHA256 = session.base?.photo.sha256
    recorded.recordSHA256 = session.recordSHA256
    recorded.warnings = [session.rebaseWarning].compactMap(\.self)
    if isRecorded {
      recorded.steps = session.record?.steps ?? []
      recorded.reverted = Self.reverted(recorded.start)
    }
    if !isRecorded || state.isUnseen {
      let detector = try naming(path, try makeDetector())
      let pipeline = BlurPipeline(detector: detector, settings: settings)
      let earlier: RegionPlan? =
        try isRecorded ? recorded.start.plan : pipeline.earlierPlan(of: session, at: path)
      let begun = try pipeline.plan(goingOnFrom: earlier, at: path)
      if earlier == nil, let known = memory.known(recorded.shownSHA256), known.detector == detector.identity {
        recorded.start.plan = RegionPlan(regions: known.regions, strength: begun.strength)
      } else {
        let picture = try pipeline.finder.picture(of: photo, at: path)
        let faces = try pipeline.finder.faces(in: picture, of: photo, at: path)
        recorded.start.plan = begun.merged(with: faces)
        recorded.warnings += picture.warnings
        if earlier == nil {
          memory.note(
            FaceBlurAdjustment(recorded.start.plan, foundBy: detector.identity), recorded.shownSHA256)
        }
      }
      // What a person judges was found, and will be hidden, by these.
      recorded.warnings += settings.cautions(begun: earlier == nil ? recorded.start.plan : nil)
      recorded.detector = detector.identity
      // What is written shows what nobody had looked for.
      recorded.output = .ifChanged
    }
    session.cancel()
    let picture = recorded.path == path ? stamps[0] : FileStamp(of: recorded.path)
    self.stamps.update { $0[path] = Array(stamps.prefix(2)) + [picture] }
    return recorded
  }

  /// What the record says of a photo that is as it was when it was read last; nil where it has to be read again.
  private func recordedAgain(_ item: ReviewItem, _ stamps: [FileStamp?]) -> RecordedPhoto? {
    let asset = PhotoAsset(item.name, recordFolder: settings.record.folder)
    guard let known = self.stamps.update({ $0[item.name] }), let stamp = stamps[0], known[0] == stamp,
      // Another program's edit lies between the photo and what it shows.
      let before = item.recorded, before.path == item.name,
      let (after, record) = try? before.asRecorded(in: asset.record, asset),
      record.base == nil, !record.state.isUnseen
    else { return nil }
    var recorded = after
    recorded.reverted = Self.reverted(recorded.start)
    recorded.output = .there
    recorded.warnings = []
    return recorded
  }

  /// What taking an edit back as a whole leaves.
  static func reverted(_ edit: ReviewEdit) -> ReviewEdit {
    var reverted = ReviewEdit(plan: RegionPlan(regions: [], strength: edit.plan.strength))
    reverted.isReverted = true
    return reverted
  }

  /// Of a photo, its record and what its picture is made from.
  func stamps(of path: FilePath, shownBy picture: FilePath) -> [FileStamp?] {
    let record = PhotoAsset(path, recordFolder: settings.record.folder).record
    return [path, record, picture].map { FileStamp(of: $0) }
  }

  func news(of item: ReviewItem) -> ReviewNews {
    guard let recorded = item.recorded else { return .none }
    guard item.name.exists else { return .failed("it is gone") }
    let now = stamps(of: item.name, shownBy: recorded.path)
    return stamps.update { $0[item.name] } == now ? .none : .unknown
  }

  func hasChanged(_ item: ReviewItem) -> Bool {
    guard let known = stamps.update({ $0[item.name] }), let recorded = item.recorded else { return true }
    // Of its record nothing is shown that is not asked about.
    return known[0] != FileStamp(of: item.name) || known[2] != FileStamp(of: recorded.path)
  }

  func render(
    _ item: ReviewItem, lookingWith detector: any FaceDetecting, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> ReviewReport? {
    if item.isFilm { return try render(film: item, guardedBy: &outputs) }
    let (recorded, current) = try item.reviewable()
    let path = item.name
    if item.endsEdit {
      let session = try EditSession.beginReverting(path, settings.sessionOptions(), phase: true)
      try session.refuseOther(than: recorded.recordSHA256)
      _ = try EditRevert.revertPhase(session)
      return nil
    }
    var settings = settings
    // A person has seen what is shown.
    settings.showsUnhidden = true
    // A review is open for long.
    settings.leftRecords = LeftRecords()
    let wanted = WantedState(
      state: current.state(foundBy: recorded.detector), step: current.step,
      recordSHA256: recorded.recordSHA256, pictureSHA256: recorded.pictureSHA256)
    return .photo(
      try BlurPipeline(detector: detector, settings: settings)
        .become(path, wanted, decidedUpon: recorded.sha256, guardedBy: &outputs))
  }

  func makeGuard() -> OutputGuard { OutputGuard(originals: photos, force: force) }

  func signOff(_ items: [(item: ReviewItem, isComplete: Bool)]) throws(FaceBlurError) -> FilePath? { nil }

  func report() throws(FaceBlurError) {}

  func close() {}
}

/// Photos and films that belong to no collection: each is an edit with its record, as `BlurPipeline` and `FilmPipeline` make it.
final class ReviewedPhotos: ReviewBackend {
  /// How photos are edited, with what is known of records that were left behind.
  var settings: BlurPipeline.Settings {
    var settings = given
    settings.leftRecords = leftRecords.update { $0 }
    return settings
  }
  var records: RecordPlace? { given.record }
  private let given: BlurPipeline.Settings
  private let leftRecords = Monitor(LeftRecords())
  private let force: Bool
  private let photos: [FilePath]
  /// Of photos, of their records and of what their pictures are made from, as these were looked at.
  private let known = Monitor<[FilePath: [KnownFile]]>([:])
  /// What the system said of all that a look goes by, before the last one began.
  private let tried = Monitor<[FilePath: [FileFacts?]]>([:])

  /// What the system said of a file, and the hash of what it held; nil where there was none.
  private struct KnownFile: Sendable, Hashable {
    var facts: FileFacts?
    var sha256: String?
  }

  /// - Parameter subjects: photos and films, and folders of them. Of Live Photos the other halves are taken, too.
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
    let named = Set(subjects.compactMap(\.resolvedWhereItExists))
    func isNamed(_ path: FilePath) -> Bool { path.resolvedWhereItExists.map(named.contains) ?? false }
    var beside: LivePhotoFolder?
    func takeHalves(of path: FilePath) {
      let folder = beside.flatMap { $0.path == path.folder ? $0 : nil } ?? LivePhotoFolder(path.folder)
      beside = folder
      let halves = LivePhoto(of: path, among: folder)?.halves(naming: isNamed) ?? []
      for half in halves where !isNamed(half) && take(half, isNamed: true) {
        items[items.count - 1].warnings = [LivePhoto.takenNote]
      }
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
        if take(subject, isNamed: true) {
          taken.append(subject)
          takeHalves(of: subject)
        }
        continue
      }
      taken.append(subject)
      FolderWalk.walk(subject) { path, entry in
        switch entry {
        case .file: _ = take(path, isNamed: false)
        case .problem(let reason):
          let failure = ReviewItem.Failure(kind: .notReadable, reason: reason)
          items.append(ReviewItem(key: path, name: path, failure: failure))
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
    given = options.settings
    force = options.force
    self.photos = photos
  }

  func look(
    at item: ReviewItem, _ memory: FoundMemory, _ watch: FilmWatch,
    _ makeDetector: () throws(FaceBlurError) -> any FaceDetecting
  ) throws(FaceBlurError) -> RecordedPhoto {
    let ground = ground(of: item.name)
    tried.update { $0[item.name] = ground }
    try refuseOther(item)
    if item.isFilm { return try look(atFilm: item, memory, watch, makeDetector) }
    let path = item.name
    let facts = facts(of: path)
    if let recorded = recordedAgain(item, facts) {
      note(recorded, facts, of: path)
      return recorded
    }
    let session = try EditSession.begin(path, settings.sessionOptions())
    // What is found in it is kept by the other one's name.
    try refuseOther(item)
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
    note(recorded, facts, of: path)
    return recorded
  }

  /// What the record says of a photo that is as it was when it was read last; nil where it has to be read again.
  private func recordedAgain(_ item: ReviewItem, _ facts: [FileFacts?]) -> RecordedPhoto? {
    let asset = PhotoAsset(item.name, recordFolder: settings.record.folder)
    guard let known = known.update({ $0[item.name]?.first }), let photo = facts[0], known.facts == photo,
      // Another program's edit lies between the photo and what it shows.
      let before = item.recorded, before.path == item.name, before.sha256 == known.sha256,
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

  /// Of a photo and its record.
  func facts(of path: FilePath) -> [FileFacts?] {
    let record = PhotoAsset(path, recordFolder: settings.record.folder).record
    return [path, record].map { FileFacts(of: $0) }
  }

  /// Notes which files a look has read.
  /// - Parameter facts: of the photo and its record, as the look began.
  func note(_ recorded: RecordedPhoto, _ facts: [FileFacts?], of path: FilePath) {
    // Of what another program has made nobody knows when it was read: its hash is asked for once.
    let picture = recorded.path == path ? facts[0] : nil
    let files = zip(facts + [picture], recorded.hashes).map { KnownFile(facts: $0, sha256: $1) }
    known.update { $0[path] = files }
  }

  /// Of a photo, of its record and of what may lie beneath it.
  private func ground(of path: FilePath) -> [FileFacts?] {
    let asset = PhotoAsset(path, recordFolder: settings.record.folder)
    let bases = asset.baseNames.map { path.folder.appending($0) }
    return ([path, asset.record, asset.defaultRender] + bases).map { FileFacts(of: $0) }
  }

  func isOther(thanFailed item: ReviewItem) -> Bool {
    guard let tried = tried.update({ $0[item.name] }) else { return false }
    return tried != ground(of: item.name)
  }

  /// - Throws: `FaceBlurError` where a link leads to another file than it did: what is decided is kept as the first one's.
  private func refuseOther(_ item: ReviewItem) throws(FaceBlurError) {
    guard let place = item.name.resolved, place != item.key else { return }
    throw FaceBlurError(
      .originalChanged, item.name, "its name leads to another file now", advice: "start the review again")
  }

  func news(of item: ReviewItem, trustingTimes trustsTimes: Bool) -> ReviewNews {
    guard item.recorded != nil else { return .none }
    guard item.name.exists else {
      return .failed(ReviewItem.Failure(kind: .noSuchFile, reason: "it is gone"))
    }
    do throws(FaceBlurError) {
      try refuseOther(item)
    } catch {
      return .failed(error.failure(of: item.name))
    }
    return sameFiles(of: item, withRecord: true) == nil ? .unknown : .none
  }

  func knownFiles(of item: ReviewItem) -> [FileFacts?]? {
    // Of its record nothing is shown that is not asked about.
    (try? refuseOther(item)) == nil ? nil : sameFiles(of: item, withRecord: false)
  }

  /// What the system says of the files of a photo, where they are those that were looked at: it says what it said then, or their hashes do.
  private func sameFiles(of item: ReviewItem, withRecord isWithRecord: Bool) -> [FileFacts?]? {
    guard let recorded = item.recorded, let known = known.update({ $0[item.name] }) else { return nil }
    var paths: [FilePath?] = [item.key, nil, recorded.path == item.name ? item.key : recorded.path]
    if isWithRecord { paths[1] = PhotoAsset(item.name, recordFolder: settings.record.folder).record }
    var files = known
    for (index, (path, sha256)) in zip(paths, recorded.hashes).enumerated() {
      guard let path else { continue }
      files[index] = KnownFile(facts: FileFacts(of: path), sha256: sha256)
      guard files[index] == known[index] || Self.holds(path, sha256) else { return nil }
    }
    self.known.update { [files] in $0[item.name] = files }
    return files.map(\.facts)
  }

  /// Whether a file has a hash; nil for that of no file.
  private static func holds(_ path: FilePath, _ sha256: String?) -> Bool {
    do throws(FaceBlurError) {
      return try FileHash.of(path) == sha256
    } catch {
      return false
    }
  }

  func render(
    _ item: ReviewItem, lookingWith detector: any FaceDetecting, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> ReviewReport? {
    try refuseOther(item)
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
    let wanted = WantedState(
      state: current.state(foundBy: recorded.detector), step: current.step,
      recordSHA256: recorded.recordSHA256, pictureSHA256: recorded.pictureSHA256)
    return .photo(
      try BlurPipeline(detector: detector, settings: settings)
        .become(path, wanted, decidedUpon: recorded.sha256, guardedBy: &outputs))
  }

  func makeGuard() -> OutputGuard {
    // A review is open for long: each Done reads the records of the folders once.
    leftRecords.update { $0 = LeftRecords() }
    return OutputGuard(originals: photos, force: force)
  }

  func signOff(_ items: [(item: ReviewItem, isComplete: Bool)]) throws(FaceBlurError) -> FilePath? { nil }

  func report() throws(FaceBlurError) {}

  func close() {}
}

extension RecordedPhoto {
  /// Of the photo, of its record and of what its pictures are made from.
  fileprivate var hashes: [String?] { [sha256, recordSHA256, shownSHA256] }
}

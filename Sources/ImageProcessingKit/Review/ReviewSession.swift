internal import FoundationEssentials

/// A person's review of many photos: what is to be decided, what was decided, and the renders that come of it.
///
/// May be used by several threads. What is decided is kept on disk at once, and the next session goes on with it; photos
/// and records change only where `finish` renders them.
package final class ReviewSession: Sendable {
  package enum Subject: Sendable, Hashable {
    /// A scrubbed collection, by its target.
    case collection(FilePath)
    /// Photos and folders of photos, each an edit with a record beside it.
    case photos([FilePath])
  }

  package struct Options: Sendable {
    /// How photos without an edit are begun, and where records and renders go.
    package var settings = BlurPipeline.Settings()
    /// The folder of a collection's journal, where it lies elsewhere than beside the target.
    package var state: FilePath?
    /// Whether a file that faceblur did not write gives way.
    package var force = false
    /// How a collection's reports say what a person does the client's way.
    package var wording: @Sendable (Advice.Remedy) -> String = \.description
    /// Where what is decided about photos outside of collections is kept until it is rendered; made where missing, for its owner alone.
    package var drafts: FilePath
    package var makeDetector: @Sendable () throws(FaceBlurError) -> any FaceDetecting

    package init(
      drafts: FilePath, makeDetector: @escaping @Sendable () throws(FaceBlurError) -> any FaceDetecting
    ) {
      self.drafts = drafts
      self.makeDetector = makeDetector
    }
  }

  /// What became of a change.
  package enum Answer: Sendable, Hashable {
    /// A photo as it was changed, and the queue as it was then: what others have changed since is in neither.
    case changed(ReviewedPhoto, ReviewQueue)
    /// Something else was changed since the revision that the change was asked for at: nothing was done.
    case stale(revision: Int)
    /// A photo is not what the change was decided on any more: nothing was done.
    case other(photo: Int, ReviewedPhoto.Difference, revision: Int)
  }

  let core: ReviewCore
  private let pictures: ReviewPictures
  let films = ReviewFilms()
  /// What runs in the background.
  private let threads = Monitor<[WorkerThreads]>([])

  private init(_ core: ReviewCore, _ pictures: ReviewPictures) {
    self.core = core
    self.pictures = pictures
  }

  deinit { close() }

  /// Opens what is to be reviewed, with what earlier sessions left undone. Faces of photos without an edit are looked for in the
  /// background.
  /// - Throws: `FaceBlurError` where the collection is in use or cannot be read, or no photo is there.
  package static func open(
    _ subject: Subject, _ options: Options
  ) throws(FaceBlurError) -> ReviewSession {
    let opened: (backend: any ReviewBackend, items: [ReviewItem])
    let store: ReviewStore
    var signed: [FilePath: String] = [:]
    switch subject {
    case .collection(let target):
      let found = try ReviewedCollection.open(target, options)
      opened = (found.collection, found.items)
      store = try ReviewStore.ofCollection(in: found.collection.state)
      signed = found.collection.signed
    case .photos(let subjects):
      let found = try ReviewedPhotos.open(subjects, options)
      opened = (found.photos, found.items)
      store = try ReviewStore.of(found.subjects, in: options.drafts)
    }
    let state = try ReviewState(opened.items, store, signed: signed)
    let core = ReviewCore(backend: opened.backend, state: Monitor(state), options: options)
    try core.takeUp()
    let session = ReviewSession(core, ReviewPictures(reader: options.settings.reader))
    guard session.begin({ core.look() }), session.begin({ core.warm() }) else {
      throw FaceBlurError(.busy, "the system gives no thread to look for faces in", advice: "try again")
    }
    return session
  }

  /// - Returns: whether there is a thread to do it.
  private func begin(_ work: @escaping @Sendable () -> Void) -> Bool {
    threads.update { threads in
      threads.append(WorkerThreads(1, work))
      return threads.last?.count == 1
    }
  }

  package var queue: ReviewQueue { core.state.update { $0.queue() } }

  /// - Throws: `FaceBlurError` where the photo cannot be read, or there is no such number. Where faces are still looked for in it, it waits
  ///   until that is done.
  package func photo(_ number: Int) throws(FaceBlurError) -> ReviewedPhoto { try opened(number).photo }

  /// A photo, and the queue at the same moment.
  /// - Throws: `FaceBlurError` as `photo` does.
  package func opened(
    _ number: Int
  ) throws(FaceBlurError) -> (photo: ReviewedPhoto, queue: ReviewQueue) {
    try core.refresh(number)
    let (item, queue) = try core.update { (state) throws(FaceBlurError) in
      (try state.item(number), state.queue())
    }
    return (try shown(number, item), queue)
  }

  /// A photo or film as a client shows it.
  private func shown(_ number: Int, _ item: ReviewItem) throws(FaceBlurError) -> ReviewedPhoto {
    var photo = try item.photo(number)
    if let film = try item.film(number) {
      photo.film = try films.times(film)
    } else {
      photo.views = try pictures.views(number, at: try item.reviewable().recorded.path)
      if !photo.views.isEmpty {
        photo.warnings.append(
          "some viewers show it otherwise: \(photo.views.map(\.words).joined(separator: "; ")). "
            + "Look at it in each of these ways")
      }
    }
    return photo
  }

  /// Decides something about a photo.
  /// - Parameters:
  ///   - basis: of the photo as the person saw it; nil for whatever it is.
  ///   - revision: that the person saw; nil for whatever it is.
  package func change(
    _ number: Int, _ change: ReviewChange, on basis: String? = nil, at revision: Int?
  ) throws(FaceBlurError) -> Answer {
    try self.change([(number, change)], on: basis.map { [number: $0] } ?? [:], at: revision)
  }

  /// Decides the same about regions of several photos, as one step.
  /// - Parameters:
  ///   - members: photos by number, and regions by id.
  ///   - bases: of the photos as the person saw them, by number; none for whatever they are.
  package func change(
    alike members: [(photo: Int, region: String)], isFace: Bool, on bases: [Int: String] = [:],
    at revision: Int?
  ) throws(FaceBlurError) -> Answer {
    try change(
      members.map { ($0.photo, isFace ? .include([$0.region]) : .exclude([$0.region])) }, on: bases,
      at: revision)
  }

  private func change(
    _ changes: [(number: Int, change: ReviewChange)], on bases: [Int: String], at revision: Int?
  ) throws(FaceBlurError) -> Answer {
    guard let first = changes.first?.number else {
      throw FaceBlurError(.unknownRegion, "no region was named")
    }
    for number in Set(changes.map(\.number)) { try core.refresh(number) }
    // Whatever the clock says.
    let time = min(max(Int(Date().timeIntervalSince1970), SignOff.times.lowerBound), SignOff.times.upperBound)
    let done = try core.update { (state) throws(FaceBlurError) -> Done in
      // Of what nobody was shown nothing can be decided, whatever the revision is.
      for (number, basis) in bases.sorted(by: { $0.key < $1.key }) {
        guard let difference = try state.item(number).difference(from: basis) else { continue }
        return .other(photo: number, difference, revision: state.revision)
      }
      if let revision, revision != state.revision { return .stale(revision: state.revision) }
      try state.change(changes, at: time)
      return .changed(first, try state.item(first), state.queue())
    }
    return try answer(done)
  }

  /// What became of a change, for those who change something.
  private enum Done: Sendable {
    /// The queue is that of the same moment: another thread may change something before the photo is described.
    case changed(Int, ReviewItem, ReviewQueue)
    case stale(revision: Int)
    case other(photo: Int, ReviewedPhoto.Difference, revision: Int)
  }

  private func answer(_ done: Done) throws(FaceBlurError) -> Answer {
    switch done {
    case .changed(let number, let item, let queue): .changed(try shown(number, item), queue)
    case .stale(let revision): .stale(revision: revision)
    case .other(let number, let difference, let revision):
      .other(photo: number, difference, revision: revision)
    }
  }

  /// Takes the last step back, in whatever photo it was.
  /// - Returns: the photo; nil where there is no step.
  package func undo(at revision: Int?) throws(FaceBlurError) -> Answer? {
    try step(undoing: true, at: revision)
  }

  package func redo(at revision: Int?) throws(FaceBlurError) -> Answer? {
    try step(undoing: false, at: revision)
  }

  private func step(undoing: Bool, at revision: Int?) throws(FaceBlurError) -> Answer? {
    let done = try core.update { (state) throws(FaceBlurError) -> Done? in
      if let revision, revision != state.revision { return .stale(revision: state.revision) }
      guard let number = try state.step(undoing: undoing) else { return nil }
      return .changed(number, try state.item(number), state.queue())
    }
    guard let done else { return nil }
    return try answer(done)
  }

  /// Open questions about the same thing in near-identical photos: of the same size, with a region at the same place that
  /// looks the same.
  /// - Returns: photos by number, regions by id, and what is decided on if something is decided about them.
  package func alike(
    _ number: Int, _ region: String
  ) throws(FaceBlurError) -> [(photo: Int, region: String, basis: String)] {
    let (first, others) = try core.update { (state) throws(FaceBlurError) in
      try state.candidates(number, region)
    }
    var members = [(photo: number, region: region, basis: first.basis)]
    // Nothing is like what has another one's place.
    guard (try? core.unchanged(number)) != nil else { return members }
    for other in others where (try? core.unchanged(other.photo)) != nil {
      let isAlike = try? pictures.likeness(
        (key: first.photo, path: first.path, region: first.region),
        (key: other.photo, path: other.path, region: other.region))
      if isAlike == true { members.append((other.photo, other.region.id, other.basis)) }
    }
    return members
  }

  /// - Returns: a JPEG, upright.
  /// - Throws: `FaceBlurError` also where the file is not the one any more that faces were looked for in.
  package func picture(_ number: Int, _ picture: ReviewPicture) throws(FaceBlurError) -> [UInt8] {
    try shown(number) { (item) throws(FaceBlurError) in
      if let film = try item.film(number) { return try films.picture(film, picture) }
      let (recorded, current) = try item.reviewable()
      return try pictures.picture(
        number, at: recorded.path, picture, plan: current.plan, filters: current.filters)
    }
  }

  /// A region of a photo that not all viewers show alike, as `ReviewPicture.face`, in another of its views.
  /// - Parameter view: which of `ReviewedPhoto.views`, counted from 1.
  /// - Returns: a JPEG, upright; nil where nobody could tell it from what most viewers show.
  /// - Throws: `FaceBlurError` as `picture` does, and where there is no such view.
  package func face(_ number: Int, _ region: String, view: Int) throws(FaceBlurError) -> [UInt8]? {
    try shown(number) { (item) throws(FaceBlurError) in
      let (recorded, current) = try item.reviewable()
      guard recorded.film == nil else { throw .noSuchView }
      return try pictures.face(number, at: recorded.path, region, view: view, plan: current.plan)
    }
  }

  /// What is made of a photo or film while its files are the ones that were looked at.
  private func shown<Content>(
    _ number: Int, _ make: (ReviewItem) throws(FaceBlurError) -> Content
  ) throws(FaceBlurError) -> Content {
    // A file that was exchanged and exchanged back is the same one, and what was made of it meanwhile is not.
    for _ in 0..<Self.mostTries {
      let (item, files) = try core.unchanged(number)
      let content = try make(item)
      if try core.unchanged(number).files == files { return content }
    }
    throw .exchangedMeanwhile(try core.unchanged(number).item.name)
  }

  /// Files to which something is done all the time are not shown.
  private static let mostTries = 3

  /// Begins to render, in the background, every photo that was changed; then writes the sign-off. Without effect while that goes on.
  /// - Returns: false where the revision is not the newest, or the review has ended: nothing was begun.
  package func finish(at revision: Int?) -> Bool {
    let begun = core.state.update { state -> (isBegun: Bool, numbers: [Int]?) in
      if state.isClosing { return (false, nil) }
      if state.work.phase == .working { return (true, nil) }
      if let revision, revision != state.revision { return (false, nil) }
      state.retryPassing()
      let numbers = state.items.indices.filter { state.items[$0].isChanged || state.isHeldUp($0) }
      state.work = ReviewWork(
        phase: .working, through: 0, total: numbers.count, results: [], signOff: nil, error: nil)
      return (true, numbers)
    }
    if let numbers = begun.numbers, !begin({ [core] in core.finish(numbers) }) { core.finish(numbers) }
    return begun.isBegun
  }

  package var work: ReviewWork { core.state.update { $0.work } }

  /// Waits until what was begun by `finish` has ended.
  package func waitUntilFinished() {
    core.state.wait { $0.work.phase == .working ? nil : () }
  }

  /// Waits until nothing is rendered any more, and begins nothing new: the photo in flight comes to its end, and what is decided about
  /// others is kept for the next session. The collection is free then.
  package func close() {
    core.state.update { $0.isClosing = true }
    films.close()
    threads.update { threads in
      for thread in threads { thread.join() }
      threads = []
    }
    core.state.update { $0.store = nil }
    core.backend.close()
  }

  /// Forgets what was decided and is not rendered yet; what was looked at stays known.
  /// - Parameter revision: that the person saw; nil for whatever it is.
  /// - Returns: false where the revision is not the newest: nothing was forgotten.
  package func discard(at revision: Int?) throws(FaceBlurError) -> Bool {
    try core.update { (state) throws(FaceBlurError) in
      if let revision, revision != state.revision { return false }
      try state.discard()
      return true
    }
  }
}

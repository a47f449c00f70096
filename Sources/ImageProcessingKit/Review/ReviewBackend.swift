/// Where the photos of a review come from, and how they are rendered. May be used by several threads; one photo is rendered at a time.
protocol ReviewBackend: Sendable {
  /// Where edits of photos and films that belong to no collection are recorded; nil of a collection, whose runs keep Live Photos whole.
  var records: RecordPlace? { get }

  /// Finds out what is known of a photo of which nobody knows it yet: what is recorded, else what a detector sees.
  /// - Parameters:
  ///   - memory: what was found in earlier reviews.
  ///   - watch: is told how far a look at a film is.
  ///   - makeDetector: is called where faces are looked for.
  /// - Throws: `FaceBlurError` where it cannot be reviewed; of kind `cancelled` where a look is not wanted any more.
  func look(
    at item: ReviewItem, _ memory: FoundMemory, _ watch: FilmWatch,
    _ makeDetector: () throws(FaceBlurError) -> any FaceDetecting
  ) throws(FaceBlurError) -> RecordedPhoto

  /// Says what has become of a photo since it was looked at.
  /// - Parameter trustsTimes: whether a file is taken for the one that was looked at by its size and time alone, as it is where it is shown to
  ///   nobody yet.
  func news(of item: ReviewItem, trustingTimes trustsTimes: Bool) -> ReviewNews

  /// What the system says of the files that pictures of a photo are made from, as quickly as can be told that these are the ones that were looked
  /// at; nil where they are not.
  func knownFiles(of item: ReviewItem) -> [FileFacts?]?

  /// Whether something was done to the files of a photo since it was looked at in vain.
  func isOther(thanFailed item: ReviewItem) -> Bool

  /// Renders what was decided about a photo.
  /// - Returns: what was written; nil where files were removed alone.
  /// - Throws: `FaceBlurError`; everything is then as it was.
  func render(
    _ item: ReviewItem, lookingWith detector: any FaceDetecting, guardedBy outputs: inout OutputGuard
  ) throws(FaceBlurError) -> ReviewReport?

  /// Guards the originals while some of them are rendered.
  func makeGuard() -> OutputGuard

  /// Writes down what a person has looked at.
  /// - Parameter items: with whether each is answered for.
  /// - Returns: the sign-off, where one is kept.
  func signOff(_ items: [(item: ReviewItem, isComplete: Bool)]) throws(FaceBlurError) -> FilePath?

  /// Is called when something was rendered.
  func report() throws(FaceBlurError)

  /// Lets go of what is held.
  func close()
}

/// What has become of a photo since it was looked at.
enum ReviewNews: Sendable {
  case none
  /// Something else is recorded.
  case recorded(RecordedPhoto)
  /// Nobody knows any more; it must be looked at again.
  case unknown
  /// It cannot be reviewed any more.
  case failed(ReviewItem.Failure)
}

/// What was found in photos, kept for the next review.
struct FoundMemory {
  /// By the photo's hash.
  let known: (_ sha256: String) -> FaceBlurAdjustment?
  let note: (_ found: FaceBlurAdjustment, _ sha256: String) -> Void
  /// The same of films.
  let knownTracks: (_ sha256: String) -> FoundTracks?
  let noteTracks: (_ found: FoundTracks, _ sha256: String) -> Void
}

/// What was written for a photo or a film.
enum ReviewReport: Sendable {
  case photo(PhotoReport)
  case film(FilmEditReport)
}

extension FaceBlurError {
  /// Another file was put in place of one that is shown, while it was read.
  static func exchangedMeanwhile(_ path: FilePath) -> FaceBlurError {
    FaceBlurError(.originalChanged, path, "it was changed while it was read", advice: "open it again")
  }

  /// - Parameter name: of the photo or the target.
  static func reviewClosed(_ name: FilePath) -> FaceBlurError {
    FaceBlurError(.cancelled, name, "the review has ended", advice: "begin another one")
  }

  /// What is wrong with a photo.
  /// - Parameter names: of the photo.
  func failure(of names: FilePath...) -> ReviewItem.Failure {
    let isOfPhoto = file.map { names.contains($0) } ?? true
    return ReviewItem.Failure(kind: kind, reason: isOfPhoto ? message() : description)
  }
}

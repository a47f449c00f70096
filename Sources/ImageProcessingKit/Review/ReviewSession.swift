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
    /// Whether an output that somebody has changed gives way.
    package var force = false
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
    case changed(ReviewedPhoto)
    /// Something else was changed since the revision that the change was asked for at: nothing was done.
    case stale(revision: Int)
  }

  private init() {}

  /// Opens what is to be reviewed, with what earlier sessions left undone. Faces of photos without an edit are looked for in the
  /// background.
  /// - Throws: `FaceBlurError` where the collection is in use or cannot be read, or no photo is there.
  package static func open(
    _ subject: Subject, _ options: Options
  ) throws(FaceBlurError) -> ReviewSession {
    throw .internalError("not built yet")
  }

  package var queue: ReviewQueue {
    ReviewQueue(
      revision: 0, photos: [], questions: [], answered: 0, changed: 0, waiting: 0, canUndo: false,
      canRedo: false)
  }

  /// - Throws: `FaceBlurError` where the photo cannot be read, or there is no such number.
  package func photo(_ number: Int) throws(FaceBlurError) -> ReviewedPhoto {
    throw .internalError("not built yet")
  }

  /// Decides something about a photo.
  /// - Parameter revision: that the person saw; nil for whatever it is.
  package func change(
    _ number: Int, _ change: ReviewChange, at revision: Int?
  ) throws(FaceBlurError) -> Answer {
    throw .internalError("not built yet")
  }

  /// Decides the same about regions of several photos, as one step.
  /// - Parameter members: photos by number, and regions by id.
  package func change(
    alike members: [(photo: Int, region: String)], isFace: Bool, at revision: Int?
  ) throws(FaceBlurError) -> Answer {
    throw .internalError("not built yet")
  }

  /// Takes the last step back, in whatever photo it was.
  /// - Returns: the photo; nil where there is no step.
  package func undo(at revision: Int?) throws(FaceBlurError) -> Answer? {
    throw .internalError("not built yet")
  }

  package func redo(at revision: Int?) throws(FaceBlurError) -> Answer? {
    throw .internalError("not built yet")
  }

  /// Open questions about the same thing in near-identical photos: of the same size, with a region at the same place that
  /// looks the same.
  package func alike(_ number: Int, _ region: String) throws(FaceBlurError) -> [(photo: Int, region: String)] {
    throw .internalError("not built yet")
  }

  /// - Returns: a JPEG, upright.
  package func picture(_ number: Int, _ picture: ReviewPicture) throws(FaceBlurError) -> [UInt8] {
    throw .internalError("not built yet")
  }

  /// Begins to render, in the background, every photo that was changed; then writes the sign-off. Without effect while that goes on.
  /// - Returns: false where the revision is not the newest: nothing was begun.
  package func finish(at revision: Int?) -> Bool { false }

  package var work: ReviewWork {
    ReviewWork(phase: .idle, through: 0, total: 0, results: [], signOff: nil)
  }

  /// Waits until nothing is rendered any more, and begins nothing new: what is in flight comes to its end.
  package func close() {}

  /// Forgets what was decided and is not rendered yet; what was looked at stays known.
  package func discard() throws(FaceBlurError) {
    throw .internalError("not built yet")
  }
}

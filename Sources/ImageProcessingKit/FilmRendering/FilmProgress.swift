/// How far the work on a film has come.
package struct FilmProgress: Sendable, Hashable {
  package enum Stage: String, Sendable {
    /// Faces are looked for in every picture.
    case looking
    /// The pictures are hidden that something is hidden in, and coded anew.
    case hiding
    /// The gate goes through the render.
    case checking
    /// A film for people to look at is drawn.
    case drawing
  }

  package let stage: Stage
  /// Pictures that the stage is through with, from 1, and all of them.
  package let done: Int
  package let count: Int
}

/// Who is told how far the work on a film has come, and may end it.
package struct FilmWatch: Sendable {
  private let goesOn: @Sendable (FilmProgress?) -> Bool

  /// - Parameter goesOn: is told of every picture, by the thread that does the work, and says whether that goes on; and is asked the same in
  ///   between, with nothing to tell.
  package init(_ goesOn: @escaping @Sendable (FilmProgress?) -> Bool = { _ in true }) { self.goesOn = goesOn }

  /// Tells that one more picture is done.
  /// - Throws: `FaceBlurError` of kind `cancelled` where the work is to end.
  func pass(_ stage: FilmProgress.Stage, _ done: Int, of count: Int) throws(FaceBlurError) {
    guard goesOn(FilmProgress(stage: stage, done: done, count: count)) else { throw .stopped }
  }

  /// Asks whether the work is to go on, where no picture is done yet: nobody waits until one is.
  /// - Throws: `FaceBlurError` of kind `cancelled` where it is to end.
  func ask() throws(FaceBlurError) {
    guard goesOn(nil) else { throw .stopped }
  }
}

extension FaceBlurError {
  /// Somebody has ended the work on a film.
  fileprivate static var stopped: FaceBlurError {
    FaceBlurError(.cancelled, "it was stopped before it was done", advice: "begin again")
  }
}

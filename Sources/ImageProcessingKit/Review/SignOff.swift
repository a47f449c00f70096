/// What a person has looked at, photo by photo, as it stands beside a collection's journal in `review.json`.
package enum SignOff {
  /// Whether every photo of a collection's target is as a person has let it go.
  package struct Verdict: Sendable, Hashable {
    /// Outputs that the journal knows.
    package var photos: Int
    /// Outputs of which not everything was looked at, below the target, in order.
    package var unseen: [FilePath]
    /// Outputs that are another file than the one that was looked at, or gone.
    package var changed: [FilePath]

    package var isWhole: Bool { unseen.isEmpty && changed.isEmpty }
  }

  /// Compares the sign-off with the journal and with the files of the target.
  /// - Parameters:
  ///   - target: of the collection.
  ///   - state: the folder of its journal, where that lies elsewhere than beside the target.
  /// - Throws: `FaceBlurError` where there is no such collection, or its journal or sign-off cannot be read.
  package static func check(target: FilePath, state: FilePath?) throws(FaceBlurError) -> Verdict {
    throw .internalError("not built yet")
  }
}

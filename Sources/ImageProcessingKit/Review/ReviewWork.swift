/// The rendering of what a review has changed.
package struct ReviewWork: Sendable, Hashable {
  package enum Phase: String, Sendable, Hashable {
    /// Nothing was asked for yet.
    case idle
    case working
    case ended
  }

  package struct Result: Sendable {
    package var photo: Int
    package var name: FilePath
    /// What was written; nil where it failed, or files were removed alone.
    package var report: PhotoReport?
    /// The same for a film.
    package var film: FilmEditReport?
    /// What people are told beside the report.
    package var notes: [String] = []
    /// The other halves of the Live Photo that it is half of, as far as they have no edit; see `LivePhoto.uneditedWarning`.
    package var unedited: [FilePath] = []
    package var error: FaceBlurError?

    /// Whether a render was written.
    var isWritten: Bool { report != nil || film != nil }
  }

  package var phase: Phase
  /// Photos that are through, and all that are to be rendered.
  package var through: Int
  package var total: Int
  package var results: [Result]
  /// Where the sign-off was written; nil where none is kept.
  package var signOff: FilePath?
  /// Why the reports or the sign-off could not be written; nil where nothing is wrong.
  package var error: FaceBlurError?

  package static func == (a: Self, b: Self) -> Bool {
    (a.phase, a.through, a.total, a.signOff, a.error) == (b.phase, b.through, b.total, b.signOff, b.error)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(phase)
    hasher.combine(through)
    hasher.combine(total)
  }
}

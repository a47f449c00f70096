internal import ImageProcessingKit

/// What can stand where a value or an operand is typed, so that a shell can complete it.
struct Completion: Sendable {
  /// Paths, which the shell lists itself.
  enum Paths: Sendable, Equatable {
    case none
    case folders
    /// Files with these endings, in lower case, and folders on the way to them; any file where there are none.
    case files(endings: [String])
  }

  /// What the record of the photo on the same line tells.
  enum Recorded: Sendable, Equatable {
    /// The ids of regions in a state; nil for any.
    case regions(PlannedRegion.State?)
    case steps
  }

  var words: [String] = []
  var paths = Paths.none
  var recorded: Recorded?
  /// What stands behind a word, where the value goes on: `=`.
  var end = ""

  /// What only the user knows: numbers, patterns.
  static let text = Completion()
  static let folders = Completion(paths: .folders)
  static let files = Completion(paths: .files(endings: []))
  static let photos = Completion(paths: .files(endings: PhotoFormats.standard.fileExtensions.sorted()))
  static let photosAndFilms = Completion(
    paths: .files(
      endings: PhotoFormats.standard.fileExtensions.union(FilmPipeline.fileExtensions).sorted()))

  static func files(_ endings: String...) -> Completion { Completion(paths: .files(endings: endings)) }

  static func words(_ words: [String], or paths: Paths = .none) -> Completion {
    Completion(words: words, paths: paths)
  }
}

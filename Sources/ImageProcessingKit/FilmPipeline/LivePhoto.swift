/// A photo and a short film of the same moment, as phones take them: both have one name, and the film says that it belongs to a photo.
///
/// Whoever shows one shows the other, so what is done to one is done to both, or to neither.
package struct LivePhoto: Sendable, Hashable {
  package let still: FilePath
  package let film: FilePath

  /// The one that a file is half of; nil for none.
  /// - Parameter half: a photo or a film.
  package init?(of half: FilePath) {
    func isFilm(_ path: FilePath) -> Bool {
      FileSignature.filmExtensions.contains(path.pathExtension.lowercased())
    }
    func isPhoto(_ path: FilePath) -> Bool {
      FileSignature.photoExtensions.contains(path.pathExtension.lowercased())
    }
    guard isFilm(half) || isPhoto(half) else { return nil }
    let stem = half.stem.description.lowercased()
    let others = Folder.names(in: half.folder).filter { name in
      (isFilm(half) ? isPhoto(name) : isFilm(name)) && name.stem.description.lowercased() == stem
    }.map(half.folder.appending)
    if isFilm(half) {
      guard Self.isOfPhoto(half), let still = others.first else { return nil }
      (self.still, film) = (still, half)
    } else {
      guard let film = others.first(where: Self.isOfPhoto) else { return nil }
      (still, self.film) = (half, film)
    }
  }

  /// The other half.
  package func partner(of half: FilePath) -> FilePath { half == film ? still : film }

  /// The name under which QuickTime's metadata holds what both halves are known by, as Apple's programs write it.
  private static let identifier = "com.apple.quicktime.content.identifier"

  /// Whether a film says that it belongs to a photo.
  private static func isOfPhoto(_ film: FilePath) -> Bool {
    guard let file = try? FilmFile(film) else { return false }
    return FilmContainers.describes(file, with: identifier)
  }
}

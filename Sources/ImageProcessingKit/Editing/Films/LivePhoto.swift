/// A photo and a short film of the same moment, as phones take them: both have one name, and the film says that it belongs to a photo. Some
/// programs keep several photos of that name beside the film, and what is fetched from iCloud may be called `IMG_1234_HEVC.MOV` beside
/// `IMG_1234.HEIC`, or beside `IMG_1234.MOV` as well.
///
/// Whoever shows one shows the other, so what is done to one is done to all, or to none.
package struct LivePhoto: Sendable, Hashable {
  /// At least one.
  package let films: [FilePath]
  /// At least one.
  package let stills: [FilePath]

  /// The one that a file is half of; nil for none.
  /// - Parameter half: a photo or a film.
  package init?(of half: FilePath) {
    self.init(of: half, among: LivePhotoFolder(half.folder))
  }

  /// The same where many files of a folder are asked about.
  init?(of half: FilePath, among folder: LivePhotoFolder) {
    guard FileSignature.isFilmName(half) || FileSignature.isPhotoName(half) else { return nil }
    let names = folder.names(like: half)
    stills = names.filter(FileSignature.isPhotoName)
    guard !stills.isEmpty else { return nil }
    films = names.filter { FileSignature.isFilmName($0) && Self.isOfPhoto($0) }
    guard !films.isEmpty, !FileSignature.isFilmName(half) || isFilm(half) else { return nil }
  }

  private init(films: [FilePath], stills: [FilePath]) { (self.films, self.stills) = (films, stills) }

  /// The same without the photos that are renders of others, with which an edited film may lie: what is done to such a photo is done to its
  /// original. Nil where no other is left.
  package var withoutRenders: LivePhoto? {
    let stills = stills.filter { PhotoAsset.original(ofRender: $0) == nil }
    return stills.isEmpty ? nil : LivePhoto(films: films, stills: stills)
  }

  /// The originals of those that have no edit of ours.
  package var uneditedBeneath: [FilePath] {
    stills.compactMap(PhotoAsset.original(ofRender:)).filter { PhotoAsset.recordOfEdit(beside: $0) == nil }
  }

  /// Whether a half is one of the films, however its folder is written.
  package func isFilm(_ half: FilePath) -> Bool { films.contains { $0.name == half.name } }

  /// The halves that are taken where somebody names some of them: every film, and every photo where none is named.
  package func halves(naming isNamed: (FilePath) -> Bool) -> [FilePath] {
    let named = stills.filter(isNamed)
    return films + (named.isEmpty ? stills : named)
  }

  /// What is said of a half that nobody has named.
  package static let takenNote = "taken, too: it is the other half of a Live Photo"

  /// The halves that have no edit where another one has been edited: they may show the same faces.
  /// - Parameter place: where edits are recorded.
  package func unedited(beside edited: FilePath, recordedAt place: RecordPlace) -> [FilePath] {
    let films = films.filter { $0.name != edited.name }.map { film in
      // Where another program has edited it, that is what the photo shows.
      (try? PhotoAsset.refuseForeignRecord(besideFilm: film)) == nil
        ? PhotoAsset(film).foreignFilm ?? film : film
    }
    return (films + stills).filter {
      $0.name != edited.name && !PhotoAsset($0, recordFolder: place.folder).record.exists
    }
  }

  /// What is said of them.
  package static let uneditedWarning =
    "it is the other half of a Live Photo, has no edit, and may show the same faces"

  /// - Parameter isFailed: of a film.
  /// - Throws: `FaceBlurError` of a photo where one of the films could not be blurred.
  package func refuse(still: FilePath, whereFailed isFailed: (FilePath) -> Bool) throws(FaceBlurError) {
    guard let film = films.first(where: isFailed) else { return }
    throw Self.refusal(of: still, "photo", whose: "film", film)
  }

  /// - Parameter isFailed: of a photo.
  /// - Throws: `FaceBlurError` of a film where none of the photos can be blurred.
  func refuse(film: FilePath, whereFailed isFailed: (FilePath) -> Bool) throws(FaceBlurError) {
    guard let still = stills.first, stills.allSatisfy(isFailed) else { return }
    throw Self.refusal(of: film, "film", whose: "photo", still)
  }

  private static func refusal(
    of half: FilePath, _ kind: String, whose otherKind: String, _ other: FilePath
  ) -> FaceBlurError {
    FaceBlurError(
      .refused, half, "it is half of a Live Photo, whose \(otherKind), \(other.name), could not be blurred",
      advice: "mend what is said of the \(otherKind), or move it elsewhere to blur the \(kind) alone")
  }

  /// The name under which QuickTime's metadata holds what both halves are known by, as Apple's programs write it.
  private static let identifier = "com.apple.quicktime.content.identifier"

  /// What such films end with, in lower case.
  private static let endings: Set<String> = ["mov", "mp4"]

  /// Whether a film says that it belongs to a photo, also where it cannot be read otherwise. Where what would say so is missing, because it was cut
  /// short, it may have said that.
  private static func isOfPhoto(_ film: FilePath) -> Bool {
    let said = (try? FilmFile(film)).flatMap { FilmContainers.describes($0, with: identifier) }
    return said ?? endings.contains(film.pathExtension.lowercased())
  }
}

/// The names in a folder by what both halves have in common.
struct LivePhotoFolder {
  let path: FilePath
  private let names: [String: [FilePath]]

  init(_ path: FilePath) {
    self.path = path
    names = Dictionary(grouping: Folder.names(in: path), by: Self.common)
  }

  /// A name without its ending, without regard to case, and without what iCloud adds to a film's. A photo may be called so beside such a
  /// film.
  private static func common(_ name: FilePath) -> String {
    let stem = name.stem.caseless
    return stem.hasSuffix(suffixOfICloud) ? String(stem.dropLast(suffixOfICloud.count)) : stem
  }

  private static let suffixOfICloud = "_hevc"

  /// What the photo may be called, but for its ending, whose film iCloud calls so; nil where it calls none so.
  static func stemOfPhoto(ofFilm film: FilePath) -> FilePath? {
    let stem = film.stem
    guard FileSignature.isFilmName(film), stem.caseless.hasSuffix(suffixOfICloud) else { return nil }
    return FilePath(bytes: stem.bytes.dropLast(suffixOfICloud.utf8.count))
  }

  /// The files that may be halves of one thing with a file, and that one, in the order of their names.
  func names(like file: FilePath) -> [FilePath] {
    (names[Self.common(file)] ?? []).sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      .map(path.appending)
  }
}

/// A render of which no record keeps track, as it was just written.
package struct UnrecordedRender: Sendable {
  private let path: FilePath
  private let sha256: String

  /// Nil where it cannot be read.
  package init?(_ path: FilePath) {
    guard let sha256 = try? FileHash.of(path) else { return nil }
    (self.path, self.sha256) = (path, sha256)
  }

  /// Removes it where it is as it was.
  /// - Returns: whether it is gone.
  package func remove() -> Bool {
    guard (try? FileHash.of(path)) == sha256 else { return false }
    return (try? FileStep.remove(path).perform()) != nil
  }
}

/// The photos and films in a folder and in the folders in it, for clients that take them one by one and keep no journal of them.
///
/// Links are followed only where they are named. Pictures that faceblur made itself, what it keeps of a run, and the folder of the renders
/// are left out; what may hold a photo and cannot be looked at is a problem.
package enum FolderPhotos {
  /// Something that lies in the folder.
  package enum Entry: Sendable, Hashable {
    /// A photo or a film by its ending, also one of a kind that nobody can read, which fails where it is opened; and its folder below the one
    /// that was named, nil for that one itself.
    case photo(FilePath, folder: FilePath?)
    /// It is not taken, and nothing is wrong with that; what it is.
    case aside(FilePath, String)
    /// It should be taken and cannot be; why.
    case problem(FilePath, String)
  }

  /// - Parameters:
  ///   - root: the folder, or a link to one.
  ///   - roots: all folders that were named: a link from one into another is no problem.
  ///   - outputs: where renders go, which is not walked; nil for beside the photos.
  ///   - isEdited: whether the photos get records and renders: those of a collection's target do not.
  ///   - reader: what is read as a photo.
  /// - Returns: what lies there, in the order of the names.
  /// - Throws: `FaceBlurError` where the folder cannot be read, lies in that of the renders or in a collection's target, or holds no photo
  ///   and no film.
  package static func find(
    in root: FilePath, of roots: [FilePath], outputs: FilePath?, isEdited: Bool, reader: PhotoReader
  ) throws(FaceBlurError) -> [Entry] {
    guard let place = root.resolved else { throw .reading(root) }
    let avoided = [outputs?.resolvedWhereItExists].compactMap(\.self)
    guard !avoided.contains(where: { place.isInsideRespelled($0) }) else {
      throw FaceBlurError(
        .refused, root, "it lies in the folder that its renders would go to", advice: "\(.nameOutput)")
    }
    if isEdited, let target = OpenedCollection.root(above: place) {
      // A record beside an output would be published with it.
      throw FaceBlurError(
        .refused, root, "a collection was scrubbed into \(target)", advice: "\(.review(target))")
    }
    let walker = CollectionWalker(filter: NameFilter(), avoided: avoided, roots: roots.compactMap(\.resolved))
    var met: [CollectionEntry] = []
    walker.walk(CollectionSource(path: root, root: place, place: nil)) { met.append($0) }
    var known: [FilePath: FilePath?] = [:]
    func target(around folder: FilePath) -> FilePath? {
      if let target = known[folder] { return target }
      let target = OpenedCollection.root(above: folder)
      known.updateValue(target, forKey: folder)
      return target
    }
    let own = OwnPictures(reader: reader, keepsBases: true)
    var entries: [Entry] = []
    for entry in met.sorted(by: { $0.source.isBefore($1.source) }) {
      let path = entry.source == place ? root : root.appending(entry.target)
      switch entry.kind {
      case .problem(let reason): entries.append(.problem(path, reason))
      case .aside(let reason): entries.append(.aside(path, reason))
      case .file:
        let isFilm = FileSignature.isFilmName(path)
        guard isFilm || reader.formats.isPhotoExtension(path.pathExtension) else { continue }
        let kind: String?
        do throws(FaceBlurError) {
          kind = isFilm ? OwnFilms.kind(of: path) : try own.kind(of: path)
        } catch {
          entries.append(
            .problem(path, "nobody can tell whether it is what another program made of a photo: \(error)"))
          continue
        }
        if let kind {
          entries.append(.aside(path, kind))
        } else if isEdited, let target = target(around: entry.source.folder) {
          entries.append(.aside(path, "a collection was scrubbed into \(target)"))
        } else {
          let folder = entry.target.folder
          entries.append(.photo(path, folder: folder == "." ? nil : folder))
        }
      }
    }
    let isEmpty = entries.allSatisfy { if case .aside = $0 { true } else { false } }
    guard !isEmpty else {
      throw FaceBlurError(
        .noSuchFile, root, "there is no photo in it and no film", advice: "name another folder")
    }
    return entries
  }
}

extension FilePath {
  /// Whether a walk that takes names in their order comes by this path first: a folder's files come where its name does.
  fileprivate func isBefore(_ other: FilePath) -> Bool {
    let separator = UInt8(ascii: "/")
    return bytes.split(separator: separator).lexicographicallyPrecedes(
      other.bytes.split(separator: separator)
    ) {
      $0.lexicographicallyPrecedes($1)
    }
  }
}

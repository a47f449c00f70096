extension PhotoVerifier {
  /// What was found of one thing in a folder.
  public enum Finding: Sendable {
    case photo(Verdict)
    /// A film, at which the caller has asked to look by itself.
    case film(FilePath)
    /// A photo, or something that may hold one, that could not be looked at; why.
    case unread(FilePath, reason: String)
    /// Neither, so nobody looked at it; what it is.
    case other(FilePath, reason: String)

    /// The same as a verdict: of what nobody looked at, that it was not read, and why.
    public var verdict: Verdict {
      switch self {
      case .photo(let verdict): verdict
      case .film(let path): Verdict(file: path, blocks: [], unread: "a film, which was not looked at here")
      case .unread(let path, let reason), .other(let path, let reason):
        Verdict(file: path, blocks: [], unread: reason)
      }
    }
  }

  /// Looks at every file in a folder and in the folders in it. Links are not followed.
  /// - Parameters:
  ///   - folder: may hold anything.
  ///   - isFilm: whether the caller looks at a file as a film; films that it does not take were not read.
  ///   - visit: takes what was found, in the order of the names.
  public func verify(
    folder: FilePath, leavingFilms isFilm: (FilePath) -> Bool = { _ in false }, _ visit: (Finding) -> Void
  ) {
    FolderWalk.walk(folder) { path, entry in
      switch entry {
      case .file: visit(isFilm(path) ? .film(path) : find(path))
      case .problem(let reason): visit(.unread(path, reason: reason))
      case .other(let reason): visit(.other(path, reason: reason))
      }
    }
  }

  private func find(_ path: FilePath) -> Finding {
    do {
      if let reason = try reasonNotToOpen(path) { return reason }
      return .photo(try verify(path))
    } catch {
      return .unread(path, reason: error.file == path ? error.message(wording) : error.described(wording))
    }
  }

  /// Tells by the first bytes and the name of a file whether it is something else than a photo that can be read; nil where it
  /// is not.
  private func reasonNotToOpen(_ path: FilePath) throws(FaceBlurError) -> Finding? {
    let head = try InputFile.open(path).bytes(at: 0, count: FileSignature.headBytes)
    if reader.formats.format(of: head) != nil { return nil }
    if FileSignature.isPicture(head) {
      return .unread(
        path,
        reason: "only \(reader.formats.names) files are checked, and this is \(FileSignature.kind(of: head))")
    }
    if reader.formats.isPhotoExtension(path.pathExtension) {
      return .unread(path, reason: "its name is a photo's, and what is in it is not known")
    }
    if FileSignature.isPictureName(path) {
      return .unread(path, reason: "its name is a picture's, and what is in it is not known")
    }
    if FileSignature.isFilmName(path) {
      return .unread(path, reason: "a film of a kind that is not read; faces in it would be seen")
    }
    return .other(path, reason: "not a photo")
  }
}

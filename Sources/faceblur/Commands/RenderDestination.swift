internal import ImageProcessingKit

/// Where `-o` sends renders.
struct RenderDestination {
  private enum Place {
    /// Beside each original, under Apple's name.
    case besideOriginal
    case file(FilePath)
    /// Into a folder, under the original's name.
    case folder(FilePath)
  }

  private let place: Place
  /// The first one that was named, and whether it is a film.
  private let photo: FilePath?
  private let isOfFilm: Bool
  /// Of the renders.
  private let format: RenderFormat

  /// A path means a folder where one is there, where it ends with a slash, and where there are several photos.
  /// - Parameters:
  ///   - path: nil for the place beside each original.
  ///   - photos: that are rendered.
  ///   - holdsFolders: whether there are folders of photos among them.
  ///   - format: of the renders.
  /// - Throws: `UsageError` where the file named is no photo or several photos would share it.
  init(
    _ path: FilePath?, photos: [FilePath], holdingFolders holdsFolders: Bool = false, as format: RenderFormat
  ) throws(UsageError) {
    self.format = format
    photo = photos.first
    isOfFilm = photos.first.map(FilmPipeline.isFilm) ?? false
    let photoCount = photos.count
    guard let path else {
      place = .besideOriginal
      return
    }
    if path.isFolder || path.endsWithSeparator {
      place = .folder(path)
    } else if photoCount > 1 || holdsFolders {
      guard !path.exists, !Self.isRenderName(path) else {
        let what = holdsFolders ? "is a folder of photos" : "are \(photoCount) photos"
        throw UsageError("-o \(path) is a file, but there \(what); name a folder: '-o DIR/'")
      }
      place = .folder(path)
    } else {
      guard Self.isRenderName(path, of: photos.first, as: format) else {
        throw UsageError(
          "\(Self.named(path, photos.first, as: format)), or '-o \(path)/' for a folder")
      }
      place = .file(path)
    }
  }

  /// The file that is named; nil for none.
  var file: FilePath? { if case .file(let path) = place { path } else { nil } }

  /// The folder that is named; nil for none.
  var folder: FilePath? { if case .folder(let path) = place { path } else { nil } }

  /// Whether the name says that the file is a photo that can be rendered: one of the render's format, where that is known, or
  /// with an ending as the photo has, whatever it is, where the render is what that is.
  static func isRenderName(
    _ path: FilePath, of photo: FilePath? = nil, as choice: RenderFormat = .original
  ) -> Bool {
    let ending = path.pathExtension.lowercased()
    let formats = PhotoFormats.standard
    let own = photo.flatMap { formats.format(ofFile: $0) }
    // Of a film the render is what that is, or an MP4.
    if let photo, own == nil, FilmPipeline.isFilm(photo) {
      return ending == filmEnding(of: photo).lowercased()
    }
    if let format = choice.ofAll, own.map({ choice.chosen(for: $0) != .original }) ?? true {
      return format.fileExtensions.contains(ending)
    }
    guard let photo, let own else { return formats.fileExtensions.contains(ending) }
    return own.fileExtensions.contains(ending) || ending == photo.pathExtension.lowercased()
  }

  /// What is wrong with a name that says something else.
  static func named(_ path: FilePath, _ photo: FilePath?, as choice: RenderFormat) -> String {
    let formats = PhotoFormats.standard
    if let photo, FilmPipeline.isFilm(photo) {
      let what = filmEnding(of: photo) == photo.pathExtension ? "what the film is" : "an MP4"
      return "a film's render is \(what); name it so: '-o \(path).\(filmEnding(of: photo))'"
    }
    let format = choice.ofAll ?? photo.flatMap { formats.format(ofFile: $0) }
    let ending = (format ?? formats.all.first)?.fileExtensions.first ?? ""
    return "a render is a \(format?.name ?? formats.names); name it so: '-o \(path).\(ending)'"
  }

  /// What a film's render ends with.
  private static func filmEnding(of film: FilePath) -> String {
    PhotoAsset.nameElsewhere(of: film.name).pathExtension
  }

  /// The path with an ending of the render's format, where it has that of another one.
  private func named(_ path: FilePath, as photo: FilePath) -> FilePath {
    let formats = PhotoFormats.standard
    let named = (format.ofAll ?? formats.format(ofFile: photo)).map { formats.name(path, for: $0) } ?? path
    return named.folder.appending(PhotoAsset.nameElsewhere(of: named.name))
  }

  /// Where renders go that are not beside their originals.
  var folders: [FilePath] {
    switch place {
    case .besideOriginal: []
    case .file(let path): [path.folder]
    case .folder(let path): [path]
    }
  }

  /// Whether renders go into a folder that is named.
  func isFolder(_ path: FilePath) -> Bool {
    guard case .folder(let folder) = place else { return false }
    return folder == path || folder.resolvedWhereItExists == path.resolvedWhereItExists
  }

  /// The render's path; nil for the name beside the original.
  /// - Parameters:
  ///   - photo: that is rendered.
  ///   - folder: where it goes below a folder that is named; nil for that one itself.
  func target(for photo: FilePath, in folder: FilePath? = nil) -> FilePath? {
    switch place {
    case .besideOriginal: nil
    case .file(let path) where photo == self.photo || FilmPipeline.isFilm(photo) == isOfFilm: path
    case .file(let path): otherHalf(path, of: photo)
    case .folder(let root):
      named((folder.map(root.appending) ?? root).appending(photo.name), as: photo)
    }
  }

  /// Both halves of a Live Photo have one name, and each keeps its own ending.
  /// - Parameter path: of the render of the half that was named.
  /// - Returns: nil where that is the original itself: beside this it gets the name that renders get.
  private func otherHalf(_ path: FilePath, of half: FilePath) -> FilePath? {
    let own = path.folder.appending(path.stem.suffixed(".\(half.pathExtension)"))
    guard let found = FileIdentity(of: own) else { return own }
    return found == FileIdentity(of: half) ? nil : own
  }
}

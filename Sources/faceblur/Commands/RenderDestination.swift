internal import ImageProcessingKit

/// Where `-o` sends renders.
enum RenderDestination {
  /// Beside each original, under Apple's name.
  case besideOriginal
  case file(FilePath)
  /// Into a folder, under the original's name.
  case folder(FilePath)

  /// A path means a folder where one is there, where it ends with a slash, and where there are several photos.
  /// - Throws: `UsageError` where the file named is no photo or several photos would share it.
  init(_ path: FilePath?, photos: [FilePath]) throws(UsageError) {
    let photoCount = photos.count
    guard let path else {
      self = .besideOriginal
      return
    }
    if path.isFolder || path.endsWithSeparator {
      self = .folder(path)
    } else if photoCount > 1 {
      guard !path.exists, !Self.isRenderName(path) else {
        throw UsageError("-o \(path) is a file, but there are \(photoCount) photos; name a folder: '-o DIR/'")
      }
      self = .folder(path)
    } else {
      guard Self.isRenderName(path, of: photos.first) else {
        throw UsageError(
          "\(Self.named(path, photos.first)), or '-o \(path)/' for a folder")
      }
      self = .file(path)
    }
  }

  /// Whether the name says that the file is a photo that can be rendered: one of the format of a photo, where that is known, or
  /// with an ending as the photo has, whatever it is.
  static func isRenderName(_ path: FilePath, of photo: FilePath? = nil) -> Bool {
    let ending = path.pathExtension.lowercased()
    let formats = PhotoFormats.standard
    guard let photo, let format = formats.format(ofFile: photo) else {
      return formats.fileExtensions.contains(ending)
    }
    return format.fileExtensions.contains(ending) || ending == photo.pathExtension.lowercased()
  }

  /// What is wrong with a name that says something else.
  static func named(_ path: FilePath, _ photo: FilePath?) -> String {
    let formats = PhotoFormats.standard
    let format = photo.flatMap { formats.format(ofFile: $0) }
    let ending = (format ?? formats.all.first)?.fileExtensions.first ?? ""
    return "a render is a \(format?.name ?? formats.names); name it so: '-o \(path).\(ending)'"
  }

  /// The path with an ending of the photo's format, where it has that of another one.
  private static func named(_ path: FilePath, as photo: FilePath) -> FilePath {
    let formats = PhotoFormats.standard
    return formats.format(ofFile: photo).map { formats.name(path, for: $0) } ?? path
  }

  /// Whether renders go into a folder that is named.
  func isFolder(_ path: FilePath) -> Bool {
    guard case .folder(let folder) = self else { return false }
    return folder == path || folder.resolvedWhereItExists == path.resolvedWhereItExists
  }

  /// The render's path; nil for the name beside the original.
  func target(for photo: FilePath) -> FilePath? {
    switch self {
    case .besideOriginal: nil
    case .file(let path): path
    case .folder(let folder): Self.named(folder.appending(photo.name), as: photo)
    }
  }
}

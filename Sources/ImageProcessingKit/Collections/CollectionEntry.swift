/// Something of a collection that a walk came by.
struct CollectionEntry: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case file(FileStamp)
    /// It should have been looked at and cannot be; what is wrong and what to do.
    case problem(String)
    /// It is no file, or faceblur's own; what it is.
    case aside(String)
  }

  /// Absolute, so that a later run knows it again from any folder.
  let source: FilePath
  /// Below the target: never absolute, never with dots.
  let target: FilePath
  let kind: Kind
}

/// A file or folder that was named, and where in the target what is in it goes.
public struct CollectionSource: Sendable, Hashable {
  /// As it was named.
  public let path: FilePath
  /// Absolute.
  let root: FilePath
  /// Below the target; nil for the target itself.
  let place: FilePath?
  /// Whether a list named it.
  var isListed = false

  /// Several sources go into folders of their names, a folder that is alone into the target itself.
  /// - Throws: `FaceBlurError` where one is missing or two have the same name.
  public static func sources(_ paths: [FilePath]) throws(FaceBlurError) -> [CollectionSource] {
    var sources: [CollectionSource] = []
    for path in paths {
      guard let root = path.resolved else { throw .reading(path) }
      // By the name that was typed, or that of the folder where only dots were.
      let named = path.name.isSingleName ? path.name : root.name
      let place = paths.count == 1 && path.isFolder ? nil : named
      if let place, let other = sources.first(where: { $0.place == place }) {
        throw FaceBlurError(
          .refused, path,
          "it would get the same place in the target as \(other.path)", advice: "scrub it to another target")
      }
      sources.append(CollectionSource(path: path, root: root, place: place))
    }
    return sources
  }

  /// A path from a list: it keeps its folders, as far as they are below the working folder or the root.
  static func listed(_ path: FilePath) -> CollectionSource {
    let separator = UInt8(ascii: "/")
    func components(_ path: FilePath) -> [ArraySlice<UInt8>] {
      path.bytes.split(separator: separator).filter { $0 != [UInt8(ascii: ".")] }
    }
    // A link that was named stands for what it leads to, under the link's name.
    let root = path.resolved ?? (path.folder.resolved ?? path.folder).appending(path.name)
    var parts = components(path)
    if parts.contains([UInt8(ascii: "."), UInt8(ascii: ".")]) { parts = components(path.resolved ?? root) }
    let place = FilePath(bytes: parts.filter { $0 != Array("..".utf8)[...] }.joined(separator: [separator]))
    return CollectionSource(path: path, root: root, place: place == "." ? nil : place, isListed: true)
  }

  /// For patterns: the source itself, a file by its own name and a folder by those that were typed.
  var filtered: FilteredFile {
    if root.isFolder {
      return FilteredFile(typed: typedNames, below: [], absolute: root, isListed: isListed)
    }
    // A file in a list stands there with its folders as one below a source does.
    if isListed {
      return FilteredFile(typed: [], below: (place ?? root.name).parts, absolute: root, isListed: true)
    }
    return FilteredFile(
      typed: Array(typedNames.dropLast()), below: [place ?? root.name], absolute: root, isListed: false)
  }

  /// For patterns: what lies in the source.
  func filtered(_ file: FilePath, below path: FilePath) -> FilteredFile {
    FilteredFile(typed: typedNames, below: path.parts, absolute: file, isListed: isListed)
  }

  /// What was typed, or in a list what it leads to; without dots.
  private var typedNames: [FilePath] {
    isListed ? place?.parts ?? [] : path.parts.filter { $0 != ".." }
  }
}

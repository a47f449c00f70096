internal import Glibc

/// A folder that is held open: whatever becomes of the names on the way to it, it stays the same folder.
///
/// Whoever may write to a folder on the way can swap the next one for a link, and lead what is written by path to where
/// originals are. So the way is gone once, folder by folder, and no link is followed. The paths that this value makes begin
/// at the folder itself, under /proc, and go to the same calls as any others.
final class HeldFolder: Sendable {
  /// How people reach it.
  let path: FilePath
  let identity: FileIdentity
  private let descriptor: Int32

  /// O_PATH of <fcntl.h>, which the importer leaves out: the folder need not be readable.
  private static let flags: Int32 = 0o10_000_000 | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC

  private init(owning descriptor: Int32, at path: FilePath) throws(FaceBlurError) {
    var status = stat()
    let isOpen = fstat(descriptor, &status) == 0
    self.path = path
    self.descriptor = descriptor
    identity = FileIdentity(status)
    // From here on the value is whole, and letting it go closes the descriptor.
    guard isOpen else { throw .reading(path) }
  }

  /// - Parameter path: of a folder that is there; the last part of it is no link.
  /// - Throws: `FaceBlurError` where it cannot be opened.
  convenience init(_ path: FilePath) throws(FaceBlurError) {
    let descriptor = path.withCString { open($0, Self.flags) }
    guard descriptor >= 0 else { throw .reading(path) }
    try self.init(owning: descriptor, at: path)
    guard FileIdentity(of: anchor) == identity else {
      throw FaceBlurError(
        .notReadable, path, "it cannot be held open, because /proc is not mounted",
        advice: "mount it, or run elsewhere"
      )
    }
  }

  /// A folder that another process has opened and handed over.
  /// - Parameter path: how people reach it.
  /// - Throws: `FaceBlurError` where the descriptor is none of a folder.
  convenience init(inherited descriptor: Int32, at path: FilePath) throws(FaceBlurError) {
    try self.init(owning: descriptor, at: path)
    guard FileIdentity(of: anchor.suffixed("/.")) == identity else { throw .reading(path, code: ENOTDIR) }
  }

  deinit {
    close(descriptor)
  }

  /// Lends the descriptor to a call that hands it over.
  func lending<Result>(_ body: (Int32) -> Result) -> Result {
    withExtendedLifetime(self) { body(descriptor) }
  }

  private static let descriptors: FilePath = "/proc/self/fd"

  private var anchor: FilePath { Self.descriptors.appending(FilePath("\(descriptor)")) }

  /// The path of something in this very folder, or with `.` its own. It leads there as long as this value lives.
  func at(_ name: FilePath) -> FilePath { name == "." ? anchor : anchor.appending(name) }

  /// A path as people know it, if this type has made it and the folder is still held.
  static func known(_ path: FilePath) -> FilePath {
    guard path.folder.folder == descriptors, let folder = path.folder.resolved else { return path }
    return folder.appending(path.name)
  }

  /// The folder at a path below this one; nil where it is missing.
  /// - Throws: `FaceBlurError` where a link or a file is in the way, or it cannot be opened.
  func descend(to place: FilePath) throws(FaceBlurError) -> HeldFolder? {
    try descend(to: place, missing: { _, _, _ throws(FaceBlurError) in false })
  }

  /// The folder at a path below this one, made where it is missing. Several threads may make the same one.
  /// - Parameter mode: the permissions, before the process's mask, of the folder so many levels down, from 0.
  /// - Throws: `FaceBlurError` where a link or a file is in the way, or it cannot be made.
  func making(_ place: FilePath, mode: (Int) -> UInt32) throws(FaceBlurError) -> HeldFolder {
    let folder = try descend(to: place) { (above, name, level) throws(FaceBlurError) in
      guard name.withCString({ mkdirat(above.descriptor, $0, mode(level)) }) == 0 || errno == EEXIST else {
        throw .writing(above.path.appending(name))
      }
      return true
    }
    guard let folder else { throw .writing(path.appending(place), code: ENOENT) }
    return folder
  }

  private func descend(
    to place: FilePath,
    missing make: (_ above: HeldFolder, _ name: FilePath, _ level: Int) throws(FaceBlurError) -> Bool
  ) throws(FaceBlurError) -> HeldFolder? {
    if place == "." { return self }
    guard place.isBelow else {
      throw FaceBlurError(.refused, path.appending(place), "it is no place below \(path)")
    }
    var folder = self
    for (level, bytes) in place.bytes.split(separator: UInt8(ascii: "/")).enumerated() {
      let name = FilePath(bytes: bytes)
      let next = folder.path.appending(name)
      var descriptor = name.withCString { openat(folder.descriptor, $0, Self.flags) }
      if descriptor < 0, errno == ENOENT {
        guard try make(folder, name, level) else { return nil }
        descriptor = name.withCString { openat(folder.descriptor, $0, Self.flags) }
      }
      guard descriptor >= 0 else { throw folder.obstacle(name) }
      folder = try HeldFolder(owning: descriptor, at: next)
    }
    return folder
  }

  /// Why a folder of a name cannot be opened, by the last error.
  private func obstacle(_ name: FilePath) -> FaceBlurError {
    let code = errno
    let next = path.appending(name)
    guard code == ENOTDIR || code == ELOOP else { return .reading(next, code: code) }
    var status = stat()
    let isKnown = name.withCString { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) } == 0
    return isKnown && status.st_mode & S_IFMT == S_IFLNK
      ? FaceBlurError(
        .refused, next, "it is a link to elsewhere, and no link is followed here", advice: "remove it")
      : FaceBlurError(.refused, next, "it is a file where a folder must be", advice: "move it away")
  }
}

extension InputFile {
  /// Opens a file read-only to which no link leads, be it by its name or by a folder's on the way.
  /// - Parameter path: absolute, without dots.
  /// - Throws: `FaceBlurError` where it is missing, not readable, not a regular file or reached by a link.
  static func openWithoutLinks(_ path: FilePath) throws(FaceBlurError) -> InputFile {
    let place = path.folder == "/" ? "." : FilePath(bytes: path.folder.bytes.dropFirst())
    guard let folder = try HeldFolder("/").descend(to: place) else { throw .reading(path, code: ENOENT) }
    return try withExtendedLifetime(folder) { () throws(FaceBlurError) in
      try open(folder.at(path.name), followingLinks: false, called: path)
    }
  }
}

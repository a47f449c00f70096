internal import Glibc

/// Why nothing of what a file or folder says can be relied on: somebody else may have written it.
enum FileDistrust: Sendable, Hashable {
  /// It is a link, has several names, or is neither a file nor a folder.
  case irregular
  case foreignOwner
  case writableByOthers

  /// Nil where it is a file or folder that only the user of this process writes to.
  init?(_ status: stat) {
    let kind = status.st_mode & S_IFMT
    if kind != S_IFDIR, kind != S_IFREG || status.st_nlink != 1 {
      self = .irregular
    } else if status.st_uid != geteuid() {
      self = .foreignOwner
    } else if status.st_mode & (S_IWGRP | S_IWOTH) != 0 {
      self = .writableByOthers
    } else {
      return nil
    }
  }

  /// Of what is at a path, a link at its end not followed; nil where nothing is wrong with it.
  /// - Throws: `FaceBlurError` where nothing is there.
  static func of(_ path: FilePath) throws(FaceBlurError) -> FileDistrust? {
    var status = stat()
    guard path.withCString({ lstat($0, &status) }) == 0 else { throw .reading(path) }
    return FileDistrust(status)
  }

  var reason: String {
    switch self {
    case .irregular: "it is a link or no file"
    case .foreignOwner: "it belongs to another user, who decides what it says"
    case .writableByOthers: "other users may write to it"
    }
  }
}

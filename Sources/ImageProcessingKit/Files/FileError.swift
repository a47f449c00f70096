internal import Glibc

/// Why a file cannot be read, or must not or cannot be written.
public struct FileError: Error, Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    /// Nothing is there.
    case noSuchFile
    /// Something is there, but it cannot be read as a file.
    case notReadable
    /// Another process is editing the same photo.
    case busy
    /// Writing would destroy something.
    case refused
    /// The system does not let us write.
    case notWritable
    /// There is no room for it.
    case full
  }

  public let kind: Kind
  public let path: FilePath
  /// What is wrong and what to do, without the path.
  public let reason: String

  init(_ kind: Kind, _ path: FilePath, _ reason: String) {
    self.kind = kind
    self.path = HeldFolder.known(path)
    self.reason = reason
  }

  /// The error of the last system call on a file that was to be read.
  static func reading(_ path: FilePath, code: Int32 = errno) -> FileError {
    switch code {
    case ENOENT, ENOTDIR:
      FileError(.noSuchFile, path, "there is no such file; check the name")
    case EACCES, EPERM:
      FileError(.notReadable, path, "no permission to read it; change its mode or run as its owner")
    case ELOOP:
      FileError(
        .notReadable, path, "it is a link that is not followed, or leads in a circle; name the photo itself")
    default:
      FileError(.notReadable, path, "it cannot be read (\(text(of: code)))")
    }
  }

  /// The error of the last system call on a file or folder that was to be written.
  static func writing(_ path: FilePath, code: Int32 = errno) -> FileError {
    let isFull = code == ENOSPC || code == EDQUOT
    let reason =
      switch code {
      case ENOSPC, EDQUOT: "the disk is full; free some space"
      case EFBIG: "the file would be larger than the system allows"
      case EACCES, EPERM:
        "no permission to write there; change the folder's mode, or copy the photo elsewhere"
      case EROFS: "the file system is read-only; copy the photo elsewhere"
      case ENOENT, ENOTDIR: "its folder does not exist; create it first"
      case ENAMETOOLONG: "its name is too long; rename the photo or name another file with -o"
      default: "it cannot be written (\(text(of: code)))"
      }
    return FileError(isFull ? .full : .notWritable, path, reason)
  }

  private static func text(of code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 128)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension FileError: CustomStringConvertible {
  public var description: String { "\(path): \(reason)" }
}

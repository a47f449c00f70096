internal import Glibc

extension FaceBlurError {
  /// An error of a file. A path into a folder that is held open becomes one that people know.
  init(_ kind: Kind, _ path: FilePath, _ reason: String, advice: Advice? = nil) {
    self.init(kind, file: HeldFolder.known(path), reason, advice: advice)
  }

  /// The same error of a file whose name nobody chooses: what helps in place of another name for it.
  func withoutOtherName(_ help: String) -> FaceBlurError {
    var error = self
    error.advice = advice.map { advice in
      Advice(
        parts: advice.parts.map { part in
          part == .remedy(.nameOutputFile) || part == .remedy(.nameOutput) ? .text(help) : part
        })
    }
    return error
  }

  /// The error of the last system call on a file that was to be read.
  static func reading(_ path: FilePath, code: Int32 = errno) -> FaceBlurError {
    switch code {
    case ENOENT, ENOTDIR:
      FaceBlurError(.noSuchFile, path, "there is no such file", advice: "check the name")
    case EACCES, EPERM:
      FaceBlurError(
        .notReadable, path, "no permission to read it", advice: "change its mode or run as its owner")
    case ELOOP:
      FaceBlurError(
        .notReadable, path, "it is a link that is not followed, or leads in a circle",
        advice: "name the photo itself")
    default:
      FaceBlurError(.notReadable, path, "it cannot be read (\(SystemError.text(of: code)))")
    }
  }

  /// The error of the last system call on a file or folder that was to be written.
  static func writing(_ path: FilePath, code: Int32 = errno) -> FaceBlurError {
    switch code {
    case ENOSPC, EDQUOT: FaceBlurError(.diskFull, path, "the disk is full", advice: "free some space")
    case EFBIG: FaceBlurError(.notWritable, path, "the file would be larger than the system allows")
    case EACCES, EPERM:
      FaceBlurError(
        .notWritable, path, "no permission to write there",
        advice: "change the folder's mode, or copy the photo elsewhere")
    case EROFS:
      FaceBlurError(.notWritable, path, "the file system is read-only", advice: "copy the photo elsewhere")
    case ENOENT: noFolder(of: path)
    case ENOTDIR: fileInPlaceOfFolder(path)
    case ENAMETOOLONG:
      FaceBlurError(
        .notWritable, path, "its name is too long", advice: "rename the photo or \(.nameOutputFile)")
    default: FaceBlurError(.notWritable, path, "it cannot be written (\(SystemError.text(of: code)))")
    }
  }

  /// The error of the last system call on a folder that was to be made.
  static func makingFolder(_ path: FilePath, code: Int32 = errno) -> FaceBlurError {
    code == EEXIST ? fileInPlaceOfFolder(path) : writing(path, code: code)
  }

  private static func noFolder(of path: FilePath) -> FaceBlurError {
    FaceBlurError(.notWritable, path, "its folder does not exist", advice: "create it first")
  }

  /// Something on a path, or at its end, is to be a folder and is none.
  private static func fileInPlaceOfFolder(_ path: FilePath) -> FaceBlurError {
    var file = path
    while !file.exists, file.folder != file { file = file.folder }
    guard file.exists, !file.isFolder else { return noFolder(of: path) }
    return FaceBlurError(.notWritable, file, "it is a file, and no folder", advice: "name a folder")
  }
}

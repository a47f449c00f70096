internal import Glibc
internal import ImageProcessingKit

/// A folder that is this run's alone, of which nothing is left in the end.
struct PrivateFolder {
  let path: FilePath

  /// Makes one where temporary files go, which nobody else may look into.
  /// - Throws: `FaceBlurError` where none can be made.
  init() throws(FaceBlurError) {
    let parent = FilePath(environment: "TMPDIR").flatMap { $0.isAbsolute ? $0 : nil } ?? "/tmp"
    var name = parent.appending("faceblur-XXXXXX").bytes.map(CChar.init(bitPattern:)) + [0]
    guard name.withUnsafeMutableBufferPointer({ $0.baseAddress.flatMap { mkdtemp($0) } != nil }) else {
      throw FaceBlurError(
        .notWritable, file: parent, "no folder can be made in it: \(SystemError.text())",
        advice: "set TMPDIR to a folder that you may write to")
    }
    path = FilePath(bytes: name.dropLast().map(UInt8.init(bitPattern:)))
  }

  /// Writes a new file, for its owner alone.
  /// - Throws: `FaceBlurError` where it cannot be written.
  func write(_ bytes: [UInt8], _ name: String) throws(FaceBlurError) -> FilePath {
    let file = path.appending(FilePath(name))
    let descriptor = file.withCString {
      open($0, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard descriptor >= 0 else { throw FaceBlurError(.notWritable, file: file, SystemError.text()) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let reason = SystemError.text()
        close(descriptor)
        throw FaceBlurError(
          .notWritable, file: file, reason, advice: "set TMPDIR to a folder with some space")
      }
      rest = rest.dropFirst(count)
    }
    guard close(descriptor) == 0 else { throw FaceBlurError(.notWritable, file: file, SystemError.text()) }
    return file
  }

  /// Removes it with the files in it; there are no folders in it.
  /// - Returns: false where something is left.
  func remove() -> Bool {
    for name in Folder.names(in: path) { _ = path.appending(name).withCString { unlink($0) } }
    return path.withCString { rmdir($0) } == 0
  }
}

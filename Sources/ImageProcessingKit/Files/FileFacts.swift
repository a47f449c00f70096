internal import Glibc

/// All that the system says of a regular file, whatever path or link leads to it: where that is as it was, nothing has been done to the file, and no
/// other one has been put in its place. A file that is exchanged for another one may get that one's size and time, but is changed by that.
struct FileFacts: Sendable, Hashable {
  let stamp: FileStamp
  let identity: FileIdentity
  /// When it was written, renamed, linked or given other rights last, in nanoseconds since 1970, as far as its file system notes that.
  let changed: Int

  init(_ status: stat) {
    stamp = FileStamp(status)
    identity = FileIdentity(status)
    changed = FileStamp.changed(status)
  }

  /// Of a regular file, links followed; nil where there is none.
  init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }
}

internal import Glibc

/// Size and time of a file: where both are as they were, its content is taken to be, too.
package struct FileStamp: Sendable, Hashable, Codable {
  /// In bytes.
  package let size: Int
  /// Nanoseconds since 1970.
  package let modified: Int

  /// That of no file, for where none was found.
  static let ofNone = FileStamp(size: -1, modified: 0)

  init(size: Int, modified: Int) {
    self.size = size
    self.modified = modified
  }

  init(_ status: stat) {
    size = Int(status.st_size)
    let (nanoseconds, overflow) = status.st_mtim.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    modified = overflow ? 0 : nanoseconds &+ status.st_mtim.tv_nsec
  }

  /// Of a regular file, links followed; nil where there is none.
  init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }
}

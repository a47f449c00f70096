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
    modified = Self.nanoseconds(status.st_mtim) ?? 0
  }

  /// Since 1970; nil where they are too many.
  private static func nanoseconds(_ time: timespec) -> Int? {
    let (nanoseconds, overflow) = time.tv_sec.multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? nil : nanoseconds &+ time.tv_nsec
  }

  /// Of a regular file, links followed; nil where there is none.
  init?(of path: FilePath) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    self.init(status)
  }

  /// When a file was written, renamed or given other rights last, in nanoseconds since 1970; 0 where they are too many.
  static func changed(_ status: stat) -> Int { nanoseconds(status.st_ctim) ?? 0 }

  /// When a regular file was written, renamed or given other rights last, in nanoseconds since 1970, as far as its file system notes that; nil
  /// where there is none.
  static func changed(at path: FilePath) -> Int? {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return nanoseconds(status.st_ctim)
  }
}

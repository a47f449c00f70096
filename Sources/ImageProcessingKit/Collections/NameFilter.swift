internal import Glibc

/// Which files of a collection are wanted, by patterns as a shell has them.
///
/// `*`, `?` and `[…]` stay within one name, `**` stands for any number of folders, and case does not matter. A pattern
/// without a slash is held against names, one with a slash against the path below the source.
public struct NameFilter: Sendable, Hashable {
  /// Where there are any, a file must fit one of them.
  public var included: [String]
  /// Files, and folders with all that is in them, that are left out.
  public var excluded: [String]

  public init(included: [String] = [], excluded: [String] = []) {
    self.included = included
    self.excluded = excluded
  }

  func excludes(_ path: FilePath) -> Bool {
    excluded.contains { Self.fits(path, $0) }
  }

  /// Whether a file is wanted.
  func admits(_ path: FilePath) -> Bool {
    !excludes(path) && (included.isEmpty || included.contains { Self.fits(path, $0) })
  }

  static func fits(_ path: FilePath, _ pattern: String) -> Bool {
    let slash = UInt8(ascii: "/")
    let parts = pattern.utf8.split(separator: slash).map { FilePath(bytes: $0) }
    guard pattern.contains("/") else { return fits(name: path.name, pattern: FilePath(pattern)) }
    return fits(path.bytes.split(separator: slash).map { FilePath(bytes: $0) }[...], parts[...])
  }

  /// Goes back to the last `**` only, which is enough and keeps the work small.
  private static func fits(_ names: ArraySlice<FilePath>, _ parts: ArraySlice<FilePath>) -> Bool {
    var names = names
    var parts = parts
    var retry: (names: ArraySlice<FilePath>, parts: ArraySlice<FilePath>)?
    while !names.isEmpty || !parts.isEmpty {
      if parts.first == "**" {
        parts.removeFirst()
        retry = (names, parts)
      } else if let name = names.first, let part = parts.first, fits(name: name, pattern: part) {
        names.removeFirst()
        parts.removeFirst()
      } else if let last = retry, !last.names.isEmpty {
        names = last.names.dropFirst()
        parts = last.parts
        retry = (names, parts)
      } else {
        return false
      }
    }
    return true
  }

  private static func fits(name: FilePath, pattern: FilePath) -> Bool {
    // FNM_CASEFOLD of <fnmatch.h>, an extension that the importer leaves out.
    let ignoringCase: Int32 = 1 << 4
    return pattern.withCString { pattern in name.withCString { fnmatch(pattern, $0, ignoringCase) } } == 0
  }
}

internal import Glibc

/// A path as the system knows it: bytes without NUL, which need not be UTF-8.
public struct FilePath: Sendable, Hashable {
  /// Never empty; an empty path becomes `.`.
  public let bytes: [UInt8]

  private static let separator = UInt8(ascii: "/")

  public init(bytes: some Sequence<UInt8>) {
    let usable = Array(bytes.prefix { $0 != 0 })
    self.bytes = usable.isEmpty ? [UInt8(ascii: ".")] : usable
  }

  public init(_ string: String) {
    self.init(bytes: string.utf8)
  }

  /// The last component: `IMG_1234.JPG`.
  public var name: FilePath {
    FilePath(bytes: trimmed.split(separator: Self.separator).last ?? bytes[...])
  }

  /// The folder that holds the file; `.` for a bare name.
  public var folder: FilePath {
    guard let slash = trimmed.lastIndex(of: Self.separator) else { return "." }
    return slash == 0 ? "/" : FilePath(bytes: bytes[..<slash])
  }

  /// The last component without its extension: `IMG_1234`.
  package var stem: FilePath {
    let name = name.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return self.name }
    return FilePath(bytes: name[..<dot])
  }

  /// What follows the last dot of the last component, without it; empty where there is none: `JPG`.
  public var pathExtension: String {
    let name = name.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self)
  }

  /// Whether the path begins at the root.
  package var isAbsolute: Bool { bytes.first == Self.separator }

  /// Whether the path is written as that of a folder: `photos/`.
  package var endsWithSeparator: Bool { bytes.last == Self.separator }

  /// Whether the path is a bare name that stays in its folder.
  var isSingleName: Bool {
    !bytes.contains(Self.separator) && self != "." && self != ".."
  }

  /// Whether the path, put behind a folder's, leads to something in it, whatever is there: it is relative, and no part of
  /// it is empty or dots.
  var isBelow: Bool {
    bytes.split(separator: Self.separator, omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part != [UInt8(ascii: ".")] && part != Array("..".utf8)[...]
    }
  }

  /// The path of something inside this folder; an absolute `other` stands for itself.
  public func appending(_ other: FilePath) -> FilePath {
    if other.isAbsolute { return other }
    if self == "." { return other }
    return FilePath(bytes: bytes + (endsWithSeparator ? [] : [Self.separator]) + other.bytes)
  }

  /// The path with bytes added at its end.
  package func suffixed(_ suffix: String) -> FilePath {
    FilePath(bytes: bytes + Array(suffix.utf8))
  }

  /// Whether something is there, a dangling link included, or nobody can tell because the folder may not be read or the disk fails.
  public var exists: Bool {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 || [EACCES, EIO, ENOMEM].contains(errno)
  }

  /// Whether a symbolic link is there.
  package var isLink: Bool {
    var status = stat()
    return withCString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a folder is there, links followed.
  package var isFolder: Bool { kind == S_IFDIR }

  /// Whether something is there, links followed, that is neither a file nor a folder: a device, a pipe or a socket.
  var isSpecial: Bool { kind.map { $0 != S_IFREG && $0 != S_IFDIR } ?? false }

  /// The bits of the mode that say what is there, links followed; nil where nothing is.
  private var kind: mode_t? {
    var status = stat()
    return withCString { stat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The path without links and dots; nil where something on the way is missing.
  package var resolved: FilePath? {
    guard let path = withCString({ realpath($0, nil) }) else { return nil }
    defer { free(path) }
    return FilePath(bytes: UnsafeBufferPointer(start: path, count: strlen(path)).map(UInt8.init(bitPattern:)))
  }

  /// More folders inside each other than a path can name.
  static let maxLevels = 4096

  /// How many folders, this one included, would have to be made.
  var missingLevels: Int {
    exists || folder == self ? 0 : 1 + folder.missingLevels
  }

  /// The path without links and dots as far as it exists, and the rest as it is; nil where the working folder
  /// is gone.
  package var resolvedWhereItExists: FilePath? {
    if let resolved { return resolved }
    guard folder != self else { return nil }
    return folder.resolvedWhereItExists?.appending(name)
  }

  /// Lends the path to a system call.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { preconditionFailure("the array holds a terminator") }
      return body(base)
    }
  }

  private var trimmed: ArraySlice<UInt8> {
    let end = bytes.lastIndex { $0 != Self.separator } ?? 0
    return bytes[...end]
  }
}

extension FilePath: ExpressibleByStringLiteral, CustomStringConvertible {
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The path for people; bytes that are not UTF-8 are replaced.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

/// A string where the path is UTF-8, else an array of its bytes, so that any name survives the record.
extension FilePath: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let string = try? container.decode(String.self) {
      self.init(string)
    } else {
      self.init(bytes: try container.decode([UInt8].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let string = String(validating: bytes, as: UTF8.self) {
      try container.encode(string)
    } else {
      try container.encode(bytes)
    }
  }
}

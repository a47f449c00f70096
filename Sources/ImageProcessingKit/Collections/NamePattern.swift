internal import Glibc

/// One pattern of a filter, taken apart.
struct NamePattern {
  let text: String
  /// Whether it is held against single names.
  private let isName: Bool
  private let parts: [FilePath]
  /// What it stands for as seen from the working folder, from the root on.
  private let absolutes: [[FilePath]]

  /// The working folder is that of now.
  init(_ text: String) {
    self.text = text
    var pattern = FilePath(text)
    while pattern.endsWithSeparator, pattern != "/" { pattern = FilePath(bytes: pattern.bytes.dropLast()) }
    parts = pattern.parts
    isName = pattern.isSingleName
    guard !isName else {
      absolutes = []
      return
    }
    // A link on the way stands for what it leads to; the last name may be that of a link itself.
    let besideLast = pattern.name.isSingleName ? pattern.folder.resolvedWhereItExists : nil
    let places = [besideLast?.appending(pattern.name), pattern.resolvedWhereItExists]
    absolutes = places.compactMap { $0?.parts }
  }

  /// Whether a file, or a folder that it lies in, fits.
  /// - Parameter withTyped: whether single names are also looked for in what the source was called.
  func fits(_ file: FilteredFile, withTyped: Bool) -> Bool {
    if isName {
      return file.below.contains { Self.fits(name: $0, pattern: parts[0]) }
        || withTyped && file.typed.contains { Self.fits(name: $0, pattern: parts[0]) }
    }
    let called: [[FilePath]] = [
      file.below, file.typed + file.below, Array(file.typed.suffix(1)) + file.below,
    ]
    // Nothing is left of `.` and `/`, which stand for folders by their place alone.
    if !parts.isEmpty, called.contains(where: { Self.begin($0[...], with: parts[...]) }) { return true }
    let absolute = file.absolute.parts[...]
    return absolutes.contains { Self.begin(absolute, with: $0[...]) }
  }

  /// Whether a path, or that of a folder above it, fits. It goes back to the last `**` only, which is enough and keeps the work small.
  private static func begin(_ names: ArraySlice<FilePath>, with parts: ArraySlice<FilePath>) -> Bool {
    var names = names
    var parts = parts
    var retry: (names: ArraySlice<FilePath>, parts: ArraySlice<FilePath>)?
    while !parts.isEmpty {
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
    // As a shell takes what fits nothing: a folder may be called `[1]`.
    if name == pattern { return true }
    // FNM_CASEFOLD of <fnmatch.h>, an extension that the importer leaves out.
    let ignoringCase: Int32 = 1 << 4
    return pattern.withCString { pattern in name.withCString { fnmatch(pattern, $0, ignoringCase) } } == 0
  }
}

/// What a file or folder of a collection is called, for patterns.
struct FilteredFile {
  /// The names of the source as it was typed, without dots; none where `below` holds them.
  let typed: [FilePath]
  /// The names below the source.
  let below: [FilePath]
  let absolute: FilePath
  /// Whether a list named the source, whose names are then like those below a folder.
  let isListed: Bool
}

extension FilePath {
  /// The names that the path consists of, without single dots.
  var parts: [FilePath] {
    bytes.split(separator: UInt8(ascii: "/")).map { FilePath(bytes: $0) }.filter { $0 != "." }
  }
}

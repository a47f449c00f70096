internal import Glibc

extension FilePath {
  /// What a variable of the environment names; nil where it is not set, or empty.
  package init?(environment variable: String) {
    guard let value = getenv(variable), value.pointee != 0 else { return nil }
    self.init(bytes: UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  /// The folder of the program that runs; nil where that cannot be said.
  private static var programFolder: FilePath? {
    let longest = Int(PATH_MAX)
    let program = [UInt8](unsafeUninitializedCapacity: longest) { buffer, count in
      let length = buffer.withMemoryRebound(to: CChar.self) { bytes in
        bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? -1
      }
      count = max(length, 0)
    }
    // A program that cannot be reached by a path has a name that looks like a relative one.
    guard program.count < longest, FilePath(bytes: program).isAbsolute else { return nil }
    return FilePath(bytes: program).folder
  }

  /// Where programs that this one starts are kept, from where it is installed: `bin` and this stand beside each other.
  private static let helpers: FilePath = "libexec/faceblur"

  /// The folder that holds `bin`, `lib` and `libexec` of this program: it is in the first or the last of them.
  private static func root(of folder: FilePath) -> FilePath {
    let parent = folder.folder
    return folder.name == helpers.name && parent.name == helpers.folder ? parent.folder : parent
  }

  /// Where another program of ours may be: beside this one, or where `make install` puts it.
  package static func places(ofProgram name: String) -> [FilePath] {
    guard let folder = programFolder else { return [] }
    return [folder.appending(FilePath(name)), root(of: folder).appending(helpers).appending(FilePath(name))]
  }

  /// Where a library of ours may be, likewise.
  static func places(ofLibrary name: String) -> [FilePath] {
    guard let folder = programFolder else { return [] }
    return [folder.appending(FilePath(name)), root(of: folder).appending(FilePath("lib/faceblur/" + name))]
  }
}

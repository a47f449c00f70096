internal import Glibc

extension FilePath {
  /// What a variable of the environment names; nil where it is not set, or empty.
  package init?(environment variable: String) {
    guard let value = getenv(variable), value.pointee != 0 else { return nil }
    self.init(bytes: UnsafeRawBufferPointer(start: value, count: strlen(value)))
  }

  /// The folder of the program that runs; nil where that cannot be said.
  static var programFolder: FilePath? {
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
}

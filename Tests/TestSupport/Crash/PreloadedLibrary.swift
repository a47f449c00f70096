import Foundation

/// A small library that is preloaded into the command under test. Nothing of what it does is in the command itself.
final class PreloadedLibrary: Sendable {
  struct NoCompiler: Error, CustomStringConvertible {
    let description = "clang, which comes with Swift, did not build a library that the command is to preload"
  }

  private let folder: ScratchFolder
  let path: String

  /// - Parameter name: of the C file beside this one.
  init(_ name: String) throws {
    folder = try ScratchFolder()
    path = folder.path("\(name).so")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "clang", "-shared", "-fPIC", "-O1", "-o", path,
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).c").path, "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw NoCompiler() }
  }
}

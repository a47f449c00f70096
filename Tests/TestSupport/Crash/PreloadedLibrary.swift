import Foundation

/// A small library that is preloaded into the command under test. Nothing of what it does is in the command itself.
final class PreloadedLibrary: Sendable {
  private let folder: ScratchFolder
  let path: String

  /// - Parameter name: of the C file beside this one.
  init(_ name: String) throws {
    folder = try ScratchFolder()
    path = folder.path("\(name).so")
    try CompiledLibrary.build(
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "\(name).c").path, path)
  }
}

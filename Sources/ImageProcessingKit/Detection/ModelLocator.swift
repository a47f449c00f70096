/// Says where each model comes from, and refuses any file that is not the tested one.
///
/// The networks are part of the program. A folder replaces them: then nothing else is looked at.
package struct ModelLocator: Sendable, Hashable {
  /// The folder that replaces what is part of the program, if any.
  package let folder: FilePath?

  /// Where distributions put OpenCV's cascades, which are not part of the program.
  private static let cascadeFolders: [FilePath] = [
    "/usr/share/opencv4/haarcascades", "/usr/share/opencv/haarcascades",
  ]
  /// The largest model that is read into memory.
  private static let maxModelBytes = 256 << 20

  /// - Parameter folder: holds every model that is used; nil for those of the program, and the distribution's cascades.
  package init(folder: FilePath? = nil) {
    self.folder = folder
  }

  /// A model's bytes. What is part of the program is not copied.
  /// - Throws: `FaceBlurError` where it is missing, unreadable or another file.
  package func load(_ model: Model) throws(FaceBlurError) -> LoadedModel {
    if folder == nil, let compiled = CompiledModel.all.first(where: { $0.model == model }) {
      return LoadedModel(compiled)
    }
    let folders = folder.map { [$0] } ?? Self.cascadeFolders
    guard let path = folders.map({ $0.appending(FilePath(model.file)) }).first(where: \.exists) else {
      throw .modelMissing(model, searched: folders)
    }
    let bytes: [UInt8]
    do {
      bytes = try InputFile.open(path).readAll(limit: Self.maxModelBytes)
    } catch {
      throw .modelUnreadable(path, reason: error.message())
    }
    let loaded = LoadedModel(model: model, path: path, bytes: bytes)
    let found = loaded.sha256
    guard found == model.sha256 else {
      throw .modelMismatch(model, path, expected: model.sha256, found: found)
    }
    return loaded
  }
}

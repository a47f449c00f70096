/// Finds model files and refuses any that is not the tested one.
public struct ModelLocator: Sendable {
  /// The folders that are searched, in this order.
  public let folders: [FilePath]

  /// The largest model that is read into memory.
  private static let maxModelBytes = 256 << 20

  /// Searches exactly these folders.
  public init(folders: [FilePath]) {
    self.folders = folders
  }

  /// Searches the folder that the user named, then `FACEBLUR_MODELS`, `models` beside the executable,
  /// `../share/faceblur/models` from there, `models` in the working folder and the distribution's folders.
  /// - Parameters:
  ///   - option: the folder that the user named, if any.
  ///   - environment: the value of `FACEBLUR_MODELS`, if set.
  ///   - executable: the path of the running program.
  public init(option: FilePath?, environment: FilePath?, executable: FilePath?) {
    var folders = [option, environment].compactMap(\.self)
    if let folder = executable?.folder {
      folders.append(folder.appending("models"))
      folders.append(folder.folder.appending("share/faceblur/models"))
    }
    folders.append("models")
    folders.append("/usr/share/opencv4/haarcascades")
    folders.append("/usr/share/opencv/haarcascades")
    self.folders = folders
  }

  /// Where a model is, or nil; its content is not looked at.
  public func path(of model: Model) -> FilePath? {
    folders.map { $0.appending(FilePath(model.file)) }.first(where: \.exists)
  }

  /// Reads a model and checks its hash. The first file of that name decides: a wrong one is not passed over.
  /// - Throws: `DetectionError` where it is missing, unreadable or another file.
  public func load(_ model: Model) throws(DetectionError) -> LoadedModel {
    guard let path = path(of: model) else {
      throw .modelMissing(model, searched: folders)
    }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try InputFile.open(path).readAll(limit: Self.maxModelBytes)
    } catch {
      throw .modelUnreadable(path, reason: error.reason)
    }
    let found = SHA256.hexDigest(of: bytes)
    guard found == model.sha256 else {
      throw .modelMismatch(model, path, expected: model.sha256, found: found)
    }
    return LoadedModel(model: model, path: path, bytes: bytes)
  }
}

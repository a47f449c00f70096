extension UserSettings {
  private static let folderName: FilePath = "faceblur"
  private static let fileName: FilePath = "settings.json"

  /// `settings.json` in the folder `faceblur` of the user's folder for settings, as the XDG base directory specification says:
  /// `XDG_CONFIG_HOME`, else `.config` in `HOME`. A relative path counts as none. Nil where the environment names none.
  package static var file: FilePath? {
    file(
      configuration: FilePath(environment: "XDG_CONFIG_HOME"), home: FilePath(environment: "HOME"))
  }

  /// The same for folders that the environment names.
  /// - Parameters:
  ///   - configuration: of the user's settings; nil for none.
  ///   - home: the user's; nil for none.
  static func file(configuration: FilePath?, home: FilePath?) -> FilePath? {
    let named = configuration.flatMap { $0.isAbsolute ? $0 : nil }
    let usual = home.flatMap { $0.isAbsolute ? $0.appending(".config") : nil }
    return (named ?? usual)?.appending(folderName).appending(fileName)
  }

  /// - Returns: no wishes where there is no file.
  /// - Throws: `FaceBlurError` of kind `unusableSettings` where the file is damaged or too large, or others may write to it.
  package static func read() throws(FaceBlurError) -> UserSettings {
    guard let file else { return UserSettings() }
    return try read(at: file)
  }

  static func read(at path: FilePath) throws(FaceBlurError) -> UserSettings {
    do throws(FaceBlurError) {
      let file = try InputFile.open(path, followingLinks: false)
      try refuseStrangers(path.folder)
      if let distrust = file.distrust { throw .unusableSettings(distrust, path) }
      return try UserSettings(content: file.readAll(limit: maxFileBytes))
    } catch {
      switch error.kind {
      case .noSuchFile: return UserSettings()
      case .unusableSettings: throw error.naming(path)
      // What helps against an unreadable photo does not help here.
      default: throw FaceBlurError.unusableSettings(error.reason).naming(path)
      }
    }
  }

  /// Writes the file in place of the one that is there, whatever that is; where nothing is wished there is none.
  /// - Throws: `FaceBlurError` where a value is out of bounds, the environment names no folder, or the file cannot be written.
  package func write() throws(FaceBlurError) {
    guard let file = Self.file else {
      throw FaceBlurError(
        .notWritable, "settings have no place, as the environment names no home folder",
        advice: "set HOME or XDG_CONFIG_HOME to an absolute path")
    }
    try write(to: file)
  }

  func write(to path: FilePath) throws(FaceBlurError) {
    let content = try content()
    do throws(FaceBlurError) {
      if self == UserSettings() {
        if path.exists { try FileStep.remove(path).perform() }
        return
      }
      // Settings are nobody else's business.
      try Folder.make(path.folder.folder, mode: 0o700)
      try Folder.make(path.folder, mode: 0o700)
      try Self.refuseStrangers(path.folder)
      let staged = try StagedFile.holding(content, for: path, mode: 0o600)
      try staged.place(replacing: true)
    } catch {
      guard error.kind != .unusableSettings else { throw error }
      throw FaceBlurError(error.kind, path, "the settings cannot be written: \(error.reason)")
    }
  }

  /// - Throws: `FaceBlurError` where somebody else decides what lies in the folder.
  private static func refuseStrangers(_ folder: FilePath) throws(FaceBlurError) {
    if let distrust = try FileDistrust.of(folder) { throw .unusableSettings(distrust, folder) }
    if let parent = folder.folder.resolved, Folder.isOpenToEverybody(parent) {
      throw FaceBlurError(
        .unusableSettings, folder,
        "everybody may change the names in \(parent), and with them what is wanted",
        advice: "change the mode of that one, or set XDG_CONFIG_HOME to another")
    }
  }
}

extension FaceBlurError {
  fileprivate static func unusableSettings(_ distrust: FileDistrust, _ path: FilePath) -> FaceBlurError {
    let advice: Advice =
      switch distrust {
      case .irregular: "put a plain file or folder in its place"
      case .foreignOwner: "run as its owner, or set XDG_CONFIG_HOME to a folder of your own"
      case .writableByOthers: "take that away with 'chmod go-w'"
      }
    return FaceBlurError(.unusableSettings, path, distrust.reason, advice: advice)
  }
}

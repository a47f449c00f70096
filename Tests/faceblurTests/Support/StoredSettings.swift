import TestSupport
import Testing

/// Settings that a user has stored, in a scratch folder.
enum StoredSettings {
  /// What the environment names.
  static let folder = "configuration"
  static let file = folder + "/faceblur/settings.json"
}

extension ScratchFolder {
  /// Starts the command for a user whose settings lie in this folder.
  var heedingPrefix: [String] { ["env", "XDG_CONFIG_HOME=" + path(StoredSettings.folder)] }

  /// Writes the file of settings as a person would who may be the only one to write to it.
  func store(_ json: String) throws {
    try write(Array(json.utf8), StoredSettings.file)
    try setMode(0o700, StoredSettings.folder + "/faceblur")
    try setMode(0o600, StoredSettings.file)
  }

  /// Runs the command in this folder for a user whose settings lie in it, whatever comes of it.
  @discardableResult
  func heeding(_ arguments: [String]) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(arguments, prefix: heedingPrefix, in: path)
  }

  /// The same for a command that must succeed.
  @discardableResult
  func heeding(
    _ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BuiltCommand.Outcome {
    let outcome = try heeding(arguments)
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome
  }
}

import Foundation

/// The built command, killed on the way: a small library is preloaded that ends it before a chosen change of a file or
/// folder. Nothing of that is in the command itself.
public enum CrashingCommand {
  /// Built once per run.
  private static let library = Result { try PreloadedLibrary("crash") }

  /// Whether a run ended by the kill.
  public static func isCrash(_ outcome: BuiltCommand.Outcome) -> Bool { outcome.exitCode == SIGKILL }

  /// Runs the command until the change of a number, from 1; to its end where it makes fewer.
  public static func run(
    _ arguments: [String], untilChange number: Int, in folder: String
  ) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      arguments,
      prefix: ["env", "LD_PRELOAD=\(library.get().path)", "FACEBLUR_CRASH_BEFORE=\(number)"], in: folder)
  }
}

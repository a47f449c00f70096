import Foundation

/// The built command, killed on the way: a small library is preloaded that ends it before a chosen change of a file or
/// folder. Nothing of that is in the command itself.
public enum CrashingCommand {
  public struct NoCompiler: Error, CustomStringConvertible {
    public let description =
      "clang, which comes with Swift, did not build the library that crashes the command"
  }

  /// Built once per run.
  private static let library = Result {
    let folder = try ScratchFolder()
    let path = folder.path("crash.so")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "clang", "-shared", "-fPIC", "-O1", "-o", path,
      URL(filePath: #filePath).deletingLastPathComponent().appending(path: "crash.c").path, "-ldl",
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw NoCompiler() }
    return (folder: folder, path: path)
  }

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

/// The built command with a fault in what keeps a render that goes to standard output: what the gate reads back is not what was written.
public enum ForgingCommand {
  /// Built once per run.
  private static let library = Result { try PreloadedLibrary("forge") }

  /// What starts the command.
  public static func prefix() throws -> [String] { try ["env", "LD_PRELOAD=\(library.get().path)"] }
}

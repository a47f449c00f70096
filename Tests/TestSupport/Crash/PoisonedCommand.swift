/// The built command with a fault in its decoder: photos with a poison in them end the process that decodes them, or make
/// it do what it may not.
public enum PoisonedCommand {
  public enum Poison: String, Sendable, CaseIterable {
    case fall
    /// As `fall`, but only the first time.
    case once
    case hang
    case swell
    case escape
  }

  /// Built once per run.
  private static let library = Result { try PreloadedLibrary("poison") }

  /// A photo with a poison; for any other program it is a comment.
  public static func poisoned(_ jpeg: [UInt8], _ poison: Poison) -> [UInt8] {
    TestJPEG.inserting([(0xFE, Array("poison: \(poison.rawValue)".utf8))], into: jpeg)
  }

  /// What starts the command.
  /// - Parameters:
  ///   - hasWorkers: whether its workers live long enough to get a photo.
  ///   - isForging: whether they try to write where is kept what was seen in other films than theirs.
  public static func prefix(hasWorkers: Bool = true, isForging: Bool = false) throws -> [String] {
    try ["env", "LD_PRELOAD=\(library.get().path)"] + (hasWorkers ? [] : ["LD_FACEBLUR_NO_WORKERS=1"])
      + (isForging ? ["LD_FACEBLUR_FORGE=1"] : [])
  }
}

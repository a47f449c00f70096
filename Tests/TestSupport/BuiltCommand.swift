import Foundation

/// The built `faceblur`, run as a user would run it.
public enum BuiltCommand {
  public struct Outcome: Sendable {
    public let exitCode: Int32
    public let output: String
    public let errors: String

    /// The lines of standard output, each parsed as a JSON object.
    public func jsonLines() throws -> [[String: Any]] {
      try output.split(separator: "\n").map { line in
        guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
          throw CocoaError(.coderReadCorrupt)
        }
        return object
      }
    }
  }

  /// Beside the running test program.
  public static let path = program("faceblur")

  /// Another program of the package.
  public static func program(_ name: String) -> String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: name).path
  }

  /// Runs the command with the package's models.
  /// - Parameters:
  ///   - program: the path of what is run.
  ///   - prefix: a program and its arguments that starts the command, such as `prlimit`.
  ///   - models: the value of FACEBLUR_MODELS; nil for those that ship with the package.
  ///   - folder: the working folder.
  @discardableResult
  public static func run(
    _ arguments: [String], of program: String = path, prefix: [String] = [], models: String? = nil,
    in folder: String? = nil
  ) throws -> Outcome {
    let process = Process()
    let words = prefix + [program] + arguments
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    var environment = ProcessInfo.processInfo.environment
    environment["FACEBLUR_MODELS"] = models ?? TestPhotos.modelsFolder
    process.environment = environment
    process.currentDirectoryURL = URL(filePath: folder ?? FileManager.default.temporaryDirectory.path)
    process.standardInput = FileHandle.nullDevice
    // Files instead of pipes: a full pipe that nobody reads would stop the command.
    let scratch = try ScratchFolder()
    let output = try scratch.write([], "output")
    let errors = try scratch.write([], "errors")
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.run()
    process.waitUntilExit()
    return Outcome(
      exitCode: process.terminationStatus,
      output: String(decoding: try scratch.read("output"), as: UTF8.self),
      errors: String(decoding: try scratch.read("errors"), as: UTF8.self))
  }
}

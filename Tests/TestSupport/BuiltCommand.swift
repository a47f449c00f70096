import Foundation

/// The built `faceblur`, run as a user would run it who has stored no settings.
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

  /// The commands that look for faces whatever else they are told.
  private static let looking: Set = ["blur", "detect", "scrub", "verify"]

  /// A command that looks for faces looks quickly, where the test does not say how: any look sees those of the portraits, and to take them all
  /// is most of the time of all tests. A test that is about what is found says `--effort normal`, or stores settings.
  private static func quick(_ arguments: [String]) -> [String] {
    let isSaid = arguments.contains {
      $0.hasPrefix("--effort") || $0 == "haar" || $0 == "--" || $0 == "--help"
    }
    guard let command = arguments.first, looking.contains(command), !isSaid else { return arguments }
    return arguments + ["--effort", "fast"]
  }

  /// Runs the command.
  /// - Parameters:
  ///   - program: the path of what is run.
  ///   - prefix: a program and its arguments that starts the command, such as `prlimit`.
  ///   - models: the value of FACEBLUR_MODELS; nil for those of the command.
  ///   - folder: the working folder.
  ///   - input: the path of a file that is its standard input.
  @discardableResult
  public static func run(
    _ arguments: [String], of program: String = path, prefix: [String] = [], models: String? = nil,
    in folder: String? = nil, input: String? = nil
  ) throws -> Outcome {
    let process = prepared(arguments, of: program, prefix: prefix, models: models, in: folder)
    if let input { process.standardInput = FileHandle(forReadingAtPath: input) }
    // Files instead of pipes: a full pipe that nobody reads would stop the command.
    let scratch = try ScratchFolder()
    let output = try scratch.write([], "output")
    let errors = try scratch.write([], "errors")
    process.standardOutput = FileHandle(forWritingAtPath: output)
    process.standardError = FileHandle(forWritingAtPath: errors)
    try process.runToEnd()
    return Outcome(
      exitCode: process.terminationStatus,
      output: String(decoding: try scratch.read("output"), as: UTF8.self),
      errors: String(decoding: try scratch.read("errors"), as: UTF8.self))
  }

  /// The command, ready to be started.
  static func prepared(
    _ arguments: [String], of program: String = path, prefix: [String] = [], models: String? = nil,
    in folder: String? = nil
  ) -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let isUsersChoice = prefix.contains { $0.hasPrefix("XDG_CONFIG_HOME=") }
    let isQuick = program == path && !isUsersChoice
    process.arguments = prefix + [program] + (isQuick ? quick(arguments) : arguments)
    var environment = ProcessInfo.processInfo.environment
    environment["FACEBLUR_MODELS"] = models
    // Nobody's settings: there is nothing below a file. A test that stores some sets it by `prefix`.
    environment["XDG_CONFIG_HOME"] = "/dev/null"
    process.environment = environment
    process.currentDirectoryURL = URL(filePath: folder ?? FileManager.default.temporaryDirectory.path)
    process.standardInput = FileHandle.nullDevice
    return process
  }
}

/// The built `faceblur` while it runs. It ends at the latest with the value, so that a test that fails leaves nothing running.
public final class RunningCommand {
  private let process: Process
  private let life: DispatchGroup
  private let output = Pipe()
  private var buffer: [UInt8] = []

  /// Starts the command.
  /// - Parameters:
  ///   - arguments: of the command.
  ///   - prefix: a program and its arguments that becomes the command.
  ///   - folder: the working folder.
  ///   - mixingErrors: whether the lines of standard error are among those of standard output.
  public init(
    _ arguments: [String], prefix: [String] = [], in folder: String, mixingErrors: Bool = false
  ) throws {
    process = BuiltCommand.prepared(arguments, prefix: prefix, in: folder)
    process.standardOutput = output
    process.standardError = mixingErrors ? output : FileHandle.nullDevice
    life = try process.start()
  }

  deinit {
    guard process.isRunning else { return }
    send(SIGKILL)
    life.wait()
  }

  /// The next line of standard output; nil after the last one.
  public func nextLine() -> String? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeFirst(end + 1) }
        return String(decoding: buffer[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      buffer += more
    }
  }

  public var isRunning: Bool { process.isRunning }

  /// Of the process.
  public var id: Int32 { process.processIdentifier }

  /// Processes that it has started.
  public var children: [Int32] {
    let tasks = "/proc/\(process.processIdentifier)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return names.flatMap { name in
      ((try? String(contentsOfFile: "\(tasks)/\(name)/children", encoding: .utf8)) ?? "")
        .split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Sends it a signal.
  public func send(_ signal: Int32) {
    kill(process.processIdentifier, signal)
  }

  /// Reads what is left of the output and waits for the end.
  /// - Returns: the exit code.
  public func wait() -> Int32 {
    while nextLine() != nil {}
    life.wait()
    return process.terminationStatus
  }
}

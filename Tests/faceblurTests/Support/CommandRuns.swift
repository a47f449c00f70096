import Foundation
import TestSupport
import Testing

extension ScratchFolder {
  /// Runs a line of a shell in this folder, which alone can redirect and close. The command is `"$faceblur"` there.
  func shell(_ line: String, prefix: [String] = []) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(
      ["-c", line], of: "/bin/bash", prefix: prefix + ["env", "faceblur=\(BuiltCommand.path)"], in: path)
  }

  /// Runs the command in this folder, as a user who has changed into it, whatever comes of it.
  @discardableResult
  func attempt(
    _ arguments: String..., prefix: [String] = [], models: String? = nil
  ) throws -> BuiltCommand.Outcome {
    try BuiltCommand.run(arguments, prefix: prefix, models: models, in: path)
  }

  /// Runs a command in this folder that must succeed.
  @discardableResult
  func faceblur(
    _ arguments: String..., models: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BuiltCommand.Outcome {
    let outcome = try BuiltCommand.run(arguments, models: models, in: path)
    #expect(outcome.exitCode == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    return outcome
  }

  /// Runs a command in this folder that must fail with one line for people, and change nothing at all.
  /// - Parameter name: what the line must mention, so that the user knows which file is meant.
  @discardableResult
  func expectFailure(
    _ exitCode: Int32, naming name: String, _ arguments: String..., prefix: [String] = [],
    models: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BuiltCommand.Outcome {
    try expectFailure(
      exitCode, naming: name, arguments, prefix: prefix, models: models, sourceLocation: sourceLocation)
  }

  /// The same with the words in a list.
  @discardableResult
  func expectFailure(
    _ exitCode: Int32, naming name: String, _ arguments: [String], prefix: [String] = [],
    models: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> BuiltCommand.Outcome {
    let before = try state()
    let outcome = try BuiltCommand.run(arguments, prefix: prefix, models: models, in: path)
    #expect(outcome.exitCode == exitCode, "\(outcome.errors)", sourceLocation: sourceLocation)
    outcome.expectOneErrorLine(naming: name, sourceLocation: sourceLocation)
    #expect(try state() == before, "something was left behind or changed", sourceLocation: sourceLocation)
    return outcome
  }
}

extension BuiltCommand.Outcome {
  func expectOneErrorLine(naming name: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(errors.hasPrefix("faceblur: "), sourceLocation: sourceLocation)
    #expect(errors.filter { $0 == "\n" }.count == 1, sourceLocation: sourceLocation)
    #expect(errors.hasSuffix("\n"), sourceLocation: sourceLocation)
    #expect(errors.contains(name), sourceLocation: sourceLocation)
  }

  /// What `--json` printed, one photo per line.
  func photos() throws -> [ReportedPhoto] {
    try output.split(separator: "\n").map {
      try JSONDecoder().decode(ReportedPhoto.self, from: Data($0.utf8))
    }
  }
}

/// A line of `--json`, as a program that knows only the documentation would read it.
struct ReportedPhoto: Decodable {
  struct Face: Decodable {
    let id: String
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    let score: Double
    let origin: String
    let state: String

    /// Whether every edge is within a distance of the known box's.
    func isNear(_ box: PixelBox, within distance: Double) -> Bool {
      abs(x - Double(box.x)) <= distance && abs(y - Double(box.y)) <= distance
        && abs(x + width - Double(box.x + box.width)) <= distance
        && abs(y + height - Double(box.y + box.height)) <= distance
    }
  }

  struct Outputs: Decodable {
    let render: String?
    let record: String?
    let preview: String?
    let overlay: String?
  }

  private struct Finder: Decodable {
    let name: String
    let modelSHA256: String
  }

  private enum CodingKeys: String, CodingKey {
    case file, width, height, orientation, added, outputs, notes, warnings
    case finder = "detector"
    case faces = "regions"
  }

  let file: String
  let width: Int
  let height: Int
  let orientation: Int
  /// What looked for the faces.
  private let finder: Finder
  /// The regions, each around a face.
  let faces: [Face]
  let added: [String]
  let outputs: Outputs
  let notes: [String]
  let warnings: [String]

  var detector: String { finder.name }
  var modelHash: String { finder.modelSHA256 }
}

/// Programs that start the command under harder conditions.
enum Hardship {
  /// Root may read and write everything; this takes that right away. Other users never have it.
  static let permissionsApply =
    getuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []
  /// No file may grow beyond 4 KiB, which a record does not and a render does: a disk that fills up on the way.
  static let diskFillsUp = ["prlimit", "--fsize=4096"]
  /// A command that waits for something that never comes is killed, which is another exit code.
  static let mustNotWait = ["timeout", "--signal=KILL", "20"]
  /// No room for the pixels of a picture that only claims to be large.
  static let littleMemory = ["prlimit", "--as=\(4 << 30)"]
}

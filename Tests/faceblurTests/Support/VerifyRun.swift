import Foundation
import TestSupport
import Testing

/// One run of `verify` over many files.
struct VerifyRun: Sendable {
  let outcome: BuiltCommand.Outcome
  /// By the names of the files.
  let files: [String: VerifiedFile]

  init(_ contents: [String: [UInt8]]) throws {
    let scratch = try ScratchFolder()
    for (name, bytes) in contents { try scratch.write(bytes, name) }
    outcome = try BuiltCommand.run(["verify", "--json"] + contents.keys.sorted(), in: scratch.path)
    let lines = try outcome.output.split(separator: "\n").map {
      try JSONDecoder().decode(VerifiedFile.self, from: Data($0.utf8))
    }
    files = Dictionary(
      lines.map { (URL(filePath: $0.file).lastPathComponent, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// What the command said of a file.
  func file(_ name: String) throws -> VerifiedFile {
    try #require(files[name], "verify said nothing of \(name): \(outcome.errors)")
  }
}

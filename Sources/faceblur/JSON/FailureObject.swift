internal import ImageProcessingKit

/// A file that failed, in its place among the others.
struct FailureObject: Encodable {
  private enum Key: CodingKey {
    case error, exitCode
  }

  let file: FilePath
  let error: String
  let exitCode: ExitCode

  func encode(to encoder: any Encoder) throws {
    try FileNames(["file": file]).encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(error, forKey: .error)
    try container.encode(exitCode.rawValue, forKey: .exitCode)
  }
}

internal import ImageProcessingKit

/// What `verify` says of a file.
struct VerdictObject: Encodable {
  private enum Key: CodingKey {
    case failed
  }

  let verdict: PhotoVerifier.Verdict
  /// Whether the file makes the command fail, which its options decide.
  let failed: Bool

  func encode(to encoder: any Encoder) throws {
    try verdict.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(failed, forKey: .failed)
  }
}

/// What `verify` says of a file.
struct VerdictObject<Verdict: Encodable>: Encodable {
  private enum Key: CodingKey {
    case failed
  }

  /// Of a photo or a film.
  let verdict: Verdict
  /// Whether the file makes the command fail, which its options decide.
  let failed: Bool

  func encode(to encoder: any Encoder) throws {
    try verdict.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(failed, forKey: .failed)
  }
}

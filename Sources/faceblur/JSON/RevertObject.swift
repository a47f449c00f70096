internal import ImageProcessingKit

/// What `revert` took away and brought back.
struct RevertObject: Encodable {
  private struct Details: Encodable {
    var removed: [String]
    /// Changed since, and so left alone.
    var kept: [String]
    var restored: [String]
  }

  private let file: FileNames
  private let details: Details

  init(_ photo: FilePath, _ outcome: EditRevert.Outcome) {
    file = FileNames(["file": photo])
    details = Details(
      removed: outcome.removed.map(\.description), kept: outcome.kept.map(\.description),
      restored: outcome.restored.map(\.description))
  }

  func encode(to encoder: any Encoder) throws {
    try file.encode(to: encoder)
    try details.encode(to: encoder)
  }
}

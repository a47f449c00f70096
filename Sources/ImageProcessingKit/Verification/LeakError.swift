/// Why the gate refuses a render.
public enum LeakError: Error, Sendable, Hashable {
  /// It holds something that is not on the whitelist.
  case block(MetadataBlock)
  /// Its thumbnail shows something other than the render.
  case thumbnail
  /// A region is not as obscured as the plan says.
  case region
  /// The picture differs from the original where nothing was to be obscured.
  case changedOutside
  /// The picture is not that of the checked render with the filters applied.
  case otherTones
  /// Its size or orientation is not the original's.
  case shape
  case damaged(String)
}

extension LeakError {
  /// Reads what the gate looks at: what cannot be read is damaged.
  static func reading<Value: ~Copyable>(
    _ call: () throws(PhotoError) -> Value
  ) throws(LeakError) -> Value {
    do throws(PhotoError) { return try call() } catch { throw .damaged("\(error)") }
  }
}

extension LeakError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .block(let block):
      "it holds \(block.name) at byte \(block.range.lowerBound): \(block.objection ?? "not on the whitelist")"
    case .thumbnail: "its thumbnail does not show what the picture shows"
    case .region: "a region is not as obscured as the plan says"
    case .changedOutside: "the picture has changed outside the regions"
    case .otherTones: "it shows something other than the checked render with its filters"
    case .shape: "its size or orientation is not the original's"
    case .damaged(let reason): "it is damaged: \(reason)"
    }
  }
}

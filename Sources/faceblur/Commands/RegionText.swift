internal import ImageProcessingKit

extension RegionObject {
  /// The region for people.
  var line: String { face.line(isScored: origin == .detected) + "  \(origin.rawValue)  \(state.rawValue)" }
}

extension FaceObject {
  /// The face for people.
  func line(isScored: Bool = true) -> String {
    "\(id)\(kind == .default ? "" : "  \(kind)")  x \(Int(x))  y \(Int(y))  \(Int(width)) × \(Int(height))"
      + (isScored ? "  score \(score)" : "")
      + (doubtful ? "  doubtful" : "") + (seenBy.isEmpty ? "" : "  seen by " + seenBy.joined(separator: ", "))
  }
}

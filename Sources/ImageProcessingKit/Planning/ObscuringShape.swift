/// The outline of a region, by the names under which commands and records know it.
public enum ObscuringShape: String, Sendable, Hashable, Codable, CaseIterable {
  /// The whole box.
  case box
  /// The ellipse in the box; units that it only touches belong to it.
  case ellipse
}

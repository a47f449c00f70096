/// One place to obscure, as the record keeps it.
public struct PlannedRegion: Sendable, Hashable, Codable {
  /// Where a region comes from.
  public enum Origin: String, Sendable, Hashable, Codable {
    case detected
    case manual
  }

  /// Whether a region takes part in the render.
  public enum State: String, Sendable, Hashable, Codable {
    case applied
    case excluded
  }

  /// Names the region for as long as the record lives.
  public var id: String
  /// The face itself, upright and normalised, before the margin is added.
  public var rect: NormalizedRect
  /// The detector's score, 0…1; nil for a manual region.
  public var score: Double?
  public var origin: Origin
  public var state: State
  /// Fewer cells than the plan's, because a face could still be seen; 0 means that not even one is shown and the
  /// region is filled with gray. Nil for the plan's own.
  public var cells: Int?

  public init(id: String, rect: NormalizedRect, score: Double?, origin: Origin, state: State = .applied) {
    self.id = id
    self.rect = rect
    self.score = score
    self.origin = origin
    self.state = state
  }
}

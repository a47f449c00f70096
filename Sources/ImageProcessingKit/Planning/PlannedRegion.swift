/// One place to obscure, as the record keeps it.
public struct PlannedRegion: Sendable, Hashable {
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
  /// What is hidden there: the default where a person drew the region; what was found and then moved keeps its kind.
  public var kind: SubjectKind
  /// The face itself, upright and normalised to all that the photo codes, before the margin is added.
  public var rect: NormalizedRect
  /// The detector's score, 0…1; nil for a manual region. See `DetectedFace`.
  public var score: Double?
  public var origin: Origin
  public var state: State
  /// Fewer cells than the plan's, because a face could still be seen; 0 means that not even one is shown and the
  /// region is filled with grey. Nil for the plan's own.
  public var cells: Int?

  /// The looks that saw the face, as `DetectedFace` has them; nil where nobody wrote them down.
  public var seenBy: [String]?

  /// Whether a person drew, moved or excluded it.
  public var isDecided: Bool { origin == .manual || state == .excluded }

  /// Whether a person should look: the detector gives it less than this chance of being a face.
  public var isDoubtful: Bool { (score ?? 1) < DetectedFace.sureScore }

  public init(
    id: String, rect: NormalizedRect, score: Double?, origin: Origin, state: State = .applied,
    kind: SubjectKind = .default
  ) {
    self.id = id
    self.kind = kind
    self.rect = rect
    self.score = score
    self.origin = origin
    self.state = state
  }

  /// The region with its place in fractions of what viewers show.
  public func visible(in frame: PictureFrame) -> PlannedRegion {
    var region = self
    region.rect = frame.visibleRect(of: rect)
    return region
  }

  /// The region of a face as the detector found it.
  init(id: String, face: DetectedFace) {
    self.init(id: id, rect: face.rect, score: face.score, origin: .detected, kind: face.kind)
    seenBy = face.seenBy
  }
}

/// One face, or what else the detector looks for.
public struct DetectedFace: Sendable, Hashable {
  /// The box around the face, upright and normalised; it may reach beyond the picture.
  public var rect: NormalizedRect
  /// The probability that it is one, 0…1, of the neural networks; of Haar a measure of its own.
  public var score: Double
  /// The looks that saw it, as people read them: "yunet 640", "centerface 1024 90°".
  public var seenBy: [String]
  public var kind: SubjectKind

  /// Below this a person should look at it before relying on it.
  public static let sureScore = 0.85
  /// How many times as long as the box the sides of what holds the whole face are, where nobody says: so enlarged, boxes cover
  /// 91 in 100 labelled faces at four fifths or more, and as they are 82.
  package static let usualMargin = 1.3

  public init(rect: NormalizedRect, score: Double, seenBy: [String] = [], kind: SubjectKind = .default) {
    self.rect = rect
    self.score = score
    self.seenBy = seenBy
    self.kind = kind
  }
}

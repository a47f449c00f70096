/// A face, or what else was found, as every object tells it: where it is in the upright picture, and how sure that is.
public struct FaceObject: Encodable, Sendable, Hashable {
  public let id: String
  public let kind: SubjectKind
  /// Upright full-size pixels, rounded to tenths.
  public let x: Double
  public let y: Double
  public let width: Double
  public let height: Double
  /// 0…1, rounded to thousandths; 1 where a person drew it.
  public let score: Double
  /// Whether a person should look at it.
  public let doubtful: Bool
  /// The looks that saw it; empty where nobody wrote them down.
  public let seenBy: [String]

  /// - Parameters:
  ///   - region: where the face is.
  ///   - width: of the upright picture, in pixels.
  ///   - height: likewise.
  public init(_ region: PlannedRegion, width: Int, height: Int) {
    func rounded(_ value: Double, to parts: Double) -> Double { (value * parts).rounded() / parts }
    id = region.id
    kind = region.kind
    x = rounded(region.rect.x * Double(width), to: 10)
    y = rounded(region.rect.y * Double(height), to: 10)
    self.width = rounded(region.rect.width * Double(width), to: 10)
    self.height = rounded(region.rect.height * Double(height), to: 10)
    score = rounded(region.score ?? 1, to: 1000)
    doubtful = region.isDoubtful
    seenBy = region.seenBy ?? []
  }
}

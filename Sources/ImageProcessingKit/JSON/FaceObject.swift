/// A face, or what else was found, as every object tells it: where it is in the upright picture, and how sure that is.
public struct FaceObject: Encodable, Sendable, Hashable {
  public let id: String
  public let kind: SubjectKind
  /// Upright full-size pixels of what viewers show, rounded to tenths.
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
  ///   - region: as it is planned.
  ///   - frame: the photo's; places are told in what viewers show of it.
  public init(_ region: PlannedRegion, in frame: PictureFrame) {
    func rounded(_ value: Double, to parts: Double) -> Double { (value * parts).rounded() / parts }
    let rect = frame.visibleRect(of: region.rect)
    let (width, height) = (Double(frame.visible.width), Double(frame.visible.height))
    id = region.id
    kind = region.kind
    x = rounded(rect.x * width, to: 10)
    y = rounded(rect.y * height, to: 10)
    self.width = rounded(rect.width * width, to: 10)
    self.height = rounded(rect.height * height, to: 10)
    score = rounded(region.score ?? 1, to: 1000)
    doubtful = region.isDoubtful
    seenBy = region.seenBy ?? []
  }
}

/// A face, or what else was found, as every object tells it: where it is in the upright picture, and how sure that is.
///
/// It is made to be looked at: boxes are rounded to tenths of pixels and scores to thousandths. What is to hide the same again is a
/// `RegionPlan`, whose own form is exact.
package struct FaceObject: Sendable, Hashable {
  package let id: String
  package let kind: SubjectKind
  /// Upright full-size pixels of what viewers show, rounded to tenths.
  package let x: Double
  package let y: Double
  package let width: Double
  package let height: Double
  /// 0…1, rounded to thousandths; 1 where a person drew it.
  package let score: Double
  /// Whether a person should look at it.
  package let doubtful: Bool
  /// The looks that saw it; empty where nobody wrote them down.
  package let seenBy: [String]

  /// - Parameters:
  ///   - region: as it is planned.
  ///   - frame: the photo's; places are told in what viewers show of it.
  package init(_ region: PlannedRegion, in frame: PictureFrame) {
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

  /// The region that the face was told of, with the rounded box and score: of it the very same is told again.
  /// - Parameter frame: of what viewers show; nil where nobody has opened the photo, and then boxes are empty.
  /// - Returns: nil where the box cannot be one of that picture, or the face is called doubtful and its score is not.
  func region(
    _ origin: PlannedRegion.Origin, _ state: PlannedRegion.State, in frame: PictureFrame?
  ) -> PlannedRegion? {
    let (width, height) = (frame?.width, frame?.height)
    func fraction(_ pixels: Double, _ side: Int?) -> Double { side.map { pixels / Double($0) } ?? 0 }
    let rect = NormalizedRect(
      x: fraction(x, width), y: fraction(y, height), width: fraction(self.width, width),
      height: fraction(self.height, height))
    // One that was just below the limit is rounded up to it.
    let told = doubtful && score == DetectedFace.sureScore ? score.nextDown : score
    var region = PlannedRegion(
      id: id, rect: rect, score: origin == .manual && score == 1 ? nil : told, origin: origin, state: state,
      kind: kind)
    region.seenBy = seenBy.isEmpty ? nil : seenBy
    return rect.isNear && region.isDoubtful == doubtful ? region : nil
  }
}

extension FaceObject: Codable {
  private enum CodingKeys: CodingKey {
    case id, kind, x, y, width, height, score, doubtful, seenBy
  }

  /// More than any box has, in pixels.
  private static let allowedPixels = -1e9...1e9

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    id = try container.decodeText(forKey: .id, atMost: PlannedRegion.maxIDBytes)
    kind = try container.decode(SubjectKind.self, forKey: .kind)
    x = try container.decodeNumber(forKey: .x, in: Self.allowedPixels)
    y = try container.decodeNumber(forKey: .y, in: Self.allowedPixels)
    width = try container.decodeNumber(forKey: .width, in: 0...Self.allowedPixels.upperBound)
    height = try container.decodeNumber(forKey: .height, in: 0...Self.allowedPixels.upperBound)
    score = try container.decodeNumber(forKey: .score, in: 0...1)
    doubtful = try container.decode(Bool.self, forKey: .doubtful)
    seenBy = try container.decodeTexts(
      forKey: .seenBy, atMost: PlannedRegion.maxLooks, bytes: PlannedRegion.maxLookBytes)
  }
}

extension NormalizedRect {
  /// Whether it is where a valid rectangle may be after rounding.
  fileprivate var isNear: Bool { [x, y, width, height].allSatisfy { abs($0) <= Self.farthest + 1 } }
}

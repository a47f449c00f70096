// The second look: what is seen around regions that were obscured.
//
// What sticks out of a region or stands beside it is small: in 6,379 regions, nothing that was seen was longer than 75 pixels at
// the smaller size. Whether the network sees a face depends on how the pixels fall on its grid, so the second look is the first
// one again, over a part of the picture.
extension NetworkDetector {
  private static let longestSeenObscured = 96.0
  private static let secondLookMargin = 64.0
  /// A higher threshold on the first look must not leave a hidden face partly visible.
  private static let highestThreshold = 0.95
  /// The network's coarsest step in pixels.
  private static let gridStep = 32.0

  private func smallScale(of picture: PixelBuffer) -> Double {
    let longSide = max(picture.width, picture.height)
    return Double(min(passes[0].longSide, effort.maxEnlargement * longSide)) / Double(longSide)
  }

  package func couldSeeObscured(_ region: NormalizedRect, in picture: PixelBuffer) -> Bool {
    max(region.width * Double(picture.width), region.height * Double(picture.height))
      * smallScale(of: picture)
      <= Self.longestSeenObscured
  }

  package func faces(
    in picture: PixelBuffer, around regions: [NormalizedRect]
  ) throws(FaceBlurError) -> [DetectedFace] {
    let candidates = regions.filter { couldSeeObscured($0, in: picture) }
    guard !candidates.isEmpty else { return [] }
    let scale = smallScale(of: picture)
    func span(_ starts: [Double], _ ends: [Double], _ length: Int) -> Range<Int> {
      let pixels = Double(length) * scale
      let first = max(0, ((starts.min() ?? 0) * pixels - Self.secondLookMargin) / Self.gridStep).rounded(
        .down)
      let last = (((ends.max() ?? 1) * pixels + Self.secondLookMargin) / Self.gridStep).rounded(.up)
      let start = min(Int((first * Self.gridStep / scale).rounded()), length - 1)
      let end = last * Self.gridStep >= pixels ? length : Int((last * Self.gridStep / scale).rounded(.down))
      return start..<min(max(end, start + 1), length)
    }
    let columns = span(candidates.map(\.x), candidates.map(\.maxX), picture.width)
    let rows = span(candidates.map(\.y), candidates.map(\.maxY), picture.height)
    let part = PicturePart(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    let longSide = max(Int(Self.gridStep), Int((Double(max(part.width, part.height)) * scale).rounded()))
    let floor = FaceEvidence.fitted.score(
      of: first.kind,
      forProbability: min(max(identity.threshold, Self.defaultThreshold), Self.highestThreshold))
    return try first.candidates(in: picture, part: part, longSide: longSide, floor: floor).map {
      DetectedFace(rect: $0.rect, score: $0.score, kind: $0.kind)
    }
  }
}

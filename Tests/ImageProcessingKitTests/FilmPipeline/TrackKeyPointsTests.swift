import Testing

@testable import ImageProcessingKit

/// The boxes of a track that programs are told: the others follow from them.
@Suite struct TrackKeyPointsTests {
  private static func boxes(_ count: Int, _ place: (Double) -> (x: Double, size: Double)) -> [TrackBox] {
    (0..<count).map { frame in
      let (x, size) = place(Double(frame))
      return TrackBox(
        frame: frame, time: 40 * frame, rect: NormalizedRect(x: x, y: 0.3, width: size, height: 1.4 * size),
        origin: .seen(score: 0.9))
    }
  }

  private static func expectTold(_ boxes: [TrackBox], sourceLocation: SourceLocation = #_sourceLocation) {
    let points = TrackKeyPoints.keyPoints(of: boxes)
    #expect(points.first == boxes.first && points.last == boxes.last, sourceLocation: sourceLocation)
    for box in boxes {
      guard let next = points.firstIndex(where: { $0.frame >= box.frame }) else { continue }
      let (one, other) = (points[max(next - 1, 0)], points[next])
      let part = Double(box.time - one.time) / Double(max(other.time - one.time, 1))
      let x = one.rect.x + (other.rect.x - one.rect.x) * part
      let width = one.rect.width + (other.rect.width - one.rect.width) * part
      #expect(abs(x - box.rect.x) <= 0.051 * box.rect.width, sourceLocation: sourceLocation)
      #expect(abs(x + width - box.rect.maxX) <= 0.051 * box.rect.width, sourceLocation: sourceLocation)
    }
  }

  @Test func aStraightWayNeedsItsEnds() {
    let straight = Self.boxes(100) { (0.1 + 0.005 * $0, 0.1) }
    #expect(TrackKeyPoints.keyPoints(of: straight).map(\.frame) == [0, 99])
    Self.expectTold(straight)
  }

  @Test func bendsAreTold() {
    Self.expectTold(Self.boxes(300) { (0.1 + 0.002 * abs($0.truncatingRemainder(dividingBy: 60) - 30), 0.1) })
    Self.expectTold(
      Self.boxes(300) { (0.4, 0.05 + 0.0000005 * $0 * $0 * $0.truncatingRemainder(dividingBy: 17)) })
  }

  @Test func oneFrameIsOneBox() {
    let one = Self.boxes(1) { _ in (0.1, 0.1) }
    #expect(TrackKeyPoints.keyPoints(of: one) == one)
    #expect(TrackKeyPoints.keyPoints(of: []).isEmpty)
  }

  /// Boxes up to the next one are of the same origin.
  @Test func aChangeOfOriginIsTold() {
    let boxes = Self.boxes(30) { _ in (0.1, 0.1) }.map { box in
      TrackBox(
        frame: box.frame, time: box.time, rect: box.rect,
        origin: (10..<20).contains(box.frame) ? .bridged : box.frame < 10 ? .extended : .seen(score: 0.8))
    }
    let points = TrackKeyPoints.keyPoints(of: boxes)
    for box in boxes {
      let known = points.last { $0.frame <= box.frame }
      #expect(known?.origin.word == box.origin.word)
    }
  }
}

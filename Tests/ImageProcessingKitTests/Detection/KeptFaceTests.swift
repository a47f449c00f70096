import TestSupport
import Testing

@testable import ImageProcessingKit

/// Who asks for more looks loses nothing for it.
@Suite struct KeptFaceTests {
  private let threshold = NetworkDetector.defaultThreshold

  private func look(_ network: NetworkKind, _ size: String = "0") -> FaceFusion.Look {
    FaceFusion.Look(
      network: network, degrees: 0, scale: 1, caution: 0, trusted: 0 ..< .infinity, size: size)
  }

  private func box(_ x: Double, _ score: Double, width: Double = 0.1) -> FaceCandidate {
    FaceCandidate(rect: NormalizedRect(x: x, y: 0.4, width: width, height: 0.1), score: score)
  }

  private func fusion(_ boxes: FaceCandidate..., keeping isKept: Bool) throws -> FaceFusion {
    var fusion = FaceFusion(width: 1000, height: 1000)
    try fusion.add(boxes, of: look(.yunet))
    if isKept { fusion.keepFaces(threshold: threshold) }
    return fusion
  }

  @Test func whatLaterLooksDoubtStaysBelieved() throws {
    for isKept in [true, false] {
      var fusion = try fusion(box(0.2, 0.65), box(0.6, 0.5), keeping: isKept)
      let before = fusion.faces(threshold: threshold)
      #expect(before.count == 1)
      // The other network sees nothing, and repeated looks see nothing.
      try fusion.add([], of: look(.centerface))
      let everywhere = NormalizedRect(x: 0, y: 0, width: 1, height: 1)
      for place in fusion.openPlaces(in: everywhere) { fusion.add(repeated: 0, at: place) }
      #expect(fusion.faces(threshold: threshold).map(\.rect) == (isKept ? before.map(\.rect) : []))
    }
  }

  // A box around the same face, and one that is larger.
  @Test(arguments: [(0.215, 0.1), (0.23, 0.15)])
  func whatASurerBoxHidesLessOfIsHiddenAsBefore(x: Double, width: Double) throws {
    for isKept in [true, false] {
      var fusion = try fusion(box(0.2, 0.8), keeping: isKept)
      let before = try #require(fusion.faces(threshold: threshold).first)
      try fusion.add([box(x, 0.99, width: width)], of: look(.yunet, "1"))
      let after = fusion.faces(threshold: threshold)
      #expect(after.contains { $0.rect.contains(before.rect) && $0.score >= before.score } == isKept)
      #expect(after[0].seenBy.contains("yunet 1"))
    }
  }

  @Test func anEffortBeginsWithTheLooksOfTheSmallerOne() {
    for networks in [Set(NetworkKind.allCases), [.yunet], [.centerface]] {
      let (normal, thorough, maximum) = (
        DetectionEffort.normal.rounds(of: networks), DetectionEffort.thorough.rounds(of: networks),
        DetectionEffort.maximum.rounds(of: networks)
      )
      #expect(thorough.starts(with: normal) && maximum.starts(with: thorough))
      #expect(thorough.count > normal.count && maximum.count > thorough.count)
    }
  }

  @Test func thoroughHidesWhateverNormalHides() throws {
    let crowd = try HardPicture.crowd(.sunglasses, 0.15)
    let normal = try NetworkDetector(effort: .normal).faces(in: crowd.picture)
    let thorough = try NetworkDetector(effort: .thorough).faces(in: crowd.picture)
    #expect(crowd.hidden(by: normal).count == crowd.faces.count)
    for face in normal {
      #expect(thorough.contains { $0.rect.contains(face.rect) }, "\(face)")
    }
  }
}

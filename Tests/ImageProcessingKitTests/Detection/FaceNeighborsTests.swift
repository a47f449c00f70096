import Testing

@testable import ImageProcessingKit

/// What looks a little like a face is believed beside faces of its size, and nobody is believed less for being alone.
@Suite struct FaceNeighborsTests {
  private let look = FaceFusion.Look(
    network: .yunet, degrees: 0, scale: 1, caution: 0, trusted: 0 ..< .infinity, size: "0")

  /// Of a picture of 2000 × 1000 pixels.
  private func box(
    _ x: Double, _ y: Double, size: Double = 50, score: Double = 0.9, kind: SubjectKind = .default
  ) -> FaceCandidate {
    let rect = NormalizedRect(
      x: (x - size / 2) / 2000, y: (y - size / 2) / 1000, width: size / 2000, height: size / 1000)
    return FaceCandidate(rect: rect, score: score, kind: kind)
  }

  private func fusion(_ candidates: [FaceCandidate]) throws -> FaceFusion {
    var fusion = FaceFusion(width: 2000, height: 1000)
    try fusion.add(candidates, of: look)
    return fusion
  }

  /// Six faces around a place.
  private func crowd(
    distance: Double = 100, size: Double = 50, kind: SubjectKind = .default
  ) -> [FaceCandidate] {
    [(-1.0, -1.0), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)].map { across, down in
      box(1000 + across * distance, 500 + down * distance, size: size, kind: kind)
    }
  }

  private let doubtful = 0.58

  @Test func aDoubtfulFaceIsBelievedBesideFacesOfItsSize() throws {
    let middle = box(1000, 500, score: doubtful)
    #expect(try fusion([middle]).faces(threshold: 0.65).isEmpty)
    #expect(try fusion(crowd() + [middle]).faces(threshold: 0.65).count == 7)
  }

  @Test func whoIsFarAwayOrOfAnotherSizeOrKindIsNoCompany() throws {
    let middle = box(1000, 500, score: doubtful)
    let plate = SubjectKind("licence-plate")
    for others in [crowd(distance: 450), crowd(distance: 300, size: 200), crowd(kind: plate)] {
      #expect(try fusion(others + [middle]).faces(threshold: 0.65).count == 6)
    }
  }

  /// Nor are others of whom nobody is sure: what a wall repeats is no crowd.
  @Test func doubtfulPlacesAreNoCompanyForEachOther() throws {
    let others = crowd().map { FaceCandidate(rect: $0.rect, score: doubtful) }
    #expect(try fusion(others + [box(1000, 500, score: doubtful)]).faces(threshold: 0.65).isEmpty)
  }

  /// Boxes around one face are not many people.
  @Test func boxesAroundOneFaceAreNoCompany() throws {
    let around = (0..<6).map { index -> FaceCandidate in
      let (x, y) = (970 + 30 * (index % 3), 500 + 25 * (index / 3))
      return box(Double(x), Double(y), score: 0.9)
    }
    let neighbors = FaceNeighbors(around.map { ($0.rect, $0.kind) }, width: 2000, height: 1000)
    #expect(neighbors.company(of: box(1000, 512, score: 0.5).rect, kind: .default) < 0.001)
  }

  @Test func nobodyIsBelievedLessForBeingAloneOrBesideFew() throws {
    for count in 0...6 {
      for score in [0.3, 0.58, 0.65, 0.9] {
        let places = try fusion(crowd().prefix(count) + [box(1000, 500, score: score)]).places()
        #expect(places.allSatisfy { $0.probability >= $0.probabilityAlone })
        if count < 2 { #expect(places.allSatisfy { $0.probability == $0.probabilityAlone }) }
      }
    }
  }

  /// What looks are taken does not follow from what was made of others.
  @Test func aPlaceThatCompanyMakesAFaceStaysInDoubt() throws {
    let middle = box(1000, 500, score: doubtful)
    let all = try fusion(crowd() + [middle])
    #expect(all.leavesDoubt)
    #expect(all.facesAlone(threshold: 0.65).count == 6)
  }

  /// Distances and sizes are pixels, whatever the picture's shape.
  @Test func aPictureOfAnotherShapeChangesNothing() {
    func company(_ width: Double, _ height: Double) -> Double {
      func rect(_ x: Double, _ y: Double) -> NormalizedRect {
        NormalizedRect(x: x / width, y: y / height, width: 40 / width, height: 50 / height)
      }
      let others = [rect(100, 100), rect(200, 100), rect(300, 160)]
      return FaceNeighbors(others.map { ($0, .default) }, width: width, height: height)
        .company(of: rect(210, 220), kind: .default)
    }
    #expect(abs(company(1000, 1000) - company(19_200, 900)) < 1e-9)
    #expect(company(1000, 1000) > 1)
  }
}

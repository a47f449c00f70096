import Testing

@testable import ImageProcessingKit

/// What several looks saw becomes faces: none lost, none twice, and each as sure as the looks together make it.
@Suite struct FaceFusionTests {
  private func look(
    _ network: NetworkKind, turn: Int = 0, scale: Double = 1, caution: Double = 0,
    trusted: Range<Double> = 0 ..< .infinity
  ) -> FaceFusion.Look {
    FaceFusion.Look(
      network: network, degrees: turn * 90, scale: scale, caution: caution, trusted: trusted,
      size: "\(turn)")
  }

  private func box(
    _ x: Double, _ score: Double, y: Double = 0.2, width: Double = 0.2, height: Double = 0.2
  ) -> FaceCandidate {
    FaceCandidate(rect: NormalizedRect(x: x, y: y, width: width, height: height), score: score)
  }

  private func faces(
    _ looks: [(FaceFusion.Look, [FaceCandidate])], threshold: Double = 0.65
  ) -> [DetectedFace] {
    var fusion = FaceFusion(width: 1000, height: 1000)
    for (look, candidates) in looks {
      do {
        try fusion.add(candidates, of: look)
      } catch {
        Issue.record(error)
      }
    }
    return fusion.faces(threshold: threshold)
  }

  @Test func agreementMakesAFaceOfWhatNeitherNetworkWouldBelieveAlone() {
    let yunet = [box(0.1, 0.5)]
    let centerface = [box(0.1, 0.32)]
    #expect(faces([(look(.yunet), yunet)]).isEmpty)
    #expect(faces([(look(.centerface), centerface)]).isEmpty)
    let both = faces([(look(.yunet), yunet), (look(.centerface), centerface)], threshold: 0.6)
    #expect(both.count == 1 && both[0].seenBy == ["yunet 0", "centerface 0"])
  }

  @Test func aFaceThatTheOtherNetworkDoesNotSeeIsLessSure() {
    let alone = faces([(look(.yunet), [box(0.1, 0.85)])])
    let doubted = faces([(look(.yunet), [box(0.1, 0.85)]), (look(.centerface), [])], threshold: 0)
    #expect(alone[0].score > doubted[0].score)
    // One that is too small for the other network says nothing about it.
    let unseen = faces([(look(.yunet), [box(0.1, 0.85)]), (look(.centerface, scale: 0.05), [])])
    #expect(unseen[0].score == alone[0].score)
    // Neither does one that looked another way round.
    let turned = faces([(look(.yunet, turn: 1), [box(0.1, 0.85)]), (look(.centerface), [])])
    #expect(turned[0].score == alone[0].score)
  }

  /// What looked at a part of the picture says nothing of the rest, nor of a face that it saw a half of.
  @Test func aLookAtAPartDoubtsOnlyWhatItCouldSee() throws {
    func score(_ yunet: Double, seenIn area: NormalizedRect) throws -> Double? {
      var fusion = FaceFusion(width: 1000, height: 1000)
      try fusion.add([box(0.4, yunet, y: 0.4)], of: look(.yunet))
      try fusion.add([], of: look(.centerface), in: NormalizedRect(x: 0, y: 0, width: 0.1, height: 0.1))
      try fusion.add([], of: look(.centerface), in: area)
      return fusion.faces(threshold: 0).first?.score
    }
    let alone = faces([(look(.yunet), [box(0.4, 0.7, y: 0.4)])])[0].score
    let all = NormalizedRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    let half = NormalizedRect(x: 0.5, y: 0.25, width: 0.5, height: 0.5)
    #expect(try score(0.7, seenIn: half) == alone)
    #expect(try score(0.7, seenIn: all).map { $0 < alone - 0.1 } == true)
    // What one network alone is sure of was not what the other one looked for.
    let sure = faces([(look(.yunet), [box(0.4, 0.9, y: 0.4)])])[0].score
    #expect(try score(0.9, seenIn: all) == sure && sure > DetectedFace.sureScore)
  }

  /// What is more than can be compared is an error before it is compared, and not an hour.
  @Test func refusesMoreThanCanBeCompared() throws {
    var fusion = FaceFusion(width: 1000, height: 1000)
    let many = (0..<20_000).map { box(Double($0) / 40_000, 0.9, width: 0.00001, height: 0.00001) }
    let error = try #require(throws: FaceBlurError.self) {
      for turn in 0..<8 { try fusion.add(many, of: look(.yunet, turn: turn)) }
    }
    #expect(error.kind == .tooManyFaces)
  }

  /// The same look at several parts is one look.
  @Test func aLookAtSeveralPartsIsNamedOnce() throws {
    var fusion = FaceFusion(width: 1000, height: 1000)
    for x in [0.1, 0.102] {
      try fusion.add([box(x, 0.9)], of: look(.yunet), in: NormalizedRect(x: x, y: 0, width: 0.5, height: 1))
    }
    #expect(fusion.faces(threshold: 0.65).map(\.seenBy) == [["yunet 0"]])
  }

  /// As far as boxes that agree, but not far, and farther where they are nearly as sure. And a tenth further down, where a chin may be.
  @Test func theRegionReachesAsFarAsBoxesThatAgreeButNotFar() {
    let found = faces([(look(.yunet), [box(0.1, 0.9)]), (look(.centerface), [box(0.13, 0.8, y: 0.22)])])
    #expect(found.count == 1)
    let hull = NormalizedRect(x: 0.11, y: 0.2, width: 0.22, height: 0.242)
    #expect(found[0].rect.overlap(hull) > 0.999)
    for (score, other, rect) in [
      (0.85, box(0.13, 0, y: 0.22), NormalizedRect(x: 0.1, y: 0.2, width: 0.23, height: 0.242)),
      (0.85, box(0.1, 0, height: 0.38), NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.275)),
      (0.7, box(0.1, 0, height: 0.38), NormalizedRect(x: 0.1, y: 0.2, width: 0.2, height: 0.242)),
    ] {
      var other = other
      other.score = score
      let found = faces([(look(.yunet), [box(0.1, 0.9)]), (look(.yunet, scale: 2), [other])])
      #expect(found.count == 1 && found[0].rect.overlap(rect) > 0.999, "\(found)")
    }
  }

  /// A box that ends above the chin leaves none of it outside, whichever way round the head is, and on the other sides nothing changes.
  @Test func theFaceReachesFurtherTowardsTheChin() throws {
    // How far the picture was turned against the clock to see it upright, and where its chin is in the picture as it is.
    let turns: [(Int, left: Double, top: Double, right: Double, bottom: Double)] = [
      (0, 0, 0, 0, 0.1), (90, 0.1, 0, 0, 0), (180, 0, 0.1, 0, 0), (270, 0, 0, 0.1, 0),
      (30, 0.0683, 0, 0, 0.1183), (330, 0, 0, 0.0683, 0.1183),
    ]
    for (degrees, left, top, right, bottom) in turns {
      var fusion = FaceFusion(width: 2000, height: 1000)
      let box = NormalizedRect(x: 0.4, y: 0.4, width: 0.1, height: 0.2)
      let seen = FaceFusion.Look(
        network: .yunet, degrees: degrees, scale: 1, caution: 0, trusted: 0 ..< .infinity, size: "0")
      try fusion.add([FaceCandidate(rect: box, score: 0.95)], of: seen)
      let face = try #require(fusion.faces(threshold: 0.65).first).rect
      let reach = [
        (box.x - face.x) / box.width, (box.y - face.y) / box.height, (face.maxX - box.maxX) / box.width,
        (face.maxY - box.maxY) / box.height,
      ]
      for (measured, expected) in zip(reach, [left, top, right, bottom]) {
        #expect(abs(measured - expected) < 0.0001, "\(degrees)°: \(reach)")
      }
    }
  }

  /// In a crowd boxes overlap: one is dropped only where the other's region hides it.
  @Test func aNeighbourIsNeverLost() {
    let neighbors = [box(0.1, 0.9), box(0.2, 0.8)]
    #expect(faces([(look(.yunet), neighbors)]).count == 2)
    // A third of the union is common, and a tenth sticks out of the region.
    let behind = [box(0.1, 0.9), box(0.2, 0.8, y: 0.22, width: 0.18, height: 0.2)]
    let found = faces([(look(.yunet), behind)])
    for candidate in behind {
      #expect(
        found.contains {
          $0.rect.scaled(by: 1.3).intersection(candidate.rect).area >= 0.9 * candidate.rect.area
        })
    }
  }

  @Test func turnedLooksMustBeSurer() {
    #expect(faces([(look(.yunet, turn: 1, caution: 0.1), [box(0.1, 0.65)])]).isEmpty)
    #expect(faces([(look(.yunet), [box(0.1, 0.65)])]).count == 1)
    #expect(faces([(look(.yunet, turn: 1, caution: 0.1), [box(0.1, 0.75)])]).count == 1)
  }

  /// A face that is large at the larger size is clear at the smaller one, and there nothing was seen.
  @Test func whatOnlyALargeLookTakesForALargeFaceIsNone() {
    #expect(faces([(look(.yunet, trusted: 0..<160), [box(0.1, 0.9)])]).isEmpty)
    #expect(faces([(look(.yunet), [box(0.1, 0.9)])]).count == 1)
    #expect(faces([(look(.yunet, trusted: 0..<160), [box(0.1, 0.9, width: 0.1, height: 0.1)])]).count == 1)
  }

  /// Of a face that fills the picture a network often sees nothing, and that is no reason to doubt the other.
  @Test func aNetworkIsNotDoubtedForAFaceThatFillsThePicture() {
    let large = box(0.1, 0.7, width: 0.7, height: 0.8)
    #expect(faces([(look(.yunet), [large]), (look(.centerface), [])]).count == 1)
    let small = box(0.1, 0.7, width: 0.07, height: 0.08)
    #expect(faces([(look(.yunet), [small]), (look(.centerface), [])]).isEmpty)
  }

  /// A second opinion costs more than all looks before it.
  @Test func asksForASecondOpinionOnlyWhereItMatters() throws {
    func leavesDoubt(_ candidates: [FaceCandidate]) throws -> Bool {
      var fusion = FaceFusion(width: 1000, height: 1000)
      try fusion.add(candidates, of: look(.yunet))
      return fusion.leavesDoubt
    }
    #expect(try !leavesDoubt([]))
    #expect(try !leavesDoubt([box(0.1, 0.9)]))
    #expect(try !leavesDoubt([box(0.1, 0.25)]))
    #expect(try leavesDoubt([box(0.1, 0.9), box(0.5, 0.6)]))
    // What is left of a look that saw a sure face badly.
    #expect(try !leavesDoubt([box(0.1, 0.9), box(0.05, 0.6, y: 0.1, width: 0.3, height: 0.35)]))
  }

  @Test func scoresAreProbabilities() {
    for network in NetworkKind.allCases {
      for probability in [0.05, 0.5, 0.65, 0.9] {
        let score = FaceEvidence.fitted.score(of: network, forProbability: probability)
        let logOdds = FaceEvidence.fitted.logOdds(of: [network: score])
        #expect(abs(FaceEvidence.probability(logOdds: logOdds) - probability) < 1e-9)
      }
    }
    #expect(FaceEvidence.probability(logOdds: FaceEvidence.fitted.logOdds(of: [:])) == 0)
  }

  /// What was measured was measured with these sums, in this order.
  @Test func theEvidenceIsTheFittedLinesAndPlaneToTheLastBit() {
    let evidence = FaceEvidence.fitted
    for step in 0...1000 {
      let (yunet, centerface) = (Double(step) / 1000, Double(step * 7919 % 1009) / 1009)
      #expect(evidence.logOdds(of: [.yunet: yunet]) == -3.2 + 6.4 * yunet)
      #expect(evidence.logOdds(of: [.centerface: centerface]) == -2.1 + 8 * centerface)
      #expect(
        evidence.logOdds(of: [.centerface: centerface, .yunet: yunet])
          == -1.7 + 2.4 * yunet + 4.3 * centerface)
    }
  }

  /// So that no network is added whose word, or whose word beside the others', nobody has weighed.
  @Test func everySetOfNetworksIsFitted() {
    let evidence = FaceEvidence.fitted
    let networks = NetworkKind.allCases
    for bits in 1..<(1 << networks.count) {
      let set = Set(networks.indices.filter { bits >> $0 & 1 == 1 }.map { networks[$0] })
      if let alone = set.first, set.count == 1 {
        #expect(evidence.lines[alone] != nil)
      } else {
        #expect(evidence.planes[set].map { Set($0.slopes.keys) } == set)
      }
    }
  }

  /// In doubt something is hidden that need not be.
  @Test func whatNobodyHasWeighedIsBelieved() {
    var evidence = FaceEvidence.fitted
    evidence.planes = [:]
    #expect(
      evidence.logOdds(of: [.yunet: 0.3, .centerface: 0.6]) == evidence.logOdds(of: .centerface, score: 0.6))
    evidence.lines[.yunet] = nil
    #expect(FaceEvidence.probability(logOdds: evidence.logOdds(of: [.yunet: 0.3])) == 1)
  }

  /// A plate that a face looks out over is another thing, however its box lies.
  @Test func boxesOfTwoKindsAreTwoThings() throws {
    let plate = SubjectKind("licence-plate")
    var other = box(0.11, 0.8)
    other.kind = plate
    let found = faces([(look(.yunet), [box(0.1, 0.9), other])])
    #expect(found.map(\.kind) == [.face, plate])
    #expect(found.map(\.rect.x) == [0.1, 0.11])
    #expect([box(0.1, 0.9), other, box(0.12, 0.7)].merged(overlap: 0.3).map(\.kind) == [.face, plate])
    // Neither box is let out to where the other one ends, and none is doubted because the other is sure.
    var unsure = other
    unsure.score = 0.6
    var fusion = FaceFusion(width: 1000, height: 1000)
    try fusion.add([box(0.1, 0.9), unsure], of: look(.yunet))
    #expect(fusion.leavesDoubt)
  }

  /// A network that looks for faces says nothing of plates by seeing none.
  @Test func aNetworkIsAskedOnlyAboutWhatItFinds() {
    var plate = box(0.1, 0.85)
    plate.kind = SubjectKind("licence-plate")
    let alone = faces([(look(.yunet), [plate])])
    let both = faces([(look(.yunet), [plate]), (look(.centerface), [])])
    #expect(both.map(\.score) == alone.map(\.score) && both.count == 1)
  }
}

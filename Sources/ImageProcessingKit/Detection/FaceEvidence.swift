internal import Glibc

/// From what the networks say of one place to the probability that a face is there.
///
/// Logistic regression over the highest score of each network that could have seen the face. The coefficients were fitted to
/// all boxes of 193 labelled photos (9 of groups, 160 of people with masks, 24 without people), down to a score of 0.2
/// of YuNet and 0.1 of CenterFace, where faces without a label had been sorted out by eye. Alone, YuNet is trusted a little
/// less than the fit says: crowds are rich in faces, and the usual photo is not. What company adds was fitted to the places of the same
/// photos afterwards (`make eval PART=cross-validation` tells it).
struct FaceEvidence: Sendable, Hashable {
  /// The logarithm of the odds where a network is alone: a line over its score.
  struct Line: Sendable, Hashable {
    var start: Double
    var slope: Double
  }

  /// The logarithm of the odds where several networks could have seen the face: a plane over their scores.
  struct Plane: Sendable, Hashable {
    var start: Double
    var slopes: [NetworkKind: Double]
  }

  /// The logarithm of the odds where looks were repeated: a plane over what it was without them, the square root of their mean score,
  /// and `FaceNeighbors.company`.
  struct Repeated: Sendable, Hashable {
    var start, before, score, company: Double
  }

  /// One for every network.
  var lines: [NetworkKind: Line]
  /// By the networks that could have seen the face; one for every set of several.
  var planes: [Set<NetworkKind>: Plane]

  /// What company adds to the logarithm of the odds, over `FaceNeighbors.company`.
  var company: Line
  /// Where looks were repeated it stands in for what company adds.
  var repeated: Repeated

  /// What the detector uses. A new network brings its line, and its planes with the others.
  static let fitted = FaceEvidence(
    lines: [.yunet: Line(start: -3.2, slope: 6.4), .centerface: Line(start: -2.1, slope: 8)],
    planes: [
      [.yunet, .centerface]: Plane(start: -1.7, slopes: [.yunet: 2.4, .centerface: 4.3])
    ],
    company: Line(start: -0.37, slope: 0.34),
    repeated: Repeated(start: -6.22, before: 1.07, score: 9.91, company: 1.2))

  /// To be raised with every change of what is fitted: a run over a collection looks at every photo anew then.
  static let revision = 10

  /// Below these scores a network says nothing.
  static func floor(of network: NetworkKind) -> Double {
    switch network {
    case .yunet: 0.2
    case .centerface: 0.1
    }
  }

  /// The logarithm of the odds where a network is alone. One that nothing was fitted to is believed.
  func logOdds(of network: NetworkKind, score: Double) -> Double {
    guard let line = lines[network] else { return .infinity }
    return line.start + line.slope * score
  }

  /// The logarithm of the odds.
  /// - Parameter scores: the highest ones; none of a network that was not asked or could not have seen a face of that size.
  func logOdds(of scores: [NetworkKind: Double]) -> Double {
    guard scores.count > 1, let plane = planes[Set(scores.keys)] else {
      // Of several that nothing was fitted to together, the surest counts.
      return scores.map { logOdds(of: $0.key, score: $0.value) }.max() ?? -.infinity
    }
    // In the order of the networks, so that sums are the same to the last bit.
    return NetworkKind.allCases.reduce(plane.start) { sum, network in
      sum + (plane.slopes[network] ?? 0) * (scores[network] ?? 0)
    }
  }

  /// What company and repeated looks add to the logarithm of the odds of a place.
  func gain(of place: FaceFusion.Place) -> Double {
    guard let score = place.repeated else { return gain(of: place.company) }
    let plane = repeated
    return plane.start + plane.before * place.logOdds + plane.score * score.squareRoot()
      + plane.company * place.company - place.logOdds
  }

  /// What company adds to the logarithm of the odds. That somebody is alone takes nothing away: the fit would have it so, and one person
  /// in a photo would be lost for it.
  func gain(of company: Double) -> Double {
    max(0, self.company.start + self.company.slope * company)
  }

  /// The same, by which repeated looks need to see less: by so much of the logarithm of the odds.
  func believingRepeatedLooks(moreReadilyBy readiness: Double) -> FaceEvidence {
    var evidence = self
    evidence.repeated.start += readiness
    return evidence
  }

  static func probability(logOdds: Double) -> Double {
    1 / (1 + exp(-logOdds))
  }

  /// - Parameter probability: more than 0 and less than 1.
  static func logOdds(probability: Double) -> Double {
    log(probability / (1 - probability))
  }

  /// The score that a network alone would need for a probability.
  func score(of network: NetworkKind, forProbability probability: Double) -> Double {
    let bounded = min(max(probability, 0.001), 0.999)
    let logOdds = Self.logOdds(probability: bounded)
    guard let line = lines[network] else { return 0 }
    return (logOdds - line.start) / line.slope
  }
}

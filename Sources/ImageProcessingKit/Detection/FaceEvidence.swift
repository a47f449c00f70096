import Foundation

/// From what the networks say of one place to the probability that a face is there.
///
/// Logistic regression over the highest score of each network that could have seen the face. The coefficients were fitted to
/// all boxes of 193 labelled photos (9 of groups, 160 of people with masks, 24 without people), down to a score of 0.2
/// of YuNet and 0.1 of CenterFace, where faces without a label had been sorted out by eye. Alone, YuNet is trusted a little
/// less than the fit says: crowds are rich in faces, and the usual photo is not.
enum FaceEvidence {
  /// Below these scores a network says nothing.
  static func floor(of network: NetworkKind) -> Double {
    switch network {
    case .yunet: 0.2
    case .centerface: 0.1
    }
  }

  /// The logarithm of the odds where a network is alone: a line over its score.
  private static func line(of network: NetworkKind) -> (start: Double, slope: Double) {
    switch network {
    case .yunet: (-3.2, 6.4)
    case .centerface: (-2.1, 8)
    }
  }

  /// The logarithm of the odds where a network is alone.
  static func logOdds(of network: NetworkKind, score: Double) -> Double {
    let line = line(of: network)
    return line.start + line.slope * score
  }

  /// The logarithm of the odds.
  /// - Parameters: the highest scores; nil of a network that was not asked or could not have seen a face of that size.
  static func logOdds(yunet: Double?, centerface: Double?) -> Double {
    switch (yunet, centerface) {
    case (let yunet?, let centerface?): -1.7 + 2.4 * yunet + 4.3 * centerface
    case (let yunet?, nil): logOdds(of: .yunet, score: yunet)
    case (nil, let centerface?): logOdds(of: .centerface, score: centerface)
    case (nil, nil): -.infinity
    }
  }

  static func probability(logOdds: Double) -> Double {
    1 / (1 + exp(-logOdds))
  }

  /// The score that a network alone would need for a probability.
  static func score(of network: NetworkKind, forProbability probability: Double) -> Double {
    let bounded = min(max(probability, 0.001), 0.999)
    let logOdds = log(bounded / (1 - bounded))
    let line = line(of: network)
    return (logOdds - line.start) / line.slope
  }
}

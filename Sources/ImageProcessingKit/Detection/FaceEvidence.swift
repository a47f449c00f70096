import Foundation

/// From what the networks say of one place to the probability that a face is there.
///
/// Logistic regression over the highest score of each network that could have seen the face. The coefficients were fitted to
/// all boxes of 193 labelled photos (9 of groups, 160 of people with masks, 24 without people), down to a score of 0.2
/// of YuNet and 0.1 of CenterFace, where faces without a label had been sorted out by eye. Alone, YuNet is trusted a little
/// less than the fit says: crowds are rich in faces, and the usual photo is not.
struct FaceEvidence: Sendable, Hashable {
  /// The logarithm of the odds where a network is alone: a line over its score.
  struct Line: Sendable, Hashable {
    var start: Double
    var slope: Double
  }

  /// The logarithm of the odds where both networks could have seen the face: a plane over their scores.
  struct Plane: Sendable, Hashable {
    var start: Double
    var yunetSlope: Double
    var centerfaceSlope: Double
  }

  var yunet: Line
  var centerface: Line
  var both: Plane

  /// What the detector uses.
  static let fitted = FaceEvidence(
    yunet: Line(start: -3.2, slope: 6.4), centerface: Line(start: -2.1, slope: 8),
    both: Plane(start: -1.7, yunetSlope: 2.4, centerfaceSlope: 4.3))

  /// Below these scores a network says nothing.
  static func floor(of network: NetworkKind) -> Double {
    switch network {
    case .yunet: 0.2
    case .centerface: 0.1
    }
  }

  private func line(of network: NetworkKind) -> Line {
    switch network {
    case .yunet: yunet
    case .centerface: centerface
    }
  }

  /// The logarithm of the odds where a network is alone.
  func logOdds(of network: NetworkKind, score: Double) -> Double {
    let line = line(of: network)
    return line.start + line.slope * score
  }

  /// The logarithm of the odds.
  /// - Parameters: the highest scores; nil of a network that was not asked or could not have seen a face of that size.
  func logOdds(yunet: Double?, centerface: Double?) -> Double {
    switch (yunet, centerface) {
    case (let yunet?, let centerface?):
      both.start + both.yunetSlope * yunet + both.centerfaceSlope * centerface
    case (let yunet?, nil): logOdds(of: .yunet, score: yunet)
    case (nil, let centerface?): logOdds(of: .centerface, score: centerface)
    case (nil, nil): -.infinity
    }
  }

  static func probability(logOdds: Double) -> Double {
    1 / (1 + exp(-logOdds))
  }

  /// The score that a network alone would need for a probability.
  func score(of network: NetworkKind, forProbability probability: Double) -> Double {
    let bounded = min(max(probability, 0.001), 0.999)
    let logOdds = log(bounded / (1 - bounded))
    let line = line(of: network)
    return (logOdds - line.start) / line.slope
  }
}

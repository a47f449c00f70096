/// How much is done to find every face, as a list of looks at a picture. A new effort is one more list.
public enum DetectionEffort: String, Sendable, Hashable, CaseIterable {
  /// One look. Small faces and photos that lie on their side are lost.
  case fast
  /// Two sizes, and three quick looks at the turned picture: a photo that was stored sideways without saying so
  /// shows its faces in one of those only, and is then looked at in full that way round.
  case normal
  /// Three sizes, small pictures enlarged three times, and the turned looks believed as readily as the upright one.
  case thorough
  /// All that, at every size and every way round.
  case maximum

  /// One look at a picture.
  struct Pass: Sendable, Hashable {
    enum Turn: Sendable, Hashable {
      case quarters(Int)
      /// The turn in which the other looks found more faces than upright; none where there is none.
      case mostFaces
    }

    /// The long side in pixels that the picture is looked at.
    var longSide: Int
    var turn = Turn.quarters(0)
    /// How much surer than the threshold a face must be: turned, more things look like faces.
    var caution = 0.0
  }

  var passes: [Pass] {
    func upright(_ longSides: Int...) -> [Pass] { longSides.map { Pass(longSide: $0) } }
    func turned(_ longSide: Int, caution: Double) -> [Pass] {
      (1...3).map { Pass(longSide: longSide, turn: .quarters($0), caution: caution) }
    }
    return switch self {
    case .fast: upright(640)
    case .normal:
      upright(640, 1600) + turned(640, caution: 0.1) + [Pass(longSide: 1600, turn: .mostFaces)]
    case .thorough:
      upright(640, 1024, 1600) + turned(640, caution: 0) + [Pass(longSide: 1600, turn: .mostFaces)]
    case .maximum:
      upright(640, 1024, 1600) + turned(640, caution: 0) + turned(1600, caution: 0)
    }
  }

  /// How many times a small picture is enlarged at most: that finds more, and takes longer.
  var maxEnlargement: Int {
    switch self {
    case .fast, .normal: 2
    case .thorough, .maximum: 3
    }
  }

  /// The sizes of the upright looks, the smallest first.
  var longSides: [Int] { passes.filter { $0.turn == .quarters(0) }.map(\.longSide) }
}

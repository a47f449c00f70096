/// How much is done to find every face, as a list of looks at a picture. A new effort is one more list.
public enum DetectionEffort: String, Sendable, Hashable, CaseIterable {
  /// Two looks, the smaller one for faces that fill the picture. Small faces and photos that lie on their side are lost.
  case fast
  /// Large and small faces, heads that lean, and three quick looks at the turned picture: a photo that was stored
  /// sideways without saying so shows its faces in one of those only, and is then looked at in full that way round.
  /// CenterFace gives a second opinion where YuNet leaves doubt, as it does in any crowd.
  case normal
  /// Each size by both networks, whether in doubt or not.
  case thorough
  /// All that at still more sizes, and every way round whatever the first looks say.
  case maximum

  /// One look at a picture.
  struct Pass: Sendable, Hashable {
    enum Turn: Sendable, Hashable {
      /// Counterclockwise.
      case degrees(Int)
      /// The quarter turn in which the quick looks found more faces than upright; none where there is none.
      case mostFaces
    }

    var network: NetworkKind
    /// The long side in pixels that the picture is looked at.
    var longSide: Int
    /// Whether it is larger where the photo is, so that no size of photo hides a small face.
    var isFinest = false
    /// Whether what is small and not sure in it is looked at closely.
    var leadsToCloseLooks = false
    var turn = Turn.degrees(0)
    /// What is taken off the score: turned, more things look like faces.
    var caution = 0.0
    /// Whether it is taken only where the looks before leave doubt about some face.
    var isForDoubt = false

    /// Whether it can be taken as soon as another one, neither being for doubt: both turns are known, or both are not.
    func waits(asFor other: Pass) -> Bool {
      !isForDoubt && (turn == .mostFaces) == (other.turn == .mostFaces)
    }
  }

  /// Some of the looks at a picture, after which it is decided what they believe.
  struct Round: Sendable, Hashable {
    var passes: [Pass]
    /// How much less repeated looks need to see for a place to be believed, as a logarithm of odds.
    var readiness: Double
  }

  /// The looks that some networks can take, by round: first those of the smaller effort, as it takes them, so that whoever asks for more
  /// loses nothing for it. What YuNet would look at, CenterFace looks at where it is alone.
  func rounds(of networks: Set<NetworkKind>) -> [Round] {
    rounds.map { effort in
      Round(
        passes: effort.passes.compactMap { pass in
          var pass = pass
          if !networks.contains(.yunet), pass.network == .yunet { pass.network = .centerface }
          return networks.contains(pass.network) ? pass : nil
        }, readiness: effort.readiness)
    }
  }

  private var rounds: [DetectionEffort] {
    switch self {
    case .fast, .normal: [self]
    case .thorough: [.normal, .thorough]
    case .maximum: [.normal, .thorough, .maximum]
    }
  }

  /// Who asks for more than the usual would rather have a box too many than one too few.
  private var readiness: Double {
    switch self {
    case .fast, .normal: 0
    case .thorough, .maximum: 0.5
    }
  }

  private var passes: [Pass] {
    switch self {
    case .fast: looks(.yunet, 640, 320)
    case .normal:
      full(looks(.yunet, 640, 320, 1600)) + turned(.yunet, 1024, by: Self.askew)
        + inDoubt(bothWays(looks(.centerface, 320, 1024)))
    case .thorough:
      full(looks(.yunet, 640, 320, 1024, 2000) + looks(.centerface, 320, 640, 1024, 2000))
        + turned(.yunet, 1024, by: Self.askew) + turned(.centerface, 1024, by: Self.askew)
    case .maximum:
      full(
        looks(.yunet, 640, 320, 1024, 1600, 3072)
          + looks(.centerface, 320, 640, 1024, 1600, 3072))
        + turned(.yunet, 1600, by: Self.quarters + Self.askew + Self.moreAskew)
        + turned(.centerface, 1024, by: Self.quarters + Self.askew + Self.moreAskew)
    }
  }

  private static let quarters = [90, 180, 270]
  /// How far a head or a camera leans; the networks bear 15 degrees more.
  private static let askew = [30, 330]
  private static let moreAskew = [45, 315]

  private func looks(_ network: NetworkKind, _ longSides: Int...) -> [Pass] {
    longSides.map {
      let isFinest = network == .yunet && looksClosely && $0 == longSides.max()
      return Pass(network: network, longSide: $0, isFinest: isFinest, leadsToCloseLooks: isFinest)
    }
  }

  /// Whether small faces are looked for whatever the photo's size, and doubtful ones closely.
  var looksClosely: Bool { self != .fast }

  private func turned(_ network: NetworkKind, _ longSide: Int, by degrees: [Int]) -> [Pass] {
    let caution =
      switch network {
      case .yunet: 0.1
      case .centerface: 0.05
      }
    return degrees.map {
      // Nearly no photo is stored so that its small faces lie on their side; heads lean in every other one.
      let isAskew = network == .yunet && !Self.quarters.contains($0)
      return Pass(
        network: network, longSide: longSide, leadsToCloseLooks: isAskew, turn: .degrees($0), caution: caution
      )
    }
  }

  /// Looks at the upright picture, and again the way round that the quick looks show to be the right one.
  private func bothWays(_ upright: [Pass]) -> [Pass] { upright + rightWay(upright) }

  private func rightWay(_ upright: [Pass]) -> [Pass] {
    upright.map { pass in
      var turned = pass
      turned.turn = .mostFaces
      return turned
    }
  }

  /// Three quick looks at the turned picture, and some both ways.
  private func full(_ upright: [Pass]) -> [Pass] {
    upright.prefix(1) + turned(.yunet, 640, by: Self.quarters) + upright.dropFirst() + rightWay(upright)
  }

  private func inDoubt(_ passes: [Pass]) -> [Pass] {
    passes.map { pass in
      var pass = pass
      pass.isForDoubt = true
      return pass
    }
  }

  /// How many times a small picture is enlarged at most: that finds more, and takes longer.
  var maxEnlargement: Int {
    self == .fast ? 2 : 4
  }

  /// The networks that it makes use of.
  var networks: Set<NetworkKind> { Set(rounds.flatMap(\.passes).map(\.network)) }
}

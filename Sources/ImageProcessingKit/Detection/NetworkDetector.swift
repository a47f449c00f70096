/// Neural networks, at several sizes and ways round: large faces are lost at large sizes, small ones at small sizes, and
/// faces that lie on their side nearly always.
package final class NetworkDetector: FaceDetecting {
  package let identity: DetectorIdentity
  package let longestLook: Int
  private let models: [NetworkKind: LoadedModel]
  private let engine: NetworkEngine
  private let evidence: FaceEvidence
  /// Those that have looked: making CenterFace takes longer than a look with YuNet, and often it is not asked.
  private var networks: [NetworkKind: FaceNetwork]
  /// The one that looks first, at photos that lie on their side, and at what was obscured.
  let first: FaceNetwork
  let effort: DetectionEffort
  let passes: [DetectionEffort.Pass]

  static let defaultThreshold = 0.65
  /// A score of a face that counts when it is decided which way round a photo is.
  private static let sureScore = 0.7
  /// The long side in pixels from which on a look at less than the first one's size is believed.
  private static let fillingFace = 80.0
  /// The long side in pixels from which on a face is clear at a smaller size, too.
  private static let clearFace = 160.0
  /// Boxes of one look that share more than this part of their union are one face.
  private static let mergeOverlap = 0.3

  /// - Parameters:
  ///   - models: where they come from.
  ///   - networks: which are asked; nil for those that the effort makes use of.
  ///   - effort: how often a picture is looked at.
  ///   - threshold: the least probability that counts, 0…1; nil for 0.65.
  ///   - engine: what computes the networks.
  /// - Throws: `FaceBlurError` where a model is missing or not the tested one.
  package convenience init(
    models: ModelLocator = ModelLocator(), networks: Set<NetworkKind>? = nil,
    effort: DetectionEffort = .normal, threshold: Double? = nil, engine: NetworkEngine = .native
  ) throws(FaceBlurError) {
    let asked = networks ?? effort.networks
    var loaded: [NetworkKind: LoadedModel] = [:]
    for kind in NetworkKind.allCases where asked.contains(kind) { loaded[kind] = try models.load(kind.model) }
    try self.init(loaded: loaded, effort: effort, threshold: threshold, engine: engine)
  }

  init(
    loaded: [NetworkKind: LoadedModel], effort: DetectionEffort = .normal, threshold: Double? = nil,
    engine: NetworkEngine = .native, evidence: FaceEvidence = .fitted
  ) throws(FaceBlurError) {
    let kinds = NetworkKind.allCases.filter { loaded[$0] != nil }
    guard let kind = kinds.first, let model = loaded[kind] else {
      throw .detectionFailed("no network was named")
    }
    models = loaded
    self.engine = engine
    self.evidence = evidence
    first = try FaceNetwork(kind, model, engine: engine)
    networks = [kind: first]
    self.effort = effort
    passes = effort.passes(of: Set(kinds))
    let longSides = Set(passes.filter { $0.turn == .degrees(0) }.map(\.longSide)).sorted()
    longestLook = longSides.last ?? 0
    let hashes = kinds.map(\.model.sha256)
    identity = DetectorIdentity(
      name: kinds.map(\.rawValue).joined(separator: "+"),
      modelSHA256: hashes.count == 1 ? hashes[0] : SHA256.hexDigest(of: Array(hashes.joined().utf8)),
      longSides: longSides, threshold: threshold ?? Self.defaultThreshold, effort: effort.rawValue)
  }

  package var workingMemory: Int {
    switch engine {
    case .native: 256 << 20
    // It takes about a gigabyte for its largest look.
    case .opencv: 2048 << 20
    }
  }

  package func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    try looked(at: picture).faces(threshold: identity.threshold)
  }

  /// What all looks saw.
  func looked(at picture: PixelBuffer) throws(FaceBlurError) -> FaceFusion {
    let longSide = max(picture.width, picture.height)
    var fusion = FaceFusion(width: picture.width, height: picture.height, evidence: evidence)
    // By quarter turn, the sure faces of the looks that are as quick as the first.
    var counts = [0: 0, 90: 0, 180: 0, 270: 0]
    var done: Set<DetectionEffort.Pass> = []
    // All looks at one size begin with the same small picture.
    var shrunk: [Int: PixelBuffer] = [:]
    for pass in passes {
      guard let degrees = Self.degrees(of: pass, counts) else { continue }
      if pass.isForDoubt, !fusion.leavesDoubt { continue }
      var settled = pass
      settled.longSide = DetectionShim.size(
        pass.longSide, for: picture, maxEnlargement: effort.maxEnlargement)
      settled.turn = .degrees(degrees)
      // Of a small picture two sizes may be the same.
      guard done.insert(settled).inserted else { continue }
      let small = shrunk[settled.longSide] ?? AreaResampler.shrink(picture, toLongSide: settled.longSide)
      shrunk[settled.longSide] = small
      let candidates = try network(pass.network).candidates(
        in: small, longSide: settled.longSide, degrees: degrees,
        floor: FaceEvidence.floor(of: settled.network) + settled.caution
      ).merged(overlap: Self.mergeOverlap)
      if pass.network == passes[0].network, pass.longSide == passes[0].longSide, counts[degrees] != nil {
        counts[degrees] = candidates.count { $0.score >= Self.sureScore }
      }
      let look = FaceFusion.Look(
        network: settled.network, degrees: degrees, scale: Double(settled.longSide) / Double(longSide),
        caution: settled.caution,
        trusted: trusted(settled, done),
        name: "\(settled.network.rawValue) \(settled.longSide)" + (degrees > 0 ? " \(degrees)°" : ""))
      fusion.add(candidates, of: look)
    }
    return fusion
  }

  private func network(_ kind: NetworkKind) throws(FaceBlurError) -> FaceNetwork {
    if let network = networks[kind] { return network }
    guard let model = models[kind] else { throw .detectionFailed("\(kind) was not loaded") }
    let network = try FaceNetwork(kind, model, engine: engine)
    networks[kind] = network
    return network
  }

  /// The sizes of faces in pixels that a pass is believed about, given those that were done.
  private func trusted(_ pass: DetectionEffort.Pass, _ done: Set<DetectionEffort.Pass>) -> Range<Double> {
    // A look at a smaller size than the first is for faces that fill the picture.
    if pass.longSide < passes[0].longSide { return Self.fillingFace..<Double.infinity }
    let isEnlarged = done.contains {
      $0.network == pass.network && $0.turn == pass.turn && $0.longSide < pass.longSide
        && $0.longSide >= passes[0].longSide
    }
    return 0..<(isEnlarged ? Self.clearFace : .infinity)
  }

  /// The turn of a pass, given the sure faces by turn; nil where it is not needed.
  private static func degrees(of pass: DetectionEffort.Pass, _ counts: [Int: Int]) -> Int? {
    switch pass.turn {
    case .degrees(let degrees): return degrees
    case .mostFaces:
      let most = counts.values.max() ?? 0
      return most > counts[0] ?? 0 ? counts.keys.filter { counts[$0] == most }.min() : nil
    }
  }
}

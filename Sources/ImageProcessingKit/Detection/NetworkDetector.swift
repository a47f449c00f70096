/// Neural networks, at several sizes and ways round: large faces are lost at large sizes, small ones at small sizes, and
/// faces that lie on their side nearly always.
public final class NetworkDetector: FaceDetecting {
  public let identity: DetectorIdentity
  public let longestLook: Int
  private let models: [NetworkKind: LoadedModel]
  private let engine: NetworkEngine
  /// Those that have looked: making CenterFace takes longer than a look with YuNet, and often it is not asked.
  private var networks: [NetworkKind: FaceNetwork]
  /// The one that looks first, at photos that lie on their side, and at what was obscured.
  private let first: FaceNetwork
  private let effort: DetectionEffort
  private let passes: [DetectionEffort.Pass]

  private static let defaultThreshold = 0.65
  /// A score of a face that counts when it is decided which way round a photo is.
  private static let sureScore = 0.7
  /// Boxes of one look that share more than this part of their union are one face.
  private static let mergeOverlap = 0.3

  /// - Parameters:
  ///   - networks: which are asked; nil for YuNet, and CenterFace where its model is there.
  ///   - effort: how often a picture is looked at.
  ///   - threshold: the least probability that counts, 0…1; nil for 0.65.
  ///   - engine: what computes the networks.
  /// - Throws: `DetectionError` where a model is missing or not the tested one.
  public convenience init(
    models: ModelLocator, networks: Set<NetworkKind>? = nil, effort: DetectionEffort = .normal,
    threshold: Double? = nil, engine: NetworkEngine = .native
  ) throws(DetectionError) {
    let asked = networks ?? effort.networks.filter { $0 == .yunet || models.path(of: $0.model) != nil }
    var loaded: [NetworkKind: LoadedModel] = [:]
    for kind in NetworkKind.allCases where asked.contains(kind) { loaded[kind] = try models.load(kind.model) }
    try self.init(loaded: loaded, effort: effort, threshold: threshold, engine: engine)
  }

  init(
    loaded: [NetworkKind: LoadedModel], effort: DetectionEffort = .normal, threshold: Double? = nil,
    engine: NetworkEngine = .native
  ) throws(DetectionError) {
    let kinds = NetworkKind.allCases.filter { loaded[$0] != nil }
    guard let kind = kinds.first, let model = loaded[kind] else { throw .modelMissing(.yuNet, searched: []) }
    models = loaded
    self.engine = engine
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

  public func faces(in picture: PixelBuffer) throws(DetectionError) -> [DetectedFace] {
    let longSide = max(picture.width, picture.height)
    var fusion = FaceFusion(width: picture.width, height: picture.height)
    // By quarter turn, the sure faces of the looks that are as quick as the first.
    var counts = [0: 0, 90: 0, 180: 0, 270: 0]
    var done: Set<DetectionEffort.Pass> = []
    for pass in passes {
      guard let degrees = Self.degrees(of: pass, counts) else { continue }
      if pass.isForDoubt, !fusion.leavesDoubt { continue }
      var settled = pass
      settled.longSide = DetectionEngine.size(
        pass.longSide, for: picture, maxEnlargement: effort.maxEnlargement)
      settled.turn = .degrees(degrees)
      // Of a small picture two sizes may be the same.
      guard done.insert(settled).inserted else { continue }
      let candidates = try network(pass.network).candidates(
        in: picture, longSide: settled.longSide, degrees: degrees,
        floor: FaceEvidence.floor(of: settled.network) + settled.caution
      ).merged(overlap: Self.mergeOverlap)
      if pass.network == passes[0].network, pass.longSide == passes[0].longSide, counts[degrees] != nil {
        counts[degrees] = candidates.count { $0.score >= Self.sureScore }
      }
      let look = FaceFusion.Look(
        network: settled.network, degrees: degrees, scale: Double(settled.longSide) / Double(longSide),
        caution: settled.caution,
        isEnlarged: done.contains {
          $0.network == settled.network && $0.turn == settled.turn && $0.longSide < settled.longSide
        },
        name: "\(settled.network.rawValue) \(settled.longSide)" + (degrees > 0 ? " \(degrees)°" : ""))
      fusion.add(candidates, of: look)
    }
    return fusion.faces(threshold: identity.threshold)
  }

  private func network(_ kind: NetworkKind) throws(DetectionError) -> FaceNetwork {
    if let network = networks[kind] { return network }
    guard let model = models[kind] else { throw .modelMissing(kind.model, searched: []) }
    let network = try FaceNetwork(kind, model, engine: engine)
    networks[kind] = network
    return network
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

// The second look: what is still seen in a region that was obscured.
//
// In 6,379 regions of at most six cells, 130 were still seen as faces, all at the smaller size and none longer
// there than 75 pixels. Whether the network sees one depends on how the pixels fall on its grid, so the second look
// is the first one again, over a part of the picture.
extension NetworkDetector {
  private static let longestSeenObscured = 96.0
  private static let secondLookMargin = 64.0
  /// The network's coarsest step in pixels.
  private static let gridStep = 32.0
  /// How much less sure the second look needs to be: so it misses none of the 130, and takes one in forty for one.
  private static let secondLookEase = 0.2

  private func smallScale(of picture: PixelBuffer) -> Double {
    let longSide = max(picture.width, picture.height)
    return Double(min(passes[0].longSide, effort.maxEnlargement * longSide)) / Double(longSide)
  }

  public func couldSeeObscured(_ region: NormalizedRect, in picture: PixelBuffer) -> Bool {
    max(region.width * Double(picture.width), region.height * Double(picture.height))
      * smallScale(of: picture)
      <= Self.longestSeenObscured
  }

  public func seesFaces(
    in picture: PixelBuffer, at regions: [NormalizedRect]
  ) throws(DetectionError) -> [Bool] {
    let candidates = regions.filter { couldSeeObscured($0, in: picture) }
    guard !candidates.isEmpty else { return regions.map { _ in false } }
    let scale = smallScale(of: picture)
    func span(_ starts: [Double], _ ends: [Double], _ length: Int) -> Range<Int> {
      let pixels = Double(length) * scale
      let first = max(0, ((starts.min() ?? 0) * pixels - Self.secondLookMargin) / Self.gridStep).rounded(
        .down)
      let last = (((ends.max() ?? 1) * pixels + Self.secondLookMargin) / Self.gridStep).rounded(.up)
      let start = min(Int((first * Self.gridStep / scale).rounded()), length - 1)
      let end = last * Self.gridStep >= pixels ? length : Int((last * Self.gridStep / scale).rounded(.down))
      return start..<min(max(end, start + 1), length)
    }
    let columns = span(candidates.map(\.x), candidates.map(\.maxX), picture.width)
    let rows = span(candidates.map(\.y), candidates.map(\.maxY), picture.height)
    let part = PicturePart(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    let longSide = max(Int(Self.gridStep), Int((Double(max(part.width, part.height)) * scale).rounded()))
    let floor = max(
      FaceEvidence.score(
        of: first.kind, forProbability: min(identity.threshold, Self.defaultThreshold)) - Self.secondLookEase,
      0.05)
    let faces = try first.candidates(in: picture, part: part, longSide: longSide, floor: floor)
    return regions.map { region in
      couldSeeObscured(region, in: picture) && faces.contains { $0.rect.isFace(ofRegion: region) }
    }
  }
}

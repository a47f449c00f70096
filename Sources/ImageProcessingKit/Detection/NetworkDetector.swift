/// Neural networks, at several sizes and ways round: large faces are lost at large sizes, small ones at small sizes, and
/// faces that lie on their side nearly always.
package final class NetworkDetector: FaceDetecting, BandedFaceDetecting {
  package let identity: DetectorIdentity
  package let longestLook: Int
  let models: [NetworkKind: LoadedModel]
  private let engine: NetworkEngine
  let evidence: FaceEvidence
  private let threads: LookThreads
  /// How many looks are taken at once.
  var threadCount: Int { threads.count }
  /// The one that looks first, at photos that lie on their side, and at what was obscured.
  let first: FaceNetwork
  let effort: DetectionEffort
  private let rounds: [DetectionEffort.Round]
  /// Those of all rounds.
  let passes: [DetectionEffort.Pass]

  static let defaultThreshold = 0.65
  /// The long side in pixels from which on a look at less than the first one's size is believed.
  static let fillingFace = 80.0
  /// The long side in pixels from which on a face is clear at a smaller size, too.
  private static let clearFace = 160.0
  /// Boxes of one look that share more than this part of their union are one face.
  static let mergeOverlap = 0.3

  /// - Parameters:
  ///   - models: where they come from.
  ///   - networks: which are asked; nil for those that the effort makes use of.
  ///   - effort: how often a picture is looked at.
  ///   - threshold: the least probability that counts, 0…1; nil for 0.65.
  ///   - engine: what computes the networks.
  ///   - threads: how many looks at a photo are taken at once; nil for as many as there are processors. What is found is the same.
  /// - Throws: `FaceBlurError` where a model is missing or not the tested one.
  package convenience init(
    models: ModelLocator = ModelLocator(), networks: Set<NetworkKind>? = nil,
    effort: DetectionEffort = .normal, threshold: Double? = nil, engine: NetworkEngine = .native,
    threads: Int? = nil
  ) throws(FaceBlurError) {
    let asked = networks ?? effort.networks
    var loaded: [NetworkKind: LoadedModel] = [:]
    for kind in NetworkKind.allCases where asked.contains(kind) { loaded[kind] = try models.load(kind.model) }
    try self.init(loaded: loaded, effort: effort, threshold: threshold, engine: engine, threads: threads)
  }

  /// - Parameter instructions: those that the native engine computes with. Others than the fastest are for tests and for measuring.
  init(
    loaded: [NetworkKind: LoadedModel], effort: DetectionEffort = .normal, threshold: Double? = nil,
    engine: NetworkEngine = .native, instructions: NativeInstructions = .fastest,
    evidence: FaceEvidence = .fitted, threads: Int? = nil
  ) throws(FaceBlurError) {
    let kinds = NetworkKind.allCases.filter { loaded[$0] != nil }
    guard let kind = kinds.first else {
      throw .detectionFailed("no network was named")
    }
    models = loaded
    self.engine = engine
    self.evidence = evidence
    self.threads = LookThreads(
      loaded, engine: engine, instructions: instructions, count: threads ?? Processors.count)
    first = try self.threads.network(kind)
    self.effort = effort
    rounds = effort.rounds(of: Set(kinds))
    passes = rounds.flatMap(\.passes)
    let longSides = Set(passes.filter { $0.turn == .degrees(0) }.map(\.longSide)).sorted()
    let longest = longSides.last ?? 0
    longestLook = effort.looksClosely ? max(longest, DetectionScale.wholePicture) : longest
    let hashes = kinds.map(\.model.sha256)
    identity = DetectorIdentity(
      name: kinds.map(\.rawValue).joined(separator: "+"),
      modelSHA256: hashes.count == 1 ? hashes[0] : SHA256.hexDigest(of: Array(hashes.joined().utf8)),
      longSides: longSides, threshold: threshold ?? Self.defaultThreshold, effort: effort.rawValue,
      smallestFace: effort.looksClosely ? Int(DetectionScale.smallestFace) : nil)
  }

  /// Has all detectors of this process keep the memory that they compute in from picture to picture: 10 MB each.
  package static func keepMemory() { FaceNetwork.keepMemory() }

  package var workingMemory: Int {
    switch engine {
    case .native: (256 << 20) + (threads.count - 1) * LookThreads.memory
    // It takes about a gigabyte for its largest look.
    case .opencv: 2048 << 20
    }
  }

  package func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    let size = (picture.width, picture.height)
    let view = try looked(at: picture, ofPhoto: size)
    return try faces(in: [view], ofPhoto: size, and: try facesAllAround(in: picture))
  }

  package func faces(
    in image: DisplayImage, of photo: some BandedPhoto
  ) throws(FaceBlurError) -> [DetectedFace] {
    let views = try looked(at: image, of: photo)
    var others: [DetectedFace] = []
    for view in image.everyView { others += try facesAllAround(in: view) }
    return try faces(in: views, ofPhoto: photo.uprightSize, and: others)
  }

  /// What was seen in some views of a photo, what is in those that reveal more of them, and what is seen when nothing judges it, each once.
  /// - Parameter others: what is found in it as a picture of everything around.
  private func faces(
    in views: [ViewLooks], ofPhoto size: (width: Int, height: Int), and others: [DetectedFace]
  ) throws(FaceBlurError) -> [DetectedFace] {
    var fusions = views.map(\.fusion)
    if effort.looksClosely {
      for shown in views.compactMap(\.shown) {
        for picture in RevealedPictures.of(shown.picture, small: shown.small) {
          fusions.append(try looked(at: picture, ofPhoto: size).fusion)
        }
      }
    }
    let judged = fusions.flatMap { $0.faces(threshold: identity.threshold) }
    var unjudged: [DetectedFace] = []
    for view in views { unjudged += try fillingFaces(of: view) }
    let known = judged + unjudged
    for view in views { unjudged += try seenSmall(in: view, besides: known) }
    guard others.isEmpty else { return (judged + unjudged).joined(allAround: others) }
    return fusions.count == 1 && unjudged.isEmpty ? judged : (judged + unjudged).joined()
  }

  package func beginLooking(at picture: GrowingPicture, ofPhoto size: (width: Int, height: Int)) {
    // Where it cannot begin now, it tells why when it is asked.
    let longest = passes.filter { !$0.isForDoubt && $0.turn == .degrees(0) }.max { $0.longSide < $1.longSide }
    guard let longest else { return }
    try? threads.begin(longest.network) { network in
      BegunLook(longest, at: picture, ofPhoto: max(size.width, size.height), effort, with: network)
    }
  }

  /// What the looks that judge each other saw, by view.
  func looked(at image: DisplayImage, of photo: some BandedPhoto) throws(FaceBlurError) -> [ViewLooks] {
    defer { threads.forgetBegun() }
    var views: [ViewLooks] = []
    for view in image.everyView {
      views.append(try looked(at: view, ofPhoto: photo.uprightSize, whenWholeIsDone: photo.wholeWasLookedAt))
    }
    try lookAtBands(of: photo, for: &views)
    return views
  }

  /// What the looks at a whole picture saw, and at what is small and doubtful in it.
  /// - Parameters:
  ///   - size: the photo's, upright, which the picture may be smaller than.
  ///   - tellThatWholeIsDone: is called between both.
  func looked(
    at picture: PixelBuffer, ofPhoto size: (width: Int, height: Int),
    whenWholeIsDone tellThatWholeIsDone: () -> Void = {}
  ) throws(FaceBlurError) -> ViewLooks {
    let longSide = max(size.width, size.height)
    let section = Section(picture: picture, scale: Double(picture.width) / Double(size.width))
    var view = ViewLooks(ofPhoto: size, evidence: evidence)
    var done: Set<DetectionEffort.Pass> = []
    var whole = WholeLooks(picture, ofPhoto: longSide, effort: effort, begun: threads.begun)
    for (index, round) in rounds.enumerated() {
      view.fusion.evidence = evidence.believingRepeatedLooks(moreReadilyBy: round.readiness)
      // By turn, what may be a small face.
      let hints = try look(at: &whole, round, longSide: longSide, done: &done, for: &view)
      let isLast = index + 1 == rounds.count
      if isLast { tellThatWholeIsDone() }
      try lookClosely(at: hints, in: section, for: &view)
      try lookRepeatedly(in: section, for: &view)
      if !isLast { view.fusion.keepFaces(threshold: identity.threshold) }
    }
    view.shown = (picture, try whole.smallest(from: RevealedPictures.longSide))
    return view
  }

  /// Takes the looks of a round at a whole picture, but for those that were taken.
  /// - Parameters:
  ///   - longSide: the photo's, in pixels.
  ///   - done: the looks that were taken.
  /// - Returns: by turn, what may be a small face.
  private func look(
    at whole: inout WholeLooks, _ round: DetectionEffort.Round, longSide: Int,
    done: inout Set<DetectionEffort.Pass>, for view: inout ViewLooks
  ) throws(FaceBlurError) -> [Int: [FaceCandidate]] {
    var hints: [Int: [FaceCandidate]] = [:]
    for pass in round.passes {
      guard let degrees = view.degrees(of: pass.turn) else { continue }
      if pass.isForDoubt, !view.fusion.leavesDoubt { continue }
      let settled = whole.settled(pass, degrees: degrees)
      guard done.insert(settled.key).inserted else { continue }
      // All that wait for the same are taken at once; of those in doubt each one waits for those before it.
      let others = pass.isForDoubt ? [pass] : passes.filter { $0.waits(asFor: pass) }
      let candidates = try whole.candidates(
        settled.key,
        takenWith: others.compactMap { other in
          view.degrees(of: other.turn).map { whole.settled(other, degrees: $0) }
        }, by: threads)
      if pass.network == passes[0].network, pass.longSide == passes[0].longSide {
        view.count(candidates, at: degrees)
      }
      if pass.leadsToCloseLooks { hints[degrees, default: []] += candidates }
      let look = FaceFusion.Look(
        network: pass.network, degrees: degrees, scale: Double(settled.key.longSide) / Double(longSide),
        caution: pass.caution, trusted: trusted(settled.key, done), size: "\(settled.key.longSide)")
      try view.fusion.add(candidates, of: look)
    }
    return hints
  }

  /// What some looks see, in their order, each face once.
  func candidates(of looks: [NetworkLook]) throws(FaceBlurError) -> [[FaceCandidate]] {
    try threads.candidates(of: looks).map { $0.merged(overlap: Self.mergeOverlap) }
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
}

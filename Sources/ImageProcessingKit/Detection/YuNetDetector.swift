internal import CFaceDetection

/// YuNet at several sizes and ways round: large faces are lost at large sizes, small ones at small sizes, and faces that
/// lie on their side nearly always.
public final class YuNetDetector: FaceDetecting {
  public let identity: DetectorIdentity
  private let handle: OpaquePointer

  private static let defaultThreshold = 0.6
  /// Boxes that share more than this part of their union are one face.
  private static let mergeOverlap = 0.3
  /// Pixels of one part, which cost 55 bytes each while the network runs.
  private static let maxTileArea = 480_000
  /// Faces that a cut could split are found at the smaller size.
  private static let tileOverlap = 96
  private let effort: DetectionEffort

  /// - Parameters:
  ///   - effort: how often a picture is looked at.
  ///   - threshold: the least score that counts, 0…1; nil for 0.6.
  /// - Throws: `DetectionError` where the model is missing or not the tested one.
  public convenience init(
    models: ModelLocator, effort: DetectionEffort = .normal, threshold: Double? = nil
  ) throws(DetectionError) {
    try self.init(loaded: models.load(.yuNet), effort: effort, threshold: threshold)
  }

  init(
    loaded: LoadedModel, effort: DetectionEffort = .normal, threshold: Double? = nil
  ) throws(DetectionError) {
    self.effort = effort
    identity = DetectorIdentity(
      name: "yunet", modelSHA256: loaded.model.sha256, longSides: effort.longSides,
      threshold: threshold ?? Self.defaultThreshold, effort: effort.rawValue)
    handle = try DetectionEngine.create(loaded, with: fbd_yunet_create)
  }

  deinit {
    fbd_yunet_destroy(handle)
  }

  public func faces(in picture: PixelBuffer) throws(DetectionError) -> [DetectedFace] {
    var found: [DetectedFace] = []
    // By turn, the sure faces of the looks at the smallest size.
    var counts = [Int](repeating: 0, count: 4)
    var done: Set<[Int]> = []
    // By long side: all turned looks at one size begin with the same small picture.
    var shrunk: [Int: PixelBuffer] = [:]
    let smallest = effort.longSides.first
    for pass in effort.passes {
      let turn: Int
      switch pass.turn {
      case .quarters(let quarters): turn = quarters
      case .mostFaces:
        guard let best = (1...3).max(by: { counts[$0] < counts[$1] }), counts[best] > counts[0] else {
          continue
        }
        turn = best
      }
      let longSide = DetectionEngine.size(pass.longSide, for: picture, maxEnlargement: effort.maxEnlargement)
      // Of a small picture two sizes may be the same.
      guard done.insert([turn, longSide]).inserted else { continue }
      let faces = try look(
        at: picture, turnedBy: turn, longSide: longSide, threshold: min(identity.threshold + pass.caution, 1),
        &shrunk)
      if pass.longSide == smallest {
        counts[turn] = faces.merged(overlap: Self.mergeOverlap).count { $0.score >= Self.sureScore }
      }
      found += faces
    }
    return found.merged(overlap: Self.mergeOverlap)
  }

  /// A face that counts when it is decided which way round a photo is.
  private static let sureScore = 0.7

  /// The candidates of one look, in the upright picture.
  private func look(
    at picture: PixelBuffer, turnedBy quarters: Int, longSide: Int, threshold: Double,
    _ shrunk: inout [Int: PixelBuffer]
  ) throws(DetectionError) -> [DetectedFace] {
    guard quarters > 0 else { return try look(at: picture, longSide: longSide, threshold: threshold) }
    let orientation: Orientation = [.up, .right, .down, .left][quarters]
    // Turning is cheap once the picture is small.
    let small = shrunk[longSide] ?? AreaResampler.shrink(picture, toLongSide: longSide)
    shrunk[longSide] = small
    var faces = try look(at: orientation.upright(small), longSide: longSide, threshold: threshold)
    for index in faces.indices { faces[index].rect = orientation.stored(fromUpright: faces[index].rect) }
    return faces
  }

  private func look(
    at picture: PixelBuffer, longSide: Int, threshold: Double
  ) throws(DetectionError) -> [DetectedFace] {
    let parts = DetectionTiles(
      width: picture.width, height: picture.height, longSide: longSide, maxArea: Self.maxTileArea,
      overlap: Self.tileOverlap)
    var candidates: [DetectedFace] = []
    for tile in parts.tiles {
      candidates += try DetectionEngine.candidates(in: picture, tile: tile) {
        fbd_yunet_detect(handle, $0, Int32(tile.longSide), Float(threshold), $1, $2)
      }
    }
    return candidates
  }

  // In 6,379 regions of at most six cells, 130 were still seen as faces, all at the smaller size and none longer
  // there than 75 pixels. Whether the network sees one depends on how the pixels fall on its grid, so the second look
  // is the first one again, over a part of the picture.
  private static let longestSeenObscured = 96.0
  private static let secondLookMargin = 64.0
  /// The network's coarsest step in pixels.
  private static let gridStep = 32.0
  /// How much less sure the second look needs to be: so it misses none of the 130, and takes one in forty for one.
  private static let secondLookEase = 0.2

  private func smallScale(of picture: PixelBuffer) -> Double {
    let longSide = max(picture.width, picture.height)
    return Double(min(effort.longSides.first ?? 640, effort.maxEnlargement * longSide)) / Double(longSide)
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
    let tile = DetectionTiles.Tile(
      x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count,
      longSide: max(Int(Self.gridStep), Int((Double(max(columns.count, rows.count)) * scale).rounded())),
      cutsLeft: false, cutsTop: false, cutsRight: false, cutsBottom: false)
    let threshold = Float(max(identity.threshold - Self.secondLookEase, 0.05))
    let faces = try DetectionEngine.candidates(in: picture, tile: tile) {
      fbd_yunet_detect(handle, $0, Int32(tile.longSide), threshold, $1, $2)
    }
    return regions.map { region in
      couldSeeObscured(region, in: picture) && faces.contains { $0.rect.isFace(ofRegion: region) }
    }
  }
}

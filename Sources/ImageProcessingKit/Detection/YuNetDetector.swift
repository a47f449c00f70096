internal import CFaceDetection

/// YuNet at two scales: large faces are lost at large sizes and small ones at small sizes.
public final class YuNetDetector: FaceDetecting {
  public let identity: DetectorIdentity
  private let handle: OpaquePointer

  private static let defaultThreshold = 0.6
  /// Boxes that share more than this part of their union are one face.
  private static let mergeOverlap = 0.3
  private static let longSides = [640, 1600]
  /// Pixels of one part, which cost 55 bytes each while the network runs.
  private static let maxTileArea = 480_000
  /// Faces that a cut could split are found at the smaller size.
  private static let tileOverlap = 96
  /// Enlarging a small picture finds more, up to this factor.
  private static let maxEnlargement = 2

  /// - Parameter threshold: the least score that counts, 0…1; nil for 0.6.
  /// - Throws: `DetectionError` where the model is missing or not the tested one.
  public convenience init(models: ModelLocator, threshold: Double? = nil) throws(DetectionError) {
    try self.init(loaded: models.load(.yuNet), threshold: threshold)
  }

  init(loaded: LoadedModel, threshold: Double? = nil) throws(DetectionError) {
    identity = DetectorIdentity(
      name: "yunet", modelSHA256: loaded.model.sha256, longSides: Self.longSides,
      threshold: threshold ?? Self.defaultThreshold)
    handle = try DetectionEngine.create(loaded, with: fbd_yunet_create)
  }

  deinit {
    fbd_yunet_destroy(handle)
  }

  public func faces(in picture: PixelBuffer) throws(DetectionError) -> [DetectedFace] {
    var candidates: [DetectedFace] = []
    for longSide in DetectionEngine.sizes(Self.longSides, for: picture, maxEnlargement: Self.maxEnlargement) {
      let parts = DetectionTiles(
        width: picture.width, height: picture.height, longSide: Int(longSide), maxArea: Self.maxTileArea,
        overlap: Self.tileOverlap)
      for tile in parts.tiles {
        candidates += try DetectionEngine.candidates(in: picture, tile: tile) {
          fbd_yunet_detect(handle, $0, Int32(tile.longSide), Float(identity.threshold), $1, $2)
        }
      }
    }
    return candidates.merged(overlap: Self.mergeOverlap)
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

  private static func smallScale(of picture: PixelBuffer) -> Double {
    let longSide = max(picture.width, picture.height)
    return Double(min(longSides[0], maxEnlargement * longSide)) / Double(longSide)
  }

  public func couldSeeObscured(_ region: NormalizedRect, in picture: PixelBuffer) -> Bool {
    max(region.width * Double(picture.width), region.height * Double(picture.height))
      * Self.smallScale(of: picture)
      <= Self.longestSeenObscured
  }

  public func seesFaces(
    in picture: PixelBuffer, at regions: [NormalizedRect]
  ) throws(DetectionError) -> [Bool] {
    let candidates = regions.filter { couldSeeObscured($0, in: picture) }
    guard !candidates.isEmpty else { return regions.map { _ in false } }
    let scale = Self.smallScale(of: picture)
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

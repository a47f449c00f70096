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
}

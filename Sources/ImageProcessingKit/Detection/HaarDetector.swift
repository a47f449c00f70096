internal import CFaceDetection

/// Haar cascades: frontal faces, and profiles that look left and, in the mirrored picture, right.
package final class HaarDetector: FaceDetecting {
  package let identity: DetectorIdentity
  package let longestLook = HaarDetector.longSides[0]
  private let opencv: fbo_functions
  private let frontal: OpaquePointer
  private let profile: OpaquePointer

  /// Boxes that share more than this part of their union are one face.
  private static let mergeOverlap = 0.4
  private static let longSides = [1024]
  private static let maxEnlargement = 2

  /// - Parameter models: where the cascades come from.
  /// - Parameter threshold: the least score that counts, 0…1; nil for every box a cascade returns.
  /// - Throws: `FaceBlurError` where a model is missing or not the tested one, or OpenCV is missing.
  package init(models: ModelLocator = ModelLocator(), threshold: Double? = nil) throws(FaceBlurError) {
    let loadedFrontal = try models.load(.haarFrontal)
    let loadedProfile = try models.load(.haarProfile)
    identity = DetectorIdentity(
      name: "haar",
      modelSHA256: SHA256.hexDigest(
        of: Array((loadedFrontal.model.sha256 + loadedProfile.model.sha256).utf8)),
      longSides: Self.longSides, threshold: threshold ?? 0)
    opencv = try OpenCVLibrary.open().functions.pointee
    frontal = try DetectionShim.create(loadedFrontal, with: opencv.haar_create)
    do {
      profile = try DetectionShim.create(loadedProfile, with: opencv.haar_create)
    } catch {
      opencv.haar_destroy(frontal)
      throw error
    }
  }

  deinit {
    opencv.haar_destroy(frontal)
    opencv.haar_destroy(profile)
  }

  package func faces(in picture: PixelBuffer) throws(FaceBlurError) -> [DetectedFace] {
    var candidates: [FaceCandidate] = []
    let passes: [(cascade: OpaquePointer, mirrored: Int32)] = [(frontal, 0), (profile, 0), (profile, 1)]
    for side in Self.longSides {
      let longSide = Int32(DetectionShim.size(side, for: picture, maxEnlargement: Self.maxEnlargement))
      for pass in passes {
        candidates += try DetectionShim.candidates(in: picture) {
          opencv.haar_detect(pass.cascade, $0, longSide, pass.mirrored, $1, $2)
        }
      }
    }
    return candidates.filter { $0.score >= identity.threshold }.merged(overlap: Self.mergeOverlap)
      .map {
        DetectedFace(
          rect: $0.rect, score: $0.score, seenBy: ["haar \(Self.longSides[0])"], kind: $0.kind)
      }
  }
}

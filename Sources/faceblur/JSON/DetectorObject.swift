internal import ImageProcessingKit

/// What looked for the faces.
struct DetectorObject: Encodable {
  /// `none` where a person drew every region.
  var name: String
  /// Empty where there is no model; of several files their hashes one after another.
  var modelSHA256: String
  /// The least score that counts.
  var threshold: Double
  /// Absent where the detector knows one way only.
  var effort: String?

  init(_ identity: DetectorIdentity) {
    name = identity.name
    modelSHA256 = identity.modelSHA256
    threshold = identity.threshold
    effort = identity.effort
  }
}

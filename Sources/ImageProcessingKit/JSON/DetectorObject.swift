/// What looked for the faces, as every object tells it: all but the long sides that it looked at.
struct DetectorObject: Codable {
  private enum CodingKeys: CodingKey {
    case name, modelSHA256, threshold, effort, smallestFace
  }

  /// `none` where a person drew every region.
  var name: String
  /// Empty where there is no model; of several files the hash of their hashes.
  var modelSHA256: String
  /// The least score that counts.
  var threshold: Double
  /// Absent where the detector knows one way only.
  var effort: String?
  /// In pixels of the photo; absent where it follows from the photo's size.
  var smallestFace: Int?

  init(_ identity: DetectorIdentity) {
    name = identity.name
    modelSHA256 = identity.modelSHA256
    threshold = identity.threshold
    effort = identity.effort
    smallestFace = identity.smallestFace
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decodeText(forKey: .name)
    modelSHA256 = try container.decodeText(forKey: .modelSHA256)
    threshold = try container.decodeNumber(forKey: .threshold, in: 0...1)
    effort = try container.decodeTextIfPresent(forKey: .effort)
    smallestFace =
      container.contains(.smallestFace)
      ? try container.decodeInteger(forKey: .smallestFace, in: 1...65_535) : nil
  }

  /// The identity, of which no long sides are known.
  var identity: DetectorIdentity {
    DetectorIdentity(
      name: name, modelSHA256: modelSHA256, longSides: [], threshold: threshold, effort: effort,
      smallestFace: smallestFace)
  }
}

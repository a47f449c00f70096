internal import FoundationEssentials

/// In the form of review.schema.json.
extension SignOff: Codable {
  private enum Key: String, CodingKey {
    case form = "$schema"
    case schema, target, made, photos
  }

  static let form = "review.schema.json"

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    guard try container.decode(Int.self, forKey: .schema) == JSONContract.schema else {
      throw container.flaw(.schema, "it is of another version")
    }
    target = try FileNames.decode("target", from: decoder)
    made = try container.decodeTime(forKey: .made)
    photos = try container.decodeList(of: Photo.self, forKey: .photos, atMost: Self.maxPhotos)
    guard Set(photos.map(\.output)).count == photos.count else {
      throw container.flaw(.photos, "it names an output twice")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.form, forKey: .form)
    try container.encode(JSONContract.schema, forKey: .schema)
    try FileNames(["target": target]).encode(to: encoder)
    try container.encode(made.formatted(.iso8601), forKey: .made)
    try container.encode(photos, forKey: .photos)
  }
}

extension SignOff.Photo: Codable {
  private enum Key: CodingKey {
    case sha256, sourceSHA256, time, width, height, shown, decisions, complete
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    output = try FileNames.decode("output", from: decoder)
    sha256 = try container.decodeDigest(forKey: .sha256)
    sourceSHA256 = try container.decodeDigest(forKey: .sourceSHA256)
    time = try container.decodeTime(forKey: .time)
    frame = PictureFrame(
      width: try container.decodeSide(forKey: .width), height: try container.decodeSide(forKey: .height))
    shown = try container.decodeRegions(forKey: .shown, in: frame)
    decisions = try container.decodeList(
      of: SignOff.Decision.self, forKey: .decisions, atMost: RegionPlan.maxRegions)
    isComplete = try container.decode(Bool.self, forKey: .complete)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try FileNames(["output": output]).encode(to: encoder)
    try container.encode(sha256, forKey: .sha256)
    try container.encode(sourceSHA256, forKey: .sourceSHA256)
    try container.encode(time.formatted(.iso8601), forKey: .time)
    try container.encode(frame.visible.width, forKey: .width)
    try container.encode(frame.visible.height, forKey: .height)
    try container.encode(shown, forKey: .shown, in: frame)
    try container.encode(decisions, forKey: .decisions)
    try container.encode(isComplete, forKey: .complete)
  }
}

extension SignOff.Decision {
  private enum Key: CodingKey {
    case region, answer, time
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    region = try container.decodeText(forKey: .region, atMost: PlannedRegion.maxIDBytes)
    answer = try container.decode(ReviewAnswers.Kind.self, forKey: .answer)
    time = try container.decodeTime(forKey: .time)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(region, forKey: .region)
    try container.encode(answer, forKey: .answer)
    try container.encode(time.formatted(.iso8601), forKey: .time)
  }
}

extension KeyedDecodingContainer {
  fileprivate func decodeTime(forKey key: Key) throws -> Date {
    guard let time = try? Date(decodeText(forKey: key, atMost: 64), strategy: .iso8601) else {
      throw flaw(key, "it is no time")
    }
    return time
  }
}

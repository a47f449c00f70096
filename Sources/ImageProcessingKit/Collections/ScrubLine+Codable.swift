extension ScrubLine: Codable {
  private enum CodingKeys: CodingKey {
    case status, width, height, regions, tracks, hiddenCount, doubtfulCount, way, reason, warnings, seconds
    case sourceSHA256, targetSHA256
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    source = try FileNames.decode("file", from: decoder)
    target = try FileNames.decodeIfPresent("target", from: decoder)
    status = try container.decode(ScrubStatus.self, forKey: .status)
    regions = ReportedRegions()
    let frame = try container.decodeFrameIfPresent(forKeys: .width, .height)
    (regions.width, regions.height) = (frame?.width, frame?.height)
    regions.regions = try container.decodeRegions(forKey: .regions, in: frame)
    faces = try container.decodeCount(forKey: .hiddenCount)
    doubtful = try container.decodeCount(forKey: .doubtfulCount)
    way = try container.decodeIfPresent(RenderedWay.self, forKey: .way)?.rawValue
    reason = try container.decodeTextIfPresent(forKey: .reason)
    warnings = try container.decodeTexts(forKey: .warnings)
    seconds = try container.decodeNumberIfPresent(forKey: .seconds, in: ScrubSummary.allowedSeconds)
    sourceSHA256 = try container.decodeDigestIfPresent(forKey: .sourceSHA256)
    targetSHA256 = try container.decodeDigestIfPresent(forKey: .targetSHA256)
  }

  public func encode(to encoder: any Encoder) throws {
    // The target is below the folder of the collection; absent where nothing is there.
    try FileNames(["file": source, "target": target]).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status, forKey: .status)
    let frame = regions.frame
    try container.encodeIfPresent(frame?.visible.width, forKey: .width)
    try container.encodeIfPresent(frame?.visible.height, forKey: .height)
    try container.encode(regions.regions, forKey: .regions, in: frame)
    try encodeTracks(into: &container, forKey: .tracks)
    try container.encode(faces, forKey: .hiddenCount)
    try container.encode(doubtful, forKey: .doubtfulCount)
    try container.encodeIfPresent(way, forKey: .way)
    try container.encodeIfPresent(reason, forKey: .reason)
    try container.encode(warnings, forKey: .warnings)
    try container.encodeIfPresent(roundedSeconds, forKey: .seconds)
    try container.encodeIfPresent(sourceSHA256, forKey: .sourceSHA256)
    try container.encodeIfPresent(targetSHA256, forKey: .targetSHA256)
  }

  /// To the millisecond.
  var roundedSeconds: Double? { seconds.map { ($0 * 1000).rounded() / 1000 } }
}

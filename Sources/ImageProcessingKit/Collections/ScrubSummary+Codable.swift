extension ScrubSummary: Codable {
  private enum CodingKeys: CodingKey {
    case files, hiddenCount, doubtfulPhotoCount, showingFileCount, unchanged, leftOver, seconds, interrupted,
      notes, error,
      report
  }

  /// A file's statuses as names.
  private struct StatusKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ status: ScrubStatus) { stringValue = status.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Far longer than any run, and than any work on one file.
  static let allowedSeconds = 0.0...1e9

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let files = try container.nestedContainer(keyedBy: StatusKey.self, forKey: .files)
    for key in files.allKeys {
      guard let status = ScrubStatus(rawValue: key.stringValue) else {
        throw files.flaw(key, "there is no such status")
      }
      counts[status] = try files.decodeCount(forKey: key)
    }
    unchanged = try container.decodeCount(forKey: .unchanged)
    isInterrupted = try container.decode(Bool.self, forKey: .interrupted)
    notes = container.contains(.notes) ? try container.decodeTexts(forKey: .notes) : []
    isForecast = !container.contains(.hiddenCount)
    guard !isForecast else { return }
    faces = try container.decodeCount(forKey: .hiddenCount)
    doubtful = try container.decodeCount(forKey: .doubtfulPhotoCount)
    showing = try container.decodeCount(forKey: .showingFileCount)
    leftOver = try container.decodeCount(forKey: .leftOver)
    seconds = try container.decodeNumber(forKey: .seconds, in: Self.allowedSeconds)
    error = try container.decodeTextIfPresent(forKey: .error)
    reportFolder = try container.decodePathIfPresent(forKey: .report)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    var files = container.nestedContainer(keyedBy: StatusKey.self, forKey: .files)
    for (status, count) in counts { try files.encode(count, forKey: StatusKey(status)) }
    try container.encode(unchanged, forKey: .unchanged)
    try container.encode(isInterrupted, forKey: .interrupted)
    try container.encode(notes, forKey: .notes)
    guard !isForecast else { return }
    try container.encode(faces, forKey: .hiddenCount)
    try container.encode(doubtful, forKey: .doubtfulPhotoCount)
    try container.encode(showing, forKey: .showingFileCount)
    try container.encode(leftOver, forKey: .leftOver)
    try container.encode(seconds, forKey: .seconds)
    try container.encodeIfPresent(error, forKey: .error)
    try container.encodeIfPresent(reportFolder?.description, forKey: .report)
  }
}

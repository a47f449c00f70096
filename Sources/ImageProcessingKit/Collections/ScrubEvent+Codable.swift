extension ScrubEvent: Codable {
  private enum CodingKeys: CodingKey {
    case event, text, count
  }

  /// The names that programs know events by.
  private enum Name: String, Codable {
    case warning, walking, checking, planned, file, progress, summary
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self =
      switch try container.decode(Name.self, forKey: .event) {
      case .warning: .warning(try container.decodeText(forKey: .text))
      case .walking: .walking(try container.decodeCount(forKey: .count))
      case .checking: .checking(try container.decodeCount(forKey: .count))
      case .planned: .planned(try ScrubForecast(from: decoder))
      case .file: .finished(try ScrubLine(from: decoder))
      case .progress: .progress(try ScrubProgress(from: decoder))
      case .summary: .ended(try ScrubSummary(from: decoder))
      }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .event)
    switch self {
    case .warning(let text): try container.encode(text, forKey: .text)
    case .walking(let count), .checking(let count): try container.encode(count, forKey: .count)
    case .planned(let forecast): try forecast.encode(to: encoder)
    case .finished(let line): try line.encode(to: encoder)
    case .progress(let progress): try progress.encode(to: encoder)
    case .ended(let summary): try summary.encode(to: encoder)
    }
  }

  private var name: Name {
    switch self {
    case .warning: .warning
    case .walking: .walking
    case .checking: .checking
    case .planned: .planned
    case .finished: .file
    case .progress: .progress
    case .ended: .summary
    }
  }
}

extension ScrubForecast: Codable {
  private enum CodingKeys: CodingKey {
    case status, unchanged, reason
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    source = try FileNames.decode("file", from: decoder)
    status = try container.decode(ScrubStatus.self, forKey: .status)
    isUnchanged = try container.decode(Bool.self, forKey: .unchanged)
    reason = try container.decodeText(forKey: .reason)
  }

  public func encode(to encoder: any Encoder) throws {
    try FileNames(["file": source]).encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(status, forKey: .status)
    try container.encode(isUnchanged, forKey: .unchanged)
    try container.encode(reason, forKey: .reason)
  }
}

extension ScrubProgress: Codable {
  private enum CodingKeys: CodingKey {
    case total, through, hiddenCount, failures, seconds, rate, secondsLeft
  }

  /// How many files this run has done is read from the rate.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    total = try container.decodeCount(forKey: .total)
    through = try container.decodeInteger(forKey: .through, in: 0...total)
    faces = try container.decodeCount(forKey: .hiddenCount)
    failures = try container.decodeCount(forKey: .failures)
    seconds = try container.decodeNumber(forKey: .seconds, in: ScrubSummary.allowedSeconds)
    let rate = try container.decodeNumberIfPresent(forKey: .rate, in: 0...1e12)
    let files = ((rate ?? 0) * seconds).rounded()
    guard files <= 1e15 else { throw container.flaw(.rate, "no run does so many files") }
    done = Int(files)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(total, forKey: .total)
    try container.encode(through, forKey: .through)
    try container.encode(faces, forKey: .hiddenCount)
    try container.encode(failures, forKey: .failures)
    try container.encode(seconds, forKey: .seconds)
    try container.encodeIfPresent(rate, forKey: .rate)
    try container.encodeIfPresent(secondsLeft, forKey: .secondsLeft)
  }
}

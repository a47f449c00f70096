internal import ImageProcessingKit

/// What `scrub --json` prints: objects with an `event`.
struct FileEvent: Encodable {
  private enum Key: CodingKey {
    case event
  }

  private let row: ReportRow

  init(_ line: ScrubLine) { row = ReportRow(line) }

  /// A line of `report.jsonl` with the event.
  func encode(to encoder: any Encoder) throws {
    try row.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("file", forKey: .event)
  }
}

struct ProgressEvent: Encodable {
  var event = "progress"
  var total: Int
  var through: Int
  var hiddenCount: Int
  var failures: Int
  var seconds: Double
  var rate: Double?
  var secondsLeft: Double?

  init(_ progress: ScrubProgress) {
    total = progress.total
    through = progress.through
    hiddenCount = progress.faces
    failures = progress.failures
    seconds = progress.seconds
    rate = progress.rate
    secondsLeft = progress.secondsLeft
  }
}

struct SummaryEvent: Encodable {
  var event = "summary"
  /// Files by status.
  var files: [String: Int]
  var hiddenCount: Int
  /// Photos with a face that a person should look at.
  var doubtfulPhotoCount: Int
  var unchanged: Int
  var leftOver: Int
  var seconds: Double
  var interrupted: Bool
  var error: String?
  var report: String

  init(_ summary: ScrubSummary, _ settings: ScrubSettings) {
    files = Dictionary(uniqueKeysWithValues: summary.counts.map { ($0.key.rawValue, $0.value) })
    hiddenCount = summary.faces
    doubtfulPhotoCount = summary.doubtful
    unchanged = summary.unchanged
    leftOver = summary.leftOver
    seconds = summary.seconds
    interrupted = summary.isInterrupted
    error = summary.fatal?.text
    report = settings.stateFolder.description
  }
}

struct PlannedEvent: Encodable {
  private struct Details: Encodable {
    var event = "planned"
    /// As a run would report it.
    var status: String
    var unchanged: Bool
    var reason: String
  }

  private let file: FileNames
  private let details: Details

  init(_ forecast: ScrubForecast) {
    file = FileNames(["file": forecast.source])
    details = Details(
      status: forecast.status.rawValue, unchanged: forecast.isUnchanged, reason: forecast.reason)
  }

  func encode(to encoder: any Encoder) throws {
    try file.encode(to: encoder)
    try details.encode(to: encoder)
  }
}

struct DryRunEvent: Encodable {
  var event = "summary"
  /// Files by the status that a run would report.
  var files: [String: Int]
  var unchanged: Int
  var interrupted: Bool

  init(_ summary: ScrubSummary) {
    files = Dictionary(uniqueKeysWithValues: summary.counts.map { ($0.key.rawValue, $0.value) })
    unchanged = summary.unchanged
    interrupted = summary.isInterrupted
  }
}

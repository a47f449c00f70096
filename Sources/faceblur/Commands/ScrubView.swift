internal import ImageProcessingKit

/// What a run over a collection shows while it goes on and when it ends.
struct ScrubView {
  private let console: Console
  private let settings: ScrubSettings
  private let hasTerminal: Bool
  private var failures = 0
  private var lastLine = ContinuousClock.now

  /// Failures that are printed; the others are in the report.
  private static let maxFailures = 20
  private static let secondsBetweenLines = 5.0
  private static let secondsBetweenStatus = 0.25

  init(_ console: Console, _ settings: ScrubSettings) {
    self.console = console
    self.settings = settings
    hasTerminal = console.hasStatus
  }

  /// Says what is worth knowing before the work begins.
  func begin() {
    for note in settings.notes { console.insist(note) }
  }

  mutating func take(_ event: ScrubEvent) {
    switch event {
    case .warning(let text): console.insist(text)
    case .walking(let count):
      if isTime { show(counted(count, "file") + " met") }
    case .checking(let count):
      if isTime { show(counted(count, "output") + " of earlier runs read") }
    case .planned(let forecast):
      emit(event)
      show(forecast)
    case .finished(let line):
      emit(event)
      show(line)
    case .progress(let progress):
      guard isTime else { return }
      emit(event)
      show(Self.text(progress))
    case .ended: emit(event)
    }
  }

  private func emit(_ event: ScrubEvent) {
    if console.json { console.emit(event) }
  }

  private var isTime: Bool {
    mutating get {
      let seconds = hasTerminal ? Self.secondsBetweenStatus : Self.secondsBetweenLines
      guard ContinuousClock.now - lastLine >= .seconds(seconds) else { return false }
      lastLine = .now
      return true
    }
  }

  private func show(_ text: String) {
    if hasTerminal { console.status(text) } else { console.say([text]) }
  }

  private mutating func show(_ forecast: ScrubForecast) {
    let words =
      switch forecast.status {
      case _ where forecast.isUnchanged: "unchanged"
      case .done, .pending: "would be scrubbed, \(forecast.reason)"
      case .failed: "would fail: \(forecast.reason)"
      case .skipped, .review, .other: "left out: \(forecast.reason)"
      }
    if forecast.status == .failed {
      fail("\(forecast.source): \(words)", all: "more photos would fail; -v shows them all")
    }
    console.detail(["\(forecast.source): \(words)"])
  }

  /// - Parameter all: where all failures are.
  private mutating func fail(_ line: String, all: String) {
    failures += 1
    if hasTerminal { console.status(nil) }
    if failures <= Self.maxFailures {
      console.fail(line)
    } else if failures == Self.maxFailures + 1 {
      console.fail(all)
    }
  }

  private mutating func show(_ line: ScrubLine) {
    if line.status == .failed {
      fail(
        "\(line.source): \(line.reason ?? "failed")",
        all: "more photos fail; all are in \(settings.stateFolder.appending("report.csv"))")
    } else {
      let faces = line.status == .done ? ", \(counted(line.faces, "face"))" : ""
      console.detail(["\(line.source): \(line.status.rawValue)\(faces)"])
    }
  }

  /// "312 of 10000, 14.2/s, 401 faces, 2 failed, 11 min left"
  private static func text(_ progress: ScrubProgress) -> String {
    var parts = ["\(progress.through) of \(progress.total)"]
    if let rate = progress.rate { parts.append("\(ProgressText.tenths(rate))/s") }
    parts.append(counted(progress.faces, "face"))
    if progress.failures > 0 { parts.append("\(progress.failures) failed") }
    if let left = progress.secondsLeft { parts.append(ProgressText.duration(left) + " left") }
    return parts.joined(separator: ", ")
  }

  func end(_ summary: ScrubSummary) {
    if hasTerminal { console.status(nil) }
    if let fatal = summary.fatal { console.fail(fatal.text) }
    let counts = ScrubStatus.allCases.filter { summary.count($0) > 0 && $0 != .done }
      .map { "\(summary.count($0)) \(Self.label($0))" }
    let unchanged = summary.unchanged > 0 ? ["\(summary.unchanged) were done before"] : []
    let lines =
      [
        (["\(summary.count(.done)) scrubbed, \(counted(summary.faces, "face")) hidden"] + counts + unchanged)
          .joined(separator: ", ")
      ]
      + (summary.doubtful > 0 ? ["  check   \(counted(summary.doubtful, "photo")) with faces in doubt"] : [])
      + (summary.leftOver > 0
        ? [
          "  note    \(counted(summary.leftOver, "file")) in the target from photos that were not in this run"
        ] : [])
      + ["  target  \(settings.target)", "  report  \(settings.stateFolder.appending("report.html"))"]
      + (summary.hasQuestions
        ? ["  review  \(Advice.Remedy.reviewLine(settings.target, state: settings.state))"] : [])
      + (settings.hasStateInTarget
        ? ["  note    \(settings.stateFolder) names the originals; never publish it"] : [])
    console.say(lines)
    if summary.showing > 0 {
      console.insist(
        "as was decided, faces can be seen in \(counted(summary.showing, "file")) of the target; they are named in"
          + " \(settings.stateFolder.appending("report.csv"))")
    }
    if summary.telling > 0 {
      console.insist(
        "\(counted(summary.telling, "file")) of the target \(summary.telling == 1 ? "shows" : "show") faces in cells of"
          + " their own colours (pixelate): whoever knows a person may recognise them; the style mosaic tells nothing"
      )
    }
    warn(ofPatterns: summary)
    if summary.isInterrupted || summary.fatal != nil {
      console.fail("stopped; run the same command again to go on where it ended")
    }
  }

  /// Says where patterns did not do what they look like, or more than they do: by a slip of the pen the wrong photos are published.
  private func warn(ofPatterns summary: ScrubSummary) {
    for source in summary.leftOut {
      console.insist("\(source): left out with all that is in it, because --exclude fits it")
    }
    for pattern in summary.unfitted.excluded {
      console.insist("--exclude '\(pattern)' fits nothing that was met, so nothing was left out by it")
    }
    for pattern in summary.unfitted.included {
      console.insist("--include '\(pattern)' fits nothing that was met")
    }
  }

  func end(dryRun summary: ScrubSummary) {
    if hasTerminal { console.status(nil) }
    warn(ofPatterns: summary)
    guard !console.json else { return }
    let counts = ScrubStatus.allCases.filter { summary.count($0) > 0 && $0 != .done }
      .map { "\(summary.count($0)) \($0 == .failed ? "would fail" : Self.label($0))" }
    let unchanged = summary.unchanged > 0 ? ["\(summary.unchanged) unchanged"] : []
    console.answer([
      (["\(summary.count(.done)) would be in the target"] + counts + unchanged).joined(separator: ", "),
      "nothing was changed",
    ])
  }

  private static func label(_ status: ScrubStatus) -> String {
    switch status {
    case .pending: "not yet done"
    case .done: "scrubbed"
    case .skipped: "without a face left out"
    case .review: "without a face to be looked at"
    case .failed: "failed"
    case .other: "no photos"
    }
  }
}

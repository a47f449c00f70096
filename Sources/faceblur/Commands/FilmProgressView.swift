internal import Glibc
internal import ImageProcessingKit
internal import Synchronization

/// Shows how far the work on films has come: on one line of a terminal, which is taken away again. Nothing where nobody looks at one.
final class FilmProgressView: Sendable {
  private struct State {
    var last: FilmProgress?
    /// When the stage began, and when the line was written.
    var began = ContinuousClock.now
    var lastLine = ContinuousClock.now
  }

  private let console: Console
  private let hasTerminal: Bool
  private let state = Mutex(State())

  private static let secondsBetweenLines = 0.25
  /// Before that a rate says nothing.
  private static let secondsOfRate = 1.0

  init(_ console: Console) {
    self.console = console
    hasTerminal = console.hasStatus
  }

  /// Shows what it is told, and ends the work where somebody has asked the program to stop.
  var watch: FilmWatch {
    FilmWatch { [self] progress in
      if let progress { take(progress) }
      return !StopSignal.isRaised
    }
  }

  /// Takes the line away.
  func end() {
    let isShown = state.withLock { state in
      defer { state.last = nil }
      return state.last != nil
    }
    if isShown, hasTerminal { console.status(nil) }
  }

  private func take(_ progress: FilmProgress) {
    guard hasTerminal else { return }
    let line = state.withLock { state -> String? in
      let now = ContinuousClock.now
      let isNew = state.last?.stage != progress.stage || state.last?.done ?? 0 >= progress.done
      if isNew { state.began = now }
      state.last = progress
      guard isNew || now - state.lastLine >= .seconds(Self.secondsBetweenLines) else { return nil }
      state.lastLine = now
      return Self.text(progress, after: (now - state.began) / .seconds(1))
    }
    if let line { console.status(line) }
  }

  /// "looking at frame 312 of 760 (41 %), 24.1 a second, 19 s left"
  private static func text(_ progress: FilmProgress, after seconds: Double) -> String {
    let share = progress.done * 100 / max(progress.count, 1)
    var parts = ["\(progress.stage.words) frame \(progress.done) of \(progress.count) (\(share) %)"]
    // The first frame was done when the clock began.
    if seconds >= secondsOfRate, progress.done > 1 {
      let rate = Double(progress.done - 1) / seconds
      parts.append("\(ProgressText.tenths(rate)) a second")
      parts.append("\(ProgressText.duration(Double(progress.count - progress.done) / rate)) left")
    }
    return parts.joined(separator: ", ")
  }
}

extension FilmProgress.Stage {
  fileprivate var words: String {
    switch self {
    case .looking: "looking at"
    case .hiding: "hiding in"
    case .checking: "checking"
    case .drawing: "drawing"
    }
  }
}

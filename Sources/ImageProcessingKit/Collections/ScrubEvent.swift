/// Something that a run over a collection reports while it works.
///
/// Its `Codable` form has an `event`: with `planned`, `file`, `progress` and `summary` it is what `scrub --json` tells, and the others are
/// told to people there.
public enum ScrubEvent: Sendable {
  case warning(String)
  /// How many files were met so far.
  case walking(Int)
  /// How many outputs of earlier runs were read so far.
  case checking(Int)
  /// What is to be done with a file, in a dry run.
  case planned(ScrubForecast)
  /// A file is done, or on the list.
  case finished(ScrubLine)
  /// Told several times a second.
  case progress(ScrubProgress)
  /// What the run, or the dry run, returns: the last event.
  case ended(ScrubSummary)
}

/// What came of one file.
///
/// Its `Codable` form is a line of `report.jsonl` (scrub-file.schema.json) but for the contract and the command, which `CommandObject` adds.
/// In a line that was read back, boxes are rounded to tenths of pixels and scores to thousandths, the time to milliseconds, and neither
/// the photo's orientation nor the style is known.
public struct ScrubLine: Sendable, Hashable {
  public var source: FilePath
  /// Below the target; nil where nothing is there.
  public var target: FilePath?
  public var status: ScrubStatus
  public var faces: Int
  public var doubtful: Int
  /// Those that are hidden, with the photo's size.
  public var regions: ReportedRegions
  /// How the render was made.
  public var way: String?
  /// Why it failed, or what it is.
  public var reason: String?
  public var warnings: [String] = []
  /// Of the work on it.
  public var seconds: Double?
  /// Of what was read and what was written, in lower-case hexadecimal.
  public var sourceSHA256: String?
  public var targetSHA256: String?
}

/// What would come of one file; its `Codable` form is as scrub-planned.schema.json says.
public struct ScrubForecast: Sendable, Hashable {
  public var source: FilePath
  /// As a run would report it; what is found by looking for faces is not known yet.
  public var status: ScrubStatus
  /// Whether an earlier run has done it, so that nothing is left to do.
  public var isUnchanged = false
  /// Why it would be scrubbed, would fail or is left out.
  public var reason: String
}

/// How far a run has come; its `Codable` form is as scrub-progress.schema.json says.
public struct ScrubProgress: Sendable, Hashable {
  /// Files that were met, and of them those that are through, from earlier runs too.
  public var total = 0
  public var through = 0
  /// Those that this run has done.
  public var done = 0
  public var faces = 0
  public var failures = 0
  /// Since the work began.
  public var seconds = 0.0

  /// Files in a second; nil as long as nothing is done.
  public var rate: Double? { done > 0 && seconds > 0 ? Double(done) / seconds : nil }
  /// Nil as long as nobody can tell.
  public var secondsLeft: Double? { rate.map { Double(total - through) / $0 } }
}

/// How a run ended.
///
/// Its `Codable` form is as scrub-summary.schema.json says, and after a dry run as scrub-plan-summary.schema.json does. What made the run
/// stop is told in words, and read back as such.
public struct ScrubSummary: Sendable {
  /// Whether it is of a dry run: of faces, time and what is left over nothing is known.
  public var isForecast = false
  /// The folder that the reports go to; nil in a dry run.
  public var reportFolder: FilePath?
  /// Files by what became of them, those from earlier runs included.
  public var counts: [ScrubStatus: Int] = [:]
  public var faces = 0
  /// Photos with a face that a person should look at.
  public var doubtful = 0
  /// Files in the target that show what somebody has decided to show.
  public var showing = 0
  /// Files in the target that show faces in cells of their own colours; as far as the reports were written.
  package var telling = 0
  /// Photos in the target in which nothing is hidden.
  package var faceless = 0
  /// Patterns of the filter that fitted nothing: what they were to leave out may be in the target.
  package var unfitted = NameFilter()
  /// Folders that were named as sources, and left out by a pattern.
  package var leftOut: [FilePath] = []
  /// Files of this run that were as an earlier run had left them.
  public var unchanged = 0
  /// Files in the target whose photos were not met in this run.
  public var leftOver = 0
  public var seconds = 0.0
  /// Whether it was stopped from outside.
  public var isInterrupted = false
  /// What is worth knowing of how the run was asked for.
  public var notes: [String] = []
  /// What made it stop.
  public var fatal: FaceBlurError?

  /// What was told of the error in words.
  var toldError: String?

  /// What made it stop, in words; nil where nothing did.
  public var error: String? {
    get { toldError ?? fatal?.description }
    set { toldError = newValue }
  }

  /// Whether it ended before its work did.
  var hasEnded: Bool { isInterrupted || fatal != nil }

  public func count(_ status: ScrubStatus) -> Int { counts[status] ?? 0 }

  /// Whether a person should decide about something: a face in doubt, or a photo without one, where a miss would hide.
  package var hasQuestions: Bool { doubtful + faceless + count(.review) + count(.skipped) > 0 }
}

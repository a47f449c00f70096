/// Something that a run over a collection reports while it works.
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
}

/// What came of one file.
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

/// What would come of one file.
public struct ScrubForecast: Sendable, Hashable {
  public var source: FilePath
  /// As a run would report it; what is found by looking for faces is not known yet.
  public var status: ScrubStatus
  /// Whether an earlier run has done it, so that nothing is left to do.
  public var isUnchanged = false
  /// Why it would be scrubbed, would fail or is left out.
  public var reason: String
}

/// How far a run has come.
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
public struct ScrubSummary: Sendable {
  /// Files by what became of them, those from earlier runs included.
  public var counts: [ScrubStatus: Int] = [:]
  public var faces = 0
  /// Photos with a face that a person should look at.
  public var doubtful = 0
  /// Files of this run that were as an earlier run had left them.
  public var unchanged = 0
  /// Files in the target whose photos were not met in this run.
  public var leftOver = 0
  public var seconds = 0.0
  /// Whether it was stopped from outside.
  public var isInterrupted = false
  /// What made it stop.
  public var fatal: FaceBlurError?

  /// Whether it ended before its work did.
  var hasEnded: Bool { isInterrupted || fatal != nil }

  public func count(_ status: ScrubStatus) -> Int { counts[status] ?? 0 }
}

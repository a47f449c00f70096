/// What became of a file of a collection.
public enum ScrubStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// Met, and not yet looked at.
  case pending
  /// Its scrubbed copy is in the target.
  case done
  /// No face was found, and such photos are left out.
  case skipped
  /// No face was found, and a person is to look before it is published.
  case review
  /// A photo that could not be scrubbed, or a place where photos may be missing.
  case failed
  /// No photo; it is not in the target.
  case other

  /// Whether a later run leaves it as it is where nothing has changed.
  var isSettled: Bool {
    switch self {
    case .done, .skipped, .review: true
    case .pending, .failed, .other: false
    }
  }

  /// Whether nothing was learned of a photo: what was hidden of it, and of which one, stays in the journal for the next run.
  var knowsNothing: Bool { self == .failed || self == .other }
}

/// A file that is to be scrubbed, and what is known of it from an earlier run.
struct ScrubJob: Sendable, Codable {
  /// The row in the journal.
  let id: Int
  let source: FilePath
  /// Below the target folder.
  let target: FilePath
  /// What the file was when it was met.
  let stamp: FileStamp?
  /// What an earlier run wrote there, in lower-case hexadecimal.
  var writtenSHA256: String?
  /// The content from which it was written under today's settings; nil where that is not so.
  let settledSHA256: String?
  /// What a run that was killed was about to write there.
  var intendedSHA256: String?
  /// What a person has decided about it.
  var decision: CollectionDecision.Stored?
  /// What an earlier run hides in it, which this one does not show again; nil where there is none, or it is to be forgotten.
  var hidden: Hidden?
  /// What records of earlier runs hide in it that this run does not keep.
  var records: [KeptRecord] = []
  /// A word for those of them that there were, which the journal compares.
  var otherRecords = ""
  /// What else of ours may lie there: what edits with records of runs have rendered, and what was made of files that are gone. Anything else
  /// there is not ours.
  var furtherSHA256s: Set<String> = []
  /// Files that are still there and that this run has not met, by the hashes of what earlier runs made of them and put there.
  var otherSources: [String: FilePath] = [:]
  /// Files that are gone and that a person has decided about, by the hashes of what earlier runs made of them and put there. Only what is
  /// known again as the same picture replaces that.
  var decidedSources: [String: FilePath] = [:]
  /// What earlier runs hide in files of other names that have the same content: it may have been copied or renamed.
  var hiddenElsewhere: [Hidden] = []
  /// What the file was when that was asked; nil where nobody has. Of what has come in its place since, nothing is known.
  var askedOf: FileStamp?
  /// A record that somebody has drawn in, of the same content and where the run keeps none of it.
  var strayRecord: FilePath?
  /// Whether the journal has something of that which cannot be read.
  var isHiddenUntold = false
  /// What the photo must be; nil for whatever it is.
  var wantedSHA256: String?
  /// What is hidden, without a look for faces; nil where that is to be found.
  var edit: FaceBlurAdjustment?
  /// Whether an earlier run has done it and its source has the size and time that it had: only the output is read, because a file of the
  /// same size and time may be another one.
  var isCheck = false
  /// Whether the source is read, too.
  var checksSource = false

  /// What is hidden in an output.
  struct Hidden: Sendable, Codable {
    /// Of the source it was found in.
    let sha256: String
    let regions: [PlannedRegion]
    /// Of a film, which has no regions.
    var film: ReportedTracks?
    /// How many times as long as the regions what is hidden is, in each direction; nil where nobody knows.
    var reach: Double?
    /// Whether the file that it was hidden in has another content by now, or is gone: then this one is no copy of it.
    var isGone = false
  }

  /// What earlier runs hide under other names in the content with a hash: the file may have changed since its own was computed.
  func hiddenElsewhere(in sha256: String) -> [Hidden] { hiddenElsewhere.filter { $0.sha256 == sha256 } }

  /// Whether a file is the one of which the journal was asked what is hidden in it.
  func isAsAsked(_ stamp: FileStamp?) -> Bool { askedOf.map { $0 == stamp } ?? true }

  /// Whether the photo with this hash is the one that is meant.
  func isOf(_ sha256: String) -> Bool { wantedSHA256.map { $0 == sha256 } ?? true }

  /// Whether bytes with this hash are what faceblur wrote, or was about to write, for this file.
  func isOurs(_ sha256: String) -> Bool { ourSHA256s.contains(sha256) }

  /// What of ours may lie at its place.
  var ourSHA256s: Set<String> {
    furtherSHA256s.union([writtenSHA256, intendedSHA256].compactMap(\.self)).subtracting(decidedSources.keys)
  }
}

/// What came of a job.
struct ScrubOutcome: Sendable {
  let id: Int
  let source: FilePath
  /// Below the target; nil where nothing of it is there.
  var target: FilePath? { written == nil ? nil : place }
  let place: FilePath
  var status: ScrubStatus
  var stamp: FileStamp?
  var sha256: String?
  /// Of its records when it was done, as `EditStamps` has it.
  var edit = ""
  /// What is now in the target.
  var written: (stamp: FileStamp, sha256: String)?
  /// What an earlier run wrote, where that could not be taken back or something else is in its place.
  var remainingSHA256: String?
  var faces = 0
  var doubtful = 0
  /// Those that are hidden, with the photo's size.
  var regions = ReportedRegions()
  var way: RenderedWay?
  /// Why it failed, or what it is if it is no photo.
  var reason: String?
  var warnings: [String] = []
  /// Of the work on this file, by a clock that no one sets.
  var seconds = 0.0
  /// What becomes of what a person decided about it.
  var decision = DecisionChange.none
  /// Whether the file was only touched: what an earlier run found of it still holds.
  var isAsBefore = false
  /// Whether it was ended because the run is: the file stays pending.
  var isInterrupted = false
  /// Whether it failed because another process is editing the file: nothing is wrong with that, and what earlier runs made of it stays.
  var isBusy = false
  /// What makes it useless to go on with other files.
  var fatal: FaceBlurError?

  enum DecisionChange: Sendable, Codable {
    /// It stays as it is.
    case none
    /// This takes its place; nil for nothing.
    case keep(CollectionDecision.Stored?)
  }

  init(_ job: ScrubJob, _ status: ScrubStatus, _ reason: String? = nil) {
    id = job.id
    source = job.source
    place = job.target
    self.status = status
    self.reason = reason
  }

  /// The file waits for the next run, because this one stops.
  static func interrupted(_ job: ScrubJob) -> ScrubOutcome {
    var outcome = ScrubOutcome(job, .pending)
    outcome.isInterrupted = true
    return outcome
  }
}

/// The outcome of a job as a worker sends it. The worker has read an untrusted photo and may be compromised, so the outcome holds
/// no path, and the run checks every value.
struct WorkerOutcome: Codable {
  private let status: ScrubStatus
  private let stamp: FileStamp?
  private let sha256: String?
  private let edit: String
  private let written: String?
  private let remaining: String?
  private let regions: ReportedRegions
  private let way: RenderedWay?
  private let reason: String?
  private let warnings: [String]
  private let seconds: Double
  private let isAsBefore: Bool
  private let isBusy: Bool
  private let decision: ScrubOutcome.DecisionChange
  private let stop: Stop?

  /// Why it is useless to go on with other files.
  private struct Stop: Codable {
    let isFull: Bool
    let reason: String
  }

  /// - Parameter wording: how it is said what helps.
  init(_ outcome: ScrubOutcome, _ wording: (Advice.Remedy) -> String) {
    status = outcome.status
    stamp = outcome.stamp
    sha256 = outcome.sha256
    edit = outcome.edit
    written = outcome.written?.sha256
    remaining = outcome.remainingSHA256
    regions = outcome.regions
    way = outcome.way
    reason = outcome.reason.map(Self.shortened)
    warnings = outcome.warnings.prefix(Self.maxWarnings).map(Self.shortened)
    seconds = outcome.seconds
    isAsBefore = outcome.isAsBefore
    isBusy = outcome.isBusy
    decision = outcome.decision
    stop = outcome.fatal.map { Stop(isFull: $0.kind == .diskFull, reason: $0.message(wording)) }
  }

  /// More than any reason or list of warnings needs.
  private static let maxTextBytes = 4096
  private static let maxWarnings = 256

  private static func shortened(_ text: String) -> String {
    text.utf8.count <= maxTextBytes
      ? text : String(decoding: text.utf8.prefix(maxTextBytes - 4), as: UTF8.self)
  }

  /// The outcome of a job; nil where a value cannot be one of it.
  /// - Parameters:
  ///   - announced: the hash of what the worker said it would place.
  ///   - target: where its output must be, if it says that there is one.
  func outcome(of job: ScrubJob, announced: String?, in target: HeldFolder) -> ScrubOutcome? {
    guard job.isCheck || status != .pending, !isBusy || status == .failed && announced == nil,
      [sha256, written, remaining].allSatisfy({ $0.map(SHA256.isHexDigest) ?? true }),
      edit.utf8.count <= Self.maxTextBytes, (reason?.utf8.count ?? 0) <= Self.maxTextBytes,
      warnings.count <= Self.maxWarnings, warnings.allSatisfy({ $0.utf8.count <= Self.maxTextBytes }),
      seconds >= 0, seconds < 1e9, RegionPlan.flaw(in: regions.regions) == nil,
      regions.regions.allSatisfy({ $0.state == .applied }), regions.film?.flaw == nil,
      regions.film == nil || regions.regions.isEmpty,
      [regions.width, regions.height].allSatisfy({ $0.map(PictureFrame.allowedSides.contains) ?? true }),
      regions.frame != nil || (regions.width == nil && regions.height == nil && regions.visible == nil),
      announced == nil || status != .done || written == announced,
      Self.isSound(decision, ofFilm: regions.isOfFilm)
    else { return nil }
    var outcome = ScrubOutcome(job, status, reason)
    outcome.stamp = stamp
    outcome.sha256 = sha256
    outcome.edit = edit
    if let written {
      guard let stamp = Self.stamp(of: job, in: target) else { return nil }
      outcome.written = (stamp, written)
    }
    // A photo is done only if its output is in the target.
    guard job.isCheck || (status == .done) == (written != nil) else { return nil }
    outcome.remainingSHA256 = remaining
    outcome.faces = regions.regions.map(\.rect).faceCount + (regions.film?.tracks.count ?? 0)
    outcome.doubtful = regions.regions.count { $0.isDoubtful } + (regions.film?.doubtful.count ?? 0)
    outcome.regions = regions
    outcome.way = way
    outcome.warnings = warnings
    outcome.seconds = seconds
    outcome.isAsBefore = isAsBefore
    outcome.isBusy = isBusy
    outcome.decision = decision
    outcome.fatal = stop.map {
      FaceBlurError($0.isFull ? .diskFull : .refused, target.path.appending(job.target), $0.reason)
    }
    return outcome
  }

  /// What the journal is to keep must be what it can read again.
  private static func isSound(_ decision: ScrubOutcome.DecisionChange, ofFilm isOfFilm: Bool) -> Bool {
    switch decision {
    case .none, .keep(nil): true
    case .keep(let stored?): isOfFilm ? (try? stored.readFilm()) != nil : (try? stored.read()) != nil
    }
  }

  /// The stamp of the output, which the run looks up itself.
  private static func stamp(of job: ScrubJob, in target: HeldFolder) -> FileStamp? {
    guard let place = try? TargetPlace.find(job, in: target) else { return nil }
    return withExtendedLifetime(place.folder) { FileStamp(of: place.path) }
  }
}

internal import Glibc

/// The way of a finished file to its place.
extension PhotoScrubber {
  /// A photo that was only touched, or copied to where it was; nil where there is something to do.
  func asBefore(_ job: ScrubJob, _ stamp: FileStamp?, _ sha256: String) -> ScrubOutcome? {
    // Where something else was about to be written, it was not.
    guard job.settledSHA256 == sha256, job.intendedSHA256 == nil, let output = writtenOutput(of: job) else {
      return nil
    }
    var outcome = ScrubOutcome(job, .done)
    outcome.isAsBefore = true
    outcome.stamp = stamp
    outcome.written = output
    return outcome
  }

  /// Reads what an earlier run wrote, and the source where that may have changed: done where every byte is as it was, else the photo waits to be
  /// done anew.
  func check(_ job: ScrubJob) -> ScrubOutcome {
    if job.hasSettledSource(unless: isStopped), writtenOutput(of: job) != nil {
      return ScrubOutcome(job, .done)
    }
    return isStopped() ? .interrupted(job) : ScrubOutcome(job, .pending)
  }

  /// What an earlier run wrote, where every byte of it is as it was.
  func writtenOutput(of job: ScrubJob) -> (stamp: FileStamp, sha256: String)? {
    guard let written = job.writtenSHA256, let place = try? TargetPlace.find(job, in: target) else {
      return nil
    }
    return withExtendedLifetime(place.folder) {
      guard (try? FileHash.of(place.path, unless: isStopped)) == written,
        let stamp = FileStamp(of: place.path)
      else { return nil }
      return (stamp, written)
    }
  }

  /// Whether the source is still the file that was read.
  func isUnchanged(_ job: ScrubJob, since stamp: FileStamp?) -> Bool {
    stamp != nil && FileStamp(of: job.source) == stamp
  }

  static let changedReason = "it changed while it was being scrubbed"
  static let runAgain: Advice = "run the command again"
  /// For the list.
  static let changed = "\(changedReason); \(runAgain)"

  static let another = "it is another photo than the one that was asked for"

  /// An output that is in its place.
  struct Output {
    /// What it hides, with larger regions where a face could still be seen beside one.
    let state: EditState
    let summary: RenderSummary
    let written: (stamp: FileStamp, sha256: String)
    /// What becomes of what a person decided about it.
    let decision: ScrubOutcome.DecisionChange
  }

  /// Renders a state of a photo and gives the render its place.
  /// - Parameters:
  ///   - secondLook: looks at the render.
  ///   - stamp: of the source, before it was read.
  ///   - decide: tells what is decided with a render, which the journal must be able to keep: it is asked before that has its place.
  /// - Returns: nil where the source was changed meanwhile; nothing is placed then.
  func write(
    _ state: EditState, of original: borrowing OriginalPhoto, _ job: ScrubJob,
    _ secondLook: SecondLook, since stamp: FileStamp?,
    deciding decide: (EditState, EditRecord.Render) throws(FaceBlurError) -> ScrubOutcome.DecisionChange
  ) throws(FaceBlurError) -> Output? {
    let plan = try planned(state, job.source)
    try refuseTooMuchHidden(plan, in: original, job)
    let place = try TargetPlace.make(job, in: target)
    let mode = original.file.mode
    let staged = try stage(place, mode: mode)
    let renderer = PhotoRenderer(
      photo: original.photo, options: settings.renderOptions, secondLook: secondLook)
    // Nothing that did not pass is left among the originals of a collection.
    let render: ProvenRender
    do { render = try renderer.render(plan, state.tone.filters, into: staged) } catch {
      throw error.naming(job.source)
    }
    guard isUnchanged(job, since: stamp) else { return nil }
    let rendered = state.rendered(as: render.plan, insteadOf: plan)
    let decision = try decide(rendered, record(of: render.summary, render.sha256, job))
    let written = try self.place(render.file, at: place, render.sha256, job)
    return Output(state: rendered, summary: render.summary, written: written, decision: decision)
  }

  func stage(_ place: TargetPlace, mode: FileMode) throws(FaceBlurError) -> StagedFile {
    try FileStep.remove(place.temporary).perform()
    return try StagedFile(
      for: place.path, mode: mode, temporaryName: place.temporary.name, in: place.folder)
  }

  func place(
    _ staged: borrowing StagedFile, at place: TargetPlace, _ sha256: String, _ job: ScrubJob
  ) throws(FaceBlurError) -> (stamp: FileStamp, sha256: String) {
    // A run that is killed from now on leaves a file that the next one must know for its own.
    guard announce(job, sha256) else {
      throw FaceBlurError(
        .refused, staged.target, "the run ended before it was written", advice: Self.runAgain
      ).cued(.runEnded)
    }
    var outputs = job.outputGuard(settings, at: place)
    try outputs.placeLarge(staged, sha256: sha256, isOurs: job.isOurs)
    if settings.renderOptions.metadata.hidesTime { FileSink.hideTimes(of: staged.target) }
    try place.confirm(job, in: target)
    guard let stamp = FileStamp(of: staged.target) else { throw .reading(staged.target) }
    return (stamp, sha256)
  }
}

extension ScrubJob {
  /// The job once it is known whether its file is another version of the picture that earlier runs have scrubbed: then that is what a person has
  /// decided about, and the output is the job's own.
  func known(again isKnownAgain: Bool) -> ScrubJob {
    var job = self
    if isKnownAgain { job.decidedSources = [:] }
    return job
  }

  /// Guards the target against its output.
  func outputGuard(_ settings: ScrubSettings, at place: TargetPlace) -> OutputGuard {
    var outputs = OutputGuard(originals: [source], force: settings.force)
    if writtenSHA256 != nil {
      outputs.earlierOutput = .init(path: place.path, isGivenUp: settings.forgets)
    }
    outputs.sparesRespelled = true
    outputs.sources = otherSources.merging(decidedSources) { there, _ in there }
    return outputs
  }

  /// The file that the output in its place was made of, where that is gone and a person has decided about it.
  func decidedSource(in target: HeldFolder) -> FilePath? {
    guard !decidedSources.isEmpty, let place = try? TargetPlace.find(self, in: target) else { return nil }
    return withExtendedLifetime(place.folder) {
      (try? FileHash.of(place.path)).flatMap { decidedSources[$0] }
    }
  }

  /// What the list says where `withdraw` could not do its work.
  static let remains = "what an earlier run wrote is still in the target, remove it"
  /// The same where something else is in its place.
  static let replaced = "what is in the target is not what the last run made, and stays"

  /// What is left in the target of a file that is not to be there.
  struct Left {
    /// Of what an earlier run wrote.
    let sha256: String
    /// Whether that is what is there; else it is something that nobody knows.
    let isOurs: Bool
    /// What the list says of it.
    var reason: String { isOurs ? ScrubJob.remains : ScrubJob.replaced }
  }

  /// Whether something is at a place that is not known for an output of this file.
  func isStranger(at place: FilePath) -> Bool {
    place.exists && !((try? FileHash.of(place)).map(isOurs) ?? false)
  }

  /// Whether the source has the content that an earlier run has read; where it cannot have changed it is not read.
  func hasSettledSource(unless isStopped: () -> Bool = { false }) -> Bool {
    guard checksSource else { return true }
    guard let settledSHA256 else { return false }
    return (try? FileHash.of(source, unless: isStopped)) == settledSHA256
  }

  /// Bytes that are read where it is checked.
  func checkedSize(in target: HeldFolder) -> Int {
    outputSize(in: target) + (checksSource ? FileStamp(of: source)?.size ?? 0 : 0)
  }

  /// Bytes of what lies in its place; 0 where nothing does.
  func outputSize(in target: HeldFolder) -> Int {
    guard let place = try? TargetPlace.find(self, in: target) else { return 0 }
    return withExtendedLifetime(place.folder) { FileStamp(of: place.path)?.size ?? 0 }
  }

  /// Takes away what an earlier run wrote for a file that is not to be in the target any more.
  /// - Returns: what is left there of it; nil where nothing is.
  func withdraw(from target: HeldFolder) -> Left? {
    let known = (writtenSHA256 ?? intendedSHA256 ?? furtherSHA256s.min()).map {
      Left(sha256: $0, isOurs: true)
    }
    let place: TargetPlace?
    // Behind a link, a copy may be the original itself.
    do { place = try TargetPlace.find(self, in: target) } catch { return known }
    guard let place else { return nil }
    return withExtendedLifetime(place.folder) {
      _ = place.temporary.withCString { unlink($0) }
      guard let known else { return nil }
      guard let found = try? FileHash.of(place.path) else {
        // What cannot be read may well be ours.
        return FileStamp(of: place.path) == nil ? nil : known
      }
      guard isOurs(found) else {
        guard otherSources[found] == nil, decidedSources[found] == nil else { return nil }
        // It stays known, so that a later run does not take what is there for a stranger's.
        return writtenSHA256.map { Left(sha256: $0, isOurs: false) }
      }
      let left = Left(sha256: found, isOurs: true)
      guard FileIdentity(of: place.path) != FileIdentity(of: source) else { return left }
      return place.path.withCString { unlink($0) } == 0 ? nil : left
    }
  }
}

extension ScrubOutcome {
  /// Fails where the output of another photo, which a person has decided about, stays in its place: nobody is to take that for its own.
  /// - Parameter failure: why the job failed; nil where it did not.
  mutating func noteDecided(_ job: ScrubJob, in target: HeldFolder, besides failure: FaceBlurError?) {
    guard status != .other, let source = job.decidedSource(in: target) else { return }
    status = .failed
    // The guard of the target has said so.
    guard failure?.cue != .madeOfAnother else { return }
    let stays =
      "\(job.target) in the target was made of \(source), about which a person has decided, and stays"
    reason = (reason.map { $0 + "; " } ?? "") + stays + "; name another target"
  }

  /// Takes away what an earlier run wrote for a file that is not to be in the target now.
  mutating func withdraw(_ job: ScrubJob, from target: HeldFolder) {
    let left = job.withdraw(from: target)
    remainingSHA256 = left?.sha256
    // The guard of the target may have said so.
    guard let left, reason.map(FaceBlurError.isOfChangedOutput) != true else { return }
    reason = (reason.map { $0 + "; " } ?? "") + left.reason
  }
}

/// Has the workers of a run take a file that has several names under one of them after the other: whoever edits a photo holds it locked, and would
/// turn away the rest of the run as it does other processes.
final class SourceTurns: Sendable {
  private let inWork = Monitor<Set<FileIdentity>>([])

  /// A worker that waits for its turn. It waits before it takes anything that others may wait for.
  struct Worker: ScrubWorking {
    fileprivate let turns: SourceTurns
    fileprivate let worker: any ScrubWorking

    func scrub(_ job: ScrubJob) -> ScrubOutcome {
      // Whoever checks an output edits nothing, and what is not there says so itself.
      guard !job.isCheck, let file = FileIdentity(of: job.source) else { return worker.scrub(job) }
      _ = turns.inWork.wait { $0.insert(file).inserted ? true : nil }
      defer { turns.inWork.update { _ = $0.remove(file) } }
      return worker.scrub(job)
    }
  }

  func admitting(_ worker: any ScrubWorking) -> any ScrubWorking { Worker(turns: self, worker: worker) }
}

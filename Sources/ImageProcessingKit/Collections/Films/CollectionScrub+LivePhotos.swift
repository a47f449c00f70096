extension CollectionScrub {
  /// Takes back what was made of one half of a Live Photo whose other half has failed: they are one thing, and half of it is none that
  /// anybody asked for.
  func withdrawHalves(
    of journal: ScrubJournal, _ folder: HeldFolder, _ basis: ScrubJournal.Basis, _ tell: (ScrubEvent) -> Void
  ) throws(FaceBlurError) {
    var last = 0
    while true {
      let failures = try journal.failures(after: last, count: 100, basis: basis)
      guard let end = failures.last?.id else { return }
      last = end
      for failure in failures {
        guard let photo = LivePhoto(of: failure.source),
          let job = try journal.doneJob(of: photo.partner(of: failure.source), basis: basis)
        else { continue }
        var outcome = ScrubOutcome(
          job, .failed, "it is half of a Live Photo, and the other half, \(failure.source.name), has failed")
        outcome.stamp = job.stamp
        outcome.withdraw(job, from: folder)
        try journal.record(outcome, basis: basis)
        tell(.finished(ScrubLine(outcome)))
      }
      try journal.checkpoint()
    }
  }
}

extension CollectionScrub {
  /// Takes back what was made of the other halves of a Live Photo of which one has failed in this run: they are one thing, and half of it
  /// is none that anybody asked for. A still that fails beside another one which is done takes nothing with it, nor does what another process
  /// is editing just now.
  func withdrawHalves(
    of journal: ScrubJournal, _ folder: HeldFolder, _ basis: ScrubJournal.Basis, _ tell: (ScrubEvent) -> Void
  ) throws(FaceBlurError) {
    var last = 0
    var beside: LivePhotoFolder?
    while true {
      let failures = try journal.failures(after: last, count: 100, basis: basis)
      guard let end = failures.last?.id else { return }
      last = end
      for failure in failures where !journal.busy.contains(failure.id) {
        let source = failure.source
        if beside?.path != source.folder { beside = LivePhotoFolder(source.folder) }
        guard let beside, let photo = LivePhoto(of: source, among: beside) else { continue }
        let stills = try done(photo.stills, in: journal, basis)
        let isFilm = photo.isFilm(source)
        let others =
          isFilm || stills.isEmpty ? stills + (try done(photo.films, in: journal, basis)) : []
        for job in others {
          var outcome = ScrubOutcome(
            job, .failed, "it is half of a Live Photo, and the other half, \(source.name), has failed")
          outcome.stamp = job.stamp
          outcome.withdraw(job, from: folder)
          try journal.record(outcome, basis: basis)
          tell(.finished(ScrubLine(outcome)))
        }
      }
      try journal.checkpoint()
    }
  }

  private func done(
    _ sources: [FilePath], in journal: ScrubJournal, _ basis: ScrubJournal.Basis
  ) throws(FaceBlurError) -> [ScrubJob] {
    var jobs: [ScrubJob] = []
    for source in sources {
      if let job = try journal.doneJob(of: source, basis: basis) { jobs.append(job) }
    }
    return jobs
  }
}

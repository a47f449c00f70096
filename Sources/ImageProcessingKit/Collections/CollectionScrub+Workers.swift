extension CollectionScrub {
  /// Makes the worker of one thread of the pool.
  typealias MakeWorker =
    @Sendable (MemoryBudget, @escaping PhotoScrubber.Announce) -> Result<any ScrubWorking, FaceBlurError>

  /// - Parameters:
  ///   - longestLook: the detector's.
  ///   - looks: where looks at films are kept until these are done; nil for nowhere.
  ///   - stop: ends what would take too long to wait for.
  /// - Throws: `FaceBlurError` where a folder that workers write to cannot be made, or nothing would confine them.
  func makeWorker(
    for input: Input, _ folder: HeldFolder, _ basis: ScrubJournal.Basis, longestLook: Int,
    looks: LookFolders? = nil, _ stop: WorkStop = WorkStop()
  ) throws(FaceBlurError) -> MakeWorker {
    let makeWorker = try makeWorkerOfAnyTurn(
      for: input, folder, basis, longestLook: longestLook, looks: looks, stop)
    // Without records no photo is locked.
    guard settings.records != .none else { return makeWorker }
    let turns = SourceTurns()
    return { budget, announce in makeWorker(budget, announce).map(turns.admitting) }
  }

  private func makeWorkerOfAnyTurn(
    for input: Input, _ folder: HeldFolder, _ basis: ScrubJournal.Basis, longestLook: Int,
    looks: LookFolders?, _ stop: WorkStop
  ) throws(FaceBlurError) -> MakeWorker {
    let settings = settings
    switch workers {
    case .threads:
      let makeDetector = makeDetector
      var looksOfFilm: PhotoScrubber.LooksOfFilm?
      if let looks { looksOfFilm = { source in looks.folder(of: source) } }
      let kept = looksOfFilm
      return { budget, announce in
        do throws(FaceBlurError) {
          return .success(
            PhotoScrubber(
              settings, target: folder, detector: try makeDetector(), budget: budget, looks: kept,
              isStopped: { stop.isRaised }, announce: announce))
        } catch {
          return .failure(.workerCannotBegin(folder.path, error.described(settings.wording)))
        }
      }
    case .processes(let arguments):
      try WorkerConfinement.require()
      let plan = ProcessScrubber.Plan(
        arguments: arguments, readable: input.folders, writable: try writable(input),
        looks: looks, basis: basis,
        formats: settings.reader.formats, format: settings.renderOptions.format, longestLook: longestLook,
        stop: stop)
      return { budget, announce in
        .success(ProcessScrubber(plan, target: folder, budget: budget, announce: announce))
      }
    }
  }

  /// The folders beside the target that workers write to.
  private func writable(_ input: Input) throws(FaceBlurError) -> [FilePath] {
    switch settings.records {
    case .none: return []
    case .beside: return input.folders
    case .folder(let records):
      // A worker may write only below this folder, so it is made here.
      try Folder.make(records, mode: 0o700)
      guard let root = records.resolved else { throw .reading(records) }
      return [root]
    }
  }
}
